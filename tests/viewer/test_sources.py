"""The sources of the server: files and folders on the command line, indexes built of them, and
other processes: test_sources.py PATHFAN"""
import os
import signal
import subprocess
import sys
import tempfile

from client import PATIENCE, Server, make_index, make_map, run_all, wait_until

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()


def test_sources():
    """Valid and invalid names on the command line."""
    folder = SCRATCH.name + "/folder"
    os.makedirs(folder + "/deeper")
    a = make_map(PROGRAM, folder + "/a.map", width=30, height=20)
    make_index(PROGRAM, a, folder + "/a.pathfan")
    make_map(PROGRAM, folder + "/b.map", width=30, height=20, seed=3)
    make_map(PROGRAM, folder + "/deeper/a b.map", "caves", 30, 20)
    with open(folder + "/bad.map", "w") as file:
        file.write("type octile\n")
    server = Server(PROGRAM, folder)
    maps = server.wait_for_indexes()
    assert [m["id"] for m in maps] == ["a", "b", "a-b"], maps
    for m in maps:
        assert server.json("GET", "/api/maps/%s/geometry" % m["id"])["polygons"]
    code, errors = server.stop(signal.SIGINT)
    assert code == 0 and "bad.map" in errors, errors
    with Server(PROGRAM, a, folder + "/a.pathfan", a) as server:
        assert [m["id"] for m in server.json("GET", "/api/maps")["maps"]] == ["a", "a-2", "a-3"]
        server.wait_for_indexes()
    for arguments, code in (([folder + "/bad.map"], 4), ([folder + "/nothing"], 1),
                            (["--port", "x"], 2), (["--bind", "nowhere"], 2),
                            (["--bind", "192.0.2.1"], 1), (["--workers", "0"], 2),
                            (["--data", SCRATCH.name + "/no/such"], 1)):
        done = subprocess.run([PROGRAM, "view", "--port", "0", *arguments], timeout=PATIENCE,
                              capture_output=True, text=True)
        assert done.returncode == code and done.stdout == "" and done.stderr, (arguments, done)


def test_folder():
    """The maps of a folder are those that build-index finds, each served by its index if it has
    one."""
    folder = SCRATCH.name + "/levels"
    for name in ("one", "two", "maps", "indexes"):
        os.makedirs(folder + "/" + name)
    hall = make_map(PROGRAM, folder + "/one/hall.map", width=30, height=20)
    make_index(PROGRAM, hall, folder + "/one/hall.pathfan")
    make_map(PROGRAM, folder + "/two/hall.map", width=30, height=20, seed=3)
    yard = make_map(PROGRAM, folder + "/maps/yard.MAP", width=30, height=20, seed=4)
    make_index(PROGRAM, yard, folder + "/indexes/court.pathfan")
    make_map(PROGRAM, folder + "/maps/cave.map", "caves", 30, 20)
    for name, text in (("cave.pathfan", "damaged"), ("settings.json", '{"volume": 3}'),
                       ("square.json", '{"type": "Polygon", "coordinates": '
                                       '[[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]}')):
        with open(folder + "/maps/" + name, "w") as file:
            file.write(text)
    server = Server(PROGRAM, folder)
    maps = server.wait_for_indexes()
    assert [m["id"] for m in maps] == ["court", "hall", "cave", "square", "hall-2"], maps
    code, errors = server.stop()
    assert code == 0 and "cave.pathfan" in errors and errors.count("\n") == 1, errors


def test_made_indexes_are_kept():
    """A map without an index gets one in the data folder, which the next server uses at once."""
    data, folder = SCRATCH.name + "/made", SCRATCH.name + "/bare"
    os.makedirs(folder + "/north")
    hall, other, yard = [make_map(PROGRAM, folder + name, width=30, height=20, seed=seed)
                         for name, seed in (("/hall.map", 1), ("/north/hall.map", 2),
                                            ("/yard.map", 3))]

    def serve(builds, *maps):
        """Serves maps until all have indexes, after so many builds; returns their facts."""
        with Server(PROGRAM, "--data", data, *maps) as server:
            for number in range(1, builds + 1):
                assert server.wait_for("j%d" % number)["state"] == "done"
            server.error("GET", "/api/jobs/j%d" % (builds + 1), 404, "no_such_job")
            found = server.json("GET", "/api/maps")["maps"]
        assert [(m["kind"], m["building"]) for m in found] == len(maps) * [("index", None)], found
        return found
    corners = [m["n"] for m in serve(2, hall, other)]
    # In another order, with another map.
    assert [m["n"] for m in serve(1, yard, other, hall)][1:] == corners[::-1]
    serve(0, hall, yard, other)
    # Another map of the same name is a different map, and a damaged index is built anew.
    make_map(PROGRAM, hall, width=40, height=20, seed=5)
    assert [m["width"] for m in serve(1, hall, other)] == [40, 30]
    files = os.listdir(data + "/indexes")
    assert len(files) == 3, files
    for file in files:
        os.truncate(data + "/indexes/" + file, 1000)
    serve(3, hall, other, yard)
    assert sorted(os.listdir(data + "/indexes")) == sorted(files)


def test_new_generations():
    """An index replaced by another process is noticed; a file that isn't an index is ignored."""
    small = make_map(PROGRAM, SCRATCH.name + "/small.map", width=30, height=20)
    large = make_map(PROGRAM, SCRATCH.name + "/wide.map", width=50, height=20)
    path = make_index(PROGRAM, small, SCRATCH.name + "/served.pathfan")
    with Server(PROGRAM, path) as server:
        def width():
            return server.json("GET", "/api/maps/served")["width"]
        assert width() == 30
        make_index(PROGRAM, large, path)
        wait_until(lambda: width() == 50, "the new index")
        assert server.json("GET", "/api/maps/served")["generation"] == 2
        # Also with queries only.
        make_index(PROGRAM, small, path)
        query = {"map": "served", "from": [1, 1], "to": [25, 15], "snap": 5}
        wait_until(lambda: server.json("POST", "/api/query", query)["generation"] == 3, "a query")
        for text in (b"no index", None):
            os.remove(path)
            if text:
                with open(path, "wb") as file:
                    file.write(text)
            for _ in range(20):
                assert server.json("POST", "/api/query", query)["generation"] == 3
        make_index(PROGRAM, large, path)
        wait_until(lambda: width() == 50, "the index after others that weren't")


def test_data_is_of_one():
    """A second server on the same data folder would write the same files: it is refused."""
    data = SCRATCH.name + "/shared"
    with Server(PROGRAM, "--data", data) as server:
        done = subprocess.run([PROGRAM, "view", "--port", "0", "--data", data], timeout=PATIENCE,
                              capture_output=True, text=True)
        assert done.returncode == 1 and done.stdout == "", done
        assert "another viewer" in done.stderr and data in done.stderr, done
        assert server.json("GET", "/api/maps")["maps"] == []
    with Server(PROGRAM, "--data", data):
        pass


def test_port_taken():
    with Server(PROGRAM) as server:
        done = subprocess.run([PROGRAM, "view", "--port", str(server.port)], timeout=PATIENCE,
                              capture_output=True, text=True)
        assert done.returncode == 1 and str(server.port) in done.stderr, done


if __name__ == "__main__":
    run_all(globals())
