"""Answers of `serve` to correct and to incorrect requests: test_api.py PATHFAN"""
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading

from served import BATCH, LINES, Served, UnixConnection, batch_of
import described  # noqa: E402
from described import SOURCE, openapi  # noqa: E402
from client import PATIENCE, make_index, make_map, run_all, wait_until  # noqa: E402

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = SCRATCH.name + "/indexes"
MAP = SCRATCH.name + "/rooms.map"
SERVER = None
FAR = ([2, 2], [97, 77])
PATHS = "/indexes/rooms/paths"


def make_folder():
    """Makes a folder with rooms, north/caves, and a file that isn't an index."""
    os.makedirs(FOLDER + "/north")
    make_map(PROGRAM, MAP)
    make_index(PROGRAM, MAP, FOLDER + "/rooms.pathfan")
    caves = make_map(PROGRAM, SCRATCH.name + "/caves.map", "caves", 60, 40, 2)
    make_index(PROGRAM, caves, FOLDER + "/north/caves.pathfan")
    with open(FOLDER + "/broken.pathfan", "w") as file:
        file.write("nothing")


def some_ends(count, width=100, height=80):
    chance = random.Random(7)
    return [(chance.uniform(0, width), chance.uniform(0, height), chance.uniform(0, width),
             chance.uniform(0, height)) for _ in range(count)]


def known(answer):
    """Returns the part of an answer that doesn't depend on how it was requested."""
    return (answer["status"], answer["reason"],
            [(p["length"], p["points"]) for p in answer["paths"]])


# ---- The document ----

def test_openapi_has_every_route_and_no_other():
    with open(SOURCE + "/src/serve/service.c") as file:
        rows = re.findall(r'\{([A-Z]+), (NULL|"[^"]+"), "([A-Z]+)"', file.read())
    below = {"INDEX": "/indexes/{index}", "PATHS": "/indexes/{index}/paths",
             "OBSTACLES": "/indexes/{index}/obstacles"}
    routes = {(method, below[number] if path == "NULL" else path.strip('"'))
              for number, path, method in rows}
    documented = {(method.upper(), path) for path, item in openapi()["paths"].items()
                  for method, known in item.items() if "serve" in known["tags"]}
    assert len(routes) == 7 and documented == routes, documented ^ routes
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
    subprocess.run([PROGRAM, "build-index", MAP, "--tables", "3", "-o", tables, "--quiet"],
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
    for change, code in (({"from": [1]}, "bad_request"), ({"map": "rooms"}, "bad_request"),
                         ({"paths": 0}, "invalid_request"), ({"paths": 65}, "invalid_request"),
                         ({"algorithm": "cvpd"}, "invalid_request"),
                         ({"algorithm": "terrain"}, "invalid_request"),
                         ({"algorithm": "astar"}, "bad_request"),
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


# ---- Limits ----

def test_queues():
    """Slow requests wait in a queue of their own, with a limit for all and for each client; quick
    requests are answered meanwhile."""
    body = json.dumps({"from": FAR[0], "to": FAR[1], "algorithm": "penalty", "paths": 12,
                       "stretch": 9, "dissimilarity": 0.9})

    def ask(server, client, statuses, codes, enough):
        connection = server.connect()
        while not enough.is_set():
            connection.request("POST", PATHS, body,
                               {"Content-Type": "application/json", "X-Real-IP": client})
            response = connection.getresponse()
            answer = json.loads(response.read())
            statuses.append(response.status)
            if response.status != 200:
                assert response.headers["Retry-After"] == "1", dict(response.headers)
                codes.add((client, answer["error"]["code"]))
        connection.close()

    with Served(PROGRAM, FOLDER, "--workers", "1", "--queue", "6", "--queue-of-one", "4",
                "--client-header", "X-Real-IP") as server:
        statuses, codes, enough = [], set(), threading.Event()
        clients = ["many"] * 10 + ["one"] + ["more"] * 4
        threads = [threading.Thread(target=ask, args=(server, c, statuses, codes, enough))
                   for c in clients]
        for t in threads:
            t.start()
        wait_until(lambda: 200 in statuses and ("many", "too_many_of_one") in codes
                   and any(code == "too_many" for _, code in codes), "both queues to be full")
        for _ in range(50):
            assert server.ask("rooms", *FAR)["status"] == "ok"
        assert server.metric('pathfan_in_hand{lane="slow"}') <= 6
        enough.set()
        for t in threads:
            t.join()
        assert set(statuses) <= {200, 429, 503}, set(statuses)
        assert ("one", "too_many_of_one") not in codes, codes
        assert server.metric('pathfan_requests_total{code="429"}') == statuses.count(429)


def test_who_hangs_up_isnt_answered():
    """Slow requests of clients that have hung up aren't worked on."""
    body = json.dumps({"from": FAR[0], "to": FAR[1], "algorithm": "penalty", "paths": 64,
                       "stretch": 9, "dissimilarity": 0.9})
    with Served(PROGRAM, FOLDER, "--workers", "1") as server:
        for _ in range(3):
            connections = []
            for _ in range(12):
                connections.append(server.connect())
                connections[-1].request("POST", PATHS, body, {"Content-Type": "application/json"})
            server.wait_until_read(connections)
            for c in connections:
                c.close()
            wait_until(lambda: server.metric('pathfan_in_hand{lane="slow"}') == 0, "the end")
        assert server.metric('pathfan_requests_total{code="499"}') >= 3
        assert server.ask("rooms", *FAR, algorithm="penalty")["status"] == "ok"


def test_work_is_bounded():
    with Served(PROGRAM, FOLDER, "--max-work", "5") as server:
        assert server.ask("rooms", *FAR, algorithm="penalty")["status"] == "work_limit"
        assert server.ask("rooms", *FAR, algorithm="penalty", max_work=10**9)["status"] == "work_limit"


# ---- Where it listens ----

def get(connection, path):
    connection.request("GET", path)
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def test_unix_socket():
    path = SCRATCH.name + "/serve.sock"
    for how in (signal.SIGKILL, signal.SIGTERM):  # files left by the first don't stop the second
        process = subprocess.Popen([PROGRAM, "serve", FOLDER, "--socket", path],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout.readline() == f"unix:{path}\n", process.stderr.read()
        assert get(UnixConnection(path), "/healthz") == (200, {"status": "ok"})
        second = subprocess.run([PROGRAM, "serve", FOLDER, "--socket", path], text=True,
                                capture_output=True)
        assert second.returncode == 1 and "somebody listens there" in second.stderr, second
        process.send_signal(how)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and not os.path.exists(path)
    with open(path, "w") as file:
        file.write("mine")
    refused = subprocess.run([PROGRAM, "serve", FOLDER, "--socket", path], text=True,
                             capture_output=True)
    assert refused.returncode == 1 and "no socket" in refused.stderr, refused
    with open(path) as file:
        assert file.read() == "mine"
    long = subprocess.run([PROGRAM, "serve", FOLDER, "--socket", "x" * 200], text=True,
                          capture_output=True)
    assert long.returncode == 2 and "1 to 107 bytes" in long.stderr, long


def test_documented_proxy():
    """nginx, set up as in docs/serve.md except for TLS, in front of a Unix socket."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not nginx:
        print("skipped: there is no nginx")
        assert os.environ.get("CI") != "true"
        return
    with open(SOURCE + "/docs/serve.md") as file:
        text = re.search(r"```nginx\n(.*?)```", file.read(), re.S)[1]
    folder = SCRATCH.name + "/nginx"
    os.makedirs(folder)
    with socket.create_server(("127.0.0.1", 0)) as s: # a port that is free now
        port = s.getsockname()[1]
    for what, other in (("listen 443 ssl;", f"listen 127.0.0.1:{port};"),
                        ("unix:/run/pathfan/serve.sock", f"unix:{folder}/serve.sock")):
        assert what in text, what
        text = text.replace(what, other)
    temporary = "".join(f"{kind}_temp_path {folder};\n" for kind in (
        "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(folder + "/nginx.conf", "w") as file:
        file.write(f"daemon off; pid {folder}/pid; error_log {folder}/errors;\n"
                   f"events {{}}\nhttp {{ access_log off;\n{temporary}{text}}}\n")
    server = subprocess.Popen([PROGRAM, "serve", FOLDER, "--socket", folder + "/serve.sock",
                               "--client-header", "X-Real-IP"], stdout=subprocess.PIPE)
    server.stdout.readline()
    os.chmod(folder, 0o755)
    os.chmod(SCRATCH.name, 0o755)
    os.chmod(folder + "/serve.sock", 0o777) # workers of a root nginx have another user
    proxy = subprocess.Popen([nginx, "-c", folder + "/nginx.conf", "-e", folder + "/errors"],
                             stderr=subprocess.DEVNULL)

    def ask():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("POST", "/paths/north/caves/paths", json.dumps(
                {"from": [30, 20], "to": [30, 20], "snap": 60}),
                {"Content-Type": "application/json", "Host": "paths.example"})
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        except ConnectionRefusedError:
            assert proxy.poll() is None, open(folder + "/errors").read()
            return None
    try:
        status, answer = wait_until(ask, "nginx")
        assert status == 200 and answer["status"] == "ok", (status, answer)
        for _ in range(200):
            status, again = ask()
            assert status == 200 and known(again) == known(answer), (status, again)
    finally:
        proxy.terminate()
        proxy.wait()
        server.terminate()
        server.communicate()
    assert server.returncode == 0


def test_socket_handed_over():
    """A socket passed as systemd does: descriptor 3, LISTEN_FDS and LISTEN_PID."""
    path = SCRATCH.name + "/handed.sock"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen()
    # The shell's process becomes the server's.
    script = f'exec env LISTEN_FDS=1 LISTEN_PID=$$ "$0" serve "$1" 3<&{listening.fileno()}'
    process = subprocess.Popen(["bash", "-c", script, PROGRAM, FOLDER], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, pass_fds=[listening.fileno()])
    assert process.stdout.readline() == "the socket that was handed over\n", process.stderr.read()
    listening.close()
    assert get(UnixConnection(path), "/indexes/rooms")[1]["name"] == "rooms"
    process.terminate()
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors


def test_command_line():
    def refuse(code, says, *arguments):
        told = subprocess.run([PROGRAM, "serve", *arguments], text=True, capture_output=True)
        assert told.returncode == code and says in told.stderr, told
    refuse(2, "no INDEX and no FOLDER is given")
    refuse(2, "--queue must be 1 to 100000, not '0'", FOLDER, "--queue", "0")
    refuse(2, "--max-work", FOLDER, "--max-work", "0")
    refuse(2, "not an address", FOLDER, "--bind", "here")
    refuse(2, "two indexes have the name 'rooms'", FOLDER, FOLDER + "/rooms.pathfan")
    refuse(1, "nothing.pathfan", SCRATCH.name + "/nothing.pathfan")
    os.makedirs(SCRATCH.name + "/empty")
    refuse(2, "holds no index that opens", SCRATCH.name + "/empty")
    # Files in a folder that can't be opened are reported, and the others are served.
    server = Served(PROGRAM, FOLDER)
    code, errors = server.stop()
    assert code == 0 and "broken.pathfan" in errors, errors
    refuse(1, "can't listen", FOLDER, "--port", str(SERVER.port))


def test_end():
    """Begun requests are answered, later ones get 503 or no connection; the server exits with 0."""
    body = json.dumps({"from": FAR[0], "to": FAR[1], "algorithm": "penalty", "paths": 12,
                       "stretch": 9, "dissimilarity": 0.9})
    server = Served(PROGRAM, FOLDER, "--workers", "1")
    asking, kept = [server.connect() for _ in range(6)], server.connect()
    assert get(kept, "/healthz")[0] == 200
    for connection in asking:
        connection.request("POST", PATHS, body, {"Content-Type": "application/json"})
    server.wait_until_read(asking)
    wait_until(lambda: server.metric('pathfan_in_hand{lane="slow"}') > 0 or server.metric(
        'pathfan_request_seconds_count{lane="slow"}') == 6, "the requests to be in hand")
    server.process.send_signal(signal.SIGTERM)
    try:
        while (found := get(kept, "/healthz"))[0] == 200:
            pass
        assert found[0] == 503 and found[1]["error"]["code"] == "stopping", found
    except (OSError, http.client.HTTPException):
        pass # the server ended first
    statuses = []
    for connection in asking:
        response = connection.getresponse()
        response.read()
        statuses.append(response.status)
    assert set(statuses) <= {200, 503} and 200 in statuses, statuses
    code, errors = server.stop(None)
    assert code == 0 and "broken" in errors, errors


# ---- Maps in degrees ----

def test_centre():
    """The index of a map in degrees tells where its (0,0) is; others don't."""
    source, place = SCRATCH.name + "/degrees.geojson", SCRATCH.name + "/degrees.pathfan"
    square = [[11.57, 49.94], [11.58, 49.94], [11.58, 49.95], [11.57, 49.94]]
    with open(source, "w", encoding="utf-8") as file:
        json.dump({"type": "Polygon", "coordinates": [square]}, file)
    subprocess.run([PROGRAM, "build-index", source, "--project", "local", "-o", place, "--quiet"],
                   check=True, stderr=subprocess.DEVNULL)
    server = Served(PROGRAM, place)
    index = described.check(server, "GET", "/indexes/degrees", "/indexes/{index}")
    assert index["centre"] == [11.575, 49.945], index
    assert "centre" not in SERVER.json("GET", "/indexes/rooms")
    assert server.stop()[0] == 0


# ---- New generations ----

def test_reload():
    """A replaced index is taken over without a request; a damaged one isn't, and is reported once."""
    place = SCRATCH.name + "/changing.pathfan"
    shutil.copy(FOLDER + "/rooms.pathfan", place)
    other = make_index(PROGRAM, make_map(PROGRAM, SCRATCH.name + "/other.map", seed=5),
                       SCRATCH.name + "/other.pathfan")
    server = Served(PROGRAM, place)
    first = server.ask("changing", *FAR, snap=5)
    shutil.copy(other, place + ".new")
    os.rename(place + ".new", place)
    reloads = 'pathfan_index_reloads_total{index="changing"}'
    wait_until(lambda: server.metric(reloads) == 1, "the new index")
    second = server.ask("changing", *FAR, snap=5)
    assert second["generation"] != first["generation"] and known(second) != known(first)
    assert server.json("GET", "/indexes/changing")["source_name"] == "other.map"
    shutil.copy(FOLDER + "/broken.pathfan", place + ".new")
    os.rename(place + ".new", place)
    line = server.process.stderr.readline()
    assert "changing.pathfan" in line, line
    assert known(server.ask("changing", *FAR, snap=5)) == known(second)
    # After a good index damage is reported again: one byte of a section, shown only by a digest.
    shutil.copy(FOLDER + "/rooms.pathfan", place + ".new")
    os.rename(place + ".new", place)
    wait_until(lambda: server.metric(reloads) == 2, "the first index again")
    with open(other, "rb") as file:
        data = bytearray(file.read())
    data[len(data) // 2] ^= 1
    with open(place + ".new", "wb") as file:
        file.write(data)
    os.rename(place + ".new", place)
    line = server.process.stderr.readline()
    assert "changing.pathfan" in line, line
    assert known(server.ask("changing", *FAR, snap=5)) == known(first)
    assert server.metric(reloads) == 2
    code, errors = server.stop()
    assert code == 0 and errors == "", errors


def test_obstacles():
    """Changes hold for all who ask from then on, also of a replaced index; a request may have its own."""
    SERVER.error("POST", "/indexes/rooms/obstacles", 403, "no_changes", {"change": []})
    plain = SERVER.ask("rooms", *FAR)
    way = plain["paths"][0]["points"]
    middle = [(way[1][0] + way[2][0]) / 2, (way[1][1] + way[2][1]) / 2]
    wall = {"circle": [*middle, 1.5], "name": "wall"}
    own = check("POST", PATHS, "/indexes/{index}/paths",
                {"from": FAR[0], "to": FAR[1], "obstacles": [wall]})
    assert own["paths"][0]["length"] > plain["paths"][0]["length"], own
    lines = SERVER.lines("rooms", [{"from": FAR[0], "to": FAR[1], "obstacles": list_}
                                   for list_ in ([wall], [wall, {"open": "wall"}], [{"open": "wall"}])])
    assert known(lines[0]) == known(own) and known(lines[1]) == known(plain)
    assert "no area named wall" in lines[2]["error"]["message"], lines[2]
    ends = [(*FAR[0], *FAR[1])]
    assert SERVER.batch("rooms", ends, obstacles=[wall])[0][2][0][0] == own["paths"][0]["length"]
    place = SCRATCH.name + "/walled.pathfan"
    shutil.copy(FOLDER + "/rooms.pathfan", place)
    with Served(PROGRAM, place, "--changes") as server:
        def change(*changes):
            return described.check(server, "POST", "/indexes/walled/obstacles",
                                   "/indexes/{index}/obstacles", {"change": changes}, 200, None)
        assert known(server.ask("walled", *FAR)) == known(plain)
        assert change(wall, {"circle": [1, 1, 0.1]}) == {"obstacles_version": 1, "ids": [1, 2]}
        assert known(server.ask("walled", *FAR)) == known(own)
        assert known(server.ask("walled", *FAR, obstacles=[{"open": 1}])) == known(plain)
        said = server.error("POST", "/indexes/walled/obstacles", 400, "bad_request",
                            {"change": [{"remove": 2}, {"remove": 3}]})
        assert said == "change 1: there is no area 3", said
        server.error("POST", "/indexes/walled/obstacles", 400, "bad_request", {"change": [{}]})
        server.error("POST", "/indexes/walled/obstacles", 400, "bad_request", [])
        shutil.copy(FOLDER + "/rooms.pathfan", place + ".new")
        os.utime(place + ".new", (1, 1))
        os.rename(place + ".new", place)
        assert known(server.ask("walled", *FAR)) == known(own)
        wait_until(lambda: server.metric('pathfan_index_reloads_total{index="walled"}') == 1, "it")
        assert known(server.ask("walled", *FAR)) == known(own)
        assert change({"open": "wall"}) == {"obstacles_version": 2, "ids": [1]}
        assert known(server.ask("walled", *FAR)) == known(plain)


if __name__ == "__main__":
    make_folder()
    with Served(PROGRAM, FOLDER) as SERVER:
        run_all(globals())
