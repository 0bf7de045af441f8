"""request.py - the way of one request through the files of query/, drawn by hand. Each file's
header has its inputs and outputs; query/calls/answer.c and query/methods/index_paths.c have the way
itself."""
import svg

WIDTH = 900
LEFT, STAGE = 40, 396 # x and width of the column of stages
RIGHT = 478
BOX, STEP = 44, 70

# File, its purpose, its output to the next; then the texts beside it.
BEFORE = (
    ("query.c", "moves to the current generation", "request",
     ("index.c, generation.c: what is held", "validate.c: a part, when it is first used")),
    ("request.c", "is every field in its range?", "request",
     ("if not: the first flaw is the answer",)),
    ("areas.c", "areas to keep out of", "request, areas",
     ("src/geometry/area.c: exact, with a margin",)),
    ("methods/table.c", "which method answers, and has it what it needs?", "a row: find",
     ("methods/scratch.h: what it keeps, made now",)),
    ("ends.c", "where the ends lie; which comes first", "ends: placed",
     ("src/space: point to polygon, component", "blocked or apart: the outcome is the answer")),
)
INDEX = (
    ("visible_vertices.c", "what an end sees and can pass: cone lists", "visible vertices"),
    ("hub_distance.c", "lengths from it to hubs: labels", "ends: scattered"),
    ("shortest.c", "path 1: hubs joined, the best ones recovered", "tracks: path 1"),
    ("methods/tables.c, methods/thorough.c", "via nodes: by tables and via sets; of all vertices",
     "candidates"),
    ("choose.c", "taut, new, different, simple: k of them", "tracks, finding"),
)
OTHERS = (
    ("methods/online.c", "polyanya, astar: one path, of src/search"),
    ("methods/trees.c", "plateaus, dissimilarity: two trees, then choose.c"),
    ("methods/penalty.c", "penalty: search after search, then choose.c"),
    ("methods/among_areas.c", "index with areas: by tables, or by trees.c"),
    ("methods/detour.c", "path 1 round areas, for those above"),
    ("methods/graph_paths.c", "ends and corners, attached to the graph of src/graph"),
)


def stage(picture, y, name, what, kind="box"):
    inside = picture.box(LEFT, y, STAGE, BOX, kind)
    picture.say(LEFT + 14, y + 18, name, "ink", 13, bold=True, mono=True, inside=inside)
    picture.say(LEFT + 14, y + 35, what, "muted", 12.5, inside=inside)


def hand_on(picture, y, gives, step=STEP):
    x = LEFT + 36
    picture.arrow([(x, y + BOX), (x, y + step - 1)])
    picture.say(x + 12, y + BOX + 17, gives, "blueink", 12.5, italic=True)


def beside(picture, y, texts, ink="muted"):
    picture.path([(LEFT + STAGE, y + BOX / 2), (RIGHT - 10, y + BOX / 2)], "line", 1, dash="2 3")
    picture.lines(RIGHT, y + BOX / 2 + (4 if len(texts) == 1 else -4), texts, 17, ink=ink,
                  size=12.5)


def draw():
    rows = len(BEFORE) + len(INDEX) + 1
    height = 44 + rows * STEP + 82
    picture = svg.Picture(WIDTH, height, "One request's way through the files of query/")
    picture.say(LEFT + 36 + 12, 30, "pathfan_query_paths(query, request, &answer)", "ink", 12.5,
                mono=True)
    picture.arrow([(LEFT + 36, 20), (LEFT + 36, 43)])
    y = 44
    for name, what, gives, with_ in BEFORE:
        stage(picture, y, name, what)
        hand_on(picture, y, gives, STEP + 12 if name == "ends.c" else STEP)
        beside(picture, y, with_)
        y += STEP
    top = y
    top += 12
    y += 38
    bottom = y + len(INDEX) * STEP - STEP + BOX
    frame = (LEFT - 16, top, LEFT + STAGE + 16, bottom + 14)
    other = (RIGHT - 10, top, WIDTH - 16, bottom + 14)
    picture.box(frame[0], top, frame[2] - frame[0], bottom - top + 14, "blue", "blueink", 10, 1,
                "4 3")
    picture.box(other[0], top, other[2] - other[0], bottom - top + 14, "purple", "purpleink", 10, 1,
                "4 3")
    picture.say(LEFT + 48, top + 18, "methods/index_paths.c: the index's own method", "blueink",
                12.5,
                bold=True, inside=frame)
    picture.say(RIGHT + 6, top + 18, "or another row of the table", "purpleink", 12.5, bold=True,
                inside=other)
    picture.arrow([(LEFT + 36, top), (LEFT + 36, y - 1)])
    for i, (name, what, gives) in enumerate(INDEX):
        stage(picture, y + i * STEP, name, what)
        if i + 1 < len(INDEX):
            hand_on(picture, y + i * STEP, gives)
    step = (bottom - y - BOX) / (len(OTHERS) - 1)
    for i, (name, what) in enumerate(OTHERS):
        inside = picture.box(RIGHT + 4, y + i * step, WIDTH - RIGHT - 34, BOX)
        picture.say(RIGHT + 16, y + i * step + 18, name, "ink", 13, bold=True, mono=True,
                    inside=inside)
        picture.say(RIGHT + 16, y + i * step + 35, what, "muted", 12.5, inside=inside)
    y = bottom + 14 + STEP - BOX
    x = LEFT + 36
    picture.arrow([(x, bottom), (x, y - 1)])
    picture.say(x + 12, y - 8, "tracks, finding", "blueink", 12.5, italic=True)
    picture.path([(RIGHT + 40, bottom + 14), (RIGHT + 40, y + BOX / 2)], "muted", 1.4)
    picture.arrow([(RIGHT + 40, y + BOX / 2), (LEFT + STAGE + 1, y + BOX / 2)])
    stage(picture, y, "answer.c", "tracks in map units; nobody else writes answers")
    picture.arrow([(x, y + BOX), (x, y + BOX + 24)])
    picture.say(x + 12, y + BOX + 19,
                "const pathfan_answer *, until the query object is asked again", "ink",
                12.5)
    picture.lines(RIGHT + 56, bottom + 36, (
        "All along: recover.c, tracks.c, distance.c,",
        "measure.c, objective.c, candidates.h, points.h;",
        "index_view.h, row_reader.h: what the file holds;",
        "scene.h, task.h: what stages are given"), 17, ink="muted", size=12.5)
    return picture.text()
