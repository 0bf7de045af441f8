"""Fields and corridors over terrains: test_costs.py PATHFAN"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile

from served import Served, make_folder
import described  # noqa: E402
from described import SOURCE  # noqa: E402
from client import run_all, wait_until  # noqa: E402

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = SCRATCH.name + "/indexes"
ENDS = [0.8, 6.4], [8.3, 0.7]  # in rowe
SERVER = None


def make_terrains():
    os.makedirs(FOLDER)
    for source, name in (("rowe-1", "rowe"), ("heath", "heath")):
        subprocess.run([PROGRAM, "build-index", f"{SOURCE}/docs/examples/{source}.geojson", "-o",
                        f"{FOLDER}/{name}.pathfan", "--quiet"], check=True, stderr=subprocess.DEVNULL)
    def polygon(ring, **properties):
        return {"type": "Feature", "properties": properties, "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}}

    def build(name, features, *options):
        with open(f"{SCRATCH.name}/{name}.geojson", "w", encoding="utf-8") as file:
            json.dump({"type": "FeatureCollection", "features": features}, file)
        subprocess.run([PROGRAM, "build-index", f"{SCRATCH.name}/{name}.geojson", "-o", f"{FOLDER}/{name}.pathfan", "--quiet",
                        *options], check=True, stderr=subprocess.DEVNULL)

    build("moor", [polygon([[0, 0], [10, 0], [10, 10], [0, 10]], kind="free"),
                   polygon([[4, 1], [7, 3], [6, 9], [3, 7]], kind="area", rate=2)])
    road = {"type": "Feature", "properties": {"kind": "road", "rate": 0.5},
            "geometry": {"type": "LineString", "coordinates": [[11.57, 49.94], [11.58, 49.945]]}}
    build("tunnel", [polygon([[0, 0], [10, 0], [10, 10], [0, 10]], kind="free"),
                     {"type": "Feature", "properties": {"kind": "road", "rate": 0.5, "tunnel": True},
                      "geometry": {"type": "LineString", "coordinates": [[2, 5], [8, 5]]}},
                     polygon([[4, -1], [6, -1], [6, 11], [4, 11]], kind="obstacle")])
    build("degrees", [polygon([[11.57, 49.94], [11.58, 49.94], [11.58, 49.95], [11.57, 49.95]], kind="free"), road],
          "--project", "local")
    make_folder(PROGRAM, FOLDER + "/others")


def field(index, status=200, **body):
    return described.check(SERVER, "POST", f"/indexes/{index}/field", "/indexes/{index}/field", body, status)


def corridor(index, status=200, **body):
    return described.check(SERVER, "POST", f"/indexes/{index}/corridor", "/indexes/{index}/corridor", body, status)


def command(*arguments, ending):
    place = f"{SCRATCH.name}/told{ending}"
    subprocess.run([PROGRAM, "field", *arguments, "-o", place, "--quiet"], check=True, stderr=subprocess.DEVNULL)
    with open(place, encoding="utf-8") as file:
        return json.load(file)


def of_point(point):
    return ",".join(map(repr, point))


def test_fields_are_the_commands():
    for grid, given in ((None, ()), (20, ("--grid", "20")), ([7, 5], ("--grid", "7x5"))):
        answer = field("rowe", to=ENDS[1], **({} if grid is None else {"grid": grid}))
        features = [start["feature"] for start in answer["starts"]]
        assert any(isinstance(f, int) for f in features) and not any(isinstance(f, float) for f in features), features
        assert (answer.pop("status"), answer.pop("generation")) == ("ok", 1)
        assert answer == command(f"{FOLDER}/rowe.pathfan", "--to", of_point(ENDS[1]), *given, ending=".json")
    assert field("rowe", to=[-50, 3]) == {"status": "goal_blocked", "generation": 1}
    assert field("heath", to=[90, 80], grid=[2, 2], max_work=1) == {"status": "work_limit", "generation": 1}


def test_corridors_are_the_commands():
    for within, tolerance in ((0.05, 0.01), (0.3, 0.02)):
        answer = corridor("rowe", **dict(zip(("from", "to"), ENDS)), within=within, tolerance=tolerance)
        assert (answer.pop("status"), answer.pop("generation")) == ("ok", 1)
        assert answer == command(f"{FOLDER}/rowe.pathfan", "--from", of_point(ENDS[0]), "--to", of_point(ENDS[1]),
                                 "--within", f"{100 * within:g}%", "--tolerance", f"{100 * tolerance:g}%", ending=".geojson")
        assert [f["properties"]["part"] for f in answer["features"]][::len(answer["features"]) - 1] == ["corridor", "way"]
    none = {"type": "FeatureCollection", "generation": 1, "features": []}
    ask = {"to": ENDS[1], "within": 0.05}
    assert corridor("rowe", **{"from": [-50, 3]}, **ask) == {**none, "status": "start_blocked"}
    said = SERVER.error("POST", "/indexes/rowe/corridor", 400, "bad_request", {"from": ENDS[1], **ask})
    assert said == "the start is the goal, so there is no corridor", said
    assert corridor("rowe", **{"from": ENDS[0]}, **ask, max_work=1) == {**none, "status": "work_limit"}


def test_units():
    """Where x and y lead, as what is written has them."""
    for index, to, units in (("rowe", ENDS[1], ("map units, to the right", "map units, down")),
                             ("degrees", [5, 5], ("metres, to the east", "metres, to the north")),
                             ("degrees", [11.575, 49.9445], ("longitude", "latitude"))):
        told = field(index, to=to, grid=[2, 2])["units"]
        grid = "as x and y" if index == "rowe" else "metres, to the east and north"
        assert (told["x"], told["y"], told["grid"]) == (*units, grid), told


def test_fine_tolerance():
    """The tolerance grows to what the cells that are allowed reach, at once."""
    found = corridor("rowe", **dict(zip(("from", "to"), ENDS)), within=0.3, tolerance=1e-6)
    told = found["features"][0]["properties"]
    assert 1e-6 < told["tolerance"] < 0.001 and 50000 < told["cells"] < 300000, told


def test_areas_with_a_rate():
    told = field("moor", to=[9.5, 6], grid=[3, 2])
    assert any(start["gap"] > 0 for start in told["starts"]), told
    for start in told["starts"]:
        way = SERVER.ask("moor", [start["x"], start["y"]], [9.5, 6], paths=1, max_gap=1e-6)["paths"][0]
        assert start["cost"] - start["gap"] <= way["cost"] <= start["cost"] * (1 + 1e-5), (start, way)


def test_corridors_over_a_tunnel():
    parts = corridor("tunnel", **{"from": [1, 5], "to": [9, 5]}, within=0.1, tolerance=0.05)["features"]
    ways = [f["properties"]["feature"] for f in parts if f["properties"]["part"] == "corridor-way"]
    assert ways and all(way == 1 and isinstance(way, int) for way in ways), parts


def test_degrees():
    ends = {"from": [11.571, 49.9445], "to": [11.579, 49.9455]}
    found = corridor("degrees", **ends, within=0.1, tolerance=0.05)
    way = found["features"][-1]["geometry"]["coordinates"]
    assert (way[0], way[-1]) == (ends["from"], ends["to"]), way
    ring = found["features"][0]["geometry"]["coordinates"][0][0]
    assert all(11.57 <= x <= 11.58 and 49.94 <= y <= 49.95 for x, y in ring), ring
    told = field("degrees", to=ends["to"], grid=4)
    assert told["to"] == ends["to"] and all(49.94 < s["y"] < 49.95 for s in told["starts"]), told
    nearest = min(told["starts"], key=lambda s: math.hypot(s["x"] - ends["to"][0], s["y"] - ends["to"][1]))
    assert nearest["cost"] < 250, nearest  # metres
    said = SERVER.error("POST", "/indexes/degrees/corridor", 400, "bad_request", {**ends, "to": [0, 100], "within": 0.1})
    assert "longitude and latitude" in said, said


def test_wrong_requests():
    for bad, words in (({}, "[x, y]"), ({"to": 3}, "[x, y]"), ({"to": [1, 2], "grid": 1}, "2 to 256"),
                       ({"to": [1, 2], "grid": [2, 3, 4]}, "grid"), ({"to": [1, 2], "grid": [2, 257]}, "256"),
                       ({"to": [1, 2], "grid": "x"}, "grid"), ({"to": [1, 2], "max_work": 0}, "max_work"),
                       ({"to": [1, 2], "within": 0.1}, "unknown field"), ({"to": [1, 1e999]}, "")):
        said = SERVER.error("POST", "/indexes/rowe/field", 400, None, bad)
        assert words in said, (bad, said)
    ends = dict(zip(("from", "to"), ENDS))
    for bad, words in ((ends, "within"), ({**ends, "within": 0}, "within"), ({**ends, "within": "5%"}, "within"),
                       ({**ends, "within": 11}, "at most 10"), ({**ends, "within": 0.1, "tolerance": -1}, "tolerance"),
                       ({**ends, "within": 0.1, "tolerance": 1e-9}, "at least 1e-06"),
                       ({"to": ENDS[1], "within": 0.1}, "from"), ({**ends, "within": 0.1, "grid": 3}, "unknown field")):
        said = SERVER.error("POST", "/indexes/rowe/corridor", 400, "bad_request", bad)
        assert words in said, (bad, said)
    for what, body in (("field", {"to": [2, 2]}), ("corridor", {"from": [2, 2], "to": [97, 77], "within": 0.1})):
        said = SERVER.error("POST", f"/indexes/others/rooms/{what}", 400, "bad_request", body)
        assert "isn't a terrain" in said, said
        SERVER.error("GET", f"/indexes/rowe/{what}", 405, "method_not_allowed")
        status, _, _ = SERVER.request("POST", f"/indexes/rowe/{what}", "{}", {"Content-Type": "application/jsonl"})
        assert status == 415, status
    chance = random.Random(3)
    for _ in range(200):
        data = bytearray(json.dumps({**ends, "within": 0.1, "tolerance": 0.1}).encode())
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(32, 127)
        status, _, answer = SERVER.request("POST", "/indexes/rowe/corridor", bytes(data), {"Content-Type": "application/json"})
        assert status in (200, 400), (bytes(data), status, answer[:200])


def test_lane_of_its_own():
    """Metrics count fields in a lane of their own."""
    before = SERVER.metric('pathfan_request_seconds_count{lane="costs"}')
    field("rowe", to=ENDS[1], grid=2)
    assert SERVER.metric('pathfan_request_seconds_count{lane="costs"}') == before + 1


def test_who_hangs_up_stops_it():
    """What would take longer than the server allows ends when its client is gone."""
    body = json.dumps({"from": [10, 10], "to": [90, 80], "within": 5, "tolerance": 1e-6})
    with Served(PROGRAM, FOLDER + "/heath.pathfan", "--max-work", "1000000000000") as server:
        connection = server.connect()
        connection.request("POST", "/indexes/heath/corridor", body, {"Content-Type": "application/json"})
        server.wait_until_read([connection])
        assert server.ask("heath", [10, 10], [90, 80], paths=1, max_gap=0.1)["status"] == "ok"  # meanwhile
        wait_until(lambda: server.metric('pathfan_in_hand{lane="costs"}') == 1, "the corridor to begin")
        connection.close()
        wait_until(lambda: server.metric('pathfan_in_hand{lane="costs"}') == 0, "the end")
        assert server.metric('pathfan_requests_total{code="499"}') == 1
        assert server.stop()[0] == 0


def test_largest_limit():
    """20 times the work limit of a query doesn't wrap."""
    with Served(PROGRAM, FOLDER + "/rowe.pathfan", "--max-work", str(2**64 // 20 + 1)) as server:
        body = json.dumps({"to": ENDS[1], "grid": 4})
        status, _, answer = server.request("POST", "/indexes/rowe/field", body, {"Content-Type": "application/json"})
        assert (status, json.loads(answer)["status"]) == (200, "ok"), answer


def test_end():
    """A server that is asked to end doesn't wait for a corridor."""
    body = json.dumps({"from": [10, 10], "to": [90, 80], "within": 5, "tolerance": 1e-6})
    server = Served(PROGRAM, FOLDER + "/heath.pathfan", "--max-work", "1000000000000")
    connection = server.connect()
    connection.request("POST", "/indexes/heath/corridor", body, {"Content-Type": "application/json"})
    server.wait_until_read([connection])
    wait_until(lambda: server.metric('pathfan_in_hand{lane="costs"}') == 1, "the corridor to begin")
    assert server.stop()[0] == 0
    response = connection.getresponse()
    assert (response.status, json.loads(response.read())["error"]["code"]) == (503, "stopping"), response.status


if __name__ == "__main__":
    make_terrains()
    with Served(PROGRAM, FOLDER) as SERVER:
        run_all(globals())
