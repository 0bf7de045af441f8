"""drag.py - the first picture's map while its goal is dragged: three paths for each place of the goal.

The goal walks the shortest paths between STOPS. The picture moves by style rules alone, so that it
does on a page that only shows it; for a reader who wants no motion it stands still."""
import json
import os
import re
import subprocess
import tempfile

from readme import CAVES

START = (124.5, 13.5)
STOPS = [(9.5, 93.5), (12.5, 45.5), (60.5, 95.5), (150.5, 80.5), (9.5, 93.5)]
FRAMES, SECONDS = 96, 16
WIDTHS = (4.5, 7, 9.5)
COLOURS = ("#d55e00", "#0072b2", "#e69f00")


def along(points, share):
    """Returns the point at a share of a line's length."""
    lengths = [((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 for a, b in zip(points, points[1:])]
    left = share * sum(lengths)
    for a, b, length in zip(points, points[1:], lengths):
        if left <= length:
            t = left / length
            return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
        left -= length
    return points[-1]


def frame(number, paths, at):
    """Returns the group of a frame: its paths, the shortest on top, and the goal."""
    lines = "".join(
        f'<path stroke="{COLOURS[i]}" stroke-width="{WIDTHS[i]}" d="M'
        + " ".join(f"{x:g} {y:g}" for x, y in map(at, path["points"])) + '"/>'
        for i, path in reversed(list(enumerate(paths))))
    x, y = at(paths[0]["points"][-1])
    return (f'<g class="f" style="animation-delay:{number * SECONDS / FRAMES:.3f}s">'
            f'<g fill="none" stroke-linejoin="round" stroke-linecap="round">{lines}</g>'
            f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="#1d232b" stroke="#fff" stroke-width="2"/></g>\n')


def draw(pathfan):
    with tempfile.TemporaryDirectory() as folder:
        def run(words, lines=None):
            done = subprocess.run([os.path.abspath(pathfan), *words.split()], cwd=folder, check=True,
                                  capture_output=True, text=True, input=lines)
            return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

        for words in CAVES:
            run(words)
        with open(f"{folder}/picture.svg", encoding="utf-8") as file:
            still = file.read()

        def ask(pairs, paths):
            asked = [json.dumps({"from": a, "to": b, "paths": paths, "snap": 5}) for a, b in pairs]
            return [answer["paths"] for answer in run("query caves.pathfan --batch --json", "\n".join(asked) + "\n")]

        walk = [point for paths in ask(zip(STOPS, STOPS[1:]), 1) for point in paths[0]["points"]]
        goals = [along(walk, i / FRAMES) for i in range(FRAMES)]
        answers = ask([(START, [round(x, 3) for x in goal]) for goal in goals], 3)

    left, top, scale = map(float, re.search(r"translate\((\S+) (\S+)\) scale\((\S+)\)", still).groups())

    def at(point):
        return round(left + scale * point[0], 1), round(top + scale * point[1], 1)

    width, height = (int(float(text)) for text in re.search(r'<rect x="10" y="10" width="(\S+)" height="(\S+)"', still).groups())
    ground = re.search(r"<rect x=.*?</g>\n", still, re.S)[0]
    x, y = at(START)
    shown = round(100 / FRAMES, 4)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width + 20} {height + 20}">\n'
            "<title>A goal is dragged over a map; three paths to it follow</title>\n"
            f"<style>.f{{visibility:hidden;animation:f {SECONDS}s step-end infinite}}"
            f"@keyframes f{{0%{{visibility:visible}}{shown}%{{visibility:hidden}}}}"
            "@media (prefers-reduced-motion:reduce){.f{animation:none}.f:nth-of-type(2){visibility:visible}}"
            "</style>\n"
            '<rect width="100%" height="100%" fill="#fff"/>\n' + ground
            + "".join(frame(i, paths, at) for i, paths in enumerate(answers))
            + f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="#fff" stroke="#1d232b" stroke-width="2"/>\n</svg>\n')
