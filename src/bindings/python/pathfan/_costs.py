"""Costs over terrains: fields, and the costs of paths through given points."""

from __future__ import annotations

from typing import Callable, NamedTuple, Union

import numpy as np

from ._arguments import put_whole
from ._module import ffi, lib

Progress = Union[Callable[[int], object], None]


class Field(NamedTuple):
    """The cheapest paths from many points to one goal."""

    cost: np.ndarray
    """float64 [n]; inf: there is none."""
    heading: np.ndarray
    """float64 [n, 2]: unit vectors of the first steps; 0, 0 at the goal or without a path."""
    feature: np.ndarray
    """int32 [n]: the number in the map's file of the first road, river or area used; -1: none."""
    gap: np.ndarray
    """float64 [n]: the least cost is at least cost - gap; 0 but over areas with a rate."""


class _Watch:
    """Is told how far a call is, and keeps what is raised meanwhile."""

    def __init__(self, progress: Progress):
        self.progress, self.error = progress, None


@ffi.def_extern()
def field_go_on(context, done):
    """Returns whether a call goes on. Signal handlers run here, so Ctrl-C ends it."""
    watch = ffi.from_handle(context)
    try:
        if watch.progress is not None:
            watch.progress(done)
        return True
    except BaseException as error:  # is raised by `ask`, not in the library
        watch.error = error
        return False


def ask(index, work_limit: int, progress: Progress, call, *arguments) -> None:
    """Makes a call that takes a query object first, within limits."""
    watch, limits = _Watch(progress), ffi.new("pathfan_field_limits *")
    handle = ffi.new_handle(watch)
    put_whole(limits, "work_limit", work_limit)
    limits.go_on, limits.context = lib.field_go_on, handle
    scratch = index._take()
    try:
        lib.pathfan_query_limit_fields(scratch.query, limits)
        try:
            status = call(scratch.query, *arguments)
        finally:
            lib.pathfan_query_limit_fields(scratch.query, ffi.NULL)
        if watch.error is not None:
            raise watch.error
        if status:
            raise scratch.fail(status)
    finally:
        index._idle.append(scratch)


def field_of(values, count: int) -> Field:
    """Returns the library's values as arrays."""
    told = [(v.cost, v.heading_x, v.heading_y, v.feature, v.gap) for v in values[0:count]]
    array = np.array(told, dtype=np.float64).reshape(-1, 5)
    return Field(array[:, 0].copy(), array[:, 1:3].copy(), array[:, 3].astype(np.int32), array[:, 4].copy())
