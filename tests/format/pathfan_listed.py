"""pathfan_listed.py - listed hubs of an index file, decoded and checked by docs/format.md ("Listed
hubs", "Pieces"). pathfan_file.py reads the rest."""
import struct

from pathfan_container import Bytes, must, piece_digest


def number_at(data, at, bits):
    """Returns the `bits` bits from bit `at` on."""
    eight = int.from_bytes(data[at // 8:at // 8 + 8], "little")
    return eight >> at % 8 & (1 << bits) - 1


class Listed:
    """Lists: by (region, hub) the entries (first vertex, length); pairs: by districts (a, b), a >=
    b, the hubs, None if they aren't listed. count is 0 if the file has none."""

    def __init__(self, index):
        self.index, self.count, self.entries, self.lists, self.pairs = index, 0, 0, {}, {}
        if index.has("listed-firsts") and index.has("listed-pairs") and index.has("listed-pieces"):
            self._read_firsts()
            self._read_pairs()
            self._check_labels()
            digests = index.content("listed-pieces", 8)
            must(list(struct.unpack(f"<{len(digests) // 8}Q", digests)) == self._digests(),
                 "listed-pieces: digests")

    def _read_firsts(self):
        data = self.index.content("listed-firsts", 1)
        take = Bytes(data, "listed-firsts")
        levels, district_levels, i, size, bits = take.fields("iiiii")
        must(0 <= district_levels <= levels <= 16 and i == self.index.header["id_bytes"]
             and size in (6, 7) and 0 < bits <= 12, "listed-firsts: head")
        entry_count, first_count, hub_count = take.fields("III")
        self.count, self.districts, self.slot_bits = 1 << levels, 1 << district_levels, bits
        self.each, self.entries, self.entry_bytes = self.count // self.districts, entry_count, size
        room = (entry_count * size + 4 + 7) // 8 * 8
        raw = take.take(room)
        must(not any(raw[entry_count * size:]), "listed-firsts: slack")
        self.cuts = [(cut >> 1, cut & 1) for cut in take.fields(f"{self.count}I")]
        must(all(at <= 1 << 29 for at, _ in self.cuts[1:]), "listed-firsts: a cut")
        self.spans = list(zip(*[iter(take.fields(f"{2 * self.count + 2}I"))] * 2))
        self.first_hub = take.fields(f"{self.districts + 1}I")
        must(self.spans[0] == (0, 0) and self.spans[-1] == (first_count, entry_count)
             and self.first_hub[0] == 0 and self.first_hub[-1] == hub_count, "listed-firsts: ends")
        must(all(list(part) == sorted(part) for part in (*zip(*self.spans), self.first_hub)),
             "listed-firsts: order")
        self.ends_at = len(data) - take.left()
        ends = list(take.fields(f"{hub_count * self.each}H"))
        firsts = [take.integer(i) for _ in range(first_count)]
        hubs = [take.integer(i) for _ in range(hub_count)]
        must(not take.left() and all(v < self.index.n for v in firsts + hubs), "listed-firsts: ids")
        self.hubs = [hubs[a:b] for a, b in zip(self.first_hub, self.first_hub[1:])]
        must(all(part == sorted(set(part)) for part in self.hubs), "listed-firsts: hubs")
        number_bits = 8 * (size - 5)
        for region in range(self.count):
            (first, at), (first_end, entry_end) = self.spans[region:region + 2]
            own = firsts[first:first_end]
            must(own == sorted(set(own)), "listed-firsts: first vertices")
            begin = at
            for hub in self.hubs[region // self.each]:
                end = begin + ends.pop(0)
                must(at <= end <= entry_end, "listed-firsts: an end")
                coded = [int.from_bytes(raw[k * size:(k + 1) * size], "little")
                         for k in range(at, end)]
                must(all((e & (1 << number_bits) - 1) < len(own) for e in coded),
                     "listed-firsts: an entry")
                self.lists[region, hub] = [(own[e & (1 << number_bits) - 1], e >> number_bits)
                                           for e in coded]
                at = end
            must(at == entry_end, "listed-firsts: entries")

    def _check_labels(self):
        for (_, hub), entries in self.lists.items():
            for first, length in entries:
                must(length == 0 if first == hub else
                     length in (label.length for label in self.index.labels[first]
                                if label.hub == hub), "listed-firsts: a length")

    def _read_pairs(self):
        data = self.index.content("listed-pairs", 1)
        take = Bytes(data, "listed-pairs")
        pairs = [(a, b) for a in range(self.districts) for b in range(a + 1)]
        ends = [0]
        for k in range(0, len(pairs), 8):
            first, block = take.integer(4), take.fields("8H")
            must(first == ends[-1], "listed-pairs: a block")
            ends += [first + end for end in block[:len(pairs) - k]]
        must(ends == sorted(ends), "listed-pairs: order")
        self.records_at, self.record_ends = len(data) - take.left(), ends
        records = take.take(take.left())
        bits = self.slot_bits
        must(len(records) == (2 * bits * ends[-1] + 7) // 8 + 4 and not any(records[-4:]),
             "listed-pairs: size")
        for pair, a, b in zip(pairs, ends, ends[1:]):
            slots = [tuple(number_at(records, (2 * k + which) * bits, bits) for which in (0, 1))
                     for k in range(a, b)]
            self.pairs[pair] = None
            if slots == [((1 << bits) - 1,) * 2]:
                continue
            hubs = [tuple(self.hubs[d][slot] for d, slot in zip(pair, both)) for both in slots]
            must(all(one == two for one, two in hubs), "listed-pairs: a slot")
            self.pairs[pair] = [hub for hub, _ in hubs]

    def _digests(self):
        """Returns the digests of head and tree, of districts, of each eight blocks."""
        firsts, pairs = (self.index.content(name, 1) for name in ("listed-firsts", "listed-pairs"))
        i, size, each = self.index.header["id_bytes"], self.entry_bytes, self.each
        tree = 32 + (self.entries * size + 4 + 7) // 8 * 8
        ids = self.ends_at + 2 * self.first_hub[-1] * each
        hubs = ids + i * self.spans[-1][0]
        found = [piece_digest(firsts[:32], firsts[tree:self.ends_at])]
        for d, (hub, hub_end) in enumerate(zip(self.first_hub, self.first_hub[1:])):
            (first, entry), (first_end, entry_end) = self.spans[d * each], self.spans[(d + 1) * each]
            found.append(piece_digest(
                firsts[32 + entry * size:32 + entry_end * size],
                firsts[self.ends_at + 2 * hub * each:self.ends_at + 2 * hub_end * each],
                firsts[ids + first * i:ids + first_end * i],
                firsts[hubs + hub * i:hubs + hub_end * i]))
        count, record = len(self.pairs), 2 * self.slot_bits
        blocks = (count + 7) // 8
        for a in range(0, blocks, 8):
            b = min(a + 8, blocks)
            begin, end = (self.record_ends[min(8 * k, count)] * record for k in (a, b))
            found.append(piece_digest(
                pairs[20 * a:20 * b],
                pairs[self.records_at + begin // 8:self.records_at + (end + 7) // 8]))
        return found
