"""Answers, and their conversion to GeoJSON, shapely and pictures."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple, Sequence, Union

import numpy as np


class Leg(NamedTuple):
    """A part of a path over links, or over a terrain."""

    kind: str
    """"walk" or "link"; on terrains "off-road", "road", "bank", "area", "border"."""
    name: Union[str, None]
    """Of the link, road, river or area."""
    level: float
    """Of the floor on which it begins; 0 without floors."""
    floor: Union[str, None]
    """Name of that floor."""
    length: float
    cost: float
    first: int
    """It runs from points[first] to points[last]."""
    last: int
    feature: Union[int, None]
    """The link's number; the road's, river's or area's number in the map's file."""
    rate: float
    """On terrains, the cost of a unit of distance: of the road, or of the ground; 0 without."""


class Floor(NamedTuple):
    """A floor of a map: all lie beside each other in one plane."""

    name: str
    level: float
    offset: tuple[float, float]
    """From a point on the floor to it in the plane."""
    box: tuple[float, float, float, float]
    """Least x and y, greatest x and y, in the plane."""


class Link(NamedTuple):
    """A way that isn't walked: stairs, a lift, a one-way door."""

    name: Union[str, None]
    at: np.ndarray
    """float64 [2, 2]: its ends, in the plane."""
    floors: tuple[int, int]
    """Numbers of those on which the ends are."""
    cost: float
    """From the first end to the second; inf: not that way."""
    cost_back: float
    flags: int


class Path(NamedTuple):
    """One path, from start to goal."""

    length: float
    """Map units."""
    points: np.ndarray
    """float64 [n, 2]: start, corners, goal."""
    cost: float
    """Over links or over a terrain; else the length."""
    is_filled: bool
    """Filled in without regard to the separation."""
    legs: tuple[Leg, ...] = ()
    """If the request may use links, or over a terrain."""
    heights: Union[np.ndarray, None] = None
    """float64 [n], of the points, on a surface in space; else None."""
    gap: float = 0.0
    """Over areas with a rate: the least cost of such a way is at most so much less."""

    def geojson(self) -> dict[str, Any]:
        """Returns a feature with a LineString, or a Point if start and goal are the same."""
        at = self.points.tolist()
        geometry = ({"type": "LineString", "coordinates": at} if len(at) > 1
                    else {"type": "Point", "coordinates": at[0]})
        properties = {"length": self.length, "cost": self.cost, "filled": self.is_filled}
        if self.gap:
            properties["gap"] = self.gap
        if self.legs:
            properties["legs"] = [leg._asdict() for leg in self.legs]
        return {"type": "Feature", "geometry": geometry, "properties": properties}

    def shapely(self):
        """Returns a shapely LineString, or a Point if start and goal are the same."""
        from shapely.geometry import LineString, Point

        return LineString(self.points) if len(self.points) > 1 else Point(self.points[0])


class Answer(Sequence[Path]):
    """The paths of a request, shortest first, on terrains cheapest; the first is exactly shortest."""

    __slots__ = ("outcome", "reason", "start", "goal", "radius", "nearest", "partial", "gap_reached",
                 "floors", "goal_offset", "_paths")

    def __init__(self, outcome: str, reason: str, start: tuple[float, float],
                 goal: tuple[float, float], paths: list[Path], radius: float = 0,
                 nearest: Union[tuple[float, float], None] = None, partial: bool = False,
                 gap_reached: bool = True, floors: tuple[Floor, ...] = (), goal_offset: tuple[float, float] = (0.0, 0.0)):
        self.outcome = outcome
        """"ok", "no_path", "start_blocked", "goal_blocked" or "work_limit"."""
        self.reason = reason
        """Why there are fewer paths than wanted: "complete", "no_candidates", "rejected",
        "work_limit"."""
        self.start, self.goal = start, goal
        self.radius = radius
        """If the request had a radius: the one of the index that answered; else 0."""
        self.nearest = nearest
        """The reachable point nearest to a goal that can't be reached; else None."""
        self.partial = partial
        """Whether the paths lead there, as the request wanted."""
        self.gap_reached = gap_reached
        """False: the search ended before the gap of the first path was max_gap of its cost."""
        self.floors = floors
        """If the request had levels: those of the map, on which the points are."""
        self.goal_offset = goal_offset
        """That of the goal's floor."""
        self._paths = paths

    def __getitem__(self, number):
        return self._paths[number]

    def __len__(self) -> int:
        return len(self._paths)

    def __repr__(self) -> str:
        costs = ", ".join(f"{path.cost:.6g}" for path in self._paths)
        return f"<pathfan.Answer {self.outcome}: {costs or 'no path'}>"

    def geojson(self) -> dict[str, Any]:
        """Returns a FeatureCollection of the paths."""
        return {"type": "FeatureCollection", "features": [path.geojson() for path in self._paths]}

    def shapely(self) -> list:
        """Returns a list of shapely geometries."""
        return [path.shapely() for path in self._paths]

    def _in_plane(self, path: Path) -> np.ndarray:
        """Returns the points of a path in the plane of all floors."""
        at = path.points.copy()
        by_level = {floor.level: floor.offset for floor in self.floors}
        if not path.legs or not by_level:
            return at
        for leg in path.legs:
            if leg.kind == "walk":
                at[leg.first:leg.last + 1] = path.points[leg.first:leg.last + 1] + by_level[leg.level]
        for leg, after in zip(path.legs, path.legs[1:] + (None,)):
            if leg.kind == "link":  # another link may begin where it does, or end where it ends
                at[leg.first] = path.points[leg.first] + by_level[leg.level]
                if after is not None:
                    at[leg.last] = path.points[leg.last] + by_level[after.level]
                else:
                    at[leg.last] = path.points[leg.last] + self.goal_offset
        return at

    def plot(self, axes=None, **style):
        """Draws the paths and both ends with matplotlib; returns the axes. The caller's axes keep
        their aspect and direction; the current axes get y downwards, as on maps. The legend shows
        lengths, on terrains and over links costs; where paths overlap, the earlier ones are seen on
        both sides. Floors are drawn side by side, as in the plane, and links as dashes."""
        from matplotlib import cbook, lines

        style = cbook.normalize_kwargs(style, lines.Line2D)  # lw is linewidth
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.gca()
            axes.set_aspect("equal")
            if not axes.yaxis_inverted():  # by an earlier answer or picture
                axes.invert_yaxis()
        for number, path in enumerate(self._paths, 1):
            width = 1.5 + min(2, 8 / len(self._paths)) * (len(self._paths) - number)
            at = self._in_plane(path)
            one = {"label": f"{number}: {path.cost:.5g}", "linewidth": width, **style}
            for leg in path.legs if any(leg.kind == "link" for leg in path.legs) else (None,):
                part = at if leg is None else at[leg.first:leg.last + 1]
                kind = {"linestyle": "--", "linewidth": 1} if leg is not None and leg.kind == "link" else {}
                line, = axes.plot(part[:, 0], part[:, 1], **{**one, **kind})
                one |= {"color": line.get_color(), "label": "_"}
        ends = [self._in_plane(self._paths[0])[k] for k in (0, -1)] if self._paths else (self.start, self.goal)
        axes.plot(*ends[0], "o", *ends[1], "s", color="black")
        for floor in self.floors if len(self.floors) > 1 else ():
            x, y, right, bottom = floor.box
            axes.plot([x, right, right, x, x], [y, y, bottom, bottom, y], color="0.8", linewidth=0.8, zorder=0)
            axes.annotate(floor.name, (x, y), (0, 3), textcoords="offset points", va="bottom")
        if self._paths:
            axes.legend()
        return axes


class Answers(Sequence[Answer]):
    """The answers to many requests, in arrays: request i has the paths first[i] to first[i + 1],
    and path p has the points points[first_point[p]:first_point[p + 1]]."""

    __slots__ = ("outcomes", "reasons", "ends", "radius", "first", "lengths", "costs", "gaps", "filled", "first_point",
                 "points", "heights", "nearest", "partial", "gap_reached", "_names", "_legs_of")

    def __init__(self, heads: np.ndarray, paths: np.ndarray, points: np.ndarray, names, legs: list,
                 heights: Union[np.ndarray, None] = None):
        self.outcomes: np.ndarray = heads["outcome"]
        """int32 [requests]: 0 ok, 1 no path, 2 start blocked, 3 goal blocked, 4 work limit."""
        self.reasons: np.ndarray = heads["reason"]
        self.ends: np.ndarray = heads["ends"]
        """float64 [requests, 2, 2]: start and goal as they were used."""
        self.radius = float(heads["radius"][0]) if len(heads) else 0.0
        """As in Answer."""
        self.nearest = np.where((heads["flags"] & 1)[:, None] != 0, heads["nearest"], np.nan)
        """float64 [requests, 2]: of goals that can't be reached; else nan."""
        self.partial: np.ndarray = heads["flags"] & 2 != 0
        self.gap_reached: np.ndarray = heads["flags"] & 4 == 0
        self.first = np.concatenate(([0], np.cumsum(heads["count"], dtype=np.int64)))
        """int64 [requests + 1]."""
        self.lengths: np.ndarray = paths["length"]
        """float64 [paths]."""
        self.costs: np.ndarray = paths["cost"]
        self.gaps: np.ndarray = paths["gap"]
        self.filled: np.ndarray = paths["filled"] != 0
        self.first_point = np.append(paths["first"], len(points))
        """int64 [paths + 1]."""
        self.points: np.ndarray = points
        """float64 [points of all paths, 2]."""
        self.heights = heights
        """float64 [points of all paths], on a surface in space; else None."""
        self._names = names
        first = np.append(paths["first_leg"], len(legs))
        self._legs_of = [tuple(legs[a:b]) for a, b in zip(first, first[1:])] if legs else None

    def __repr__(self) -> str:
        return f"<pathfan.Answers of {len(self)} requests: {len(self.lengths)} paths>"

    def __len__(self) -> int:
        return len(self.outcomes)

    def _path(self, p: int) -> Path:
        own = slice(self.first_point[p], self.first_point[p + 1])
        return Path(float(self.lengths[p]), self.points[own], float(self.costs[p]), bool(self.filled[p]),
                    self._legs_of[p] if self._legs_of else (),
                    None if self.heights is None else self.heights[own], float(self.gaps[p]))

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[number] for number in range(*i.indices(len(self)))]
        if i < 0:
            i += len(self)
        if not 0 <= i < len(self):
            raise IndexError(i)
        outcomes, reasons = self._names
        start, goal = self.ends[i]
        return Answer(outcomes[self.outcomes[i]], reasons[self.reasons[i]], tuple(start), tuple(goal),
                      [self._path(p) for p in range(self.first[i], self.first[i + 1])], self.radius,
                      None if np.isnan(self.nearest[i, 0]) else tuple(self.nearest[i].tolist()), bool(self.partial[i]),
                      bool(self.gap_reached[i]))

    def __iter__(self) -> Iterator[Answer]:
        return (self[i] for i in range(len(self)))
