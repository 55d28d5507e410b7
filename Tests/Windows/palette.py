"""Scenes whose colors are easy to tell apart in pictures."""

import os
import re

# Colors of which no two are near each other, and none is half-way between two others.
PALETTE = ("#000000", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff", "#ff00ff", "#ffffff")


def recolored(path, folder):
    """A copy of a scene, whose colors are replaced by those of the palette."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    colors = dict.fromkeys(re.findall(r'"(#[0-9a-f]{6})"', text))
    if len(colors) > len(PALETTE):
        raise AssertionError(f"{path} has {len(colors)} colors, more than the palette")
    for color, other in zip(list(colors), PALETTE):
        colors[color] = other
    copy = os.path.join(folder, os.path.basename(path))
    with open(copy, "w", encoding="utf-8") as file:
        file.write(re.sub(r'"(#[0-9a-f]{6})"', lambda match: f'"{colors[match[1]]}"', text))
    return copy
