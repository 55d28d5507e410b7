"""Draws shots as pixels with Pillow. Edges are antialiased by supersampling."""

from __future__ import annotations

import io
import math
from typing import Iterable, List, Mapping, Optional, Sequence, Tuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from fingers import Finger
from outlines import Point, clipped, outline
from shots import RGB, Body, Border, Box, Label, Part, Picture, Run, Shadow, Shot
from snapback.messages import Six

# The number of samples per pixel along each axis.
FINER = 4
# Parts that are further away, in pixels, are not drawn.
_FARTHEST = 1e5


class Canvas:
    """A picture of the screen with `zoom` pixels per point, drawn at FINER times the resolution.
    `images` has the images that views may show, by name."""

    def __init__(
        self, shot: Shot, zoom: float, images: Optional[Mapping[str, Image.Image]] = None
    ) -> None:
        self.size = (
            max(1, round(shot.screen.width * zoom)), max(1, round(shot.screen.height * zoom)))
        self.scale = zoom * FINER
        self.images = images or {}
        self.image = Image.new(
            "RGB", (self.size[0] * FINER, self.size[1] * FINER), shot.screen.background)

    def draw(self, part: Part) -> None:
        if isinstance(part, Shadow):
            self.shade(part)
        elif isinstance(part, Body):
            self.fill(clipped(outline(part.box), part.edges), part.color, part.alpha)
        elif isinstance(part, Picture):
            self.cover(part)
        elif isinstance(part, Label):
            self.write(part)
        else:
            self.border(part)

    def fill(
        self, points: Sequence[Point], color: RGB, alpha: float = 1.0
    ) -> None:
        """Fills a convex outline given in points of the screen."""
        self._fill(points, (), color, alpha)

    def border(self, border: Border) -> None:
        """Fills what is between the edge of a view and the inner edge of its border."""
        self._fill(
            clipped(outline(border.box), border.edges),
            clipped(outline(border.inside), border.edges), border.color, border.alpha)

    def disc(self, x: float, y: float, radius: float, color: RGB, alpha: float) -> None:
        box = Box((1.0, 0.0, 0.0, 1.0, x - radius, y - radius), (2 * radius, 2 * radius), radius)
        self.fill(outline(box), color, alpha)

    def shade(self, shadow: Shadow) -> None:
        """Draws a shadow: blurs it in the plane of its view, then transforms that."""
        a, b, c, d, tx, ty = shadow.box.matrix
        # Pixels of the plane in a point of the view.
        fine = self.scale / FINER * math.sqrt(abs(a * d - b * c))
        width, height = shadow.box.size
        # A Gaussian is negligible beyond three standard deviations.
        margin = 1.5 * shadow.radius + 2 / fine if fine > 0 else 0.0
        size = (width + 2 * margin) * fine, (height + 2 * margin) * fine
        if not 0 < max(size) < _FARTHEST or min(size) <= 0:
            return
        plane = Image.new("L", (math.ceil(size[0]), math.ceil(size[1])), 0)
        flat = Box((fine, 0.0, 0.0, fine, margin * fine, margin * fine), (width, height),
                   shadow.box.radius)
        ImageDraw.Draw(plane).polygon(
            [(x - 0.5, y - 0.5) for x, y in outline(flat)], fill=round(shadow.alpha * 255))
        plane = plane.filter(ImageFilter.GaussianBlur(shadow.radius / 2 * fine))
        left, top = shadow.offset[0] - margin, shadow.offset[1] - margin
        mask, place = self._transformed(plane, (
            a / fine, b / fine, c / fine, d / fine, a * left + c * top + tx,
            b * left + d * top + ty))
        if mask is None:
            return
        # Nothing of it is inside of its view.
        self._polygon(mask, outline(shadow.box), place, 0)
        self._cut(mask, place, shadow.edges)
        self.image.paste(shadow.color, place, mask)

    def cover(self, picture: Picture) -> None:
        """Covers a view with its image; without the image, with nothing."""
        image = self.images.get(picture.name)
        if image is None:
            return
        a, b, c, d, tx, ty = picture.box.matrix
        width, height = picture.box.size
        # Points of the view in a pixel of the image.
        fit = max(width / image.width, height / image.height)
        left, top = (width - fit * image.width) / 2, (height - fit * image.height) / 2
        part, place = self._transformed(image, (
            fit * a, fit * b, fit * c, fit * d, a * left + c * top + tx, b * left + d * top + ty))
        if part is None:
            return
        mask = part.getchannel("A").point([round(level * picture.alpha) for level in range(256)])
        self._cut(mask, place, (picture.box, *picture.edges))
        self.image.paste(part.convert("RGB"), place, mask)

    def write(self, label: Label) -> None:
        """Draws a text in Pillow's own font. It has one weight; others are drawn with strokes of
        another width."""
        text, scale = label.text, self.scale
        a, b, c, d, tx, ty = label.box.matrix
        if a * d - b * c == 0 or label.alpha <= 0:
            return
        font = ImageFont.load_default(max(1.0, text.size * scale))
        weight = label.style.weight if label.style is not None else 400
        stroke = round(max(0, weight - 400) / 300 * text.size * scale / 50)

        def measure(line: str) -> float:
            return font.getlength(line) / scale

        lines = [
            ((x * scale, y * scale), line, factor) for x, y, line, factor in label.lines(measure)]
        boxes = [font.getbbox(line, anchor="ls", stroke_width=stroke) for _, line, _ in lines]
        # The part of the text's own plane that has letters, in its pixels.
        left = min(place[0] + box[0] * factor for (place, _, factor), box in zip(lines, boxes))
        right = max(place[0] + box[2] * factor for (place, _, factor), box in zip(lines, boxes))
        top = min(place[1] + box[1] for (place, _, _), box in zip(lines, boxes))
        bottom = max(place[1] + box[3] for (place, _, _), box in zip(lines, boxes))
        x, y = math.floor(left) - 1, math.floor(top) - 1
        plane = Image.new("L", (math.ceil(right) - x + 2, math.ceil(bottom) - y + 2), 0)
        pen = ImageDraw.Draw(plane)
        ink = round(label.alpha * 255)
        for (place, line, factor), box in zip(lines, boxes):
            if factor == 1:
                pen.text((place[0] - x, place[1] - y), line, fill=ink, font=font, anchor="ls",
                         stroke_width=stroke)
                continue
            size = (math.ceil(box[2] - box[0]), math.ceil(box[3] - box[1]))
            letters = Image.new("L", size, 0)
            ImageDraw.Draw(letters).text(
                (-box[0], -box[1]), line, fill=255, font=font, anchor="ls", stroke_width=stroke)
            letters = letters.resize((max(1, round(size[0] * factor)), size[1]))
            corner = (round(place[0] + box[0] * factor) - x, round(place[1] + box[1]) - y)
            plane.paste(ink, corner, letters)
        left, top = x / scale, y / scale
        mask, place = self._transformed(plane, (
            a / scale, b / scale, c / scale, d / scale, a * left + c * top + tx,
            b * left + d * top + ty))
        if mask is None:
            return
        self._cut(mask, place, label.bounds)
        self.image.paste(label.color, place, mask)

    def _fill(
        self, points: Sequence[Point], hole: Sequence[Point], color: RGB, alpha: float
    ) -> None:
        """Fills an outline but for a hole."""
        pixels = self._pixels(points)
        if len(pixels) < 3 or alpha <= 0:
            return
        if alpha >= 1 and not hole:
            ImageDraw.Draw(self.image).polygon(pixels, fill=color)
            return
        place, end = self._bounds(pixels)
        if end[0] <= place[0] or end[1] <= place[1]:
            return
        mask = Image.new("L", (end[0] - place[0], end[1] - place[1]), 0)
        self._polygon(mask, points, place, round(alpha * 255))
        self._polygon(mask, hole, place, 0)
        self.image.paste(color, place, mask)

    def _pixels(self, points: Sequence[Point]) -> List[Point]:
        return [(x * self.scale - 0.5, y * self.scale - 0.5) for x, y in points]

    def _bounds(self, pixels: Sequence[Point]) -> Tuple[Tuple[int, int], Tuple[int, int]]:
        """The part of the picture that has pixels near these: its corner and its end."""
        place = (
            max(0, math.floor(min(x for x, _ in pixels))),
            max(0, math.floor(min(y for _, y in pixels))))
        end = (
            min(self.image.width, math.ceil(max(x for x, _ in pixels)) + 1),
            min(self.image.height, math.ceil(max(y for _, y in pixels)) + 1))
        return place, end

    def _polygon(
        self, mask: Image.Image, points: Sequence[Point], place: Tuple[int, int], level: int
    ) -> None:
        if len(points) > 2:
            ImageDraw.Draw(mask).polygon(
                [(x - place[0], y - place[1]) for x, y in self._pixels(points)], fill=level)

    def _cut(self, mask: Image.Image, place: Tuple[int, int], edges: Sequence[Box]) -> None:
        """Leaves of a mask what is inside of all edges."""
        if not edges:
            return
        inside = Image.new("L", mask.size, 0)
        self._polygon(inside, clipped(outline(edges[0]), edges[1:]), place, 255)
        mask.paste(ImageChops.multiply(mask, inside))

    def _transformed(
        self, plane: Image.Image, matrix: Six
    ) -> Tuple[Optional[Image.Image], Tuple[int, int]]:
        """A plane by a matrix from its pixels to points of the screen, as a part of the picture and
        the place of that; None if nothing of it is seen."""
        a, b, c, d, tx, ty = (value * self.scale for value in matrix)
        size = a * d - b * c
        corners = [
            (a * x + c * y + tx, b * x + d * y + ty)
            for x in (0, plane.width) for y in (0, plane.height)]
        if size == 0 or not all(abs(x) + abs(y) < _FARTHEST for x, y in corners):
            return None, (0, 0)
        place, end = self._bounds([(x + step, y + step) for x, y in corners for step in (-1, 1)])
        if end[0] <= place[0] or end[1] <= place[1]:
            return None, place
        # Pillow expects the inverse: the position in the plane for a pixel of the part.
        x, y = place[0] - tx, place[1] - ty
        back = (
            d / size, -c / size, (d * x - c * y) / size, -b / size, a / size,
            (a * y - b * x) / size)
        return plane.transform(
            (end[0] - place[0], end[1] - place[1]), Image.Transform.AFFINE, back,
            Image.Resampling.BILINEAR), place

    def finished(self) -> Image.Image:
        return self.image.resize(self.size, Image.Resampling.BOX)


def picture(
    shot: Shot, zoom: float, fingers: Iterable[Finger] = (),
    images: Optional[Mapping[str, Image.Image]] = None,
) -> Image.Image:
    """Draws a shot with the fingers at its time on top."""
    canvas = Canvas(shot, zoom, images)
    for part in shot.parts:
        canvas.draw(part)
    for finger in fingers:
        for x, y, radius, alpha, is_rim in finger.discs(shot.time):
            canvas.disc(x, y, radius, shot.rim if is_rim else shot.ink, alpha)
    return canvas.finished()


def film(
    run: Run, zoom: float, images: Optional[Mapping[str, Image.Image]] = None
) -> List[Image.Image]:
    return [picture(shot, zoom, run.fingers, images) for shot in run.shots]


def opened(data: bytes) -> Image.Image:
    """The image of a file."""
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGBA")


def write_gif(path: str, images: Sequence[Image.Image], rate: float, colors: int) -> None:
    """Writes all shots as an endless GIF with one palette of `colors`. GIF delays are hundredths of
    a second: equal pictures are merged, and rounding errors are carried over to the next delay."""
    palette = _palette(images, colors)
    frames: List[Image.Image] = []
    ends: List[int] = []
    last = b""
    for number, image in enumerate(images, 1):
        end = round(100 * number / rate)
        if frames and image.tobytes() == last:
            ends[-1] = end
            continue
        last = image.tobytes()
        frames.append(image.quantize(palette=palette, dither=Image.Dither.NONE))
        ends.append(end)
    durations = [10 * (end - begin) for begin, end in zip([0, *ends], ends)]
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=durations, loop=0, disposal=1,
        optimize=True)


def _palette(images: Sequence[Image.Image], colors: int) -> Image.Image:
    """Chooses colors that fit some pictures of the film, placed side by side."""
    some = images[::max(1, len(images) // 12)]
    sheet = Image.new("RGB", (images[0].width, sum(image.height for image in some)))
    top = 0
    for image in some:
        sheet.paste(image, (0, top))
        top += image.height
    return sheet.quantize(colors, method=Image.Quantize.MEDIANCUT)


def side_by_side(images: Sequence[Image.Image], gap: int = 12) -> Image.Image:
    """Arranges pictures in a row."""
    height = max(image.height for image in images)
    sheet = Image.new(
        "RGBA", (sum(image.width + gap for image in images) - gap, height), (0, 0, 0, 0))
    left = 0
    for image in images:
        sheet.paste(image, (left, 0))
        left += image.width + gap
    return sheet
