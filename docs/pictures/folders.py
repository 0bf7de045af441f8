"""folders.py - the folders of query/ and build-index/, and the files in them: read from the tree
and from the table INSIDE of tests/check_dependencies.py. The text of a file is the first sentence of
its header, or of its .c file if it has none. A new folder needs a line in FOLDERS; a new file
appears by itself, in overview.md and in the pictures of request.py and builder.py."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests"))
sys.dont_write_bytecode = True
from check_dependencies import INCLUDE, INSIDE, MODULES  # noqa: E402

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

# What each folder is for.
FOLDERS = {
    "query": {
        "calls": "the public calls: checks requests, has a method answer, writes answers",
        "links": "paths over links",
        "methods": "the methods that answer, a row each in table.c: the index's, and its rivals",
        "terrain": "roads and rivers",
        "tables": "CVPD^i",
        "choose": "k paths out of candidates, different enough and not too long",
        "paths": "what a method works with: tracks on the fixed-point grid, made of labels",
        "places": "rays, walls, moves, random points",
        "obstacles": "areas as a set that requests share: what they close, and the ways round them",
        "ends": "the two ends: where they lie, what they see, how far hubs are",
        "open": "an open file: finds its sections, checks what is read first, hands out a view",
    },
    "build-index": {
        "pipeline": "runs the stages in order, and writes the file",
        "maps": "text of any kind becomes a mesh, or is searched as it is",
        "sight": "numbers the corners; what they see, as the file holds it",
        "labels": "ranks, and a label for each vertex and hub",
        "listed": "lists of hubs for each two regions",
        "vias": "regions, and the via sets between them",
        "tables": "CVPD^i, if wanted",
        "terrain": "roads and rivers: the map, and the ways over it",
        "run": "how long stages run: batches, processes, results on disk",
    },
}


def files_of(module):
    """Returns {folder: {file: its first sentence}}; X.c and X.h count as one file."""
    folders = {}
    if INSIDE[module].keys() != FOLDERS[module].keys():
        differ = INSIDE[module].keys() ^ FOLDERS[module].keys()
        sys.exit(f"folders.py: FOLDERS differs from INSIDE: {differ}")
    for folder in INSIDE[module]:
        names = sorted(os.listdir(f"{TOP}/{module}/{folder}"))
        units = sorted({name[:-2] for name in names if name.endswith((".c", ".h"))})
        folders[folder] = {unit: sentence_of(f"{TOP}/{module}/{folder}/{unit}") for unit in units}
    return folders


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def sentence_of(unit):
    path = unit + ".h" if os.path.exists(unit + ".h") else unit + ".c"
    found = re.match(r"/\* [\w.]+ - (.*?)(?:\*/|\n \*\n)", read(path), re.S)
    if not found:
        raise ValueError(f"{os.path.relpath(path, TOP)} doesn't begin with its name and a sentence")
    text = re.sub(r"\s*\n \*\s*", " ", found[1]).strip()
    text = re.split(r"\.(?= [A-Z]|$)", text)[0]
    return re.split(r": ", text)[0] if len(text) > 90 else text.rstrip(":")


def doors_of(module):
    """Returns the files whose headers other folders of the module include."""
    doors = set()
    for folder, units in files_of(module).items():
        for unit in units:
            for path in (f"{module}/{folder}/{unit}.c", f"{module}/{folder}/{unit}.h"):
                if os.path.exists(f"{TOP}/{path}"):
                    doors.update(name[len(module) + 1:-2]
                                 for _, name in INCLUDE.findall(read(f"{TOP}/{path}"))
                                 if name.startswith(f"{module}/"))
    return doors


def layers_of(module):
    """Returns {folder: layer}, from 1, the lowest."""
    layer = {}
    for folder, others in INSIDE[module].items(): # lower ones come first
        layer[folder] = 1 + max((layer[other] for other in others.split()), default=0)
    return layer


def from_the_top(module):
    layer = layers_of(module)
    return sorted(FOLDERS[module], key=lambda folder: -layer[folder])


def table(module):
    """Returns the files as a table of overview.md, from the top folder down."""
    files = files_of(module)
    rows = ["| file | what it is |", "|---|---|"]
    for folder in from_the_top(module):
        rows.append(f"| **`{module}/{folder}/`** | **{FOLDERS[module][folder]}** |")
        rows += [f"| `{folder}/{unit}` | {text} |" for unit, text in files[folder].items()]
    return "\n".join(rows)
