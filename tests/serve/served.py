"""A private `pathfan serve`, and batches in the binary form of docs/serve.md.

    with Served(program, "rooms.pathfan") as server:
        answer = server.ask("rooms", [2, 2], [97, 77], paths=2)
"""
import http.client
import json
import os
import socket
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../viewer"))
from client import PATIENCE, Server, make_index, make_map  # noqa: E402

BATCH = "application/vnd.pathfan.batch"
LINES = "application/jsonl"
OUTCOMES = ("ok", "no_path", "start_blocked", "goal_blocked", "work_limit", "invalid_request")
REASONS = ("complete", "no_candidates", "rejected", "work_limit")
FAR = ([2, 2], [97, 77])  # in rooms
PATHS = "/indexes/rooms/paths"


def make_folder(program, folder):
    """Makes a folder with rooms, north/caves, and a file that isn't an index."""
    os.makedirs(folder + "/north")
    for name, *how in (("rooms", "rooms", 100, 80, 1), ("north/caves", "caves", 60, 40, 2)):
        source = make_map(program, folder + "/../" + os.path.basename(name) + ".map", *how)
        make_index(program, source, folder + "/" + name + ".pathfan")
    with open(folder + "/broken.pathfan", "w") as file:
        file.write("nothing")


def known(answer):
    """Returns the part of an answer that doesn't depend on how it was requested."""
    return (answer["status"], answer["reason"],
            [(p["length"], p["points"]) for p in answer["paths"]])


class Served(Server):
    COMMAND = "serve"

    def ask(self, index, start, goal, expected=200, **options):
        return self.json("POST", f"/indexes/{index}/paths",
                         {"from": start, "to": goal, **options}, expected)

    def lines(self, index, lines, expected=200):
        body = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        status, headers, data = self.request("POST", f"/indexes/{index}/paths", body,
                                             {"Content-Type": LINES})
        assert status == expected, (status, data[:500])
        if status != 200:
            return json.loads(data)["error"]
        assert headers["content-type"] == LINES, headers
        return [json.loads(line) for line in data.splitlines()]

    def batch(self, index, ends, **options):
        status, headers, data = self.request("POST", f"/indexes/{index}/paths",
                                             batch_of(ends, **options), {"Content-Type": BATCH})
        assert status == 200, (status, data[:500])
        assert headers["content-type"] == BATCH, headers
        return answers_of(data)

    def metric(self, name):
        """Returns the value of a line of /metrics, given with its labels."""
        status, headers, data = self.request("GET", "/metrics")
        assert status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4")
        found = [line.rsplit(" ", 1)[1] for line in data.decode().splitlines()
                 if line.rsplit(" ", 1)[0] == name]
        assert len(found) == 1, (name, data.decode())
        return float(found[0])


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=PATIENCE)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def batch_of(ends, **options):
    """Returns the bytes of a batch of requests, each from (x, y, x, y)."""
    text = json.dumps(options).encode() if options else b""
    text += b" " * (-len(text) % 8)
    return (struct.pack("<4sIII", b"PFBQ", 1, len(ends), len(text)) + text
            + b"".join(struct.pack("<4d", *e) for e in ends))


def answers_of(data):
    """Decodes answers: [(outcome, reason, [(length, [[x, y], ...]), ...]), ...]"""
    magic, version, count, path_count, point_count, _ = struct.unpack_from("<4s5I", data)
    assert (magic, version) == (b"PFBA", 1), data[:8]
    paths_at = 24 + 16 * count
    points_at = paths_at + 16 * path_count
    assert len(data) == points_at + 16 * point_count, (len(data), count, path_count, point_count)

    def path(number):
        length, first, points = struct.unpack_from("<dII", data, paths_at + 16 * number)
        flat = struct.unpack_from(f"<{2 * points}d", data, points_at + 16 * first)
        return length, [list(p) for p in zip(flat[::2], flat[1::2])]

    def answer(number):
        outcome, reason, paths, first, generation, _ = struct.unpack_from(
            "<BBHIII", data, 24 + 16 * number)
        assert generation or outcome, "of no generation"
        return OUTCOMES[outcome], REASONS[reason], [path(first + i) for i in range(paths)]

    return [answer(i) for i in range(count)]
