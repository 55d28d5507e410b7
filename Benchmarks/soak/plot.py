"""The course of a soak as SVG: one panel for each figure, time from left to right."""

from collections import namedtuple
from xml.sax.saxutils import escape

Panel = namedtuple("Panel", "title key factor limit")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, GAP = 900, 110, 64, 16, 40, 44
STYLE = """text { font: 12px sans-serif; fill: #333 }
.title { font-weight: bold }
.end { text-anchor: end }
.middle { text-anchor: middle }
.axis { stroke: #bbb; stroke-width: 1 }
.limit { stroke: #d33; stroke-width: 1; stroke-dasharray: 5 4 }
.line { stroke: #0a62c4; stroke-width: 1.3; fill: none; stroke-linejoin: round }
.faint { stroke: #bbb; stroke-width: 1; fill: none }"""


def panels(limits):
    """The plotted series, from top to bottom."""
    return [
        Panel("memory, MiB", "rss", 1 / 1024, None),
        Panel("open descriptors", "descriptors", 1, None),
        Panel("wake-ups a second", "wakes", 1, None),
        Panel("processor time, % of a core", "seconds", 100, None),
        Panel("frames a second to all readers", "frames", 1, None),
        Panel("longest wait for a frame at 60 Hz, ms (gray: the measuring client's own delay)",
              "gap", 1, limits["gap"]),
    ]


def ceiling(value):
    """A round number that is not below the value."""
    step = 1.0
    while step * 10 <= value:
        step *= 10
    while step > value > 0:
        step /= 10
    return next((step * factor for factor in (1, 1.5, 2, 3, 4, 5, 8) if step * factor >= value),
                step * 10)


def line(samples, key, factor, most, span, top, style):
    """The values of a key, as a path."""
    points = " ".join(
        f"{LEFT + (WIDTH - LEFT - RIGHT) * sample['time'] / span:.1f},"
        f"{top + HEIGHT * (1 - min(1, factor * sample[key] / most)):.1f}" for sample in samples)
    return f'<polyline class="{style}" points="{points}"/>'


def draw(panel, samples, span, top):
    """A panel with its axes, its limit and its line."""
    values = [panel.factor * sample[panel.key] for sample in samples]
    most = ceiling(max([*values, panel.limit or 0, 1]))
    base, right = top + HEIGHT, WIDTH - RIGHT
    yield f'<text class="title" x="{LEFT}" y="{top - 8}">{escape(panel.title)}</text>'
    yield f'<text class="end" x="{right}" y="{top - 8}">at most {max(values):.4g}</text>'
    for share in (0, 0.5, 1):
        height = base - share * HEIGHT
        yield f'<line class="axis" x1="{LEFT}" x2="{right}" y1="{height}" y2="{height}"/>'
        yield f'<text class="end" x="{LEFT - 8}" y="{height + 4}">{share * most:.4g}</text>'
    if panel.limit:
        height = base - HEIGHT * panel.limit / most
        yield f'<line class="limit" x1="{LEFT}" x2="{right}" y1="{height}" y2="{height}"/>'
    if panel.key == "gap":
        yield line(samples, "late", panel.factor, most, span, top, "faint")
    yield line(samples, panel.key, panel.factor, most, span, top, "line")


def write(path, name, samples, limits):
    """Writes the plot; nothing where there are no samples."""
    if not samples:
        return
    span = samples[-1]["time"]
    parts, top = [], TOP + 20
    for panel in panels(limits):
        parts += draw(panel, samples, span, top)
        top += HEIGHT + GAP
    base = top - GAP + 18
    for share in (0, 0.25, 0.5, 0.75, 1):
        place = LEFT + (WIDTH - LEFT - RIGHT) * share
        parts.append(f'<text class="middle" x="{place}" y="{base}">{share * span / 60:.3g}</text>')
    height = base + 26
    parts.append(f'<text class="middle" x="{WIDTH / 2}" y="{base + 18}">minutes</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
                   f'viewBox="0 0 {WIDTH} {height}">\n<style>{STYLE}</style>\n'
                   f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n'
                   f'<text class="title" x="{LEFT}" y="22">{escape(name)}</text>\n'
                   + "\n".join(parts) + "\n</svg>\n")
