"""Drawings, builds in the background, hot swaps: test_builds.py PATHFAN"""
import json
import os
import signal
import sys
import tempfile
import threading

from client import SCALE, Server, make_large, make_map, run_all, wait_until
from described import check

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
BOX = {"width": 40, "height": 30, "obstacles": [{"rect": [10, 0, 4, 20]},
                                               {"polygon": [[20, 30], [25, 10.5], [30, 30]]}]}
CELLS = {"width": 40, "height": 30, "obstacles": [{"rect": [10, 0, 4, 20]}]}
ACROSS = {"from": [1, 1], "to": [39, 1], "measures": False}


def draw(server, drawing, **more):
    """Adds a drawing and waits for its index; returns its id."""
    answer = check(server, "POST", "/api/maps", "/api/maps", {**drawing, **more}, 201)
    assert answer["map"]["kind"] == "map" and answer["map"]["editable"]
    done = server.wait_for(answer["job"]["id"])
    assert done["state"] == "done" and done["done"] == 1 and done["map"] == answer["map"]["id"]
    return answer["map"]["id"]


def length(server, id, **more):
    answer = server.json("POST", "/api/query", {"map": id, **ACROSS, **more})
    assert answer["status"] == "ok", answer
    return answer["paths"][0]["length"], answer["generation"]


def test_drawing():
    with Server(PROGRAM) as server:
        assert server.json("GET", "/api/maps") == {"maps": []}
        added = check(server, "POST", "/api/maps", "/api/maps", {"name": "Größe <b>", **BOX}, 201)
        id = added["map"]["id"]
        assert added["map"]["name"] == "Größe <b>" and added["map"]["width"] == 40
        # Answered at once by the methods that need no index.
        first, _ = length(server, id, algorithm="polyanya")
        assert server.wait_for(added["job"]["id"])["state"] == "done"
        found = check(server, "GET", "/api/maps/" + id, "/api/maps/{map}")
        assert found["kind"] == "index" and found["building"] is None and found["generation"] == 1
        assert abs(length(server, id)[0] - first) < 1e-6
        assert check(server, "GET", "/api/maps/%s/drawing" % id, "/api/maps/{map}/drawing") == BOX
        # Another obstacle changes the path, and the generation.
        lower = {**BOX, "obstacles": [{"rect": [10, 0, 4, 29]}] + BOX["obstacles"]}
        put = check(server, "PUT", "/api/maps/%s/drawing" % id, "/api/maps/{map}/drawing", lower, 202)
        assert check(server, "GET", "/api/jobs/" + put["job"]["id"], "/api/jobs/{job}")
        assert server.wait_for(put["job"]["id"])["state"] == "done"
        longer, generation = length(server, id)
        assert longer > first + 1 and generation == 2
        # Without obstacles the path is straight.
        put = server.json("PUT", "/api/maps/%s/drawing" % id, {**BOX, "obstacles": []}, 202)
        server.wait_for(put["job"]["id"])
        assert abs(length(server, id)[0] - 38) < 1e-9
        # Deleted.
        assert found["editable"] and found["removable"]
        assert server.request("DELETE", "/api/maps/" + id)[0] == 204
        server.error("GET", "/api/maps/" + id, 404, "no_such_map")
        server.error("DELETE", "/api/maps/" + id, 404, "no_such_map")
        server.error("POST", "/api/query", 404, "no_such_map", {"map": id, **ACROSS})


def test_formats():
    with Server(PROGRAM) as server:
        cells = draw(server, CELLS)
        _, _, text = server.request("GET", "/api/maps/%s/source?format=map" % cells)
        assert text.startswith(b"type octile\nheight 30\nwidth 40\nmap\n")
        assert text.count(b"@") == 4 * 20
        _, headers, geojson = server.request("GET", "/api/maps/%s/source?format=geojson" % cells)
        assert headers["content-disposition"].endswith('.geojson"')
        expected = length(server, cells)[0]
        # Read back in either format, in JSON or as the plain body.
        for source in (text.decode(), geojson.decode()):
            again = draw(server, {}, source=source)
            assert abs(length(server, again)[0] - expected) < 1e-6
            drawing = server.json("GET", "/api/maps/%s/drawing" % again)
            assert (drawing["width"], drawing["height"]) == (40, 30)
            assert len(drawing["obstacles"]) == 1
            status, _, body = server.request("POST", "/api/maps?name=mine", source,
                                             {"Content-Type": "text/plain"})
            assert status == 201 and json.loads(body)["map"]["name"] == "mine"
        polygons = draw(server, BOX)
        # Things that aren't on whole cells are reported.
        message = server.error("GET", "/api/maps/%s/source?format=map" % polygons, 400,
                               "not_convertible")
        assert "obstacle 1, a polygon at [20, 30]" in message, message
        for drawing, words in ((
                {**CELLS, "obstacles": CELLS["obstacles"] + [{"rect": [3, 4.5, 2, 1]}]},
                "obstacle 1, a rectangle at [3, 4.5]"), ({**CELLS, "width": 40.5}, "40.5 x 30")):
            id = server.json("POST", "/api/maps", drawing, 201)["map"]["id"]
            message = server.error("GET", "/api/maps/%s/source?format=map" % id, 400,
                                   "not_convertible")
            assert words in message, message
        # A map that isn't a rectangle with obstacles is served, but can't be edited.
        triangle = json.dumps({"type": "Polygon", "coordinates":
                               [[[1, 1], [9, 1], [5, 9], [1, 1]]]})
        odd = check(server, "POST", "/api/maps", "/api/maps",
                    {"source": '{"type":"Feature","properties":{"kind":"free"},"geometry":%s}'
                     % triangle}, 201)["map"]
        assert not odd["editable"] and odd["removable"]
        odd = odd["id"]
        server.error("GET", "/api/maps/%s/drawing" % odd, 409, "not_a_drawing")
        server.error("PUT", "/api/maps/%s/drawing" % odd, 409, "not_a_drawing", CELLS)
        assert server.request("DELETE", "/api/maps/" + odd)[0] == 204


def test_drawings_that_fail():
    with Server(PROGRAM, make_map(PROGRAM, SCRATCH.name + "/given.map", width=30, height=20)) as s:
        rect = {"rect": [1, 1, 2, 2]}
        for change in ({"width": 0}, {"width": -1}, {"width": 1e9}, {"height": "30"},
                       {"obstacles": {}}, {"obstacles": [{}]}, {"obstacles": [{**rect, "x": 1}]},
                       {"obstacles": [{"rect": [1, 2, 3]}]}, {"obstacles": [{"rect": [1, 2, 0, 4]}]},
                       {"obstacles": [{"rect": [1e300, 2, 3, 4]}]},
                       {"obstacles": [{"polygon": [[1, 1], [2, 2]]}]},
                       {"obstacles": [{"polygon": [[1, 1], [2, 2], 3]}]},
                       {"obstacles": [rect] * 20001}, {"name": ""}, {"name": "a\nb"}, {"name": 5},
                       {"name": "x" * 101}, {"source": 5}):
            s.error("POST", "/api/maps", 400, "bad_request", {**CELLS, **change})
        s.error("POST", "/api/maps", 400, "malformed_map", {"source": "type octile\nheight x"})
        s.error("POST", "/api/maps", 400, "malformed_map", {"source": ""})
        s.error("POST", "/api/maps", 400, "malformed_map",
                {"source": '{"type": "FeatureCollection", "features": []}'})
        s.error("POST", "/api/maps", 400, "bad_request", [])
        s.error("PUT", "/api/maps/given/drawing", 409, "not_a_drawing", CELLS)
        s.error("GET", "/api/maps/given/drawing", 409, "not_a_drawing")
        s.error("DELETE", "/api/maps/given", 409, "not_a_drawing")
        s.error("PUT", "/api/maps/attic/drawing", 404, "no_such_map", CELLS)
        # A drawing without free space is a map too.
        id = s.json("POST", "/api/maps", {**CELLS, "obstacles": [{"rect": [-1, -1, 50, 50]}]}, 201)
        assert s.wait_for(id["job"]["id"])["state"] in ("done", "failed")
        id = id["map"]["id"]
        assert s.json("GET", "/api/maps/%s/geometry" % id)["polygons"] == []
        assert s.request("GET", "/api/maps/%s/thumbnail.png" % id)[0] == 200
        assert len(s.json("GET", "/api/maps")["maps"]) == 2


def test_names_are_made_here():
    """No part of a request becomes part of a file path."""
    data = SCRATCH.name + "/names"
    with Server(PROGRAM, "--data", data) as server:
        for name in ("../../escape", "/etc/passwd", "a/b", "..", "con", "x.pathfan", "\u202e"):
            draw(server, CELLS, name=name)
        # Characters that change the text direction are removed; an empty name becomes the id.
        maps = server.json("GET", "/api/maps")["maps"]
        assert "\u202e" not in json.dumps(maps, ensure_ascii=False)
        assert maps[-1]["name"] == maps[-1]["id"], maps[-1]
    folders = os.listdir(data + "/drawings")
    assert len(folders) == 7
    for folder in folders:
        assert folder.startswith("drawing-") and len(folder) == 24, folder
        assert sorted(os.listdir(data + "/drawings/" + folder)) == [
            "drawing.json", "index.pathfan", "map"]
    assert sorted(os.listdir(data)) == ["drawings", "indexes"], os.listdir(data)


def test_drawings_are_kept():
    data = SCRATCH.name + "/kept"
    with Server(PROGRAM, "--data", data) as server:
        id = draw(server, CELLS, name="kept")
        before = length(server, id)[0]
        other = draw(server, BOX)
        server.request("DELETE", "/api/maps/" + other)
    with Server(PROGRAM, "--data", data) as server:
        maps = server.json("GET", "/api/maps")["maps"]
        assert [(m["id"], m["name"], m["kind"]) for m in maps] == [(id, "kept", "index")]
        assert maps[0]["editable"] and maps[0]["building"] is None
        assert length(server, id)[0] == before
        server.json("PUT", "/api/maps/%s/drawing" % id, {**CELLS, "obstacles": []}, 202)
        server.process.send_signal(signal.SIGKILL)  # possibly before the index is built
        server.process.communicate()
    with Server(PROGRAM, "--data", data) as server:
        server.wait_for_indexes()
        assert length(server, id)[0] == 38
        assert server.json("GET", "/api/maps/%s/drawing" % id)["obstacles"] == []
    with open(data + "/drawings/" + id + "/drawing.json", "w") as file:
        file.write("{")
    server = Server(PROGRAM, "--data", data)
    assert server.json("GET", "/api/maps")["maps"] == []
    code, errors = server.stop()
    assert code == 0 and "not a drawing" in errors, errors


def test_only_if_unchanged():
    """Two users edit the same drawing: sending the tag of the version edited prevents lost work."""
    data = SCRATCH.name + "/tagged"
    with Server(PROGRAM, "--data", data) as server:
        id = draw(server, BOX)
        path = "/api/maps/%s/drawing" % id

        def put(drawing, *tags):
            return server.request("PUT", path, drawing, {"If-Match": ", ".join(tags)})
        _, headers, _ = server.request("GET", path)
        first = headers["etag"]
        assert server.request("GET", path, None, {"If-None-Match": first})[0] == 304
        status, headers, _ = put(CELLS, '"other"', first)
        second = headers["etag"]
        assert status == 202 and second != first
        # The first tag is out of date.
        error = server.error("PUT", path, 412, "changed", BOX, {"If-Match": first})
        assert error and server.json("GET", path) == CELLS
        assert server.request("GET", path)[1]["etag"] == second
        # Without a tag, or with any tag, it is replaced; restored content has its former tag.
        assert server.request("PUT", path, {**CELLS, "width": 50})[0] == 202
        status, headers, _ = put(BOX, "*")
        assert status == 202 and headers["etag"] == first
        # Of many concurrent requests one succeeds.
        statuses = []

        def race(number):
            drawing = {**CELLS, "obstacles": [{"rect": [10, 0, 4, number + 1]}]}
            statuses.append(put(drawing, first)[0])
        threads = [threading.Thread(target=race, args=(n,)) for n in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert sorted(statuses) == [202] + 7 * [412], statuses
        _, headers, _ = server.request("GET", path)
        server.wait_for_indexes()
    with Server(PROGRAM, "--data", data) as server:
        assert server.request("GET", path)[1]["etag"] == headers["etag"], "outlives the server"


def test_no_folders_in_messages():
    """Messages to network clients don't contain file paths."""
    data = SCRATCH.name + "/told"
    with Server(PROGRAM, "--data", data) as server:
        added = server.json("POST", "/api/maps", {"width": 400, "height": 400, "obstacles": [
            {"rect": [4 * i + 1, 4 * k + 1, 1, 1]} for i in range(99) for k in range(99)]}, 201)
        id, job = added["map"]["id"], added["job"]["id"]
        server.wait_for(job, ["building"])
        server.json("DELETE", "/api/jobs/" + job, None, 202)
        messages = [server.wait_for(job)["message"]]
        assert "cancelled" in messages[0], messages
        folder = data + "/drawings/" + id
        for name in os.listdir(folder):
            os.remove(folder + "/" + name)
        os.rmdir(folder)
        messages.append(server.error("GET", "/api/maps/%s/drawing" % id, 500, "failed"))
        messages.append(server.error("PUT", "/api/maps/%s/drawing" % id, 500, "failed", CELLS))
        messages.append(server.error("GET", "/api/maps/%s/source" % id, 500, "failed"))
        assert all(m and "/" not in m for m in messages), messages


def test_swaps_under_queries():
    """Queries continue while an index is replaced repeatedly; each answer belongs to one state."""
    left = {**CELLS, "obstacles": [{"rect": [10, 0, 4, 20]}]}
    right = {**CELLS, "obstacles": [{"rect": [20, 0, 4, 29]}]}
    with Server(PROGRAM, "--workers", "3") as server:
        id = draw(server, left)
        lengths = [length(server, id)[0]]
        job = server.json("PUT", "/api/maps/%s/drawing" % id, right, 202)["job"]["id"]
        server.wait_for(job)
        lengths.append(length(server, id)[0])
        assert abs(lengths[0] - lengths[1]) > 1
        stop, wrong, counts, seen = threading.Event(), [], [0] * 4, set()

        def ask(number):
            connection = server.connect()
            newest = 0
            while not stop.is_set():
                connection.request("POST", "/api/query", json.dumps(
                    {"map": id, **ACROSS, "measures": number % 2 == 0}),
                    {"Content-Type": "application/json"})
                response = connection.getresponse()
                answer = json.loads(response.read())
                if response.status != 200 or answer["status"] != "ok":
                    wrong.append((response.status, answer))
                    break
                expected = lengths[(answer["generation"] + 1) % 2]
                if abs(answer["paths"][0]["length"] - expected) > 1e-9:
                    wrong.append(("another state", answer))
                counts[number] += 1
                seen.add(answer["generation"])
                newest = max(newest, answer["generation"])
            connection.close()

        def look():
            while not stop.is_set():
                shape = server.json("GET", "/api/maps/%s/geometry" % id)
                ends = {x for p in shape["polygons"] for x in p[0::2]}
                if (24 in ends) != (shape["generation"] % 2 == 0):
                    wrong.append(("geometry of another state", shape["generation"]))
                at = server.json("GET", "/api/maps/%s/vertices" % id)["at"]
                assert len(at) == 4, at
                server.json("GET", "/api/maps/%s/look?x=1&y=1" % id)
                server.request("GET", "/api/maps/%s/thumbnail.png" % id)

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
        threads.append(threading.Thread(target=look))
        for t in threads:
            t.start()
        swaps = 20 * SCALE
        for i in range(swaps):
            job = server.json("PUT", "/api/maps/%s/drawing" % id, right if i % 2 else left, 202)
            assert server.wait_for(job["job"]["id"])["state"] == "done"
        wait_until(lambda: all(counts) or wrong, "answers to all who ask")
        stop.set()
        for t in threads:
            t.join()
        assert not wrong, wrong[:3]
        assert server.json("GET", "/api/maps/" + id)["generation"] == 2 + swaps
        print("%d swaps, %d answers of %d generations" % (swaps, sum(counts), len(seen)))


def test_many_edits():
    """Edits faster than builds: the last drawing is built in the end."""
    with Server(PROGRAM) as server:
        id = draw(server, CELLS)
        for i in range(30):
            drawing = {**CELLS, "obstacles": [{"rect": [10, 0, 4, i % 25 + 1]}]}
            job = server.json("PUT", "/api/maps/%s/drawing" % id, drawing, 202)["job"]["id"]
        assert server.wait_for(job)["state"] == "done"
        # The 30th has 29 % 25 + 1 = 5 rows: the path turns at (10, 5) and (14, 5).
        expected = (9 ** 2 + 4 ** 2) ** 0.5 + 4 + (25 ** 2 + 4 ** 2) ** 0.5
        assert abs(length(server, id)[0] - expected) < 1e-9


def test_cancel():
    small = make_map(PROGRAM, SCRATCH.name + "/after.map", width=30, height=20)
    first, second = (make_large(PROGRAM, SCRATCH.name + name) for name in ("/first.map",
                                                                          "/second.map"))
    with Server(PROGRAM, first, second, small) as server:
        server.wait_for("j1", ["building"])
        assert server.json("GET", "/api/jobs/j2")["state"] == "waiting"
        for headers in ({"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
            server.error("DELETE", "/api/jobs/j2", 403, "foreign_origin", None, headers)
        # A waiting job is cancelled at once, a running one soon; then the next one begins.
        job = check(server, "DELETE", "/api/jobs/j2", "/api/jobs/{job}", None, 202)
        assert job["state"] == "cancelled" and job["id"] == "j2"
        check(server, "DELETE", "/api/jobs/j1", "/api/jobs/{job}", None, 202)
        job = server.wait_for("j1")
        assert job["state"] == "cancelled" and "cancelled" in job["message"], job
        assert server.wait_for("j3")["state"] == "done"
        # A finished job keeps its state.
        for job, state in (("j1", "cancelled"), ("j2", "cancelled"), ("j3", "done")):
            assert server.json("DELETE", "/api/jobs/" + job, None, 202)["state"] == state
        assert [(m["kind"], m["building"]) for m in server.json("GET", "/api/maps")["maps"]] == [
            ("map", None), ("map", None), ("index", None)]
        answer = server.json("POST", "/api/query", {"map": "first", "from": [0, 0], "snap": 400,
                                                    "to": [400, 400], "algorithm": "polyanya"})
        assert answer["status"] in ("ok", "no_path"), answer


def test_rebuild_cancels():
    """A replaced drawing isn't built to the end first; its job continues with the new one."""
    data = SCRATCH.name + "/replaced"
    dots = {"width": 400, "height": 400, "obstacles": [
        {"rect": [4 * i + 1, 4 * k + 1, 1, 1]} for i in range(99) for k in range(99)]}
    with Server(PROGRAM, "--data", data) as server:
        added = server.json("POST", "/api/maps", dots, 201)
        id, job = added["map"]["id"], added["job"]["id"]
        server.wait_for(job, ["building"])
        for rows in (3, 5):
            put = server.json("PUT", "/api/maps/%s/drawing" % id,
                              {**CELLS, "obstacles": [{"rect": [10, 0, 4, rows]}]}, 202)
        assert server.wait_for(put["job"]["id"])["state"] == "done"
        expected = (9 ** 2 + 4 ** 2) ** 0.5 + 4 + (25 ** 2 + 4 ** 2) ** 0.5
        assert abs(length(server, id)[0] - expected) < 1e-9
        # The build of a removed drawing is cancelled too.
        added = server.json("POST", "/api/maps", dots, 201)
        other, job = added["map"]["id"], added["job"]["id"]
        server.wait_for(job, ["building"])
        assert server.request("DELETE", "/api/maps/" + other)[0] == 204
        assert server.wait_for(job)["state"] == "cancelled"
        assert server.json("GET", "/api/maps/" + id)["building"] is None
    assert os.listdir(data + "/drawings") == [id]


if __name__ == "__main__":
    run_all(globals())
