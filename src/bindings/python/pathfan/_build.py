"""Making indexes."""

from __future__ import annotations

import json
import os
import tempfile
from typing import NamedTuple, Sequence, Union

import numpy as np

from ._arguments import file_name, put_whole
from ._errors import ArgumentError, check
from ._module import ffi, lib

_Path = Union[str, os.PathLike]


class Report(NamedTuple):
    """Counts of a finished build."""

    vertices: int
    polygons: int
    components: int
    bytes: int
    seconds: float


def _options_of(*, tables: int = 0, threads: int = 0,
                agent_radius: Union[float, Sequence[float]] = 0,
                passable: str = "", unit: float = 0, background_rate: float = 0, max_memory: int = 0,
                wall_width: float = 0, skip_others: bool = False, strict: bool = False,
                walkable: bool = False, level: str = "", profile: str = "",
                project: str = "", layers: Sequence[str] = ()):
    """Returns options, report and error, and what must outlive them."""
    options = ffi.new("pathfan_build_options *")
    report, error = ffi.new("pathfan_build_report *"), ffi.new("pathfan_error *")
    lib.pathfan_build_options_init(options)
    put_whole(options, "tables", tables)
    if threads:
        put_whole(options, "threads", threads)
    put_whole(options, "max_memory", max_memory)
    options.map.unit = unit
    radii = None
    if isinstance(agent_radius, (int, float)):
        options.map.agent_radius = agent_radius
    else:
        radii = ffi.new("double[]", [float(radius) for radius in agent_radius])
        options.radii, options.radius_count = radii, len(radii)
    options.map.background_rate = background_rate
    if project not in ("", "local"):
        raise ArgumentError(f"project must be \"local\", not {project!r}")
    options.map.projection = bool(project)
    options.map.wall_width, options.map.skip_others = wall_width, skip_others
    options.map.strict, options.map.walkable = strict, walkable
    floor = ffi.new("char[]", level.encode())
    if level:
        options.map.level = floor
    used = ffi.new("char[]", profile.encode())
    if profile:
        options.map.profile = used
    kept = ffi.new("char[]", passable.encode())
    if passable:
        options.map.passable = kept
    chosen = ffi.new("char[]", "\n".join(layers).encode())
    if layers:
        options.map.layers = chosen
    return options, report, error, (floor, used, kept, chosen, radii)


def build(map: _Path, index: _Path, **options) -> Report:
    """Builds the index of a map file: cells (.map), polygons (GeoJSON, WKT, .poly), a mesh, or a
    terrain. An old index is replaced only if the build succeeds.

    agent_radius: obstacles grow by this much; several, ascending: one file with an index for each.
    passable: the characters of free cells, ".G".
    threads: 0 for all processors; the file is the same. max_memory: bytes, 0 for no limit.
    wall_width: lines are walls of this width. skip_others: features that belong to no map are
    skipped. strict: a map with contents that have no effect is refused; otherwise Index.ignored
    lists them. walkable: polygons without a kind are walkable. level: the level of GeoJSON that is
    read. profile: how OpenStreetMap tags are read: "foot", "bicycle", "car", "offroad" or the path
    of a profile, NAME.json. project: "local" converts longitudes and latitudes to metres. layers:
    the layers of a Tiled map that have obstacles. Raises MalformedError, which names line or feature,
    InputOutputError, LimitError, ArgumentError, BusyError."""
    options, report, error, _kept = _options_of(**options)
    check(lib.pathfan_build_index(file_name(map), file_name(index), options, report, error), error)
    return Report(report.vertex_count, report.polygon_count, report.component_count, report.file_bytes,
                  report.wall_seconds)


def build_bytes(map: bytes, name: str, **options) -> bytes:
    """Makes the index of a map in memory, which has the content and the name of a file. Returns the
    index, for open(). The options are those of build()."""
    options, report, error, _kept = _options_of(**options)
    content = bytes(map)
    made, count = ffi.new("void **"), ffi.new("size_t *")
    check(
        lib.pathfan_build_memory(content, len(content), name.encode(), options, report, made, count, error),
        error,
    )
    try:
        return bytes(ffi.buffer(made[0], count[0]))
    finally:
        lib.pathfan_build_free(made[0])


def _build_text(text: str, suffix: str, index: _Path, options) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "array" + suffix)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        return build(path, index, **options)


def build_cells(free, index: _Path, **options) -> Report:
    """Builds the index of a grid: free [height, width], true if a cell is free; cell [y, x] is the
    unit square at (x, y). The options are those of build()."""
    cells = np.asarray(free, dtype=bool)
    if cells.ndim != 2 or not cells.size:
        raise ArgumentError("free: must be an array [height, width] of at least one cell")
    rows = "\n".join("".join(row) for row in np.where(cells, ".", "@"))
    text = f"type octile\nheight {cells.shape[0]}\nwidth {cells.shape[1]}\nmap\n{rows}\n"
    return _build_text(text, ".map", index, options)


def build_polygons(free, obstacles, index: _Path, **options) -> Report:
    """Builds the index of polygons: free, the corners [n, 2] of free space, and obstacles, a list of
    such arrays, which may overlap and cross the border. The options are those of build()."""

    def feature(corners, kind):
        ring = np.asarray(corners, dtype=np.float64)
        if ring.ndim != 2 or ring.shape[1] != 2 or len(ring) < 3:
            raise ArgumentError(f"{kind}: must be corners, an array [n, 2] of at least 3")
        if not np.isfinite(ring).all():
            raise ArgumentError(f"{kind}: corners must be finite")
        ring = ring.tolist()
        return {"type": "Feature", "properties": {"kind": kind},
                "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}}

    features = [feature(free, "free"), *(feature(o, "obstacle") for o in obstacles)]
    text = json.dumps({"type": "FeatureCollection", "features": features})
    return _build_text(text, ".geojson", index, options)
