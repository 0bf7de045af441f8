"""loops.py - a request whose third path turns back in plain sight if that is allowed, and one by
default: the program's two pictures side by side, which it draws identically on every machine."""
import os
import re
import subprocess
import tempfile

COMMANDS = ["make-map --kind rooms --width 100 --height 70 --density 0.2 --seed 1 -o rooms.map",
            "build-index rooms.map -o rooms.pathfan --quiet"]
ASK = "query rooms.pathfan --from 94,66 --to 27,56 --svg picture.svg"
PANELS = (("--max-loop 0", "Loops are allowed: path 3 goes round a wall and comes back"),
          ("", "By default: another way"))
SCALE, GAP, TOP = 0.5, 12, 26


def draw(pathfan):
    panels, left, bottom = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        def run(words):
            subprocess.run([os.path.abspath(pathfan), *words.split()], cwd=folder, check=True,
                           capture_output=True)
        for words in COMMANDS:
            run(words)
        for option, told in PANELS:
            run(f"{ASK} {option}")
            with open(os.path.join(folder, "picture.svg"), encoding="utf-8") as file:
                text = file.read()
            width, height = (int(n) for n in re.search(r'width="(\d+)" height="(\d+)"', text).groups())
            panels.append(f'<text x="{left + 5}" y="18" font-family="sans-serif" font-size="13" '
                          f'fill="#1b1f24">{told}</text>\n'
                          + text.replace(f'width="{width}" height="{height}"',
                                         f'x="{left}" y="{TOP}" width="{width * SCALE:g}" '
                                         f'height="{height * SCALE:g}"', 1))
            left += round(width * SCALE) + GAP
            bottom = TOP + round(height * SCALE)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{left - GAP}" height="{bottom}" '
            f'viewBox="0 0 {left - GAP} {bottom}">\n'
            "<title>Three paths of one request, with and without one that turns back in plain sight</title>\n"
            '<rect width="100%" height="100%" fill="#ffffff"/>\n' + "".join(panels) + "</svg>\n")
