"""Clients that `serve` must outlast: test_hostile.py PATHFAN. Requests that can be read in two ways,
clients that don't read, files that are overwritten where they lie. PATHFAN_TEST_SCALE: so many times
as many clients and overwrites; it prints figures."""
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from served import BATCH, Served, batch_of
from client import make_index, make_map, run_all, wait_until
from rude import AS_MANY_AS_IT_TAKES, BODY, RAW, slow_client

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
INDEX = SCRATCH.name + "/rooms.pathfan"
OTHER = SCRATCH.name + "/other.pathfan"
SCALE = float(os.environ.get("PATHFAN_TEST_SCALE", "1"))
CLIENTS = int(12 * SCALE)
OVERWRITES = int(60 * SCALE)
SERVER = None


def test_raw():
    wrong = []
    for expected, data in RAW:
        began = time.monotonic()
        answer = b""
        try:
            with socket.create_connection(("127.0.0.1", SERVER.port), timeout=8) as s:
                s.sendall(data)
                while b"\r\n" not in answer:
                    piece = s.recv(4096)
                    if not piece:
                        break
                    answer += piece
        except OSError as error:
            answer += repr(error).encode()
        spent = time.monotonic() - began
        status = answer.split(b"\r\n", 1)[0].split(b" ")
        if len(status) < 2 or status[1] != b"%d" % expected or spent > 5:
            wrong.append((expected, data[:120], answer[:60], round(spent, 1)))
    assert not wrong, "\n".join(map(str, wrong))
    assert SERVER.request("GET", "/healthz")[0] == 200


def memory(server):
    """Returns the most memory that the server has had, MB."""
    with open("/proc/%d/status" % server.process.pid) as file:
        return [int(line.split()[1]) >> 10 for line in file if line.startswith("VmHWM")][0]


def quick(count):
    """Returns p50 and p99 of quick requests, ms, on a connection of their own each."""
    times = []
    for _ in range(count):
        began = time.monotonic()
        SERVER.ask("rooms", [2, 2], [97, 77])
        times.append(1e3 * (time.monotonic() - began))
    times.sort()
    return times[count // 2], times[count * 99 // 100]


def test_not_reading():
    """Clients of one address that don't read get their share of memory, and no more; others are
    answered, and the memory is there again once they are gone."""
    body = batch_of([(2, 2, 97, 77)] * 10000, **AS_MANY_AS_IT_TAKES)
    alone = quick(int(50 * SCALE))
    clients = [slow_client(SERVER.port, body) for _ in range(CLIENTS)]
    wait_until(lambda: SERVER.metric("pathfan_held_bytes") > 1e6, "answers to be held")
    most = 0
    for _ in range(10):
        most = max(most, SERVER.metric("pathfan_held_bytes"))
        SERVER.ask("rooms", [2, 2], [97, 77])
        time.sleep(0.1)
    beside = quick(int(50 * SCALE))
    wait_until(lambda: SERVER.metric('pathfan_in_hand{lane="batch"}') == 0, "batches to be done")
    assert most <= 96 << 20, most
    print("  %d clients that don't read: %d MB at most, %.1f MB held; quick requests p50 %.2f ms, p99 "
          "%.2f ms; alone %.2f, %.2f" % ((CLIENTS, memory(SERVER), most / 2 ** 20) + beside + alone))
    starts = set()
    for s in clients:
        starts.add(s.recv(12))
    assert starts <= {b"HTTP/1.1 200", b"HTTP/1.1 503", b"HTTP/1.1 429"}, starts
    assert b"HTTP/1.1 503" in starts, starts
    for s in clients:
        s.close()
    wait_until(lambda: SERVER.metric("pathfan_held_bytes") == 0, "memory to be given back")


def test_hanging_up():
    """Clients that hang up in the middle of what they send don't hold connections for as long as a
    silent one may, which would keep others from their address out."""
    begun = (b"POST /indexes/rooms/paths HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonl\r\n"
             b"Content-Length: 79026\r\n\r\n" + b'{"from":[2,2],"to":[97,77]}\n' * 1000)
    with socket.create_connection(("127.0.0.1", SERVER.port), timeout=8) as silent:
        silent.sendall(begun)
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", SERVER.port), timeout=8) as s:
                s.sendall(begun)
        wait_until(lambda: SERVER.metric("pathfan_connections") <= 2, "connections to be closed")
        silent.setblocking(False)
        try:
            assert False, "the silent connection was closed first: %r" % silent.recv(1)
        except BlockingIOError:
            pass


def overwrite(path, data, rng):
    """Changes the file in place, as no publisher does."""
    os.chmod(path, 0o644)
    with open(path, "r+b") as file:
        how = rng.randrange(4)
        if how == 0:
            file.truncate(rng.randrange(len(data)))
        elif how == 1:
            file.write(data[:rng.randrange(len(data))])
        elif how == 2:
            file.seek(rng.randrange(len(data)))
            file.write(rng.randbytes(4096))
        else:
            file.write(data)
            file.truncate(len(data))


def overwrite_under_load(*options):
    """Overwrites a file in place under load: no signal, and answers of one file or the other, though
    they reload what is whole."""
    rng = random.Random(7)
    path = SCRATCH.name + "/changing.pathfan"
    shutil.copy(INDEX, path)
    with open(OTHER, "rb") as file:
        other = file.read()
    with Served(PROGRAM, path, *options) as server:
        right = [server.ask("changing", [2, 2], [97, 77])["paths"][0]["length"]]
        with Served(PROGRAM, OTHER) as second:
            right.append(second.ask("other", [2, 2], [97, 77])["paths"][0]["length"])
        ends, wrong, answers = threading.Event(), [], [0]

        def load():
            while not ends.is_set():
                length = server.ask("changing", [2, 2], [97, 77])["paths"][0]["length"]
                answers[0] += 1
                if length not in right:
                    wrong.append(length)
        threads = [threading.Thread(target=load) for _ in range(2)]
        for t in threads:
            t.start()
        for _ in range(OVERWRITES):
            overwrite(path, other, rng)
            time.sleep(0.03)
        ends.set()
        for t in threads:
            t.join()
        assert not wrong and answers[0] > 20, (wrong, answers)
        print("  %d overwrites in place: %d answers, %d wrong" % (OVERWRITES, answers[0], len(wrong)))
        assert server.process.poll() is None, server.process.returncode
        # A whole file of another size is taken over, and the copies have no names.
        shutil.copy(OTHER, path + ".new")
        os.replace(path + ".new", path)
        wait_until(lambda: server.ask("changing", [2, 2], [97, 77])["paths"][0]["length"] == right[1],
                   "the whole file to be taken over")


def test_in_place():
    overwrite_under_load()


def test_in_place_copies_on_disk():
    folder = SCRATCH.name + "/copies"
    os.mkdir(folder)
    overwrite_under_load("--copies", "0", "--copy-dir", folder)
    assert os.listdir(folder) == []


def test_no_place_for_copies():
    found = subprocess.run([PROGRAM, "serve", INDEX, "--port", "0", "--copies", "0", "--copy-dir",
                            SCRATCH.name + "/nowhere"], stderr=subprocess.PIPE, text=True)
    assert found.returncode == 1 and "can't be copied to" in found.stderr, found
    found = subprocess.run([PROGRAM, "serve", INDEX, "--mapped", "--copy-dir", "/tmp"],
                           stderr=subprocess.PIPE, text=True)
    assert found.returncode == 2 and "--mapped" in found.stderr, found


def test_mapped():
    """An index that is mapped isn't asked from the moment its file was written to until a whole one
    is in its place."""
    path = SCRATCH.name + "/mapped.pathfan"
    shutil.copy(INDEX, path)
    with Served(PROGRAM, path, "--copies", "0", "--mapped") as server:
        right = server.ask("mapped", [2, 2], [97, 77])["paths"][0]["length"]
        os.chmod(path, 0o644)
        with open(path, "r+b") as file:
            file.seek(os.path.getsize(path) // 2)
            file.write(b"damaged " * 500)
        error = server.ask("mapped", [2, 2], [97, 77], 503)["error"]
        assert error["code"] == "index_changed", error
        status, headers, _ = server.request("POST", "/indexes/mapped/paths", batch_of([(2, 2, 97, 77)]),
                                            {"Content-Type": BATCH})
        assert status == 503 and headers["retry-after"] == "1", (status, headers)
        time.sleep(1.5)  # the damaged file isn't taken over
        assert server.ask("mapped", [2, 2], [97, 77], 503)["error"]["code"] == "index_changed"
        shutil.copy(INDEX, path + ".new")
        os.replace(path + ".new", path)
        wait_until(lambda: server.request(
            "POST", "/indexes/mapped/paths", BODY, {"Content-Type": "application/json"})[0] == 200,
            "the whole file to be taken over")
        assert server.ask("mapped", [2, 2], [97, 77])["paths"][0]["length"] == right
        assert server.process.poll() is None


def main():
    global SERVER
    make_index(PROGRAM, make_map(PROGRAM, SCRATCH.name + "/rooms.map"), INDEX)
    make_index(PROGRAM, make_map(PROGRAM, SCRATCH.name + "/other.map", "rooms", 100, 80, 3), OTHER)
    with Served(PROGRAM, INDEX) as SERVER:
        run_all(globals())


if __name__ == "__main__":
    main()
