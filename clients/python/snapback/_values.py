"""Checks untrusted values: numbers are finite, counters are integers, names are known."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Tuple, cast

from .errors import WireError
from .messages import RGB, RGBA, Four, Pair, Six

INFINITY = float("inf")
# generated: names
# The numbers of docs/segments.md.
CHANNELS: Tuple[str, ...] = (
    "left", "top", "right", "bottom", "scrollX", "scrollY", "translationX", "translationY",
    "rotation", "shear", "scaleX", "scaleY", "alpha", "red", "green", "blue", "leverX", "leverY",
    "cornerRadius", "textRed", "textGreen", "textBlue", "textAlpha", "fillAlpha", "borderRed",
    "borderGreen", "borderBlue", "borderAlpha", "borderWidth", "shadowX", "shadowY",
    "shadowOpacity", "shadowRadius",
)
ROLES = (
    "view", "view-touches", "control", "inject",
)
FEATURES = (
    "frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure", "ack",
    "decisions", "schedule", "events",
)
CLOCKS = (
    "monotonic", "replay",
)
PACINGS = (
    "timer", "pull", "push",
)
GESTURES = (
    "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll", "hover",
)
GESTURE_PHASES = (
    "recognized", "began", "changed", "ended", "cancelled",
)
CONTACT_PHASES = (
    "began", "moved", "ended", "cancelled",
)
MOMENTS = (
    "finished", "settled",
)
EVENT_KINDS = (
    "actionBegan", "actionFinished", "actionInterrupted", "landed", "settled", "tapped", "focused",
    "feedback", "crossed", "stateChanged",
)
DEVICE_PHASES = (
    "removed", "added",
)
TEXT_ALIGNMENTS = (
    "leading", "center", "trailing", "left", "right",
)
VERTICAL_ALIGNMENTS = (
    "top", "center", "bottom",
)
TRUNCATIONS = (
    "tail", "middle", "head", "clip",
)
MAPS = (
    "tilt",
)
# end of generated
# The maximum number of digits of an integer that are parsed; one of 64 bits has 20.
_DIGIT_LIMIT = 40


def _integer(text: str) -> int:
    if len(text) > _DIGIT_LIMIT:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _constant(text: str) -> float:
    raise ValueError(f"{text} is not a number")


_json = json.JSONDecoder(parse_int=_integer, parse_constant=_constant)


def parse(text: bytes) -> Any:
    """Parses untrusted bytes as JSON; raises WireError if they are invalid."""
    try:
        return _json.decode(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise WireError(f"not UTF-8 ({error.reason} at {error.start})") from None
    except RecursionError:
        raise WireError("the JSON is nested too deeply") from None
    except ValueError as error:
        raise WireError(f"not JSON: {error}") from None


def color(value: Any) -> RGB:
    """Converts "#rrggbb" to three numbers 0…255."""
    if isinstance(value, str) and len(value) == 7 and value[0] == "#" and value.isascii():
        try:
            number = bytes.fromhex(value[1:])
        except ValueError:
            number = b""
        if len(number) == 3:
            return (number[0], number[1], number[2])
    raise WireError(f"{str(value)[:40]!r} is not a color")


def rgba(value: Any) -> RGBA:
    """Converts "#rrggbbaa" to four numbers 0…255."""
    if isinstance(value, str) and len(value) == 9 and value[0] == "#" and value.isascii():
        try:
            number = bytes.fromhex(value[1:])
        except ValueError:
            number = b""
        if len(number) == 4:
            return (number[0], number[1], number[2], number[3])
    raise WireError(f"{str(value)[:40]!r} is not a color with an opacity")


class Object:
    """A JSON object with typed accessors; a missing value without default is an error."""

    def __init__(self, value: Any, name: str) -> None:
        if not isinstance(value, dict):
            raise WireError(f"{name} is not an object")
        self.value: Dict[str, Any] = value
        self.name = name

    def _wrong(self, key: str, wanted: str) -> WireError:
        if self.value.get(key) is None:
            return WireError(f"{self.name} has no {key}")
        return WireError(f"{key} of {self.name} is not {wanted}: {str(self.value[key])[:40]!r}")

    def has(self, key: str) -> bool:
        return self.value.get(key) is not None

    def number(self, key: str, default: Optional[float] = None) -> float:
        value = self.value.get(key)
        if value is None and default is not None:
            return default
        if type(value) is float or type(value) is int:
            number = float(value)
            if -INFINITY < number < INFINITY:
                return number
        raise self._wrong(key, "a number")

    def optional_number(self, key: str) -> Optional[float]:
        return self.number(key) if self.has(key) else None

    def integer(self, key: str, default: Optional[int] = None) -> int:
        value = self.value.get(key)
        if value is None and default is not None:
            return default
        if type(value) is int and 0 <= value < 1 << 64:
            return value
        raise self._wrong(key, "a whole number of 64 bits")

    def optional_integer(self, key: str) -> Optional[int]:
        return self.integer(key) if self.has(key) else None

    def string(self, key: str, default: Optional[str] = None) -> str:
        value = self.value.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, str):
            if not value.isascii():
                try:
                    value.encode("utf-8")
                except UnicodeEncodeError:
                    raise self._wrong(key, "text: half a surrogate pair") from None
            return value
        raise self._wrong(key, "a string")

    def optional_string(self, key: str) -> Optional[str]:
        """Also returns None for an empty string, which the binary encoding uses for None."""
        return self.string(key, "") or None

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.value.get(key)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        raise self._wrong(key, "true or false")

    def object(self, key: str) -> "Object":
        return Object(self.value.get(key), f"{key} of {self.name}")

    def array(self, key: str, default: Optional[List[Any]] = None) -> List[Any]:
        value = self.value.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, list):
            return value
        raise self._wrong(key, "an array")

    def strings(self, key: str) -> Tuple[str, ...]:
        values = self.array(key, [])
        if not all(isinstance(value, str) for value in values):
            raise self._wrong(key, "an array of strings")
        return tuple(values)

    def numbers(
        self, key: str, count: int, default: Optional[Tuple[float, ...]] = None
    ) -> Tuple[float, ...]:
        if default is not None and not self.has(key):
            return default
        return numbers(self.value.get(key), count, f"{key} of {self.name}")

    def pair(self, key: str, default: Optional[Pair] = None) -> Pair:
        return cast(Pair, self.numbers(key, 2, default))

    def four(self, key: str, default: Optional[Four] = None) -> Four:
        return cast(Four, self.numbers(key, 4, default))

    def six(self, key: str, default: Optional[Six] = None) -> Six:
        return cast(Six, self.numbers(key, 6, default))


def numbers(value: Any, count: int, name: str) -> Tuple[float, ...]:
    """Checks that a value is an array of `count` finite numbers."""
    if isinstance(value, list) and len(value) == count:
        result = tuple(
            float(item) if type(item) is float or type(item) is int else INFINITY
            for item in value)
        if all(-INFINITY < item < INFINITY for item in result):
            return result
    raise WireError(f"{name} is not {count} numbers: {str(value)[:40]!r}")
