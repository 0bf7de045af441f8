"""Batches of lines are answered as the client reads: test_stream.py PATHFAN. PATHFAN_TEST_SCALE: so
many times as many lines; it prints figures."""
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import time

from served import LINES, Served
from client import make_index, make_map, run_all, wait_until
from rude import AS_MANY_AS_IT_TAKES, hang_up

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
INDEX = SCRATCH.name + "/rooms.pathfan"
SCALE = float(os.environ.get("PATHFAN_TEST_SCALE", "1"))
LARGE = int(3000 * SCALE)
LINE = {"from": [2, 2], "to": [97, 77], **AS_MANY_AS_IT_TAKES}
SERVER = None


class Asking:
    """A batch, and the connection on which it was sent; the answer is read as far as is asked."""

    def __init__(self, lines, name="rooms", version="1.1", server=None):
        body = "\n".join(map(json.dumps, lines)).encode()
        self.s = socket.socket()
        self.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32768)
        self.s.settimeout(60)
        self.s.connect(("127.0.0.1", (server or SERVER).port))
        self.s.sendall(b"POST /indexes/%s/paths HTTP/%s\r\nHost: localhost\r\nContent-Type: %s\r\n"
                       b"Content-Length: %d\r\n\r\n" % (name.encode(), version.encode(), LINES.encode(),
                                                        len(body)) + body)
        self.raw = self.s.makefile("rb")
        self.status = int(self.raw.readline().split()[1])
        self.headers = {}
        for line in iter(self.raw.readline, b"\r\n"):
            name, value = line.decode().split(": ", 1)
            self.headers[name.lower()] = value.strip()
        self.begun = b""

    def chunk(self):
        """Returns the bytes of the next chunk, b"" at the end."""
        size = int(self.raw.readline(), 16)
        data = self.raw.read(size)
        assert len(data) == size and self.raw.readline() == b"\r\n"
        return data

    def lines(self):
        """Yields the lines, read as they come."""
        assert self.headers.get("transfer-encoding") == "chunked", self.headers
        for data in iter(self.chunk, b""):
            *whole, self.begun = (self.begun + data).split(b"\n")
            yield from whole
        assert not self.begun, self.begun

    def close(self):
        self.raw.close()
        self.s.close()


def memory(server):
    with open("/proc/%d/status" % server.process.pid) as file:
        return [int(line.split()[1]) >> 10 for line in file if line.startswith("VmHWM")][0]


def is_watched(server):
    """Whether a sanitizer watches the server: freed memory stays with it for a while."""
    with open("/proc/%d/maps" % server.process.pid) as file:
        return "san.so" in file.read()


def test_large_answer():
    """The answer takes the memory of one piece, not its own."""
    SERVER.lines("rooms", [LINE] * 8)  # scratch is there
    before, size = memory(SERVER), 0
    asked = Asking([LINE] * LARGE)
    for number, line in enumerate(asked.lines()):
        size += len(line)
        if number % 100 == 0:
            answer = json.loads(line)
            assert answer["id"] == number and len(answer["paths"]) > 5, answer
            assert SERVER.metric("pathfan_held_bytes") < 1 << 20
    assert number == LARGE - 1
    grown = memory(SERVER) - before
    print("  an answer of %.0f MB: memory grew by %d MB, to %d" % (size / 1e6, grown, memory(SERVER)))
    assert size > 8e6 * SCALE and (grown < 6 or is_watched(SERVER)), (size, grown)
    asked.close()


def test_same_answers():
    """Lines, whatever their pieces, are answered as single requests are, in their order; searches
    among them too."""
    lines = [{"from": [2, 2 + i % 70], "to": [97, 77 - i % 60], "paths": 5, "snap": 3} for i in range(300)]
    for i in (7, 150, 151, 299):
        lines[i]["algorithm"] = "penalty"
    lines[20]["id"], lines[30] = "twenty", {"from": 5}
    asked = Asking(lines)
    answers = [json.loads(line) for line in asked.lines()]
    asked.close()
    ids = [a.pop("id") for a in answers]
    assert ids == [i if i != 20 else "twenty" for i in range(300)], ids
    for i, (line, answer) in enumerate(zip(lines, answers)):
        if i == 30:
            assert answer["error"]["code"] == "bad_request", answer
        elif i % 10 in (0, 7) or "algorithm" in line:
            single = SERVER.json("POST", "/indexes/rooms/paths", {k: v for k, v in line.items() if k != "id"})
            single.pop("time_us"), answer.pop("time_us")
            assert single == answer, (i, single, answer)
    # What fits into a piece has its length, also to a client of HTTP/1.0; else that is cut at its end.
    asked = Asking(lines[:3])
    assert "content-length" in asked.headers and "transfer-encoding" not in asked.headers, asked.headers
    asked.close()
    asked = Asking(lines, version="1.0")
    assert "content-length" not in asked.headers and "transfer-encoding" not in asked.headers
    assert len(asked.raw.read().splitlines()) == 300
    asked.close()


def test_too_many():
    asked = Asking([{}] * 10001)
    assert asked.status == 413, asked.status
    asked.close()


def test_others_meanwhile():
    """Clients that read slowly keep no thread and no place in the queue; one that hangs up leaves
    nothing behind."""
    before = SERVER.metric("pathfan_connections")
    slow = [Asking([LINE] * LARGE) for _ in range(20)]
    for asked in slow:
        assert asked.status == 200
    wait_until(lambda: SERVER.metric('pathfan_in_hand{lane="batch"}') == 0, "pieces to be made")
    assert [a["status"] for a in SERVER.lines("rooms", [{"from": [2, 2], "to": [97, 77]}] * 3)] == ["ok"] * 3
    assert SERVER.metric("pathfan_held_bytes") < 20 << 20
    for asked in slow:
        asked.raw.close()
        hang_up(asked.s)
    wait_until(lambda: SERVER.metric("pathfan_held_bytes") == 0, "memory to be given back")
    wait_until(lambda: SERVER.metric("pathfan_connections") == before, "connections to be closed")


def test_changed_meanwhile():
    """A mapped index that is written to while a batch is being answered: the lines that were answered
    before, and the error as the last line."""
    path = SCRATCH.name + "/mapped.pathfan"
    shutil.copy(INDEX, path)
    with Served(PROGRAM, path, "--copies", "0", "--mapped") as server:
        asked = Asking([LINE] * LARGE, "mapped", server=server)
        first = asked.chunk()
        os.chmod(path, 0o644)
        with open(path, "r+b") as file:
            file.write(file.read(1))
        os.utime(path, (1, 1))
        asked.begun = first
        lines = [json.loads(line) for line in asked.lines()]
        assert 0 < len(lines) < LARGE, len(lines)
        assert [line["id"] for line in lines[:-1]] == list(range(len(lines) - 1))
        assert lines[-1]["error"]["code"] == "index_changed", lines[-1]
        asked.close()
        wait_until(lambda: server.metric('pathfan_requests_total{code="503"}') == 1, "it to be counted")


def test_end():
    """A server that is told to end finishes answers that are being read."""
    with Served(PROGRAM, INDEX) as server:
        asked = Asking([LINE] * LARGE, server=server)
        asked.begun = asked.chunk()
        server.process.send_signal(signal.SIGTERM)
        assert sum(1 for _ in asked.lines()) == LARGE
        asked.close()
        assert server.process.wait(20) == 0


def test_least_rate():
    """Who doesn't read is cut off, whatever was left to make."""
    before = SERVER.metric("pathfan_connections")
    began = time.monotonic()
    asked = Asking([LINE] * LARGE)
    assert SERVER.metric("pathfan_connections") == before + 1
    wait_until(lambda: SERVER.metric("pathfan_connections") == before, "it to be cut off")
    spent = time.monotonic() - began
    assert 14 < spent < 40, spent
    assert not asked.raw.read().endswith(b"0\r\n\r\n")
    asked.close()


def main():
    global SERVER
    make_index(PROGRAM, make_map(PROGRAM, SCRATCH.name + "/rooms.map"), INDEX)
    with Served(PROGRAM, INDEX) as SERVER:
        run_all(globals())


if __name__ == "__main__":
    main()
