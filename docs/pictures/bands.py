"""bands.py - a picture of the folders of a module, from the top layer down: the files of each, and
the steps that take place there. Folders, their order and their files are those of folders.py. A
step names a function: in which file that is, is looked up, and that the caller still names it."""
import os
import re

import folders
import svg

WIDTH, LEFT, RIGHT, PAD = 900, 24, 876, 14
STEPS_AT = 428 # x of the steps
LINE, HEAD = 19, 44


def find_steps(module, files, sequence):
    """Returns {folder: [(number, function, text)]}; an error if the code has no such step."""
    code = {}
    for folder, units in files.items():
        for unit in units:
            paths = [f"{folders.TOP}/{module}/{folder}/{unit}{end}" for end in (".c", ".h")]
            code[f"{folder}/{unit}"] = "".join(folders.read(p) for p in paths if os.path.exists(p))
    steps = {folder: [] for folder in files}
    for i, (caller, function, text) in enumerate(sequence):
        begins = re.compile(rf"^[\w ]+[ *]{function}\([^;{{]*\) {{", re.M)
        homes = [unit for unit, text_of in code.items() if begins.search(text_of)]
        if len(homes) != 1:
            raise ValueError(f"{function} is in {homes or 'no file of ' + module}")
        if not re.search(rf"\b{function}\b", code.get(caller, "")):
            raise ValueError(f"{caller} doesn't name {function}")
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


def rows(module, steps):
    """Yields folders from the top layer down: those with steps singly, others side by side."""
    layer = folders.layers_of(module)
    for number in sorted(set(layer.values()), reverse=True):
        of_layer = [f for f in folders.from_the_top(module) if layer[f] == number]
        yield from ([f] for f in of_layer if steps[f])
        if not all(steps[f] for f in of_layer):
            yield [f for f in of_layer if not steps[f]]


def places(module, sequence, gap):
    """Returns the boxes of folders, from the top down; then the steps, and the height of the whole.
    Folders without steps leave room for the arrows that pass them."""
    files = folders.files_of(module)
    steps, boxes, y = find_steps(module, files, sequence), {}, 84
    for row in rows(module, steps):
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
        y += HEAD + high * LINE + gap
    return boxes, steps, y


def beside(module, upper, lower):
    """Returns the folders between two: those that the upper one uses and that use the lower one."""
    uses = folders.INSIDE[module]
    layer = folders.layers_of(module)
    return [folder for folder, others in uses.items() if layer[lower] < layer[folder] < layer[upper]
            and folder in uses[upper].split() and lower in others.split()]


def draw(module, title, sequence, flows=()):
    """Draws the folders. sequence: the steps in order: who calls, what is called, what it does.
    flows: the upper folder, the lower one, what goes down, what comes up; if there are none, each
    folder says what it uses."""
    gap = 44 if flows else 14
    boxes, steps, bottom = places(module, sequence, gap)
    doors = folders.doors_of(module)
    picture = svg.Picture(WIDTH, bottom - gap + 36, title)
    for folder, (box, lines) in boxes.items():
        inside = picture.box(box[0], box[1], box[2] - box[0], box[3] - box[1])
        picture.say(box[0] + PAD, box[1] + 21, f"{folder}/", "blueink", 14, bold=True, mono=True,
                    inside=inside)
        x = box[0] + PAD + svg.width_of(folder + "/ ", 14, True, True)
        picture.say(x, box[1] + 21, folders.FOLDERS[module][folder], "muted", 12, inside=inside)
        uses = folders.INSIDE[module][folder].replace(" ", ", ")
        if uses and not flows:
            picture.say(box[2] - PAD, box[1] + 21, "uses " + uses, "blueink", 12, "end",
                        italic=True, inside=inside)
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
    for upper, lower, down, up in flows:
        if lower not in folders.INSIDE[module][upper].split():
            raise ValueError(f"{upper} doesn't use {lower}")
        y0, y1 = boxes[upper][0][3], boxes[lower][0][1]
        picture.arrow([(LEFT + 50, y0), (LEFT + 50, y1 - 1)], "blueink")
        picture.say(LEFT + 62, y0 + 26, down, "blueink", 12.5, italic=True)
        picture.arrow([(RIGHT - 50, y1), (RIGHT - 50, y0 + 1)], "greenink")
        picture.say(RIGHT - 62, y0 + 26, up, "greenink", 12.5, "end", italic=True)
        for side in beside(module, upper, lower):
            middle = (boxes[side][0][0] + boxes[side][0][2]) / 2
            picture.arrow([(middle, y0), (middle, boxes[side][0][1] - 1)])
            picture.arrow([(middle, boxes[side][0][3]), (middle, y1 - 1)])
    picture.arrow([(LEFT + 50, bottom - gap), (LEFT + 50, bottom - gap + 24)])
    picture.say(LEFT + 62, bottom - gap + 22, ", ".join(folders.MODULES[module].split()), "muted",
                12.5)
    return picture
