"""request.py - the way of one request through the folders and files of query/. The folders, their
order and their files are those of folders.py. The steps name functions; in which file each is, is
looked up, and that the caller still names it."""
import os
import re

import folders
import svg

MODULE = "query"
WIDTH, LEFT, RIGHT, PAD = 900, 24, 876, 14
STEPS_AT = 428 # x of the steps
LINE, HEAD, GAP = 19, 44, 44

# The steps of a request for several paths, in order: who calls, what is called, what it does.
STEPS = (
    ("calls/answer", "pf_query_begin", "moves to the current generation"),
    ("calls/answer", "pf_request_flaw", "is every field in its range?"),
    ("calls/answer", "pf_areas_take", "areas to keep out of"),
    ("calls/answer", "pf_method_of", "which method answers?"),
    ("calls/answer", "pf_ends_place", "where the ends lie; are they free?"),
    ("methods/table", "pf_find_by_index", "path 1, then the others"),
    ("methods/index_paths", "pf_ends_scatter", "what ends see; lengths to hubs"),
    ("ends/visible_vertices", "pf_touch_vertex", "labels, checked when first read"),
    ("methods/index_paths", "pf_find_shortest", "path 1: the best hub of both ends"),
    ("methods/index_paths", "pf_collect_from_via_sets", "via nodes of the ends' regions"),
    ("methods/via_sets", "pf_gather_via", "short enough: a candidate"),
    ("methods/index_paths", "pf_choose", "k that are taut, new, simple"),
    ("methods/index_paths", "pf_recover_via", "a candidate becomes a track"),
    ("choose/choose", "pf_splicer_add", "joins candidates that meet"),
    ("choose/choose", "pf_compare", "different, by its legs or exactly"),
    ("calls/answer", "publish", "tracks become paths in map units"),
)

# What folders hand each other: the upper one, the lower one, what goes down, what comes up.
FLOWS = (
    ("calls", "methods", "a task: request, ends, areas", "tracks, and a finding: why not more"),
    ("methods", "choose", "via nodes, candidates", "tracks accepted"),
    ("choose", "paths", "a candidate", "a track"),
    ("paths", "ends", "two points", "vertices seen, lengths to hubs"),
    ("ends", "open", "cells and vertices", "a view: pointers into the file"),
)


def find_steps(files):
    """Returns {folder: [(number, function, text)]}; an error if the code has no such step."""
    code = {}
    for folder, units in files.items():
        for unit in units:
            paths = [f"{folders.TOP}/{MODULE}/{folder}/{unit}{end}" for end in (".c", ".h")]
            code[f"{folder}/{unit}"] = "".join(folders.read(p) for p in paths if os.path.exists(p))
    steps = {folder: [] for folder in files}
    for i, (caller, function, text) in enumerate(STEPS):
        begins = re.compile(rf"^[\w ]+[ *]{function}\([^;{{]*\) {{", re.M)
        homes = [unit for unit, text_of in code.items() if begins.search(text_of)]
        if len(homes) != 1:
            raise ValueError(f"request.py: {function} is in {homes or 'no file of query/'}")
        if not re.search(rf"\b{function}\b", code.get(caller, "")):
            raise ValueError(f"request.py: {caller} doesn't name {function}")
        steps[homes[0].split("/")[0]].append((i + 1, function, text))
    return steps


def wrap(units, width):
    """Lays out names of files in lines; returns lists of (name, x)."""
    lines, x = [[]], 0
    for unit in units:
        w = svg.width_of(unit, 12.5, mono=True) + 13
        if x + w - 13 > width and lines[-1]:
            lines.append([])
            x = 0
        lines[-1].append((unit, x))
        x += w
    return lines


def rows(layer, steps):
    """Yields folders from the top layer down: those with steps singly, others side by side."""
    for number in sorted(set(layer.values()), reverse=True):
        of_layer = [f for f in folders.from_the_top(MODULE) if layer[f] == number]
        yield from ([f] for f in of_layer if steps[f])
        if not all(steps[f] for f in of_layer):
            yield [f for f in of_layer if not steps[f]]


def places():
    """Returns the boxes of folders, from the top down; then the steps, and the height of the whole.
    Folders without steps leave room for the arrows that pass them."""
    files, layer = folders.files_of(MODULE), folders.layers_of(MODULE)
    steps, boxes, y = find_steps(files), {}, 84
    for row in rows(layer, steps):
        left, right = (LEFT, RIGHT) if steps[row[0]] else (LEFT + 84, RIGHT - 84)
        width = (right - left - (len(row) - 1) * 24) / len(row)
        high = 0
        for i, folder in enumerate(row):
            x = left + i * (width + 24)
            names_end = STEPS_AT - 18 if steps[folder] else x + width - PAD
            lines = wrap(files[folder], names_end - x - PAD)
            high = max(high, len(lines), len(steps[folder]))
            boxes[folder] = (x, y, x + width, lines)
        for folder in row:
            x0, y0, x1, lines = boxes[folder]
            boxes[folder] = ((x0, y0, x1, y0 + HEAD + high * LINE), lines)
        y += HEAD + high * LINE + GAP
    return boxes, steps, y


def beside(upper, lower):
    """Returns the folders between two: those that the upper one uses and that use the lower one."""
    uses = folders.INSIDE[MODULE]
    layer = folders.layers_of(MODULE)
    return [folder for folder, others in uses.items() if layer[lower] < layer[folder] < layer[upper]
            and folder in uses[upper].split() and lower in others.split()]


def draw():
    boxes, steps, bottom = places()
    doors = folders.doors_of(MODULE)
    picture = svg.Picture(WIDTH, bottom - 8, "One request's way through the folders of query/")
    picture.say(LEFT, 30, "Numbers: the order of a request for several paths. Bold: files that other"
                " folders use. Each folder uses only folders below it.", "muted", 12)
    picture.say(LEFT + 62, 62, "pathfan_query_paths(query, request, &answer)", "ink", 12.5,
                mono=True)
    picture.arrow([(LEFT + 50, 48), (LEFT + 50, 83)])
    picture.arrow([(RIGHT - 50, 83), (RIGHT - 50, 48)])
    picture.say(RIGHT - 62, 62, "k paths, and why not more", "ink", 12.5, "end")
    for folder, (box, lines) in boxes.items():
        inside = picture.box(box[0], box[1], box[2] - box[0], box[3] - box[1])
        picture.say(box[0] + PAD, box[1] + 21, f"{folder}/", "blueink", 14, bold=True, mono=True,
                    inside=inside)
        x = box[0] + PAD + svg.width_of(folder + "/ ", 14, True, True)
        picture.say(x, box[1] + 21, folders.FOLDERS[MODULE][folder], "muted", 12, inside=inside)
        for i, line in enumerate(lines):
            for unit, at in line:
                picture.say(box[0] + PAD + at, box[1] + 48 + i * LINE, unit, "ink", 12.5, mono=True,
                            bold=f"{folder}/{unit}" in doors, inside=inside)
        for i, (number, function, text) in enumerate(steps[folder]):
            y = box[1] + 48 + i * LINE
            picture.box(STEPS_AT, y - 12, 22, 16, "blue", "blueink", 8)
            picture.say(STEPS_AT + 11, y, str(number), "blueink", 11, "middle", bold=True)
            picture.say(STEPS_AT + 30, y, function, "ink", 11.5, mono=True, inside=inside)
            picture.say(STEPS_AT + 208, y, text, "muted", 12.5, inside=inside)
    for upper, lower, down, up in FLOWS:
        if lower not in folders.INSIDE[MODULE][upper].split():
            raise ValueError(f"request.py: {upper} doesn't use {lower}")
        y0, y1 = boxes[upper][0][3], boxes[lower][0][1]
        picture.arrow([(LEFT + 50, y0), (LEFT + 50, y1 - 1)], "blueink")
        picture.say(LEFT + 62, y0 + 26, down, "blueink", 12.5, italic=True)
        picture.arrow([(RIGHT - 50, y1), (RIGHT - 50, y0 + 1)], "greenink")
        picture.say(RIGHT - 62, y0 + 26, up, "greenink", 12.5, "end", italic=True)
        for side in beside(upper, lower):
            middle = (boxes[side][0][0] + boxes[side][0][2]) / 2
            picture.arrow([(middle, y0), (middle, boxes[side][0][1] - 1)])
            picture.arrow([(middle, boxes[side][0][3]), (middle, y1 - 1)])
    picture.arrow([(LEFT + 50, bottom - GAP), (LEFT + 50, bottom - GAP + 24)])
    picture.say(LEFT + 62, bottom - GAP + 22, ", ".join(folders.MODULES[MODULE].split()), "muted",
                12.5)
    return picture.text()
