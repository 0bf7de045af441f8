"""pathfan_file.py - a reader of pathfan index files, written from docs/format.md.

It shares nothing with the C code: no LMDB, no library of ours, no header. test_reader.py compares
its results with the output of `pathfan` for the same files.

    index = pathfan_file.open_file("map.pathfan")      all digests, all "must be"
    index.header["n"], index.vertices[3].rank, index.cells[0].corners
    index.via(1, u, v), index.distance(u, v)
    python3 pathfan_file.py map.pathfan                a summary as JSON

Needs python3-xxhash and python3-zstandard. Everything is decoded at once: for small maps.
"""
import functools
import json
import math
import re
import struct
import sys
from collections import namedtuple

from pathfan_container import (SHARED_SECTIONS, Bytes, Container, Damaged, NotAnIndex, OtherVersion,
                               digest, must, piece_digest, radius_of)
from pathfan_listed import Listed
from pathfan_regions import Regions
from pathfan_tables import bits, packed, read_table
from pathfan_terrain import RECORDS, Terrain

NONE = None  # "none" of an id

Vertex = namedtuple("Vertex", "x y rank last_left last_right component first second")
Seer = namedtuple("Seer", "vertex right left")  # no ray: the vertex itself
Cut = namedtuple("Cut", "axis at halves")  # of a tree whose leaves are lists of seers
Cell = namedtuple("Cell", "corners neighbours component seers")
# A label's length is in units of 2^-length_bits; exit: the vertex of its exit, which is next unless
# the path goes straight on there.
Label = namedtuple("Label", "hub length next next_label group exit")


def meet(a, b, p, q):
    """Whether two segments between points with integer coordinates have a point in common."""
    (ax, ay), (bx, by), (px, py), (qx, qy) = a, b, p, q
    if (ax < px > bx and ax < qx > bx) or (ax > px < bx and ax > qx < bx) or \
            (ay < py > by and ay < qy > by) or (ay > py < by and ay > qy < by):
        return False  # their boxes are apart

    u = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    v = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
    if u > 0 < v or u < 0 > v:
        return False
    u = (qx - px) * (ay - py) - (qy - py) * (ax - px)
    v = (qx - px) * (by - py) - (qy - py) * (bx - px)
    return not (u > 0 < v or u < 0 > v)


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def id_of(number, width):
    return NONE if number == (1 << 8 * width) - 1 else number


# ---- The sections ----

QUADRANTS = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)]
HEADER_FIELDS = ("n cells components mesh_vertices corners width height m id_bytes end_bytes "
                 "next_bytes length_bits fraction_bits has_cones mesh_kind is_rounded scale "
                 "origin_x origin_y edges taut_edges cone_entries").split()


class Index(Container):
    """A whole index, decoded and checked."""

    def __init__(self, data, radius=0):
        """radius: the number of the one that is read."""
        super().__init__(data)
        self.verify()
        told = re.search(r" agent-radius=([0-9.e,+-]+)", self.options)
        self.radii = [float(one) for one in told[1].split(",")] if told else []
        must(self.radii == sorted(set(self.radii)) and len(self.radii) <= 8, "options: radii")
        self.all_sections, self.sections = self.sections, {}
        for name, section in self.all_sections.items():
            number, plain = radius_of(name)
            must(number < max(1, len(self.radii)), f"section {name}: of no radius")
            if number == radius or name in SHARED_SECTIONS:
                self.sections[plain] = section
        self._read_header()
        self._read_vertices()
        self._read_mesh()
        self._read_locator()
        self._read_exits()
        self._read_labels()
        self._check_tiles()
        self._read_hubs()
        self._told, self._seen = {}, {}
        self.tables = [read_table(self, i + 1) for i in range(self.header["m"])]
        self.regions = Regions(self)
        self._read_edges()
        self._read_onward()
        self.terrain = Terrain(self) if any(self.has(name) for name in RECORDS) else None
        self._check_pieces()
        self.source = self.content("source", 1)
        must(digest(self.source) == self.source_digest and
             len(self.source) == self.source_bytes, "source: not the directory's")

    def _read_header(self):
        data = self.content("header", 176)
        must(len(data) == 176, "header: size")
        numbers = struct.unpack("<16i3d11q", data)
        h = self.header = dict(zip(HEADER_FIELDS, numbers))
        h["runs"] = numbers[22:]
        extent = max(h["width"], h["height"])
        must(0 <= h["n"] < 1 << 24 and h["cells"] >= 0 and h["components"] >= 0 and
             h["mesh_vertices"] >= h["n"] and h["corners"] >= 0, "header: counts")
        must(min(h["width"], h["height"]) >= 0 and extent <= 1 << 28, "header: extent")
        must(0 <= h["m"] <= 8 and h["id_bytes"] in (2, 4) and
             (h["id_bytes"] == 4 or h["n"] <= 65534) and h["end_bytes"] in (1, 2, 4) and
             h["next_bytes"] in (1, 2, 4), "header: widths")
        must(-8 <= h["length_bits"] <= min(48, 58 - extent.bit_length()), "header: length_bits")
        must(h["fraction_bits"] == min(32, max(0, 61 - 2 * max(1, extent.bit_length()))),
             "header: fraction_bits")
        must(h["has_cones"] in (0, 1) and h["is_rounded"] in (0, 1), "header: flags")
        must(2.0**-900 <= h["scale"] <= 2.0**900 and
             math.isfinite(h["origin_x"] / h["scale"]) and
             math.isfinite(h["origin_y"] / h["scale"]), "header: frame")
        self.n = h["n"]

    def _sized(self, name, element, elements):
        data = self.content(name, element)
        must(len(data) == element * elements, f"{name}: size")
        return Bytes(data, name)

    def _vertex_id(self, number, width, what):
        found = id_of(number, width)
        must(found is NONE or found < self.n, f"{what}: a vertex out of range")
        return found

    def _read_vertices(self):
        h = self.header
        take = self._sized("vertices", 24, self.n)
        wedges = self._sized("wedges", 16, self.n) if self.has("wedges") else None
        self.vertices = []
        for _ in range(self.n):
            x, y, rank, left, right, component_quadrant = take.fields("iiIIII")
            must(0 <= x <= h["width"] and 0 <= y <= h["height"] and rank < self.n,
                 "vertices: out of range")
            must(component_quadrant >> 2 < h["components"], "vertices: component")
            first, second = QUADRANTS[component_quadrant & 3:(component_quadrant & 3) + 2]
            if wedges:
                w = wedges.fields("iiii")
                first, second = w[:2], w[2:]
                must(max(abs(w[0]), abs(w[2])) <= h["width"] and
                     max(abs(w[1]), abs(w[3])) <= h["height"] and cross(first, second) > 0,
                     "wedges: impossible")
            self.vertices.append(Vertex(x, y, rank, self._vertex_id(left, 4, "vertices"),
                                        self._vertex_id(right, 4, "vertices"),
                                        component_quadrant >> 2, first, second))

    def _read_mesh(self):
        h = self.header
        cells, corners = h["cells"], h["corners"]
        others = h["mesh_vertices"] - self.n
        take = self._sized("mesh", 4, cells + 1 + 2 * corners + 2 * others)
        first = take.fields(f"{cells + 1}i")
        vertex = take.fields(f"{corners}i")
        neighbour = take.fields(f"{corners}i")
        self.mesh_points = [(v.x, v.y) for v in self.vertices]
        self.mesh_points += [take.fields("ii") for _ in range(others)]
        must(first[0] == 0 and first[-1] == corners and
             all(b - a >= 3 for a, b in zip(first, first[1:])), "mesh: corners")
        must(all(0 <= v < h["mesh_vertices"] for v in vertex) and
             all(-1 <= p < cells for p in neighbour), "mesh: out of range")
        must(all(0 <= x <= h["width"] and 0 <= y <= h["height"] for x, y in self.mesh_points),
             "mesh: a vertex off the map")
        must(set(range(self.n)) <= set(vertex), "mesh: a convex vertex of no cell")

        polygons = self._sized("polygons", 8, cells + 1)
        lists = [polygons.fields("Ii") for _ in range(cells + 1)]
        cones = self.content("cones", 1)
        must(lists[0][0] == 0 and lists[-1][0] == len(cones), "polygons: cones")
        self.cells, self.list_begins = [], [begin for begin, _ in lists]
        for c in range(cells):
            (begin, component), end = lists[c], lists[c + 1][0]
            must(begin <= end <= len(cones) and 0 <= component < h["components"], "polygons")
            # Without cone lists the section's bytes have no meaning.
            must(begin % 4 == 0 and end % 4 == 0 or not h["has_cones"], "polygons: cones")
            seers = self._read_cones(cones[begin:end]) if h["has_cones"] else []
            self.cells.append(Cell(vertex[first[c]:first[c + 1]], neighbour[first[c]:first[c + 1]],
                                   component, seers))
        for c, cell in enumerate(self.cells):
            self._check_cell(c, cell)

    def _check_cell(self, number, cell):
        """Checks that a cell is convex, goes round once, and agrees with its neighbours."""
        corners = cell.corners
        points = [self.mesh_points[v] for v in corners]
        edges = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:] + points[:1])]
        rounds = 0
        for a, b in zip(edges, edges[1:] + edges[:1]):
            must(cross(a, b) > 0 or cross(a, b) == 0 and a[0] * b[0] + a[1] * b[1] > 0,
                 "mesh: a cell that isn't convex")
            rounds += (a[1], a[0]) < (0, 0) <= (b[1], b[0])
        must(rounds == 1, "mesh: a cell that isn't convex")
        for i, (v, p) in enumerate(zip(corners, cell.neighbours)):
            must(v >= self.n or self.vertices[v].component == cell.component, "mesh: component")
            if p < 0:
                continue
            other, after = self.cells[p], corners[(i + 1) % len(corners)]
            must(other.component == cell.component, "mesh: component")
            must(after in other.corners, "mesh: neighbours")
            k = other.corners.index(after)
            must(other.corners[(k + 1) % len(other.corners)] == v and
                 other.neighbours[k] == number, "mesh: neighbours")

    def _read_cones(self, data, depth=0):
        take, width = Bytes(data, "cones"), self.header["id_bytes"]
        head, number = take.fields("Ii")
        if head & 3:
            second = head & ~3
            must(head & 3 < 3 and 8 < second < len(data) and depth < 64, "cones: a cut")
            return Cut((head & 3) - 1, number, [self._read_cones(data[8:second], depth + 1),
                                                self._read_cones(data[second:], depth + 1)])
        must(number >= 0 and (head >> 2) + 3 * number <= len(data), "cones: cut off")
        seers = [Seer(v, v, v) for v in (take.integer(width) for _ in range(head >> 2))]
        must(all(a.vertex < b.vertex for a, b in zip(seers, seers[1:])), "cones: order")
        parts = [Seer(*(take.integer(width) for _ in range(3))) for _ in range(number)]
        must(all(a.vertex <= b.vertex for a, b in zip(parts, parts[1:])), "cones: order")
        must(take.left() < 4 and len(data) % 4 == 0, "cones: size")
        must(all(i < self.n for s in seers + parts for i in s), "cones: out of range")
        return seers + parts

    def seers(self, tree):
        """Returns the number of entries of a tree."""
        return sum(map(self.seers, tree.halves)) if isinstance(tree, Cut) else len(tree)

    def _read_locator(self):
        h = self.header
        take = Bytes(self.content("locator", 1), "locator")
        width, height, self.shift, entry, entries, zero = take.fields("iiiiII")
        must((width, height, zero) == (h["width"], h["height"], 0) and 0 <= self.shift <= 30 and
             entry in (2, 4), "locator: head")
        self.square_columns = (width >> self.shift) + 1
        squares = self.square_columns * ((height >> self.shift) + 1)
        first = take.fields(f"{squares + 1}I")
        must(first[0] == 0 and list(first) == sorted(first) and first[-1] == entries and
             take.left() == entry * entries, "locator: lists")
        listed = [take.integer(entry) for _ in range(entries)]
        self.squares = [listed[a:b] for a, b in zip(first, first[1:])]
        for square in self.squares:
            must(square == sorted(set(square)) and all(c < h["cells"] for c in square),
                 "locator: entries")

    def _read_exits(self):
        take = self._sized("spans", 16, self.n + 1)
        spans = [take.fields("4I") for _ in range(self.n + 1)]
        self.label_first = [span[0] for span in spans]
        self.exit_first = [span[1] for span in spans]
        self.label_count, self.exit_count = spans[-1][0], spans[-1][1]
        bounds = [exit for span in spans for exit in span[1:]]
        must(self.label_first[0] == 0 and self.label_first == sorted(self.label_first),
             "spans: labels")
        must(bounds[0] == 0 and bounds == sorted(bounds) and bounds[-1] == self.exit_count,
             "spans: exits")
        i, e = self.header["id_bytes"], self.header["end_bytes"]
        content = self.content("exits", 1)
        must(len(content) == self.exit_count * (i + e) + 8, "exits: size")
        take = Bytes(content, "exits")
        self.exits = []  # for each vertex: (next vertex, end, group)
        for v, (span, after) in enumerate(zip(spans, spans[1:])):
            exits, before = [], 0
            for group in range(3):
                for _ in range(span[1 + group], (span + after[1:2])[2 + group]):
                    vertex, end = take.integer(i), take.integer(e)
                    must(vertex < self.n and vertex != v and before < end, "exits: out of range")
                    exits.append((vertex, end, group))
                    before = end
            must(before == after[0] - span[0], "exits: they don't fill a vertex's labels")
            self.exits.append(exits)

    def _read_labels(self):
        c = self.header["next_bytes"]
        ones = (1 << 8 * c) - 1
        take = self._sized("labels", 8, self.label_count)
        content = self.content("next-labels", 1)
        must(len(content) == self.label_count * c + 8, "next-labels: size")
        take_next = Bytes(content, "next-labels")
        self.labels = []
        for v in range(self.n):
            labels = []
            for vertex, end, group in self.exits[v]:
                while len(labels) < end:
                    word, number = take.integer(8), take_next.integer(c)
                    hub = word & (1 << 24) - 1
                    must(hub < self.n and hub != v, "labels: ids")
                    labels.append(Label(hub, word >> 24, hub if number == ones else vertex,
                                        None if number >= ones - 1 else number, group, vertex))
            self.labels.append(labels)
        for labels in self.labels:
            for label in labels:
                self._check_walk(label)

    def _check_walk(self, label):
        for _ in range(1 << max(0, 1 - self.header["length_bits"])):
            if label.next_label is None:
                return
            must(label.next_label < len(self.labels[label.next]), "labels: next label")
            after = self.labels[label.next][label.next_label]
            must(after.hub == label.hub, "labels: another hub")
            if after.length != label.length:
                must(after.length < label.length, "labels: a walk that doesn't end")
                return
            label = after
        must(self.header["length_bits"] < 0 and label.next_label is None,
             "labels: a walk that doesn't end")

    def _read_hubs(self):
        w, data = bits(self.n), self.content("hubs", 1)
        take = Bytes(data, "hubs")
        first = take.fields(f"{self.n + 1}I")
        must(first[0] == 0 and list(first) == sorted(first), "hubs: lists")
        self.hub_count = first[-1]
        must(take.left() == (self.hub_count * w + 7) // 8 + 16, "hubs: size")
        ids = packed(take.take(take.left()), w, self.hub_count, "hubs")
        must(all(i < self.n for i in ids), "hubs: out of range")
        self.hubs = [ids[a:b] for a, b in zip(first, first[1:])]

    def _check_tiles(self):
        """Checks that exits, labels and next labels have one chunk each, or break between tiles."""
        h = self.header
        parts = (("exits", self.exit_first, h["id_bytes"] + h["end_bytes"]),
                 ("labels", self.label_first, 1), ("next-labels", self.label_first, h["next_bytes"]))
        if not self.has("label-tiles"):
            must(all(len(self.sections[name].chunks) == 1 for name, _, _ in parts), "labels: chunks")
            return
        shift, = self._sized("label-tiles", 4, 1).fields("i")
        must(3 <= shift < 31, "label-tiles: shift")
        for name, first, size in parts:
            cuts = {first[v] * size for v in range(0, self.n, 1 << shift)}
            at = 0
            for chunk in self.sections[name].chunks[:-1]:
                at += chunk.elements
                must(at in cuts, f"{name}: cut within a tile")

    def _read_onward(self):
        self.onward = None
        if self.has("onward") and self.header["has_cones"]:
            self.onward = self.content("onward", 1)
            bits = len(self.content("cones", 1)) // self.header["id_bytes"]
            must(len(self.onward) == (bits + 7) // 8 + 8, "onward: size")

    def _read_edges(self):
        self.edges, self.search_bits = None, None  # None: not stored
        if not self.has("edges"):
            return
        h, take = self.header, Bytes(self.content("edges", 1), "edges")
        self.search_bits = take.fields("i")[0]
        most = 2 * (2.0**(40 - h["length_bits"]) + h["width"] + h["height"])
        must(-8 <= self.search_bits <= 52 and most * 2.0**self.search_bits <= 2.0**58,
             "edges: length_bits")
        self.edges = []
        for v in range(self.n):
            w = v
            for _ in range(take.varint()):
                step = take.varint()
                w += step
                must(step > 0 and w < self.n, "edges: out of range")
                a, b = self.vertices[v], self.vertices[w]
                must(a.component == b.component and (a.x, a.y) != (b.x, b.y), "edges: ends")
                self.edges.append((v, w))
        must(not take.left() and len(self.edges) == h["edges"], "edges: count")

    def _check_pieces(self):
        """Checks the digests of every eight vertices, eight cells, and sixteen blocks."""
        h = self.header
        raw = {name: self.content(name, element) for name, element in (
            ("spans", 16), ("exits", 1), ("labels", 8), ("next-labels", 1), ("hubs", 1),
            ("polygons", 8), ("cones", 1), ("pieces", 8))}
        exit_bytes, next_bytes, bit = h["id_bytes"] + h["end_bytes"], h["next_bytes"], bits(self.n)
        spans = [struct.unpack_from("<4I", raw["spans"], 16 * v) for v in range(self.n + 1)]
        ids = 4 * (self.n + 1)
        hub_first = struct.unpack_from(f"<{self.n + 1}I", raw["hubs"])
        expected = []
        for a in range(0, self.n, 8):
            b = min(a + 8, self.n)
            (label, exit, *_), (label_end, exit_end, *_) = spans[a], spans[b]
            expected.append(piece_digest(
                raw["exits"][exit * exit_bytes:exit_end * exit_bytes],
                raw["labels"][8 * label:8 * label_end],
                raw["next-labels"][label * next_bytes:label_end * next_bytes],
                raw["hubs"][4 * a:4 * b + 4],
                raw["hubs"][ids + hub_first[a] * bit // 8:ids + (hub_first[b] * bit + 7) // 8]))
        cells = h["cells"] if h["has_cones"] else 0
        begin = [struct.unpack_from("<I", raw["polygons"], 8 * c)[0] for c in range(h["cells"] + 1)]
        for a in range(0, cells, 8):
            expected.append(piece_digest(raw["cones"][begin[a]:begin[min(a + 8, cells)]]))
        expected += self.regions.piece_digests()
        must(list(struct.unpack(f"<{len(raw['pieces']) // 8}Q", raw["pieces"])) == expected,
             "pieces: digests")
        self.listed = Listed(self)

    # ---- What the file says ----

    def unit_point(self, x, y):
        """Returns a lattice point in map units."""
        h = self.header
        return ((h["origin_x"] + x) / h["scale"], (h["origin_y"] + y) / h["scale"])

    def via(self, table, u, v):
        """Returns the via node of a pair in CVPD^table, or None. u != v, connected."""
        if self.vertices[u].rank > self.vertices[v].rank:
            u, v = v, u
        found = None
        for run in self.tables[table - 1][u]:
            if run.first <= v:
                found = run
        return found.value

    def steps(self, v, hub):
        """Returns the vertices from v to one of its hubs, both included."""
        way, label = [v], None
        if v != hub:
            label = next((one for one in self.labels[v] if one.hub == hub), None)
            while label:
                way.append(label.next)
                label = (None if label.next_label is None
                         else self.labels[label.next][label.next_label])
            if way[-1] != hub:
                way.append(hub)
        return way

    def straight(self, a, b):
        """Returns the length of the segment between two vertices, map units."""
        a, b = self.vertices[a], self.vertices[b]
        return math.sqrt((a.x - b.x)**2 + (a.y - b.y)**2) / self.header["scale"]

    def distance(self, u, v):
        """Returns the length of the shortest path between two vertices, map units, or None."""
        if self.vertices[u].component != self.vertices[v].component:
            return None
        if u == v:
            return 0.0
        if self.sees(u, v):
            return self.straight(u, v)
        here, there = self.told(u), self.told(v)
        ways = [here[hub] + there[hub] for hub in here if hub in there]
        must(ways, "labels: none for a pair")
        return min(ways)

    def told(self, v):
        """Returns {hub: length of the path from v, map units}, v itself included."""
        if v not in self._told:
            known = {v: 0.0}
            for hub in (label.hub for label in self.labels[v]):
                way = self.steps(v, hub)
                known[hub] = sum(self.straight(a, b) for a, b in zip(way, way[1:]))
            self._told[v] = known
        return self._told[v]

    def sees(self, u, v):
        """Whether the segment between two vertices is free, by the cells along it."""
        pair = (min(u, v), max(u, v))
        if pair not in self._seen:
            self._seen[pair] = self._is_free(*pair)
        return self._seen[pair]

    def _is_free(self, u, v):
        p, q = self.mesh_points[u], self.mesh_points[v]
        cells_at, ways_out = self._around
        waiting, goals = list(cells_at[u]), cells_at[v]
        been = set(waiting)
        while waiting:
            cell = waiting.pop()
            if cell in goals:
                return True
            for a, b, beyond in ways_out[cell]:
                if beyond not in been and meet(a, b, p, q):
                    been.add(beyond)
                    waiting.append(beyond)
        return False

    @functools.cached_property
    def _around(self):
        """Returns the cells at each mesh point, and each cell's borders that lead into another."""
        cells_at, ways_out = [set() for _ in self.mesh_points], []
        for number, cell in enumerate(self.cells):
            points = [self.mesh_points[w] for w in cell.corners]
            ways_out.append([border for border in
                             zip(points, points[1:] + points[:1], cell.neighbours) if border[2] >= 0])
            for corner in cell.corners:
                cells_at[corner].add(number)
        return cells_at, ways_out

    def from_to(self, u, v):
        a, b = self.vertices[u], self.vertices[v]
        return (b.x - a.x, b.y - a.y)

    def side(self, v, d):
        """Returns on which side the obstacle of vertex v is for a path that passes v along d."""
        a, b = cross(d, self.vertices[v].first), cross(d, self.vertices[v].second)
        return "left" if a >= 0 and b >= 0 else "right" if a <= 0 and b <= 0 else "neither"

    def dead_ends_of(self, cell, p, scale):
        """Returns the vertices that the list for p, lattice times scale, marks as dead ends."""
        data, width, at = self.content("cones", 1), self.header["id_bytes"], self.list_begins[cell]
        while True:
            head, number = struct.unpack_from("<Ii", data, at)
            if not head & 3:
                break
            at += head & ~3 if p[(head & 3) - 1] > number * scale else 8
        whole = at + 8
        part = whole + width * (head >> 2)
        firsts = list(range(whole, part, width))
        firsts += range(part, part + 3 * width * number, 3 * width)
        return {int.from_bytes(data[i:i + width], "little") for i in firsts
                if not self.onward[i // width // 8] >> (i // width % 8) & 1}

    def seers_of(self, cell, p, scale):
        """Returns the vertices that see p by the cone list; p: in the cell, lattice times scale."""
        found, tree = set(), self.cells[cell].seers
        while isinstance(tree, Cut):
            tree = tree.halves[p[tree.axis] > tree.at * scale]
        for s in tree:
            v = self.vertices[s.vertex]
            d = (p[0] - v.x * scale, p[1] - v.y * scale)
            right, left = ((self.vertices[r].x - v.x, self.vertices[r].y - v.y)
                           for r in (s.right, s.left))
            if cross(right, d) >= 0 and cross(left, d) <= 0:
                found.add(s.vertex)
        return found


def open_file(path, offset=0, size=None, radius=0):
    with open(path, "rb") as file:
        file.seek(offset)
        return Index(file.read() if size is None else file.read(size), radius)


def summary(index):
    h = index.header
    return {"format": f"{index.major}.{index.minor}", "map": index.source_name, "n": h["n"],
            "cells": h["cells"], "components": h["components"], "tables": h["m"],
            "labels": index.label_count, "exits": index.exit_count, "hubs": index.hub_count,
            "regions": index.regions.count,
            "edges": None if index.edges is None else len(index.edges),
            "terrain": index.terrain and index.terrain.summary(), "builder": index.builder, "options": index.options,
            "sections": {s.name: s.elements * s.element for s in index.sections.values()}}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: pathfan_file.py INDEX")
    try:
        print(json.dumps(summary(open_file(sys.argv[1])), indent=1))
    except (NotAnIndex, OtherVersion, Damaged) as error:
        sys.exit(f"{sys.argv[1]}: {error.__doc__[:-1].lower()}: {error}")
