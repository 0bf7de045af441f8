"""Exceptions for the library's statuses."""

from ._module import ffi, lib


class Error(Exception):
    """The library's error message; `status` is its number in pathfan/status.h."""

    status: int = 0


class InputOutputError(Error, OSError):
    """A file can't be opened, read or written."""

    status = 1


class NoMemoryError(Error, MemoryError):
    """An allocation failed; index and query remain usable."""

    status = 2


class BusyError(Error):
    """Another program writes the same index."""

    status = 3


class ArgumentError(Error, ValueError):
    """A field is out of its range."""

    status = 10


class LimitError(Error):
    """A given limit would be exceeded."""

    status = 11


class MalformedError(Error, ValueError):
    """A map breaks the rules of its format."""

    status = 20


class NotIndexError(Error, ValueError):
    """The file isn't an index."""

    status = 30


class VersionError(Error):
    """The index has another format version."""

    status = 31


class DamagedError(Error):
    """The index is truncated, or a digest differs."""

    status = 32


_CLASSES = {kind.status: kind for kind in (InputOutputError, NoMemoryError, BusyError, ArgumentError,
                                           LimitError, MalformedError, NotIndexError, VersionError,
                                           DamagedError)}


def failure(status: int, sentence: str = "") -> Error:
    """Returns the exception for a status."""
    text = sentence or ffi.string(lib.pathfan_status_text(status)).decode()
    error = _CLASSES.get(status, Error)(text)
    error.status = status
    return error


def check(status: int, error) -> None:
    """Raises the exception for a status and its pathfan_error, unless the status is OK."""
    if status:
        raise failure(status, ffi.string(error.text).decode(errors="replace"))
