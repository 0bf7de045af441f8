"""fresh_files.py - maps of every kind, and index files of them in every form that the command makes."""
import json
import os

CAMPUS = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "properties": {"kind": kind},
         "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}}
        for kind, ring in [
            ("free", [[-3.5, 2], [60.25, 0], [64, 41.5], [-2, 39]]),
            ("obstacle", [[5, 8.5], [14, 6], [17, 15], [9, 19], [12, 12]]),
            ("obstacle", [[24, 3], [33, 9], [27, 16], [21.7, 11]]),
            ("obstacle", [[22, 21], [40, 20], [40, 23], [25, 24], [25, 33], [22, 33]]),
            ("obstacle", [[45, 6], [55, 9], [52, 18], [43, 14]]),
            ("obstacle", [[48, 24], [57, 28], [51, 36], [44, 31]]),
            ("obstacle", [[4, 25], [13, 23], [16, 30], [6, 35]])]]}


def line(kind, points, **properties):
    return {"type": "Feature", "properties": {"kind": kind, **properties},
            "geometry": {"type": "LineString", "coordinates": points}}


# Roads, rivers, bridges and a tunnel over it.
VALLEY = {"type": "FeatureCollection", "background_rate": 1.5, "features": CAMPUS["features"] + [
    line("road", [[2, 20], [30, 18], [59, 20]], rate=0.5, name="Main"),
    line("road", [[19, 3], [20, 20], [18, 36]], rate=0.75, name="Lane"),
    line("road", [[2, 21.5], [20, 21]], rate=1),
    line("river", [[1, 5], [20, 21], [42, 34], [62, 38]], cost=4, name="Brook"),
    line("river", [[20, 21], [35, 12], [41, 4]], cost=0.5),
    line("river", [[41, 30], [58, 5]]),
    line("road", [[20, 21], [42, 34]], rate=1.2, name="Quay"),
    line("road", [[46, 22], [50, 24.5], [58, 22]], rate=0.8, bridge=True, name="Span"),
    line("road", [[44, 9], [54, 13]], rate=2, tunnel=True),
    {"type": "Feature", "properties": {"kind": "bridge"},
     "geometry": {"type": "Point", "coordinates": [20, 21]}}]}


def fresh(folder, pathfan):
    """Builds a file of every kind that the command can make; yields their paths. pathfan: runs it with
    arguments."""
    os.chdir(folder)
    with open("campus.geojson", "w", encoding="ascii") as file:
        json.dump(CAMPUS, file)
    with open("valley.geojson", "w", encoding="ascii") as file:
        json.dump(VALLEY, file)
    pathfan("make-map", "--kind", "terrain", "--width", "60", "--height", "50", "--seed", "5",
            "-o", "hills.geojson")
    with open("hills.geojson", encoding="ascii") as file:
        hills = json.load(file)
    for number, feature in enumerate(hills["features"]):
        if feature["properties"]["kind"] == "road":
            feature["properties"]["oneway"] = ("yes", "no", "-1")[number % 3]
    with open("oneway.geojson", "w", encoding="ascii") as file:
        json.dump(hills, file)
    with open("open.map", "w", encoding="ascii") as file:
        file.write("type octile\nheight 3\nwidth 4\nmap\n....\n....\n....\n")
    with open("blocked.map", "w", encoding="ascii") as file:
        file.write("type octile\nheight 1\nwidth 1\nmap\n@\n")
    for kind, width, height, seed in (("rooms", 36, 30, 3), ("caves", 32, 28, 6),
                                      ("random", 24, 20, 9)):
        pathfan("make-map", "--kind", kind, "--width", str(width), "--height", str(height),
                "--seed", str(seed), "-o", f"{kind}.map")
    builds = [("rooms.map",), ("rooms.map", "--tables", "3"), ("caves.map", "--tables", "8"),
              ("random.map", "--tables", "1"),
              ("rooms.map", "--cone-cap", "0", "--no-regions", "--tables", "2"),
              ("campus.geojson",),
              ("campus.geojson", "--agent-radius", "0.4", "--unit", "0.01", "--mesh", "cdt"),
              ("campus.geojson", "--cone-cap", "0"), ("open.map",), ("blocked.map",),
              ("rooms.map", "--listed-share", "1000000"),
              ("caves.map", "--listed-share", "1000000"),
              ("campus.geojson", "--listed-share", "1000000"),
              ("campus.geojson", "--agent-radius", "0.3,0.5,1"),
              ("valley.geojson", "--agent-radius", "0.1,0.4"),
              ("valley.geojson",), ("oneway.geojson",), ("hills.geojson", "--background-rate", "1.25")]
    for number, options in enumerate(builds):
        pathfan("build-index", *options, "-o", f"{number}.pathfan", "--quiet")
        yield os.path.join(folder, f"{number}.pathfan")
