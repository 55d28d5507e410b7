"""Converts a terminal's contents to SVG: cells, half blocks, braille and text."""

WIDTH, HEIGHT = 8, 17
BRAILLE = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]


def svg(screen):
    """The screen of pyte as text of an SVG. Braille is drawn as dots, because few fonts have it."""
    columns, rows = screen.columns, screen.lines
    shapes = []
    for row in range(rows):
        cells = [screen.buffer[row][column] for column in range(columns)]
        shapes += fills(row, [cell.bg for cell in cells], row * HEIGHT, HEIGHT)
        upper = [cell.fg if cell.data == "▀" else None for cell in cells]
        shapes += fills(row, upper, row * HEIGHT, HEIGHT / 2)
        shapes += dots(row, cells)
        shapes += words(row, cells)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * WIDTH}" '
        f'height="{rows * HEIGHT}" viewBox="0 0 {columns * WIDTH} {rows * HEIGHT}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" '
        'shape-rendering="crispEdges">')
    return "\n".join([head, *shapes, "</svg>", ""])


def runs(values):
    """Neighbors that are alike: their beginning, their number and what they are."""
    start = 0
    for index in range(1, len(values) + 1):
        if index == len(values) or values[index] != values[start]:
            yield start, index - start, values[start]
            start = index


def fills(row, colors, top, height):
    return [
        f'<rect x="{start * WIDTH}" y="{number(top)}" width="{count * WIDTH}" '
        f'height="{number(height)}" fill="#{color}"/>'
        for start, count, color in runs(colors) if color and color != "default"]


def dots(row, cells):
    found = []
    for column, cell in enumerate(cells):
        bits = ord(cell.data) - 0x2800
        if not 0 < bits < 256:
            continue
        points = "".join(
            f"M{number(column * WIDTH + 2 + 4 * x)} {number(row * HEIGHT + 2 + 4.25 * y)}h0"
            for bit, (x, y) in enumerate(BRAILLE) if bits >> bit & 1)
        found.append((cell.fg, points))
    return [
        f'<path d="{"".join(points for _, points in found[start:start + count])}" '
        f'stroke="#{color}" stroke-width="2.6" stroke-linecap="round" '
        'shape-rendering="geometricPrecision"/>'
        for start, count, color in runs([color for color, _ in found])]


def words(row, cells):
    kinds = [
        cell.fg if cell.data.strip() and cell.data != "▀" and not 0x2800 <= ord(cell.data) < 0x2900
        else None for cell in cells]
    return [
        f'<text x="{start * WIDTH}" y="{row * HEIGHT + 13}" fill="#{color}" '
        f'textLength="{count * WIDTH}">{escaped(cells[start:start + count])}</text>'
        for start, count, color in runs(kinds) if color]


def escaped(cells):
    text = "".join(cell.data for cell in cells)
    return text.replace("&", "&amp;").replace("<", "&lt;")


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")
