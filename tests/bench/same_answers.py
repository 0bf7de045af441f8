#!/usr/bin/env python3
"""Whether two builds of the command answer alike, byte for byte: a change that only saves time must
leave answers as they are.

    tests/bench/same_answers.py OLD NEW INDEX... [--requests N]

OLD and NEW are two `pathfan` commands. Each index is asked N requests (14800) between random points,
on the lattice, in its middle and anywhere, by both: default ones, for one path, by the presets
`paper` and `game`, thorough ones, with areas to avoid, and as groups. Prints the number of requests
of each kind; exit code 1 if some answer differs. Nine indexes take some minutes.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile

GROUP = 200  # starts of a group

# name, share of the requests, and what the lines have besides two points
KINDS = (
    ("default", 0.34, {}),
    ("one path", 0.2, {"paths": 1}),
    ("game", 0.1, {"preset": "game", "paths": 4}),
    ("paper", 0.14, {"preset": "paper"}),
    ("thorough", 0.06, {"effort": "thorough"}),
    ("areas", 0.08, {}),
    ("groups", 0.08, {}),
)


class Points:
    def __init__(self, command, index):
        about = json.loads(subprocess.run([command, "inspect", index, "--json"], check=True,
                                          capture_output=True).stdout)["map"]
        self.size = about["width"], about["height"]
        self.origin = about["origin"]
        self.random = random.Random(index.rsplit("/", 1)[-1])

    def draw(self):
        grain = self.random.choice((0, 0, 0.5, 1, 1))  # anywhere, halves, lattice points and middles
        middle = self.random.choice((0, 0.5)) if grain == 1 else 0
        at = [origin + self.random.uniform(0, size) for origin, size in zip(self.origin, self.size)]
        return [int(x / grain) * grain + middle if grain else x for x in at]

    def area(self):
        return {"circle": self.draw() + [self.random.uniform(1, max(self.size) / 10)]}


def ask(command, index, options, text):
    """Returns the bytes of all answers."""
    run = subprocess.run([command, "query", index, "--json", *options], input=text.encode(),
                         capture_output=True)
    return run.stdout


def lines_of(points, kind, more, count):
    for _ in range(count):
        request = {"from": points.draw(), "to": points.draw(), "snap": 1.5, **more}
        if kind == "areas":
            request["avoid"] = [points.area() for _ in range(points.random.randint(1, 3))]
        yield json.dumps(request) + "\n"


def asked(points, kind, more, count):
    """Yields options and standard input of the calls of one kind."""
    if kind != "groups":
        yield ["--batch"], "".join(lines_of(points, kind, more, count))
        return
    for _ in range(max(1, count // GROUP)):
        goal = "{},{}".format(*points.draw())
        starts = "".join("{},{}\n".format(*points.draw()) for _ in range(GROUP))
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write(starts)
            file.flush()
            yield ["--to", goal, "--snap", "1.5", "--group", file.name], ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("index", nargs="+")
    parser.add_argument("--requests", type=int, default=14800)
    options = parser.parse_args()
    total = differ = 0
    for index in options.index:
        points = Points(options.new, index)
        for kind, share, more in KINDS:
            count = different = 0
            for how, text in asked(points, kind, more, round(share * options.requests)):
                answers = [ask(command, index, how, text).splitlines()
                           for command in (options.old, options.new)]
                if not answers[0]:
                    sys.exit(f"{index}: {kind}: no answer")
                count += len(answers[0])
                different += abs(len(answers[0]) - len(answers[1]))
                different += sum(a != b for a, b in zip(*answers))
            print(f"{index}: {kind}: {count} answers, {different} differ", flush=True)
            total += count
            differ += different
    print(f"{total} answers, {differ} differ")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
