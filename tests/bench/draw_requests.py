#!/usr/bin/env python3
"""draw_requests.py PATHFAN FOLDER - draws 60 requests by default, to be looked at when what paths are
worth having changes: FOLDER/index.html shows the same ones each time, with and without loops. Maps
are made; with PATHFAN_BENCHMARK_DIR in the environment game maps are added, ten requests each."""
import glob
import html
import os
import subprocess
import sys

PATHFAN, FOLDER = os.path.abspath(sys.argv[1]), sys.argv[2]
# Name, what makes the map, requests.
MADE = (("rooms", "rooms --width 100 --height 70 --density 0.2 --seed 1", 12),
        ("caves", "caves --width 100 --height 70 --seed 2", 12),
        ("maze", "maze --width 61 --height 41 --density 0.2 --seed 3", 12),
        ("blocks", "random --width 90 --height 60 --density 0.12 --scale 4 --seed 4", 12),
        ("field", "random --width 90 --height 60 --density 0.03 --scale 2 --seed 5", 12))
GAME = ("dao/brc503d", "dao/hrt201d", "da2/ht_0_hightown", "bgmaps/AR0605SR")
LOOPS = (("", "by default"), ("--max-loop 0", "loops allowed"))


def run(words):
    return subprocess.run([PATHFAN, *words.split()], cwd=FOLDER, check=True, capture_output=True, text=True).stdout


def requests_of(scenario, count):
    """Ends of requests spread evenly over a scenario, from the longest third of it."""
    with open(os.path.join(FOLDER, scenario), encoding="utf-8") as file:
        rows = [line.split() for line in file.read().splitlines()[1:]]
    rows = sorted((row for row in rows if len(row) == 9), key=lambda row: float(row[8]))[-len(rows) // 3:]
    return [[f"{float(row[i]) + 0.5},{float(row[i + 1]) + 0.5}" for i in (4, 6)]
            for row in rows[::max(1, len(rows) // count)][:count]]


def draw(name, scenario, count, page):
    run(f"build-index {name}.map -o {name}.pathfan --quiet")
    for i, (start, goal) in enumerate(requests_of(scenario, count)):
        page.append(f"<h2>{html.escape(name)}: {start} to {goal}</h2>")
        for option, told in LOOPS:
            picture = f"{name}-{i + 1}-{'loops' if option else 'default'}.svg"
            run(f"query {name}.pathfan --from {start} --to {goal} {option} --svg {picture}")
            page.append(f'<figure><img src="{picture}" alt=""><figcaption>{told}</figcaption></figure>')


os.makedirs(FOLDER, exist_ok=True)
lines = ["<!doctype html><meta charset=utf-8><title>Requests</title>",
         "<style>figure{display:inline-block;margin:8px}img{width:600px}</style>"]
for map_name, recipe, number in MADE:
    run(f"make-map --kind {recipe} -o {map_name}.map --scen {map_name}.scen --queries 200")
    draw(map_name, f"{map_name}.scen", number, lines)
for place in GAME if "PATHFAN_BENCHMARK_DIR" in os.environ else ():
    for path in glob.glob(os.path.join(os.environ["PATHFAN_BENCHMARK_DIR"], place + ".map*")):
        with open(path, "rb") as source, open(os.path.join(FOLDER, os.path.basename(path)), "wb") as copy:
            copy.write(source.read())
    draw(os.path.basename(place), os.path.basename(place) + ".map.scen", 10, lines)
with open(os.path.join(FOLDER, "index.html"), "w", encoding="utf-8") as file_:
    file_.write("\n".join(lines) + "\n")
print(os.path.join(FOLDER, "index.html"))
