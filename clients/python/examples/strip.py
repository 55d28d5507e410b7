"""Shots of a run side by side, as readable SVG. Needs only Python."""

from __future__ import annotations

import base64
from typing import Dict, List, Mapping, Optional, Sequence, Tuple
from xml.sax.saxutils import escape

from shots import RGB, Body, Border, Box, Label, Picture, Run, Shadow, Shot

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


def _width(line: str) -> float:
    """The width of a line of text in a usual font of size 1, estimated."""
    return sum(
        0.28 if letter in " .,:;!|'iIjlt()[]/" else 0.85 if letter in "mwMW@%…" else
        0.67 if letter.isupper() else 0.54 if ord(letter) < 0x1100 else 1.0 for letter in line)


def _rectangle(box: Box) -> str:
    a, b, c, d, x, y = box.matrix
    width, height = box.size
    radius = min(box.radius, width / 2, height / 2)
    size = f'width="{_number(width)}" height="{_number(height)}"'
    corner = f' rx="{_number(radius)}"' if radius > 0 else ""
    if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
        return f'<rect x="{_number(x)}" y="{_number(y)}" {size}{corner}'
    return f"<rect {size}{corner} {_turn(box)}"


def _opacity(alpha: float) -> str:
    return f' fill-opacity="{_number(alpha)}"' if alpha < 1 else ""


def _turn(box: Box) -> str:
    return f'transform="matrix({_matrix(box)})"'


def _matrix(box: Box) -> str:
    *values, x, y = box.matrix
    return " ".join([*(_number(value, 4) for value in values), _number(x), _number(y)])


def _ring(box: Box) -> str:
    """The outline of a rectangle with round corners as steps of a path, in its own coordinates."""
    width, height = box.size
    radius = min(box.radius, width / 2, height / 2)
    if radius <= 0:
        return f"M0 0h{_number(width)}v{_number(height)}h{_number(-width)}z"
    r, across, down = (_number(v) for v in (radius, width - 2 * radius, height - 2 * radius))
    arc = f"a{r} {r} 0 0 1 "
    return (
        f"M{r} 0h{across}{arc}{r} {r}v{down}{arc}{_number(-radius)} {r}"
        f"h{_number(2 * radius - width)}{arc}{_number(-radius)} {_number(-radius)}"
        f"v{_number(2 * radius - height)}{arc}{r} {_number(-radius)}z")


class _Drawing:
    """The lines of the picture. Each clip path, mask and filter has a number and is written
    once."""

    def __init__(self, images: Mapping[str, bytes]) -> None:
        self.lines: List[str] = []
        self._images = images
        self._edges: Dict[Tuple[Box, ...], str] = {}
        self._definitions: Dict[str, str] = {}

    def clip(self, edges: Tuple[Box, ...]) -> str:
        """The attribute that clips to all edges; clip paths are defined before their first use."""
        if not edges:
            return ""
        if edges not in self._edges:
            outer = self.clip(edges[:-1])
            self._edges[edges] = name = f"c{len(self._edges) + 1}"
            self.lines.append(f'<clipPath id="{name}"{outer}>{_rectangle(edges[-1])}/></clipPath>')
        return f' clip-path="url(#{self._edges[edges]})"'

    def _define(self, kind: str, attributes: str, inside: str) -> str:
        """The reference to a mask or a filter, which is written before its first use."""
        whole = f"{kind}{attributes}>{inside}"
        if whole not in self._definitions:
            self._definitions[whole] = name = f"d{len(self._definitions) + 1}"
            self.lines.append(f'<{kind} id="{name}"{attributes}>{inside}</{kind}>')
        return f"url(#{self._definitions[whole]})"

    def _put(self, edges: Tuple[Box, ...], element: str) -> None:
        # On a group around the element, because the element's own matrix would also apply to the
        # clip.
        clip = self.clip(edges)
        self.lines.append(f"<g{clip}>{element}</g>" if clip else element)

    def body(self, body: Body) -> None:
        self._put(
            body.edges,
            f'{_rectangle(body.box)} fill="{_color(body.color)}"{_opacity(body.alpha)}/>')

    def shadow(self, shadow: Shadow) -> None:
        """A blurred rectangle, without what is inside of its view."""
        width, height = shadow.box.size
        x, y = shadow.offset
        # A Gaussian is negligible beyond three standard deviations.
        margin = 1.5 * shadow.radius + 1
        blur = self._define(
            "filter", ' filterUnits="userSpaceOnUse" '
            f'x="{_number(x - margin)}" y="{_number(y - margin)}" '
            f'width="{_number(width + 2 * margin)}" height="{_number(height + 2 * margin)}" '
            'color-interpolation-filters="sRGB"',
            f'<feGaussianBlur stdDeviation="{_number(shadow.radius / 2)}"/>')
        left, top = min(0.0, x) - margin, min(0.0, y) - margin
        right, bottom = max(0.0, x) + width + margin, max(0.0, y) + height + margin
        everything = (
            f'x="{_number(left)}" y="{_number(top)}" width="{_number(right - left)}" '
            f'height="{_number(bottom - top)}"')
        mask = self._define(
            "mask", f' maskUnits="userSpaceOnUse" {everything}',
            f'<rect {everything} fill="#fff"/><path d="{_ring(shadow.box)}" fill="#000"/>')
        moved = Box((1.0, 0.0, 0.0, 1.0, x, y), shadow.box.size, shadow.box.radius)
        self._put(
            shadow.edges, f'<g {_turn(shadow.box)}><g mask="{mask}">{_rectangle(moved)} '
            f'fill="{_color(shadow.color)}"{_opacity(shadow.alpha)} filter="{blur}"/></g></g>')

    def picture(self, picture: Picture) -> None:
        """The image over its view; without the image, nothing."""
        data = self._images.get(picture.name)
        if data is None:
            return
        width, height = picture.box.size
        address = "data:image/png;base64," + base64.b64encode(data).decode("ascii")
        opacity = f' opacity="{_number(picture.alpha)}"' if picture.alpha < 1 else ""
        self._put(
            (*picture.edges, picture.box),
            f'<image {_turn(picture.box)} width="{_number(width)}" height="{_number(height)}" '
            f'preserveAspectRatio="xMidYMid slice"{opacity} href="{address}"/>')

    def label(self, label: Label) -> None:
        text, style = label.text, label.style
        clip = self.clip(label.bounds)
        weight = f' font-weight="{style.weight}"' if style and style.weight != 400 else ""
        self.lines.append(
            f'<g{clip}><g {_turn(label.box)} font-size="{_number(text.size)}"{weight} '
            f'fill="{_color(label.color)}"{_opacity(label.alpha)}>')
        # Lines are placed by their ends or middles, because viewers have fonts of other widths.
        x = style.share * label.box.size[0] if style else 0.0
        anchor = {0.5: ' text-anchor="middle"', 1.0: ' text-anchor="end"'}.get(
            style.share if style else 0.0, "")
        place = f' x="{_number(x)}"' if x else ""
        for _, y, line, factor in label.lines(lambda line: text.size * _width(line)):
            condensed = "" if factor == 1 else (
                f' textLength="{_number(label.box.size[0])}" lengthAdjust="spacingAndGlyphs"')
            self.lines.append(
                f'<text{place} y="{_number(y)}"{anchor}{condensed}>{escape(line)}</text>')
        self.lines.append("</g></g>")

    def border(self, border: Border) -> None:
        inside, width = border.inside, _number(border.width)
        hole = ""
        if min(inside.size) > 0:
            # Relative steps from the corner of the inside.
            hole = f"M{width} {width}m" + _ring(inside)[1:]
        self._put(
            border.edges,
            f'<path {_turn(border.box)} fill-rule="evenodd" fill="{_color(border.color)}"'
            f'{_opacity(border.alpha)} d="{_ring(border.box)}{hole}"/>')

    def shot(self, shot: Shot, run: Run) -> None:
        for part in shot.parts:
            if isinstance(part, Shadow):
                self.shadow(part)
            elif isinstance(part, Body):
                self.body(part)
            elif isinstance(part, Picture):
                self.picture(part)
            elif isinstance(part, Label):
                self.label(part)
            else:
                self.border(part)
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


def svg(
    moments: Sequence[Shot], run: Run, height: float, part: Optional[Part] = None,
    images: Optional[Mapping[str, bytes]] = None,
) -> str:
    """The shots, each `height` high with its time below; or a part of the screen of each. `images`
    has the PNG files of the images that views may show, by name."""
    drawing = _Drawing(images or {})
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
