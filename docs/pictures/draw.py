#!/usr/bin/env python3
"""draw.py [PATHFAN] - draws the pictures of this folder, and the tables in overview.md.
draw.py --check [PATHFAN] - a test: fails if the present ones differ; writes nothing.

layers.svg, and the table of modules, are drawn from tests/check_dependencies.py; request.svg,
builder.svg and the tables of files from the folders of query/ and build-index/ and the headers in
them. methods.svg is drawn from the tables of evaluation.md. owners.svg is drawn by hand, in
owners.py. terms.svg is computed from terms.geojson by the definitions (small_map.py), and --check
compares the results with those of the program PATHFAN, if it is given. drag.svg, loops.svg,
squad.svg, plaza.svg and those of rowe.py, crowd.py and readme.py show the program's results, and
are left alone without it. The same input gives the same bytes."""
import os
import re
import sys

sys.dont_write_bytecode = True
import builder  # noqa: E402
import crowd  # noqa: E402
import drag  # noqa: E402
import folders  # noqa: E402
import layers  # noqa: E402
import loops  # noqa: E402
import methods  # noqa: E402
import owners  # noqa: E402
import plaza  # noqa: E402
import readme  # noqa: E402
import request  # noqa: E402
import rowe  # noqa: E402
import small_map  # noqa: E402
import squad  # noqa: E402
import terms  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
OVERVIEW = os.path.join(HERE, "../overview.md")
TABLE = re.compile(r"(<!-- (\w+): docs/pictures/draw.py -->\n).*?(<!-- -->)", re.S)
TABLES = {"modules": layers.table, "query": lambda: folders.table("query"),
          "builder": lambda: folders.table("build-index")}


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def main():
    check = sys.argv[1:2] == ["--check"]
    pathfan = (sys.argv[2:] if check else sys.argv[1:])[:1]
    if check and pathfan:
        small_map.check(pathfan[0])
    files = {os.path.join(HERE, f"{module.__name__}.svg"): module.draw()
             for module in (builder, layers, methods, owners, request, terms)}
    if pathfan:
        for module in (drag, loops, plaza, squad):
            files[os.path.join(HERE, f"{module.__name__}.svg")] = module.draw(pathfan[0])
        files.update({os.path.normpath(os.path.join(HERE, name)): text for module in (rowe, crowd, readme)
                      for name, text in module.draw(pathfan[0]).items()})
    files[OVERVIEW] = TABLE.sub(lambda m: f"{m[1]}\n{TABLES[m[2]]()}\n\n{m[3]}", read(OVERVIEW))
    other = [path for path, text in files.items() if read(path) != text]
    for path in other:
        name = os.path.relpath(path)
        if check:
            print(f"{name} isn't what docs/pictures/draw.py draws: run it", file=sys.stderr)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(files[path])
            print(name)
    sys.exit(1 if check and other else 0)


if __name__ == "__main__":
    main()
