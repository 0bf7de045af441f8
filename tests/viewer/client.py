"""A server of one's own and plain HTTP, for the tests of the viewer. Python's library only.

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


class Server:
    def __init__(self, program, *arguments, **environment):
        self.process = subprocess.Popen(
            [program, "view", "--port", "0", *arguments],
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

    def stop(self, number=signal.SIGTERM, patience=60):
        """Ends the server; its exit code and what it said on stderr."""
        self.process.send_signal(number)
        try:
            _, errors = self.process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise AssertionError("the server doesn't end")
        return self.process.returncode, errors

    def connect(self, timeout=60):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def request(self, method, path, body=None, headers=None):
        """Status, headers (names in lower case) and body of one request."""
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
        """Checks that a request fails as it should; returns the message."""
        error = self.json(method, path, body, status, headers)["error"]
        assert error["status"] == status and error["message"], error
        assert code is None or error["code"] == code, error
        return error["message"]

    def raw(self, data, timeout=60):
        """What comes back to these bytes until the server hangs up or is silent."""
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

    def wait_for(self, job, patience=120):
        """Waits for a job; it as it ended."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            state = self.json("GET", "/api/jobs/" + job)
            assert 0 <= state["done"] <= 1 and state["state"] in (
                "waiting", "building", "done", "failed", "cancelled"), state
            if state["state"] in ("done", "failed", "cancelled"):
                return state
            time.sleep(0.02)
        raise AssertionError("job %s isn't done: %s" % (job, state))

    def wait_for_indexes(self, patience=120):
        until = time.monotonic() + patience
        while time.monotonic() < until:
            maps = self.json("GET", "/api/maps")["maps"]
            if all(m["kind"] == "index" and m["building"] is None for m in maps):
                return maps
            time.sleep(0.02)
        raise AssertionError("maps without an index: %s" % maps)


def make_map(program, path, kind="rooms", width=100, height=80, seed=1):
    subprocess.run([program, "make-map", "--kind", kind, "--width", str(width), "--height",
                    str(height), "--seed", str(seed), "-o", path], check=True)
    return path


def make_index(program, map_path, path):
    subprocess.run([program, "build-index", map_path, "-o", path, "--quiet"], check=True)
    return path


def run_all(tests):
    """Runs the functions of a dictionary whose names begin with test_, and tells how many."""
    chosen = {name: test for name, test in tests.items()
              if name.startswith("test_") and (len(sys.argv) < 3 or name in sys.argv[2:])}
    for name, test in chosen.items():
        began = time.monotonic()
        test()
        print("%s: ok, %.2f s" % (name, time.monotonic() - began), flush=True)
    print("%d of %d passed" % (len(chosen), len(chosen)))
