"""Limits of memory for maps from clients. One thread reads them, so races aren't tested.
test_memory.py PATHFAN"""
import sys

from client import Server, run_all
from drawings import SMALL, bars

PROGRAM = sys.argv[1]


def peak_memory(server):
    """Returns the server's peak memory, MB."""
    with open("/proc/%d/status" % server.process.pid) as file:
        return next(int(line.split()[1]) / 1000 for line in file if line.startswith("VmHWM"))


def test_memory_of_reading():
    """A map whose crossings would take gigabytes is refused before they do."""
    with Server(PROGRAM) as server:
        before = peak_memory(server)
        message = server.error("POST", "/api/maps", 400, "too_large", bars(4000))
        assert "reading it would take more memory than the limit, 256 MB" in message, message
        assert peak_memory(server) < before + 1000, peak_memory(server)
        assert server.json("GET", "/api/maps")["maps"] == []
        # So is such a drawing: its job fails, and the previous state is kept.
        added = server.json("POST", "/api/maps", SMALL, 201)
        server.wait_for(added["job"]["id"])
        id = added["map"]["id"]
        put = server.json("PUT", "/api/maps/%s/drawing" % id, bars(4000), 202)
        job = server.wait_for(put["job"]["id"])
        assert job["state"] == "failed" and "reading it would take" in job["message"], job
        assert peak_memory(server) < before + 1000, peak_memory(server)
        assert server.json("GET", "/api/maps/" + id)["width"] == 40
        # Ordinary drawings fit.
        assert server.json("POST", "/api/maps", bars(100), 201)["map"]["polygons"] > 2500


def test_memory_of_bodies():
    """Eight megabytes of brackets would take seven hundred in memory."""
    with Server(PROGRAM) as server:
        before = peak_memory(server)
        id = server.json("POST", "/api/maps", SMALL, 201)["map"]["id"]
        for many in (["[]"] * 2700000, ["{}"] * 2700000, ['{"rect":[1,1,1,1]}'] * 400000):
            body = '{"width":9,"height":9,"obstacles":[%s]}' % ",".join(many)
            for method, path in (("POST", "/api/maps"), ("PUT", "/api/maps/%s/drawing" % id)):
                server.error(method, path, 413, "too_large", body)
        features = '{"type":"FeatureCollection","features":[%s]}' % ",".join(["{}"] * 2700000)
        assert "more memory than the limit" in server.error(
            "POST", "/api/maps", 400, "too_large", features, {"Content-Type": "text/plain"})
        assert peak_memory(server) < before + 500, peak_memory(server)
        # The largest drawing allowed, and the largest map that can be sent, are accepted.
        most = {"width": 9, "height": 9, "obstacles": [
            {"polygon": [[x / 7, x / 9] for x in range(5)]} for _ in range(19999)]}
        put = server.json("PUT", "/api/maps/%s/drawing" % id, most, 202)
        server.json("DELETE", "/api/jobs/" + put["job"]["id"], None, 202)
        cells = "type octile\nheight 2800\nwidth 2800\nmap\n" + (2800 * "." + "\n") * 2800
        assert server.json("POST", "/api/maps", {"source": cells}, 201)["map"]["width"] == 2800


if __name__ == "__main__":
    run_all(globals())
