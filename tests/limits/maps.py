"""Maps of every format that cost much memory for their size, for peaks.py."""
import json
import math
import os
import random
import struct
import sys
import zlib


def ring(points):
    return [[round(x, 6), round(y, 6)] for x, y in points + points[:1]]


def geojson(*features):
    return json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}}
        for properties, kind, coordinates in features]})


def star_points(corners):
    return [(2000 + math.cos(turn) * far, 2000 + math.sin(turn) * far)
            for i in range(corners)
            for turn, far in [(2 * math.pi * i / corners, 1000 if i % 2 else 999)]]


def star(corners=24000):
    """Half of the corners are convex, and all of these see each other."""
    return geojson(({"kind": "free"}, "Polygon", [ring(star_points(corners))]))


def grating(bars=500):
    """Thin bars that all cross."""
    size = 10 * bars
    box = [(0, 0), (size, 0), (size, size), (0, size)]
    features = [({"kind": "free"}, "Polygon", [ring(box)])]
    for i in range(bars):
        at = 10 * i + 5
        for flip in (False, True):
            corners = [(1, at), (size - 1, at), (size - 1, at + 1), (1, at + 1)]
            features.append(({}, "Polygon", [ring([(y, x) if flip else (x, y) for x, y in corners])]))
    return geojson(*features)


def roads(count=150):
    size = 10 * count
    features = [({"kind": "free"}, "Polygon", [ring([(0, 0), (size, 0), (size, size), (0, size)])])]
    for i in range(count):
        at = 10 * i + 5
        features.append(({"kind": "road", "rate": 0.5}, "LineString", [[1, at], [size - 1, at + 3]]))
        features.append(({"kind": "road", "rate": 0.5}, "LineString", [[at, 1], [at + 3, size - 1]]))
    return geojson(*features)


def walls(count=3000):
    chance = random.Random(1)
    return geojson(({"kind": "free"}, "Polygon", [ring([(0, 0), (1000, 0), (1000, 1000), (0, 1000)])]),
                   *[({}, "LineString", [[chance.uniform(1, 999), chance.uniform(1, 999)] for _ in range(2)])
                     for _ in range(count)])


def points_only(count=200000):
    """Much JSON, little map."""
    return geojson(({}, "MultiPolygon", [[[[0, 0], [1, 0], [1, 1], [0, 0]]] for _ in range(count)]))


def pillars(side=300, count=1100):
    chance = random.Random(2)
    rows = [["."] * side for _ in range(side)]
    for _ in range(count):
        x, y = chance.randrange(side - 2), chance.randrange(side - 2)
        for i in range(2):
            for k in range(2):
                rows[y + i][x + k] = "@"
    return cells(rows)


def cells(rows):
    return ("type octile\nheight %d\nwidth %d\nmap\n" % (len(rows), len(rows[0])) +
            "".join("".join(row) + "\n" for row in rows))


def board(side=1500):
    return cells([("@." if y % 2 else ".@") * (side // 2) for y in range(side)])


def noise(side=700):
    chance = random.Random(3)
    return cells(["".join(chance.choice(".@") for _ in range(side)) for _ in range(side)])


def wkt(count=60000):
    return "\n".join("POLYGON((%d %d,%d %d,%d %d,%d %d))" % (x, y, x + 2, y, x + 1, y + 2, x, y)
                     for i in range(count) for x, y in [(3 * (i % 300), 3 * (i // 300))])


def poly(count=60000):
    """Polyanya's: rings of one even-odd polygon."""
    rings = ["4 0 0 3000 0 3000 3000 0 3000"]
    rings += ["3 %d %d %d %d %d %d" % (x, y, x + 2, y, x + 1, y + 2)
              for i in range(count) for x, y in [(1 + 3 * (i % 900), 1 + 3 * (i // 900))]]
    return "poly\n1\n%d\n%s\n" % (len(rings), "\n".join(rings))


def mesh(side=400):
    """Squares, with what each vertex and side touches."""
    lines = ["mesh", "2", "%d %d" % ((side + 1) ** 2, side ** 2)]

    def square(x, y):
        return y * side + x if 0 <= x < side and 0 <= y < side else -1
    for y in range(side + 1):
        for x in range(side + 1):
            around = [square(x, y), square(x - 1, y), square(x - 1, y - 1), square(x, y - 1)]
            kept = [s for i, s in enumerate(around) if s >= 0 or around[i - 1] >= 0]
            lines.append("%d %d %d %s" % (x, y, len(kept), " ".join(map(str, kept))))
    for y in range(side):
        for x in range(side):
            at = y * (side + 1) + x
            lines.append("4 %d %d %d %d %d %d %d %d" % (
                at, at + 1, at + side + 2, at + side + 1,
                square(x - 1, y), square(x, y - 1), square(x + 1, y), square(x, y + 1)))
    return "\n".join(lines) + "\n"


def tiled(side=1500):
    data = zlib.compress(struct.pack("<I", 1) * (side * side))
    import base64
    return json.dumps({
        "type": "map", "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down",
        "width": side, "height": side, "tilewidth": 16, "tileheight": 16, "infinite": False,
        "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 1,
                      "columns": 1, "tiles": []}],
        "layers": [{"type": "tilelayer", "id": 1, "name": "ground", "width": side, "height": side, "x": 0, "y": 0,
                    "opacity": 1, "visible": True, "encoding": "base64", "compression": "zlib",
                    "data": base64.b64encode(data).decode()}]})


def png(side=12000):
    """One grey: thousands of pixels a byte."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    packed = zlib.compressobj(9)
    row = b"\0" + b"\xff" * side
    body = b"".join(packed.compress(row) for _ in range(side)) + packed.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", body) + chunk(b"IEND", b""))


def robot(image):
    return "image: %s\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\n" \
           "occupied_thresh: 0.65\nfree_thresh: 0.196\n" % image


def write(folder, whole):
    """Writes all of them, `whole` or as small as shows it; returns their paths by name."""
    made = {}

    def put(name, content):
        path = made[name] = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    put("star.geojson", star(24000 if whole else 6000))
    put("grating.geojson", grating(500 if whole else 120))
    put("roads.geojson", roads(150 if whole else 40))
    put("walls.geojson", walls(3000 if whole else 400))
    put("points.geojson", points_only(200000 if whole else 40000))
    put("pillars.map", pillars(300, 1100) if whole else pillars(100, 150))
    put("board.map", board(1500 if whole else 600))
    put("noise.map", noise(700 if whole else 200))
    put("triangles.wkt", wkt(60000 if whole else 20000))
    put("rings.poly", poly(60000 if whole else 20000))
    put("squares.mesh", mesh(400 if whole else 150))
    put("tiles.tmj", tiled(3000 if whole else 1500))
    put("hall.png", png(12000 if whole else 6000))
    put("hall.yaml", robot("hall.png"))
    put("zero.yaml", robot("/dev/zero"))
    os.mkfifo(os.path.join(folder, "pipe"))
    put("pipe.yaml", robot("pipe"))
    del made["hall.png"]
    made["/dev/zero"] = "/dev/zero"
    return made


if __name__ == "__main__":
    print(json.dumps(write(sys.argv[1], len(sys.argv) > 2)))
