"""squad.py - 800 units of a squad on their way to one goal: all on their shortest paths, and spread
over different paths by `pathfan query --group --choose`. The program makes the map and the paths,
identically on every machine."""
import collections
import json
import os
import random
import subprocess
import tempfile

import svg

UNITS, GOAL = 800, (88.5, 68.5)
MAP = "make-map --kind rooms --width 100 --height 80 --seed 6 -o rooms.map"
ASK = f"query rooms.pathfan --to {GOAL[0]},{GOAL[1]} --group squad.txt --paths 5 --json"
WIDTH, HEIGHT, SCALE, LEFT, TOP = 880, 402, 4.2, 14, 44
LANES = 20 # units on a segment that is drawn one pixel wide


def program(pathfan, folder, words):
    done = subprocess.run([os.path.abspath(pathfan), *words.split()], cwd=folder, check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.stdout


def starts(rows):
    """Returns the centres of free cells in the quarter of the map farthest from the goal."""
    free = [(x + 0.5, y + 0.5) for y in range(len(rows) // 2) for x in range(len(rows[0]) // 2)
            if rows[y][x] == "."]
    chance = random.Random(1)
    return [free[int(chance.random() * len(free))] for _ in range(UNITS)]


def walls(rows):
    """Returns blocked cells as rectangles: runs within rows, equal runs of adjacent rows joined."""
    open_runs, found = {}, []
    for y, row in enumerate([*rows, ""]):
        runs, x = set(), 0
        while x < len(row):
            end = x
            while end < len(row) and row[end] != ".":
                end += 1
            if end > x:
                runs.add((x, end))
            x = end + 1
        for run in [r for r in open_runs if r not in runs]:
            found.append((run[0], open_runs.pop(run), run[1], y))
        for run in runs:
            open_runs.setdefault(run, y)
    return sorted(found)


def loads(answers, chosen):
    """Counts the units on each segment between two corners."""
    count = collections.Counter()
    for answer in answers:
        if answer["paths"]:
            points = [tuple(p) for p in answer["paths"][chosen(answer)]["points"]]
            count.update(zip(points, points[1:]))
    return count


def panel(picture, left, rows, squad, count, title, told):
    def at(p):
        return (left + p[0] * SCALE, TOP + p[1] * SCALE)

    def steps(lines):
        return "".join("M" + " ".join(str(round(c)) for c in at(a))
                       + "l" + " ".join(str(round(c) - round(d)) for c, d in zip(at(b), at(a)))
                       for a, b in lines)
    picture.say(left, TOP - 24, title, "ink", 14, bold=True)
    picture.say(left, TOP - 8, told, "muted", 12)
    picture.box(left, TOP, len(rows[0]) * SCALE, len(rows) * SCALE, "box", "line", 0)
    blocks = "".join(f"M{svg.number(x)} {svg.number(y)}H{svg.number(u)}V{svg.number(v)}"
                     f"H{svg.number(x)}z" for x, y, u, v in
                     ((*at((a, b)), *at((c, d))) for a, b, c, d in walls(rows)))
    picture.parts.append(f'<path d="{blocks}" class="f-wall"/>')
    widths = collections.defaultdict(list)
    for stretch, units in sorted(count.items()):
        widths[round((units / LANES) ** 0.75, 1)].append(stretch)
    for width, lines in sorted(widths.items()):
        picture.parts.append(f'<path d="{steps(lines)}" class="none s-redink" '
                             f'stroke-width="{max(width, 0.2)}" stroke-linecap="round"/>')
    dots = "".join(f"M{round(at(p)[0])} {round(at(p)[1])}h0" for p in sorted(set(squad)))
    picture.parts.append(f'<path d="{dots}" class="none s-blueink" stroke-width="2" '
                         'stroke-linecap="round"/>')
    picture.disc(*at(GOAL), 5, "ink")


def draw(pathfan):
    with tempfile.TemporaryDirectory() as folder:
        program(pathfan, folder, MAP)
        program(pathfan, folder, "build-index rooms.map -o rooms.pathfan --quiet")
        with open(os.path.join(folder, "rooms.map"), encoding="ascii") as file:
            rows = file.read().split("map\n", 1)[1].split()
        squad = starts(rows)
        with open(os.path.join(folder, "squad.txt"), "w", encoding="ascii") as file:
            file.writelines(f"{x},{y}\n" for x, y in squad)
        answers = [json.loads(line)
                   for line in program(pathfan, folder, ASK + " --choose 1").splitlines()]
    picture = svg.Picture(WIDTH, HEIGHT, "A squad of 800 units, and the ways that it takes")
    left = LEFT
    for title, chosen in (("Each by its shortest path", lambda answer: 0),
                          ("Spread over their ways", lambda answer: answer["chosen"])):
        count = loads(answers, chosen)
        most = max(count.values())
        total = sum(answer["paths"][chosen(answer)]["length"] for answer in answers)
        least = sum(answer["paths"][0]["length"] for answer in answers)
        told = f"{most} of {UNITS} come by one stretch"
        if total > least:
            told += f"; on average a way is {100 * (total / least - 1):.0f}% longer"
        panel(picture, left, rows, squad, count, title, told)
        left += len(rows[0]) * SCALE + 12
    return picture.text()
