"""Queries over several connections for some seconds: test_load.py PATHFAN [SECONDS]

No error is allowed. Prints the throughput and the clients' waiting times. Uses the index named by
PATHFAN_LOAD_INDEX, or a small one made here. Each connection is a process of its own, so that the
client doesn't limit the measurement; each draws its own random points.
"""
import http.client
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time

from client import PATIENCE, Server, make_index, make_map

CONNECTIONS = int(os.environ.get("PATHFAN_LOAD_CONNECTIONS", "4"))


def client(port, id, bodies, seconds, number, results):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    times, errors, began, i = [], [], time.monotonic(), number * 97
    while time.monotonic() - began < seconds:
        body = bodies[i % len(bodies)]
        i += 1
        start = time.perf_counter()
        connection.request("POST", "/api/query", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = response.read()
        times.append(time.perf_counter() - start)
        if response.status != 200 or not answer.startswith(b'{"status":"ok"'):
            errors.append((response.status, answer[:200]))
    connection.close()
    results.put((times, errors))


def main():
    program = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2
    with tempfile.TemporaryDirectory() as scratch:
        index = os.environ.get("PATHFAN_LOAD_INDEX") or make_index(
            program, make_map(program, scratch + "/load.map", "caves", 100, 80),
            scratch + "/load.pathfan")
        with Server(program, index) as server:
            m = server.json("GET", "/api/maps")["maps"][0]
            chance = random.Random(1)
            bodies = []
            while len(bodies) < 500:
                ends = [[chance.uniform(0, m["width"]), chance.uniform(0, m["height"])]
                        for _ in range(2)]
                body = {"map": m["id"], "from": ends[0], "to": ends[1], "paths": 3,
                        "snap": m["width"] / 10, "measures": False}
                if server.json("POST", "/api/query", body)["status"] == "ok":
                    bodies.append(json.dumps(body))
            results = multiprocessing.Queue()
            clients = [multiprocessing.Process(target=client, args=(
                server.port, m["id"], bodies, seconds, n, results)) for n in range(CONNECTIONS)]
            began = time.monotonic()
            for c in clients:
                c.start()
            times, errors = [], []
            for _ in clients:
                own, wrong = results.get()
                times += own
                errors += wrong
            spent = time.monotonic() - began
            for c in clients:
                c.join()
    times.sort()
    print("%s, k = 3, %d connections, %.1f s: %d answers, %d errors, %.0f a second; "
          "p50 %.2f ms, p99 %.2f ms, longest %.2f ms" % (
              m["id"], CONNECTIONS, spent, len(times), len(errors), len(times) / spent,
              1e3 * times[len(times) // 2], 1e3 * times[len(times) * 99 // 100], 1e3 * times[-1]))
    assert not errors, errors[:3]
    assert len(times) >= CONNECTIONS


if __name__ == "__main__":
    main()
