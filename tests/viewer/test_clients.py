"""Foreign origins and hosts, too large, too many and too slow requests: test_clients.py PATHFAN"""
import http.client
import json
import select
import socket
import threading

from client import Server, run_all, wait_until
from described import openapi
from rooms import INDEX, PROGRAM, QUERY

SERVER = None


# ---- Access ----

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
    # Requests caused by a foreign page cost work too; links to the page are allowed.
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
    """The printed address can be opened, also if the server listens on all interfaces."""
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
    # Chunked, without a length: counted as the chunks arrive.
    head = (b"POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    answer = SERVER.raw(head + chunk * 3 + b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413"), answer[:60]
    # Too long to be read to the end.
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
    """More concurrent requests than can be answered: each gets its answer or 429, and the server
    recovers."""
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
    # Other requests are answered meanwhile: the page needs no thread of the pool.
    for _ in range(20):
        assert SERVER.request("GET", "/")[0] == 200
    enough.set()
    for t in threads:
        t.join()
    assert set(statuses) <= {200, 429, 503}, statuses
    assert SERVER.json("POST", "/api/query", QUERY)["status"] == "ok"


def test_slow_clients():
    """Clients that send incomplete requests delay no others: these are answered before the slow
    ones are cut off. Tried again if that takes too long for another reason."""
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
