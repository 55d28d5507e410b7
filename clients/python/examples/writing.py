"""Lines of a text in a view, by docs/scene-format.md#looks: where they break, what is left out, and
where they begin."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, List, Optional, Tuple

_ELLIPSIS = "…"
# A line that is too wide by up to this factor is condensed, because widths are estimated.
_TOO_WIDE = 1.3

# The width of a text in points.
Measure = Callable[[str], float]


@dataclass(frozen=True)
class Style:
    """How a look arranges and draws a text. The protocol does not have the reading direction, so
    `leading` is left and `trailing` right."""

    weight: int = 400
    across: str = "leading"
    down: str = "top"
    truncation: str = "tail"

    @property
    def share(self) -> float:
        """The part of the free width that is at the left of a line."""
        return {"center": 0.5, "trailing": 1.0, "right": 1.0}.get(self.across, 0.0)


def weight_of(style: Optional[str], weight: int) -> int:
    """The weight of a font: that of the look, or of the text style if that is 0."""
    return weight or (600 if style == "headline" else 400)


def lines_of(
    string: str, width: float, limit: int, truncation: str, measure: Measure
) -> List[str]:
    """The lines of a text: broken between words, at most `limit`. The last one has the rest of the
    text, shortened to the width."""
    lines: List[str] = []
    paragraphs = string.split("\n")
    while paragraphs:
        line, rest = _broken(paragraphs[0], width, measure)
        following = ([rest] if rest else []) + paragraphs[1:]
        if len(lines) == limit - 1:
            whole = " ".join(paragraphs)
            return [*lines, whole if truncation == "clip" else _shortened(
                whole, width, truncation, measure)]
        lines.append(line)
        paragraphs = following
    return lines


def first_of(
    height: float, line_height: float, first_baseline: float, count: int, down: str
) -> float:
    """The first baseline of `count` lines in a view of a height."""
    free = height - count * line_height
    share = {"center": 0.5, "bottom": 1.0}.get(down, 0.0)
    return first_baseline + share * max(0.0, free)


def limit_of(lines: int, height: float, line_height: float) -> int:
    """The number of lines that are drawn at most: those that fit into the height, but at least
    one."""
    # Heights come with three decimals.
    room = max(1, math.floor(height / line_height + 1e-3)) if line_height > 0 else 1
    return min(lines, room) if lines > 0 else room


def _broken(paragraph: str, width: float, measure: Measure) -> Tuple[str, str]:
    """The words that fit into a line, at least one, and the rest."""
    words = paragraph.split(" ")
    count = 1
    while count < len(words) and measure(" ".join(words[:count + 1])) <= width + 1e-6:
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])


def _shortened(line: str, width: float, truncation: str, measure: Measure) -> str:
    """The line, or as many of its letters as fit with an ellipsis; a line that can be condensed
    remains."""
    if measure(line) <= _TOO_WIDE * width + 1e-6:
        return line
    # The number of letters that remain, by bisection: a longer text is wider.
    low, high = 0, len(line)
    while high - low > 1:
        middle = (low + high) // 2
        if measure(_cut(line, middle, truncation)) <= width + 1e-6:
            low = middle
        else:
            high = middle
    return _cut(line, low, truncation)


def _cut(line: str, count: int, truncation: str) -> str:
    """`count` letters of a line and an ellipsis; no spaces are beside the ellipsis."""
    if truncation == "head":
        return _ELLIPSIS + line[len(line) - count:].lstrip()
    if truncation == "middle":
        begin = (count + 1) // 2
        end = count - begin
        return line[:begin].rstrip() + _ELLIPSIS + line[len(line) - end:].lstrip()
    return line[:count].rstrip() + _ELLIPSIS
