"""Compares the results of the independent reader (pathfan_file.py) with those of the library and
the command for the same files: golden ones and freshly built ones.

    test_reader.py PATHFAN FORMAT-DUMP
"""
import heapq
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

import forge
import pathfan_file
import pathfan_tables
from cones import check_cones, check_locator
from fresh_files import fresh
from pathfan_container import KNOWN_SECTIONS, Bytes, Damaged, NotAnIndex
from pathfan_regions import Regions

PATHFAN, DUMP = sys.argv[1:3]
HERE = os.path.dirname(os.path.abspath(__file__))
SCALE = max(1, int(os.environ.get("PATHFAN_TEST_SCALE", "1")))
counts = Counter()


def same(what, here, there):
    assert here == there, f"{what}: {here} here, {there} there"


def near(what, here, there):
    assert math.isclose(here, there, rel_tol=1e-12, abs_tol=1e-12), \
        f"{what}: {here} here, {there} there"


def run(*arguments, text=None):
    done = subprocess.run(arguments, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(arguments)}: {done.stderr}"
    return done.stdout


def pathfan(*arguments, text=None):
    return run(PATHFAN, *arguments, text=text)


def none(via):
    """Converts the library's -1 to None."""
    return None if via < 0 else via


# ---- The document ----


def check_sections():
    """Checks that the library's table of sections is the document's and the reader's."""
    told = [json.loads(line) for line in run(DUMP, "--sections").splitlines()]
    with open(os.path.join(HERE, "..", "..", "docs", "format.md"), encoding="utf-8") as file:
        table = file.read().split("| section | element |")[1].split("\n\n")[0].splitlines()[2:]
    written = [[cell.strip() for cell in row.strip("|").split("|")] for row in table]
    same("sections", [[row[0].split("]")[0].strip("["), row[1], row[3]] for row in written],
         [[section["name"].replace("#", "I"), str(section["element"]),
           section["required"]] for section in told])
    same("names of sections", KNOWN_SECTIONS,
         {section["name"].replace("#", str(i)) for section in told for i in range(1, 9)})
    counts["sections"] += len(told)


# The document's worked examples.


def check_examples():
    same("packed", pathfan_tables.packed(bytes.fromhex("8d01"), 3, 3, ""), [5, 1, 6])
    same("varint", Bytes(bytes.fromhex("ac02"), "").varint(), 300)
    index = pathfan_file.Index.__new__(pathfan_file.Index)
    index.n, index.header = 127, {"id_bytes": 2}
    leaf = "08000000 02000000 0300 0700 050009000200 050005005a00"
    same("cones", index._read_cones(bytes.fromhex(leaf)),
         [(3, 3, 3), (7, 7, 7), (5, 9, 2), (5, 5, 90)])
    index.content = lambda name, size: bytes.fromhex(leaf)
    index.list_begins, index.onward = [0], bytes.fromhex("5002 0000000000000000")
    same("onward", index.dead_ends_of(0, (1, 1), 1), {7})
    same("cones", index._read_cones(bytes.fromhex("21000000 28000000" + leaf + "00000000 00000000")),
         (0, 40, [[(3, 3, 3), (7, 7, 7), (5, 9, 2), (5, 5, 90)], []]))
    index.has, index.n = lambda name: True, 7
    index.header.update(length_bits=36, width=9, height=9, edges=3)
    index.vertices = [pathfan_file.Vertex(i, 0, i, None, None, 0, None, None) for i in range(7)]
    index.content = lambda name, size: bytes.fromhex("28000000 020105 00 0103 00000000")
    index._read_edges()
    same("edges", [index.search_bits, index.edges], [40, [(0, 1), (0, 6), (2, 5)]])
    index.n = 127
    of_regions = {
        "regions": "01000000 02000000 00000000 51000000 00000000 0103030000000000 0700 0900 0400",
        "leading": "010100", "default-vias": "01000000 02000000 00000000"}
    index.content = lambda name, size: bytes.fromhex(of_regions[name])
    index.header.update(scale=1, origin_x=0, origin_y=0, fraction_bits=8)
    regions = Regions(index)
    same("regions", regions.vias, {(0, 0): [7], (1, 0): [9, 4], (1, 1): []})
    same("regions", [regions.at(50, y) for y in (0, 39.99, 40, 41)], [0, 0, 1, 1])
    same("leading", regions.leading, {(0, 0): 1, (1, 0): 1, (1, 1): 0})
    same("default vias", regions.default_vias, {(0, 0): 1, (1, 0): 2, (1, 1): 0})
    same("row", pathfan_tables.read_row(index, bytes.fromhex("010001007f000000"), ""), [(0, None)])
    same("row", pathfan_tables.read_row(index, bytes.fromhex("0200020005040000 4b02"), ""), [(0, 5), (75, 8)])


# ---- A file against the library ----


def radius_option(index):
    return ["--radius", repr(index.asked)] if getattr(index, "asked", 0) else []


def check_radii(first, path, chance):
    """Checks the radii of a file beside the least."""
    for number in range(1, len(first.radii)):
        index = pathfan_file.open_file(path, radius=number)
        index.asked = first.radii[number]
        check_head(index, path)
        check_queries(index, path, chance)
        counts["radii"] += 1


def check_head(index, path):
    h = index.header
    told = json.loads(pathfan("inspect", path, "--json", "--sections", *radius_option(index)))
    same("format", f"{index.major}.{index.minor}", told["format"])
    same("map", [index.source_name, index.source_bytes, index.source_digest.hex()],
         [told["map"][field] for field in ("name", "bytes", "digest")])
    same("origin", list(index.unit_point(0, 0)), told["map"]["origin"])
    near("width", h["width"] / h["scale"], told["map"]["width"])
    near("height", h["height"] / h["scale"], told["map"]["height"])
    near("unit", 1 / h["scale"], told["map"]["unit"])
    same("mesh", ["given", "cdt", "merged", "rectangles"][h["mesh_kind"]], told["map"]["mesh"])
    for ours, theirs in (("n", "n"), ("edges", "edges"), ("taut_edges", "taut_edges"),
                         ("components", "components"), ("cells", "polygons"),
                         ("fraction_bits", "fraction_bits"), ("length_bits", "length_bits")):
        same(ours, h[ours], told[theirs])
    same("runs", list(h["runs"]), [t["runs"] for t in told["tables"]] + [0] * (8 - h["m"]))
    same("runs", [sum(map(len, table)) for table in index.tables], list(h["runs"][:h["m"]]))
    same("labels", index.label_count, told["labels"]["count"])
    same("cones", h["cone_entries"], told["cones"]["count"])
    same("cones", sum(index.seers(c.seers) for c in index.cells), h["cone_entries"])
    same("regions", [index.regions.count, sum(map(len, index.regions.vias.values()))],
         [told["regions"]["count"], told["regions"]["vias"]])
    check_edges(index, told)
    same("file", len(index.data), told["file_bytes"])
    same("builder", [index.builder, index.options], [told["builder"], told["options"]])
    same("sections", [[s.name, s.elements, s.element, len(s.chunks), s.stored, s.codec != 0,
                       s.flags & 2 != 0] for s in index.all_sections.values()],
         [[s[f] for f in ("name", "count", "element_size", "chunks", "stored_bytes",
                          "compressed", "hot")] for s in told["sections"]])


def check_vertex(index, told):
    v, vertex = told["vertex"], index.vertices[told["vertex"]]
    same(f"vertex {v}", [list(index.unit_point(vertex.x, vertex.y)), vertex.rank,
                         vertex.component], [told["at"], told["rank"], told["component"]])
    same(f"labels of {v}", [[label.hub, label.next,
                             -1 if label.next_label is None else label.next_label]
                            for label in index.labels[v]],
         [[label[0], label[2], label[3]] for label in told["labels"]])
    unit = index.header["scale"] * 2.0**index.header["length_bits"]
    for label, other in zip(index.labels[v], told["labels"]):
        way = index.steps(v, label.hub)
        length = sum(index.straight(a, b) for a, b in zip(way, way[1:]))
        near(f"label of {v} for {label.hub}", length, other[1])
        # Rounding: half a unit for the label itself, and at most half a unit for each edge.
        assert abs(label.length - length * unit) <= 0.5 + 0.5 * len(way) + 1e-12 * label.length
        same("side", index.side(v, index.from_to(v, label.next)),
             ("left", "right", "neither")[label.group])
        same("exit", (pathfan_file.cross(index.from_to(v, label.exit), index.from_to(v, label.next)), True),
             (0, label.exit == label.next or label.next_label is None))
        counts["labels"] += 1
    check_directions(index, v)


def check_hubs(index):
    """Checks that the vertices in a hub's list rank lower, see it, and arrive head-on; vertices
    that see it and can go on beyond it have labels instead."""
    for h, seers in enumerate(index.hubs):
        same(f"hubs of {h}", seers, sorted(set(seers)))
        for v in seers:
            d = index.from_to(v, h)
            same("hub", (index.side(v, d) != "neither", index.side(h, d)), (True, "neither"))
            assert index.vertices[h].rank < index.vertices[v].rank
            same("hub ahead", index.steps(v, h), [v, h])
            counts["hubs"] += 1


def check_directions(index, v):
    """Checks that exits of a side come with sharpest turns first, all within half a turn."""
    ways = [(group, index.from_to(v, vertex)) for vertex, _, group in index.exits[v]]
    for group, sign in ((0, 1), (1, -1)):
        side = [d for g, d in ways if g == group]
        for i, d in enumerate(side):
            assert all(sign * pathfan_file.cross(other, d) >= 0 and
                       (pathfan_file.cross(other, d) or other[0] * d[0] + other[1] * d[1] > 0)
                       for other in side[i + 1:])


def check_edges(index, told):
    """Checks that the header's number of edges is taut at both ends, and that the shortest paths
    along the edges are those of tables and labels."""
    same("edges", index.edges is not None, told["edge_bytes"] > 0)
    if index.edges is None:
        return
    joined, taut = [[] for _ in range(index.n)], 0
    for u, v in index.edges:
        a, b = index.vertices[u], index.vertices[v]
        d = (b.x - a.x, b.y - a.y)
        taut += "neither" not in (index.side(u, d), index.side(v, d))
        joined[u].append(v)
        joined[v].append(u)
    same("taut edges", taut, index.header["taut_edges"])
    for start in range(0, index.n, max(1, index.n // 5)):
        lengths, heap = {}, [(0.0, start)]
        while heap:
            length, v = heapq.heappop(heap)
            if v not in lengths:
                lengths[v] = length
                for w in joined[v]:
                    heapq.heappush(heap, (length + index.straight(v, w), w))
        for v in range(index.n):
            same("reached", v in lengths, index.distance(start, v) is not None)
            if v in lengths:
                near(f"way {start},{v}", lengths[v], index.distance(start, v))
    counts["edges"] += len(index.edges)


def check_pair(index, told):
    u, v = told["pair"]
    a, b = index.vertices[u], index.vertices[v]
    same("reachable", a.component == b.component, told["reachable"])
    if u == v or not told["reachable"]:
        return
    near(f"distance {u},{v}", index.distance(u, v), told["length"])
    same(f"via nodes {u},{v}",
         [index.via(i + 1, u, v) for i in range(index.header["m"])], [none(i) for i in told["via"]])
    counts["pairs"] += 1


def check_cell(index, told):
    cell = index.cells[told["cell"]]
    same("corners", [list(index.unit_point(*index.mesh_points[v])) for v in cell.corners],
         told["corners"])
    points = [index.mesh_points[v] for v in cell.corners]
    for i, (p, neighbour) in enumerate(zip(points, cell.neighbours)):
        q, r = points[(i + 1) % len(points)], points[(i + 2) % len(points)]
        assert pathfan_file.cross((q[0] - p[0], q[1] - p[1]), (r[0] - q[0], r[1] - q[1])) >= 0, "not convex"
        if neighbour >= 0:  # its edge, the other way round, and the same component
            other = index.cells[neighbour]
            at = other.neighbours.index(told["cell"])
            ends = {other.corners[k % len(other.corners)] for k in (at, at + 1)}
            assert cell.component == other.component
            assert other.neighbours.count(told["cell"]) > 1 or \
                ends == {cell.corners[i], cell.corners[(i + 1) % len(points)]}
    counts["cells"] += 1


def check_dump(index, path):
    for line in run(DUMP, path).splitlines():
        told = json.loads(line)
        if "vertex" in told:
            check_vertex(index, told)
            counts["vertices"] += 1
        elif "row" in told:
            same("row", [tuple(r) for r in index.tables[told["table"] - 1][told["row"]]],
                 [(first, none(via)) for first, via in told["runs"]])
            counts["rows"] += 1
        elif "pair" in told:
            check_pair(index, told)
        elif "cell" in told:
            check_cell(index, told)
        elif "place" in told:
            same(f"region of {told['place']}", index.regions.at(*told["place"]), told["region"])
            counts["places"] += 1
        else:
            a, b = told["regions"]
            regions = index.regions
            pair = regions.pair(a, b)
            same("regions", regions.vias[pair], told["via"])
            counts["via nodes of regions"] += len(told["via"])
            counts["pairs of regions"] += 1
            same("leading", regions.leading[pair] if regions.leading else len(told["via"]),
                 told["leading"])
            same("default vias", regions.default_vias[pair] if regions.default_vias else 0xffffffff,
                 told["by_default"])
            counts["via nodes by default"] += ((told["by_default"] & 0x3fffffff).bit_count()
                                               if regions.default_vias else 0)
            counts["via nodes that lead"] += told["leading"] if regions.leading else 0
    same("source", index.source.decode(), run(DUMP, path, "source"))


def check_command(index, path, chance):
    """Compares a few vertices, rows and pairs with the output of `inspect`."""
    for v in chance.sample(range(index.n), min(index.n, 1)):
        told = json.loads(pathfan("inspect", path, "--vertex", str(v), "--json"))
        told["labels"] = [[label["hub"], label["length"], label["next"],
                           -1 if label["next_label"] is None else label["next_label"]]
                          for label in told["labels"]]
        check_vertex(index, told)
        told = json.loads(pathfan("inspect", path, "--row", str(v), "--json"))
        for table in told["tables"]:
            runs = index.tables[table["table"] - 1][v]
            ends = [r.first - 1 for r in runs[1:]] + [index.n - 1]
            same("row", [[r.first, end, r.value] for r, end in zip(runs, ends)],
                 [[r["first"], r["last"], r["via"]] for r in table["runs"]])
        told = json.loads(pathfan("inspect", path, "--pair", f"{v},{index.n - 1 - v}", "--json"))
        check_pair(index, {"pair": [v, index.n - 1 - v], "reachable": told["reachable"],
                           "length": told["length"],
                           "via": [-1 if i is None else i for i in told["via"]]})


def check_queries(index, path, chance):
    """Checks that path 1 between vertices has the length d(u,v). Where obstacles touch in a point,
    a request may mean another sector than the vertex's: such points are left out."""
    places = Counter(index.mesh_points)
    plain = [v for v in range(index.n) if places[index.mesh_points[v]] == 1]
    pairs = [chance.sample(plain, 2) for _ in range(300 if len(plain) > 1 else 0)]
    radius = {"radius": index.asked} if getattr(index, "asked", 0) else {}
    lines = [json.dumps({"id": i, "paths": 1, **radius, "from": index.unit_point(*index.mesh_points[u]),
                         "to": index.unit_point(*index.mesh_points[v])})
             for i, (u, v) in enumerate(pairs)]
    answers = pathfan("query", path, "--batch", "--json", text="\n".join(lines) + "\n")
    for (u, v), line in zip(pairs, answers.splitlines()):
        answer, length = json.loads(line), index.distance(u, v)
        same("status", "no_path" if length is None else "ok", answer["status"])
        if length is not None:
            near(f"path {u},{v}", length, answer["paths"][0]["length"])
        counts["requests"] += 1


def check_terrain(index, path, chance):
    """Compares the counts with the command's output, and the costs of ways between nodes, by
    labels, with those of a search."""
    told = json.loads(pathfan("inspect", path, "--json"))
    same("terrain", index.terrain is not None, "terrain" in told)
    if index.terrain is None:
        return
    terrain, ours = index.terrain, index.terrain.summary()
    same("terrain", [ours[f] for f in ("nodes", "arcs", "areas")],
         [told["terrain"][f] for f in ("nodes", "arcs", "areas")])
    if ours["areas"]:
        counts["terrains"] += 1
        return
    same("ways", [ours[f] for f in ("legs", "edges", "labels")],
         [told["ways"][f] for f in ("legs", "edges", "labels")])
    places = {}
    for number, node in enumerate(terrain.nodes[:-1]):
        begin, end = terrain.fans[number]
        if begin < end:
            places.setdefault((node.x, node.y), []).append(number)
    pairs = [chance.sample(sorted(places), 2) for _ in range(200)]
    lines = [json.dumps({"id": i, "paths": 1, "algorithm": "terrain",
                         "from": index.unit_point(*s), "to": index.unit_point(*t)})
             for i, (s, t) in enumerate(pairs)]
    answers = pathfan("query", path, "--batch", "--json", text="\n".join(lines) + "\n")
    for (s, t), line in zip(pairs, answers.splitlines()):
        answer = json.loads(line)
        costs = [terrain.cost(a, b) for a in places[s] for b in places[t]]
        costs = [cost for cost in costs if cost is not None]
        same(f"way {s} {t}", "ok" if costs else "no_path", answer["status"])
        if costs:
            assert math.isclose(min(costs), answer["paths"][0]["cost"], rel_tol=1e-7,
                                abs_tol=4 / index.header["scale"]), \
                f"way {s} {t}: {min(costs)} by labels, {answer['paths'][0]['cost']} by search"
        counts["terrain requests"] += 1
    counts["terrains"] += 1


# ---- Damage ----


def check_flips(index, chance):
    """Checks that flipping any bit of a file is noticed."""
    for _ in range(30):
        data = bytearray(index.data)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            pathfan_file.Index(bytes(data))
        except (Damaged, NotAnIndex):
            counts["flips"] += 1
        else:
            raise AssertionError("a flipped bit was not noticed")


def check_forged(index, chance):
    """Checks that the library refuses what the document calls impossible, and nothing else."""
    for _ in range(4 * SCALE):
        name, data = forge.forge(index, chance)
        with tempfile.NamedTemporaryFile(suffix=".pathfan") as file:
            file.write(data)
            file.flush()
            code = subprocess.run([PATHFAN, "verify", file.name], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True, check=False)
            assert code.returncode in (0, 5), code.stderr
            try:
                pathfan_file.Index(data)
                assert code.returncode == 0, f"{name}: not refused, but {code.stderr}"
                counts["forgeries harmless"] += 1
            except Damaged as error:
                assert code.returncode == 5, f"{name}: the library doesn't mind: {error}"
                counts["forgeries refused"] += 1


# ---- Golden answers ----


def check_golden(path):
    """Checks that the command gives the answers beside a golden file, except how it found them."""
    with open(path[:-len(".pathfan")] + ".requests.jsonl", encoding="utf-8") as file:
        answers = pathfan("query", path, "--batch", "--json", "--separation", "0", "--max-loop", "0",
                          "--snap-any", text=file.read()).splitlines()
    with open(path[:-len(".pathfan")] + ".answers.jsonl", encoding="utf-8") as file:
        wanted = file.read().splitlines()
    assert len(answers) == len(wanted)
    for answer, want in zip(map(json.loads, answers), map(json.loads, wanted)):
        for field in ("candidates", "work", "search", "nearest"):
            answer.pop(field, None)
            want.pop(field, None)
        if "blocked_by" not in want:  # some of these files are older than the field
            answer.pop("blocked_by", None)
        same(f"request {want['id']} of {path}", answer, want)
        counts["golden answers"] += 1


def check(path):
    chance = random.Random(os.path.basename(path))
    index = pathfan_file.open_file(path)
    check_head(index, path)
    check_dump(index, path)
    check_command(index, path, chance)
    check_hubs(index)
    # Labels know neither closed doors, nor links, nor which of the floors above each other is meant.
    if index.terrain is None and not {"doors", "links", "heights"} & set(index.sections):
        check_queries(index, path, chance)
    check_terrain(index, path, chance)
    check_cones(index, chance, counts)
    check_locator(index, chance)
    check_flips(index, chance)
    check_forged(index, chance)
    check_radii(index, path, chance)
    counts["files"] += 1


def main():
    check_sections()
    check_examples()
    golden = os.path.join(HERE, "..", "golden")
    for folder, _, names in sorted(os.walk(golden)):
        for name in sorted(names):
            if name.endswith(".pathfan"):
                check(os.path.join(folder, name))
                check_golden(os.path.join(folder, name))
    with tempfile.TemporaryDirectory() as folder:
        for path in fresh(folder, pathfan):
            check(path)
        os.chdir(HERE)
    print(", ".join(f"{count} {what}" for what, count in counts.items()), "compared, all equal")
    assert all(counts[what] for what in ("labels", "hubs", "pairs of regions",
                                         "via nodes of regions", "via nodes that lead", "places", "looks", "flips",
                                         "golden answers", "radii", "forgeries refused", "terrain requests"))


if __name__ == "__main__":
    main()
