"""pathfan_regions.py - regions of an index file and their via sets, of all pairs or of a hierarchy,
decoded and checked by docs/format.md ("Regions", "Hierarchy", "Leading", "Default vias").
pathfan_file.py reads the rest."""
import struct

from pathfan_container import Bytes, must, piece_digest


class Regions:
    """All regions; `index` has header and n. vias has the via sets of pairs, by region numbers, or
    in a hierarchy by node numbers; count is 0 if there are no regions."""

    def __init__(self, index):
        self.index = index
        self.count, self.cuts, self.vias, self.apart = 0, [], {}, None
        self.name = next((name for name in ("regions", "hierarchy") if index.has(name)), None)
        if self.name:
            self._read()
        self._read_leading()
        self._read_default_vias()

    def _read(self):
        name = self.name
        take = Bytes(self.index.content(name, 1), name)
        levels, i = take.fields("ii")
        most = 12 if name == "regions" else 22
        must(0 <= levels <= most and i == self.index.header["id_bytes"], f"{name}: head")
        count = self.count = 1 << levels
        pairs = [(a, b) for a in range(count) for b in range(a + 1)] if name == "regions" else None
        if name == "hierarchy":
            self.apart, pair_count = take.fields("iI")
            must(1 <= self.apart <= 1 << 16, "hierarchy: apart")
        self.cuts = [(cut >> 1, cut & 1) for cut in take.fields(f"{count}I")]
        must(all(at <= 1 << 29 for at, _ in self.cuts[1:]), f"{name}: a cut")
        if name == "hierarchy":
            first = take.fields(f"{2 * count + 1}I")
            must(list(first) == sorted(first) and first[-1] == pair_count, "hierarchy: partners")
            partners = take.fields(f"{pair_count}I")
            pairs = [(node, partner) for node in range(2 * count)
                     for partner in partners[first[node]:first[node + 1]]]
        self._read_via_sets(take, name, pairs, i)

    def _read_via_sets(self, take, name, pairs, i):
        ends = [0]
        for k in range(0, len(pairs), 8):
            first, block = take.integer(4), take.take(8)
            must(first == ends[-1], f"{name}: a block")
            ends += [first + end for end in block[:len(pairs) - k]]
        must(ends == sorted(ends) and take.left() == ends[-1] * i, f"{name}: ends")
        vias = [take.integer(i) for _ in range(ends[-1])]
        must(all(via < self.index.n for via in vias), f"{name}: via nodes")
        self.vias = {pair: vias[a:b] for pair, a, b in zip(pairs, ends, ends[1:])}

    def _read_leading(self):
        """Reads the number of leading via nodes of each pair of regions; None: all are."""
        self.leading = None
        if self.index.has("leading") and self.count:
            leading = self.index.content("leading", 1)
            must(len(leading) == len(self.vias), "leading: size")
            self.leading = dict(zip(self.vias, leading))

    def _read_default_vias(self):
        """Reads a bit for each via node of each pair of regions: tried by default; None: all
        are."""
        self.default_vias = None
        if self.index.has("default-vias") and self.index.has("regions"):
            marks = self.index.content("default-vias", 4)
            must(len(marks) == 4 * len(self.vias), "default-vias: size")
            self.default_vias = dict(zip(self.vias, struct.unpack(f"<{len(marks) // 4}I", marks)))

    def piece_digests(self):
        """Returns the digests of the tree and of every sixteen blocks."""
        if not self.count:
            return []
        data = self.index.content(self.name, 1)
        levels, i = struct.unpack_from("<ii", data)
        count, pairs = 1 << levels, len(self.vias)
        blocks = (pairs + 7) // 8
        tree = 16 + 4 * (3 * count + 1) if self.apart else 8 + 4 * count
        begin = tree + 4 * pairs if self.apart else tree
        ids = begin + 12 * blocks
        first = [struct.unpack_from("<I", data, begin + 12 * b)[0] for b in range(blocks)]
        first.append((len(data) - ids) // i)
        pieces = [piece_digest(data[:tree])]
        for a in range(0, blocks, 16):
            b = min(a + 16, blocks)
            parts = [data[begin + 12 * a:begin + 12 * b], data[ids + i * first[a]:ids + i * first[b]]]
            if self.apart:
                parts.insert(0, data[tree + 32 * a:tree + 4 * min(8 * b, pairs)])
            pieces.append(piece_digest(*parts))
        return pieces

    def at(self, x, y):
        """Returns the region of a point, map units. Requires regions."""
        h = self.index.header
        unit = 2 ** h["fraction_bits"]
        fixed = [round((p * h["scale"] - origin) * unit)
                 for p, origin in ((x, h["origin_x"]), (y, h["origin_y"]))]
        node = 1
        while node < self.count:
            cut, axis = self.cuts[node]
            node = 2 * node + (fixed[axis] >= cut * unit)
        return node - self.count

    def _box(self, node):
        """Returns (low, high) in x and in y of a node of the tree, lattice units."""
        box = [[0, self.index.header["width"]], [0, self.index.header["height"]]]
        for level in range(node.bit_length() - 1, 0, -1):
            cut, axis = self.cuts[node >> level]
            low, high = box[axis]
            box[axis][1 - (node >> (level - 1) & 1)] = min(max(cut, low), high)
        return box

    def _are_apart(self, a, b):
        a, b = self._box(a), self._box(b)
        side = max(high - low for low, high in a + b)
        gap = max(max(p[0] - q[1], q[0] - p[1]) for p, q in zip(a, b))
        return gap > 0 and 8 * gap >= self.apart * side

    def pair(self, a, b):
        """Returns the key for regions a and b in vias and leading."""
        if not self.apart:
            return max(a, b), min(a, b)
        a, b = a + self.count, b + self.count
        for level in range(a.bit_length() - 1, 0, -1):
            if self._are_apart(a >> level, b >> level):
                a, b = a >> level, b >> level
                break
        return max(a, b), min(a, b)
