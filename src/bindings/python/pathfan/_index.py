"""Indexes, and what can be asked of them."""

from __future__ import annotations

from typing import NamedTuple, Sequence, Union

import numpy as np

from ._answers import Answer, Answers, Floor, Link, Path
from ._arguments import points, xy
from ._costs import Field, Progress, ask, field_of
from ._errors import ArgumentError, check, failure
from ._measures import Measures, given_paths
from ._module import ffi, lib
from ._obstacles import Obstacles, make, pointer
from ._packed import HEAD, OUTCOMES, PATH, PATH_FIELDS, HEAD_FIELDS, REASONS, answers_of, heights_of, legs_of
from ._places import Checked, Hit, checked, hit
from ._request import fill

Point = Union[Sequence[float], np.ndarray]

_INVALID = lib.PATHFAN_OUTCOME_INVALID_REQUEST
_CHUNK = 1024  # requests between two checks for signals


class Info(NamedTuple):
    """Facts about an index."""

    map: str
    format: str
    options: str
    vertices: int
    polygons: int
    components: int
    bytes: int
    x: float
    y: float
    width: float
    height: float
    unit: float
    is_terrain: bool
    agent_radius: float
    radii: tuple[float, ...]


class Ignored(NamedTuple):
    """Contents of a map that have no effect, or contradict each other: all of one kind."""

    kind: str
    count: int
    sentence: str
    example: str


class _Scratch:
    """The objects that a call uses, exclusively."""

    def __init__(self, index):
        query = ffi.new("pathfan_query **")
        status = lib.pathfan_query_create(index._index, query)
        if status:
            raise failure(status)
        self.query = ffi.gc(query[0], lib.pathfan_query_free)  # freed first, then the index
        self.index = index._index
        self.packed = ffi.gc(ffi.new("packed *"), lib.packed_free)
        self.request = ffi.new("pathfan_request *")

    def fail(self, status):
        return failure(status, ffi.string(lib.pathfan_query_error(self.query)).decode(errors="replace"))


class Index:
    """An open index; see open(). Any number of threads may use it."""

    def __init__(self, index, kept=None):
        self._index, self._kept = index, kept
        # Scratch that no call uses. It isn't one per thread, because signal handlers and finalizers
        # that make requests interrupt a call of their own thread.
        self._idle: list[_Scratch] = []

    def __repr__(self) -> str:
        info = self.info
        return f"<pathfan.Index {info.map}: {info.width:g} x {info.height:g}, {info.vertices} vertices>"

    def _take(self) -> _Scratch:
        """Returns scratch, which goes back to _idle after the call."""
        try:
            return self._idle.pop()
        except IndexError:
            return _Scratch(self)

    @property
    def info(self) -> Info:
        """Facts about the index."""
        i = ffi.new("pathfan_index_info *")
        lib.pathfan_index_info_get(self._index, i)
        return Info(ffi.string(i.source_name).decode(errors="replace"), f"{i.format_major}.{i.format_minor}",
                    ffi.string(i.options).decode(errors="replace"), i.vertex_count, i.polygon_count,
                    i.component_count, i.file_bytes, i.origin_x, i.origin_y, i.width, i.height, i.unit,
                    i.is_terrain, i.agent_radius, tuple(i.radii[0:i.radius_count]))

    @property
    def ignored(self) -> list[Ignored]:
        """Contents of the map that have no effect, by kind."""
        one, told = ffi.new("pathfan_ignored *"), []
        while lib.pathfan_index_ignored(self._index, len(told), one):
            texts = (ffi.string(text).decode(errors="replace") for text in (one.kind, one.sentence, one.example))
            kind, sentence, example = texts
            told.append(Ignored(kind, one.count, sentence, example))
        return told

    @property
    def floors(self) -> tuple[Floor, ...]:
        """The floors of the map, from low to high levels; a map without floors has one."""
        scratch, floor = self._take(), ffi.new("pathfan_floor *")
        try:
            found = []
            while lib.pathfan_query_floor(scratch.query, len(found), floor):
                found.append(Floor(ffi.string(floor.name).decode(errors="replace"), floor.level,
                                   (floor.offset.x, floor.offset.y),
                                   (floor.low.x, floor.low.y, floor.high.x, floor.high.y)))
            return tuple(found)
        finally:
            self._idle.append(scratch)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of the map."""
        scratch, link = self._take(), ffi.new("pathfan_link *")
        try:
            found = []
            while lib.pathfan_query_link(scratch.query, len(found), link):
                found.append(Link(ffi.string(link.name).decode(errors="replace") or None,
                                  np.array([(at.x, at.y) for at in link.at]), tuple(link.floor), link.cost,
                                  link.back, link.flags))
            return tuple(found)
        finally:
            self._idle.append(scratch)

    def _floors_of(self, request: dict) -> dict:
        """The floors of an answer to a request with levels."""
        level = next((request[name] for name in ("to_level", "from_level") if request.get(name) is not None), None)
        if level is None:
            return {}
        floors = self.floors
        goal = next((f for f in floors if level == (f.name if isinstance(level, str) else f.level)), None)
        if goal is None:  # a level as a text
            goal = next((f for f in floors if f.level == float(level)), floors[0])
        return {"floors": floors, "goal_offset": goal.offset}

    def verify(self) -> None:
        """Checks every digest and structure. Raises DamagedError."""
        error = ffi.new("pathfan_error *")
        check(lib.pathfan_index_verify(self._index, error), error)

    def reload(self) -> bool:
        """Switches to the file that is at the path now; returns whether it is another file."""
        if not lib.pathfan_index_is_stale(self._index):
            return False
        error = ffi.new("pathfan_error *")
        check(lib.pathfan_index_reload(self._index, error), error)
        return True

    def obstacles(self, changes: Sequence[dict] = ()) -> Obstacles:
        """Returns a snapshot of the map's doors in their initial state, after a list of changes: see
        Obstacles.change. Requests take it as `obstacles`."""
        return make(self._index, changes)

    def paths(self, start: Point, goal: Point, **request) -> Answer:
        """Returns up to `paths` different paths from start to goal.

        request: paths=3, stretch=1.5, dissimilarity=0.6, separation=0 (map units),
        separation_share=0.02, fill=False, snap=0, effort="fast" or "thorough", avoid=[(x, y,
        radius) or corners [n, 2] or, on a floor, {"circle" or "polygon": ..., "level": L}, ...],
        obstacles=index.obstacles(...), partial=False, snap_any=False, objective={"length": 1, ...},
        max_bounded_stretch=0, min_local_optimality=0, max_loop=1.5, algorithm="index",
        splices="auto", tables=0, access=0, work_limit=0, max_gap=1e-6 (over areas with a rate: how
        far path 1 may be above the least cost, as a share of it), radius=0 (of the agent: the least
        radius of the index that isn't smaller answers). from_level, to_level: levels or names of
        the floors of start and goal; the answer's points are on floors, too. link_flags=0: a link
        can be used if all of its flags are among these bits. Raises ArgumentError for values out of range."""
        start_x, start_y = xy(start, "start")
        goal_x, goal_y = xy(goal, "goal")
        scratch = self._take()
        try:
            r, packed = scratch.request, scratch.packed
            kept = fill(r, request)
            status = lib.pack(scratch.query, r, start_x, start_y, goal_x, goal_y, packed)
            del kept
            if status:
                raise scratch.fail(status)
            outcome, reason, number, x, y, to_x, to_y, near_x, near_y, flags, radius = HEAD_FIELDS.unpack_from(
                ffi.buffer(packed.heads, HEAD.itemsize))
            paths = []
            if number:
                count = packed.point_count
                at = np.frombuffer(ffi.buffer(packed.points, 16 * count)).copy().reshape(count, 2)
                legs = legs_of(packed)
                heights = heights_of(packed)
                for length, cost, gap, first, count, filled, leg, steps, has_heights in PATH_FIELDS.iter_unpack(
                        ffi.buffer(packed.paths, number * PATH.itemsize)):
                    paths.append(Path(length, at[first:first + count], cost, filled != 0,
                                      tuple(legs[leg:leg + steps]),
                                      heights[first:first + count] if has_heights else None, gap))
        finally:
            self._idle.append(scratch)
        return Answer(OUTCOMES[outcome], REASONS[reason], (x, y), (to_x, to_y), paths, radius,
                      (near_x, near_y) if flags & 1 else None, flags & 2 != 0, flags & 4 == 0, **self._floors_of(request))

    def many(self, starts, goals, **request) -> Answers:
        """Answers many requests in one call, without the GIL: starts [n, 2] and goals [n, 2];
        either may be a single point [2]. The request's keywords are those of paths()."""
        starts, goals = (a.reshape(0, 2) if a.shape == (0,) else a  # an empty list
                         for a in (np.asarray(ends, dtype=np.float64) for ends in (starts, goals)))
        count = max(len(a) for a in (starts, goals) if a.ndim == 2) if max(starts.ndim, goals.ndim) == 2 else 1
        for array, what in ((starts, "starts"), (goals, "goals")):
            if array.shape not in ((2,), (count, 2)):
                raise ArgumentError(f"{what}: must be a point or as many points as the other, [n, 2]")
        starts, a = points(np.broadcast_to(starts, (count, 2)), "starts")
        goals, b = points(np.broadcast_to(goals, (count, 2)), "goals")
        invalid = ffi.new("int64_t *")

        scratch = self._take()
        try:
            kept = fill(scratch.request, request)
            packed = scratch.packed
            packed.head_count = packed.path_count = packed.point_count = packed.leg_count = packed.name_count = 0
            for begin in range(0, count, _CHUNK):
                status = lib.pack_many(scratch.query, scratch.request, a + begin, b + begin,
                                       min(_CHUNK, count - begin), packed, invalid)
                if status:
                    error = scratch.fail(status)
                    if invalid[0] >= 0:
                        error.args = (f"request {begin + invalid[0]}: {error}",)
                    raise error
            del kept
            return answers_of(packed)
        finally:
            lib.packed_free(scratch.packed)  # it may be large after a batch
            self._idle.append(scratch)

    def group(self, units, end: Point, *, from_one: bool = False, weights: str = "equal", seed: int = 0,
              **request) -> tuple[Answers, np.ndarray]:
        """Returns the answers of units that share an end, and which path each takes: int32 [n], -1
        if it has none. Units spread over their paths: as many on each ("equal"), or more on shorter
        ones ("length"); the seed decides who takes which.

        units: [n, 2]; they go to `end`, or come from there if `from_one`. request: as for paths()."""
        if weights not in ("equal", "length"):
            raise ArgumentError(f"weights: must be equal or length, not {weights!r}")
        units, at = points(units, "units")
        chosen, invalid = np.full(len(units), -1, np.int32), ffi.new("int64_t *")
        scratch = self._take()
        try:
            kept = fill(scratch.request, request)
            shared = ffi.new("pathfan_point *")
            shared.x, shared.y = xy(end, "end")
            packed = scratch.packed
            packed.head_count = packed.path_count = packed.point_count = packed.leg_count = packed.name_count = 0
            status = lib.pack_group(scratch.query, scratch.request, at, len(units), shared[0], from_one,
                                    ("equal", "length").index(weights), seed, packed,
                                    ffi.cast("int32_t *", ffi.from_buffer(chosen)), invalid)
            if status:
                error = scratch.fail(status)
                if invalid[0] >= 0:
                    error.args = (f"unit {invalid[0]}: {error}",)
                raise error
            del kept
            return answers_of(packed), chosen
        finally:
            lib.packed_free(scratch.packed)
            self._idle.append(scratch)

    def field(self, goal: Point, at, *, work_limit: int = 0, progress: Progress = None) -> Field:
        """Returns the costs of the cheapest paths over a terrain from points, at [n, 2], to a goal, by
        one search for all.

        progress: called many times a second with the number of points done; an exception in it ends the
        call, as Ctrl-C does. Raises LimitError at the work limit (0: none), ArgumentError for other maps."""
        places, from_ = points(at, "at")
        to, values = ffi.new("pathfan_point *"), ffi.new("pathfan_field_value[]", max(1, len(places)))
        to.x, to.y = xy(goal, "goal")
        ask(self, work_limit, progress, lib.pathfan_query_field, to[0], from_, len(places), values, ffi.NULL)
        return field_of(values, len(places))

    def via(self, start: Point, goal: Point, at, *, limit: float = float("inf"), work_limit: int = 0,
            progress: Progress = None) -> np.ndarray:
        """Returns bounds on the costs of the cheapest paths over a terrain from start to goal through each of
        the points, at [n, 2]: float64 [n, 2], least and most, which differ only over areas with a rate; inf:
        there is no path. Points whose cost is at most 5% above that of paths()[0] are in the corridor of 5%.

        limit: costs above it needn't be exact, which saves work. The rest is as for field()."""
        places, over = points(at, "at")
        ends = ffi.new("pathfan_point[2]")
        for end, (x, y) in zip(ends, (xy(start, "start"), xy(goal, "goal"))):
            end.x, end.y = x, y
        costs = np.empty((len(places), 2))
        ask(self, work_limit, progress, lib.pathfan_query_via, ends[0], ends[1], limit, over, len(places),
            ffi.cast("double(*)[2]", ffi.from_buffer(costs)))
        return costs

    @property
    def rates(self) -> np.ndarray:
        """float64 [n]: on a terrain, the cost per distance on the ground of each of `cells`. Raises
        ArgumentError for other maps."""
        info, area = ffi.new("pathfan_terrain_info *"), ffi.new("pathfan_terrain_area *")
        if not lib.pathfan_index_terrain_info(self._index, info):
            raise ArgumentError("the map has no roads, rivers or areas with a rate")
        return np.array([area.rate if lib.pathfan_index_terrain_area(self._index, number, area) else info.background_rate
                         for number in range(self.info.polygons)])

    @property
    def cells(self) -> list[np.ndarray]:
        """The convex cells of free space: of each its corners, float64 [n, 2], in the plane of all
        floors."""
        room = ffi.new("pathfan_point[]", 64)
        found = []
        for number in range(self.info.polygons):
            count = lib.pathfan_index_polygon(self._index, number, room, len(room))
            if count > len(room):
                room = ffi.new("pathfan_point[]", count)
                count = lib.pathfan_index_polygon(self._index, number, room, len(room))
            found.append(np.frombuffer(ffi.buffer(room, 16 * count)).copy().reshape(count, 2))
        return found

    @property
    def walls(self) -> np.ndarray:
        """The border of free space: float64 [n, 2, 2], straight pieces with free space on one side. They
        are the sides of cells that no two cells share; closed doors aren't among them."""
        sides = [np.stack([cell, np.roll(cell, -1, axis=0)], axis=1) for cell in self.cells]
        if not sides:
            return np.empty((0, 2, 2))
        sides = np.concatenate(sides)
        ends = sides.reshape(-1, 4)
        lower = (ends[:, 0] < ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] <= ends[:, 3]))
        keys = np.where(lower[:, None], ends, ends[:, [2, 3, 0, 1]])  # the same in both directions
        _, index, times = np.unique(keys, axis=0, return_index=True, return_counts=True)
        return sides[np.sort(index[times == 1])]

    @property
    def is_y_up(self) -> bool:
        """Whether y goes up, on maps: to the north, if longitudes and latitudes were projected, and on
        robots' maps (.yaml) and ESRI's grids (.asc). On others it goes down."""
        options, texts = ffi.new("pathfan_map_options *"), ffi.new("char[]", lib.PATHFAN_MAP_TEXTS_BYTES)
        info = self.info
        lib.pathfan_map_options_of(info.options.encode(), options, texts)
        return options.projection == lib.PATHFAN_PROJECTION_LOCAL or info.map.endswith((".yaml", ".yml", ".asc"))

    def plot(self, answer: Union[Answer, None] = None, axes=None, **style):
        """Draws the walls of the map, and an answer's paths in it, with matplotlib, the right way up;
        returns the axes. The caller's axes keep their aspect and direction."""
        from matplotlib import collections

        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.gca()
            axes.set_aspect("equal")
            if axes.yaxis_inverted() == self.is_y_up:
                axes.invert_yaxis()
        axes.add_collection(collections.LineCollection(self.walls, colors="0.35", linewidths=0.8, zorder=1))
        axes.autoscale_view()
        return axes if answer is None else answer.plot(axes, **style)

    def distance(self, start: Point, goal: Point) -> float:
        """Returns the length, on terrains the cost, of the shortest path; inf if there is none."""
        return float(self.distances(start, [goal])[0])

    def distances(self, start: Point, goals) -> np.ndarray:
        """Returns the distances from a point to many, goals [n, 2]: float64 [n], inf if no path."""
        goals, to = points(goals, "goals")
        from_ = ffi.new("pathfan_point *")
        from_.x, from_.y = xy(start, "start")
        lengths, outcomes = np.empty(len(goals)), np.empty(len(goals), np.uint32)
        into, told = (ffi.cast(kind, ffi.from_buffer(array))
                      for kind, array in (("double *", lengths), ("pathfan_outcome *", outcomes)))
        scratch = self._take()
        try:
            for begin in range(0, len(goals), _CHUNK):
                count = min(_CHUNK, len(goals) - begin)
                status = lib.pathfan_query_distances(scratch.query, from_[0], to + begin, count,
                                                     into + begin, told + begin)
                if not status and _INVALID in outcomes[begin:begin + count]:
                    status = lib.PATHFAN_ERR_ARGUMENT
                if status:
                    raise scratch.fail(status)
        finally:
            self._idle.append(scratch)
        lengths[outcomes != 0] = np.inf
        return lengths

    def nearest_free(self, point: Point, radius: float) -> Union[np.ndarray, None]:
        """Returns the free point nearest to a point, float64 [2], within the radius, or None."""
        at, found, nearest = ffi.new("pathfan_point *"), ffi.new("bool *"), ffi.new("pathfan_point *")
        at.x, at.y = xy(point, "point")
        scratch = self._take()
        try:
            status = lib.pathfan_query_nearest_free(scratch.query, at[0], radius, nearest, found)
            if status:
                raise scratch.fail(status)
        finally:
            self._idle.append(scratch)
        return np.array([nearest.x, nearest.y]) if found[0] else None

    def _ask(self, call, *arguments) -> None:
        """Makes a call that takes a query object first."""
        scratch = self._take()
        try:
            status = call(scratch.query, *arguments)
            if status:
                raise scratch.fail(status)
        finally:
            self._idle.append(scratch)

    def ray(self, start: Point, goal: Point, obstacles: Union[Obstacles, None] = None) -> Hit:
        """Looks straight from a point to another, which may lie anywhere: Hit.at is where a wall is
        in the way, or the goal. Touching a wall is no hit."""
        told = ffi.new("pathfan_hit *")
        self._ask(lib.pathfan_query_ray, xy(start, "start"), xy(goal, "goal"), pointer(obstacles), told)
        return hit(told)

    def wall(self, start: Point, radius: float = float("inf"), obstacles: Union[Obstacles, None] = None) -> Hit:
        """Finds the wall nearest to a point, within a radius."""
        told = ffi.new("pathfan_hit *")
        self._ask(lib.pathfan_query_wall, xy(start, "start"), radius, pointer(obstacles), told)
        return hit(told)

    def move(self, start: Point, toward: Point, obstacles: Union[Obstacles, None] = None) -> Hit:
        """Moves from a point straight towards another, and along walls in the way: Hit.at is where
        that ends, Hit.distance how far it goes."""
        told = ffi.new("pathfan_hit *")
        self._ask(lib.pathfan_query_move, xy(start, "start"), xy(toward, "toward"), pointer(obstacles), told)
        return hit(told)

    def random(self, start: Point, radius: float = 0, seed: int = 0,
               obstacles: Union[Obstacles, None] = None) -> Union[np.ndarray, None]:
        """Draws a point that can be reached from another, float64 [2]: by a path of at most `radius`,
        0: by any path; with the same probability by area. None: start is blocked, or no draw suited."""
        point, outcome = ffi.new("pathfan_point *"), ffi.new("pathfan_outcome *")
        self._ask(lib.pathfan_query_random, xy(start, "start"), radius, pointer(obstacles), seed, point, outcome)
        return np.array([point.x, point.y]) if outcome[0] == lib.PATHFAN_OUTCOME_OK else None

    def check(self, path, obstacles: Union[Obstacles, None] = None, since: int = 0) -> Checked:
        """Finds out whether a path, or points [n, 2], can still be walked, and whether it is still the
        shortest. since: the version of the obstacles that the path was requested with."""
        array, at = points(path.points if isinstance(path, Path) else path, "path")
        told = ffi.new("pathfan_checked *")
        self._ask(lib.pathfan_query_check, at, len(array), pointer(obstacles), since, told)
        return checked(told)

    def measures(self, paths: Sequence) -> list[Measures]:
        """Measures paths between the same two points: an answer, or arrays of points [n, 2]. Of paths
        over links, or on floors, each walk is measured alone, and the worst of a path counts; their
        lengths are costs."""
        if not len(paths):
            return []
        kept: list = []
        given = given_paths(paths, kept)
        each, overall = ffi.new("pathfan_measures[]", len(paths)), ffi.new("pathfan_measures *")
        self._ask(lib.pathfan_query_measure, given, len(paths), each, overall)
        return [Measures(*(getattr(m, name) for name in Measures._fields)) for m in each]
