"""Convex outlines on the screen: rectangles with round corners, and what clipping leaves of
them."""

from __future__ import annotations

import math
from typing import List, Sequence, Tuple

from shots import Box

Point = Tuple[float, float]
# The number of straight pieces in a corner.
_PIECES = 16


def outline(box: Box) -> List[Point]:
    """The corners of a box on the screen, clockwise; empty if the box has no area."""
    a, b, c, d, tx, ty = box.matrix
    width, height = box.size
    radius = min(max(box.radius, 0.0), width / 2, height / 2)
    points = []
    for corner, (right, below) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        for piece in range(_PIECES + 1 if radius > 0 else 1):
            angle = math.pi / 2 * (corner + piece / _PIECES)
            x = (width - radius if right else radius) - radius * math.cos(angle)
            y = (height - radius if below else radius) - radius * math.sin(angle)
            points.append((a * x + c * y + tx, b * x + d * y + ty))
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in points):
        return []
    # Mirroring reverses the direction.
    return points if a * d - b * c > 0 else points[::-1]


def clipped(points: Sequence[Point], edges: Sequence[Box]) -> List[Point]:
    """Clips a convex outline to all boxes: Sutherland and Hodgman, CACM 17, 1974."""
    result = list(points)
    for edge in edges:
        border = outline(edge)
        if len(border) < 3:
            return []
        for start, end in zip(border, border[1:] + border[:1]):
            result = _half(result, start, end)
    return result if len(result) > 2 else []


def _half(points: List[Point], start: Point, end: Point) -> List[Point]:
    """The part to the right of a line, which is the inside because y points down."""
    across, down = end[0] - start[0], end[1] - start[1]
    depths = [across * (y - start[1]) - down * (x - start[0]) for x, y in points]
    if all(depth >= 0 for depth in depths):
        return points
    result = []
    for number, (here, depth) in enumerate(zip(points, depths)):
        following = (number + 1) % len(points)
        then = depths[following]
        if depth >= 0:
            result.append(here)
        if depth * then < 0:
            share = depth / (depth - then)
            x, y = points[following]
            result.append((here[0] + share * (x - here[0]), here[1] + share * (y - here[1])))
    return result
