"""What the library's statuses become."""

from ._module import ffi, lib


class Error(Exception):
    """The library's sentence; `status` is its number in pathfan/status.h."""

    status: int = 0


class InputOutputError(Error, OSError):
    """A file can't be opened, read or written."""


class NoMemoryError(Error, MemoryError):
    """An allocation failed; index and query go on."""


class BusyError(Error):
    """Another program writes the same index."""


class ArgumentError(Error, ValueError):
    """A field is out of its range."""


class LimitError(Error):
    """A stated limit would be passed."""


class MalformedError(Error, ValueError):
    """A map breaks the rules of its format."""


class NotIndexError(Error, ValueError):
    """The file is no index at all."""


class VersionError(Error):
    """An index of another format version."""


class DamagedError(Error):
    """The index is truncated, or a digest differs."""


_CLASSES = {1: InputOutputError, 2: NoMemoryError, 3: BusyError, 10: ArgumentError, 11: LimitError,
            20: MalformedError, 30: NotIndexError, 31: VersionError, 32: DamagedError}


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
