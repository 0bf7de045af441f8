"""png_colours.py FILE COLOUR... - how many pixels of a PNG file have each of these colours, rrggbb."""
import struct
import sys
import zlib


def pixels(png):
    """Yields the rows of an 8-bit RGB picture."""
    at, data = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", png[at + 8:at + 18])
            assert (depth, colour) == (8, 2), "8-bit RGB"
        if kind == b"IDAT":
            data += png[at + 8:at + 8 + length]
        at += 12 + length
    raw, above = zlib.decompress(data), bytes(3 * width)
    for y in range(height):
        kind, row = raw[y * (3 * width + 1)], bytearray(raw[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)])
        for i in range(len(row) if kind else 0):
            a, b, c = (row[i - 3], above[i], above[i - 3]) if i > 2 else (0, above[i], 0)
            if kind == 4:
                add = min((a, b, c), key=lambda v: abs(a + b - c - v))
            else:
                add = (a, b, (a + b) // 2)[kind - 1]
            row[i] = row[i] + add & 255
        above = bytes(row)
        yield above


found = b"".join(pixels(open(sys.argv[1], "rb").read()))
print(*(sum(found[i:i + 3] == bytes.fromhex(colour) for i in range(0, len(found), 3)) for colour in sys.argv[2:]))
