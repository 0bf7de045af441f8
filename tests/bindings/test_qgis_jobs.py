"""test_qgis_jobs.py PATHFAN - what the algorithms for QGIS do, without QGIS: features to GeoJSON,
commands, results."""
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
os.environ["PATHFAN"] = os.path.abspath(sys.argv[1])
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "src", "bindings", "qgis", "pathfan_qgis"))
import jobs  # noqa: E402

START, GOAL = (11.5, 49.9), (11.51, 49.9)


def line(points, **fields):
    return {"type": "LineString", "coordinates": points}, fields


STREETS = [line([[11.5, 49.9], [11.505, 49.902], [11.51, 49.9]], highway="residential", name="North"),
           line([[11.5, 49.9], [11.505, 49.897], [11.51, 49.9]], highway="residential", name=None),
           line([[11.503, 49.9], [11.507, 49.9]], waterway="stream", name="")]


def main():
    text = json.loads(jobs.collection(STREETS, background_speed=None))
    assert text["features"][1]["properties"] == {"highway": "residential"}
    assert list(text) == ["type", "features"]
    assert json.loads(jobs.collection([], background_speed=4))["background_speed"] == 4
    with tempfile.TemporaryDirectory() as folder:
        source, notes = os.path.join(folder, "town.geojson"), []
        with open(source, "w", encoding="ascii") as file:
            file.write(jobs.collection(STREETS))
        made = os.path.join(folder, "ways.geojson")
        jobs.run(jobs.ways(source, "car", START, GOAL, 2, folder, made), notes.append)
        with open(made, encoding="ascii") as file:
            ways = json.load(file)["features"]
        assert len(ways) == 2, ways
        assert ways[0]["geometry"]["coordinates"][0] == list(START)
        assert any("longitude" in note for note in notes), notes
        raster = os.path.join(folder, "costs.asc")
        jobs.run(jobs.field(source, "car", GOAL, 20, raster))
        with open(raster, encoding="ascii") as file:
            assert file.readline().startswith("ncols")
        assert os.path.exists(os.path.join(folder, "costs.prj"))
        made = os.path.join(folder, "corridor.geojson")
        jobs.run(jobs.corridor(source, "car", START, GOAL, 5, made))
        with open(made, encoding="ascii") as file:
            parts = [f["properties"]["part"] for f in json.load(file)["features"]]
        assert parts[0] == "corridor" and parts[-1] == "way", parts
        made = os.path.join(folder, "plaza.geojson")
        jobs.run(jobs.plaza(os.path.join(ROOT, "docs", "examples", "plaza.geojson"), made))
        with open(made, encoding="utf-8") as file:
            assert json.load(file)["features"]
        try:
            jobs.run(jobs.field(source, "horse", GOAL, 20, raster))
        except jobs.Failed as failed:
            assert "there is no profile horse" in str(failed)
        else:
            raise AssertionError("a profile that isn't there")
    print("collection, ways, field, corridor, plaza")


main()
