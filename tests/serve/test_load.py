"""Puts load on `serve` while all goes wrong that may: its index is replaced again and again, by whole
files and damaged ones, overwritten where it lies, published by builders that are killed; clients
don't read, send slowly, hang up; other servers of the same file are killed. test_load.py PATHFAN
[SECONDS]

No error is allowed, and path 1 of every answer has the same length as before. Prints figures by
tenths of the time: answers, waits, memory, descriptors. The index is the one that PATHFAN_LOAD_INDEX
names, or a small one made here. PATHFAN_LOAD_PAUSE: seconds that each client waits between requests.
Each client is a process.
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
import threading
import time

from served import BATCH, LINES, Served, answers_of, batch_of
from client import PATIENCE, make_index, make_map, wait_until
from rude import be_rude

CONNECTIONS = int(os.environ.get("PATHFAN_LOAD_CONNECTIONS", "4"))
PAUSE = float(os.environ.get("PATHFAN_LOAD_PAUSE", "0"))
PATHS = "/indexes/load/paths"
BUSY = (429, 503)
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
    "Busy" is an answer, too, to all but quick requests."""
    lines = [{"from": ends[:2], "to": ends[2:]} for ends, _ in asked]
    lengths = [length for _, length in asked]
    if kind == "batch":
        status, data = post(connection, batch_of([ends for ends, _ in asked]), BATCH)
        if status in BUSY:
            return 0
        assert status == 200, (status, data[:200])
        found = answers_of(data)
        assert [paths[0][0] for _, _, paths in found] == lengths, found
        return len(found)
    if kind == "lines":
        status, data = post(connection, "\n".join(map(json.dumps, lines)), LINES)
        if status in BUSY:
            return 0
        assert status == 200, (status, data[:200])
        return sum(map(check_one, map(json.loads, data.splitlines()), lengths))
    line = {**lines[0], **SLOW} if kind == "slow" else lines[0]
    status, data = post(connection, json.dumps(line), "application/json")
    if kind == "slow" and status in BUSY:
        return 0
    assert status == 200, (status, data[:200])
    if kind == "slow": # its lengths may differ from the index's in the last bits
        assert json.loads(data)["status"] in ("ok", "work_limit"), data[:200]
        return 1
    return check_one(json.loads(data), lengths[0])


def client(port, kind, asked, seconds, number, results):
    """Makes requests until time is up; reports the requests, as (when, how long it took, number of
    answers), and the errors."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    made, errors, began, i = [], [], time.monotonic(), number * 97
    step = 1 if kind in ("json", "slow") else 100
    while time.monotonic() - began < seconds and not errors:
        some = [asked[(i + k) % len(asked)] for k in range(step)]
        i += step
        start = time.monotonic()
        try:
            answers = ask(connection, some, kind)
        except (AssertionError, OSError, http.client.HTTPException, ValueError) as error:
            errors.append(f"{kind}: {type(error).__name__}: {str(error)[:400]}")
        made.append((start - began, time.monotonic() - start, 0 if errors else answers))
        time.sleep(PAUSE)
    connection.close()
    results.put((kind, made, errors))


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


class Disturber:
    """What happens to the file of a served index."""

    def __init__(self, program, copies, place, rng):
        self.program, self.copies, self.place, self.rng = program, copies, place, rng
        self.counts = dict.fromkeys(("replaced", "damaged", "overwritten", "builders killed"), 0)

    def replace(self):
        replace(self.copies, self.place, self.counts["replaced"])
        self.counts["replaced"] += 1

    def damage(self):
        """Puts a damaged file in its place."""
        shutil.copy(self.copies[0], self.place + ".new")
        with open(self.place + ".new", "r+b") as file:
            size = os.path.getsize(self.copies[0])
            if self.rng.random() < 0.3:
                file.truncate(self.rng.randrange(size))
            else:
                file.seek(self.rng.randrange(size))
                file.write(self.rng.randbytes(4096))
        os.rename(self.place + ".new", self.place)
        self.counts["damaged"] += 1

    def overwrite(self):
        """Changes the file where it lies, as no publisher does."""
        os.chmod(self.place, 0o644)
        with open(self.place, "r+b") as file:
            file.seek(self.rng.randrange(os.path.getsize(self.place) + 1))
            file.write(self.rng.randbytes(4096))
        self.counts["overwritten"] += 1

    def kill_builder(self):
        builder = subprocess.Popen([self.program, "build-index", self.copies[0], "-o", self.place, "--quiet"])
        try:
            builder.wait(self.rng.uniform(0, 0.3))
        except subprocess.TimeoutExpired:
            builder.kill()
            builder.wait()
            self.counts["builders killed"] += 1

    def disturb(self):
        self.rng.choices([self.replace, self.damage, self.overwrite, self.kill_builder], [6, 2, 2, 1])[0]()


def drain(stream, lines):
    """Reads what the server tells, or the pipe would be full some day."""
    for line in stream:
        lines.append(line)


def state_of(server):
    """Returns memory, MB, and the number of descriptors."""
    with open("/proc/%d/status" % server.process.pid) as file:
        kilobytes = [int(line.split()[1]) for line in file if line.startswith("VmRSS")][0]
    return kilobytes / 1024, len(os.listdir("/proc/%d/fd" % server.process.pid))


def percentiles(times):
    times = sorted(times) or [0]
    return tuple(1e3 * t for t in (times[len(times) // 2], times[len(times) * 99 // 100], times[-1]))


def print_table(found, states, seconds):
    print("tenth: answers, quick ones' p50, p99, longest, ms; batches and lines that were refused; memory, "
          "MB, and descriptors, at most")
    for tenth in range(10):
        low, high = seconds * tenth / 10, seconds * (tenth + 1) / 10
        made = [(kind, took, answers) for kind, all_made, _ in found for at, took, answers in all_made
                if low <= at < high]
        seen = [s for at, s in states if low <= at < high] or [(0, 0)]
        print("%5d: %d, %.2f, %.2f, %.1f; %d; %.1f, %d" % (
            (tenth + 1, sum(answers for _, _, answers in made))
            + percentiles([took for kind, took, _ in made if kind == "json"])
            + (sum(answers == 0 for kind, _, answers in made if kind in ("batch", "lines")),
               max(s[0] for s in seen), max(s[1] for s in seen))))


def load(program, server, copies, place, asked, seconds):
    """Makes requests of all kinds at once while clients are rude, and the index is disturbed. In a
    long run other servers of the file are killed, too, in each tenth."""
    results, told = multiprocessing.Queue(), []
    kinds = ["json"] * CONNECTIONS + ["batch", "lines", "slow", "slow"]
    disturber = Disturber(program, copies, place, random.Random(11))
    threading.Thread(target=drain, args=(server.process.stderr, told), daemon=True).start()
    before = server.metric("process_cpu_seconds_total")
    at_first, killed, states = state_of(server), 0, []
    clients = begin(server.port, kinds, asked, seconds, results)
    rude = multiprocessing.Pool(1)
    counts = rude.apply_async(be_rude, (server.port, b"load", [ends for ends, _ in asked], seconds))
    began = time.monotonic()
    while (spent := time.monotonic() - began) < seconds:
        states.append((spent, state_of(server)))
        if seconds >= 60 and spent > seconds * (killed + 0.5) / 10:
            disturber.replace()
            kill(program, place, asked, 1)
            killed += 1
        disturber.disturb()
        time.sleep(0.3)
    found = gather(clients, results)
    counts = counts.get()
    rude.terminate()
    disturber.replace()
    spent, cpu = time.monotonic() - began, server.metric("process_cpu_seconds_total") - before
    print_table(found, states, seconds)
    for kind in ("json", "batch", "lines", "slow"):
        mine = [m for f in found if f[0] == kind for m in f[1]]
        answers = sum(m[2] for m in mine)
        print("%s: %d answers, %.0f a second; p50 %.2f ms, p99 %.2f ms, longest %.2f ms a request" % (
            (kind, answers, answers / spent) + percentiles([m[1] for m in mine])))
    print("the server took %.2f s of processors in %.1f s; %d generations were taken over, %d refused" % (
        cpu, spent, server.metric('pathfan_index_reloads_total{index="load"}'), len(told)))
    print("the index was", ", ".join("%s: %d" % c for c in disturber.counts.items()),
          "\nother servers killed: %d\nclients:" % killed,
          ", ".join("%s: %d" % c for c in sorted(counts.items())))
    wait_until(lambda: server.metric("pathfan_held_bytes") == 0 and state_of(server)[1] <= at_first[1] + 1,
               "memory and descriptors to be given back")
    print("at the end: %.1f MB, %d descriptors; at first %.1f MB, %d" % (state_of(server) + at_first))
    errors = [e for f in found for e in f[2]]
    assert not errors, errors[:3]
    assert all(sum(m[2] for m in f[1]) for f in found if f[0] == "json"), found
    assert server.metric('pathfan_requests_total{code="500"}') == 0
    if seconds >= 600:  # it doesn't grow
        early, late = (max(s[0] for at, s in states if low <= at / seconds < low + 0.4) for low in (0.1, 0.6))
        assert late < early * 1.25 + 8, (early, late)


def kill(program, place, asked, times):
    """Kills a server; the next one gives the same answers."""
    for _ in range(times):
        results = multiprocessing.Queue()
        server = Served(program, place)
        clients = begin(server.port, ["json", "batch", "slow"], asked, PATIENCE, results)
        while server.metric('pathfan_answers_total{outcome="ok"}') < 300:
            time.sleep(0.01)
        server.process.kill()
        server.process.communicate()
        for kind, _, errors in gather(clients, results):
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
            load(program, server, copies, place, asked, seconds)
        kill(program, place, asked, 2)


if __name__ == "__main__":
    main()
