"""latency.py PATHFAN [MAP] - how long small requests to `view` take while it reads and builds a
hostile map: a star of 24,000 corners, half of which see each other, or MAP. By hand: it measures, and
only checks that all are answered."""
import json
import os
import sys
import tempfile
import threading
import time

import maps

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "viewer"))
from client import Server, make_index, make_map  # noqa: E402

SECONDS = 60  # most that is measured beside the build


def ask_until(server, query, is_over):
    """The times of requests, ms, one each hundredth of a second, on one connection."""
    connection, body, times = server.connect(), json.dumps(query), []
    while not is_over():
        begun = time.monotonic()
        connection.request("POST", "/api/query", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        assert response.status == 200, response.status
        times.append(1000 * (time.monotonic() - begun))
        time.sleep(.01)
    return times


def tell(what, times):
    times.sort()
    print("%s: %d requests, p50 %.2f ms, p99 %.2f ms, longest %.1f ms" % (
        what, len(times), times[len(times) // 2], times[len(times) * 99 // 100], times[-1]), flush=True)


def main():
    program = sys.argv[1]
    hostile = open(sys.argv[2]).read() if len(sys.argv) > 2 else maps.star()
    with tempfile.TemporaryDirectory() as folder:
        small = os.path.join(folder, "small.map")
        make_map(program, small)
        make_index(program, small, os.path.join(folder, "small.pathfan"))
        with Server(program, folder) as server:
            server.wait_for_indexes()
            query = {"map": server.json("GET", "/api/maps")["maps"][0]["id"], "from": [2, 2], "to": [97, 77]}
            until = time.monotonic() + 10
            tell("alone", ask_until(server, query, lambda: time.monotonic() > until))
            answers = []

            def send():
                answers.append(server.request("POST", "/api/maps?name=hostile", hostile, {"Content-Type": "text/plain"}))
            sender = threading.Thread(target=send)
            sender.start()
            tell("while it is read", ask_until(server, query, lambda: not sender.is_alive()))
            status, _, body = answers[0]
            print("it was answered with %d" % status)
            if status == 201:
                job, until = json.loads(body)["job"]["id"], time.monotonic() + SECONDS
                state = {"at": 0, "is": "building"}

                def is_built():
                    if time.monotonic() > state["at"] + 1:
                        state.update(at=time.monotonic(), **{"is": server.json("GET", "/api/jobs/" + job)["state"]})
                    return time.monotonic() > until or state["is"] not in ("waiting", "building", "queued", "running")
                tell("while it is built", ask_until(server, query, is_built))
                found = server.json("GET", "/api/jobs/" + job)
                print("its build: %s %s" % (found["state"], found.get("message") or ""))


main()
