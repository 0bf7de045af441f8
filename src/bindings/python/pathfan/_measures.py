"""Measures of paths, and paths as the library takes them."""

from __future__ import annotations

from typing import NamedTuple, Sequence

import numpy as np

from ._answers import Path
from ._arguments import points
from ._module import ffi
from ._packed import LEG_KINDS


class Measures(NamedTuple):
    """The quality of paths compared with each other; pathfan/path.h defines each number."""

    bounded_stretch: float
    local_optimality: float
    similarity: float
    length_ratio: float
    nearness: float
    loop: float


def _given_legs(path: Path, kept: list):
    """Returns the legs of a path that is handed to the library."""
    if not path.legs:
        return ffi.NULL
    given = ffi.new("pathfan_leg[]", len(path.legs))
    for slot, leg in zip(given, path.legs):
        slot.kind = LEG_KINDS.index(leg.kind)
        slot.feature = -1 if leg.feature is None else leg.feature
        slot.length, slot.cost, slot.first, slot.last, slot.level = leg.length, leg.cost, leg.first, leg.last, leg.level
    kept.append(given)
    return given


def given_paths(paths: Sequence, kept: list):
    """Returns paths that are handed to the library; `kept` keeps what they point to."""
    given = ffi.new("pathfan_path[]", len(paths))
    for slot, path in zip(given, paths):
        array, slot.points = points(path.points if isinstance(path, Path) else path, "paths")
        slot.point_count = len(array)
        slot.length = slot.cost = float(np.hypot(*np.diff(array, axis=0).T).sum())
        kept.append(array)
        if isinstance(path, Path):
            slot.legs, slot.leg_count = _given_legs(path, kept), len(path.legs)
            if path.heights is not None:
                kept.append(np.ascontiguousarray(path.heights, dtype=np.float64))
                slot.heights = ffi.cast("double *", ffi.from_buffer(kept[-1]))
    return given
