"""k good, different paths around obstacles, from a prepared index file.

    import pathfan

    pathfan.build("caves.map", "caves.pathfan")
    index = pathfan.open("caves.pathfan")
    answer = index.paths((4, 50), (155, 50), paths=3, stretch=1.5)
    for path in answer:
        print(path.length, path.points)          # points: float64 [n, 2]

Threads may share an index: each call has its own scratch, and the GIL is released while the library
works. Lengths and coordinates are in map units; x points right, y down, or up if Index.is_y_up.
"""

try:
    from . import _module as _compiled  # noqa: F401
except ImportError as error:
    import os as _os

    if _os.path.exists(_os.path.join(_os.path.dirname(__file__), "../module.py")):
        raise ImportError("this is the folder of pathfan's sources, whose compiled part isn't there: leave it, or its "
                          "parent, or `pip install src/bindings/python` (README.md)") from error
    raise

from ._answers import Answer, Answers, Floor, Leg, Link, Path
from ._errors import (ArgumentError, BusyError, DamagedError, Error, InputOutputError, LimitError,
                      MalformedError, NoMemoryError, NotIndexError, VersionError)
from ._costs import Field
from ._index import Ignored, Index, Info
from ._measures import Measures
from ._open import open
from ._obstacles import Obstacle, Obstacles, SnapshotLink
from ._places import Checked, Hit
from ._build import Report, build, build_bytes, build_cells, build_polygons
from . import crowd
from ._module import ffi as _ffi, lib as _lib

__version__ = _ffi.string(_lib.pathfan_version()).decode()

__all__ = ["Answer", "Answers", "ArgumentError", "BusyError", "Checked", "DamagedError", "Error", "Field", "Floor", "Hit", "Ignored", "Index", "Info",
           "InputOutputError", "Leg", "LimitError", "Link", "MalformedError", "Measures", "NoMemoryError",
           "NotIndexError", "Obstacle", "Obstacles", "Path", "Report", "SnapshotLink", "VersionError", "build",
           "build_bytes", "build_cells", "build_polygons", "crowd", "open"]
