"""Answers, and their conversion to GeoJSON, shapely and pictures."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple, Sequence, Union

import numpy as np


class Path(NamedTuple):
    """One path, from start to goal."""

    length: float
    """Map units."""
    points: np.ndarray
    """float64 [n, 2]: start, corners, goal."""
    cost: float
    """Of a terrain; else the length."""
    is_filled: bool
    """Filled in without regard to the separation."""

    def geojson(self) -> dict[str, Any]:
        """Returns a feature with a LineString, or a Point if start and goal are the same."""
        at = self.points.tolist()
        geometry = ({"type": "LineString", "coordinates": at} if len(at) > 1
                    else {"type": "Point", "coordinates": at[0]})
        return {"type": "Feature", "geometry": geometry,
                "properties": {"length": self.length, "cost": self.cost, "filled": self.is_filled}}

    def shapely(self):
        """Returns a shapely LineString, or a Point if start and goal are the same."""
        from shapely.geometry import LineString, Point

        return LineString(self.points) if len(self.points) > 1 else Point(self.points[0])


class Answer(Sequence[Path]):
    """The paths of a request, shortest first, on terrains cheapest; the first is exactly shortest."""

    __slots__ = ("outcome", "reason", "start", "goal", "radius", "nearest", "partial", "_paths")

    def __init__(self, outcome: str, reason: str, start: tuple[float, float],
                 goal: tuple[float, float], paths: list[Path], radius: float = 0,
                 nearest: Union[tuple[float, float], None] = None, partial: bool = False):
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

    def plot(self, axes=None, **style):
        """Draws the paths and both ends with matplotlib; returns the axes. The caller's axes keep
        their aspect and direction; the current axes get y downwards, as on maps. The legend shows
        lengths, on terrains costs; where paths overlap, the earlier ones are seen on both sides."""
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
            axes.plot(path.points[:, 0], path.points[:, 1],
                      **{"label": f"{number}: {path.cost:.5g}", "linewidth": width, **style})
        axes.plot(*self.start, "o", *self.goal, "s", color="black")
        if self._paths:
            axes.legend()
        return axes


class Answers(Sequence[Answer]):
    """The answers of many requests, in arrays: request i has the paths first[i] to first[i + 1],
    and path p has the points points[first_point[p]:first_point[p + 1]]."""

    __slots__ = ("outcomes", "reasons", "ends", "radius", "first", "lengths", "costs", "filled", "first_point",
                 "points", "nearest", "partial", "_names")

    def __init__(self, heads: np.ndarray, paths: np.ndarray, points: np.ndarray, names):
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
        self.first = np.concatenate(([0], np.cumsum(heads["count"], dtype=np.int64)))
        """int64 [requests + 1]."""
        self.lengths: np.ndarray = paths["length"]
        """float64 [paths]."""
        self.costs: np.ndarray = paths["cost"]
        self.filled: np.ndarray = paths["filled"] != 0
        self.first_point = np.append(paths["first"], len(points))
        """int64 [paths + 1]."""
        self.points: np.ndarray = points
        """float64 [points of all paths, 2]."""
        self._names = names

    def __repr__(self) -> str:
        return f"<pathfan.Answers of {len(self)} requests: {len(self.lengths)} paths>"

    def __len__(self) -> int:
        return len(self.outcomes)

    def _path(self, p: int) -> Path:
        return Path(float(self.lengths[p]), self.points[self.first_point[p]:self.first_point[p + 1]],
                    float(self.costs[p]), bool(self.filled[p]))

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
                      None if np.isnan(self.nearest[i, 0]) else tuple(self.nearest[i].tolist()), bool(self.partial[i]))

    def __iter__(self) -> Iterator[Answer]:
        return (self[i] for i in range(len(self)))
