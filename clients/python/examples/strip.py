"""Shots of a run side by side, as readable SVG. Needs only Python."""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence, Tuple
from xml.sax.saxutils import escape

from shots import RGB, Body, Box, Label, Run, Shot

# Pixels between two shots, below them for the time, and the radius of the screen's corners.
_GAP, _FOOT, _CORNER = 14.0, 24.0, 10.0
_GREY = "#8b949e"
_FONTS = "system-ui, -apple-system, Roboto, Helvetica, Arial, sans-serif"

# A part of the screen: x, y, width and height in points.
Part = Tuple[float, float, float, float]


def _number(value: float, digits: int = 2) -> str:
    """Formats a number as briefly as possible; zero has no sign."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _color(color: RGB) -> str:
    return "#%02x%02x%02x" % color


def _rectangle(box: Box) -> str:
    a, b, c, d, x, y = box.matrix
    width, height = box.size
    radius = min(box.radius, width / 2, height / 2)
    size = f'width="{_number(width)}" height="{_number(height)}"'
    corner = f' rx="{_number(radius)}"' if radius > 0 else ""
    if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
        return f'<rect x="{_number(x)}" y="{_number(y)}" {size}{corner}'
    turn = " ".join([*(_number(value, 4) for value in (a, b, c, d)), _number(x), _number(y)])
    return f'<rect {size}{corner} transform="matrix({turn})"'


def _opacity(alpha: float) -> str:
    return f' fill-opacity="{_number(alpha)}"' if alpha < 1 else ""


class _Drawing:
    """The lines of the picture. Each clip path has a number and is written once."""

    def __init__(self) -> None:
        self.lines: List[str] = []
        self._edges: Dict[Tuple[Box, ...], str] = {}

    def clip(self, edges: Tuple[Box, ...]) -> str:
        """The attribute that clips to all edges; clip paths are defined before their first use."""
        if not edges:
            return ""
        if edges not in self._edges:
            outer = self.clip(edges[:-1])
            self._edges[edges] = name = f"c{len(self._edges) + 1}"
            self.lines.append(f'<clipPath id="{name}"{outer}>{_rectangle(edges[-1])}/></clipPath>')
        return f' clip-path="url(#{self._edges[edges]})"'

    def body(self, body: Body) -> None:
        # On a group around the rectangle, because the rectangle's own matrix would also apply to
        # the clip.
        clip = self.clip(body.edges)
        rectangle = f'{_rectangle(body.box)} fill="{_color(body.color)}"{_opacity(body.alpha)}/>'
        self.lines.append(f"<g{clip}>{rectangle}</g>" if clip else rectangle)

    def label(self, label: Label, ink: RGB) -> None:
        a, b, c, d, x, y = label.matrix
        clip = self.clip(label.edges)
        turn = " ".join([*(_number(value, 4) for value in (a, b, c, d)), _number(x), _number(y)])
        text = label.text
        self.lines.append(
            f'<g{clip}><g transform="matrix({turn})" font-size="{_number(text.size)}" '
            f'fill="{_color(ink)}"{_opacity(label.alpha)}>')
        for number, line in enumerate(text.string.split("\n")):
            below = text.first_baseline + number * text.line_height
            self.lines.append(f'<text y="{_number(below)}">{escape(line)}</text>')
        self.lines.append("</g></g>")

    def shot(self, shot: Shot, run: Run) -> None:
        for item in shot.items():
            if isinstance(item, Body):
                self.body(item)
            else:
                self.label(item, shot.ink_of(item))
        for finger in run.fingers:
            for x, y, radius, alpha, is_rim in finger.discs(shot.time):
                ink = shot.rim if is_rim else shot.ink
                self.lines.append(
                    f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" '
                    f'fill="{_color(ink)}"{_opacity(alpha)}/>')

    def frame(self, left: float, width: float, height: float, text: str) -> None:
        """The frame around a shot, and its time."""
        self.lines.append(
            f'<rect x="{_number(left)}" y="1" width="{_number(width)}" height="{_number(height)}" '
            f'rx="{_number(_CORNER)}" fill="none" stroke="{_GREY}" stroke-opacity="0.5"/>')
        self.lines.append(
            f'<text x="{_number(left + width / 2)}" y="{_number(height + 19)}" '
            f'text-anchor="middle" font-size="12" fill="{_GREY}">{text}</text>')


def svg(moments: Sequence[Shot], run: Run, height: float, part: Optional[Part] = None) -> str:
    """The shots, each `height` high with its time below; or a part of the screen of each."""
    drawing = _Drawing()
    first, left = run.shots[0].time, 1.0
    for shot in moments:
        x, y, width, tall = part or (0.0, 0.0, shot.screen.width, shot.screen.height)
        zoom = height / max(tall, 1.0)
        window = Box((1.0, 0.0, 0.0, 1.0, x, y), (width, tall), _CORNER / zoom)
        place = f"{_number(left - x * zoom)} {_number(1 - y * zoom)}"
        drawing.lines.append(f'<g transform="translate({place}) scale({_number(zoom, 4)})">')
        drawing.lines.append(f"<g{drawing.clip((window,))}>")
        drawing.shot(shot, run)
        drawing.lines.append("</g></g>")
        drawing.frame(left, width * zoom, height, f"{(shot.time - first) / 1e9:.2f} s")
        left += width * zoom + _GAP
    size = (_number(left - _GAP + 1), _number(height + _FOOT))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {size[0]} {size[1]}" font-family="{_FONTS}">',
        *drawing.lines, "</svg>", ""])
