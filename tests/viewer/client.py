"""A server for each test of `view` and `serve`, and plain HTTP. Standard library only.

    with Server(program, "rooms.map") as server:
        status, headers, body = server.request("GET", "/api/maps")
        maps = server.json("GET", "/api/maps")["maps"]
"""
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time

SCALE = int(os.environ.get("PATHFAN_TEST_SCALE", "1"))

# Seconds after which a step counts as hung; not a check of speed.
PATIENCE = 600


class Server:
    COMMAND = "view"

    def __init__(self, program, *arguments, **environment):
        self.process = subprocess.Popen(
            [program, self.COMMAND, "--port", "0", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **environment})
        line = self.process.stdout.readline().strip()
        if not line:
            raise AssertionError("the server didn't start: " + self.process.stderr.read())
        self.url = line
        self.port = int(line.rstrip("/").rsplit(":", 1)[1])
        self.host = "127.0.0.1:%d" % self.port

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None:
            code, errors = self.stop()
            if kind is None:
                assert code == 0, (code, errors)
        return False

    def stop(self, number=signal.SIGTERM):
        """Ends the server; returns its exit code and stderr. None: the server was told before."""
        if number is not None:
            self.process.send_signal(number)
        try:
            _, errors = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise AssertionError("the server doesn't end")
        return self.process.returncode, errors

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def request(self, method, path, body=None, headers=None):
        """Returns status, headers (names in lower case) and body of one request."""
        connection = self.connect()
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        headers = dict(headers or {})
        if body is not None and "Content-Type" not in headers:
            headers["Content-Type"] = "application/json"
        if isinstance(body, str):
            body = body.encode()
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        return response.status, {k.lower(): v for k, v in response.getheaders()}, data

    def json(self, method, path, body=None, expected=200, headers=None):
        status, got, data = self.request(method, path, body, headers)
        assert status == expected, (method, path, status, data[:500])
        assert got["content-type"] == "application/json", got
        return json.loads(data)

    def error(self, method, path, status, code=None, body=None, headers=None):
        """Checks that a request fails as expected; returns the message."""
        error = self.json(method, path, body, status, headers)["error"]
        assert error["status"] == status and error["message"], error
        assert code is None or error["code"] == code, error
        return error["message"]

    def raw(self, data, timeout=PATIENCE):
        """Sends these bytes; returns the answer until the server closes the connection or is
        silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as s:
            s.sendall(data)
            s.settimeout(timeout)
            answer = b""
            try:
                while piece := s.recv(65536):
                    answer += piece
            except (socket.timeout, ConnectionResetError):
                pass
            return answer

    def wait_for(self, job, states=("done", "failed", "cancelled")):
        """Waits until a job is in one of these states; returns it."""
        def look():
            found = self.json("GET", "/api/jobs/" + job)
            assert 0 <= found["done"] <= 1 and found["state"] in (
                "waiting", "building", "done", "failed", "cancelled"), found
            return found if found["state"] in states else None
        return wait_until(look, "job %s to be %s" % (job, " or ".join(states)))

    def wait_for_indexes(self):
        def look():
            maps = self.json("GET", "/api/maps")["maps"]
            done = all(m["kind"] == "index" and m["building"] is None for m in maps)
            return maps if done else None
        return wait_until(look, "indexes of all maps")

    def wait_until_read(self, connections):
        """Waits until the server has read the data sent on these connections."""
        ports = {c.sock.getsockname()[1] for c in connections}

        def look():
            with open("/proc/net/tcp") as file:
                rows = [line.split() for line in file][1:]
            # Remote port and number of unread bytes of each of the server's connections.
            unread = {int(r[2].split(":")[1], 16): int(r[4].split(":")[1], 16) for r in rows
                      if int(r[1].split(":")[1], 16) == self.port}
            return all(unread.get(port) == 0 for port in ports)
        wait_until(look, "the server to read")


def wait_until(look, what):
    """Calls look until it returns a true value; returns that."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = look()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("still waiting for " + what)


def make_map(program, path, kind="rooms", width=100, height=80, seed=1):
    subprocess.run([program, "make-map", "--kind", kind, "--width", str(width), "--height",
                    str(height), "--seed", str(seed), "-o", path], check=True)
    return path


def make_index(program, map_path, path):
    subprocess.run([program, "build-index", map_path, "-o", path, "--quiet"], check=True)
    return path


def make_large(program, path):
    """Makes a map whose index takes minutes, far longer than any test waits."""
    return make_map(program, path, "random", 400, 400)


def run_all(tests):
    """Runs the functions of a dictionary whose names begin with test_, and prints their number."""
    chosen = {name: test for name, test in tests.items()
              if name.startswith("test_") and (len(sys.argv) < 3 or name in sys.argv[2:])}
    for name, test in chosen.items():
        began = time.monotonic()
        test()
        print("%s: ok, %.2f s" % (name, time.monotonic() - began), flush=True)
    print("%d of %d passed" % (len(chosen), len(chosen)))
