"""Requests of keywords."""

from collections.abc import Mapping

import numpy as np

from ._arguments import points, put_area, put_number, put_whole, text
from ._errors import ArgumentError
from ._module import ffi, lib
from ._obstacles import pointer

_ALGORITHMS = {ffi.string(lib.pathfan_algorithm_name(i)).decode(): i
               for i in range(lib.PATHFAN_ALGORITHM_COUNT)}
_CHOICES = {"effort": {"fast": 0, "thorough": 1}, "algorithm": _ALGORITHMS,
            "splices": {"auto": 0, "never": 1, "always": 2}}
_WHOLE = ("paths", "tables", "access", "work_limit", "link_flags")
_NUMBERS = ("stretch", "dissimilarity", "separation", "separation_share", "snap", "max_bounded_stretch",
            "min_local_optimality", "max_loop", "radius", "max_gap")
_LEVELS = ("from_level", "to_level")
_OBJECTIVE = ("length", "bounded_stretch", "similarity", "local_optimality", "nearness")


def fill(request, fields: dict) -> list:
    """Fills a request from keywords; returns the objects that must outlive it."""
    kept = []
    lib.pathfan_request_init(request)
    for name, value in fields.items():
        if value is None:
            continue
        if name in _LEVELS and isinstance(value, str):
            if request.floors == ffi.NULL:
                floors = ffi.new("const char *[2]")
                request.floors = floors
                kept.append(floors)
            floors[_LEVELS.index(name)] = text(value, name, kept)
        elif name in _NUMBERS or name in _LEVELS:
            put_number(request, name, value)
            if name == "separation" and value == 0 and fields.get("separation_share") is None:
                request.separation_share = 0
        elif name in _WHOLE:
            put_whole(request, name, value)
        elif name in _CHOICES:
            if value not in _CHOICES[name]:
                raise ArgumentError(f"{name}: must be one of {', '.join(_CHOICES[name])}, not {value!r}")
            setattr(request, name, _CHOICES[name][value])
        elif name in ("fill", "snap_any", "partial"):
            setattr(request, name, bool(value))
        elif name == "objective":
            if not isinstance(value, Mapping):
                raise TypeError(f"objective: must be a dictionary of weights, not {value!r}")
            for key, weight in value.items():
                if key not in _OBJECTIVE:
                    raise ArgumentError(f"objective: no weight is called {key!r}")
                put_number(request.objective, key, weight)
        elif name == "avoid":
            areas = ffi.new("pathfan_area[]", len(value))
            for area, given in zip(areas, value):
                if isinstance(given, Mapping):
                    put_area(area, dict(given), kept)
                    continue
                array = np.ascontiguousarray(given, dtype=np.float64)
                if array.shape == (3,):  # x, y, radius
                    area.centre.x, area.centre.y, area.radius = array.tolist()
                else:
                    array, area.corners = points(array, "avoid")
                    area.corner_count = len(array)
                    kept.append(array)
            request.avoid, request.avoid_count = areas, len(value)
            kept.append(areas)
        elif name == "obstacles":
            request.obstacles = pointer(value)
            kept.append(value)
        else:
            raise TypeError(f"no field of a request is called {name!r}")
    return kept
