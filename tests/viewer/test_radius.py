"""Drawings with an agent's radius: test_radius.py PATHFAN"""
import json
import math
import os
import subprocess
import sys
import tempfile

from client import Server, run_all
from described import check

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
# A wall with a door of width 6.
ROOM = {"width": 60, "height": 40, "obstacles": [{"rect": [28, 0, 4, 20]}, {"rect": [28, 26, 4, 14]}]}
ACROSS = {"from": [5, 30], "to": [55, 30], "measures": False}


def drawing_of(server, id):
    return check(server, "GET", "/api/maps/%s/drawing" % id, "/api/maps/{map}/drawing")


def put(server, id, drawing):
    job = server.json("PUT", "/api/maps/%s/drawing" % id, drawing, 202)["job"]["id"]
    assert server.wait_for(job)["state"] == "done"


def ask(server, id, **more):
    return server.json("POST", "/api/query", {"map": id, **ACROSS, **more})


def clearance(points):
    """Returns the least distance of a path from the two walls and the border, in steps of 0.01."""
    best = math.inf
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        steps = max(1, int(100 * math.hypot(bx - ax, by - ay)))
        for i in range(steps + 1):
            x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
            best = min(best, x, y, 60 - x, 40 - y)
            for wall in ROOM["obstacles"]:
                left, top, width, height = wall["rect"]
                dx = max(left - x, 0, x - left - width)
                dy = max(top - y, 0, y - top - height)
                best = min(best, math.hypot(dx, dy))
    return best


def test_a_radius():
    with Server(PROGRAM) as server:
        added = check(server, "POST", "/api/maps", "/api/maps", {**ROOM, "agent_radius": 2}, 201)
        id = added["map"]["id"]
        # Also before there is an index.
        assert added["map"]["agent_radius"] == 2
        answer = ask(server, id, algorithm="polyanya")
        assert abs(clearance(answer["paths"][0]["points"]) - 2) < 1e-3, answer
        server.wait_for(added["job"]["id"])
        found = check(server, "GET", "/api/maps/" + id, "/api/maps/{map}")
        assert found["kind"] == "index" and found["agent_radius"] == 2
        assert drawing_of(server, id) == {**ROOM, "agent_radius": 2}
        with_radius = ask(server, id)["paths"][0]
        assert abs(clearance(with_radius["points"]) - 2) < 1e-3
        xs = [x for cell in server.json("GET", "/api/maps/%s/geometry" % id)["polygons"]
              for x in cell[::2]]
        assert min(xs) == 2 and max(xs) == 58, "the border keeps it off, too"
        # Without a radius; with one too large for the door; with one that leaves no free space.
        put(server, id, ROOM)
        assert drawing_of(server, id) == ROOM
        assert server.json("GET", "/api/maps/" + id)["agent_radius"] == 0
        without = ask(server, id)["paths"][0]
        assert without["length"] < with_radius["length"] and clearance(without["points"]) < 1e-6
        put(server, id, {**ROOM, "agent_radius": 2.9})
        assert ask(server, id)["status"] == "ok"
        put(server, id, {**ROOM, "agent_radius": 3.1})
        assert ask(server, id)["status"] == "no_path"
        put(server, id, {**ROOM, "agent_radius": 21})
        assert ask(server, id)["status"] == "start_blocked"
        for wrong in (-1, "2", 16385, None, [2]):
            server.error("PUT", "/api/maps/%s/drawing" % id, 400, "bad_request",
                         {**ROOM, "agent_radius": wrong})


def test_files():
    """GeoJSON contains the radius and restores it; a .map can't."""
    with Server(PROGRAM) as server:
        id = server.json("POST", "/api/maps", {**ROOM, "agent_radius": 1.5}, 201)["map"]["id"]
        _, _, text = server.request("GET", "/api/maps/%s/source?format=geojson" % id)
        assert json.loads(text)["agent_radius"] == 1.5
        again = server.json("POST", "/api/maps", {"source": text.decode()}, 201)["map"]
        assert again["agent_radius"] == 1.5 and again["editable"]
        assert drawing_of(server, again["id"])["agent_radius"] == 1.5
        _, _, text = server.request("GET", "/api/maps/%s/source?format=map" % id)
        plain = server.json("POST", "/api/maps", {"source": text.decode()}, 201)["map"]
        assert plain["agent_radius"] == 0
        # The radius applies on a terrain too.
        roads = {**ROOM, "agent_radius": 1.5, "roads": [{"line": [[5, 10], [20, 10]], "rate": 0.5}]}
        id = server.json("POST", "/api/maps", roads, 201)["map"]["id"]
        answer = server.json("POST", "/api/query", {"map": id, **ACROSS})
        assert abs(clearance(answer["paths"][0]["points"]) - 1.5) < 1e-3


def test_kept():
    """A restart reuses the index; one with another radius is built anew."""
    data = SCRATCH.name + "/kept"
    with Server(PROGRAM, "--data", data) as server:
        added = server.json("POST", "/api/maps", {**ROOM, "agent_radius": 2}, 201)
        id = added["map"]["id"]
        server.wait_for(added["job"]["id"])
        expected = ask(server, id)["paths"][0]["length"]
    with Server(PROGRAM, "--data", data) as server:
        found = server.json("GET", "/api/maps/" + id)
        assert found["kind"] == "index" and found["building"] is None and found["agent_radius"] == 2
        assert ask(server, id)["paths"][0]["length"] == expected
    path = os.path.join(data, "drawings", id, "drawing.json")
    with open(path) as file:
        drawing = json.load(file)
    with open(path, "w") as file:
        json.dump({**drawing, "agent_radius": 1}, file)
    with Server(PROGRAM, "--data", data) as server:
        server.wait_for_indexes()
        found = server.json("GET", "/api/maps/" + id)
        assert found["kind"] == "index" and found["agent_radius"] == 1, found
        assert ask(server, id)["paths"][0]["length"] < expected


def test_several():
    """An index of several radii: a query takes the least that isn't smaller."""
    source, index = SCRATCH.name + "/room.geojson", SCRATCH.name + "/room.pathfan"
    ring = [[[0, 0], [60, 0], [60, 40], [0, 40], [0, 0]]]
    walls = [[[[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y]]]
             for x, y, w, h in (wall["rect"] for wall in ROOM["obstacles"])]
    with open(source, "w", encoding="ascii") as file:
        json.dump({"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"kind": "obstacle" if i else "free"},
             "geometry": {"type": "Polygon", "coordinates": rings}} for i, rings in enumerate([ring] + walls)]}, file)
    subprocess.run([PROGRAM, "build-index", source, "-o", index, "--agent-radius", "1,2,3.5", "--quiet"],
                   check=True, stderr=subprocess.DEVNULL)
    with Server(PROGRAM, index) as server:
        [found] = check(server, "GET", "/api/maps", "/api/maps")["maps"]
        assert found["radii"] == [1, 2, 3.5] and found["agent_radius"] == 1, found
        for radius, built in ((0, 1), (0.5, 1), (1, 1), (1.01, 2), (2, 2)):
            answer = check(server, "POST", "/api/query", "/api/query",
                           {"map": found["id"], **ACROSS, "measures": True, "radius": radius})
            assert answer.get("radius", 0) == (built if radius else 0), answer
            assert abs(clearance(answer["paths"][0]["points"]) - built) < 1e-3
            assert answer["paths"][0]["measures"]["length_ratio"] == 1, answer
        assert ask(server, found["id"], radius=3)["status"] == "no_path"
        for radius in (3.6, -1):
            server.error("POST", "/api/query", 400, None, {"map": found["id"], **ACROSS, "radius": radius})


if __name__ == "__main__":
    run_all(globals())
