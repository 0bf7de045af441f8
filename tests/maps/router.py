#!/usr/bin/env python3
"""router.py PATHFAN - the ways that `plaza` makes are loaded into Routino, a street router (Debian:
routino), which must find them: between all entries, on foot, as long as the exact shortest ways.

Routino counts in whole metres for each edge, so the square is twenty times that of docs/examples;
what is compared is the length of its routes' positions, by the plane of the square."""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

PATHFAN = os.path.abspath(sys.argv[1])
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/examples/plaza.geojson")
DATA = "/usr/share/routino"
TIMES = 20
FIRST_ID = "1000"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stdout[-300:]}{done.stderr[-300:]}")
    return done.stderr


def enlarged(coordinates, middle):
    if isinstance(coordinates[0], list):
        return [enlarged(part, middle) for part in coordinates]
    return [round(m + TIMES * (c - m), 7) for c, m in zip(coordinates, middle)]


def metres(a, b):
    """Between two longitudes and latitudes that are near each other, on WGS 84."""
    latitude = math.radians((a[1] + b[1]) / 2)
    e2, radius = 0.00669437999014, 6378137.0
    w = math.sqrt(1 - e2 * math.sin(latitude) ** 2)
    east = radius / w * math.cos(latitude) * math.radians(b[0] - a[0])
    north = radius * (1 - e2) / w ** 3 * math.radians(b[1] - a[1])
    return math.hypot(east, north)


def route(a, b):
    """Routino's shortest route as longitudes and latitudes."""
    run("routino-router", "--dir=.", f"--profiles={DATA}/profiles.xml", f"--translations={DATA}/translations.xml",
        "--transport=foot", "--shortest", "--output-text-all", f"--lon1={a[0]}", f"--lat1={a[1]}",
        f"--lon2={b[0]}", f"--lat2={b[1]}")
    with open("shortest-all.txt", encoding="utf-8") as text:
        rows = [line.split("\t") for line in text if not line.startswith("#")]
    return [(float(row[1]), float(row[0])) for row in rows]


def check(options):
    run(PATHFAN, "plaza", "square.geojson", "-o", "ways.osm", "--first-id", FIRST_ID, *options)
    run("planetsplitter", "--dir=.", f"--tagging={DATA}/tagging.xml", "ways.osm")
    radius = [o for o in options if o != "--stretch" and not o.startswith("1.")]
    run(PATHFAN, "plaza", "square.geojson", "--ways", "pairs", "-o", "pairs.geojson", *radius)
    with open("pairs.geojson", encoding="utf-8") as text:
        pairs = json.load(text)["features"]
    worst, count = 0, 0
    for pair in pairs:
        ends = pair["geometry"]["coordinates"]
        exact = pair["properties"]["length"]
        places = route(ends[0], ends[-1])
        found = sum(metres(p, q) for p, q in zip(places, places[1:]))
        if metres(places[0], ends[0]) > 1 or metres(places[-1], ends[-1]) > 1:
            raise SystemExit(f"{pair['properties']}: the route begins or ends elsewhere")
        if found < exact * 0.999:
            raise SystemExit(f"{pair['properties']}: Routino's route is only {found:.2f} m long")
        worst = max(worst, found / exact - 1)
        count += 1
    stretch = float(options[options.index("--stretch") + 1]) - 1 if "--stretch" in options else 0
    if not count or worst > stretch + 0.002:
        raise SystemExit(f"{count} routes, {100 * worst:.3f}% longer than the shortest")
    print(f"{' '.join(options) or 'all edges'}: {count} routes, at most {100 * worst:.3f}% longer than the shortest")


def main():
    if not shutil.which("routino-router"):
        print("skipped: there is no routino-router (Debian: routino)")
        sys.exit(77)
    with open(EXAMPLE, encoding="utf-8") as text:
        square = json.load(text)
    middle = [9.181, 48.7796]
    for feature in square["features"]:
        feature.pop("id", None)  # a node of OpenStreetMap is in the streets' file, which isn't here
        feature["geometry"]["coordinates"] = enlarged(feature["geometry"]["coordinates"], middle)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("square.geojson", "w", encoding="utf-8") as text:
            json.dump(square, text)
        check([])
        check(["--stretch", "1.05"])
        check(["--agent-radius", "15"])
        check(["--agent-radius", "15", "--stretch", "1.01"])


if __name__ == "__main__":
    main()
