"""Drawings for tests of limits."""

SMALL = {"width": 40, "height": 30, "obstacles": [{"rect": [10, 0, 4, 20]}]}


def bars(count, side=1000):
    """So many thin rectangles, half of them horizontal: a few kilobytes, and count^2 / 4 cells."""
    step = side / (count // 2)
    obstacles = []
    for i in range(count // 2):
        at, width = (i + 0.3) * step, 0.4 * step
        obstacles += [{"rect": [at, 1, width, side - 2]}, {"rect": [1, at, side - 2, width]}]
    return {"width": side, "height": side, "obstacles": obstacles}
