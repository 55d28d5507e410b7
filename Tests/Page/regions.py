"""The color of each point of the screen, from the frames of `snapback replay --json`."""


def _inverse(m, x, y):
    a, b, c, d, tx, ty = m
    determinant = a * d - b * c
    dx, dy = x - tx, y - ty
    return (d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant


def _scale(m):
    return min((m[0] ** 2 + m[1] ** 2) ** 0.5, (m[2] ** 2 + m[3] ** 2) ** 0.5)


class Picture:
    """The scene at a moment of a replay, in seconds."""

    def __init__(self, lines, moment):
        self.views = []
        states, fixed = {}, {}
        for kind, body in lines:
            if kind not in ("snapshot", "frame") or body["time"] / 1e9 > moment + 1e-9:
                continue
            if kind == "snapshot":
                self.size = (body["screen"]["width"], body["screen"]["height"])
                fixed = {view["id"]: view for view in body["views"]}
            states.update({view["id"]: view for view in body["views"]})
        self.views = [{**fixed[name], **states[name]} for name in fixed]
        self.named = {view["id"]: view for view in self.views}

    def _depth(self, view, x, y):
        """How far inside a view a point is, in points of the screen; below 0 it is outside.

        In the square about a corner where the rounding is, it is neither: 0.
        """
        px, py = _inverse(view["toScreen"], x, y)
        _, _, width, height = view["frame"]
        radius = min(view["cornerRadius"], width / 2, height / 2)
        inside = min(px, py, width - px, height - py)
        if inside > 0:
            corner = max(min(px, width - px), min(py, height - py)) < radius
            if corner:
                return 0.0
        return inside * _scale(view["toScreen"])

    def color(self, x, y, edge):
        """Red, green and blue of a point; None near an edge, or where a view is not opaque."""
        # The glass itself has corners in the page.
        if min(x, y, self.size[0] - x, self.size[1] - y) < 20:
            return None
        for view in reversed(self.views):
            if not view.get("color") or view.get("visible") is False:
                continue
            depth = self._depth(view, x, y)
            above = self.named.get(view.get("parent"))
            while above is not None:
                if above.get("clips"):
                    depth = min(depth, self._depth(above, x, y))
                above = self.named.get(above.get("parent"))
            if abs(depth) < edge:
                return None
            if depth > 0:
                if view["alpha"] != 1:
                    return None
                value = int(view["color"][1:], 16)
                return value >> 16, value >> 8 & 255, value & 255
        return None
