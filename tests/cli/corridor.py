"""Share of the cheapest way in a corridor of `pathfan field --within`, by the definition.

usage: corridor.py FILE.geojson            prints the share of the way's length inside
       corridor.py FILE.geojson X,Y ...    prints in, or out, for each point

A point is inside if it is in the area or on a line, to within a millionth of the file's extent: gaps
may be narrower than the digits of a file.
"""
import json
import math
import sys

STEPS = 400  # samples along the way


def distance(p, a, b):
    ax, ay, bx, by = *a, *b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / length if length else 0
    t = min(max(t, 0), 1)
    return math.hypot(p[0] - ax - t * (bx - ax), p[1] - ay - t * (by - ay))


def is_inside(p, segments, lines, slack):
    odd = False
    for a, b in segments:
        if (a[1] > p[1]) != (b[1] > p[1]):
            odd ^= p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        if (
            min(a[0], b[0]) - slack <= p[0] <= max(a[0], b[0]) + slack
            and min(a[1], b[1]) - slack <= p[1] <= max(a[1], b[1]) + slack
            and distance(p, a, b) <= slack
        ):
            return True
    return odd or any(distance(p, a, b) <= slack for a, b in lines)


def main(path, *points):
    with open(path, encoding="utf-8") as file:
        features = json.load(file)["features"]
    by_part = {}
    for feature in features:
        part = feature["properties"]["part"]
        by_part.setdefault(part, []).append(feature["geometry"]["coordinates"])
    segments = [
        pair
        for polygon in by_part["corridor"][0]
        for ring in polygon
        for pair in zip(ring, ring[1:])
    ]
    lines = [tuple(line) for line in by_part.get("corridor-way", [])]
    way = by_part["way"][0]
    slack = 1e-6 * max(abs(x) for pair in segments for at in pair for x in at)
    if points:
        for point in points:
            at = tuple(map(float, point.split(",")))
            print("in" if is_inside(at, segments, lines, slack) else "out")
        return
    total = sum(math.dist(a, b) for a, b in zip(way, way[1:]))
    inside = all_of = 0
    for a, b in zip(way, way[1:]):
        count = 1 + int(STEPS * math.dist(a, b) / total)
        for i in range(count):
            t = (i + 0.5) / count
            at = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
            all_of += math.dist(a, b) / count
            inside += is_inside(at, segments, lines, slack) * math.dist(a, b) / count
    print(f"{inside / all_of:.4f}")


main(*sys.argv[1:])
