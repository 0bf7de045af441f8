"""pathfan_terrain.py - the terrain of an index file and its ways, decoded and checked by
docs/format.md ("Terrain" to "Ways"). pathfan_file.py reads the rest."""
import math
import struct
from collections import namedtuple
from itertools import accumulate

from pathfan_container import must

NONE = -1
ROAD, RIVER, BRIDGE, AREA = 0, 1, 2, 3
LEG, ARC, LINK, LEG_ARC, LEG_EXIT = range(5)
NEAR = 1e-9  # angles are results of an arctangent

# Section names, the packed form of a record, and its fields.
RECORDS = {
    "terrain": ("<d6i", "background overlapping_roads overlapping_rivers useless_roads "
                        "lost_bridges cut_roads zero"),
    "terrain-twins": ("<i", "corner"),
    "terrain-corner-node": ("<i", "node"),
    "terrain-corner-arc": ("<i", "arc"),
    "terrain-rivers": ("<i", "river"),
    "terrain-nodes": ("<2i3I3i2d", "x y first_fan first_arc first_link is_round other zero heading "
                                   "span"),
    "terrain-fan": ("<2id", "corner cell angle"),
    "terrain-arc-ends": ("<2id", "arc end angle"),
    "terrain-links": ("<2id2i", "to river cost is_left bridge"),
    "terrain-arcs": ("<4i4d", "a b corner feature rate length cosine sine"),
    "terrain-lanes": ("<3d2i", "rate cosine sine feature zero"),
    "terrain-areas": ("<i", "feature"),
    "terrain-features": ("<d4i", "value kind place name corner"),
    "terrain-names": ("<B", "byte"),
    "terrain-river-edges": ("<i", "corner"),
    "ways-first-leg": ("<I", "leg"),
    "ways-legs": ("<4i2d", "node arc backward crossed at cost"),
    "ways-crossed": ("<2i", "river before"),
    "ways-first-exit": ("<I", "exit"),
    "ways-exits": ("<2d2i", "at cost node leg"),
    "ways-edges": ("<6id", "kind a b first exit is_back cost"),
    "ways-first-label": ("<I", "label"),
    "ways-labels": ("<2id", "hub edge cost"),
    "ways-by-rank": ("<i", "node"),
}


def within(number, count):
    return 0 <= number < count


def is_cost(cost):
    return cost >= 0 and math.isfinite(cost)


def lists(first, count, what):
    must(first[0] == 0 and first[-1] == count and list(first) == sorted(first),
         f"{what}: lists out of order")
    return list(zip(first, first[1:]))


class Terrain:
    """A whole terrain; `index` has header, cells and mesh_points."""

    def __init__(self, index):
        self.index, self.header = index, index.header
        self._read_all()
        self._read_corners()
        self._check_features()
        self._check_edges_of_mesh()
        self._check_sizes()
        self._check_nodes()
        self._check_arcs()
        self._check_arc_ends()
        self._check_links()
        if self.areas:
            return
        self._check_legs()
        self._check_exits()
        self._check_edges()
        self._check_labels()

    def _read_all(self):
        self.parts = {}
        for name, (form, fields) in RECORDS.items():
            if name in ("terrain-lanes", "terrain-areas") and not self.index.has(name) or \
                    name.startswith("ways-") and self.index.has("terrain-areas"):
                must(not self.index.has(name), f"{name}: of a terrain with areas")
                self.parts[name] = []
                continue
            must(self.index.has(name), f"{name}: missing")
            data = self.index.content(name, struct.calcsize(form))
            record = namedtuple("Record", fields)
            rows = struct.iter_unpack(form, data)
            self.parts[name] = [row[0] for row in rows] if len(record._fields) == 1 else \
                [record._make(row) for row in rows]
        must(len(self.parts["terrain"]) == 1, "terrain: size")
        self.head, self.nodes = self.parts["terrain"][0], self.parts["terrain-nodes"]
        self.fan, self.arcs = self.parts["terrain-fan"], self.parts["terrain-arcs"]
        self.features, self.links = self.parts["terrain-features"], self.parts["terrain-links"]
        self.legs, self.exits = self.parts["ways-legs"], self.parts["ways-exits"]
        self.edges, self.labels = self.parts["ways-edges"], self.parts["ways-labels"]
        self.lanes = self.parts["terrain-lanes"]
        self.sides = 2 if self.lanes else 1
        must(len(self.lanes) in (0, 2 * len(self.arcs)), "terrain-lanes: size")
        self.areas = self.parts["terrain-areas"]
        must(len(self.areas) in (0, len(self.index.cells)), "terrain-areas: size")
        self.node_count = len(self.nodes) - 1
        must(self.node_count >= 0, "terrain-nodes: size")

    def _read_corners(self):
        """Lists each corner's cell, vertex, next and previous corner, and the cell beyond its
        edge."""
        self.cell, self.vertex, self.after, self.before, self.beyond = [], [], [], [], []
        self.cell_first = []
        for number, cell in enumerate(self.index.cells):
            first, count = len(self.cell), len(cell.corners)
            self.cell_first.append(first)
            self.cell += [number] * count
            self.vertex += cell.corners
            self.beyond += cell.neighbours
            self.after += [first + (i + 1) % count for i in range(count)]
            self.before += [first + (i - 1) % count for i in range(count)]

    def _check_features(self):
        head, names = self.head, self.parts["terrain-names"]
        must(head.background > 0 and math.isfinite(head.background) and not head.zero, "terrain")
        must(not names or names[-1] == 0, "terrain-names: the last byte")
        for f in self.features:
            must((f.kind in (ROAD, RIVER, BRIDGE) or f.kind == AREA and self.areas) and
                 f.place >= 0 and
                 NONE <= f.name < len(names), "terrain-features")
            must(f.value >= 0 if f.kind == RIVER else f.value == 0 if f.kind == BRIDGE else
                 f.value > 0 and (f.kind == AREA or math.isfinite(f.value)), "terrain-features")
            must(within(f.corner, len(self.cell)) if f.kind == BRIDGE else f.corner == NONE,
                 "terrain-features")
        kinds = [f.kind == BRIDGE for f in self.features]
        must(kinds == sorted(kinds), "terrain-features: a bridge before others")
        for area in self.areas:
            must(area == NONE or within(area, len(self.features)) and
                 self.features[area].kind == AREA and math.isfinite(self.features[area].value),
                 "terrain-areas")

    def _is_river(self, feature):
        return within(feature, len(self.features)) and self.features[feature].kind == RIVER

    def _is_bridge_at(self, feature, node):
        if not within(feature, len(self.features)) or self.features[feature].kind != BRIDGE:
            return False
        corner = self.features[feature].corner
        return self.index.mesh_points[self.vertex[corner]] == self._place(node)

    def _check_edges_of_mesh(self):
        corners, twins = len(self.cell), self.parts["terrain-twins"]
        rivers = self.parts["terrain-rivers"]
        must(len(twins) == len(rivers) == corners, "terrain: corners")
        for c, twin in enumerate(twins):
            if self.beyond[c] < 0:
                must(twin == -1, "terrain-twins")
                continue
            must(within(twin, corners) and self.cell[twin] == self.beyond[c] and
                 self.vertex[twin] == self.vertex[self.after[c]] and
                 self.vertex[self.after[twin]] == self.vertex[c], "terrain-twins")
        for c, river in enumerate(rivers):
            if river == NONE:
                must(twins[c] < 0 or rivers[twins[c]] == NONE, "terrain-rivers")
            else:
                must(self._is_river(river) and twins[c] >= 0 and rivers[twins[c]] == river,
                     "terrain-rivers")
        must(self.parts["terrain-river-edges"] ==
             [c for c, river in enumerate(rivers) if river >= 0 and twins[c] > c],
             "terrain-river-edges")
        self.twins, self.rivers = twins, rivers

    def _check_sizes(self):
        corners, arcs, nodes = len(self.cell), len(self.arcs), self.nodes
        must(len(self.fan) == corners == len(self.parts["terrain-corner-node"]) ==
             len(self.parts["terrain-corner-arc"]), "terrain: corners")
        must(len(self.parts["terrain-arc-ends"]) == 2 * arcs, "terrain-arc-ends: size")
        self.fans = lists([n.first_fan for n in nodes], corners, "terrain-nodes")
        self.ends_of = lists([n.first_arc for n in nodes], 2 * arcs, "terrain-nodes")
        self.links_of = lists([n.first_link for n in nodes], len(self.links), "terrain-nodes")

    # ---- Nodes ----

    def _way(self, corner, to):
        a, b = (self.index.mesh_points[self.vertex[c]] for c in (corner, to))
        return b[0] - a[0], b[1] - a[1]

    def _corner_angle(self, corner):
        (ax, ay), (bx, by) = (self._way(corner, c) for c in (self.after[corner],
                                                             self.before[corner]))
        return math.atan2(ax * by - ay * bx, ax * bx + ay * by)

    def _is_barrier(self, corner):
        return self.twins[corner] < 0 or self.rivers[corner] >= 0

    def _place(self, number):
        return self.nodes[number].x, self.nodes[number].y

    def _check_nodes(self):
        of_corner = self.parts["terrain-corner-node"]
        self.place = {}  # a corner's position in the fan
        for number, (begin, end) in enumerate(self.fans):
            node, fan = self.nodes[number], self.fan[begin:end]
            must(node.is_round in (0, 1) and not node.zero, "terrain-nodes")
            if not fan:
                must(0 <= node.x <= self.header["width"] and 0 <= node.y <= self.header["height"] and
                     not node.is_round and node.heading == 0 and node.span == 0,
                     "terrain-nodes: apart")
            for i, share in enumerate(fan):
                must(within(share.corner, len(self.cell)) and
                     self.cell[share.corner] == share.cell and
                     of_corner[share.corner] == number and
                     self.index.mesh_points[self.vertex[share.corner]] == self._place(number),
                     "terrain-fan")
                self.place[share.corner] = begin + i
            if fan:
                self._check_sector(node, fan)
        must(len(self.place) == len(self.cell), "terrain-fan: each corner once")
        others = [node.other for node in self.nodes[:-1]]
        must(sorted(others) == list(range(self.node_count)), "terrain-nodes: rings")
        must(all(self._place(n) == self._place(other) for n, other in enumerate(others)),
             "terrain-nodes: rings")

    def _check_sector(self, node, fan):
        corners = [share.corner for share in fan]
        must(self._is_barrier(corners[0]) != bool(node.is_round), "terrain-fan: no sector")
        for corner, after in zip(corners, corners[1:] + corners[:1]):
            is_end = corner == corners[-1] and not node.is_round
            must(self._is_barrier(self.before[corner]) == is_end, "terrain-fan: no sector")
            must(is_end or self.twins[self.before[corner]] == after, "terrain-fan: no sector")
        must(len(set(corners)) == len(corners), "terrain-fan: no sector")
        sums = [0.0] + list(accumulate(self._corner_angle(c) for c in corners))
        angles = [share.angle for share in fan]
        first = self._way(corners[0], self.after[corners[0]])
        must(angles[0] == 0 and
             all(abs(angle - expected) <= NEAR for angle, expected in zip(angles, sums)) and
             all(a <= b for a, b in zip(angles, angles[1:] + [node.span])) and
             abs(node.span - sums[-1]) <= NEAR and
             (not node.is_round or node.span == 2 * math.pi) and
             abs(node.heading - math.atan2(first[1], first[0])) <= NEAR, "terrain-nodes: angles")

    # ---- Arcs and links ----

    def _check_lane(self, lane, corner):
        must(within(lane.feature, len(self.features)) and
             self.features[lane.feature].kind == ROAD and not lane.zero, "terrain-lanes")
        is_closed = self.lanes and lane.rate == math.inf
        must(is_closed or lane.rate == self.features[lane.feature].value, "terrain-arcs: rate")
        is_better = lane.rate < self.head.background
        cosine = lane.rate / self.head.background if is_better else 1.0
        must((is_better or is_closed or corner == NONE or self.areas) and lane.cosine == cosine and
             lane.sine == math.sqrt((1 - cosine) * (1 + cosine)), "terrain-arcs: angle")

    def _check_arcs(self):
        of_corner, corners = self.parts["terrain-corner-arc"], len(self.cell)
        node_of = self.parts["terrain-corner-node"]
        for number, arc in enumerate(self.arcs):
            must(within(arc.a, self.node_count) and within(arc.b, self.node_count) and
                 arc.rate < math.inf, "terrain-arcs")
            own = (arc.rate, arc.cosine, arc.sine, arc.feature, 0)
            if self.lanes:
                both = self.lanes[2 * number:2 * number + 2]
                for lane in both:
                    self._check_lane(lane, arc.corner)
                must(own == tuple(both[both[1].rate < both[0].rate]), "terrain-arcs")
            else:
                Lane = namedtuple("Lane", RECORDS["terrain-lanes"][1])
                self._check_lane(Lane._make(own), arc.corner)
            (ax, ay), (bx, by) = self._place(arc.a), self._place(arc.b)
            must(arc.length == math.sqrt((bx - ax)**2 + (by - ay)**2) > 0, "terrain-arcs")
            must(arc.corner == NONE or
                 (within(arc.corner, corners) and of_corner[arc.corner] == number and
                  (node_of[arc.corner], node_of[self.after[arc.corner]]) == (arc.a, arc.b)),
                 "terrain-arcs: not along its edge")
        for c, arc in enumerate(of_corner):
            twin = self.twins[c] if self.rivers[c] < 0 else -1  # that has the same
            if arc == NONE:
                must(twin < 0 or of_corner[twin] == NONE, "terrain-corner-arc")
            else:
                must(within(arc, len(self.arcs)) and
                     (self.arcs[arc].corner == c or 0 <= twin == self.arcs[arc].corner) and
                     (twin < 0 or of_corner[twin] == arc), "terrain-corner-arc")

    def _check_arc_ends(self):
        for number, (begin, end) in enumerate(self.ends_of):
            before = -1
            for one in self.parts["terrain-arc-ends"][begin:end]:
                must(within(one.arc, len(self.arcs)) and one.end in (0, 1), "terrain-arc-ends")
                arc = self.arcs[one.arc]
                must((arc.a, arc.b)[one.end] == number and before < 2 * one.arc + one.end,
                     "terrain-arc-ends")
                before, expected = 2 * one.arc + one.end, -1
                if arc.corner >= 0:
                    at = self.place[self.after[arc.corner] if one.end else arc.corner] + one.end
                    expected = self.fan[at].angle if at < self.fans[number][1] else \
                        self.nodes[number].span
                must(one.angle == expected, "terrain-arc-ends: angle")

    def _check_links(self):
        node_of = self.parts["terrain-corner-node"]
        for number, (begin, end) in enumerate(self.links_of):
            fan, sides = self.fan[slice(*self.fans[number])], set()
            for link in self.links[begin:end]:
                must(within(link.to, self.node_count) and link.is_left in (0, 1), "terrain-links")
                there = self.fan[slice(*self.fans[link.to])]
                if bool(fan) != bool(there):  # the end of a bridge
                    must(self._place(number) == self._place(link.to) and link.river == NONE and
                         link.cost == 0 and not link.is_left and link.bridge == NONE,
                         "terrain-links")
                    continue
                must(fan and link.to != number and link.is_left not in sides, "terrain-links")
                sides.add(link.is_left)
                edge = self.before[fan[-1].corner] if link.is_left else fan[0].corner
                river = self.rivers[edge]
                must(river >= 0 and link.river == river, "terrain-links")
                beyond = self.twins[edge]
                must(link.to == node_of[beyond if link.is_left else self.after[beyond]],
                     "terrain-links")
                cost = self.features[river].value * self.header["scale"]
                must(link.cost == cost < math.inf if link.bridge == NONE else
                     link.cost == 0 and self._is_bridge_at(link.bridge, number), "terrain-links")

    # ---- Ways ----

    def _check_legs(self):
        first, crossed = self.parts["ways-first-leg"], self.parts["ways-crossed"]
        must(len(first) == self.sides * self.node_count + 1, "ways-first-leg: size")
        self.legs_of = lists(first, len(self.legs), "ways-first-leg")
        for leg in self.legs:
            must(is_cost(leg.cost) and NONE <= leg.crossed < len(crossed), "ways-legs")
            if leg.arc == NONE:
                must(within(leg.node, self.node_count) and leg.backward == 0 and leg.at == 0,
                     "ways-legs")
            else:
                must(leg.node == NONE and within(leg.arc, len(self.arcs)) and
                     self.arcs[leg.arc].corner >= 0 and leg.backward in (0, 1) and
                     0 <= leg.at <= self.arcs[leg.arc].length, "ways-legs")
        must(all(self._is_river(one.river) and NONE <= one.before < number
                 for number, one in enumerate(crossed)), "ways-crossed")

    def _check_exits(self):
        first = self.parts["ways-first-exit"]
        must(len(first) == self.sides * 2 * len(self.arcs) + 1, "ways-first-exit: size")
        self.exits_of = lists(first, len(self.exits), "ways-first-exit")
        for number, (begin, end) in enumerate(self.exits_of):
            exits = self.exits[begin:end]
            of_second = self.sides == 2 and number < 2 * len(self.arcs)
            for one in exits:
                must(within(one.node, self.node_count) and
                     one.leg in range(*self.legs_of[one.node + of_second * self.node_count]),
                     "ways-exits")
                leg = self.legs[one.leg]
                must((leg.arc, leg.backward, leg.at, leg.cost) ==
                     (number // 2 % len(self.arcs), 1 - number % 2, one.at, one.cost), "ways-exits")
            ats = [one.at for one in exits]
            must(ats == sorted(ats, reverse=number % 2 == 1), "ways-exits: order")

    def _is_edge(self, edge):
        if edge.kind in (LEG, LEG_ARC, LEG_EXIT):
            if edge.is_back and (self.sides == 1 or edge.kind != LEG_ARC):
                return False
            if edge.first not in range(*self.legs_of[edge.a + edge.is_back * self.node_count]):
                return False
            leg = self.legs[edge.first]
            if edge.kind == LEG:
                return edge.exit == NONE and leg.node == edge.b
            if leg.arc == NONE:
                return False
            arc = self.arcs[leg.arc]
            if edge.kind == LEG_ARC:
                return edge.exit == NONE and edge.b == (arc.a if leg.backward else arc.b)
            if edge.exit not in range(*self.exits_of[2 * leg.arc + leg.backward]):
                return False
            out = self.exits[edge.exit]
            return out.node == edge.b and \
                (out.at <= leg.at if leg.backward else out.at >= leg.at)
        if edge.is_back:
            return False
        if edge.kind == ARC:
            if self.lanes and within(edge.first, len(self.arcs)) and math.isinf(
                    self.lanes[2 * edge.first + (self.arcs[edge.first].b == edge.a)].rate):
                return False
            return edge.exit == NONE and within(edge.first, len(self.arcs)) and \
                {self.arcs[edge.first].a, self.arcs[edge.first].b} == {edge.a, edge.b}
        return edge.kind == LINK and edge.exit == NONE and \
            edge.first in range(*self.links_of[edge.a]) and self.links[edge.first].to == edge.b

    def _check_edges(self):
        for edge in self.edges:
            must(within(edge.a, self.node_count) and within(edge.b, self.node_count) and
                 edge.a != edge.b and is_cost(edge.cost) and edge.is_back in (0, 1) and self._is_edge(edge),
                 "ways-edges")

    def _check_labels(self):
        self.by_rank, first = self.parts["ways-by-rank"], self.parts["ways-first-label"]
        must(sorted(self.by_rank) == list(range(self.node_count)), "ways-by-rank")
        must(len(first) == self.sides * self.node_count + 1, "ways-first-label: size")
        self.labels_of = []
        for place, (begin, end) in enumerate(lists(first, len(self.labels), "ways-first-label")):
            number, side = place % self.node_count, place // self.node_count
            labels, before = {}, -1
            for label in self.labels[begin:end]:
                must(before < label.hub < self.node_count and is_cost(label.cost), "ways-labels")
                before = label.hub
                if self.by_rank[label.hub] == number:
                    must(label.edge == NONE and label.cost == 0, "ways-labels")
                else:
                    must(within(label.edge, len(self.edges)) and
                         self._is_at(self.edges[label.edge], number, side),
                         "ways-labels")
                labels[label.hub] = label
            self.labels_of.append(labels)
        for place, labels in enumerate(self.labels_of):
            for hub in labels:
                self.walk(place % self.node_count, hub, place // self.node_count)

    def _is_at(self, edge, node, side):
        if self.sides == 1:
            return node in (edge.a, edge.b)
        return node == (edge.b if edge.is_back != side else edge.a)

    def walk(self, node, hub, side=0):
        """Returns the edges from a node to one of its hubs, or of side 1 from the hub to it; checks
        that the cost never rises."""
        of = self.labels_of[side * self.node_count:]
        way, label = [], of[node][hub]
        while label.edge != NONE:
            must(len(way) <= self.node_count, "ways-labels: a walk that doesn't end")
            edge = self.edges[label.edge]
            way.append(label.edge)
            node = edge.b if edge.a == node else edge.a
            must(hub in of[node], "ways-labels: a walk that ends on the way")
            before, label = label, of[node][hub]
            must(label.cost <= before.cost, "ways-labels: a walk that gets dearer")
        return way

    # ---- What it says ----

    def cost(self, a, b):
        """Returns the cost of the cheapest way between two nodes, map units; None: there is
        none."""
        here, there = self.labels_of[a], self.labels_of[b + (self.sides - 1) * self.node_count]
        costs = [here[hub].cost + there[hub].cost for hub in here if hub in there]
        return min(costs) / self.header["scale"] if costs else None

    def name(self, feature):
        """Returns the name in bytes, or None."""
        begin = self.features[feature].name
        if begin < 0:
            return None
        names = bytes(self.parts["terrain-names"])
        return names[begin:names.index(0, begin)]

    def summary(self):
        return {"nodes": self.node_count, "areas": sum(f.kind == AREA for f in self.features), "arcs": len(self.arcs), "links": len(self.links),
                "roads": sum(f.kind == ROAD for f in self.features),
                "rivers": sum(f.kind == RIVER for f in self.features),
                "bridges": sum(f.kind == BRIDGE for f in self.features),
                "legs": len(self.legs),
                "edges": len(self.edges), "labels": len(self.labels)}
