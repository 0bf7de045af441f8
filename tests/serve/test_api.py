"""Answers of `serve` to correct and to incorrect requests: test_api.py PATHFAN"""
import json
import random
import re
import struct
import subprocess
import sys
import tempfile

from served import BATCH, FAR, LINES, PATHS, Served, batch_of, known, make_folder
import described  # noqa: E402
from described import SOURCE, openapi  # noqa: E402
from client import run_all  # noqa: E402

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = SCRATCH.name + "/indexes"
SERVER = None


def some_ends(count, width=100, height=80):
    chance = random.Random(7)
    return [(chance.uniform(0, width), chance.uniform(0, height), chance.uniform(0, width),
             chance.uniform(0, height)) for _ in range(count)]


# ---- The document ----

def test_openapi_has_every_route_and_no_other():
    with open(SOURCE + "/src/serve/service.c") as file:
        rows = re.findall(r'\{([A-Z]+), (NULL|"[^"]+"), "([A-Z]+)"', file.read())
    below = {"INDEX": "/indexes/{index}", "PATHS": "/indexes/{index}/paths",
             "FIELD": "/indexes/{index}/field", "CORRIDOR": "/indexes/{index}/corridor",
             "OBSTACLES": "/indexes/{index}/obstacles"}
    routes = {(method, below[number] if path == "NULL" else path.strip('"'))
              for number, path, method in rows}
    documented = {(method.upper(), path) for path, item in openapi()["paths"].items()
                  for method, known in item.items() if "serve" in known["tags"]}
    assert len(routes) == 9 and documented == routes, documented ^ routes
    assert described.check(SERVER, "GET", "/openapi.json", "/openapi.json") == openapi()


def check(method, path, route, body=None, status=200, headers=None):
    return described.check(SERVER, method, path, route, body, status, headers)


# ---- Reading ----

def test_health_and_head():
    assert check("GET", "/healthz", "/healthz") == {"status": "ok"}
    status, headers, data = SERVER.request("HEAD", "/healthz")
    assert (status, data) == (200, b"") and headers["content-length"] == "15"
    assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"
    status, headers, data = SERVER.request("OPTIONS", PATHS)
    assert (status, data, headers["allow"]) == (204, b"", "POST, OPTIONS")


def test_indexes():
    found = check("GET", "/indexes", "/indexes")["indexes"]
    assert [i["name"] for i in found] == ["north/caves", "rooms"], found
    assert (found[1]["width"], found[1]["height"], found[1]["source_name"]) == (100, 80, "rooms.map")
    assert check("GET", "/indexes/north/caves", "/indexes/{index}") == found[0]
    SERVER.error("GET", "/indexes/caves", 404, "no_such_index")
    SERVER.error("GET", "/indexes/roo", 404, "no_such_index")
    SERVER.error("GET", "/indexes/roomss", 404, "no_such_index")
    SERVER.error("GET", "/indexes/", 404, "no_such_index")
    assert "there is nothing" in SERVER.error("GET", "/", 404, "not_found")


# ---- Asking ----

def test_answers_are_the_commands():
    """Single requests, lines and binary batches give the answers of `query --batch`, bit by bit."""
    ends = some_ends(120)
    options = {"snap": 3, "paths": 4, "stretch": 1.4}
    lines = [{"from": e[:2], "to": e[2:], **options} for e in ends]
    told = subprocess.run([PROGRAM, "query", FOLDER + "/rooms.pathfan", "--batch", "--json"],
                          input="\n".join(map(json.dumps, lines)), text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    wanted = [known(json.loads(line)) for line in told.splitlines()]
    assert {w[0] for w in wanted} >= {"ok"} and any(len(w[2]) > 1 for w in wanted), wanted
    one_by_one = [SERVER.json("POST", PATHS, line) for line in lines]
    assert [known(a) for a in one_by_one] == wanted
    answered = SERVER.lines("rooms", lines)
    assert [a["id"] for a in answered] == list(range(len(ends)))
    assert [known(a) for a in answered] == wanted
    by_bytes = SERVER.batch("rooms", ends, **options)
    assert [(o, r, paths) for o, r, paths in by_bytes] == wanted
    # Empty batches, and the options' defaults.
    assert SERVER.lines("rooms", []) == [] and SERVER.batch("rooms", []) == []
    assert SERVER.batch("rooms", [(2, 2, 97, 77)])[0][2] == known(SERVER.ask("rooms", *FAR))[2]


def test_answers_are_as_described():
    for options in ({}, {"measures": True}, {"algorithm": "penalty"}, {"effort": "thorough"},
                    {"avoid": [{"circle": [50, 40, 3]}]}, {"objective": {"length": 1}}):
        answer = check("POST", PATHS, "/indexes/{index}/paths",
                       {"from": FAR[0], "to": FAR[1], **options})
        assert answer["status"] == "ok", (options, answer)
        assert ("measures" in answer) == ("measures" in options), answer
    assert SERVER.ask("north/caves", [30, 20], [30, 20], snap=60)["status"] == "ok"
    off = SERVER.ask("rooms", [-5, 2], [97, 77])
    assert off["status"] == "start_blocked" and off["blocked_by"] == "border"


def test_lanes():
    """The metrics show which lane answered; a batch with a search goes to the slow lane."""
    def counts():
        return {lane: SERVER.metric(f'pathfan_request_seconds_count{{lane="{lane}"}}')
                for lane in ("quick", "batch", "slow")}

    def lanes_of(ask):
        before = counts()
        ask()
        after = counts()
        return [lane for lane in after if after[lane] != before[lane]]
    answers = 'pathfan_answers_total{outcome="ok"}'
    line = {"from": FAR[0], "to": FAR[1]}
    slow = {**line, "algorithm": "polyanya"}
    assert lanes_of(lambda: SERVER.ask("rooms", *FAR)) == ["quick"]
    assert lanes_of(lambda: SERVER.ask("rooms", *FAR, paths=20)) == ["batch"]
    assert lanes_of(lambda: SERVER.ask("rooms", *FAR, measures=True)) == ["batch"]
    assert lanes_of(lambda: SERVER.ask("rooms", *FAR, algorithm="penalty")) == ["slow"]
    assert lanes_of(lambda: SERVER.lines("rooms", [line])) == ["batch"]
    assert lanes_of(lambda: SERVER.batch("rooms", [(2, 2, 97, 77)])) == ["batch"]
    assert lanes_of(lambda: SERVER.batch("rooms", [(2, 2, 97, 77)], algorithm="polyanya")) == [
        "slow"]
    before = SERVER.metric(answers)
    assert lanes_of(lambda: SERVER.lines("rooms", [line, slow, line])) == ["slow"]
    assert SERVER.metric(answers) == before + 3  # none counts twice
    assert SERVER.metric("pathfan_paths_total") > before


def test_tables():
    """Each table needs look-ups of its own, so requests that use tables aren't quick."""
    tables = SCRATCH.name + "/tables.pathfan"
    subprocess.run([PROGRAM, "build-index", SCRATCH.name + "/rooms.map", "--tables", "3", "-o", tables, "--quiet"],
                   check=True)
    lines = [{"from": e[:2], "to": e[2:], "algorithm": "cvpd", "paths": 10, "snap": 5}
             for e in some_ends(60)]
    told = subprocess.run([PROGRAM, "query", tables, "--batch", "--json"], text=True, check=True,
                          input="\n".join(map(json.dumps, lines)), stdout=subprocess.PIPE).stdout
    with Served(PROGRAM, tables) as server:
        assert [known(server.json("POST", "/indexes/tables/paths", line)) for line in lines] == [
            known(json.loads(line)) for line in told.splitlines()]
        assert server.metric('pathfan_request_seconds_count{lane="batch"}') == 60


def test_lines_that_are_wrong():
    good = {"from": FAR[0], "to": FAR[1]}
    answers = SERVER.lines("rooms", [
        {**good, "id": "a"}, "", "{no", {**good, "id": 7.5, "stretch": 0.5},
        {"from": FAR[0], "id": 2**60}, {**good, "id": [1]}, {**good, "tables": 9}, "[]",
        {**good, "paths": 65}, "\r", good])
    assert [a["id"] for a in answers] == ["a", 1, 7.5, 2**60, 4, 5, 6, 7, 8], answers
    assert [a.get("error", {}).get("code") for a in answers] == [
        None, "not_json", "invalid_request", "bad_request", "bad_request", "invalid_request",
        "bad_request", "invalid_request", None], answers
    assert known(answers[0]) == known(answers[-1])
    assert SERVER.lines("rooms", ["{}"] * 10001, 413)["code"] == "too_many_requests"
    assert len(SERVER.lines("rooms", ["{}"] * 10000)) == 10000


def test_batches_that_are_wrong():
    def refuse(data, status, code, says):
        sentence = SERVER.error("POST", PATHS, status, code, data, {"Content-Type": BATCH})
        assert says in sentence, sentence
    one = batch_of([(2, 2, 97, 77)])
    refuse(b"", 400, "bad_batch", "begins with 16 bytes")
    refuse(one[:15], 400, "bad_batch", "there are 15")
    refuse(b"PFBA" + one[4:], 400, "bad_batch", "PFBQ")
    refuse(one[:4] + struct.pack("<I", 2) + one[8:], 400, "bad_batch", "version 2")
    refuse(one[:-1], 400, "bad_batch", "take 48 bytes; there are 47")
    refuse(one + b"x", 400, "bad_batch", "there are 49")
    refuse(struct.pack("<4sIII", b"PFBQ", 1, 1, 0xfffffff8) + one[16:], 400, "bad_batch", "bytes")
    refuse(struct.pack("<4sIII", b"PFBQ", 1, 0xffffffff, 0), 413, "too_many_requests", "10000")
    refuse(struct.pack("<4sIII", b"PFBQ", 1, 0, 4) + b"{}  ", 400, "bad_batch", "multiple of 8")
    refuse(struct.pack("<4sIII", b"PFBQ", 1, 0, 8) + b"{]      ", 400, "not_json", "JSON")
    refuse(struct.pack("<4sIII", b"PFBQ", 1, 0, 8) + b"[]      ", 400, "bad_request", "object")
    refuse(batch_of([], id=1), 400, "bad_request", "id")
    refuse(batch_of([], measures=True), 400, "bad_request", "measures")
    refuse(batch_of([], **{"from": [1, 2]}), 400, "bad_request", "neither")
    refuse(batch_of([(2, 2, 97, 77)], stretch=0.5), 400, "invalid_request", "stretch")
    nan, far = float("nan"), 1e300
    answers = SERVER.batch("rooms", [(2, 2, 97, 77), (nan, 2, 3, 4), (2, 2, far, far),
                                     (2, 2, -float("inf"), 1), (2, 2, 97, 77)])
    assert [a[0] for a in answers] == ["ok", "invalid_request", "goal_blocked", "invalid_request",
                                       "ok"], answers
    assert answers[0] == answers[4]


def test_requests_that_fail():
    ask = {"from": FAR[0], "to": FAR[1]}
    opening = {"polygon": [[20, 20], [60, 20], [60, 60], [20, 60]], "kind": "opening"}
    assert SERVER.ask("rooms", *FAR, obstacles=[opening])["status"] == "ok"
    for change, code in (({"from": [1]}, "bad_request"), ({"map": "rooms"}, "bad_request"),
                         ({"paths": 0}, "invalid_request"), ({"paths": 65}, "invalid_request"),
                         ({"algorithm": "cvpd"}, "invalid_request"),
                         ({"algorithm": "terrain"}, "invalid_request"),
                         ({"algorithm": "astar"}, "bad_request"),
                         ({"measures": True, "obstacles": [opening]}, "invalid_request"),
                         ({"measures": 1}, "bad_request"), ({"id": 1}, "bad_request")):
        SERVER.error("POST", PATHS, 400, code, {**ask, **change})
    SERVER.error("POST", PATHS, 400, "no_body")
    SERVER.error("POST", PATHS, 400, "not_json", "{")
    SERVER.error("POST", PATHS, 415, "not_json", "{}", {"Content-Type": "text/plain"})
    SERVER.error("POST", PATHS, 413, "too_large", " " * (64 * 1024 + 1))
    SERVER.error("POST", PATHS, 413, "too_large", "x" * ((8 << 20) + 1), {"Content-Type": LINES})
    SERVER.error("POST", "/indexes/nothing/paths", 404, "no_such_index", ask)
    SERVER.error("POST", "/indexes/rooms", 405, "method_not_allowed", ask)
    SERVER.error("GET", PATHS, 405, "method_not_allowed")
    SERVER.error("DELETE", "/indexes", 405, "method_not_allowed")
    SERVER.error("GET", "/indexes/north%2Fcaves", 400, "bad_address")
    SERVER.error("GET", "/indexes/rooms%00", 400, "bad_address")
    # A work limit that was reached is reported.
    assert SERVER.ask("rooms", *FAR, algorithm="penalty", max_work=1)["status"] == "work_limit"


def test_hosts():
    def host(name):
        return SERVER.raw(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n" + name + b"\r\n").split()[1]
    assert host(b"Host: localhost\r\n") == b"200"
    assert host(b"Host: paths.example\r\n") == b"403" and host(b"") == b"400"
    assert host(b"Host: localhost\r\nHost: localhost\r\n") == b"400"
    for option, name, status in (("paths.example", "Paths.Example:443", 200),
                                 ("paths.example", "other.example", 403), ("*", "any.example", 200)):
        with Served(PROGRAM, FOLDER + "/rooms.pathfan", "--host", option) as server:
            assert server.request("GET", "/healthz", headers={"Host": name})[0] == status, name


def test_nonsense():
    for data in (b"\r\n\r\n", b"\x00" * 1000 + b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                 b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 200,
                 b"POST " + PATHS.encode() + b" HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                 b"POST " + PATHS.encode() + b" HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                 b"\r\nzzz\r\n"):
        answer = SERVER.raw(data, timeout=0.3)
        assert not answer or not answer.startswith(b"HTTP/1.1 200"), (data[:40], answer[:60])
    # Random bytes, as each kind of body.
    chance = random.Random(3)
    for kind in ("application/json", LINES, BATCH):
        for _ in range(100):
            data = bytearray(batch_of([(2, 2, 97, 77)] * 3, paths=2) if kind == BATCH
                             else json.dumps({"from": FAR[0], "to": FAR[1], "snap": 3}).encode())
            for _ in range(chance.randint(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            status, _, answer = SERVER.request("POST", PATHS, bytes(data), {"Content-Type": kind})
            assert status in (200, 400, 413), (kind, bytes(data), status, answer[:200])
    assert SERVER.ask("rooms", *FAR)["status"] == "ok"


def test_documented_client():
    """Runs the program in docs/serve.md with its own map."""
    with open(SOURCE + "/docs/serve.md") as file:
        text = re.search(r"<!-- client -->\n```python\n(.*?)```", file.read(), re.S)[1]
    assert "127.0.0.1:8080" in text
    told = subprocess.run([sys.executable, "-c", text.replace("127.0.0.1:8080", SERVER.host)],
                          text=True, capture_output=True)
    lengths = [p["length"] for p in SERVER.ask("rooms", *FAR, paths=2)["paths"]]
    assert told.returncode == 0 and told.stdout == f"0 {lengths}\n", told


# ---- Maps in degrees ----

def test_degrees():
    """The index of a map in degrees says where its (0,0) is, and is asked in degrees or in metres."""
    source, place_of = SCRATCH.name + "/degrees.geojson", SCRATCH.name + "/degrees.pathfan"
    square = [[11.57, 49.94], [11.58, 49.94], [11.58, 49.95], [11.57, 49.94]]
    with open(source, "w", encoding="utf-8") as file:
        json.dump({"type": "Polygon", "coordinates": [square]}, file)
    subprocess.run([PROGRAM, "build-index", source, "--project", "local", "-o", place_of, "--quiet"],
                   check=True, stderr=subprocess.DEVNULL)
    server = Served(PROGRAM, place_of)
    index = described.check(server, "GET", "/indexes/degrees", "/indexes/{index}")
    assert index["centre"] == [11.575, 49.945], index
    assert "centre" not in SERVER.json("GET", "/indexes/rooms")
    ends = [11.571, 49.9445], [11.576, 49.949]  # answered as they are asked, lengths in metres
    answer = server.ask("degrees", *ends, paths=1)
    assert (answer["from"], answer["to"]) == ends, answer
    way = answer["paths"][0]
    assert (way["points"][0], way["points"][-1]) == ends and 614 < way["length"] < 617, way
    corner = [11.5735, 49.94675]
    round_it = server.ask("degrees", *ends, paths=1, avoid=[{"circle": [*corner, 50]}])["paths"][0]
    assert way["length"] < round_it["length"] < way["length"] + 60, round_it
    mixed = server.ask("degrees", ends[0], [0, 200], 400)
    assert "longitude and latitude" in mixed["error"]["message"], mixed
    metres = server.ask("degrees", [-280, -50], [70, 440], paths=1)
    assert metres["from"] == [-280, -50], metres
    # Batches of bytes: each request by itself.
    around = {"paths": 1, "avoid": [{"circle": [*corner, 50]}]}
    for options, path in (({"paths": 1}, way), (around, round_it)):
        got = server.batch("degrees", [(*ends[0], *ends[1]), (-280, -50, 70, 440), (*ends[0], 0, 200),
                                       (*ends[1], *ends[0])], **options)
        assert [g[0] for g in got] == ["ok", "ok", "invalid_request", "ok"], got
        assert got[0][2] == [(path["length"], path["points"])], got[0]
    assert got[1][2][0][1][0] == [-280, -50] and got[3][2][0][1][0] == ends[1], got
    # Places, and obstacles.
    fire = [{"circle": [*corner, 50]}]
    near = lambda a, b: all(abs(x - y) < 2e-8 for x, y in zip(a, b))  # millimetres

    def place(status=200, **body):
        return server.json("POST", "/indexes/degrees/paths", body, status)

    free = place(ray={"from": ends[0], "to": ends[1]})
    assert not free["found"] and near(free["at"], ends[1]) and near(free["from"], ends[0]), free
    hit = place(ray={"from": ends[0], "to": ends[1]}, obstacles=fire)
    assert hit["obstacle"] == 1 and 11.571 < hit["at"][0] < corner[0] and 200 < hit["distance"] < 300, hit
    assert near(place(move={"from": ends[0], "to": ends[1]})["at"], ends[1])
    wall = place(wall={"from": ends[0]})
    assert 49.94 <= wall["at"][1] < 49.95 and wall["distance"] < 100, wall
    drawn = place(random={"from": ends[0], "radius": 50, "seed": 3})["at"]
    assert server.ask("degrees", ends[0], drawn, paths=1)["paths"][0]["length"] <= 50
    assert place(check={"points": way["points"]})["free"] is True
    assert place(check={"points": way["points"]}, obstacles=fire)["free"] is False
    walked = server.ask("degrees", *ends, paths=1, obstacles=fire)["paths"][0]
    assert abs(walked["length"] - round_it["length"]) < 1e-6, (walked, round_it)
    square = [[corner[0] + dx, corner[1] + dy] for dx, dy in ((-1e-4, -1e-4), (1e-4, -1e-4), (1e-4, 1e-4), (-1e-4, 1e-4))]
    assert server.ask("degrees", *ends, paths=1, obstacles=[{"polygon": square}])["paths"][0]["length"] > way["length"]
    for body in ({"ray": {"from": ends[0], "to": [0, 200]}}, {"check": {"points": [ends[0], [3, 4]]}},
                 {"from": ends[0], "to": ends[1], "obstacles": [{"polygon": [*square[:3], [0, 0]]}]}):
        assert "longitude and latitude" in place(400, **body)["error"]["message"], body
    assert place(wall={"from": [-280, -50]})["from"] == [-280, -50]
    assert server.stop()[0] == 0
    with Served(PROGRAM, place_of, "--changes") as server:
        server.json("POST", "/indexes/degrees/obstacles", {"change": fire})
        assert abs(server.ask("degrees", *ends, paths=1)["paths"][0]["length"] - round_it["length"]) < 1e-6
        told = server.error("POST", "/indexes/degrees/obstacles", 400, "bad_request",
                            {"change": [{"polygon": [*square[:3], [0, 0]]}]})
        assert "3 of 4 points look like" in told, told


def test_places():
    """Questions about single places, alone and in lines, with obstacles of their own and the index's."""
    def asked(**place):
        return check("POST", PATHS, "/indexes/{index}/paths", place)
    way = SERVER.ask("rooms", *FAR)["paths"][0]["points"]
    first, second = way[0], way[1]
    middle = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2]
    fire = [{"circle": [*middle, 0.5]}]
    free = asked(ray={"from": first, "to": second})
    assert (free["found"], free["at"]) == (False, second) and "obstacle" not in free, free
    assert asked(ray={"from": first, "to": second}, obstacles=fire)["obstacle"] == 1
    assert asked(move={"from": first, "to": second})["at"] == second
    assert asked(wall={"from": first})["distance"] >= 0
    assert asked(check={"points": way}) == {"free": True, "still_shortest": True}
    blocked = asked(check={"points": way, "since": 0}, obstacles=fire)
    assert (blocked["free"], blocked["leg"], blocked["obstacle"]) == (False, 0, 1), blocked
    drawn = asked(random={"from": first, "radius": 5, "seed": 3})["at"]
    assert SERVER.ask("rooms", first, drawn)["paths"][0]["length"] <= 5
    assert asked(ray={"from": [-9, 2], "to": first}) == {"status": "start_blocked"}
    lines = SERVER.lines("rooms", [{"id": "a", "check": {"points": way}}, {"wall": {"from": first, "radius": 0}},
                                   {"random": {"from": first}}, {"ray": {"from": first}}, {"wall": {"from": first, "radius": -1}}])
    assert lines[0] == {"id": "a", "free": True, "still_shortest": True}, lines[0]
    assert lines[2]["status"] == "ok" and "[x, y]" in lines[3]["error"]["message"], lines
    assert "at least 0" in lines[4]["error"]["message"], lines[4]
    assert "built without" in SERVER.lines("rooms", [{"wall": {"from": first}, "radius": 0.5}])[0]["error"]["message"]
    for bad in ({"ray": 3}, {"ray": {"from": first, "to": second, "x": 1}}, {"check": {"points": []}},
                {"wall": {"from": first}, "paths": 2}, {"random": {"from": first, "seed": -1}}):
        SERVER.error("POST", PATHS, 400, "bad_request", bad)


if __name__ == "__main__":
    make_folder(PROGRAM, FOLDER)
    with Served(PROGRAM, FOLDER) as SERVER:
        run_all(globals())
