"""terms.py - the terms on one map, shown four times, computed by small_map.py."""
import math

import svg
from small_map import LABEL, RANK, S, T, SmallMap, cross, minus, way

WIDTH, HEIGHT, SCALE = 900, 880, 10
CELL = [(15, 12), (11, 11), (13, 5), (21, 8)] # a cell of the mesh by `pathfan mesh`


class Panel:
    """The map, with its corner at (x, y) of the picture."""

    def __init__(self, picture, the_map, x, y, title):
        self.picture, self.map, self.x, self.y = picture, the_map, x, y
        self.row = y + the_map.height * SCALE + 24
        picture.say(x, y - 10, title, "ink", 15, bold=True)
        picture.box(x, y, the_map.width * SCALE, the_map.height * SCALE, "box", "line", 0)

    def at(self, p):
        return (self.x + p[0] * SCALE, self.y + p[1] * SCALE)

    def obstacles(self):
        for ring in self.map.obstacles:
            self.picture.path([self.at(p) for p in ring], "wall", fill="wall", close=True)

    def fill(self, points, fill):
        self.picture.path([self.at(p) for p in points], None, fill=fill, close=True)

    def line(self, points, ink, width=1.5, dash=None, end=None, shift=0):
        """Draws a line. shift: pixels to the left of its direction, to draw lines side by side."""
        moved = []
        for a, b in zip(points, points[1:]):
            far = math.dist(a, b)
            off = (shift * (b[1] - a[1]) / far, -shift * (b[0] - a[0]) / far)
            moved += [tuple(q + o for q, o in zip(self.at(p), off)) for p in (a, b)]
        self.picture.path(moved if shift else [self.at(p) for p in points], ink, width, dash=dash,
                          end=end)

    def disc(self, p, ink, radius=3.5):
        self.picture.disc(*self.at(p), radius, ink)

    def ring(self, p, ink, radius=4, width=1.8, fill="box"):
        self.picture.dot(*self.at(p), radius, fill, ink, width)

    def end(self, p, name, dx, dy):
        self.disc(p, "ink", 4.5)
        self.say(p, name, dx, dy, "ink", bold=True)

    def say(self, p, text, dx=0, dy=0, ink="ink", anchor="start", size=13, **how):
        x, y = self.at(p)
        self.picture.say(x + dx, y + dy, text, ink, size, anchor, halo=True, **how)

    def key(self, mark, term, *meaning):
        """Adds a line below the map: a mark, a term, its meaning."""
        y = self.row - 4
        mark(self.x + 12, y)
        self.picture.say(self.x + 32, self.row, term, "ink", 12.5, bold=True)
        left = self.x + 32 + svg.width_of(term, 12.5, True) + 8
        for i, text in enumerate(meaning):
            self.picture.say(left, self.row + i * 16, text, "muted", 12.5)
        self.row += 20 + 16 * (len(meaning) - 1)


def stroke(picture, ink, width=1.8, dash=None):
    return lambda x, y: picture.path([(x - 12, y), (x + 12, y)], ink, width, dash=dash)


def patch(picture, fill):
    return lambda x, y: picture.box(x - 12, y - 6, 24, 12, fill, "line", 2, 0.6)


def corners(panel):
    picture, the_map = panel.picture, panel.map
    panel.obstacles()
    for v, (first, second) in the_map.wedge.items():
        p = panel.at(v)
        spread = [math.atan2(e[1], e[0]) for e in (first, second)]
        if spread[1] < spread[0]:
            spread[1] += 2 * math.pi
        arc = [(p[0] + 13 * math.cos(a), p[1] + 13 * math.sin(a))
               for a in (spread[0] + (spread[1] - spread[0]) * i / 12 for i in range(13))]
        picture.path([p, *arc], None, fill="wedge", close=True)
    panel.line([S, (17, 19), (25, 17), T], "greenink", 2.4)
    panel.line([(17, 19), (23, 27)], "redink", 2, "6 4", "arrow")
    for v in the_map.wedge:
        panel.disc(v, "ink", 3)
    panel.end(S, "s", -4, -10)
    panel.end(T, "t", 4, -10)
    panel.key(lambda x, y: picture.disc(x, y, 3, "ink"), "convex vertex",
              "a corner that a path can turn round")
    panel.key(patch(picture, "wedge"), "wedge", "what is blocked at one, less than half a turn")
    panel.key(stroke(picture, "greenink", 2.4), "taut", "turns round corners, like a pulled string")
    panel.key(stroke(picture, "redink", 2, "6 4"), "not taut",
              "turns away; pulled, it leaves the corner")


def seen_from(the_map, s):
    """Returns the outline of the area visible from s, by rays past every corner."""
    w, h = the_map.width, the_map.height
    rings = [*the_map.obstacles, [(0, 0), (w, 0), (w, h), (0, h)]]
    walls = [(ring[i - 1], ring[i]) for ring in rings for i in range(len(ring))]
    angles = [math.atan2(p[1] - s[1], p[0] - s[0]) for ring in rings for p in ring]
    outline = []
    for angle in sorted(a + e for a in angles for e in (-1e-6, 1e-6)):
        d = (math.cos(angle), math.sin(angle))
        hits = []
        for a, b in walls:
            e = minus(b, a)
            by = cross(d, e)
            if abs(by) > 1e-12:
                along, t = cross(minus(a, s), e) / by, cross(minus(a, s), d) / by
                if along > 1e-9 and -1e-9 <= t <= 1 + 1e-9:
                    hits.append(along)
        outline.append((s[0] + min(hits) * d[0], s[1] + min(hits) * d[1]))
    return outline


def clip(points, a, b):
    """Returns the part of a polygon left of the ray from a through b (left as in files:
    positive)."""
    inside = lambda p: cross(minus(b, a), minus(p, a))
    out = []
    for p, q in zip(points, points[1:] + points[:1]):
        if inside(p) >= 0:
            out.append(p)
        if inside(p) * inside(q) < 0:
            t = inside(p) / (inside(p) - inside(q))
            out.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return out


def sight(panel):
    picture, the_map = panel.picture, panel.map
    panel.fill(seen_from(the_map, S), "sight")
    cone = clip(clip(CELL, S, (11, 11)), (15, 12), S)
    panel.fill(cone, "cone")
    panel.obstacles()
    panel.line([*CELL, CELL[0]], "muted", 1, "2 3")
    for v in (CELL[1], CELL[0]):
        edge = max((p for p in cone if abs(cross(minus(v, S), minus(p, S))) < 1e-6),
                   key=lambda p: math.dist(p, S))
        panel.line([S, edge], "orangeink", 1.2)
    for v in the_map.wedge:
        if v not in the_map.visible(S):
            panel.disc(v, "line", 3)
        elif not the_map.side(v, minus(v, S)):
            panel.ring(v, "redink")
        elif the_map.is_useful(S, v):
            panel.disc(v, "blueink", 4.5)
        else:
            panel.ring(v, "blueink", 4.5)
    panel.end(S, "s", -4, 18)
    panel.key(patch(picture, "sight"), "visible", "from s; it can touch walls, not pass them")
    panel.key(patch(picture, "cone"), "cone", "what s sees of one cell, between two rays")
    panel.key(lambda x, y: picture.disc(x, y, 4.5, "blueink"), "useful",
              "a path passes it, and goes on to others")
    panel.key(lambda x, y: picture.dot(x, y, 4.5, "box", "blueink", 1.8), "not useful",
              "a path passes it, to no other vertex")
    panel.key(lambda x, y: picture.dot(x, y, 4, "box", "redink", 1.8), "faces s",
              "head-on: no path from s passes it")


def trees(panel):
    picture, the_map = panel.picture, panel.map
    panel.obstacles()
    parents = [the_map.tree(S, T)[1], the_map.tree(T, S)[1]]
    for parent, ink in zip(parents, ("blueink", "orangeink")):
        for v, before in parent.items():
            if before and v in the_map.wedge:
                panel.line([before, v], ink, 1.1, shift=1.5)
    plateaus = the_map.plateaus(S, T)
    for chain in plateaus:
        panel.line(chain, "purpleink", 5)
    via = [min((v for v in chain if v in RANK), key=RANK.get) for chain in plateaus[:3]]
    n = via[1]
    path = [*reversed(way(parents[0], n)), *way(parents[1], n)[1:]]
    panel.line(path, "greenink", 2.2, "7 4", shift=-5)
    for v in the_map.wedge:
        panel.disc(v, "muted", 2.5)
    for v in via:
        panel.ring(v, "purpleink", 6, 2.2)
    panel.say(n, "n", -6, 22, "purpleink", "middle", bold=True)
    panel.end(S, "s", -4, -12)
    panel.end(T, "t", 4, -12)
    panel.key(stroke(picture, "blueink", 1.3), "tree of s",
              "its shortest paths to all; the other one is t's")
    picture.path([(panel.x, panel.row - 20), (panel.x + 24, panel.row - 20)], "orangeink", 1.3)
    panel.key(stroke(picture, "purpleink", 5), "plateau", "a branch that both trees share; the",
              "longest is the shortest path itself")
    panel.key(lambda x, y: picture.dot(x, y, 6, "box", "purpleink", 2.2), "via node",
              "the highest ranked vertex of one")
    panel.key(stroke(picture, "greenink", 2.2, "7 4"), "via-path",
              "by n: shortest from s to n, from n to t")


def hub(panel):
    picture, the_map = panel.picture, panel.map
    panel.obstacles()
    parent = the_map.tree(LABEL["at"])[1]
    path = way(parent, LABEL["hub"])[::-1]
    assert path[1] == LABEL["next"] and min(path, key=RANK.get) == LABEL["hub"]
    panel.line(path, "greenink", 2.6)
    for v in the_map.wedge:
        panel.disc(v, "line", 3)
    places = ((path[1], -16, -7, "end"), (path[2], -9, 6, "end"), (path[0], 0, 22, "middle"),
              (path[3], -12, 2, "end"))
    for v, dx, dy, anchor in places:
        name = {path[0]: "v, ", path[1]: "p, ", path[3]: "h, "}.get(v, "")
        panel.say(v, f"{name}rank {RANK[v]}", dx, dy, anchor=anchor, size=12.5)
    panel.disc(path[0], "greenink", 5)
    for v in path[1:3]:
        panel.disc(v, "greenink", 4)
    panel.ring(path[3], "purpleink", 6, 2.4)
    for v, dx, dy in (((21, 8), 0, -10), ((17, 19), -8, 20)):
        panel.disc(v, "muted", 3)
        panel.say(v, f"rank {RANK[v]}", dx, dy, "muted", "middle", 12.5)
    panel.key(lambda x, y: picture.say(x, y + 5, "0", "ink", 13, "middle", bold=True), "rank",
              "its turn as a hub, 0 the first")
    panel.key(lambda x, y: picture.dot(x, y, 6, "box", "purpleink", 2.4), "hub h of v",
              "the highest ranked vertex of the",
              "shortest path from v to h")
    panel.key(stroke(picture, "greenink", 2.6), "label of v",
              f"hub h; length {LABEL['length']:.2f}; next",
              f"vertex p; and number {LABEL['next_label']} of p's labels,", "which goes on to h")


def draw():
    picture = svg.Picture(WIDTH, HEIGHT, "The terms on one map: corners, sight, trees, a hub")
    the_map = SmallMap()
    panels = (("Corners", corners), ("What s sees", sight), ("Two trees, their plateaus", trees),
              ("A hub and its label", hub))
    for i, (title, draw_panel) in enumerate(panels):
        x, y = 24 + i % 2 * 452, 40 + i // 2 * 428
        draw_panel(Panel(picture, the_map, x, y, title))
    return picture.text()
