"""Terrains: serving, querying and sending: test_terrain.py PATHFAN"""
import json
import math
import subprocess
import sys
import tempfile

import described
from client import Server, make_index, make_map, run_all

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
HILLS = make_map(PROGRAM, SCRATCH.name + "/hills.geojson", "terrain", 400, 300, 4)
INDEX = make_index(PROGRAM, HILLS, SCRATCH.name + "/indexed.pathfan")
ROOMS = make_map(PROGRAM, SCRATCH.name + "/rooms.map")
SERVER = None


def check(method, path, route, body=None, status=200, server=None):
    return described.check(server or SERVER, method, path, route, body, status)


def feature(kind, geometry, coordinates, **properties):
    return {"type": "Feature", "properties": {"kind": kind, **properties},
            "geometry": {"type": geometry, "coordinates": coordinates}}


def box(x, y, width, height):
    return [[[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]]]


# A road from west to east, a ford of cost 3, a river that is never crossed, a bridge over it.
VALLEY = {"type": "FeatureCollection", "background_rate": 2, "features": [
    feature("free", "Polygon", box(-10, 0, 100, 40)),
    feature("road", "LineString", [[-10, 20], [40, 20], [90, 20]], rate=1, name="High Street"),
    feature("river", "LineString", [[20, 0], [20, 40]], cost=3, name="Brook"),
    feature("river", "LineString", [[60, 0], [60, 40]], name="Gorge"),
    feature("road", "LineString", [[55, 30], [65, 30]], rate=1.5, bridge=True),
    feature("obstacle", "Polygon", box(30, 30, 5, 5))]}


def open_valley():
    return SERVER.json("POST", "/api/maps", {"name": "valley", "source": json.dumps(VALLEY)},
                       201)["map"]["id"]


def query(at, start, end, **more):
    return check("POST", "/api/query", "/api/query", {"map": at, "from": start, "to": end, **more})


# ---- Serving ----

def test_facts():
    with open(HILLS) as file:
        features = json.load(file)["features"]
    hills = check("GET", "/api/maps/hills", "/api/maps/{map}")
    kinds = [f["properties"]["kind"] for f in features]
    assert hills["kind"] == "map" and hills["building"] is None, "no index is made of a terrain"
    assert hills["terrain"]["roads"] == kinds.count("road")
    assert hills["terrain"]["rivers"] == kinds.count("river")
    assert hills["terrain"]["background_rate"] == 1
    assert check("GET", "/api/maps/rooms", "/api/maps/{map}")["terrain"] is None


def test_lines():
    answer = check("GET", "/api/maps/hills/terrain", "/api/maps/{map}/terrain")
    with open(HILLS) as file:
        features = json.load(file)["features"]
    length = bridges = 0
    for line in answer["lines"]:
        properties = features[line["feature"]]["properties"]
        assert properties["kind"] == line["kind"] and properties.get("name") == line["name"]
        p = line["pieces"]
        assert p and len(p) % 4 == 0
        if line["kind"] == "bridge":
            assert p[:2] == p[2:]
            assert math.dist(p[:2], features[line["feature"]]["geometry"]["coordinates"]) < 1e-4
            bridges += 1
            continue
        value = "rate" if line["kind"] == "road" else "cost"
        assert line[value] == properties[value], (line, properties)
        if line["kind"] == "river":
            length += sum(math.dist(p[i:i + 2], p[i + 2:i + 4]) for i in range(0, len(p), 4))
    whole = sum(math.dist(a, b) for f in features if f["properties"]["kind"] == "river"
                for a, b in zip(f["geometry"]["coordinates"], f["geometry"]["coordinates"][1:]))
    facts = check("GET", "/api/maps/hills", "/api/maps/{map}")["terrain"]
    assert 0 < bridges == facts["bridges"]
    assert 0.5 * whole < length <= whole * 1.0001, "but for what is off the map or in lakes"
    status, headers, _ = SERVER.request("GET", "/api/maps/hills/terrain")
    status, _, _ = SERVER.request("GET", "/api/maps/hills/terrain",
                                  headers={"If-None-Match": headers["etag"]})
    assert status == 304
    SERVER.error("GET", "/api/maps/rooms/terrain", 409, "no_terrain")
    SERVER.error("GET", "/api/maps/attic/terrain", 404, "no_such_map")


def test_lines_of_a_source():
    at = open_valley()
    lines = check("GET", "/api/maps/%s/terrain" % at, "/api/maps/{map}/terrain")["lines"]
    assert [(line["kind"], line["name"]) for line in lines] == [
        ("road", "High Street"), ("river", "Brook"), ("river", "Gorge"), ("road", None)]
    assert [line["apart"] for line in lines if line["kind"] == "road"] == [False, True]
    assert [line["cost"] for line in lines if line["kind"] == "river"] == [3, None]
    status, _, picture = SERVER.request("GET", "/api/maps/%s/thumbnail.png" % at)
    assert status == 200 and picture.startswith(b"\x89PNG")


# ---- Queries ----

def test_query():
    at = open_valley()
    answer = query(at, [-5, 20], [50, 20], paths=3)
    assert answer["status"] == "ok" and len(answer["paths"]) == 1
    path = answer["paths"][0]
    assert path["length"] == 55 and path["cost"] == 55 + 3, "on the road, over the ford"
    assert path["measures"] is None and path["via"] is None
    legs = path["legs"]
    assert {leg["name"] for leg in legs} == {"High Street"}
    assert [(r["name"], r["cost"]) for leg in legs for r in leg["crossed"]] == [("Brook", 3)]
    assert legs[0]["first"] == 0 and legs[-1]["last"] == len(path["points"]) - 1
    over = query(at, [50, 10], [70, 10])["paths"][0]
    assert any(leg["rate"] == 1.5 for leg in over["legs"]), "the gorge is crossed on the bridge"
    assert query(at, [50, 10], [50, 10])["paths"][0]["cost"] == 0
    assert query(at, [32, 32], [50, 10])["status"] == "start_blocked"
    same = query(at, [-5, 20], [50, 20], algorithm="terrain")
    assert same["paths"] == answer["paths"]


def test_query_that_fails():
    body = {"map": "hills", "from": [10, 10], "to": [200, 200]}
    for algorithm in ("index", "polyanya", "penalty"):
        SERVER.error("POST", "/api/query", 400, "invalid_request", {**body, "algorithm": algorithm})
    SERVER.error("POST", "/api/query", 400, "invalid_request",
                 {**body, "map": "rooms", "algorithm": "terrain"})


def test_query_of_an_index():
    indexed = check("GET", "/api/maps/indexed", "/api/maps/{map}")
    assert indexed["kind"] == "index"
    assert indexed["terrain"] == check("GET", "/api/maps/hills", "/api/maps/{map}")["terrain"]
    lines = [check("GET", "/api/maps/%s/terrain" % at, "/api/maps/{map}/terrain")["lines"]
             for at in ("hills", "indexed")]
    assert [line["feature"] for line in lines[0]] == [line["feature"] for line in lines[1]]
    body = ([30, 30], [370, 270])
    answer = query("indexed", *body, paths=3, snap=30)
    assert answer["proof"] == "index" and len(answer["paths"]) > 1
    costs = [path["cost"] for path in answer["paths"]]
    assert costs == sorted(costs)
    for path in answer["paths"]:
        assert abs(sum(leg["cost"] for leg in path["legs"]) - path["cost"]) < 1e-6 * path["cost"]
        assert path["measures"] is None and path["plateau"] is None
    for at in ("hills", "indexed"):
        searched = query(at, *body, algorithm="terrain", snap=30)
        assert abs(searched["paths"][0]["cost"] - costs[0]) < 1e-6 * costs[0]
    SERVER.error("POST", "/api/query", 400, "invalid_request",
                 {"map": "indexed", "from": [30, 30], "to": [370, 270], "algorithm": "penalty"})


def test_what_terrains_have_not():
    for at in ("hills", "indexed"):
        body = {"map": at, "from": [30, 30], "to": [370, 270], "snap": 30}
        for field, value in (("fill", True), ("avoid", [{"circle": [100, 100, 5]}]), ("tables", 1),
                             ("objective", {"length": 1}), ("max_bounded_stretch", 1.5)):
            message = SERVER.error("POST", "/api/query", 400, "invalid_request",
                                   {**body, field: value})
            assert message.startswith(field), message
        message = SERVER.error("POST", "/api/query", 400, "invalid_request",
                               {**body, "algorithm": "plateaus"})
        assert "doesn't support terrains" in message
        seen = check("GET", "/api/maps/%s/look?x=30&y=30" % at, "/api/maps/{map}/look")
        assert seen["visible"] == []


# ---- Fields ----

def field(at, columns=12, rows=9, goal=(5, 20), **how):
    path = "/api/maps/%s/field?x=%g&y=%g&columns=%d&rows=%d" % (at, *goal, columns, rows)
    return check("GET", path, "/api/maps/{map}/field", **how)


def test_field():
    at = open_valley()
    columns, rows = 20, 8
    answer = field(at, columns, rows)
    assert answer["free"] and len(answer["cost"]) == columns * rows
    for i in range(0, columns * rows, 7):
        point = [-10 + (i % columns + 0.5) * 5, (i // columns + 0.5) * 5]
        way = query(at, point, [5, 20])
        if way["status"] != "ok":
            assert answer["cost"][i] is None and answer["heading"][i] is None, point
            continue
        assert abs(way["paths"][0]["cost"] - answer["cost"][i]) < 1e-6 * answer["cost"][i], point
        first, second = way["paths"][0]["points"][:2]
        angle = math.atan2(second[1] - first[1], second[0] - first[0])
        assert math.cos(angle - answer["heading"][i]) > 0.99, (point, angle, answer["heading"][i])
    blocked = field(at, goal=(32, 32))
    assert not blocked["free"] and set(blocked["cost"]) == {None}


def test_field_that_fails():
    for bad in ("x=1&y=1&columns=0&rows=1", "x=1&y=1&columns=257&rows=1", "x=1&columns=2&rows=2",
                "x=nan&y=1&columns=2&rows=2", "x=1&y=1&columns=2.5&rows=2", "x=1&y=1", ""):
        SERVER.error("GET", "/api/maps/hills/field?" + bad, 400, "bad_request")
    SERVER.error("GET", "/api/maps/rooms/field?x=1&y=1&columns=2&rows=2", 409, "no_terrain")


# ---- Maps that are sent ----

def test_terrains_that_are_wrong():
    for change, word in (({"rate": 0}, "rate"), ({"rate": "fast"}, "rate"), ({"rate": -1}, "rate")):
        wrong = json.loads(json.dumps(VALLEY))
        wrong["features"][1]["properties"].update(change)
        assert word in SERVER.error("POST", "/api/maps", 400, "malformed_map",
                                    {"name": "wrong", "source": json.dumps(wrong)})


# ---- Drawings ----

def drawing(at, **how):
    return check("GET", "/api/maps/%s/drawing" % at, "/api/maps/{map}/drawing", **how)


def put(at, body):
    job = check("PUT", "/api/maps/%s/drawing" % at, "/api/maps/{map}/drawing", body, 202)["job"]
    assert SERVER.wait_for(job["id"])["state"] == "done"


def test_one_way_roads():
    """Their directions are in a map's lines, and are kept by drawings, where lines lead that way."""
    roads = [feature("road", "LineString", [[-10, 10], [90, 10]], rate=1, oneway=True),
             feature("road", "LineString", [[-10, 20], [40, 20], [90, 20]], rate=1, oneway="-1"),
             feature("road", "LineString", [[-10, 30], [90, 30]], rate=1, oneway="no")]
    source = {**VALLEY, "features": VALLEY["features"][:1] + roads}
    at = SERVER.json("POST", "/api/maps", {"name": "ring", "source": json.dumps(source)}, 201)["map"]["id"]
    got = drawing(at)
    assert got["roads"] == [{"line": [[-10, 10], [90, 10]], "rate": 1, "oneway": True},
                            {"line": [[90, 20], [40, 20], [-10, 20]], "rate": 1, "oneway": True},
                            {"line": [[-10, 30], [90, 30]], "rate": 1}]
    costs = [query(at, [0, y], [80, y])["paths"][0]["cost"] for y in (10, 20)]
    assert costs[0] == 80 and costs[1] > 80
    lines = check("GET", "/api/maps/%s/terrain" % at, "/api/maps/{map}/terrain")["lines"]
    assert [line.get("oneway", False) for line in lines] == [True, True, False]
    for line, forward in zip(lines, (1, -1)):
        p = line["pieces"]
        assert all(forward * (p[i + 2] - p[i]) > 0 for i in range(0, len(p), 4)), line
    got["roads"][1]["rate"] = 0.5
    put(at, got)
    assert query(at, [80, 20], [0, 20])["paths"][0]["cost"] == 40 and drawing(at) == got


def test_terrains_are_drawings():
    at = open_valley()
    got = drawing(at)
    assert got == {
        "width": 100, "height": 40, "origin": [-10, 0], "background_rate": 2,
        "obstacles": [{"rect": [30, 30, 5, 5]}],
        "roads": [{"line": [[-10, 20], [40, 20], [90, 20]], "rate": 1, "name": "High Street"},
                  {"line": [[55, 30], [65, 30]], "rate": 1.5, "bridge": True}],
        "rivers": [{"line": [[20, 0], [20, 40]], "cost": 3, "name": "Brook"},
                   {"line": [[60, 0], [60, 40]], "cost": None, "name": "Gorge"}]}
    before = check("GET", "/api/maps/" + at, "/api/maps/{map}")
    ask = [at, [-5, 20], [50, 20]]
    assert query(*ask)["paths"][0]["cost"] == 58

    # Another rate, another cost: the map is read anew, as a new generation, without an index.
    got["roads"][0]["rate"] = 0.5
    got["rivers"][0]["cost"] = 4
    put(at, got)
    after = check("GET", "/api/maps/" + at, "/api/maps/{map}")
    assert after["kind"] == "map" and after["generation"] != before["generation"]
    answer = query(*ask)
    assert answer["paths"][0]["cost"] == 55 / 2 + 4
    assert answer["generation"] == after["generation"]
    geometry = SERVER.json("GET", "/api/maps/%s/geometry" % at)
    assert geometry["generation"] == after["generation"]

    # A bridge over the brook makes its crossing free.
    got["bridges"] = [{"point": [20, 20], "name": "Old Bridge"}]
    put(at, got)
    over = query(*ask)["paths"][0]
    assert over["cost"] == 55 / 2
    assert [(c["name"], c["cost"], c["bridge"]) for leg in over["legs"] for c in leg["crossed"]] == \
        [("Brook", 0, "Old Bridge")]
    assert drawing(at) == got

    # As a file it is the same terrain, for the command too.
    _, _, text = SERVER.request("GET", "/api/maps/%s/source?format=geojson" % at)
    path = SCRATCH.name + "/again.geojson"
    with open(path, "wb") as file:
        file.write(text)
    said = subprocess.run([PROGRAM, "query", path, "--from", "-5,20", "--to", "50,20", "--json"],
                          check=True, capture_output=True, text=True)
    assert json.loads(said.stdout)["paths"][0]["cost"] == 55 / 2
    again = SERVER.json("POST", "/api/maps", {"source": text.decode()}, 201)["map"]
    assert drawing(again["id"]) == got
    SERVER.error("GET", "/api/maps/%s/source?format=map" % at, 400, "not_convertible")

    # Without lines it is an ordinary map, which gets an index; with lines a terrain again.
    plain = {name: got[name] for name in ("width", "height", "origin", "obstacles")}
    put(at, plain)
    assert check("GET", "/api/maps/" + at, "/api/maps/{map}")["kind"] == "index"
    assert query(*ask)["paths"][0]["length"] == 55
    put(at, got)
    assert check("GET", "/api/maps/" + at, "/api/maps/{map}")["terrain"]["roads"] == 2
    assert query(*ask)["paths"][0]["cost"] == 55 / 2


def test_drawn_terrains_outlive_the_server():
    folder = SCRATCH.name + "/kept"
    body = {"width": 40, "height": 20, "obstacles": [{"rect": [4, 4, 2, 2], "name": "Mill"}],
            "roads": [{"line": [[0, 10], [40, 10]], "rate": 0.25}]}
    with Server(PROGRAM, "--data", folder) as server:
        at = check("POST", "/api/maps", "/api/maps", {**body, "name": "kept"}, 201,
                   server)["map"]["id"]
        _, headers, _ = server.request("GET", "/api/maps/%s/drawing" % at)
    with Server(PROGRAM, "--data", folder) as server:
        kept = check("GET", "/api/maps/" + at, "/api/maps/{map}", server=server)
        assert kept["name"] == "kept" and kept["terrain"] and kept["building"] is None
        assert drawing(at, server=server) == body
        _, again, _ = server.request("GET", "/api/maps/%s/drawing" % at)
        assert again["etag"] == headers["etag"]


def test_areas_are_drawn():
    box = [[10, 0], [20, 0], [20, 20], [10, 20]]
    body = {"width": 40, "height": 20, "obstacles": [],
            "areas": [{"polygon": box, "rate": 3, "name": "Moor"},
                      {"polygon": [[12, 0], [14, 0], [14, 5], [12, 5]], "rate": None}]}
    added = check("POST", "/api/maps", "/api/maps", body, 201)
    at, job = added["map"]["id"], added["job"]
    assert job is None and added["map"]["kind"] == "map" and added["map"]["terrain"]["areas"] == 2
    assert drawing(at) == body
    path = query(at, [2, 10], [38, 10])["paths"][0]
    assert abs(path["cost"] - (26 + 10 * 3)) <= path["gap"] + 1e-9 < 1e-3, path
    assert [(leg["kind"], leg["name"]) for leg in path["legs"]] == [
        ("off-road", None), ("area", "Moor"), ("off-road", None)]
    shown = check("GET", "/api/maps/%s/terrain" % at, "/api/maps/{map}/terrain")
    assert {(a["feature"], a["name"], a["rate"]) for a in shown["areas"]} == {(1, "Moor", 3)}
    surface = sum(abs(sum(c[i] * c[(i + 3) % len(c)] - c[(i + 2) % len(c)] * c[i + 1]
                          for i in range(0, len(c), 2))) / 2
                  for c in (area["cell"] for area in shown["areas"]))
    assert abs(surface - (200 - 10)) < 1e-6, "but for the part that can't be walked on"
    # Changed, it is read anew, without an index.
    body["areas"][0]["rate"] = 0.5
    put(at, body)
    assert abs(query(at, [2, 10], [38, 10])["paths"][0]["cost"] - 31) < 1e-3
    _, _, text = SERVER.request("GET", "/api/maps/%s/source?format=geojson" % at)
    again = SERVER.json("POST", "/api/maps", {"source": text.decode()}, 201)["map"]
    assert drawing(again["id"]) == body
    # What a drawing can't have isn't lost by editing it.
    kept = text.decode().replace('"rate": 0.5', '"rate": 0.5, "layer": 1', 1)
    assert not SERVER.json("POST", "/api/maps", {"source": kept}, 201)["map"]["editable"]


def test_drawings_that_are_wrong():
    good = {"width": 40, "height": 20, "obstacles": []}
    line = [[0, 0], [9, 9]]
    square = [[5, 5], [9, 5], [9, 9], [5, 9]]
    for change, word in (
            ({"roads": 3}, "roads"), ({"roads": [3]}, "road 0"), ({"roads": [{"line": line}]}, "road 0"),
            ({"roads": [{"line": line, "rate": 0}]}, "road 0"),
            ({"areas": {}}, "areas"), ({"areas": [{"polygon": line, "rate": 2}]}, "area 0"),
            ({"areas": [{"polygon": square}]}, "area 0"),
            ({"areas": [{"polygon": square, "rate": 0}]}, "area 0"),
            ({"areas": [{"polygon": square, "rate": 2, "layer": 1}]}, "area 0"),
            ({"roads": [{"line": line, "rate": -1}]}, "road 0"),
            ({"roads": [{"line": line, "rate": 1e300}]}, "road 0"),
            ({"roads": [{"line": line[:1], "rate": 1}]}, "road 0"),
            ({"roads": [{"line": [[0, 0], [1e9, 0]], "rate": 1}]}, "road 0"),
            ({"roads": [{"line": [[0, 0], [1]], "rate": 1}]}, "road 0"),
            ({"roads": [{"line": line, "rate": 1, "bridge": 1}]}, "road 0"),
            ({"roads": [{"line": line, "rate": 1, "oneway": -1}]}, "road 0"),
            ({"roads": [{"line": line, "rate": 1, "width": 1}]}, "road 0"),
            ({"roads": [{"line": line, "rate": 1, "name": 3}]}, "road 0"),
            ({"rivers": [{"line": line}]}, "river 0"),
            ({"rivers": [{"line": line, "cost": -1}]}, "river 0"),
            ({"rivers": [{"line": line, "cost": 1, "rate": 1}]}, "river 0"),
            ({"bridges": [{"point": [1]}]}, "bridge 0"), ({"bridges": [{"point": line}]}, "bridge 0"),
            ({"origin": [1]}, "origin"), ({"origin": [1, 1e9]}, "origin"),
            ({"background_rate": 0}, "background_rate"),
            ({"background_rate": "1"}, "background_rate"), ({"attribution": 1}, "attribution"),
            ({"obstacles": [{"rect": [1, 1, 1, 1], "name": 1}]}, "obstacle 0")):
        assert word in SERVER.error("POST", "/api/maps", 400, "bad_request", {**good, **change})
    # The reader of maps leaves out a road whose points are all the same, and says so.
    same = {**good, "roads": [{"line": [[1, 1], [1, 1]], "rate": 1}]}
    told = SERVER.json("POST", "/api/maps", same, expected=201)["map"]["ignored"]
    assert [[one["kind"], one["count"], one["example"]] for one in told] == \
        [["flat-line", 1, "line 0 of feature 1"]], told


if __name__ == "__main__":
    with Server(PROGRAM, HILLS, INDEX, ROOMS, "--data", SCRATCH.name + "/data") as SERVER:
        run_all(globals())
