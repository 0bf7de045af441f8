"""Every address of the server, as it should be used and as it shouldn't: test_api.py PATHFAN"""
import gzip
import http.client
import json
import os
import re
import select
import socket
import struct
import sys
import tempfile
import threading
import zlib

import described
from described import SOURCE, openapi
from client import Server, make_index, make_map, run_all, wait_until

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
MAP = make_map(PROGRAM, SCRATCH.name + "/rooms.map")
INDEX = make_index(PROGRAM, MAP, SCRATCH.name + "/rooms.pathfan")
SERVER = None
PAGE_BYTES_MAX = 60000  # of what a map's view needs at first, as gzip
QUERY = {"map": "rooms", "from": [2, 2], "to": [97, 77], "snap": 10}


def routes():
    """The server's table, out of its source."""
    with open(SOURCE + "/src/viewer/routes.c") as file:
        return set(re.findall(r'\{"([A-Z]+)", "([^"]+)", PATHFAN_ROUTE_', file.read()))


# ---- The document ----

def test_openapi_has_every_route_and_no_other():
    documented = {(method.upper(), path)
                  for path, item in openapi()["paths"].items()
                  for method, known in item.items() if "view" in known["tags"]}
    assert routes(), "no routes were found"
    assert documented == routes(), documented ^ routes()
    assert check("GET", "/openapi.json", "/openapi.json") == openapi()


def test_openapi_references():
    document = openapi()

    def walk(node):
        if isinstance(node, dict):
            for key, value in node.items():
                if key == "$ref":
                    target = document
                    for part in value.lstrip("#/").split("/"):
                        target = target[part]
                walk(value)
        elif isinstance(node, list):
            for item in node:
                walk(item)
    walk(document)


def check(method, path, route, body=None, status=200, server=None, headers=None):
    """Asks and holds the answer against the document."""
    return described.check(server or SERVER, method, path, route, body, status, headers)


# ---- Reading ----

def test_page_and_headers():
    for path, kind in (("/", "text/html"), ("/page.js", "text/javascript"),
                       ("/page.css", "text/css"), ("/licences.txt", "text/plain"),
                       ("/openapi.json", "application/json")):
        status, headers, body = SERVER.request("GET", path)
        assert status == 200 and headers["content-type"].startswith(kind), (path, headers)
        assert int(headers["content-length"]) == len(body)
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-cache"
        status, again, body = SERVER.request("GET", path, headers={"If-None-Match": headers["etag"]})
        assert status == 304 and body == b"" and again["etag"] == headers["etag"]
        for others in ("*", '"other", ' + headers["etag"]):
            status, _, _ = SERVER.request("GET", path, headers={"If-None-Match": others})
            assert status == 304, others
        status, _, _ = SERVER.request("GET", path, headers={"If-None-Match": '"other"'})
        assert status == 200
    status, headers, _ = SERVER.request("GET", "/api/maps")
    assert headers["cache-control"] == "no-store" and "content-security-policy" in headers
    status, headers, _ = SERVER.request("GET", "/nothing")
    assert status == 404 and "content-security-policy" in headers


def test_parts_of_the_page():
    """All that page.js may fetch is served, and nothing that is for folders alone."""
    folder = SOURCE + "/src/viewer/page/dist"
    for name in sorted(os.listdir(folder)):
        status, headers, body = SERVER.request("GET", "/" + name)
        if name in ("index.html", "folder.html", "file.js", "worker.js", "pathfan.wasm"):
            assert status == 404, name
            continue
        with open(folder + "/" + name, "rb") as file:
            assert status == 200 and body == file.read(), name
        kind = {"js": "text/javascript", "css": "text/css", "txt": "text/plain"}[name.split(".")[-1]]
        assert headers["content-type"] == kind + "; charset=utf-8", name
        assert kind in openapi()["paths"]["/{file}"]["get"]["responses"]["200"]["content"], kind


def test_gzip():
    """The page and shapes of maps come smaller to who takes that."""
    total = 0
    for path in ("/", "/page.js", "/page.css", "/draw-view.js", "/licences.txt", "/openapi.json"):
        _, plain, whole = SERVER.request("GET", path)
        assert "content-encoding" not in plain and plain["vary"] == "Accept-Encoding"
        for takes in ("gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.5", "*", "*;q=0, gzip"):
            _, headers, body = SERVER.request("GET", path, headers={"Accept-Encoding": takes})
            assert headers["content-encoding"] == "gzip", (takes, headers)
            assert headers["vary"] == "Accept-Encoding" and headers["etag"] == plain["etag"]
            assert int(headers["content-length"]) == len(body) < len(whole)
            assert gzip.decompress(body) == whole
        for takes in ("", "identity", "br", "gzip;q=0", "*;q=0", "x-gzip, gzip ;q=0.0", "*, gzip;q=0"):
            _, headers, body = SERVER.request("GET", path, headers={"Accept-Encoding": takes})
            assert "content-encoding" not in headers and body == whole, (takes, headers)
        status, headers, body = SERVER.request(
            "GET", path, headers={"Accept-Encoding": "gzip", "If-None-Match": plain["etag"]})
        assert status == 304 and body == b"" and "content-encoding" not in headers, headers
        total += len(gzip_of(path)) if path in ("/", "/page.js", "/page.css") else 0
    print("the page: %d bytes over the wire" % total)
    assert total < PAGE_BYTES_MAX
    with Server(PROGRAM, make_map(PROGRAM, SCRATCH.name + "/wide.map", "caves", 250, 250)) as server:
        path = "/api/maps/wide/geometry"
        _, plain, whole = server.request("GET", path)
        assert "content-encoding" not in plain and plain["vary"] == "Accept-Encoding"
        _, headers, body = server.request("GET", path, headers={"Accept-Encoding": "gzip"})
        assert headers["content-encoding"] == "gzip" and gzip.decompress(body) == whole
        assert len(body) < len(whole) / 2 and headers["etag"] == plain["etag"]
        # What is short, or a picture, comes as it is.
        for path in ("/api/maps", "/api/maps/wide/thumbnail.png"):
            _, headers, _ = server.request("GET", path, headers={"Accept-Encoding": "gzip"})
            assert "content-encoding" not in headers, path


def gzip_of(path):
    return SERVER.request("GET", path, headers={"Accept-Encoding": "gzip"})[2]


def test_head_and_options():
    for path in ("/", "/api/maps", "/api/maps/rooms/geometry"):
        _, full, _ = SERVER.request("GET", path)
        status, headers, body = SERVER.request("HEAD", path)
        assert status == 200 and body == b""
        assert headers["content-length"] == full["content-length"]
    status, headers, body = SERVER.request("OPTIONS", "/api/maps")
    assert status == 204 and body == b"" and headers["allow"] == "GET, HEAD, POST, OPTIONS"
    assert "access-control-allow-origin" not in headers
    status, headers, _ = SERVER.request("OPTIONS", "/api/query", headers={"Origin": "http://x.y"})
    assert status == 204 and "access-control-allow-origin" not in headers


def test_maps():
    maps = check("GET", "/api/maps", "/api/maps")["maps"]
    rooms = [m for m in maps if m["id"] == "rooms"][0]
    assert rooms["kind"] == "index" and rooms["building"] is None
    assert not rooms["editable"] and not rooms["removable"]
    assert (rooms["width"], rooms["height"], rooms["origin"]) == (100, 80, [0, 0])
    assert rooms["source_name"] == "rooms.map" and rooms["n"] > 0 and rooms["tables"] == 0
    assert check("GET", "/api/maps/rooms", "/api/maps/{map}") == rooms
    geometry = check("GET", "/api/maps/rooms/geometry", "/api/maps/{map}/geometry")
    assert len(geometry["polygons"]) == rooms["polygons"]
    area = 0
    for p in geometry["polygons"]:
        assert len(p) >= 6 and len(p) % 2 == 0
        area += abs(sum(p[i] * p[(i + 3) % len(p)] - p[(i + 2) % len(p)] * p[i + 1]
                        for i in range(0, len(p), 2))) / 2
    with open(MAP) as file:
        rows = file.read().split("map\n", 1)[1]
    assert abs(area - rows.count(".")) < 1e-6, "the cells are as large as free space"
    _, headers, _ = SERVER.request("GET", "/api/maps/rooms/geometry")
    status, _, _ = SERVER.request("GET", "/api/maps/rooms/geometry",
                                  headers={"If-None-Match": headers["etag"]})
    assert status == 304


def test_thumbnail():
    status, headers, png = SERVER.request("GET", "/api/maps/rooms/thumbnail.png")
    assert status == 200 and headers["content-type"] == "image/png" and headers["etag"]
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert (width, height, depth, colour) == (160, 128, 8, 2)
    data, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IDAT":
            data += png[at + 8:at + 8 + length]
        at += 12 + length
    assert len(zlib.decompress(data)) == height * (1 + 3 * width)


def test_thumbnail_shows_what_is_free():
    """Of a map that is border for the most part, the room in it and 3 % round that."""
    names = {"margin": ["@" * 100] * 30 + ["@" * 20 + "." * 50 + "@" * 30] * 20 + ["@" * 100] * 50,
             "blocked": ["@" * 40] * 20}
    for name, rows in names.items():
        with open("%s/%s.map" % (SCRATCH.name, name), "w") as file:
            file.write("type octile\nheight %d\nwidth %d\nmap\n" % (len(rows), len(rows[0])))
            file.write("\n".join(rows) + "\n")
    with Server(PROGRAM, *["%s/%s.map" % (SCRATCH.name, name) for name in names]) as server:
        for name, size in (("margin", (160, round(160 * 23 / 53))), ("blocked", (160, 80))):
            png = server.request("GET", "/api/maps/%s/thumbnail.png" % name)[2]
            assert struct.unpack(">II", png[16:24]) == size, name


def test_source():
    with open(MAP, "rb") as file:
        text = file.read()
    status, headers, body = SERVER.request("GET", "/api/maps/rooms/source")
    assert status == 200 and body == text
    assert headers["content-disposition"] == 'attachment; filename="rooms.map"'
    status, headers, body = SERVER.request("GET", "/api/maps/rooms/source?format=geojson")
    assert status == 200 and headers["content-type"] == "application/geo+json"
    features = json.loads(body)["features"]
    assert features[0]["properties"]["kind"] == "free" and len(features) > 1
    SERVER.error("GET", "/api/maps/rooms/source?format=mesh", 400, "not_convertible")
    SERVER.error("GET", "/api/maps/rooms/source?format=", 400, "not_convertible")


def test_look():
    look = check("GET", "/api/maps/rooms/look?x=2&y=2", "/api/maps/{map}/look")
    if not look["free"]:
        look = check("GET", "/api/maps/rooms/look?x=3.25&y=2.5", "/api/maps/{map}/look")
    assert look["free"] and look["visible"]
    outside = check("GET", "/api/maps/rooms/look?x=-5&y=1e3", "/api/maps/{map}/look")
    assert outside == {**outside, "free": False, "visible": [], "polygon": None}
    vertices = check("GET", "/api/maps/rooms/vertices", "/api/maps/{map}/vertices")
    count = SERVER.json("GET", "/api/maps/rooms")["n"]
    assert len(vertices["at"]) == 2 * count and sorted(vertices["rank"]) == list(range(count))
    for seen in look["visible"]:
        v = seen["vertex"]
        assert seen["at"] == vertices["at"][2 * v:2 * v + 2]
        assert seen["rank"] == vertices["rank"][v]
    vertex = check("GET", "/api/maps/rooms/vertex/0", "/api/maps/{map}/vertex/{vertex}")
    assert vertex["at"] == vertices["at"][:2] and vertex["vertex"] == 0
    for bad in ("x=1", "x=1&y=", "x=a&y=1", "x=nan&y=1", "x=inf&y=1", "x=1&y=1e999", ""):
        SERVER.error("GET", "/api/maps/rooms/look?" + bad, 400, "bad_request")
    for bad in ("-1", "x", "99999999", "99999999999999999999", "0x1", "1.0"):
        SERVER.error("GET", "/api/maps/rooms/vertex/" + bad, 404, "no_such_vertex")


# ---- Queries ----

def test_query():
    answer = check("POST", "/api/query", "/api/query", QUERY)
    assert answer["status"] == "ok" and answer["proof"] == "index" and answer["generation"] == 1
    assert 1 <= len(answer["paths"]) <= 3
    assert [p["length"] for p in answer["paths"]] == sorted(p["length"] for p in answer["paths"])
    for path in answer["paths"]:
        length = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
                     for a, b in zip(path["points"], path["points"][1:]))
        assert abs(length - path["length"]) < 1e-9
        assert path["points"][0] == answer["from"] and path["points"][-1] == answer["to"]
        if path["plateau"]:  # a splice has none
            first, last = path["plateau"]
            assert 0 <= first <= last < len(path["points"])
            assert path["via"]["at"] in path["points"][first:last + 1]
        assert 0 <= path["apart"] <= 1 and path["filled"] is False
    assert 0 <= answer["backup"] <= 1 and answer["bounds"]["separation"] > 0
    whole = answer["paths"][0]
    assert whole["plateau"] == [0, len(whole["points"]) - 1], "path 1 is a plateau"
    bare = check("POST", "/api/query", "/api/query", {**QUERY, "measures": False})
    assert [p["points"] for p in bare["paths"]] == [p["points"] for p in answer["paths"]]
    assert bare["measures"] is None and bare["paths"][0]["via"] is None


def test_trace():
    plain = check("POST", "/api/query", "/api/query", QUERY)
    assert "trace" not in plain
    for algorithm in ("index", "plateaus", "dissimilarity", "penalty"):
        request = {**QUERY, "algorithm": algorithm, "paths": 4}
        answer = check("POST", "/api/query", "/api/query", request)
        traced = check("POST", "/api/query", "/api/query", {**request, "trace": True})
        points = [path["points"] for path in answer["paths"]]
        assert [path["points"] for path in traced["paths"]] == points
        candidates = traced["trace"]["candidates"]
        chosen = [c["points"] for c in candidates if c["fate"] == "chosen"]
        assert sorted(chosen) == sorted(points[1:]), algorithm
        for candidate in candidates:
            assert candidate["points"][0] == answer["from"]
            assert candidate["points"][-1] == answer["to"]
            assert candidate["fate"] != "too_similar" or candidate["rival"] <= len(chosen)
        refused = len(candidates) - len(chosen) + len(traced["trace"]["vias"])
        assert refused or algorithm == "penalty", algorithm + " refuses some"
        assert traced["trace"]["left_out"] == 0
    SERVER.error("POST", "/api/query", 400, "bad_request", {**QUERY, "trace": 1})


# ---- Many targets ----

def test_targets():
    targets = [[x + 0.5, y + 0.5] for y in range(0, 80, 8) for x in range(0, 100, 5)]
    body = {key: QUERY[key] for key in ("map", "from")}
    asked = 0
    while asked < len(targets):  # as many as are asked in a tenth of a second, each time
        answer = check("POST", "/api/targets", "/api/targets", {**body, "targets": targets[asked:]})
        assert 0 < len(answer["paths"]) == len(answer["length"])
        for i, count in enumerate(answer["paths"]):
            if (asked + i) % 7:
                continue
            alone = check("POST", "/api/query", "/api/query",
                          {**body, "to": targets[asked + i], "measures": False})
            assert count == len(alone["paths"])
            assert answer["length"][i] == (alone["paths"][0]["length"] if count else None)
        asked += len(answer["paths"])
    for change, code in (({"targets": []}, "bad_request"), ({"targets": [[1, 1]] * 1025}, "bad_request"),
                         ({"targets": [[1]]}, "bad_request"), ({"targets": 3}, "bad_request"),
                         ({"map": 3}, "bad_request"), ({"from": None}, "bad_request"),
                         ({"nothing": 1}, "bad_request"), ({"stretch": 0.5}, "invalid_request"),
                         ({"algorithm": "penalty"}, "invalid_request"),
                         ({"effort": "thorough"}, "invalid_request"),
                         ({"avoid": [{"circle": [50, 40, 3]}]}, "invalid_request")):
        SERVER.error("POST", "/api/targets", 400, code, {**body, "targets": [[5, 5]], **change})
    SERVER.error("POST", "/api/targets", 404, "no_such_map", {**body, "map": "x", "targets": [[5, 5]]})


def test_separation():
    def ask(**change):
        return check("POST", "/api/query", "/api/query", {**QUERY, **change})
    whole = ask(separation_share=0.1, stretch=1.2)
    assert len(whole["paths"]) < 3 and whole["candidates"]["too_near"] > 0
    distance = whole["paths"][0]["length"]
    assert abs(whole["bounds"]["separation"] - distance / 10) < 1e-9 * distance
    same = ask(separation=distance / 10, separation_share=0, stretch=1.2)
    assert [p["points"] for p in same["paths"]] == [p["points"] for p in whole["paths"]]
    filled = ask(separation_share=0.1, stretch=1.2, fill=True)
    assert len(filled["paths"]) > len(whole["paths"]) and any(p["filled"] for p in filled["paths"])
    assert not filled["paths"][0]["filled"]
    exact = ask(separation_share=0)
    assert "backup" not in exact and "separation" not in exact["bounds"]
    assert not any("apart" in p or "filled" in p for p in exact["paths"])
    # Plateaus and Penalty mind it if it is given.
    for algorithm in ("plateaus", "penalty"):
        assert "separation" not in ask(algorithm=algorithm)["bounds"]
        assert ask(algorithm=algorithm, separation_share=0.02)["bounds"]["separation"] > 0


def test_query_by_every_method():
    lengths = set()
    for algorithm in ("index", "polyanya", "plateaus", "dissimilarity", "penalty"):
        answer = check("POST", "/api/query", "/api/query", {**QUERY, "algorithm": algorithm})
        assert answer["status"] == "ok", algorithm
        lengths.add(round(answer["paths"][0]["length"], 6))
    assert len(lengths) == 1, "the shortest path is as long by any method"
    many = check("POST", "/api/query", "/api/query",
                 {**QUERY, "paths": 5, "stretch": 2.5, "dissimilarity": 0.2, "effort": "thorough",
                  "tables": 0, "access": 0, "max_work": 1000000,
                  "max_bounded_stretch": 3, "min_local_optimality": 0.01,
                  "objective": {"length": 1, "similarity": 2}})
    assert len(many["paths"]) == 5, many["reason"]
    around = check("POST", "/api/query", "/api/query",
                   {**QUERY, "avoid": [{"circle": [50, 40, 5]},
                                       {"polygon": [[20, 20], [25, 20], [25, 30]]}]})
    assert around["status"] in ("ok", "no_path")
    little = check("POST", "/api/query", "/api/query", {**QUERY, "max_work": 1})
    assert little["status"] == "work_limit"


def test_whole_numbers():
    """2.0 is as whole as 2, as JSON Schema has it."""
    change = {"paths": 2, "tables": 0, "access": 5, "max_work": 100000}
    answer = SERVER.json("POST", "/api/query", {**QUERY, **change})
    assert len(answer["paths"]) == 2
    again = SERVER.json("POST", "/api/query",
                        {**QUERY, **{name: float(value) for name, value in change.items()}})
    assert again["paths"] == answer["paths"] and again["work"] == answer["work"]
    for name in change:
        for value in (2.5, 1e300, -1e300, "2", True, None):
            message = SERVER.error("POST", "/api/query", 400, "bad_request", {**QUERY, name: value})
            assert name in message and "whole" in message, message


def test_query_that_fails():
    cases = [({}, "missing"), ({**QUERY, "from": None}, "from"), ({**QUERY, "paths": "3"}, "paths"),
             ({**QUERY, "paths": 1.5}, "paths"), ({**QUERY, "bogus": 1}, "bogus"), ({**QUERY, "regions": 3}, "regions"),
             ({**QUERY, "algorithm": "dijkstra"}, "dijkstra"), ({**QUERY, "map": 3}, "map"),
             ({**QUERY, "effort": "lazy"}, "effort"), ({**QUERY, "measures": 1}, "measures"),
             ({**QUERY, "avoid": [{"circle": [1, 2]}]}, "avoid"), ([], "object"), ([1], "object")]
    for body, word in cases:
        assert word in SERVER.error("POST", "/api/query", 400, "bad_request", body), body
    for change in ({"paths": 0}, {"paths": 65}, {"paths": 2000000000}, {"stretch": 0.5},
                   {"dissimilarity": 2}, {"algorithm": "cvpd"}, {"tables": 1}, {"snap": -1},
                   {"penalty": 1}, {"avoid": [{"circle": [1, 2, -3]}]},
                   {"avoid": [{"circle": [i, 1, 1]} for i in range(1025)]}):
        SERVER.error("POST", "/api/query", 400, "invalid_request", {**QUERY, **change})
    SERVER.error("POST", "/api/query", 404, "no_such_map", {**QUERY, "map": "attic"})
    SERVER.error("POST", "/api/query", 400, "bad_request", {**QUERY, "algorithm": "astar"})
    blocked = check("POST", "/api/query", "/api/query", {**QUERY, "from": [-3, 5], "snap": 0})
    assert blocked["status"] == "start_blocked" and blocked["paths"] == []


def test_malformed_json():
    for body, place in (("{", "line 1"), ('{"map": "rooms",\n "from": [1, }', "line 2"),
                        ('{"map": 1, "map": 2}', "line 1"), ("nul", "line 1"),
                        ('{"map": "\\ud800"}', "line 1"), ("[" * 20000, "line 1"),
                        ("[1e999]", "line 1"), ('"rooms', "line 1")):
        assert place in SERVER.error("POST", "/api/query", 400, "not_json", body), body[:40]
    SERVER.error("POST", "/api/query", 400, "not_json", b'{"map": "\xff\xfe"}')
    SERVER.error("POST", "/api/query", 400, "not_json", b'{"map": "a\x00b"}')
    SERVER.error("POST", "/api/query", 400, "no_body", "")


# ---- Who may ask ----

def test_foreign_pages():
    own = "http://" + SERVER.host
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""},
                    {"Origin": "https://" + SERVER.host}, {"Origin": "http://127.0.0.1"},
                    {"Origin": own + ".evil.example"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Sec-Fetch-Site": "same-site"},
                    {"Origin": own, "Sec-Fetch-Site": "cross-site"}):
        for method, path in (("POST", "/api/query"), ("POST", "/api/maps"),
                             ("PUT", "/api/maps/rooms/drawing"), ("DELETE", "/api/maps/rooms"),
                             ("POST", "/api/study/responses")):
            SERVER.error(method, path, 403, "foreign_origin", QUERY, headers)
    # What a page elsewhere has a browser read costs work, too; links to the page are fine.
    for method in ("GET", "HEAD", "OPTIONS"):
        for path in ("/api/maps", "/api/maps/rooms/geometry", "/api/maps/rooms/thumbnail.png"):
            status = SERVER.request(method, path, headers={"Sec-Fetch-Site": "cross-site"})[0]
            assert status == 403, (method, path, status)
    SERVER.error("GET", "/api/maps", 403, "foreign_origin", None, {"Sec-Fetch-Site": "cross-site"})
    for site in ("same-origin", "none", "same-site"):
        assert SERVER.json("GET", "/api/maps", headers={"Sec-Fetch-Site": site})["maps"]
    for path in ("/", "/page.js", "/openapi.json"):
        assert SERVER.request("GET", path, headers={"Sec-Fetch-Site": "cross-site"})[0] == 200
    for headers in ({"Origin": own, "Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}):
        assert SERVER.json("POST", "/api/query", QUERY, headers=headers)["status"] == "ok"


def test_all_addresses():
    """The address that is told can be opened, also of a server that listens at all of them."""
    for command in ("view", "serve"):
        for bind, place in (("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "127.0.0.1"), ("::", "[::1]"),
                            ("0:0:0:0:0:0:0:0", "[::1]"), ("::1", "[::1]")):
            try:
                family = socket.AF_INET6 if ":" in bind else socket.AF_INET
                socket.socket(family).bind((bind, 0))
            except OSError:
                print("no", bind)
                continue

            class Any(Server):
                COMMAND = command
            server = Any(PROGRAM, INDEX, "--bind", bind)
            assert server.url == "http://%s:%d/" % (place, server.port), server.url
            connection = http.client.HTTPConnection(place.strip("[]"), server.port)
            connection.request("GET", "/openapi.json")
            assert json.loads(connection.getresponse().read()) == openapi()
            connection.close()
            code, errors = server.stop()
            assert code == 0 and ("all addresses" in errors) == (bind != place.strip("[]")), errors


def test_foreign_names():
    for host in ("evil.example", "evil.example:%d" % SERVER.port, "127.0.0.1.evil.example",
                 "localhost.evil.example", "[::1", "127.0.0.1:x", "127.0.0.1:123456", "", "a b"):
        answer = SERVER.raw(b"GET /api/maps HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                            % host.encode())
        assert answer.startswith((b"HTTP/1.1 403", b"HTTP/1.1 400")), (host, answer[:60])
        assert b"rooms" not in answer
    for host in ("localhost", "LOCALHOST:%d" % SERVER.port, "127.0.0.1", "[::1]:80"):
        answer = SERVER.raw(b"GET /api/maps HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                            % host.encode())
        assert answer.startswith(b"HTTP/1.1 200"), (host, answer[:60])
    for hosts in (b"", b"Host: localhost\r\nHost: evil.example\r\n",
                  b"Host: evil.example\r\nHost: localhost\r\n", b"Host: a\r\nhost: a\r\n"):
        answer = SERVER.raw(b"GET /api/maps HTTP/1.1\r\n" + hosts + b"Connection: close\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400") and b"Host" in answer, (hosts, answer[:60])


def test_media_types():
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", "",
                 "multipart/form-data; boundary=x"):
        SERVER.error("POST", "/api/query", 415, "not_json", json.dumps(QUERY),
                     {"Content-Type": kind})
    for kind in ("application/json", "application/json; charset=utf-8", "Application/JSON"):
        SERVER.json("POST", "/api/query", json.dumps(QUERY), headers={"Content-Type": kind})


# ---- What isn't there ----

def test_nothing_there():
    for path in ("/api", "/api/", "/api/map", "/api/maps/", "/api/maps/rooms/", "/index.html",
                 "/api/maps/rooms/geometry/", "//", "/api/maps/a/b/c", "/api/jobs/", "/favicon.ico"):
        SERVER.error("GET", path, 404, "not_found")
    SERVER.error("GET", "/api/maps/attic", 404, "no_such_map")
    for job in ("j0", "j-1", "j99", "1", "j", "j1x", "j99999999999999999999"):
        SERVER.error("GET", "/api/jobs/" + job, 404, "no_such_job")
        SERVER.error("DELETE", "/api/jobs/" + job, 404, "no_such_job")
    assert check("GET", "/api/study", "/api/study") == {"offered": False}
    for path in ("progress", "results", "export.csv"):
        SERVER.error("GET", "/api/study/" + path, 404, "no_study")
    SERVER.error("POST", "/api/study/participants", 404, "no_study", {})


def test_methods():
    for method, path, allowed in (("POST", "/", "GET, HEAD, OPTIONS"),
                                  ("GET", "/api/query", "POST, OPTIONS"),
                                  ("PATCH", "/api/maps", "GET, HEAD, POST, OPTIONS"),
                                  ("DELETE", "/api/maps", "GET, HEAD, POST, OPTIONS"),
                                  ("PUT", "/api/maps/rooms", "GET, HEAD, DELETE, OPTIONS"),
                                  ("TRACE", "/api/maps", "GET, HEAD, POST, OPTIONS")):
        status, headers, body = SERVER.request(method, path)
        assert status == 405 and headers["allow"] == allowed, (method, path, status, headers)
        assert json.loads(body)["error"]["code"] == "method_not_allowed"


def test_no_way_out():
    """No address leads to a file."""
    ways = ("../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd",
            "....//....//etc/passwd", "..\\..\\etc\\passwd", "rooms/../rooms", "rooms%00",
            "rooms%00.pathfan", "%2fetc%2fpasswd", "rooms.pathfan", "rooms.map", ".", "..",
            "%c0%ae%c0%ae/etc/passwd", "a" * 63, "a" * 64, "a" * 5000, "drawing-0000000000000000")
    for way in ways:
        for path in ("/%s", "/api/maps/%s", "/api/maps/%s/source", "/api/maps/%s/geometry",
                     "/api/maps/%s/drawing", "/api/jobs/%s"):
            line = (path % way).encode()
            answer = SERVER.raw(b"GET " + line + b" HTTP/1.1\r\nHost: localhost\r\n"
                                b"Connection: close\r\n\r\n")
            odd = b"%00" in line or b"%2f" in line
            assert answer.startswith(b"HTTP/1.1 400" if odd else b"HTTP/1.1 404"), (
                line[:80], answer[:80])
            assert b"root:" not in answer
    SERVER.error("GET", "/api%2Fmaps", 400, "bad_address")
    SERVER.error("GET", "/api/maps/rooms/source?format=map%00x", 400, "bad_address")
    SERVER.error("POST", "/api/query%00", 400, "bad_address", QUERY)
    # In an argument a slash is a slash.
    SERVER.error("GET", "/api/maps/rooms/source?format=a%2Fb", 400, "not_convertible")
    # One who leaves in the middle of such a request.
    SERVER.raw(b"GET /a%2fb HTTP/1.1\r\nHost: local", timeout=0.1)
    assert SERVER.json("GET", "/api/maps")["maps"]
    for way in ways:
        SERVER.error("POST", "/api/query", 404, "no_such_map", {**QUERY, "map": way})


# ---- Too much ----

def test_large_bodies():
    small, large = 64 << 10, 8 << 20
    SERVER.error("POST", "/api/query", 413, "too_large", " " * (small + 1))
    padded = json.dumps(QUERY)
    padded += " " * (small - len(padded))
    assert SERVER.json("POST", "/api/query", padded)["status"] == "ok"
    SERVER.error("POST", "/api/maps", 413, "too_large", "x" * (large + 1),
                 {"Content-Type": "text/plain"})
    SERVER.error("POST", "/api/maps", 400, "malformed_map", "type octile\n" + "x" * 1000000,
                 {"Content-Type": "text/plain"})
    # Without a length, in chunks: counted as they come in.
    head = (b"POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    answer = SERVER.raw(head + chunk * 3 + b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413"), answer[:60]
    # So long that nobody reads it to the end.
    answer = SERVER.raw(b"POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                        b"application/json\r\nContent-Length: 99999999999\r\n\r\n" + b" " * 100000)
    assert answer.startswith(b"HTTP/1.1 413") or answer == b"", answer[:60]
    answer = SERVER.raw(b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer == b"" or answer.split()[1] in (b"414", b"431", b"400"), answer[:60]
    answer = SERVER.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 50000 + b"\r\n")
    assert answer == b"" or answer.split()[1] in (b"431", b"400", b"413"), answer[:60]


def test_nonsense():
    for data in (b"\r\n\r\n", b"\x00" * 1000 + b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                 b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 200,
                 b"POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                 b"POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5x\r\n\r\nabcde",
                 b"POST /api/query HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                 b"\r\nzzz\r\n"):
        answer = SERVER.raw(data, timeout=0.3)
        assert not answer or not answer.startswith(b"HTTP/1.1 200"), (data[:40], answer[:60])
    assert SERVER.json("GET", "/api/maps")["maps"]


def test_too_many_requests():
    """More at once than are answered: each gets its answer or 429, and then all is well."""
    statuses, enough, body = [], threading.Event(), json.dumps({**QUERY, "algorithm": "penalty", "paths": 12, "stretch": 9,
                                     "dissimilarity": 0.9})

    def ask():
        connection = SERVER.connect()
        while not enough.is_set():
            connection.request("POST", "/api/query", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            response.read()
            if response.status in (429, 503):
                assert response.headers["Retry-After"] == "1"
            statuses.append(response.status)
        connection.close()
    threads = [threading.Thread(target=ask) for _ in range(110)]
    for t in threads:
        t.start()
    wait_until(lambda: 200 in statuses and 429 in statuses, "answers, and 64 at once")
    # Others are answered meanwhile: the page needs no thread of the pool.
    for _ in range(20):
        assert SERVER.request("GET", "/")[0] == 200
    enough.set()
    for t in threads:
        t.join()
    assert set(statuses) <= {200, 429, 503}, statuses
    assert SERVER.json("POST", "/api/query", QUERY)["status"] == "ok"


def test_slow_clients():
    """Those who don't send all of their request hold up nobody: others are answered before
    they are cut. Where that takes so long for another reason, it is tried again."""
    for _ in range(5):
        sockets = []
        for i in range(60):
            s = socket.create_connection(("127.0.0.1", SERVER.port))
            s.sendall(b"POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/"
                      b"json\r\nContent-Length: 1000\r\n\r\n{" if i % 2 else b"GET /api/ma")
            sockets.append(s)
        assert SERVER.json("POST", "/api/query", QUERY)["status"] == "ok"
        cut = select.select(sockets, [], [], 0)[0]
        for s in sockets:
            s.close()
        if not cut:
            return
    raise AssertionError("others were answered only after slow clients were cut")


def test_connection_is_kept():
    connection = SERVER.connect()
    for _ in range(5):
        connection.request("POST", "/api/query", json.dumps(QUERY),
                           {"Content-Type": "application/json"})
        response = connection.getresponse()
        assert response.status == 200 and json.loads(response.read())["status"] == "ok"
    connection.request("POST", "/api/query", "{", {"Content-Type": "application/json"})
    response = connection.getresponse()
    assert response.status == 400 and response.read()
    connection.request("GET", "/api/maps")
    assert connection.getresponse().status == 200
    connection.close()


if __name__ == "__main__":
    with Server(PROGRAM, INDEX, "--workers", "3") as SERVER:
        run_all(globals())
