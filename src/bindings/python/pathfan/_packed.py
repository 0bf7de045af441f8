"""Answers as module.py packs them, in a few arrays."""

from __future__ import annotations

import struct
from typing import Union

import numpy as np

from ._answers import Answers, Leg
from ._module import ffi, lib

OUTCOMES = [ffi.string(lib.pathfan_outcome_name(i)).decode() for i in range(6)]
REASONS = [ffi.string(lib.pathfan_reason_name(i)).decode() for i in range(4)]
HEAD = np.dtype([("outcome", "i4"), ("reason", "i4"), ("count", "i4"), ("_", "i4"),
                 ("ends", "f8", (2, 2)), ("nearest", "f8", 2), ("generation", "u4"), ("flags", "u4"),
                 ("radius", "f8")])
PATH = np.dtype([("length", "f8"), ("cost", "f8"), ("gap", "f8"), ("first", "i8"), ("count", "i4"), ("filled", "i4"),
                 ("first_leg", "i8"), ("legs", "i4"), ("has_heights", "i4")])
POINT = np.dtype([("at", "f8", 2)])
assert HEAD.itemsize == ffi.sizeof("packed_head") and PATH.itemsize == ffi.sizeof("packed_path")
HEAD_FIELDS = struct.Struct("=iii4xdddddd4xId")  # unpacking is faster than reading each member
PATH_FIELDS = struct.Struct("=dddqiiqii")
LEG_FIELDS = struct.Struct("=ddddqqiiii")
LEG_KINDS = [ffi.string(lib.pathfan_leg_kind_name(i)).decode() for i in range(lib.PATHFAN_LEG_BORDER + 1)]
assert LEG_FIELDS.size == ffi.sizeof("packed_leg")


def legs_of(packed) -> list[Leg]:
    """Returns the legs of all packed paths."""
    def name(at):
        return ffi.string(packed.names + at).decode(errors="replace") or None if at >= 0 else None

    if not packed.leg_count:
        return []
    return [Leg(LEG_KINDS[kind], name(named), level, name(floor), length, cost, first, last,
                feature if feature >= 0 else None, rate)
            for length, cost, rate, level, named, floor, kind, feature, first, last in LEG_FIELDS.iter_unpack(
                ffi.buffer(packed.legs, packed.leg_count * LEG_FIELDS.size))]


def heights_of(packed) -> Union[np.ndarray, None]:
    """Returns the heights of the points of all packed paths; None: no path has any."""
    if not packed.path_count or not packed.paths[0].has_heights:
        return None
    return np.frombuffer(ffi.buffer(packed.heights, 8 * packed.point_count)).copy()


def answers_of(packed) -> Answers:
    """Returns packed answers."""
    def array(pointer, number, kind):
        return np.frombuffer(ffi.buffer(pointer, number * kind.itemsize), kind).copy() if number else np.empty(0, kind)

    return Answers(array(packed.heads, packed.head_count, HEAD), array(packed.paths, packed.path_count, PATH),
                   array(packed.points, packed.point_count, POINT)["at"], (OUTCOMES, REASONS), legs_of(packed),
                   heights_of(packed))
