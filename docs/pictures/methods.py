"""methods.py - how many queries get three paths, and how long that takes: each method of
docs/evaluation.md on each suite, with intervals of 95%. The numbers are those of the page's own
tables, "How many paths" and "How long", so that chart and tables can't differ."""
import math
import os
import re

import svg

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../evaluation.md")
SUITES = {"dao": "dao: 98 game maps", "bgmaps": "bgmaps: 39 game maps", "da2": "da2: 40 game maps",
          "open": "open: 15 made maps of fields"}
METHODS = {  # name: ink, mark, whether theta bounds its paths; the last is drawn on top
    "3-CVPD(All)": ("purpleink", "diamond", True), "Thorough": ("greenink", "square", True),
    "Dissim": ("ink", "triangle", True), "Pla": ("orangeink", "disc", False),
    "Pen": ("redink", "square", False), "Poly": ("ink", "cross", True), "Fast": ("blueink", "disc", True)}
WIDTH, HEIGHT = 900, 596
PANEL_WIDTH, PANEL_HEIGHT = 372, 182
LEFTS, TOPS = (64, 506), (96, 346)
LEAST, MOST = 0.05, 200  # of the time, by Fast's
VALUE = re.compile(r"([\d.]+) \(([\d.]+) to ([\d.]+)\)")


def table(text, title):
    """Returns {method: {suite: (value, least, most)}} of the first table under a title."""
    rows = re.search(rf"^## {title}\n.*?\n(\|.*?)\n\n", text, re.M | re.S)[1].splitlines()
    suites = [cell.strip() for cell in rows[0].split("|")[2:-1]]
    return {cells[1].strip(): {suite: tuple(map(float, VALUE.search(cell).groups()))
                               for suite, cell in zip(suites, cells[2:-1])}
            for cells in (row.split("|") for row in rows[2:])}


def mark(picture, x, y, ink, shape, is_full, size=5):
    if shape == "disc":
        (picture.disc(x, y, size, ink) if is_full else picture.dot(x, y, size, None, ink, 2))
        return
    if shape == "cross":
        picture.path([(x - size, y - size), (x + size, y + size)], ink, 2)
        picture.path([(x - size, y + size), (x + size, y - size)], ink, 2)
        return
    corners = {"square": [(-1, -1), (1, -1), (1, 1), (-1, 1)], "triangle": [(0, -1.2), (1.1, 0.9), (-1.1, 0.9)],
               "diamond": [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)]}[shape]
    steps = "L".join(f"{svg.number(x + a * size)} {svg.number(y + b * size)}" for a, b in corners)
    picture.parts.append(f'<path d="M{steps}Z" class="{"t-" + ink if is_full else "none s-" + ink}"'
                         f'{"" if is_full else " stroke-width=" + chr(34) + "2" + chr(34)}/>')


def panel(picture, left, top, suite, found, times):
    def across(ratio):
        return left + PANEL_WIDTH * math.log(ratio / LEAST) / math.log(MOST / LEAST)

    def up(percent):
        return top + PANEL_HEIGHT * (1 - percent / 100)

    picture.say(left, top - 10, SUITES[suite], size=14, bold=True)
    picture.box(left, top, PANEL_WIDTH, PANEL_HEIGHT, "box", "line", 0)
    for percent in (0, 25, 50, 75, 100):
        picture.path([(left, up(percent)), (left + PANEL_WIDTH, up(percent))], "line", 0.5)
        picture.say(left - 6, up(percent) + 4, f"{percent}%", "muted", 12, "end")
    for ratio in (0.1, 1, 10, 100):
        picture.path([(across(ratio), top), (across(ratio), top + PANEL_HEIGHT)], "line", 0.5)
        picture.say(across(ratio), top + PANEL_HEIGHT + 20, f"{ratio:g}", "muted", 12, "middle")
    for name, (ink, shape, is_full) in METHODS.items():
        share, time = found.get(name, {}).get(suite, (0, 0, 0)), times[name][suite]
        x, y = across(time[0]), up(share[0])
        picture.path([(across(time[1]), y), (across(time[2]), y)], ink, 1.5, opacity=0.7)
        picture.path([(x, up(share[1])), (x, up(share[2]))], ink, 1.5, opacity=0.7)
        mark(picture, x, y, ink, shape, is_full)


def draw():
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    found, times = table(text, "How many paths"), table(text, "How long")
    picture = svg.Picture(WIDTH, HEIGHT, "Share of queries with three paths, and median time as a multiple of "
                          "Fast's, of seven methods on four suites, with intervals of 95%")
    picture.say(LEFTS[0], 26, "Queries that get three paths, and the time that takes", size=16, bold=True)
    x = LEFTS[0] + 6
    for name, (ink, shape, is_full) in METHODS.items():
        mark(picture, x, 48, ink, shape, is_full)
        told = "Poly (one path)" if name == "Poly" else name
        picture.say(x + 11, 52, told, size=13)
        x += svg.width_of(told, 13) + 30
    picture.say(x, 52, "hollow: not bound by theta", "muted", 13)
    for i, suite in enumerate(SUITES):
        panel(picture, LEFTS[i % 2], TOPS[i // 2], suite, found, times)
    picture.say(WIDTH / 2, HEIGHT - 14, "median time of a query, as a multiple of Fast's; lines are intervals of 95%", "muted", 12, "middle")
    return picture.text()
