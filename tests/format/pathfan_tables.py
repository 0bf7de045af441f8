"""pathfan_tables.py - the tables of an index file, CVPD^1 and so on: rows of runs of via nodes, decoded and
checked by docs/format.md ("Tables"). pathfan_file.py reads the rest."""
from collections import namedtuple

from pathfan_container import Bytes, must

Run = namedtuple("Run", "first value")  # value None: no via node


def bits(things):
    return 0 if things <= 1 else (things - 1).bit_length()


def packed(data, width, count, what):
    """Returns a list of packed numbers; checks that the data is long enough."""
    must((width * count + 7) // 8 <= len(data), f"{what}: cut off")
    whole = int.from_bytes(data[:(width * count + 7) // 8], "little")
    return [whole >> (i * width) & ((1 << width) - 1) for i in range(count)]


def read_table(index, number):
    """Returns the rows of CVPD^number, each a list of runs."""
    name = f"cvpd{number}"
    take = index._sized(name + "-first", 4, index.n + 1)
    first = [2 * take.integer(4) for _ in range(index.n + 1)]
    data = index.content(name, 1)
    must(first[0] == 0 and first == sorted(first) and first[-1] + 16 == len(data),
         f"{name}: rows out of order")
    must(len(index.sections[name].chunks) <= 64, f"{name}: chunks")
    cuts, at = set(), 0
    for chunk in index.sections[name].chunks:
        cuts.add(at)
        at += chunk.bytes
    for cut in cuts:  # a row or the slack would straddle it
        must(cut in first, f"{name}: a row in two chunks")
    return [read_row(index, data[a:b], name) for a, b in zip(first, first[1:])]


def read_row(index, data, name):
    """Returns the runs of a row."""
    n, i = index.n, index.header["id_bytes"]
    take = Bytes(data, name)
    runs, distinct = take.integer(i), take.integer(i)
    must(runs <= n and distinct <= runs and (distinct or not runs), f"{name}: counts")
    w = bits(n + 1)
    values = packed(take.take((distinct * w + 7) // 8), w, distinct, name)
    must(all(v <= n for v in values), f"{name}: a value")
    blocks = (n + 255) // 256
    c = 1 if runs < 256 else 2 if runs < 65536 else 4
    if runs * i <= c * blocks + runs:
        starts = [take.integer(i) for _ in range(runs)]
    else:
        before = [take.integer(c) for _ in range(blocks)] + [runs]
        must(before[0] == 0 and before == sorted(before), f"{name}: blocks")
        low = take.take(runs)
        starts = [256 * b + low[k] for b in range(blocks)
                  for k in range(before[b], before[b + 1])]
    must(not runs or starts[0] == 0, f"{name}: first column")
    must(all(a < b for a, b in zip(starts, starts[1:])) and (not runs or starts[-1] < n),
         f"{name}: columns")
    w = bits(distinct)
    which = packed(take.take((runs * w + 7) // 8), w, runs, name)
    must(all(k < distinct for k in which), f"{name}: which")
    must(take.left() <= 1, f"{name}: longer than it says")
    return [Run(start, None if values[k] == n else values[k])
            for start, k in zip(starts, which)]
