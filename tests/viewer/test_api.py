"""The API document, and all addresses of the server for reading: test_api.py PATHFAN"""
import gzip
import json
import os
import re
import struct
import zlib

import described
from client import Server, make_map, run_all
from described import SOURCE, openapi
from rooms import INDEX, MAP, PROGRAM, QUERY, SCRATCH

SERVER = None
PAGE_BYTES_MAX = 60000  # of a map's view at first, as gzip


def check(method, path, route, body=None, status=200, headers=None):
    """Sends a request and checks the answer against the document."""
    return described.check(SERVER, method, path, route, body, status, headers)


def routes():
    """Reads the server's table of routes from its source."""
    with open(SOURCE + "/src/viewer/routes.c") as file:
        return set(re.findall(r'\{"([A-Z]+)", "([^"]+)", PF_ROUTE_', file.read()))


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
    """Serves all files that page.js may fetch, and none of those that only folders have."""
    folder = SOURCE + "/src/viewer/page/dist"
    for name in sorted(os.listdir(folder)):
        status, headers, body = SERVER.request("GET", "/" + name)
        if name in ("index.html", "folder.html", "file.js", "worker.js", "build-worker.js", "local-maps.js", "pathfan.wasm",
                    "pathfan-build.wasm"):
            assert status == 404, name
            continue
        with open(folder + "/" + name, "rb") as file:
            assert status == 200 and body == file.read(), name
        kind = {"js": "text/javascript", "css": "text/css", "txt": "text/plain"}[name.split(".")[-1]]
        assert headers["content-type"] == kind + "; charset=utf-8", name
        assert kind in openapi()["paths"]["/{file}"]["get"]["responses"]["200"]["content"], kind


def test_gzip():
    """The page and shapes of maps are compressed for clients that accept it."""
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
        # Short answers and pictures aren't compressed.
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
    """The thumbnail of a map that is mostly border shows the room in it, with a margin of 3 %."""
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


# ---- Unknown addresses ----

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
    """No address gives access to a file."""
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
    # In an argument an encoded slash is allowed.
    SERVER.error("GET", "/api/maps/rooms/source?format=a%2Fb", 400, "not_convertible")
    # A client that disconnects in the middle of such a request.
    SERVER.raw(b"GET /a%2fb HTTP/1.1\r\nHost: local", timeout=0.1)
    assert SERVER.json("GET", "/api/maps")["maps"]
    for way in ways:
        SERVER.error("POST", "/api/query", 404, "no_such_map", {**QUERY, "map": way})


if __name__ == "__main__":
    with Server(PROGRAM, INDEX, "--workers", "3") as SERVER:
        run_all(globals())
