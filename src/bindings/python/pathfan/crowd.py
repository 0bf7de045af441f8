"""Crowds: agents walk to their goals over a map, slow down where it is crowded, and choose their paths by
density (docs/crowd.md).

    import pathfan

    run = pathfan.crowd.run("exits.json")               # a scenario's file, or its content as a dictionary
    run.arrivals["egress"].max()                        # s until the last one is out
    one = run.trajectories[run.trajectories["id"] == 7]   # where agent 7 was: one["x"], one["y"]

    crowd = pathfan.crowd.Crowd({"flows": [...]}, index)  # step by step, on an open index
    while not crowd.is_done:
        crowd.step(10)
        draw(crowd.agents)
        if crowd.statistics.step == 60:
            crowd.set_obstacles([{"close": "main door"}])

Tables are numpy's structured arrays, with the members of the structs in pathfan/crowd.h. Times are in
seconds by Weidmann's law, otherwise in steps. The same scenario gives the same run on every machine.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Union

import numpy as np

from ._arguments import file_name, points, put_whole
from ._errors import ArgumentError, check, failure
from ._index import Index
from ._module import ffi, lib
from ._obstacles import Obstacles, make

__all__ = ["Crowd", "Run", "Statistics", "run"]

_NUMBERS = {"int32_t": "i4", "int64_t": "i8", "double": "f8", "_Bool": "?"}
_STRATEGIES = [ffi.string(lib.pathfan_crowd_strategy_name(i)).decode() for i in range(5)]


def _form(kind) -> Union[str, tuple]:
    """Returns numpy's form of a C type; a point is an array of 2."""
    if kind.kind == "array":
        item = _form(kind.item)
        return (item[0], (kind.length, *item[1])) if isinstance(item, tuple) else (item, (kind.length,))
    return ("f8", (2,)) if kind.cname == "pathfan_point" else _NUMBERS[kind.cname]


def _dtype(struct: str) -> np.dtype:
    """Returns the dtype of a struct's declared members."""
    kind = ffi.typeof(struct)
    return np.dtype({"names": [name for name, _ in kind.fields], "formats": [_form(f.type) for _, f in kind.fields],
                     "offsets": [f.offset for _, f in kind.fields], "itemsize": ffi.sizeof(kind)})


_AGENT = _dtype("pathfan_crowd_agent")
_ARRIVAL = np.dtype([("flow", "i4"), ("id", "i4"), ("place", "i4"), ("egress", "f8"), ("travel", "f8")])
_PLACE = np.dtype([("id", "i4"), ("frame", "i4"), ("x", "f8"), ("y", "f8"), ("z", "f8")])


class Statistics(NamedTuple):
    """The numbers of a crowd so far; pathfan/crowd.h explains each."""

    step: int
    agents: int
    started: int
    arrived: int
    present: int
    stuck: int
    most_present: int
    mean_present: float
    mean_travel: float
    searches: int
    evaluations: int
    requests: int
    changes: int
    kept_out: int
    waiting: int


class Run(NamedTuple):
    """A finished run."""

    is_done: bool
    """Whether all have arrived who could; False: `max_steps` ended it."""
    statistics: Statistics
    arrivals: np.ndarray
    """One for each agent that arrived, flow after flow: flow, id, place (number of the goal), egress (time
    since the run began), travel (since the agent began to walk)."""
    trajectories: np.ndarray
    """Where each agent was: id, frame, x and y on its floor, z the floor's level."""
    framerate: float
    """Frames a second."""
    gates: np.ndarray
    """The narrow places, by Weidmann's law: a, b, width, capacity, door, most_waiting, passed and so on."""


class Crowd:
    """A crowd before its first step. Threads may share it; their calls wait for each other.

    scenario: the path of a scenario's file, or what would be in it as a dictionary, whose `map` is then
    found from the current folder. With an index, the crowd walks on that, and `map` isn't opened. seed: in
    place of the scenario's.
    Raises MalformedError or ArgumentError, which name the field."""

    def __init__(self, scenario, index: Union[Index, None] = None, *, seed: Union[int, None] = None):
        if index is not None and not isinstance(index, Index):
            raise TypeError(f"index: must be what pathfan.open returns, not {index!r}")
        made, error = ffi.new("pathfan_crowd_scenario **"), ffi.new("pathfan_error *")
        on = index._index if index is not None else ffi.NULL
        if isinstance(scenario, Mapping):
            text = json.dumps(scenario).encode()
            status = lib.pathfan_crowd_scenario_parse(text, len(text), b"the scenario", on, made, error)
        else:
            status = lib.pathfan_crowd_scenario_open(file_name(scenario), on, made, error)
        check(status, error)
        self._index = index
        self._scenario = ffi.gc(made[0], lib.pathfan_crowd_scenario_close)
        self._options = ffi.new("pathfan_crowd_options *")
        lib.pathfan_crowd_scenario_options(self._scenario, self._options)
        if seed is not None:
            put_whole(self._options, "seed", seed)
        crowd = ffi.new("pathfan_crowd **")
        check(lib.pathfan_crowd_create(self._options, crowd, error), error)
        ground = self._scenario, index  # is closed after the crowd
        self._crowd = ffi.gc(crowd[0], lambda freed, ground=ground: lib.pathfan_crowd_free(freed))
        self._floors = None
        if self._options.index:
            query = ffi.new("pathfan_query **")
            status = lib.pathfan_query_create(self._options.index, query)
            if status:
                raise failure(status)
            self._floors = ffi.gc(query[0], lambda freed, ground=ground: lib.pathfan_query_free(freed))
        self._turn = threading.RLock()

    def __repr__(self) -> str:
        now = self.statistics
        return f"<pathfan.crowd.Crowd after {now.step} steps: {now.present} present, {now.arrived} arrived>"

    @property
    def max_steps(self) -> int:
        """The number of steps after which a run ends, by the scenario."""
        return lib.pathfan_crowd_scenario_steps(self._scenario)

    @property
    def step_seconds(self) -> float:
        """The length of a step in seconds."""
        return self._options.step_seconds or (0.5 if self._options.law == lib.PATHFAN_CROWD_WEIDMANN else 1.0)

    @property
    def is_done(self) -> bool:
        """Whether nothing moves any more: all have arrived, except those whom closures leave no path."""
        with self._turn:
            return lib.pathfan_crowd_is_done(self._crowd)

    def _do(self, call, *arguments) -> None:
        with self._turn:
            status = call(self._crowd, *arguments)
        if status:
            raise failure(status)

    def start(self) -> None:
        """Starts those who are due in the next step, without moving any."""
        self._do(lib.pathfan_crowd_start)

    def step(self, count: int = 1) -> None:
        """Makes steps, fewer if nothing moves any more."""
        if count < 0:
            raise ArgumentError(f"count: must be 0 or more, not {count}")
        for _ in range(count):
            if self.is_done:
                break
            self._do(lib.pathfan_crowd_step)

    def close(self, polygon) -> None:
        """Closes a polygon, corners [n, 2], from the next step on: those inside may leave."""
        array, corners = points(polygon, "polygon")
        self._do(lib.pathfan_crowd_close, ffi.new("pathfan_crowd_place *", (corners, len(array)))[0])

    def set_obstacles(self, obstacles) -> None:
        """Closes what a snapshot has closed, and opens what only the one before had. In place of a snapshot,
        Index.obstacles(), a list of changes (Obstacles.change) to the doors as the map has them."""
        if not isinstance(obstacles, Obstacles):
            if not isinstance(obstacles, Sequence):
                raise TypeError(f"obstacles: must be a snapshot or a list of changes, not {obstacles!r}")
            if not self._options.index:
                raise ArgumentError("a crowd on a map without an index knows no obstacles")
            obstacles = make(self._options.index, obstacles)
        self._do(lib.pathfan_crowd_set_obstacles, obstacles._obstacles)

    def set_strategy(self, strategy: str) -> None:
        """Changes the strategy from the next step on: "none", "periodic", "initial", "event" or
        "alternatives", which needs an index."""
        if strategy not in _STRATEGIES:
            raise ArgumentError(f"strategy: must be one of {', '.join(_STRATEGIES)}, not {strategy!r}")
        self._do(lib.pathfan_crowd_set_strategy, _STRATEGIES.index(strategy))

    @property
    def agents(self) -> np.ndarray:
        """Those who are present: id, flow, cell, x, y (in the plane of all floors), speed (share of the free
        one), link (-1: on none)."""
        with self._turn:
            found = np.zeros(lib.pathfan_crowd_agents(self._crowd, ffi.NULL, 0), _AGENT)
            lib.pathfan_crowd_agents(self._crowd, ffi.from_buffer("pathfan_crowd_agent[]", found), len(found))
        return found

    @property
    def places(self) -> np.ndarray:
        """float64 [n, 3]: x and y on its floor, and the floor's level, of each of `agents`."""
        return self._places(self.agents)

    def _places(self, agents: np.ndarray) -> np.ndarray:
        at = np.empty((len(agents), 3))
        with self._turn:
            lib.place_agents(self._floors or ffi.NULL, ffi.from_buffer("pathfan_crowd_agent[]", agents), len(agents),
                             ffi.from_buffer("double[]", at))
        return at

    @property
    def statistics(self) -> Statistics:
        """Its numbers so far."""
        now = ffi.new("pathfan_crowd_statistics *")
        with self._turn:
            lib.pathfan_crowd_statistics_get(self._crowd, now)
        return Statistics(*(getattr(now, name) for name in Statistics._fields))

    @property
    def arrivals(self) -> np.ndarray:
        """Those who have arrived so far (Run.arrivals)."""
        found = []
        with self._turn:
            for flow in range(self._options.flow_count):
                count = lib.pathfan_crowd_arrivals(self._crowd, flow, ffi.NULL, 0)
                given = np.zeros(count, _dtype("pathfan_crowd_arrival"))
                lib.pathfan_crowd_arrivals(self._crowd, flow, ffi.from_buffer("pathfan_crowd_arrival[]", given), count)
                found.append(np.empty(count, _ARRIVAL))
                found[-1]["flow"] = flow
                for name in _ARRIVAL.names[1:]:
                    found[-1][name] = given[name]
        return np.concatenate(found)

    def _table(self, struct: str, count, get) -> np.ndarray:
        """Returns all structs that `get` gives by number."""
        with self._turn:
            found = np.zeros(count(self._crowd), _dtype(struct))
            rows = ffi.from_buffer(struct + "[]", found)
            for i in range(len(found)):
                get(self._crowd, i, rows + i)
        return found

    @property
    def gates(self) -> np.ndarray:
        """The narrow places, by Weidmann's law (Run.gates)."""
        return self._table("pathfan_crowd_gate", lib.pathfan_crowd_gate_count, lib.pathfan_crowd_gate_get)

    @property
    def links(self) -> np.ndarray:
        """The stairs and other links in use, by Weidmann's law: link, at, length, width, room, most_on, passed
        and so on."""
        return self._table("pathfan_crowd_link_use", lib.pathfan_crowd_link_count, lib.pathfan_crowd_link_get)

    @property
    def cells(self) -> np.ndarray:
        """The cells of the quadtree: x, y, width, height, area, density, is_closed."""
        return self._table("pathfan_crowd_cell", lib.pathfan_crowd_cell_count, lib.pathfan_crowd_cell_get)


def run(scenario, index: Union[Index, None] = None, *, seed: Union[int, None] = None, every: int = 10) -> Run:
    """Runs a scenario to its end; scenario, index and seed are those of Crowd.

    every: steps from a frame of `trajectories` to the next, 0: none are kept. Frame 0 has those who start in
    the first step, at their starts."""
    if every < 0:
        raise ArgumentError(f"every: must be 0 or more, not {every}")
    crowd = Crowd(scenario, index, seed=seed)
    frames = []

    def keep(frame):
        agents = crowd.agents
        kept = np.empty(len(agents), _PLACE)
        kept["id"], kept["frame"] = agents["id"], frame
        kept["x"], kept["y"], kept["z"] = crowd._places(agents).T
        frames.append(kept)

    if every:
        crowd.start()
        keep(0)
    for step in range(1, crowd.max_steps + 1):
        if crowd.is_done:
            break
        crowd.step()
        if every and step % every == 0:
            keep(step // every)
    return Run(crowd.is_done, crowd.statistics, crowd.arrivals,
               np.concatenate(frames) if frames else np.empty(0, _PLACE),
               1 / (crowd.step_seconds * (every or 1)), crowd.gates)
