"""measure.py INDEX... - prints the processor time that Python adds to a request: the best of many
alternating rounds. Checks nothing."""

import os
import sys
import time

import numpy as np
import pathfan


def measure(name, count):
    index = pathfan.open(name)
    info = index.info
    draw = np.random.default_rng(3)
    ends = draw.uniform((info.x, info.y), (info.x + info.width, info.y + info.height), (2, 4 * count, 2))
    free = np.flatnonzero(index.many(*ends, paths=1).outcomes == 0)[:count]
    starts, goals = ends[0][free], ends[1][free]
    pairs = [(tuple(a), tuple(b)) for a, b in zip(starts.tolist(), goals.tolist())]

    def batch(k):
        index.many(starts, goals, paths=k)

    def singly(k):
        for a, b in pairs:
            index.paths(a, b, paths=k)

    def singly_with_points(k):
        for a, b in pairs:
            for path in index.paths(a, b, paths=k):
                path.points

    for k in (1, 3):
        least = dict.fromkeys((batch, singly, singly_with_points), np.inf)
        for _ in range(200):
            for way in least:
                begin = time.thread_time_ns()
                way(k)
                least[way] = min(least[way], (time.thread_time_ns() - begin) / len(pairs) / 1000)
        print(f"{os.path.basename(name)}: {len(pairs)} requests of {k} paths, {least[batch]:.2f} us each in a "
              f"batch; one by one {least[singly] - least[batch]:.2f} more, with a look at each path "
              f"{least[singly_with_points] - least[batch]:.2f}")


for path in sys.argv[1:]:
    measure(path, 30)
