"""What is found at single places: see Index.ray, wall, move, check."""

from __future__ import annotations

from typing import NamedTuple, Union

from ._module import ffi, lib


class Hit(NamedTuple):
    """Something in the way."""

    outcome: str
    """"ok", or "start_blocked": then nothing is found."""
    found: bool
    start: tuple[float, float]
    """The point used: rounded."""
    at: tuple[float, float]
    distance: float
    normal: tuple[float, float]
    """Of length 1: from the wall into free space; 0, 0 if nothing was found."""
    obstacle: int
    """The number of the area that it is a side of; 0: a wall of the map."""


class Checked(NamedTuple):
    """Whether a path can still be walked."""

    leg: Union[int, None]
    """The first one that is blocked, from its point of that number to the next; None: none is."""
    still_shortest: bool
    """Whether it is known to be still the shortest: nothing has been opened since."""
    hit: Hit
    """What is in the way of that leg."""


def hit(told) -> Hit:
    return Hit(ffi.string(lib.pathfan_outcome_name(told.outcome)).decode(), told.found,
               (getattr(told, "from").x, getattr(told, "from").y), (told.at.x, told.at.y), told.distance,
               (told.normal.x, told.normal.y), told.obstacle)


def checked(told) -> Checked:
    return Checked(told.leg if told.leg >= 0 else None, told.still_shortest, hit(told.hit))
