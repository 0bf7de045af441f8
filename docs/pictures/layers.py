"""layers.py - the modules in their layers, and which uses which: drawn from the table MODULES of
tests/check_dependencies.py, so that the picture shows what that check enforces. A new module needs
a line in PLACES."""
import os
import sys

import svg

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests"))
sys.dont_write_bytecode = True
from check_dependencies import MODULES, module_of  # noqa: E402

# The place of a module in its layer, 0 to 100; its text in the picture; its text in overview.md.
PLACES = {
    "src/base": (44, "memory, threads, files",
                 "memory, threads, heap, stamps, limits, JSON, files that appear whole, status"),
    "src/geometry": (14, "exact predicates",
                     "exact predicates, frames, polylines, areas, grids of cells, angles"),
    "format": (38, "the sealed container",
               "the container: named sections, digests, seal; reader, writer; `layout.h`: what"
               " sections hold"),
    "src/draw": (86, "SVG, charts", "SVG, charts, thumbnails"),
    "src/map": (14, "text to outlines",
                "reading and making maps, polygons to outlines, scenarios"),
    "src/mesh": (46, "what is walked on",
                 "meshes of convex polygons as queries walk over them: location, sight, segments"),
    "src/meshing": (22, "outlines to meshes",
                    "making meshes: triangulation, merging, rectangles, mesh files, metrics"),
    "src/search": (66, "Polyanya, A*", "searches over a mesh or cells: Polyanya, A*"),
    "src/graph": (44, "visibility, trees",
                  "the visibility graph, canonical trees; the graph of a request: search graph and"
                  " overlay, Dijkstra, A*, Penalty"),
    "src/terrain": (89, "roads and rivers",
                    "roads, rivers, obstacles: cheapest ways over open ground"),
    "src/weighted": (62, "areas that cost",
                     "ground of areas with a rate: cheapest ways to a certified gap"),
    "src/space": (54, "index or map, one thing",
                  "free space that can be asked, of an index or of a map in memory"),
    "query": (49, "answers requests",
              "the library that applications link; what a request passes: below"),
    "src/crowd": (89, "crowds by density",
                  "crowds: cells, densities, strategies; a client of the query library"),
    "build-index": (29, "makes an index", "the offline pipeline, one file a stage: below"),
    "build-index/folder": (41, "many indexes",
                           "folders of maps, their indexes, and the catalogue"),
    "src/request": (63, "fields, JSON, source",
                    "requests as people write them: fields, names, JSON; index or map as a source"),
    "src/costs": (70, "costs of many places",
                  "fields of costs over terrains, and corridors of cheap ways, for the command and"
                  " the server"),
    "src/plaza": (14, "areas for routers",
                  "`pathfan plaza`: ways over areas between their entries, as GeoJSON and OSM XML"),
    "src/evaluate": (89, "all methods, compared",
                     "all methods over a folder of maps, and the strategies of crowds: runs,"
                     " statistics, reports; baselines"),
    "src/server": (29, "talks to clients",
                   "talking to clients by HTTP: connections, limits, pools of threads"),
    "src/serve": (72, "requests over HTTP",
                  "`pathfan serve`: the query API over HTTP, batches, metrics"),
    "src/viewer": (91, "the page and its server",
                   "the page and its server: maps, queries, drawings, crowds, builds, the study"),
    "src/scenario": (53, "scenarios of crowds",
                     "scenarios of crowds as people write them, and the ground that they walk on"),
    "src/command": (12, "parts of a command line",
                    "what programs have in common: options, help, messages, exit codes, progress"),
    "src/cli": (62, "the command", "the command, one `cmd_*.c` a subcommand"),
    "src/mpi": (38, "many machines", "`pathfan-build-mpi`: one index by many machines"),
}

WIDTH, BOX_WIDTH, BOX_HEIGHT, LAYER = 1100, 168, 46, 84


if MODULES.keys() != PLACES.keys():
    sys.exit(f"layers.py: PLACES differs from MODULES: {MODULES.keys() ^ PLACES.keys()}")


def uses():
    """Returns the modules that each module may use."""
    return {module: {module_of(place) for place in places.split()} for module, places in MODULES.items()}


def layers_of(graph):
    layer = {}
    for module in MODULES: # lower ones come first
        layer[module] = 1 + max((layer[other] for other in graph[module]), default=0)
    return layer


def reached(graph, module):
    seen, stack = set(), list(graph[module])
    while stack:
        other = stack.pop()
        if other not in seen:
            seen.add(other)
            stack.extend(graph[other])
    return seen


def plain(graph):
    """Returns the graph without the arrows that follow from others."""
    return {module: {other for other in others
                   if not any(other in reached(graph, via) for via in others - {other})}
            for module, others in graph.items()}


def draw():
    graph = uses()
    layer = layers_of(graph)
    top = max(layer.values())
    height = 32 + top * LAYER
    picture = svg.Picture(WIDTH, height, "The modules of pathfan in their layers")
    picture.say(24, 30, "An arrow: may use. Arrows that follow from others are left out.", "muted",
                13)
    boxes = {}
    for module in MODULES:
        x = 56 + PLACES[module][0] / 100 * (WIDTH - 56 - 24) - BOX_WIDTH / 2
        y = 48 + (top - layer[module]) * LAYER
        boxes[module] = (x, y, x + BOX_WIDTH, y + BOX_HEIGHT)
    for f in range(1, top + 1):
        y = 48 + (top - f) * LAYER
        picture.say(24, y + BOX_HEIGHT / 2 + 5, str(f), "muted", 15, bold=True)
        if f < top:
            picture.path([(24, y - (LAYER - BOX_HEIGHT) / 2),
                          (WIDTH - 24, y - (LAYER - BOX_HEIGHT) / 2)],
                         "line", 0.6, dash="2 5")
    arrows = [(module, other) for module, others in plain(graph).items() for other in others]
    for points in route(sorted(arrows, key=lambda a: (layer[a[0]] - layer[a[1]], a)), boxes):
        picture.arrow(points)
    for module in MODULES:
        x, y, _, _ = boxes[module]
        kind = {"query": "blue", "format": "orange", "build-index": "green",
                "build-index/folder": "green"}.get(module, "box")
        inside = picture.box(x, y, BOX_WIDTH, BOX_HEIGHT, kind)
        picture.say(x + BOX_WIDTH / 2, y + 19, module, "ink", 14, "middle", bold=True, inside=inside)
        picture.say(x + BOX_WIDTH / 2, y + 36, PLACES[module][1], "muted", 12, "middle",
                    inside=inside)
    return picture.text()


def route(arrows, boxes):
    """Yields curves for all arrows: first chooses their lanes, then the points where they touch
    their boxes, from left to right."""
    middle = {module: (box[0] + box[2]) / 2 for module, box in boxes.items()}
    others = {a: [box for module, box in boxes.items() if module not in a] for a in arrows}
    lanes, taken = {}, []
    for arrow in arrows:
        p, q = (middle[arrow[0]], boxes[arrow[0]][3]), (middle[arrow[1]], boxes[arrow[1]][1] - 1)
        lanes[arrow] = find_lane(p, q, others[arrow], taken, " to ".join(arrow))
        if lanes[arrow] is not None:
            taken.append(lanes[arrow])
    at = {}
    for side in (0, 1):
        for module in boxes:
            mine = [a for a in arrows if a[side] == module]
            mine.sort(key=lambda a: (lanes[a] or middle[a[1 - side]], a))
            for i, arrow in enumerate(mine):
                at[arrow, side] = middle[module] + (i - (len(mine) - 1) / 2) * 30
    for arrow in arrows:
        p, q = (at[arrow, 0], boxes[arrow[0]][3]), (at[arrow, 1], boxes[arrow[1]][1] - 1)
        yield curve(p, q, lanes[arrow])


def curve(p, q, lane):
    """Returns a curve from p down to q, direct or along a vertical lane."""
    if lane is None:
        pull = (q[1] - p[1]) * 0.5
        return [p, ("C", (p[0], p[1] + pull), (q[0], q[1] - pull), q)]
    gap = LAYER - BOX_HEIGHT
    return [p, ("C", (p[0], p[1] + gap / 2), (lane, p[1] + gap / 2), (lane, p[1] + gap)),
            (lane, q[1] - gap), ("C", (lane, q[1] - gap / 2), (q[0], q[1] - gap / 2), q)]


def find_lane(p, q, others, taken, what):
    """Returns None if the way is free, otherwise the place of a lane that passes all others."""
    free = lambda points: not any(svg.crosses(points, box, 8) for box in others)
    if free(curve(p, q, None)):
        return None
    for lane in sorted(range(40, WIDTH - 12, 4), key=lambda x: abs(x - p[0]) + abs(x - q[0])):
        if all(abs(lane - other) > 11 for other in taken) and free(curve(p, q, lane)):
            return lane
    raise ValueError(f"no way to draw the arrow from {what}")


def table():
    """Returns the modules as a table of overview.md, from the top layer down."""
    graph = uses()
    layer = layers_of(graph)
    rows = ["| layer | module | what it is | may use |", "|---|---|---|---|"]
    for module in sorted(MODULES, key=lambda r: (-layer[r], list(MODULES).index(r))):
        places = ", ".join(f"`{p.removeprefix('src/')}`" for p in MODULES[module].split())
        rows.append(f"| {layer[module]} | `{module}/` | {PLACES[module][2]} | {places or '-'} |")
    return "\n".join(rows)
