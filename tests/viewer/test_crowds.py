"""Crowds that run while they are watched: test_crowds.py PATHFAN"""
import csv
import http.client
import json
import struct
import subprocess
import sys
import tempfile
import threading

import described
from client import SCALE, Server, make_index, make_large, make_map, run_all

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
ROOMS = make_index(PROGRAM, make_map(PROGRAM, SCRATCH.name + "/rooms.map"),
                   SCRATCH.name + "/rooms.pathfan")
HILLS = make_map(PROGRAM, SCRATCH.name + "/hills.geojson", "terrain", 200, 150, 4)
HALL = SCRATCH.name + "/hall.geojson"
SERVER = None

# Two rooms and a door, metres.
with open(HALL, "w") as hall:
    json.dump({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"kind": "free"}, "geometry": {
            "type": "Polygon", "coordinates": [[[x, low], [right, low], [right, high], [x, high],
                                                [x, low]]]}}
        for x, low, right, high in ((0, 0, 8, 8), (8, 3.5, 9, 4.5), (9, 0, 14, 8))]}, hall)

HEAD = struct.Struct("<12I2d")
LAST = 1
NARROW = {"environment": "narrow", "agents": 300, "seed": 5}
WALL = [[900, -10], [1020, -10], [1020, 1090], [900, 1090]]


def check(method, path, route, body=None, status=200, server=None):
    return described.check(server or SERVER, method, path, route, body, status)


def begin(scenario, server=None):
    made = check("POST", "/api/crowds", "/api/crowds", scenario, 201, server)
    assert made["crowd"]["step"] == 0 and made["crowd"]["started"] == 0
    return made


def crowd_of(scenario, server=None):
    return begin(scenario, server)["crowd"]["id"]


def steps(at, count=1, server=None, **more):
    """Makes so many steps; returns the frame after them."""
    status, headers, body = (server or SERVER).request(
        "POST", "/api/crowds/%s/steps" % at, {"steps": count, **more})
    assert status == 200 and headers["content-type"] == "application/octet-stream", body
    return frame_of(body)


def frame_of(body):
    names = ("step", "flags", "present", "cells", "agents", "started", "arrived", "stuck",
             "searches", "evaluations", "changes", "queues", "mean_travel", "step_ms")
    frame = dict(zip(names, HEAD.unpack_from(body)))
    n, cells = frame["present"], frame["cells"]
    at = HEAD.size + 6 * n + cells
    assert len(body) == at + 8 * frame["queues"] and HEAD.size == 64
    frame["x"] = struct.unpack_from("<%dH" % n, body, 64)
    frame["y"] = struct.unpack_from("<%dH" % n, body, 64 + 2 * n)
    frame["speed"] = body[64 + 4 * n:64 + 5 * n]
    frame["flow"] = body[64 + 5 * n:64 + 6 * n]
    frame["density"] = body[64 + 6 * n:at]
    queues = struct.unpack_from("<%dI" % (2 * frame["queues"]), body, at)
    frame["queues"] = list(zip(queues[::2], queues[1::2]))
    return frame


def walk(at, upto, server=None):
    """Walks to a step in as many requests as needed; returns its frame."""
    frame = steps(at, 0, server)
    while frame["step"] < upto and not frame["flags"] & LAST:
        frame = steps(at, min(1000, upto - frame["step"]), server, after=frame["step"])
    return frame


def look(at):
    return check("GET", "/api/crowds/" + at, "/api/crowds/{crowd}")["crowd"]


def change(at, **what):
    return check("PATCH", "/api/crowds/" + at, "/api/crowds/{crowd}", what)["crowd"]


def end(*ids):
    for at in ids:
        status, _, body = SERVER.request("DELETE", "/api/crowds/" + at)
        assert (status, body) == (204, b"")
        SERVER.error("GET", "/api/crowds/" + at, 404, "no_such_crowd")


def without_times(frame):
    return {name: value for name, value in frame.items() if name != "step_ms"}


def same(a, b):
    return without_times(a) == without_times(b)


# ---- Running ----

def test_environments():
    found = check("GET", "/api/environments", "/api/environments")["environments"]
    assert [each["name"] for each in found] == ["big", "narrow", "medium"]
    for each in found:
        assert len(each["flows"]) == 3
        made = begin({"environment": each["name"], "agents": 10})
        assert (made["width"], made["height"], made["origin"]) == (1920, 1080, [0, 0])
        assert made["crowd"]["indexed"] and made["crowd"]["environment"] == each["name"]
        assert len(made["polygons"]) > 3 and len(made["cells"]) % 4 == 0
        own = begin({"environment": each["name"], "agents": 10, "flows": each["flows"],
                     "spread": 10})
        ids = [made["crowd"]["id"], own["crowd"]["id"]]
        assert same(*[walk(at, 40) for at in ids]), "its flows are what it says"
        end(*ids)


def test_queues():
    """By Weidmann's law there are seconds, gates, and how many wait there."""
    scenario = {"environment": "narrow", "agents": 50}
    made = begin(scenario)
    assert made["gates"] == [] and made["crowd"]["step_seconds"] is None
    end(made["crowd"]["id"])
    made = begin({"map": "hall", "law": "weidmann", "agents": 60, "spawn": {"all_at_once": True},
                  "strategy": {"kind": "none"}, "step_seconds": 0.25,
                  "flows": [{"from": {"polygon": [[0, 0], [6, 0], [6, 8], [0, 8]]},
                             "to": [[13, 4]]}]})
    gates = [tuple(made["gates"][i:i + 4]) for i in range(0, len(made["gates"]), 4)]
    door = gates.index((8, 3.5, 8, 4.5))
    assert made["crowd"]["step_seconds"] == 0.25
    at = made["crowd"]["id"]
    frame = walk(at, 80)
    waiting = dict(frame["queues"])
    assert waiting[door] > 5 and sum(waiting.values()) <= frame["present"], waiting
    assert walk(at, 4000)["queues"] == []
    end(at)


def test_as_the_command():
    """Each step has as many agents as with pathfan crowd, at the same places."""
    folder = SCRATCH.name + "/run"
    with open(folder + ".json", "w") as file:
        json.dump({**NARROW, "max_steps": 400}, file)
    subprocess.run([PROGRAM, "crowd", folder + ".json", "--quiet", "--every", "50", "--csv",
                    folder + ".csv", "--trajectories", folder + ".txt"], capture_output=True)
    with open(folder + ".csv") as file:
        rows = list(csv.DictReader(file))
    places = {}
    with open(folder + ".txt") as file:
        for line in file:
            if not line.startswith("#"):
                _, frame, x, y, _ = line.split()
                places.setdefault(50 * int(frame), []).append((float(x), float(y)))
    at = crowd_of({**NARROW, "max_steps": 400})
    for row in rows:
        frame = walk(at, int(row["step"]))
        for name in ("started", "present", "arrived", "searches", "evaluations", "changes"):
            assert frame[name] == int(row[name]), (row, name, frame[name])
        for (x, y), a, b in zip(places.get(frame["step"], []), frame["x"], frame["y"]):
            assert abs(a / 65535 * 1920 - x) < 0.02 and abs(b / 65535 * 1080 - y) < 0.02
    assert rows[-1]["step"] == "400" and frame["flags"] == LAST, "it makes max_steps"
    assert steps(at, 5)["step"] == 400
    assert look(at)["done"]
    end(at)


def test_all_arrive():
    made = begin({**NARROW, "agents": 60, "strategy": {"kind": "alternatives"}})
    at = made["crowd"]["id"]
    seen = walk(at, 1)
    assert seen["present"] == seen["started"] == 3 and seen["agents"] == 60
    frame = walk(at, 100000)
    assert (frame["flags"], frame["arrived"], frame["present"]) == (LAST, 60, 0)
    told = look(at)
    assert told["done"] and told["arrived"] == 60 and told["mean_travel"] == frame["mean_travel"]
    assert [flow["arrived"] for flow in told["flows"]] == [20, 20, 20]
    assert max(frame["density"]) == 0
    end(at)


def test_frames():
    """Speeds and densities are consistent, and flows are those of the scenario."""
    made = begin({"environment": "medium", "agents": 900, "spawn": {"all_at_once": True},
                  "agent_area": 60})
    at, cells = made["crowd"]["id"], made["cells"]
    frame = walk(at, 30)
    assert frame["cells"] == len(cells) // 4 and set(frame["flow"]) == {0, 1, 2}
    assert max(frame["density"]) > 100 and min(frame["speed"]) < 200 and max(frame["speed"]) <= 255
    full = sum(density / 255 * cells[4 * i + 2] * cells[4 * i + 3]
               for i, density in enumerate(frame["density"]))
    assert 0.5 * 900 * 60 < full < 1.2 * 900 * 60, "squares hold nearly all"
    end(at)


def test_after():
    """A repeated request makes no steps; one for no steps only looks."""
    at = crowd_of(NARROW)
    first = steps(at, 7, after=0)
    again = steps(at, 7, after=0)
    assert first["step"] == 7 and same(first, again) and again["step_ms"] == 0
    assert steps(at, 2, after=100)["step"] == 7
    assert steps(at, 0)["step"] == 7 and steps(at)["step"] == 8
    status, _, body = SERVER.request("POST", "/api/crowds/%s/steps" % at, {})
    assert status == 200 and frame_of(body)["step"] == 9
    end(at)


def test_side_by_side():
    """The same seed gives the same run until a change."""
    pair = [crowd_of({**NARROW, "agents": 3000}) for _ in range(2)]
    other = crowd_of({**NARROW, "agents": 3000, "seed": 6})
    frames = [walk(at, 300) for at in (*pair, other)]
    assert same(*frames[:2]) and not same(*frames[1:])
    assert change(pair[1], strategy="none")["strategy"] == "none"
    frames = [walk(at, 900) for at in pair]
    assert frames[0]["searches"] > frames[1]["searches"]
    assert frames[0]["x"] != frames[1]["x"]
    end(*pair, other)


# ---- Changes ----

def test_strategies():
    at = crowd_of({**NARROW, "agents": 3000, "strategy": {"kind": "none"}})
    before = walk(at, 100)
    for name, searches in (("periodic", 6), ("initial", 6), ("none", 0), ("alternatives", 0)):
        assert change(at, strategy=name)["strategy"] == name == look(at)["strategy"]
        after = steps(at, 1)
        # Three start in each step; with initial they search, and so do three others.
        assert after["searches"] - before["searches"] == searches, name
        assert (after["evaluations"] > before["evaluations"]) == (name == "alternatives")
        before = after
    change(at, strategy="event")
    walk(at, 150)
    end(at)


def test_close():
    """Closing an area during a run is the same as a scenario that closes it at that step."""
    wall = {"polygon": [[900, 500], [1020, 500], [1020, 580], [900, 580]]}
    by_hand = crowd_of({**NARROW, "agents": 1500})
    told = crowd_of({**NARROW, "agents": 1500, "close": {**wall, "at_step": 600}})
    assert same(walk(by_hand, 600), walk(told, 600))
    assert look(told)["closed"] == 1 and change(by_hand, close=wall)["closed"] == 1
    assert same(walk(by_hand, 900), walk(told, 900))
    # All ways are closed: agents stop.
    change(by_hand, close={"polygon": WALL}, strategy="alternatives")
    frame = walk(by_hand, 902)
    assert frame["stuck"] > 0 and 0 in frame["speed"]
    assert look(by_hand)["stuck"] == frame["stuck"]
    end(by_hand, told)


def test_changes_that_are_wrong():
    at = crowd_of(NARROW)
    where = "/api/crowds/" + at
    triangle = [[0, 0], [1, 0], [0, 1]]
    for body, word in (
            ([], "object"), ({"strategy": "best"}, "strategy"), ({"strategy": 3}, "strategy"),
            ({"speed": 3}, "speed"), ({"close": triangle}, "close"), ({"close": {}}, "close"),
            ({"close": {"polygon": triangle[:2]}}, "close"),
            ({"close": {"polygon": [[0, 0], [1, 0], [0, "1"]]}}, "close.polygon[2]"),
            ({"close": {"polygon": triangle, "at_step": 4}}, "close"),
            ({"close": {"polygon": [[0, 0], [1, 1], [2, 2]]}, "strategy": "none"}, "area"),
            ({"strategy": "none", "close": 3}, "close")):
        assert word in SERVER.error("PATCH", where, 400, "bad_request", body), body
    for body, word in (([], "object"), ({"steps": 1001}, "steps"), ({"steps": -1}, "steps"),
                       ({"steps": 0.5}, "steps"), ({"after": -1}, "after"), ({"pace": 1}, "pace")):
        assert word in SERVER.error("POST", where + "/steps", 400, "bad_request", body), body
    SERVER.error("POST", where + "/steps", 400, "not_json", "{")
    SERVER.error("PATCH", where, 400, "no_body")
    SERVER.error("PATCH", where, 415, "not_json", "{}", {"Content-Type": "text/plain"})
    SERVER.error("PATCH", where, 403, "foreign_origin", {}, {"Origin": "http://elsewhere.org"})
    SERVER.error("PUT", where, 405, "method_not_allowed")
    told = look(at)
    assert (told["strategy"], told["closed"], told["step"]) == ("initial", 0, 0), "nothing was done"
    for _ in range(100):
        change(at, close={"polygon": triangle})
    SERVER.error("PATCH", where, 400, "too_large", {"close": {"polygon": triangle}})
    walk(at, 3)
    end(at)


# ---- Maps ----

def ends_of(at, server=None):
    """Returns two free points of a map that a path connects."""
    geometry = (server or SERVER).json("GET", "/api/maps/%s/geometry" % at)
    middles = [[sum(p[0::2]) / len(p[0::2]), sum(p[1::2]) / len(p[1::2])]
               for p in sorted(geometry["polygons"], key=lambda p: p[0] + p[1])]
    for far in reversed(middles):
        answer = (server or SERVER).json("POST", "/api/query", {
            "map": at, "from": middles[0], "to": far, "paths": 1, "algorithm": "polyanya"})
        if answer["status"] == "ok" and answer["paths"]:
            return middles[0], far
    raise AssertionError("no way")


def test_map():
    near, far = ends_of("rooms")
    scenario = {"map": "rooms", "agents": 40, "agent_area": 0.1, "speed": 0.5,
                "flows": [{"from": near, "to": [far]}]}
    made = begin({**scenario, "strategy": {"kind": "alternatives"}})
    geometry = SERVER.json("GET", "/api/maps/rooms/geometry")
    assert made["polygons"] == geometry["polygons"] and made["crowd"]["map"] == "rooms"
    at = made["crowd"]["id"]
    assert walk(at, 100000)["arrived"] == 40
    end(at)
    SERVER.error("POST", "/api/crowds", 404, "no_such_map", {**scenario, "map": "attic"})
    assert "terrain" in SERVER.error("POST", "/api/crowds", 400, "bad_request",
                                     {**scenario, "map": "hills"})


def test_map_without_index():
    """On a map whose index isn't ready: every strategy but alternatives."""
    large = make_large(PROGRAM, SCRATCH.name + "/large.map")
    plain = make_map(PROGRAM, SCRATCH.name + "/plain.map", seed=3)
    with Server(PROGRAM, large, plain) as server:
        assert server.json("GET", "/api/maps/plain")["kind"] == "map"
        near, far = ends_of("plain", server)
        scenario = {"map": "plain", "agents": 30, "agent_area": 0.1, "speed": 0.5,
                    "flows": [{"from": near, "to": [far]}]}
        server.error("POST", "/api/crowds", 409, "no_index",
                     {**scenario, "strategy": {"kind": "alternatives"}})
        made = begin(scenario, server)
        assert not made["crowd"]["indexed"]
        at = made["crowd"]["id"]
        walk(at, 5, server)
        server.error("PATCH", "/api/crowds/" + at, 409, "no_index", {"strategy": "alternatives"})
        assert walk(at, 100000, server)["arrived"] == 30


def test_map_that_changes():
    """A crowd continues on the map that it began on, even if that is changed or deleted."""
    drawing = {"width": 60, "height": 40, "obstacles": [{"rect": [20, 10, 10, 20]}]}
    with Server(PROGRAM) as server:
        made = server.json("POST", "/api/maps", {**drawing, "name": "hall"}, 201)
        at = made["map"]["id"]
        server.wait_for(made["job"]["id"])
        scenario = {"map": at, "agents": 200, "agent_area": 0.1, "speed": 0.5, "seed": 3,
                    "flows": [{"from": [5, 20], "to": [[55, 20]]}],
                    "strategy": {"kind": "alternatives"}}
        ids = [crowd_of(scenario, server) for _ in range(2)]
        frames = [walk(ids[0], 30, server)]
        drawing["obstacles"] = [{"rect": [10, 5, 5, 30]}, {"rect": [35, 15, 10, 25]}]
        job = server.json("PUT", "/api/maps/%s/drawing" % at, drawing, 202)["job"]
        server.wait_for(job["id"])
        frames.append(walk(ids[1], 30, server))
        assert same(*frames)
        assert begin(scenario, server)["polygons"] != made, "a new one walks on the new map"
        status, _, _ = server.request("DELETE", "/api/maps/" + at)
        assert status == 204
        frames = [walk(each, 100000, server) for each in ids]
        assert same(*frames) and frames[0]["arrived"] == 200
        server.error("POST", "/api/crowds", 404, "no_such_map", scenario)


# ---- Refusals ----

def test_scenarios_that_are_wrong():
    flow = {"from": [5, 5], "to": [[9, 9]]}
    for body, word in (
            ([], "object"), ({}, "environment"), ({"map": 3, "flows": [flow]}, "map"),
            ({"environment": "small"}, "environment"), ({"map": "rooms"}, "flows"),
            ({"map": "rooms", "environment": "big"}, "map"),
            ({"environment": "big", "flows": []}, "flows"),
            ({"environment": "big", "flows": [{"from": [5, 5]}]}, "flows[0].to"),
            ({"environment": "big", "flows": [{"from": [5], "to": [[9, 9]]}]}, "flows[0].from"),
            ({"environment": "big", "flows": [{"from": [5, 5], "to": [[9, "x"]]}]}, "flows[0].to[0]"),
            ({"environment": "big", "pace": 3}, "pace"),
            ({"environment": "big", "agents": 0}, "agents"),
            ({"environment": "big", "strategy": {"kind": "best"}}, "strategy.kind"),
            ({"environment": "big", "spawn": 3}, "spawn"),
            ({"environment": "big", "close": {"polygon": [[0, 0]], "at_step": 1}}, "close"),
            ({"environment": "big", "flows": [{"from": [5000, 5], "to": [[9, 9]]}]}, "flow 0"),
            ({"environment": "big", "depth": 2}, "depth"),
            ({"environment": "big", "least_speed": 3}, "least_speed")):
        message = SERVER.error("POST", "/api/crowds", 400, "bad_request", body)
        assert word in message, (body, message)
    SERVER.error("POST", "/api/crowds", 400, "no_body")
    assert "line 1" in SERVER.error("POST", "/api/crowds", 400, "bad_request", "{\"agents\": }")
    # A file name isn't read as a file.
    SERVER.error("POST", "/api/crowds", 404, "no_such_map",
                 {"map": ROOMS, "flows": [{"from": [5, 5], "to": [[9, 9]]}]})


def test_too_large():
    big = {"environment": "big"}
    flow = {"from": [42, 36], "to": [[1878, 1044]]}
    for body, word in (
            ({**big, "agents": 50001}, "agents"),
            ({**big, "flows": [{**flow, "agents": 49999}, {**flow, "agents": 2}]}, "agents"),
            ({**big, "flows": [{**flow, "agents": 40000}, flow]}, "agents"),
            ({**big, "flows": [flow] * 33}, "flows"), ({**big, "depth": 9}, "depth"),
            ({**big, "neighbours": 17}, "neighbours"), ({**big, "depth": 8, "agents": 50000}, "cells times agents"),
            ({**big, "flows": [flow] * 32, "depth": 8, "strategy": {"alternatives": 16}}, "alternatives"),
            ({**big, "close": [{"polygon": WALL, "at_step": 1}] * 101}, "close")):
        assert word in SERVER.error("POST", "/api/crowds", 400, "too_large", body), body
    SERVER.error("POST", "/api/crowds", 413, "too_large", {**big, "map": "x" * 70000})


def test_many():
    """Limits of the number of crowds and of agents; ending a crowd makes room."""
    ids = [crowd_of({**NARROW, "agents": 30}) for _ in range(8)]
    assert len(set(ids)) == 8
    assert "8 crowds" in SERVER.error("POST", "/api/crowds", 409, "busy", NARROW)
    for at in ids:
        assert steps(at, 3)["step"] == 3
    end(ids[3])
    assert crowd_of(NARROW) not in ids
    ids.append("c%d" % (max(int(at[1:]) for at in ids) + 1))
    end(*(at for i, at in enumerate(ids) if i != 3))
    ids = [crowd_of({**NARROW, "agents": 50000}) for _ in range(3)]
    assert "150000" in SERVER.error("POST", "/api/crowds", 409, "busy", {**NARROW, "agents": 1})
    end(*ids)


def test_that_are_not_there():
    for at in ("c0", "c999999", "c99999999999999999999", "x1", "c", "c1x", "C1"):
        where = "/api/crowds/" + at
        SERVER.error("GET", where, 404, "no_such_crowd")
        SERVER.error("DELETE", where, 404, "no_such_crowd")
        SERVER.error("PATCH", where, 404, "no_such_crowd", {"strategy": "none"})
        SERVER.error("POST", where + "/steps", 404, "no_such_crowd", {"steps": 1})


# ---- Concurrency ----

def test_all_at_once():
    """Many clients step, change, read, end and begin the same crowds: each gets a sensible answer,
    and a crowd run by one client only isn't affected."""
    alone = crowd_of(NARROW)
    ids = [crowd_of({**NARROW, "agents": 100}) for _ in range(4)]
    wrong = []

    def work(number):
        connection = SERVER.connect()
        for i in range(40 * SCALE):
            at = ids[(number + i) % len(ids)]
            method, path, body = (
                ("POST", "/api/crowds/%s/steps" % at, {"steps": 5}),
                ("PATCH", "/api/crowds/" + at, {"strategy": ("none", "alternatives")[i % 2]}),
                ("POST", "/api/crowds/%s/steps" % at, {"steps": 1}),
                ("GET", "/api/crowds/" + at, None),
                ("PATCH", "/api/crowds/" + at, {"close": {"polygon": [[0, i], [1, i], [0, i + 1]]}}),
                ("DELETE", "/api/crowds/" + at, None),
                ("POST", "/api/crowds", {**NARROW, "agents": 100}))[(i + number) % 7]
            connection.request(method, path, json.dumps(body) if body else None,
                               {"Content-Type": "application/json"})
            response = connection.getresponse()
            data = response.read()
            if response.status == 201:
                ids[(number + i) % len(ids)] = json.loads(data)["crowd"]["id"]
            elif response.status not in (200, 204, 404, 409, 429):
                wrong.append((response.status, data[:300]))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    mine = walk(alone, 300)
    for thread in threads:
        thread.join()
    assert not wrong, wrong[:3]
    for number in range(1, int(alone[1:]) + 400 * SCALE):
        if "c%d" % number != alone:
            SERVER.request("DELETE", "/api/crowds/c%d" % number)
    again = crowd_of(NARROW)
    assert same(mine, walk(again, 300))
    end(alone, again)


def test_the_end():
    """The server ends while crowds run, also in the middle of many steps."""
    for _ in range(3 * SCALE):
        server = Server(PROGRAM)
        ids = [crowd_of({"environment": "big", "agents": 3000, "spawn": {"all_at_once": True}},
                        server)
               for _ in range(3)]
        statuses, readies = [], [threading.Event() for _ in ids]

        def work(at, ready):
            try:
                connection = server.connect()
                while True:
                    connection.request("POST", "/api/crowds/%s/steps" % at,
                                       json.dumps({"steps": 1000}),
                                       {"Content-Type": "application/json"})
                    response = connection.getresponse()
                    response.read()
                    statuses.append(response.status)
                    ready.set()
                    if response.status != 200:
                        return
            except (http.client.HTTPException, OSError):
                ready.set()

        threads = [threading.Thread(target=work, args=pair) for pair in zip(ids, readies)]
        for thread in threads:
            thread.start()
        for ready in readies:
            ready.wait()
        code, errors = server.stop()
        for thread in threads:
            thread.join()
        assert code == 0, errors
        assert 200 in statuses and all(s in (200, 503) for s in statuses), set(statuses)


if __name__ == "__main__":
    with Server(PROGRAM, ROOMS, HILLS, HALL) as SERVER:
        run_all(globals())
