"""Converts Python's values for the library, or raises why it can't."""

import operator
import os

import numpy as np

from ._errors import ArgumentError
from ._module import ffi


def xy(value, what: str):
    """Returns x and y."""
    try:
        x, y = value
    except (TypeError, ValueError):
        raise ArgumentError(f"{what}: must be a point, (x, y)") from None
    return x, y


def points(values, what: str):
    """Returns a float64 array [n, 2] and the library's pointer into it."""
    array = np.ascontiguousarray(values, dtype=np.float64)
    if array.shape == (0,):
        array = array.reshape(0, 2)  # an empty list
    if array.ndim != 2 or array.shape[1] != 2:
        raise ArgumentError(f"{what}: must be points, an array [n, 2]")
    return array, ffi.cast("pathfan_point *", ffi.from_buffer(array))


def put_number(struct, member: str, value) -> None:
    """Sets a number in a struct of the library."""
    try:
        setattr(struct, member, value)
    except TypeError:
        raise TypeError(f"{member}: must be a number, not {value!r}") from None
    except OverflowError:
        raise ArgumentError(f"{member}: {value} is out of range") from None


def put_whole(struct, member: str, value, what: str = "") -> None:
    """Sets an integer in a struct of the library."""
    try:
        setattr(struct, member, operator.index(value))  # otherwise numpy's 2.9 would become 2
    except TypeError:
        raise TypeError(f"{what or member}: must be a whole number, not {value!r}") from None
    except OverflowError:
        raise ArgumentError(f"{what or member}: {value} is out of range") from None


def text(value: str, what: str, kept: list):
    """Returns a text as C expects it, which `kept` keeps."""
    data = value.encode()
    if b"\0" in data:
        raise ArgumentError(f"{what} holds a zero character")
    kept.append(ffi.new("char[]", data))
    return kept[-1]


def level_text(level, kept: list):
    """Returns a level, a number or a name, as a text."""
    return text(level if isinstance(level, str) else repr(float(level)), "level", kept)


def put_area(area, fields: dict, kept: list) -> None:
    """Fills an area from {"circle": (x, y, r)} or {"polygon": corners [n, 2]}, perhaps with a "level"."""
    level = fields.pop("level", None)
    if level is not None:
        area.floor = level_text(level, kept)
    if "circle" in fields:
        area.centre.x, area.centre.y, area.radius = fields.pop("circle")
    elif "polygon" in fields:
        array, area.corners = points(fields.pop("polygon"), "polygon")
        area.corner_count = len(array)
        kept.append(array)
    else:
        raise ArgumentError("an area is a circle or a polygon")
    if fields:
        raise ArgumentError(f"an area has no {', '.join(fields)}")


def file_name(path) -> bytes:
    """Returns a file name as C expects it."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise ArgumentError("the name of a file holds a zero character")
    return name
