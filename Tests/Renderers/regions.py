"""Where the colors of a picture are, and where they have to be by the matrices of the views."""

import numpy

# By how much a part of a color may be off for a pixel to count: a pixel at an edge counts for the
# color that has three quarters of it.
NEARNESS = 64
# Points between two places at which the truth is looked up.
STEP = 0.25


def parsed(color):
    return tuple(int(color[place:place + 2], 16) for place in (1, 3, 5))


def _region(mask, across, down):
    """Bounding box and centroid in points of what is marked; None if nothing is."""
    by_row, by_column = mask.sum(axis=1), mask.sum(axis=0)
    rows, columns = by_row.nonzero()[0], by_column.nonzero()[0]
    if len(rows) == 0:
        return None
    found = {
        "left": columns[0] * across, "top": rows[0] * down,
        "right": (columns[-1] + 1) * across, "bottom": (rows[-1] + 1) * down,
        "x": (numpy.average(numpy.arange(len(by_column)), weights=by_column) + 0.5) * across,
        "y": (numpy.average(numpy.arange(len(by_row)), weights=by_row) + 0.5) * down,
        "area": by_row.sum() * across * down}
    return {key: float(value) for key, value in found.items()}


def of_picture(image, size, colors):
    """The region of each color in an array of height × width × 3, which shows a screen of a size
    in points."""
    height, width = image.shape[:2]
    across, down = size[0] / width, size[1] / height
    planes = [image[:, :, plane].astype(numpy.int16) for plane in range(3)]
    result = {}
    for color in colors:
        near = [abs(plane - level) < NEARNESS for plane, level in zip(planes, parsed(color))]
        result[color] = _region(near[0] & near[1] & near[2], across, down)
    return result


def _inside(view, x, y):
    """Which points of the screen are in a view: through its matrix backwards, and within its
    corners, whose middle is a radius away from both edges."""
    a, b, c, d, tx, ty = view["toScreen"]
    width, height = view["frame"][2:]
    size = a * d - b * c
    u = (d * (x - tx) - c * (y - ty)) / size
    v = (a * (y - ty) - b * (x - tx)) / size
    radius = min(view["cornerRadius"], width / 2, height / 2)
    beyond = numpy.maximum(abs(u - width / 2) - (width / 2 - radius), 0)
    above = numpy.maximum(abs(v - height / 2) - (height / 2 - radius), 0)
    if radius == 0:
        return (beyond == 0) & (above == 0)
    return beyond ** 2 + above ** 2 <= radius ** 2


def of_truth(screen, views):
    """The region of each color by the states of the views, in their order, opaque."""
    x, y = numpy.meshgrid(
        numpy.arange(STEP / 2, screen["width"], STEP),
        numpy.arange(STEP / 2, screen["height"], STEP))
    seen = numpy.full(x.shape, -1)
    shapes, clips = {}, {}
    for number, view in enumerate(views):
        name, parent = view["id"], view.get("parent")
        shapes[name] = _inside(view, x, y)
        clips[name] = clips[parent] if parent else numpy.full(x.shape, True)
        if "color" in view:
            seen[shapes[name] & clips[name]] = number
        if view.get("clips"):
            clips[name] = clips[name] & shapes[name]
    return {
        view["color"]: _region(seen == number, STEP, STEP)
        for number, view in enumerate(views) if "color" in view}


def described(region):
    return region and " ".join(f"{key} {value:.2f}" for key, value in region.items())


def difference(one, other):
    """The greatest distance of their edges and centroids, in points, and where it is."""
    if one is None or other is None:
        return (0.0, "") if one is other else (float("inf"), "missing")
    return max((abs(one[key] - other[key]), key) for key in one if key != "area")
