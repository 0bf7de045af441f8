"""Obstacles of a changing world: immutable snapshots of areas, openings and doors."""

from __future__ import annotations

from typing import NamedTuple, Sequence, Union

import numpy as np

from ._arguments import level_text, put_area, text
from ._errors import ArgumentError, check
from ._module import ffi, lib

Which = Union[str, int]

_VERBS = {"close": ("PATHFAN_CHANGE_SET", True), "open": ("PATHFAN_CHANGE_SET", False),
          "remove": ("PATHFAN_CHANGE_REMOVE", False)}


class Obstacle(NamedTuple):
    """An area or an opening of a snapshot, or a door of the map: a circle (x, y, radius), or corners [n, 2]."""

    id: int
    name: Union[str, None]
    closed: bool
    is_door: bool
    area: np.ndarray
    is_opening: bool


class SnapshotLink(NamedTuple):
    """A link of a snapshot: of the map, or added."""

    id: int
    name: Union[str, None]
    closed: bool
    is_of_map: bool
    at: np.ndarray
    cost: float
    cost_back: float
    flags: int


def _put_link(change, fields: dict, kept: list) -> None:
    """Fills a change that adds a link."""
    link = ffi.new("pathfan_link *")
    kept.append(link)
    change.kind, change.link = lib.PATHFAN_CHANGE_ADD_LINK, link
    for at, given in zip(link.at, fields.pop("link")):
        at.x, at.y = given
    if "cost" not in fields:
        raise ArgumentError("a link needs a cost")
    link.cost = fields.pop("cost")
    back = fields.pop("cost_back", link.cost)
    link.back = float("inf") if back is None else back
    link.flags = fields.pop("flags", 0)
    change.off = bool(fields.pop("closed", False))
    level = fields.pop("level", None)
    if level is not None:
        levels = (level, level) if isinstance(level, (str, int, float)) else tuple(level)
        change.floors = ffi.new("const char *[2]", [level_text(one, kept) for one in levels])
        kept.append(change.floors)
    name = fields.pop("name", None)
    if name is not None:
        change.name = text(name, "a name", kept)


def _put(change, given: dict, kept: list) -> None:
    """Fills a change from its form in JSON."""
    fields = dict(given)
    if "link" in fields:
        _put_link(change, fields, kept)
        if fields:
            raise ArgumentError(f"a link has no {', '.join(fields)}")
        return
    for verb, (kind, on) in _VERBS.items():
        if verb not in fields:
            continue
        which = fields.pop(verb)
        change.kind, change.on = getattr(lib, kind), on
        if isinstance(which, str):
            change.name = text(which, "a name", kept)
        else:
            change.id = which
        break
    else:
        opens = fields.get("kind") == "opening"
        if opens:
            del fields["kind"]
        change.kind = lib.PATHFAN_CHANGE_ADD_OPENING if opens else lib.PATHFAN_CHANGE_ADD_AREA
        change.off = bool(fields.pop("closed", not opens)) == opens
        name = fields.pop("name", None)
        if name is not None:
            change.name = text(name, "a name", kept)
        if "circle" not in fields and "polygon" not in fields:
            raise ArgumentError("a change has one of circle, polygon, link, close, open and remove")
        put_area(change.area, fields, kept)
    if fields:
        raise ArgumentError(f"a change has no {', '.join(fields)}")


class Obstacles:
    """A snapshot, made by Index.obstacles(): a set of areas and doors that never changes. A change
    makes another one; any number of threads may use both."""

    def __init__(self, obstacles, index, ids=()):
        self._obstacles = ffi.gc(obstacles, lib.pathfan_obstacles_release)
        self._index = index
        self.ids: list[int] = list(ids)  # of what each change that made it was about

    @property
    def version(self) -> int:
        """The number of changes that led to it."""
        return lib.pathfan_obstacles_version(self._obstacles)

    def change(self, changes: Sequence[dict]) -> "Obstacles":
        """Returns the snapshot after a list of changes: {"circle": (x, y, r)} or {"polygon":
        corners [n, 2]}, both optionally with "name", "level" and "closed", and with "kind": "opening"
        if walls are removed there; {"link": two points, "cost": C}, optionally with "cost_back"
        (None: one way), "level" of its ends, "flags", "name" and "closed"; {"close": N},
        {"open": N}, {"remove": N}, N a name or an id. All are made or, with ArgumentError, none."""
        kept: list = []
        list_ = ffi.new("pathfan_change[]", len(changes))
        for change, given in zip(list_, changes):
            _put(change, given, kept)
        to, ids, error = ffi.new("pathfan_obstacles **"), ffi.new("int64_t[]", len(changes)), ffi.new("pathfan_error *")
        check(lib.pathfan_obstacles_change(self._obstacles, list_, len(changes), to, ids, error), error)
        del kept
        return Obstacles(to[0], self._index, ids)

    def rebase(self) -> "Obstacles":
        """Returns the same for the index as it is after a reload."""
        to, error = ffi.new("pathfan_obstacles **"), ffi.new("pathfan_error *")
        check(lib.pathfan_obstacles_rebase(self._obstacles, self._index, to, error), error)
        return Obstacles(to[0], self._index)

    def __len__(self) -> int:
        return lib.pathfan_obstacles_count(self._obstacles)

    def get(self, which: Which) -> Union[Obstacle, None]:
        """Finds an area or a door by its name or id; None if there is none."""
        found = ffi.new("pathfan_obstacle *")
        name = which.encode() if isinstance(which, str) else ffi.NULL
        number = 0 if isinstance(which, str) else which
        if not lib.pathfan_obstacles_find(self._obstacles, name, number, found):
            return None
        area = found.area
        shape = (np.frombuffer(ffi.buffer(area.corners, 16 * area.corner_count)).copy().reshape(-1, 2)
                 if area.corner_count else np.array([area.centre.x, area.centre.y, area.radius]))
        return Obstacle(found.id, ffi.string(found.name).decode(errors="replace") if found.name else None,
                        found.on, found.is_door, shape, found.is_opening)

    @property
    def links(self) -> tuple[SnapshotLink, ...]:
        """All links, those of the map first. Their numbers are `feature` in the legs of paths."""
        one, found = ffi.new("pathfan_obstacle_link *"), []
        while lib.pathfan_obstacles_link(self._obstacles, len(found), one):
            link = one.link
            found.append(SnapshotLink(one.id, ffi.string(link.name).decode(errors="replace") or None, one.on,
                                      one.is_of_map, np.array([(at.x, at.y) for at in link.at]), link.cost,
                                      link.back, link.flags))
        return tuple(found)

    def __iter__(self):
        ids = ffi.new("int64_t[]", len(self))
        lib.pathfan_obstacles_ids(self._obstacles, ids)
        return (self.get(number) for number in ids)


def pointer(obstacles):
    """Returns what the library takes for a snapshot, or for none."""
    if obstacles is None:
        return ffi.NULL
    if not isinstance(obstacles, Obstacles):
        raise TypeError("obstacles must be what Index.obstacles(changes) returns")
    return obstacles._obstacles


def make(index, changes: Sequence[dict]) -> Obstacles:
    """Returns the snapshot of an index's doors, after a list of changes."""
    made, error = ffi.new("pathfan_obstacles **"), ffi.new("pathfan_error *")
    check(lib.pathfan_obstacles_create(index, made, error), error)
    doors = Obstacles(made[0], index)
    return doors.change(changes) if len(changes) else doors
