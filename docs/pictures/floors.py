"""floors.py - the rooms on their floors, and which uses which: drawn from the table ROOMS of
tests/check_dependencies.py, so that the picture shows what that check enforces. A new room needs a
line in PLACES."""
import os
import sys

import svg

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests"))
sys.dont_write_bytecode = True
from check_dependencies import ROOMS, room_of  # noqa: E402

# The place of a room on its floor, 0 to 100; its text in the picture; its text in overview.md.
PLACES = {
    "src/base": (44, "memory, threads, files",
                 "memory, threads, heap, stamps, budget, files that appear whole, status"),
    "src/geometry": (22, "exact predicates",
                     "exact predicates, frames, polylines, areas, grids of cells, angles"),
    "format": (52, "the sealed container",
               "the container: named sections, digests, seal; reader, writer; `layout.h`: what"
               " sections hold"),
    "src/draw": (82, "SVG, charts", "SVG, charts, thumbnails"),
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
    "src/space": (54, "index or map, one thing",
                  "free space that can be asked, of an index or of a map in memory"),
    "query": (62, "answers requests",
              "the library that applications link; the methods are in `query/methods/`"),
    "src/crowd": (37, "crowds by density",
                  "crowds: cells, densities, strategies; a client of the query library"),
    "build-index": (26, "makes an index", "the offline pipeline, one file a stage"),
    "build-index/folder": (13, "many indexes",
                           "folders of maps, their indexes, and the catalogue"),
    "src/request": (41, "fields, JSON, source",
                    "requests as people write them: fields, names, JSON; index or map as a source"),
    "src/plaza": (60, "areas for routers",
                  "`pathfan plaza`: ways over areas between their entries, as GeoJSON and OSM XML"),
    "src/evaluate": (70, "all methods, compared",
                     "all methods over a folder of maps, and the strategies of crowds: runs,"
                     " statistics, reports; baselines"),
    "src/server": (41, "talks to clients",
                   "talking to clients by HTTP: connections, limits, pools of threads"),
    "src/serve": (16, "requests over HTTP",
                  "`pathfan serve`: the query API over HTTP, batches, metrics"),
    "src/viewer": (46, "the page and its server",
                   "the page and its server: maps, queries, drawings, crowds, builds, the study"),
    "src/cli": (46, "the command", "the command, one `cmd_*.c` a subcommand"),
    "src/mpi": (46, "many machines", "`pathfan-build-mpi`: one index by many machines"),
}

WIDTH, ROOM_WIDTH, ROOM_HEIGHT, FLOOR = 900, 168, 46, 84


def uses():
    """Returns the rooms that each room may use."""
    return {room: {room_of(place) for place in places.split()} for room, places in ROOMS.items()}


def floors_of(graph):
    floor = {}
    for room in ROOMS: # lower ones come first
        floor[room] = 1 + max((floor[other] for other in graph[room]), default=0)
    return floor


def reached(graph, room):
    seen, stack = set(), list(graph[room])
    while stack:
        other = stack.pop()
        if other not in seen:
            seen.add(other)
            stack.extend(graph[other])
    return seen


def plain(graph):
    """Returns the graph without the arrows that follow from others."""
    return {room: {other for other in others
                   if not any(other in reached(graph, via) for via in others - {other})}
            for room, others in graph.items()}


def draw():
    graph = uses()
    floor = floors_of(graph)
    top = max(floor.values())
    height = 32 + top * FLOOR
    picture = svg.Picture(WIDTH, height, "The rooms of pathfan on their floors")
    picture.say(24, 30, "An arrow: may use. Arrows that follow from others are left out.", "muted",
                13)
    boxes = {}
    for room in ROOMS:
        x = 56 + PLACES[room][0] / 100 * (WIDTH - 56 - 24) - ROOM_WIDTH / 2
        y = 48 + (top - floor[room]) * FLOOR
        boxes[room] = (x, y, x + ROOM_WIDTH, y + ROOM_HEIGHT)
    for f in range(1, top + 1):
        y = 48 + (top - f) * FLOOR
        picture.say(24, y + ROOM_HEIGHT / 2 + 5, str(f), "muted", 15, bold=True)
        if f < top:
            picture.path([(24, y - (FLOOR - ROOM_HEIGHT) / 2),
                          (WIDTH - 24, y - (FLOOR - ROOM_HEIGHT) / 2)],
                         "line", 0.6, dash="2 5")
    arrows = [(room, other) for room, others in plain(graph).items() for other in others]
    for points in route(sorted(arrows, key=lambda a: (floor[a[0]] - floor[a[1]], a)), boxes):
        picture.arrow(points)
    for room in ROOMS:
        x, y, _, _ = boxes[room]
        kind = {"query": "blue", "format": "orange", "build-index": "green",
                "build-index/folder": "green"}.get(room, "box")
        inside = picture.box(x, y, ROOM_WIDTH, ROOM_HEIGHT, kind)
        picture.say(x + ROOM_WIDTH / 2, y + 19, room, "ink", 14, "middle", bold=True, inside=inside)
        picture.say(x + ROOM_WIDTH / 2, y + 36, PLACES[room][1], "muted", 12, "middle",
                    inside=inside)
    return picture.text()


def route(arrows, boxes):
    """Yields curves for all arrows: first chooses their lanes, then the points where they touch
    their rooms, from left to right."""
    middle = {room: (box[0] + box[2]) / 2 for room, box in boxes.items()}
    others = {a: [box for room, box in boxes.items() if room not in a] for a in arrows}
    lanes, taken = {}, []
    for arrow in arrows:
        p, q = (middle[arrow[0]], boxes[arrow[0]][3]), (middle[arrow[1]], boxes[arrow[1]][1] - 1)
        lanes[arrow] = find_lane(p, q, others[arrow], taken, " to ".join(arrow))
        if lanes[arrow] is not None:
            taken.append(lanes[arrow])
    at = {}
    for side in (0, 1):
        for room in boxes:
            mine = [a for a in arrows if a[side] == room]
            mine.sort(key=lambda a: (lanes[a] or middle[a[1 - side]], a))
            for i, arrow in enumerate(mine):
                at[arrow, side] = middle[room] + (i - (len(mine) - 1) / 2) * 30
    for arrow in arrows:
        p, q = (at[arrow, 0], boxes[arrow[0]][3]), (at[arrow, 1], boxes[arrow[1]][1] - 1)
        yield curve(p, q, lanes[arrow])


def curve(p, q, lane):
    """Returns a curve from p down to q, direct or along a vertical lane."""
    if lane is None:
        pull = (q[1] - p[1]) * 0.5
        return [p, ("C", (p[0], p[1] + pull), (q[0], q[1] - pull), q)]
    gap = FLOOR - ROOM_HEIGHT
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
    """Returns the rooms as a table of overview.md, from the top floor down."""
    graph = uses()
    floor = floors_of(graph)
    rows = ["| floor | room | what it is | may use |", "|---|---|---|---|"]
    for room in sorted(ROOMS, key=lambda r: (-floor[r], list(ROOMS).index(r))):
        places = ", ".join(f"`{p.removeprefix('src/')}`" for p in ROOMS[room].split())
        rows.append(f"| {floor[room]} | `{room}/` | {PLACES[room][2]} | {places or '-'} |")
    return "\n".join(rows)
