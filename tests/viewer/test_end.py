"""The end of the server: no files remain, no client waits in vain. test_end.py PATHFAN"""
import http.client
import json
import os
import signal
import socket
import sys
import tempfile
import threading

from client import SCALE, Server, make_index, make_large, make_map, run_all

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()


def test_nothing_is_left():
    """The temporary folder is removed with the server, also if a build is running."""
    scratch = SCRATCH.name + "/tmp"
    os.makedirs(scratch)
    large = make_large(PROGRAM, SCRATCH.name + "/large.map")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        server = Server(PROGRAM, large, TMPDIR=scratch)
        server.wait_for("j1", ["building"])
        code, errors = server.stop(number)
        assert code == 0, errors
        assert os.listdir(scratch) == [], os.listdir(scratch)


def test_outlives_the_terminal():
    """Started with nohup, the server ignores SIGHUP."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        server = Server(PROGRAM)  # inherits SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    with server:
        server.process.send_signal(signal.SIGHUP)
        for _ in range(20):
            assert server.json("GET", "/api/maps") == {"maps": []}


def test_running_requests_are_answered():
    """A signal during queries: these are answered."""
    source = make_index(PROGRAM, make_map(PROGRAM, SCRATCH.name + "/end.map", "caves", 90, 70),
                        SCRATCH.name + "/end.pathfan")
    server = Server(PROGRAM, source, "--workers", "2")
    body = json.dumps({"map": "end", "from": [5, 5], "to": [85, 65], "snap": 50, "paths": 8,
                       "algorithm": "penalty", "stretch": 5})
    server.json("POST", "/api/query", body)
    connections = []
    for _ in range(6):
        c = server.connect()
        c.request("POST", "/api/query", body, {"Content-Type": "application/json"})
        connections.append(c)
    server.wait_until_read(connections)
    server.process.send_signal(signal.SIGTERM)
    statuses = []
    for c in connections:
        try:
            response = c.getresponse()
            response.read()
            statuses.append(response.status)
        except (http.client.HTTPException, OSError) as error:
            statuses.append(type(error).__name__)
    code, errors = server.stop(None)  # no second signal: the server may have ended already
    assert code == 0, errors
    assert all(s in (200, 503) for s in statuses) and 200 in statuses, statuses
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=1).close()
        raise SystemExit("it still listens")
    except OSError:
        pass


def test_requests_while_it_ends():
    """Requests that still arrive are answered, refused or cut off; the server ends normally."""
    source = make_map(PROGRAM, SCRATCH.name + "/small.map", width=30, height=20)
    index = make_index(PROGRAM, source, SCRATCH.name + "/small.pathfan")
    body = json.dumps({"map": "small", "from": [5, 5], "to": [25, 15], "snap": 50})

    def ask(server, ready, statuses):
        try:
            c = server.connect()
            for i in range(1000):
                c.request("POST", "/api/query", body, {"Content-Type": "application/json"})
                response = c.getresponse()
                response.read()
                statuses.append(response.status)
                ready.set()
        except (http.client.HTTPException, OSError):
            pass
        ready.set()

    for _ in range(10 * SCALE):
        statuses = []
        server = Server(PROGRAM, index)
        readies = [threading.Event() for _ in range(6)]
        threads = [threading.Thread(target=ask, args=(server, r, statuses)) for r in readies]
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
    run_all(globals())
