"""Opens indexes."""

from __future__ import annotations

import os

from ._arguments import file_name, put_number, put_whole
from ._errors import ArgumentError, check
from ._index import Index
from ._module import ffi, lib


def open(source, *, policy: str = "lazy", prefetch: bool = False,
         private_copy: bool = False, offset: int = 0, size: int = 0, radius: float = 0) -> Index:
    """Opens an index file (str, os.PathLike), or an index in memory: bytes, a numpy array, a mmap.
    If aligned, the memory isn't copied and must not change as long as the index lives.

    policy: when contents are checked: "lazy", "eager" or "trust". offset, size: the index's place
    in a larger file. radius: of an index for several radii of agents, the least that isn't smaller
    is opened, for all calls; 0: the least of all. Raises InputOutputError, NotIndexError,
    VersionError, DamagedError, ArgumentError."""
    policies = {"lazy": 0, "eager": 1, "trust": 2}
    if policy not in policies:
        raise ArgumentError(f"policy: must be one of {', '.join(policies)}, not {policy!r}")
    options = ffi.new("pathfan_open_options *", {"policy": policies[policy], "prefetch": prefetch,
                                                 "private_copy": private_copy})
    put_whole(options, "offset", offset)
    put_whole(options, "bytes", size, "size")
    put_number(options, "radius", radius)
    index, error = ffi.new("pathfan_index **"), ffi.new("pathfan_error *")
    kept = None
    if isinstance(source, (str, os.PathLike)):
        status = lib.pathfan_index_open(file_name(source), options, index, error)
    else:
        try:
            kept = ffi.from_buffer(source)
        except TypeError:
            raise TypeError(f"source: must be a path, or bytes, not {type(source).__name__}") from None
        status = lib.pathfan_index_open_memory(kept, len(kept), b"index", options, index, error)
    check(status, error)
    return Index(ffi.gc(index[0], lib.pathfan_index_close), kept)
