"""What the library's statuses become."""

from ._module import ffi, lib


class Error(Exception):
    """The library's sentence; `status` is its number in pathfan/status.h."""

    status: int = 0


class InputOutputError(Error, OSError):
    """A file can't be opened, read or written."""

    status = 1


class NoMemoryError(Error, MemoryError):
    """An allocation failed; index and query go on."""

    status = 2


class BusyError(Error):
    """Another program writes the same index."""

    status = 3


class ArgumentError(Error, ValueError):
    """A field is out of its range."""

    status = 10


class LimitError(Error):
    """A stated limit would be passed."""

    status = 11


class MalformedError(Error, ValueError):
    """A map breaks the rules of its format."""

    status = 20


class NotIndexError(Error, ValueError):
    """The file is no index at all."""

    status = 30


class VersionError(Error):
    """An index of another format version."""

    status = 31


class DamagedError(Error):
    """The index is truncated, or a digest differs."""

    status = 32


_CLASSES = {kind.status: kind for kind in (InputOutputError, NoMemoryError, BusyError, ArgumentError,
                                           LimitError, MalformedError, NotIndexError, VersionError,
                                           DamagedError)}


def failure(status: int, sentence: str = "") -> Error:
    """The exception of a status."""
    text = sentence or ffi.string(lib.pathfan_status_text(status)).decode()
    error = _CLASSES.get(status, Error)(text)
    error.status = status
    return error


def check(status: int, error) -> None:
    """Raises what a status and a pathfan_error say."""
    if status:
        raise failure(status, ffi.string(error.text).decode(errors="replace"))
