#!/usr/bin/env python3
"""round_trip.py PATHFAN [MAPS [SEED]] - writes random maps in every format that is read, in the ways
that other programs write it, and as files of gzip; each must be read as the same free space.

Two kinds of maps: cells, and polygons that are obstacles in a box. The first format of each is
compared with the map itself, the others with the first, byte by byte, as `mesh` writes free space."""
import base64
import gzip
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import zlib

PATHFAN = os.path.abspath(sys.argv[1])
MAPS = int(sys.argv[2]) if len(sys.argv) > 2 else 4
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def read(name, options, told=False):
    """The free space of a map as GeoJSON. Nothing of it may be without effect, unless told."""
    run = subprocess.run([PATHFAN, "mesh", name, "--format", "geojson", "-o", "-"] + options +
                         ([] if told else ["--strict"]), capture_output=True, text=True)
    if run.returncode:
        if "this builder" in run.stderr:  # has no expat, zlib or libpng
            return None
        raise SystemExit(f"{name}: {run.stderr}")
    return run.stdout


# ---- Cells: rows of booleans, whether a cell is free, the first row at y = 0 ----

class Cells:
    def __init__(self, draw):
        self.draw = draw
        self.width, self.height = draw.choice([(1, 9), (12, 1), (draw.randint(2, 12), draw.randint(2, 9))])
        share = draw.choice([0.3, 0.6, 0.9])
        self.free = [[draw.random() < share for _ in range(self.width)] for _ in range(self.height)]
        # A map without a free cell has no area; one of Tiled in which nothing blocks is refused.
        places = [(x, y) for x in range(self.width) for y in range(self.height)]
        for is_free, (x, y) in zip((True, False), draw.sample(places, 2)):
            self.free[y][x] = is_free
        self.up = self.free[::-1]  # rows from the top, where y points up

    def squares(self, is_free):
        """The cells of a kind as rings that aren't closed, shuffled and begun anywhere."""
        rings = []
        for y, row in enumerate(self.free):
            for x, free in enumerate(row):
                if free == is_free:
                    ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
                    at = self.draw.randrange(4)
                    ring = ring[at:] + ring[:at]
                    rings.append(ring[::self.draw.choice([1, -1])])
        self.draw.shuffle(rings)
        return rings

    def box(self):
        return [(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)]


def movingai(m):
    rows = "\n".join("".join(m.draw.choice(".G" if free else "@OT") for free in row) for row in m.free)
    text = f"type octile\nheight {m.height}\nwidth {m.width}\nmap\n{rows}\n"
    return {"m.map": text.replace("\n", m.draw.choice(["\n", "\r\n"]))}


def ascii_grid(m):
    rows = "\n".join(" ".join("1" if free else m.draw.choice(["0", "-7"]) for free in row) for row in m.up)
    corner, at = m.draw.choice([("corner", 0), ("center", 0.5)])
    return {"m.asc": f"NCOLS {m.width}\nnrows {m.height}\nxll{corner} {at}\nyll{corner} {at}\n"
                     f"cellsize 1\nnodata_value -7\n{rows}\n"}


def robot(m, image, name, greys=(0, 255), mode="trinary"):
    negate = greys[0] > greys[1] and mode != "raw"
    return {"m.yaml": f"image: {name}\nresolution: 1.0\norigin: [0, 0, 0]\nnegate: {int(negate)}\n"
                      f"occupied_thresh: 0.65\nfree_thresh: 0.196\nmode: {mode}\n", name: image}


def grey_rows(m, greys):
    return [[greys[free] for free in row] for row in m.up]


def pgm_text(m, greys=(0, 255)):
    rows = "\n".join(" ".join(map(str, row)) for row in grey_rows(m, greys))
    return robot(m, f"P2\n# by hand\n{m.width} {m.height}\n255\n{rows}\n", "m.pgm", greys)


def pgm(m, greys=(0, 255), mode="trinary", white=255):
    pixels = b"".join(struct.pack(">%d%s" % (m.width, "H" if white > 255 else "B"), *row)
                      for row in grey_rows(m, greys))
    return robot(m, b"P5 %d %d %d\n" % (m.width, m.height, white) + pixels, "m.pgm", greys, mode)


def packed_row(values, bits):
    """Values of some bits each, from the highest bit of each byte on."""
    whole = "".join(format(v, f"0{bits}b") for v in values)
    whole += "0" * (-len(whole) % 8)
    return bytes(int(whole[i:i + 8], 2) for i in range(0, len(whole), 8))


def bmp(m, bits, is_from_top=False, is_old=False):
    rows = m.up if is_from_top else m.up[::-1]
    palette = b""
    if bits <= 8:
        colours = [(0, 0, 0), (255, 255, 255)]
        palette = b"".join(bytes(c) + (b"" if is_old else b"\0") for c in colours + [(0, 0, 0)] * (2**bits - 2))
        lines = [packed_row([int(free) for free in row], bits) for row in rows]
    else:
        lines = [b"".join((b"\xff\xff\xff" if free else b"\0\0\0") + b"\0" * (bits == 32) for free in row)
                 for row in rows]
    pixels = b"".join(line + b"\0" * (-len(line) % 4) for line in lines)
    if is_old:
        head = struct.pack("<IHHHH", 12, m.width, m.height, 1, bits)
    else:
        head = struct.pack("<IiiHHIIiiII", 40, m.width, -m.height if is_from_top else m.height, 1, bits, 0,
                           len(pixels), 2835, 2835, 0, 0)
    start = 14 + len(head) + len(palette)
    image = b"BM" + struct.pack("<IHHI", start + len(pixels), 0, 0, start) + head + palette + pixels
    return robot(m, image, "m.bmp")


def png(m, kind, bits=8):
    """kind: 0 grey, 2 colour, 3 palette, 4 grey and opacity, 6 colour and opacity."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    most = 2**bits - 1
    before = bytes(max(1, (m.width * samples * bits + 7) // 8))
    step, raw = max(1, samples * bits // 8), b""
    for row in m.up:
        values = []
        for free in row:
            value = int(free) if kind == 3 else most * free
            values += [value] * (1 if kind in (3, 4) else min(samples, 3)) + [most] * (kind in (4, 6))
        line = packed_row(values, bits)
        how = m.draw.randrange(3)  # as it is; by the byte to the left; by the byte above
        left = b"\0" * step + line[:-step] if step < len(line) else bytes(len(line))
        base = [bytes(len(line)), left, before][how]
        raw += bytes([how]) + bytes((a - b) % 256 for a, b in zip(line, base))
        before = line

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", m.width, m.height, bits, kind, 0, 0, 0))
    palette = chunk(b"PLTE", b"\0\0\0\xff\xff\xff") if kind == 3 else b""
    image = b"\x89PNG\r\n\x1a\n" + head + palette + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")
    return robot(m, image, "m.png")


# ---- Tiled: cells ----

def zstd(data):
    """A frame of one raw block."""
    return (b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data)) +
            struct.pack("<I", len(data) << 3 | 1)[:3] + data)


PACK = {"": lambda d: d, "zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstd}
GID = {True: 2, False: 1}  # of free and blocked tiles


def tile_data(gids, encoding, pack, is_xml):
    if encoding == "base64":
        return base64.b64encode(PACK[pack](struct.pack("<%dI" % len(gids), *gids))).decode()
    if encoding == "tiles":
        return "".join(f'<tile gid="{gid}"/>' for gid in gids)
    return ",\n".join(map(str, gids)) if is_xml else gids


def chunks_of(m):
    """Parts of random sizes that cover the cells: x, y, width, height."""
    parts, y = [], 0
    while y < m.height:
        height = m.draw.randint(1, m.height - y)
        x = 0
        while x < m.width:
            width = m.draw.randint(1, m.width - x)
            parts.append((x, y, width, height))
            x += width
        y += height
    m.draw.shuffle(parts)
    return parts


def gids_of(m, x, y, width, height):
    return [GID[m.free[j][i]] for j in range(y, y + height) for i in range(x, x + width)]


SHAPE = {"x": 0, "y": 0, "width": 1, "height": 1}


def tileset(mark):
    """A tileset whose first tile blocks: by a property, or by a shape."""
    tile = {"id": 0}
    if mark == "shape":
        tile["objectgroup"] = {"type": "objectgroup", "objects": [SHAPE]}
    elif mark == "property":
        tile["properties"] = [{"name": "collides", "type": "bool", "value": True}]
    return {"name": "set", "tilewidth": 1, "tileheight": 1, "tilecount": 2, "tiles": [tile]}


def tileset_xml(mark, attributes=""):
    inside = {"shape": '<objectgroup><object x="0" y="0" width="1" height="1"/></objectgroup>',
              "property": '<properties><property name="collides" type="bool" value="true"/></properties>',
              "none": ""}[mark]
    return (f'<tileset {attributes} name="set" tilewidth="1" tileheight="1" tilecount="2">'
            f'<tile id="0">{inside}</tile></tileset>')


def tmj(m, encoding="csv", pack="", infinite=False, mark="property", external=False):
    layer = {"type": "tilelayer", "name": "ground", "width": m.width, "height": m.height, "x": 0, "y": 0,
             "encoding": encoding}
    if pack:
        layer["compression"] = pack
    whole = (0, 0, m.width, m.height)
    if infinite:
        layer["chunks"] = [dict(zip(("x", "y", "width", "height"), part),
                                data=tile_data(gids_of(m, *part), encoding, pack, False))
                           for part in chunks_of(m)]
    else:
        layer["data"] = tile_data(gids_of(m, *whole), encoding, pack, False)
    sets = {"firstgid": 1, **({"source": "set.tsj"} if external else tileset(mark))}
    text = {"orientation": "orthogonal", "infinite": infinite, "width": m.width, "height": m.height,
            "tilewidth": 1, "tileheight": 1, "tilesets": [sets],
            "layers": [{"type": "group", "name": "all", "layers": [layer]}]}
    files = {"m.tmj": json.dumps(text)}
    if external:
        files["set.tsj"] = json.dumps(tileset(mark))
    return files


def tmx(m, encoding="csv", pack="", infinite=False, mark="property", external=False):
    how = "" if encoding == "tiles" else f'encoding="{encoding}"' + (f' compression="{pack}"' if pack else "")
    if infinite:
        data = "".join('<chunk x="%d" y="%d" width="%d" height="%d">' % part +
                       tile_data(gids_of(m, *part), encoding, pack, True) + "</chunk>" for part in chunks_of(m))
    else:
        data = tile_data(gids_of(m, 0, 0, m.width, m.height), encoding, pack, True)
    sets = '<tileset firstgid="1" source="set.tsx"/>' if external else tileset_xml(mark, 'firstgid="1"')
    files = {"m.tmx": f'<?xml version="1.0" encoding="UTF-8"?>\n<map orientation="orthogonal" width="{m.width}" '
                      f'height="{m.height}" tilewidth="1" tileheight="1" infinite="{int(infinite)}">{sets}'
                      f'<layer name="ground" width="{m.width}" height="{m.height}"><data {how}>{data}</data>'
                      f'</layer></map>\n'}
    if external:
        files["set.tsx"] = '<?xml version="1.0" encoding="UTF-8"?>\n' + tileset_xml(mark)
    return files


def tmj_old(m):
    """The form before Tiled 1.2."""
    layer = {"type": "tilelayer", "name": "ground", "data": gids_of(m, 0, 0, m.width, m.height)}
    sets = {"firstgid": 1, "tilewidth": 1, "tileheight": 1, "tileproperties": {"0": {"collides": True}},
            "tilepropertytypes": {"0": {"collides": "bool"}}}
    return {"m.json": json.dumps({"width": m.width, "height": m.height, "tilewidth": 1, "tileheight": 1,
                                  "tilesets": [sets], "layers": [layer]})}


def rectangles(m):
    """Objects of a layer whose name says that they block."""
    objects = [{"x": min(p[0] for p in ring), "y": min(p[1] for p in ring), "width": 1, "height": 1}
               for ring in m.squares(False)]
    floor = {"type": "tilelayer", "name": "floor", "data": [0] * m.width * m.height}
    return {"m.tmj": json.dumps({"width": m.width, "height": m.height, "tilewidth": 1, "tileheight": 1,
                                 "layers": [floor, {"type": "objectgroup", "name": "Walls",
                                                    "objects": objects}]})}


# ---- Polygons of cells ----

def closed(ring):
    return [list(p) for p in ring] + [list(ring[0])]


def feature(geometry, **properties):
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def polygon(*rings):
    return {"type": "Polygon", "coordinates": [closed(ring) for ring in rings]}


def cell_features(m):
    """Free cells, or the box and blocked ones in it."""
    if m.draw.random() < 0.5:
        return [feature(polygon(ring), kind="free") for ring in m.squares(True)]
    return ([feature(polygon(m.box()), kind="free")] +
            [feature(polygon(ring), kind="obstacle") for ring in m.squares(False)])


def geojson(m):
    return {"m.geojson": json.dumps({"type": "FeatureCollection", "features": cell_features(m)})}


def geojson_lines(m):
    return {"m.geojsonl": "".join(json.dumps(f) + "\n" for f in cell_features(m))}


def geojson_sequence(m):
    return {"m.geojsonl": "".join("\x1e" + json.dumps(f, indent=1) + "\n" for f in cell_features(m))}


def geojson_walkable(m):
    many = {"type": "MultiPolygon", "coordinates": [[closed(ring)] for ring in m.squares(True)]}
    return {"m.json": json.dumps(m.draw.choice([
        many, feature(many), {"type": "GeometryCollection", "geometries": [many]}]))}


def wkt_ring(ring):
    return "(" + ", ".join(f"{x} {y}" for x, y in closed(ring)) + ")"


def wkt(m):
    rings = [wkt_ring(ring) for ring in m.squares(True)]
    return {"m.wkt": m.draw.choice([
        "\n".join(f"POLYGON({ring})" for ring in rings),
        "MultiPolygon (" + ", ".join(f"({ring})" for ring in rings) + ");\n",
        "GEOMETRYCOLLECTION(" + ",".join(f"POLYGON ({ring})" for ring in rings) + ")"])}


def ewkt(m):
    """With a coordinate system, which is told."""
    return {"m.wkt": "".join(f"SRID=25832;POLYGON({wkt_ring(ring)})\n" for ring in m.squares(True))}


def poly(m):
    rings = m.squares(True)
    return {"m.poly": f"poly\n1\n{len(rings)}\n" + "".join(
        "4 " + " ".join(f"{x} {y}" for x, y in ring) + "\n" for ring in rings)}


def enclosures(m):
    rings = m.squares(False)
    return {"m.poly": f"polygon 1\n1 {len(rings)}\n" + "".join(
        "4 " + " ".join(f"{x} {y}" for x, y in ring) + "\n" for ring in [m.box()] + rings)}


def mesh(m, version, has_lists):
    """Cells as polygons; version 3 has blocked ones too."""
    cells = [(x, y) for y in range(m.height) for x in range(m.width) if m.free[y][x] or version == 3]
    m.draw.shuffle(cells)
    number = {cell: i for i, cell in enumerate(cells)}
    points = sorted({(x + dx, y + dy) for x, y in cells for dx in (0, 1) for dy in (0, 1)})
    m.draw.shuffle(points)
    least = int(version == 3)
    at = {point: i + least for i, point in enumerate(points)}

    def neighbour(cell):
        x, y = cell
        if cell not in number:
            return 0 if version == 3 else -1
        if version == 3:
            return number[cell] + 1 if m.free[y][x] else -(number[cell] + 1)
        return number[cell]

    lines = []
    for x, y in points:
        line = f"{x} {y}"
        if version == 2 and has_lists:
            round_it = [neighbour(c) for c in ((x, y), (x - 1, y), (x - 1, y - 1), (x, y - 1))]
            # a run of -1 is one obstacle
            merged = [n for i, n in enumerate(round_it) if n >= 0 or round_it[i - 1] >= 0] or [-1]
            line += f" {len(merged)} " + " ".join(map(str, merged))
        lines.append(line)
    for x, y in cells:
        corners = [at[p] for p in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]
        line = (f"{int(m.free[y][x])} " if version == 3 else "") + "4 " + " ".join(map(str, corners))
        if has_lists:
            round_it = [neighbour(c) for c in ((x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1))]
            if version == 3 and not m.free[y][x]:
                round_it = [-abs(n) for n in round_it]
            line += " " + " ".join(map(str, round_it))
        lines.append(line)
    return {"m.mesh": f"mesh\n{version}\n{len(points)} {len(cells)}\n" + "\n".join(lines) + "\n"}


def cell_formats():
    yield "movingai", movingai, []
    yield "asc", ascii_grid, []
    yield "P2", pgm_text, []
    yield "P2 negative", lambda m: pgm_text(m, (255, 0)), []
    yield "P5", pgm, []
    yield "P5 of map_saver", lambda m: pgm(m, (m.draw.choice([0, 205]), 254)), []
    yield "P5 16 bits", lambda m: pgm(m, (0, 65535), white=65535), []
    yield "P5 scale", lambda m: pgm(m, (0, 230), mode="scale"), []
    yield "P5 raw", lambda m: pgm(m, (m.draw.choice([100, 255]), 0), mode="raw"), []
    for bits in (1, 4, 8, 24, 32):
        yield f"BMP {bits}", lambda m, bits=bits: bmp(m, bits), []
    yield "BMP from the top", lambda m: bmp(m, 24, is_from_top=True), []
    yield "BMP of OS/2", lambda m: bmp(m, 8, is_old=True), []
    for kind, bits in ((0, 1), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 8), (4, 8), (6, 8), (6, 16)):
        yield f"PNG {kind} {bits}", lambda m, kind=kind, bits=bits: png(m, kind, bits), []
    for write in (tmj, tmx):
        for encoding, pack in (("csv", ""), ("base64", ""), ("base64", "zlib"), ("base64", "gzip"),
                               ("base64", "zstd")):
            yield (f"{write.__name__} {encoding} {pack}",
                   lambda m, w=write, e=encoding, p=pack: w(m, e, p, mark=m.draw.choice(["property", "shape"]),
                                                            external=m.draw.random() < 0.5), [])
            yield (f"{write.__name__} {encoding} {pack} infinite",
                   lambda m, w=write, e=encoding, p=pack: w(m, e, p, infinite=True), [])
    yield "tmx tiles", lambda m: tmx(m, "tiles"), []
    yield "tmj before 1.2", tmj_old, []
    yield "tmj rectangles", rectangles, []
    yield "geojson", geojson, []
    yield "geojson lines", geojson_lines, []
    yield "geojson sequence", geojson_sequence, []
    yield "geojson walkable", geojson_walkable, ["--walkable"]
    yield "wkt", wkt, ["--walkable"]
    yield "ewkt", ewkt, ["--walkable"]
    yield "poly", poly, []
    yield "polygon 1", enclosures, []
    for version in (2, 3):
        for has_lists in (False, True):
            yield (f"mesh {version} {has_lists}",
                   lambda m, v=version, h=has_lists: mesh(m, v, h), [])


# ---- Polygons ----

class Polygons:
    """Obstacles that may overlap, with holes or without, in a box that four of them touch the corners
    of. Coordinates are quarters, which every lattice has."""

    def __init__(self, draw):
        self.draw, self.size = draw, 64
        self.rings = [[(x, y), (x + dx, y), (x, y + dy)] for x, dx in ((0, 1), (64, -1))
                      for y, dy in ((0, 1), (64, -1))]
        self.holes = {}
        for _ in range(draw.randint(1, 9)):
            x, y, r = draw.randint(12, 52), draw.randint(12, 52), draw.randint(2, 10)
            corners = [(-r, -r), (draw.randint(0, 4 * r) / 4, -r), (r, draw.randint(0, 4 * r) / 4), (0, r),
                       (-r, draw.randint(-2 * r, 4 * r) / 4)]
            if draw.random() < 0.3:
                self.holes[len(self.rings)] = [(x - r / 2, y - r / 2), (x, y - r / 2), (x - r / 4, y + 0.25)]
            self.rings.append([(x + dx, y + dy) for dx, dy in corners])

    def parts(self, with_holes=True):
        order = list(range(len(self.rings)))
        self.draw.shuffle(order)
        return [[self.rings[i]] + ([self.holes[i]] if with_holes and i in self.holes else []) for i in order]


def polygons_geojson(m):
    return {"p.geojson": json.dumps({"type": "FeatureCollection",
                                     "features": [feature(polygon(*rings)) for rings in m.parts()]})}


def polygons_sequence(m):
    return {"p.geojsonl": "".join("\x1e" + json.dumps(feature(polygon(*rings), kind="obstacle")) + "\n"
                                  for rings in m.parts())}


def polygons_wkt(m):
    parts = ["(" + ",".join(map(wkt_ring, rings)) + ")" for rings in m.parts()]
    return {"p.wkt": m.draw.choice(["\n".join("POLYGON" + part for part in parts),
                                    "MULTIPOLYGON(" + ",".join(parts) + ")"])}


def polygons_tmj(m):
    objects = []
    for (ring,) in m.parts(False):
        at = ring[m.draw.randrange(len(ring))]
        objects.append({"x": at[0], "y": at[1], "polygon": [{"x": x - at[0], "y": y - at[1]} for x, y in ring]})
    return {"p.tmj": json.dumps({"width": 4, "height": 2, "tilewidth": 16, "tileheight": 32, "layers": [
        {"type": "objectgroup", "name": "collision", "offsetx": 0, "objects": objects}]})}


def polygons_tmx(m):
    objects = "".join(f'<object x="{ring[0][0]}" y="{ring[0][1]}"><polygon points="' +
                      " ".join(f"{x - ring[0][0]},{y - ring[0][1]}" for x, y in ring) + '"/></object>'
                      for (ring,) in m.parts(False))
    return {"p.tmx": '<map width="2" height="2" tilewidth="32" tileheight="32"><objectgroup name="walls">' +
                     objects + "</objectgroup></map>"}


def polygons_enclosures(m):
    size = m.size
    rings = [[(0, 0), (size, 0), (size, size), (0, size)]] + [ring for (ring,) in m.parts(False)]
    return {"p.poly": f"polygon 1\n1 {len(rings) - 1}\n" + "".join(
        f"{len(ring)} " + " ".join(f"{x} {y}" for x, y in ring) + "\n" for ring in rings)}


def polygon_formats(has_holes):
    yield "geojson", polygons_geojson, []
    yield "sequence", polygons_sequence, []
    yield "wkt", polygons_wkt, []
    if not has_holes:
        yield "tmj", polygons_tmj, []
        yield "tmx", polygons_tmx, []
        yield "polygon 1", polygons_enclosures, []


# ---- Comparing ----

def is_inside(rings, x, y):
    """Even-odd."""
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
    return inside


def check_cells(m, text):
    rings = [ring for f in json.loads(text)["features"] for ring in f["geometry"]["coordinates"]]
    for y, row in enumerate(m.free):
        for x, free in enumerate(row):
            if is_inside(rings, x + 0.5, y + 0.5) != free:
                raise SystemExit(f"cell {x},{y} is read wrongly")


def check_polygons(m, text):
    rings = [ring for f in json.loads(text)["features"] for ring in f["geometry"]["coordinates"]]
    for _ in range(60):
        x, y = m.draw.random() * m.size, m.draw.random() * m.size
        blocked = any(is_inside([closed(ring) for ring in part], x, y) for part in m.parts())
        if is_inside(rings, x, y) == blocked:
            raise SystemExit(f"point {x},{y} is read wrongly")


def compare(m, formats, check, turn):
    """Writes a map in all formats, every other one packed; returns how many were read."""
    first, count = None, 0
    for number, (name, write, options) in enumerate(formats):
        files = write(m)
        main = next(iter(files))
        if (number + turn) % 2:
            text = files.pop(main)
            files[main + ".gz"] = gzip.compress(text if isinstance(text, bytes) else text.encode())
            main += ".gz"
        for file, text in files.items():
            with open(file, "wb") as out:
                out.write(text if isinstance(text, bytes) else text.encode())
        read_as = read(main, options, told=name == "ewkt")
        if read_as is None:
            continue
        if first is None:
            check(m, read_as)
            first = read_as
        elif read_as != first:
            raise SystemExit(f"{name} {list(files)}:\n{read_as}instead of\n{first}")
        count += 1
    return count


def main():
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in range(MAPS):
            for kind, make in enumerate((Cells, Polygons)):
                where = f"map {number} of seed {SEED}, kind {kind}"
                m = make(random.Random(SEED * 1000003 + number * 2 + kind))
                try:
                    if kind == 0:
                        count += compare(m, cell_formats(), check_cells, number)
                    else:
                        count += compare(m, polygon_formats(m.holes), check_polygons, number)
                except SystemExit as wrong:
                    raise SystemExit(f"{where}: {wrong} (in {os.getcwd()})") from None
    print(f"{count} files of {2 * MAPS} maps are read as written")


if __name__ == "__main__":
    main()
