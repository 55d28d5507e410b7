"""Draws shots as pixels with Pillow. Edges are antialiased by supersampling."""

from __future__ import annotations

import math
from typing import Iterable, List, Sequence

from PIL import Image, ImageDraw, ImageFont

from fingers import Finger
from outlines import Point, clipped, outline
from shots import RGB, Body, Box, Label, Run, Shot

# The number of samples per pixel along each axis.
FINER = 4


class Canvas:
    """A picture of the screen with `zoom` pixels per point, drawn at FINER times the resolution."""

    def __init__(self, shot: Shot, zoom: float) -> None:
        self.size = (
            max(1, round(shot.screen.width * zoom)), max(1, round(shot.screen.height * zoom)))
        self.scale = zoom * FINER
        self.image = Image.new(
            "RGB", (self.size[0] * FINER, self.size[1] * FINER), shot.screen.background)

    def fill(
        self, points: Sequence[Point], color: RGB, alpha: float = 1.0
    ) -> None:
        """Fills a convex outline given in points of the screen."""
        pixels = [(x * self.scale - 0.5, y * self.scale - 0.5) for x, y in points]
        if len(pixels) < 3 or alpha <= 0:
            return
        if alpha >= 1:
            ImageDraw.Draw(self.image).polygon(pixels, fill=color)
            return
        left = max(0, math.floor(min(x for x, _ in pixels)))
        top = max(0, math.floor(min(y for _, y in pixels)))
        right = min(self.image.width, math.ceil(max(x for x, _ in pixels)) + 1)
        bottom = min(self.image.height, math.ceil(max(y for _, y in pixels)) + 1)
        if right <= left or bottom <= top:
            return
        mask = Image.new("L", (right - left, bottom - top), 0)
        ImageDraw.Draw(mask).polygon(
            [(x - left, y - top) for x, y in pixels], fill=round(alpha * 255))
        self.image.paste(color, (left, top), mask)

    def disc(self, x: float, y: float, radius: float, color: RGB, alpha: float) -> None:
        box = Box((1.0, 0.0, 0.0, 1.0, x - radius, y - radius), (2 * radius, 2 * radius), radius)
        self.fill(outline(box), color, alpha)

    def write(self, label: Label, ink: RGB) -> None:
        """Draws a text in Pillow's own font."""
        text, scale = label.text, self.scale
        a, b, c, d, tx, ty = label.matrix
        size = a * d - b * c
        if size == 0 or label.alpha <= 0:
            return
        font = ImageFont.load_default(max(1.0, text.size * scale))
        lines = [
            ((0, (text.first_baseline + number * text.line_height) * scale), line)
            for number, line in enumerate(text.string.split("\n"))]
        boxes = [font.getbbox(line, anchor="ls") for _, line in lines]
        # The part of the text's own plane that has letters, in its pixels.
        left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
        top = min(place[1] + box[1] for (place, _), box in zip(lines, boxes))
        bottom = max(place[1] + box[3] for (place, _), box in zip(lines, boxes))
        plane = (math.floor(left) - 1, math.floor(top) - 1)
        mask = Image.new("L", (
            math.ceil(right) - plane[0] + 2, math.ceil(bottom) - plane[1] + 2), 0)
        pen = ImageDraw.Draw(mask)
        for (x, y), line in lines:
            pen.text((x - plane[0], y - plane[1]), line, fill=round(label.alpha * 255), font=font,
                     anchor="ls")
        # The part of the picture that shows it.
        corners = [
            (a * x + c * y + tx * scale, b * x + d * y + ty * scale)
            for x in (left, right) for y in (top, bottom)]
        place = (
            max(0, math.floor(min(x for x, _ in corners)) - 1),
            max(0, math.floor(min(y for _, y in corners)) - 1))
        end = (
            min(self.image.width, math.ceil(max(x for x, _ in corners)) + 1),
            min(self.image.height, math.ceil(max(y for _, y in corners)) + 1))
        if end[0] <= place[0] or end[1] <= place[1]:
            return
        # Pillow expects the inverse: the position in the mask for a pixel of the part.
        x, y = place[0] - tx * scale, place[1] - ty * scale
        back = (
            d / size, -c / size, (d * x - c * y) / size - plane[0],
            -b / size, a / size, (a * y - b * x) / size - plane[1])
        part = mask.transform(
            (end[0] - place[0], end[1] - place[1]), Image.Transform.AFFINE, back,
            Image.Resampling.BILINEAR)
        self.image.paste(ink, place, part)

    def finished(self) -> Image.Image:
        return self.image.resize(self.size, Image.Resampling.BOX)


def picture(shot: Shot, zoom: float, fingers: Iterable[Finger] = ()) -> Image.Image:
    """Draws a shot with the fingers at its time on top."""
    canvas = Canvas(shot, zoom)
    for item in shot.items():
        if isinstance(item, Body):
            canvas.fill(clipped(outline(item.box), item.edges), item.color, item.alpha)
        else:
            canvas.write(item, shot.ink_of(item))
    for finger in fingers:
        for x, y, radius, alpha, is_rim in finger.discs(shot.time):
            canvas.disc(x, y, radius, shot.rim if is_rim else shot.ink, alpha)
    return canvas.finished()


def film(run: Run, zoom: float) -> List[Image.Image]:
    return [picture(shot, zoom, run.fingers) for shot in run.shots]


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
