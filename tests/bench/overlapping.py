#!/usr/bin/env python3
"""Writes a GeoJSON map of overlapping polygons to standard output: obstacles in a square.

    python3 overlapping.py [POLYGONS [SEED]]      (1000, 1)

Convex polygons of 3 to 6 corners, placed at random; most overlap another one. The same
arguments give the same bytes."""

import json
import math
import random
import sys

SIDE = 1000.0  # of the square, map units
COVER = 0.45  # approximate total area of polygons by that of the square


def polygon(draw, radius):
    """Returns a closed ring of corners on a circle, counter-clockwise."""
    x, y = draw.uniform(0, SIDE), draw.uniform(0, SIDE)
    corners = draw.randint(3, 6)
    turn = draw.uniform(0, 2 * math.pi)
    ring = []
    for i in range(corners):
        angle = turn + 2 * math.pi * (i + draw.uniform(-0.2, 0.2)) / corners
        at_x, at_y = x + radius * math.cos(angle), y + radius * math.sin(angle)
        ring.append([round(min(max(at_x, 0), SIDE), 3), round(min(max(at_y, 0), SIDE), 3)])
    return ring + ring[:1]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    mean_radius = SIDE * math.sqrt(COVER / (count * 2.1))  # 2.1: area by squared radius, mean
    features = []
    for number in range(count):
        ring = polygon(draw, mean_radius * draw.uniform(0.5, 1.5))
        shape = {"type": "Polygon", "coordinates": [ring]}
        features.append({"type": "Feature", "properties": {"name": number}, "geometry": shape})
    json.dump({"type": "FeatureCollection", "features": features}, sys.stdout)
    print()


if __name__ == "__main__":
    main()
