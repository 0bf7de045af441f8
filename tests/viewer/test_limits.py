"""Limits of the cost that a client causes others: the time to read its maps, slow queries, and
requests of clients that have disconnected. test_limits.py PATHFAN"""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

from client import PATIENCE, Server, make_index, make_map, run_all
from described import check
from drawings import SMALL, bars

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()


# ---- Maps that are sent ----

def post(server, drawing):
    """Returns a connection on which a map was sent that the server has read."""
    connection = server.connect()
    connection.request("POST", "/api/maps", json.dumps(drawing),
                       {"Content-Type": "application/json"})
    server.wait_until_read([connection])
    return connection


def add_patiently(server, drawing):
    """Sends a map until it is accepted: on a busy machine it may wait for longer than allowed."""
    end = time.monotonic() + PATIENCE
    while True:
        status, _, data = server.request("POST", "/api/maps", drawing)
        if status != 503 or time.monotonic() > end:
            assert status == 201, (status, data[:500])
            return
        assert json.loads(data)["error"]["code"] == "too_late", data[:500]


def test_who_hangs_up_isnt_read():
    """A map whose client has disconnected isn't added, and the next map is read."""
    with Server(PROGRAM) as server:
        for _ in range(3):
            post(server, bars(800)).close()
        # A zigzag: hardly a crossing, but no two lines can be separated; minutes of work.
        zigzag = [[x, x % 2 * 1e6] for x in range(200000)]
        post(server, {"source": json.dumps(
            {"type": "Polygon", "coordinates": [zigzag + zigzag[:1]]})}).close()
        add_patiently(server, SMALL)
        assert [m["width"] for m in server.json("GET", "/api/maps")["maps"]] == [40]


def test_end_while_reading():
    for number in (signal.SIGINT, signal.SIGTERM):
        server = Server(PROGRAM)
        connections = [post(server, bars(800)) for _ in range(2)]
        code, errors = server.stop(number)
        assert code == 0, errors
        statuses = []
        for connection in connections:
            try:
                response = connection.getresponse()
                response.read()
                statuses.append(response.status)
            except OSError:
                statuses.append(None)
        assert set(statuses) <= {503, None}, statuses


def test_maps_are_read_in_turn():
    """A map sent while another is read waits; none is refused."""
    with Server(PROGRAM) as server:
        connections = [post(server, bars(100)) for _ in range(6)]
        for connection in connections:
            response = connection.getresponse()
            data = response.read()
            connection.close()
            if response.status == 503:  # nor waits for longer than allowed, on a busy machine
                assert json.loads(data)["error"]["code"] == "too_late", data
                add_patiently(server, bars(100))
            else:
                assert response.status == 201, data
        # Other requests are answered meanwhile: reading maps has a thread of its own.
        connection = post(server, bars(800))
        assert len(server.json("GET", "/api/maps")["maps"]) == 6
        connection.close()


# ---- Slow queries ----

QUERY = {"map": "rooms", "from": [2, 2], "to": [157, 117], "snap": 200}
SLOW = {**QUERY, "algorithm": "penalty", "penalty": 1.0000001, "paths": 64, "dissimilarity": 0,
        "stretch": 3}


def test_fast_ones_dont_wait():
    """With one worker, queries by index and by Polyanya are answered before the last of the slow
    queries sent before them."""
    source = make_map(PROGRAM, SCRATCH.name + "/rooms.map", "rooms", 160, 120)
    index = make_index(PROGRAM, source, SCRATCH.name + "/rooms.pathfan")
    with Server(PROGRAM, index, "--workers", "1") as server:
        assert check(server, "POST", "/api/query", "/api/query", SLOW, 200)["work"] > 500000
        slow = []
        for _ in range(30):
            slow.append(server.connect())
            slow[-1].request("POST", "/api/query", json.dumps(SLOW),
                             {"Content-Type": "application/json"})
        server.wait_until_read(slow)
        for more in ({}, {"algorithm": "polyanya"}, {"measures": False, "paths": 5}):
            assert server.json("POST", "/api/query", {**QUERY, **more})["status"] == "ok"
        assert server.json("GET", "/api/maps/rooms/geometry")["polygons"]
        slow[-1].sock.setblocking(False)
        try:
            early = slow[-1].sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            early = None
        assert early is None, "the last slow one was first"
        slow[-1].sock.setblocking(True)
        for connection in slow:
            response = connection.getresponse()
            response.read()
            assert response.status in (200, 503), response.status
            connection.close()


# ---- The data folder ----

def view(*arguments):
    """Runs a viewer that refuses to start; returns its message."""
    done = subprocess.run([PROGRAM, "view", "--port", "0", *arguments], timeout=PATIENCE,
                          capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == "", done
    return done.stderr


def make_data(name, *drawings):
    """Makes a data folder with these drawings; returns their ids."""
    data = SCRATCH.name + "/" + name
    with Server(PROGRAM, "--data", data) as server:
        ids = []
        for drawing in drawings:
            added = server.json("POST", "/api/maps", drawing, 201)
            server.wait_for(added["job"]["id"])
            ids.append(added["map"]["id"])
    return data, ids


def test_links_in_the_data_folder():
    """Nothing is written through a link, nor does a pipe block: such a drawing is skipped."""
    victim = SCRATCH.name + "/victim"
    for file in ("map", "drawing.json", "index.pathfan"):
        for kind in ("link", "pipe"):
            data, ids = make_data("%s-%s" % (file, kind), SMALL, {**SMALL, "width": 50})
            path = "%s/drawings/%s/%s" % (data, ids[0], file)
            os.remove(path)
            with open(victim, "w") as out:
                out.write("precious")
            if kind == "link":
                os.symlink(victim, path)
            else:
                os.mkfifo(path)
            server = Server(PROGRAM, "--data", data)
            assert [m["width"] for m in server.json("GET", "/api/maps")["maps"]] == [50]
            code, errors = server.stop()
            assert code == 0 and file in errors and "is a %s" % kind in errors, errors
            with open(victim) as kept:
                assert kept.read() == "precious"
    # Links in place of a drawing's folder, the folder of all drawings, the study's database.
    data, ids = make_data("folder-link", SMALL)
    os.rename(data + "/drawings/" + ids[0], SCRATCH.name + "/elsewhere")
    os.symlink(SCRATCH.name + "/elsewhere", data + "/drawings/" + ids[0])
    server = Server(PROGRAM, "--data", data)
    assert server.json("GET", "/api/maps")["maps"] == []
    assert "is a link" in server.stop()[1]
    for folder in ("drawings", "indexes"):
        data, _ = make_data(folder + "-link")
        os.rmdir(data + "/" + folder)
        os.symlink(SCRATCH.name, data + "/" + folder)
        assert "is a link" in view("--data", data)
    data, _ = make_data("study-link")
    os.symlink(victim, data + "/study.sqlite")
    assert "is a link" in view("--data", data, "--study")
    # The data folder itself may be a link.
    data, _ = make_data("whole")
    os.symlink(data, SCRATCH.name + "/by-link")
    with Server(PROGRAM, "--data", SCRATCH.name + "/by-link"):
        pass


def test_links_put_there_later():
    """The same while the server runs."""
    data = SCRATCH.name + "/later"
    victim = SCRATCH.name + "/later-victim"
    with open(victim, "w") as out:
        out.write("precious")
    with Server(PROGRAM, "--data", data) as server:
        added = server.json("POST", "/api/maps", SMALL, 201)
        server.wait_for(added["job"]["id"])
        id = added["map"]["id"]
        for file in ("map", "index.pathfan"):
            path = "%s/drawings/%s/%s" % (data, id, file)
            os.remove(path)
            os.symlink(victim, path)
            status, _, body = server.request("PUT", "/api/maps/%s/drawing" % id, SMALL)
            if status == 202:
                job = server.wait_for(json.loads(body)["job"]["id"])
                assert job["state"] == "failed" and "is a link" in job["message"], job
            else:
                assert status == 500 and b"is a link" in body, body
            os.remove(path)
            with open(victim) as kept:
                assert kept.read() == "precious"
        # Once the links are removed, everything works.
        put = server.json("PUT", "/api/maps/%s/drawing" % id, SMALL, 202)
        assert server.wait_for(put["job"]["id"])["state"] == "done"


def test_folders_of_others():
    data, _ = make_data("open")
    for path, mode in ((data, 0o777), (data + "/drawings", 0o707), (data, 0o1777)):
        os.chmod(path, mode)
        assert "anybody may write there" in view("--data", data)
        os.chmod(path, 0o700)
    os.chmod(data, 0o770)
    server = Server(PROGRAM, "--data", data)
    code, errors = server.stop()
    assert code == 0 and "its group may write there" in errors, errors
    os.chmod(data, 0o700)
    if os.geteuid() == 0:
        os.chown(data, 12345, 12345)
        assert "another user's" in view("--data", data)


def test_signals_before_it_listens():
    """The server can be ended while it waits for a map."""
    pipe = SCRATCH.name + "/pipe.map"
    os.mkfifo(pipe)
    process = subprocess.Popen([PROGRAM, "view", "--port", "0", pipe], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    writer = os.open(pipe, os.O_WRONLY)  # returns once the server reads
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    os.close(writer)
    assert process.returncode == -signal.SIGINT and out == b"", process.returncode


if __name__ == "__main__":
    run_all(globals())
