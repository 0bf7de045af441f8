"""Puts load on `serve` for some seconds while its index is replaced again and again, and kills a
server: test_load.py PATHFAN [SECONDS]

No error is allowed, and path 1 of every answer has the same length as before the load. Prints the
throughput, also per second of the server's processor time, and the clients' waits. The index is the
one that PATHFAN_LOAD_INDEX names, or a small one made here. Each client is a process.
"""
import http.client
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from served import BATCH, LINES, Served, answers_of, batch_of
from client import PATIENCE, make_index, make_map

CONNECTIONS = int(os.environ.get("PATHFAN_LOAD_CONNECTIONS", "4"))
PATHS = "/indexes/load/paths"
SLOW = {"algorithm": "penalty", "paths": 3}


def post(connection, body, kind):
    connection.request("POST", PATHS, body, {"Content-Type": kind})
    response = connection.getresponse()
    return response.status, response.read()


def check_one(answer, length):
    assert answer["status"] == "ok" and answer["paths"][0]["length"] == length, (answer, length)
    return 1


def ask(connection, asked, kind):
    """Makes one request of this kind, for the requests `asked`; returns the number of answers.
    "Busy" is an answer, too, to slow requests."""
    lines = [{"from": ends[:2], "to": ends[2:]} for ends, _ in asked]
    lengths = [length for _, length in asked]
    if kind == "batch":
        status, data = post(connection, batch_of([ends for ends, _ in asked]), BATCH)
        assert status == 200, (status, data[:200])
        found = answers_of(data)
        assert [paths[0][0] for _, _, paths in found] == lengths, found
        return len(found)
    if kind == "lines":
        status, data = post(connection, "\n".join(map(json.dumps, lines)), LINES)
        assert status == 200, (status, data[:200])
        return sum(map(check_one, map(json.loads, data.splitlines()), lengths))
    line = {**lines[0], **SLOW} if kind == "slow" else lines[0]
    status, data = post(connection, json.dumps(line), "application/json")
    if kind == "slow" and status in (429, 503):
        return 0
    assert status == 200, (status, data[:200])
    if kind == "slow": # its lengths may differ from the index's in the last bits
        assert json.loads(data)["status"] in ("ok", "work_limit"), data[:200]
        return 1
    return check_one(json.loads(data), lengths[0])


def client(port, kind, asked, seconds, number, results):
    """Makes requests until time is up; reports the number of answers, the times, and the errors."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    times, answers, errors, began, i = [], 0, [], time.monotonic(), number * 97
    step = 1 if kind in ("json", "slow") else 100
    while time.monotonic() - began < seconds and not errors:
        some = [asked[(i + k) % len(asked)] for k in range(step)]
        i += step
        start = time.perf_counter()
        try:
            answers += ask(connection, some, kind)
        except (AssertionError, OSError, http.client.HTTPException, ValueError) as error:
            errors.append(f"{kind}: {type(error).__name__}: {str(error)[:400]}")
        times.append(time.perf_counter() - start)
    connection.close()
    results.put((kind, answers, times, errors))


def begin(port, kinds, asked, seconds, results):
    clients = [multiprocessing.Process(target=client, args=(port, kind, asked, seconds, n, results))
               for n, kind in enumerate(kinds)]
    for c in clients:
        c.start()
    return clients


def gather(clients, results):
    found = [results.get() for _ in clients]
    for c in clients:
        c.join()
    return found


def choose(server):
    """Returns requests that have paths, each with the length of the first."""
    index = server.json("GET", "/indexes/load")
    chance = random.Random(1)
    asked = []
    while len(asked) < 500:
        ends = [chance.uniform(0, index["width"]), chance.uniform(0, index["height"]),
                chance.uniform(0, index["width"]), chance.uniform(0, index["height"])]
        answer = server.ask("load", ends[:2], ends[2:])
        if answer["status"] == "ok":
            asked.append((ends, answer["paths"][0]["length"]))
    return asked


def replace(copies, place, number):
    shutil.copy(copies[number % 2], place + ".new")
    os.rename(place + ".new", place)


def load(server, copies, place, asked, seconds):
    """Makes requests of all kinds at once while the index is replaced."""
    results = multiprocessing.Queue()
    kinds = ["json"] * CONNECTIONS + ["batch", "lines", "slow", "slow"]
    before, began = server.metric("process_cpu_seconds_total"), time.monotonic()
    memory = [server.metric("process_resident_memory_bytes")]
    clients = begin(server.port, kinds, asked, seconds, results)
    replaced = 0
    while time.monotonic() - began < seconds:
        time.sleep(0.3)
        replaced += 1
        replace(copies, place, replaced)
        memory.append(server.metric("process_resident_memory_bytes"))
    found = gather(clients, results)
    spent, cpu = time.monotonic() - began, server.metric("process_cpu_seconds_total") - before
    for kind in ("json", "batch", "lines", "slow"):
        mine = [f for f in found if f[0] == kind]
        times = sorted(t for f in mine for t in f[2])
        answers = sum(f[1] for f in mine)
        print("%s: %d answers, %.0f a second; p50 %.2f ms, p99 %.2f ms, longest %.2f ms a request" % (
            kind, answers, answers / spent, 1e3 * times[len(times) // 2],
            1e3 * times[len(times) * 99 // 100], 1e3 * times[-1]))
    print("the server took %.2f s of processors in %.1f s; %d new generations lay there, %d were "
          "taken over" % (cpu, spent, replaced,
                          server.metric('pathfan_index_reloads_total{index="load"}')))
    middle = len(memory) // 2
    print("memory, MB: %.1f before, at most %.1f in the first half, %.1f in the second" % (
        memory[0] / 1e6, max(memory[:middle + 1]) / 1e6, max(memory[middle:]) / 1e6))
    errors = [e for f in found for e in f[3]]
    assert not errors, errors[:3]
    assert all(f[1] for f in found if f[0] != "slow"), found
    assert server.metric('pathfan_requests_total{code="500"}') == 0


def kill(program, place, asked):
    """Kills a server; the next one gives the same answers."""
    for _ in range(2):
        results = multiprocessing.Queue()
        server = Served(program, place)
        clients = begin(server.port, ["json", "batch", "slow"], asked, PATIENCE, results)
        while server.metric('pathfan_answers_total{outcome="ok"}') < 300:
            time.sleep(0.01)
        server.process.kill()
        server.process.communicate()
        for kind, answers, _, errors in gather(clients, results):
            # The answers before were right; then the connection was gone.
            assert len(errors) == 1 and "AssertionError" not in errors[0], (kind, errors)
    subprocess.run([program, "verify", place], check=True, stdout=subprocess.DEVNULL)
    with Served(program, place) as server:
        for ends, length in asked[:50]:
            check_one(server.ask("load", ends[:2], ends[2:]), length)


def main():
    program = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2
    with tempfile.TemporaryDirectory() as scratch:
        place = scratch + "/load.pathfan"
        copies = [scratch + "/one", scratch + "/two"]
        given = os.environ.get("PATHFAN_LOAD_INDEX")
        if not given:
            given = make_index(program, make_map(program, scratch + "/load.map", "caves", 100, 80),
                               scratch + "/made.pathfan")
        for copy in copies: # the same contents in other files
            shutil.copy(given, copy)
        replace(copies, place, 0)
        with Served(program, place) as server:
            asked = choose(server)
            load(server, copies, place, asked, seconds)
        kill(program, place, asked)


if __name__ == "__main__":
    main()
