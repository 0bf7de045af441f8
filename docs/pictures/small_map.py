"""small_map.py - the map of terms.geojson: convex obstacles in a rectangle, small enough to compute
everything by the definitions, in exact numbers. `check` compares the results with the program's."""
import heapq
import json
import math
import os
import subprocess
import tempfile
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(HERE, "terms.geojson")


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1])


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


class SmallMap:
    def __init__(self):
        with open(FILE, encoding="utf-8") as file:
            rings = [[tuple(p) for p in f["geometry"]["coordinates"][0][:-1]]
                     for f in json.load(file)["features"]]
        self.width, self.height = rings[0][2]
        # Counter-clockwise in the sense of files: positive cross products.
        self.obstacles = [ring if cross(minus(ring[1], ring[0]), minus(ring[2], ring[1])) > 0
                          else ring[::-1] for ring in rings[1:]]
        self.wedge = {} # the two edges at each convex vertex; here all corners are convex
        for ring in self.obstacles:
            for i, v in enumerate(ring):
                before, after = ring[i - 1], ring[(i + 1) % len(ring)]
                assert cross(minus(v, before), minus(after, v)) > 0, "obstacles are convex here"
                if 0 < v[0] < self.width and 0 < v[1] < self.height: # else it lies on the border
                    self.wedge[v] = (minus(after, v), minus(before, v))

    def sees(self, a, b):
        """Whether no open part of the segment is inside an obstacle."""
        for ring in self.obstacles:
            low, high = Fraction(0), Fraction(1)
            for i, p in enumerate(ring):
                edge = minus(ring[(i + 1) % len(ring)], p)
                at, step = cross(edge, minus(a, p)), cross(edge, minus(b, a))
                if step == 0:
                    if at <= 0:
                        low, high = Fraction(1), Fraction(0)
                elif step > 0:
                    low = max(low, Fraction(-at, step))
                else:
                    high = min(high, Fraction(-at, step))
            if low < high:
                return False
        return True

    def side(self, v, d):
        """Returns the side of the obstacle at v as a path passes along d; None: it doesn't pass."""
        first, second = (cross(d, e) for e in self.wedge[v])
        if first >= 0 and second >= 0:
            return "left"
        return "right" if first <= 0 and second <= 0 else None

    def is_taut(self, before, v, after):
        come, go = minus(v, before), minus(after, v)
        side = self.side(v, come)
        turn = cross(come, go)
        turns_to_it = turn >= 0 if side == "left" else turn <= 0
        return side is not None and side == self.side(v, go) and turns_to_it

    def visible(self, a):
        return [v for v in self.wedge if v != a and self.sees(a, v)]

    def is_useful(self, a, v):
        """Whether a taut edge goes on from v after arriving from a."""
        return any(self.is_taut(a, v, w) and self.side(w, minus(w, v)) for w in self.visible(v))

    def tree(self, root, leaf=None):
        """Returns the lengths and parents of all vertices; leaf: one more node."""
        length, parent, queue, done = {root: 0.0}, {root: None}, [(0.0, root)], set()
        while queue:
            so_far, v = heapq.heappop(queue)
            if v in done or v == leaf:
                continue
            done.add(v)
            for w in self.visible(v) + ([leaf] if leaf and self.sees(v, leaf) else []):
                new = so_far + math.dist(v, w)
                if w not in length or new < length[w] - 1e-9:
                    length[w], parent[w] = new, v
                    heapq.heappush(queue, (new, w))
        return length, parent

    def plateaus(self, s, t):
        """Lists the branches of two or more vertices that both trees share, from s on, longest
        first."""
        parent_s, parent_t = self.tree(s, t)[1], self.tree(t, s)[1]
        nodes = [*self.wedge, s, t]
        after = {a: b for a in nodes for b in nodes
                 if parent_s.get(b) == a and parent_t.get(a) == b}
        chains = []
        for a in after:
            if a not in after.values():
                chain = [a]
                while chain[-1] in after:
                    chain.append(after[chain[-1]])
                chains.append(chain)
        return sorted(chains, key=lambda c: -sum(map(math.dist, c, c[1:])))


def way(parent, v):
    """Returns the vertices from v back to the root of a tree."""
    path = []
    while v:
        path.append(v)
        v = parent[v]
    return path


# The program's numbers, for the picture; checked below.
RANK = {(21, 8): 0, (17, 19): 1, (25, 17): 15, (29, 3): 4, (34, 4): 17, (5, 24): 21, (9, 25): 2,
        (35, 16): 7, (34, 23): 20, (30, 9): 10}
LABEL = {"at": (34, 23), "hub": (29, 3), "length": 21.756155609206321, "next": (35, 16),
         "next_label": 4}


def check(pathfan):
    """Compares vertices, trees, plateaus, ranks and the label with the program's."""
    the_map = SmallMap()
    with tempfile.TemporaryDirectory() as folder:
        index = os.path.join(folder, "terms.pathfan")
        run = lambda *words, text=None: subprocess.run(
            [pathfan, *words], check=True, capture_output=True, text=True, input=text).stdout
        run("build-index", FILE, "-o", index)
        count = json.loads(run("inspect", index, "--json"))["n"]
        vertices = [json.loads(run("inspect", index, "--vertex", str(v), "--json"))
                    for v in range(count)]
        at = [tuple(v["at"]) for v in vertices]
        assert set(at) == set(the_map.wedge), "other convex vertices"
        for v in vertices:
            assert RANK.get(tuple(v["at"]), v["rank"]) == v["rank"], f"another rank: {v}"
        label = next(l for l in vertices[at.index(LABEL["at"])]["labels"]
                     if at[l["hub"]] == LABEL["hub"])
        assert at[label["next"]] == LABEL["next"], label
        assert label["next_label"] == LABEL["next_label"], label
        assert abs(label["length"] - LABEL["length"]) < 1e-9, label
        requests = [{"from": end, "to": v, "paths": 1} for end in (S, T) for v in at]
        requests.append({"from": S, "to": T, "algorithm": "plateaus", "stretch": 2})
        answers = [json.loads(line) for line in
                   run("query", index, "--batch",
                       text="\n".join(map(json.dumps, requests))).splitlines()]
        for end, these in ((S, answers[:count]), (T, answers[count:2 * count])):
            length = the_map.tree(end)[0]
            for v, answer in zip(at, these):
                wrong = abs(length[v] - answer["paths"][0]["length"])
                assert wrong < 1e-6, f"another length: {end} {v}"
        paths = [[tuple(p) for p in path["points"]] for path in answers[-1]["paths"]]
        parents = the_map.tree(S)[1], the_map.tree(T)[1]
        for chain, path in zip(the_map.plateaus(S, T), paths):
            whole = [*reversed(way(parents[0], chain[0])), *chain[1:-1],
                     *way(parents[1], chain[-1])]
            assert path in (chain, whole), f"another path: {chain} {path}"


S, T = (2, 14), (38, 13) # the ends
