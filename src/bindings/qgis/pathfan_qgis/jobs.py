"""jobs.py - from features with fields to GeoJSON for pathfan, and from there to results: what the
algorithms do, without QGIS.

    text = collection([(geometry, fields), ...], background_speed=4)
    run(ways("town.geojson", "foot", (11.5, 49.9), (11.6, 49.9), 3, folder, "ways.geojson"))

Coordinates are longitudes and latitudes (EPSG:4326). The program `pathfan` is looked for on the PATH,
or is what the environment's PATHFAN says."""
import json
import os
import subprocess


class Failed(Exception):
    """A command that pathfan refused; the text is what it said."""


def collection(features, **members):
    """Returns a FeatureCollection as text. features: pairs of a geometry of GeoJSON and a dict of
    fields, of which empty ones are left out. members: of the collection, None are left out."""
    listed = [{"type": "Feature", "geometry": geometry,
               "properties": {name: value for name, value in fields.items()
                              if value is not None and value != ""}}
              for geometry, fields in features]
    whole = {"type": "FeatureCollection", "features": listed}
    whole.update({name: value for name, value in members.items() if value is not None})
    return json.dumps(whole)


def _point(point):
    return f"{point[0]:.10g},{point[1]:.10g}"


def _ends(start, goal):
    return [f"--from={_point(start)}", f"--to={_point(goal)}"]


def _how(profile):
    return ["--profile", profile] if profile else ["--project", "local"]


def ways(source, profile, start, goal, count, folder, output):
    """Returns the commands that find up to `count` ways that differ, by an index in a folder."""
    index = os.path.join(folder, "map.pathfan")
    return [["build-index", source, "-o", index, "--quiet"] + _how(profile),
            ["query", index] + _ends(start, goal) + ["--paths", str(count), "--geojson", output]]


def field(source, profile, goal, cells, output):
    """Returns the command that writes a raster of costs to a goal (.asc)."""
    return [["field", source] + _how(profile) +
            [f"--to={_point(goal)}", "--grid", str(cells), "-o", output]]


def corridor(source, profile, start, goal, percent, output):
    """Returns the command that finds all places on ways of at most so many percent more."""
    return [["field", source] + _how(profile) + _ends(start, goal) +
            ["--within", f"{percent:g}%", "-o", output]]


def plaza(source, output):
    """Returns the command that finds the ways over squares between the streets that meet them."""
    return [["plaza", source, "-o", output]]


def run(commands, say=None):
    """Runs the commands in order; say gets the lines that they print as notes."""
    program = os.environ.get("PATHFAN", "pathfan")
    for command in commands:
        done = subprocess.run([program] + command, capture_output=True, text=True, check=False)
        if say:
            for line in done.stderr.splitlines():
                say(line)
        if done.returncode:
            raise Failed(done.stderr.strip() or f"pathfan {command[0]}: exit code {done.returncode}")
