"""`serve` while it runs: queues, sockets, its end, new indexes, obstacles: test_running.py PATHFAN"""
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from served import FAR, PATHS, Served, UnixConnection, known, make_folder
import described  # noqa: E402
from described import SOURCE  # noqa: E402
from client import PATIENCE, make_index, make_map, run_all, wait_until  # noqa: E402

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = SCRATCH.name + "/indexes"
SERVER = None


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
        assert second.returncode == 1 and "another program listens there" in second.stderr, second
        process.send_signal(how)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and not os.path.exists(path)
    with open(path, "w") as file:
        file.write("mine")
    refused = subprocess.run([PROGRAM, "serve", FOLDER, "--socket", path], text=True,
                             capture_output=True)
    assert refused.returncode == 1 and "isn't a socket" in refused.stderr, refused
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
    own = described.check(SERVER, "POST", PATHS, "/indexes/{index}/paths",
                          {"from": FAR[0], "to": FAR[1], "obstacles": [wall]}, 200, None)
    assert own["paths"][0]["length"] > plain["paths"][0]["length"], own
    lines = SERVER.lines("rooms", [{"from": FAR[0], "to": FAR[1], "obstacles": list_}
                                   for list_ in ([wall], [wall, {"open": "wall"}], [{"open": "wall"}])])
    assert known(lines[0]) == known(own) and known(lines[1]) == known(plain)
    assert "no door, obstacle or link named wall" in lines[2]["error"]["message"], lines[2]
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
    make_folder(PROGRAM, FOLDER)
    with Served(PROGRAM, FOLDER) as SERVER:
        run_all(globals())
