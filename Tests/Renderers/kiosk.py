"""The tour of the kiosk at some moments, and how a picture of a moment is compared with the replay.

The examples clients/js/examples/kiosk-app, clients/qt/examples/kiosk-app.qml and
clients/gtk/examples/kiosk_app.py show the same scene. The tests of the three clients take a picture
of each example at each moment. In the picture, the edges of the views have to be within half a
point of where `snapback replay` puts them, and the middles of the views have to have the fills of
the replay. So the three pictures are equal to each other within the same bounds.

Places that a text or a shadow of an example may cover are left out, and so are turned views, and
edges that are on the edge of a clip: Qt's software renderer rounds clips to whole units.
"""

import bisect
import json
import math
import os
import subprocess
import tempfile

import numpy
import staging
from connecting import connected

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SCENE = os.path.join(TOP, "configs", "scenes", "kiosk-app.json5")
RECORDING = os.path.join(TOP, "recordings", "kiosk-tour.evemu")
# Seconds of the recording, by what is seen then. No finger moves anything at these moments.
MOMENTS = {
    "locked": 0.1, "unlocking": 1.02, "collapsed": 2.6, "half": 5.5, "opening": 5.95,
    "turning": 7.6, "springing back": 10.0, "dismissed": 10.95, "darkening": 11.85, "dark": 13.2}
# Points by which an edge may be off, and levels of 255 by which a color may be.
NEAR, LEVELS = 0.5, 4
# Points of the profile across an edge, and the least difference of its two colors.
REACH, CONTRAST = 3.0, 40
# The views with shadows, and how far these reach, in points.
SHADOWED = {
    "sheet", "photo", "knob", "frame", "hours", *(f"card{number}" for number in range(1, 7))}
SHADOW = 48
# Points around a text that its letters may cover.
LETTERS = 4
# The numbers of messages whose kinds staging.py does not name. They have the times of the touches,
# even if a busy daemon handles these later.
GESTURE, EVENT = "21", "33"
# The least numbers of edges and middles that are compared in a picture.
EDGES, MIDDLES = 10, 3


class Tour:
    """The replay of the tour, and what a daemon tells a client that draws it."""

    def __init__(self, binaries):
        lines = subprocess.run(
            [os.path.join(binaries, "snapback"), "replay", RECORDING, "--scene", SCENE, "--json",
             "--rate", "100"], check=True, capture_output=True, timeout=120).stdout
        self._replay = staging.Conversation("ndjson", "frames")
        steps = []
        for line in lines.splitlines():
            [(kind, body)] = json.loads(line).items()
            if kind in ("snapshot", "frame"):
                self._replay.messages.append(staging.Message(kind, body["time"], b"", body))
            elif kind == "gesture":
                steps.append(body["time"])
        self._told = _told(binaries, steps[-1] - steps[0])
        _date_back(self._told.messages)
        # The clocks of the daemon and of the replay begin at different times.
        first = next(message for message in self._told.messages if message.kind == GESTURE)
        self.zero = first.time - steps[0]

    def time(self, moment):
        """A moment by the daemon's clock."""
        return self.zero + round(1e9 * MOMENTS[moment])

    def stage(self, moment):
        """A socket that sends the messages up to a moment, and holds all views there."""
        return staging.Stage({("binary", "segments"): self._told}, self.time(moment), frozen=True)

    def truth(self, moment):
        """What has to be seen at a moment."""
        screen, views = staging.state_at(self._replay, round(1e9 * MOMENTS[moment]))
        return Truth(screen, views)


def _told(binaries, span):
    """The messages of a daemon that plays the tour, until it is idle `span` after the first step
    of a gesture."""
    result, first = staging.Conversation("binary", "segments"), None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s")
        daemon = subprocess.Popen(
            [os.path.join(binaries, "snapbackd"), "--scene", SCENE, "--replay", RECORDING,
             "--socket", path, "--log-level", "error"])
        try:
            with connected(path, 10, lambda: daemon.poll() is not None) as client:
                client.settimeout(20)
                hello = {
                    "want": ["segments", "schedule", "gestures", "events"],
                    "parts": ["cornerRadius", "looks"]}
                client.sendall(staging.MAGIC + staging.packed("binary", "hello", hello))
                file = client.makefile("rb")
                while message := staging.read_message(file, "binary"):
                    result.messages.append(message)
                    if message.kind == GESTURE and first is None:
                        first = message.time
                    # The last two fingers tap, which is no gesture.
                    is_over = first is not None and message.time > first + span + 2_000_000_000
                    if message.kind == "idle" and is_over:
                        return result
        finally:
            daemon.terminate()
            daemon.wait(10)
    raise AssertionError("the daemon closed the connection before the tour ended")


def _date_back(messages):
    """Gives the first segment after a gesture or an event the time of that message: on a busy
    machine, the daemon sends the segment later, although its motion begins at the touch."""
    touches = sorted(message.time for message in messages if message.kind in (GESTURE, EVENT))
    last = 0
    for message in messages:
        if message.kind != "segment":
            continue
        before = bisect.bisect_right(touches, message.time)
        sent, touched = message.time, touches[before - 1] if before > 0 else 0
        if touched > last:
            message.time = touched
        last = sent


class _View:
    """A view as it is drawn."""

    def __init__(self, state, parent):
        self.name, self.parent = state["id"], parent
        self.matrix, (self.width, self.height) = state["toScreen"], state["frame"][2:]
        self.radius = min(state.get("cornerRadius", 0), self.width / 2, self.height / 2)
        self.alpha = state["alpha"] * (parent.alpha if parent else 1)
        self.color = None
        if state.get("color"):
            self.color = numpy.array(
                [int(state["color"][place:place + 2], 16) for place in (1, 3, 5)], float)
        self.has_text = "text" in state
        is_hidden = state.get("hidden", False) or state.get("visible") is False
        self.is_drawn = not is_hidden and self.alpha > 0 and (not parent or parent.is_drawn)
        self.edge = parent if parent and parent.clips else parent.edge if parent else None
        self.clips = state.get("clips", False)

    @property
    def is_straight(self):
        return abs(self.matrix[1]) < 1e-6 and abs(self.matrix[2]) < 1e-6 and self.matrix[0] > 0

    def placed(self, u, v):
        """The point of the screen at a point of the view."""
        a, b, c, d, x, y = self.matrix
        return a * u + c * v + x, b * u + d * v + y

    def holds(self, x, y, margin=0.0):
        """Whether a point of the screen is in the view, or nearer to it than a margin."""
        a, b, c, d, tx, ty = self.matrix
        size = a * d - b * c
        if abs(size) < 1e-12:
            return False
        u, v = (d * (x - tx) - c * (y - ty)) / size, (a * (y - ty) - b * (x - tx)) / size
        radius = 0 if margin else self.radius
        across = max(abs(u - self.width / 2) - (self.width / 2 + margin - radius), 0)
        down = max(abs(v - self.height / 2) - (self.height / 2 + margin - radius), 0)
        return math.hypot(across, down) <= radius

    def shows(self, x, y):
        """Whether the view and all views that clip it contain a point."""
        return self.holds(x, y) and (self.edge is None or self.edge.shows(x, y))


class Truth:
    """The views of a moment in their drawing order."""

    def __init__(self, screen, states):
        self.size = (screen["width"], screen["height"])
        named = {}
        for state in states:
            named[state["id"]] = _View(state, named.get(state.get("parent")))
        self.views = [view for view in named.values() if view.is_drawn]

    def top(self, x, y):
        """The foremost fill at a point, and the color that is seen; None if a text or the shadow of
        a view in front may cover the point."""
        seen, color = None, numpy.zeros(3)
        for view in self.views:
            if view.has_text and view.holds(x, y, LETTERS):
                color = None
            if seen is not None and color is not None and view.name in SHADOWED \
                    and not view.holds(x, y) and view.holds(x, y, SHADOW):
                color = None
            if view.color is None or not view.shows(x, y):
                continue
            if view.alpha >= 1:
                seen, color = view, view.color
            elif color is not None:
                seen, color = view, color + (view.color - color) * view.alpha
        return seen, color

    def middles(self):
        """The middles of views that are seen there, with their colors."""
        for view in self.views:
            if view.color is None or min(view.width, view.height) < 6:
                continue
            place = view.placed(view.width / 2, view.height / 2)
            if self._is_inside(place, 2):
                seen, color = self.top(*place)
                if seen is view and color is not None:
                    yield view.name, place, color

    def edges(self):
        """Points on the edges of views, with the outward direction there."""
        for view in self.views:
            if view.color is None or not view.is_straight:
                continue
            for side, (u, v), out in self._sides(view):
                place = view.placed(u, v)
                is_cut = view.edge is not None and not view.edge.holds(*place, -1)
                if not is_cut and self._is_inside(place, REACH + 1) \
                        and self._is_edge(view, place, out):
                    yield f"{view.name} {side}", place, out

    @staticmethod
    def _sides(view):
        for share in (0.25, 0.5, 0.75):
            along = {"x": share * view.width, "y": share * view.height}
            # At the middle of a side, the outline has the direction of the side in any case.
            if share == 0.5 or min(along["x"], view.width - along["x"]) > view.radius:
                yield "top", (along["x"], 0), (0, -1)
                yield "bottom", (along["x"], view.height), (0, 1)
            if share == 0.5 or min(along["y"], view.height - along["y"]) > view.radius:
                yield "left", (0, along["y"]), (-1, 0)
                yield "right", (view.width, along["y"]), (1, 0)

    def _is_inside(self, place, margin):
        return all(
            margin <= number <= length - margin for number, length in zip(place, self.size))

    def _is_edge(self, view, place, out):
        """Whether one fill ends there and another one begins, over the whole profile."""
        def at(distance):
            return self.top(place[0] + out[0] * distance, place[1] + out[1] * distance)

        inner, outer = [at(-REACH), at(-1), at(-0.1)], [at(0.1), at(1), at(REACH)]
        if any(seen is not view or color is None for seen, color in inner):
            return False
        beyond = outer[0][0]
        if beyond is view or any(seen is not beyond for seen, _ in outer):
            return False
        # A shadow may darken what is outside, but a text must not be there.
        colors = [color for _, color in outer]
        if any(color is None for color in colors) and view.name not in SHADOWED:
            return False
        color = colors[0] if colors[0] is not None else beyond.color if beyond else None
        return color is not None and float(numpy.abs(color - inner[0][1]).max()) >= CONTRAST


class Picture:
    """Pixels of height × width × 3 that show a screen of a size in points."""

    def __init__(self, pixels, size):
        self.pixels = numpy.asarray(pixels, float)
        self.across, self.down = self.pixels.shape[1] / size[0], self.pixels.shape[0] / size[1]

    def at(self, x, y):
        """The color at a point, on the lines between the middles of pixels."""
        u, v = x * self.across - 0.5, y * self.down - 0.5
        height, width = self.pixels.shape[:2]
        left, top = (min(max(math.floor(number), 0), length - 2)
                     for number, length in ((u, width), (v, height)))
        u, v = min(max(u - left, 0), 1), min(max(v - top, 0), 1)
        (a, b), (c, d) = self.pixels[top:top + 2, left:left + 2]
        return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v

    def edge(self, place, out):
        """How far an edge is beyond a place; None if there is none within REACH."""
        distances = numpy.arange(-REACH, REACH + 0.01, 0.05)
        colors = numpy.array([
            self.at(place[0] + out[0] * distance, place[1] + out[1] * distance)
            for distance in distances])
        way = colors[-1] - colors[0]
        if numpy.abs(way).max() < CONTRAST / 2:
            return None
        # The share of the way from the inner to the outer color.
        shares = (colors - colors[0]) @ way / (way @ way)
        return float(distances[int(numpy.argmax(shares >= 0.5))])


def faults(truth, pixels):
    """What is wrong in a picture, as lines, and how many edges and middles were compared."""
    picture, found, edges, middles = Picture(pixels, truth.size), [], 0, 0
    for name, place, out in truth.edges():
        edges += 1
        beyond = picture.edge(place, out)
        if beyond is None:
            found.append(f"there is no edge {name} at {_written(place)}")
        elif abs(beyond) > NEAR:
            found.append(f"the edge {name} at {_written(place)} is {beyond:+.2f} pt outward")
    for name, place, color in truth.middles():
        middles += 1
        seen = picture.at(*place)
        if float(numpy.abs(seen - color).max()) > LEVELS:
            found.append(
                f"{name} is {_written(seen)} instead of {_written(color)} at {_written(place)}")
    return found, edges, middles


def check(name, moment, truth, pixels):
    """Prints what is wrong in the picture of a renderer; returns whether nothing is. The comparison
    itself fails if it does not notice a picture that is one point too far to the right and to the
    bottom, and one with other colors."""
    pixels = numpy.asarray(pixels)[:, :, :3]
    found, edges, middles = faults(truth, pixels)
    if edges < EDGES or middles < MIDDLES:
        found.append(f"only {edges} edges and {middles} middles are to be seen")
    scale = pixels.shape[1] / truth.size[0]
    shifted = numpy.roll(pixels, (math.ceil(scale), math.ceil(scale)), (0, 1))
    other = pixels.astype(int) + 3 * LEVELS * numpy.where(pixels < 128, 1, -1)
    for what, changed in (("a shift", shifted), ("other colors", other)):
        if not faults(truth, changed)[0]:
            found.append(f"{what} would not be noticed")
    for fault in found:
        print(f"  FAILED {name}, {moment}: {fault}")
    print(f"{name}, {moment}: {edges} edges and {middles} middles compared", flush=True)
    return not found


def keep(pixels, name):
    """Writes the picture into the folder that SNAPBACK_PICTURES names, if it does."""
    folder = os.environ.get("SNAPBACK_PICTURES")
    if folder:
        from PIL import Image
        Image.fromarray(numpy.asarray(pixels)[:, :, :3].astype(numpy.uint8)).save(
            os.path.join(folder, name.replace(" ", "-") + ".png"))


def _written(numbers):
    return "(" + ", ".join(f"{number:.1f}" for number in numbers) + ")"
