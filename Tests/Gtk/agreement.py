"""The GTK widget draws what the replay writes: agreement.py BINARIES LIBRARY

A daemon plays three recordings. A staged socket then sends the messages of a client of segments up
to a moment, to a window on a screen of Xvfb. There are four such moments, all after the last
release. The bounding box and the centroid of each color in the pixels of the screen are within half
a point of those that follow from the matrices of `snapback replay` for that moment.

The card is shown by the unmodified examples in C and Python; for them, the staged socket holds the
moving views where they are at the moment. The other scenes are shown by window.py, which sets the
time of the widget. Some of their views have child widgets, whose colors are known. No mixture of
two colors of a scene is near a third one.

LIBRARY is the folder of the built widget. LD_LIBRARY_PATH and GI_TYPELIB_PATH have to contain it.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time

import numpy
import played
from screen import Screen

import regions  # isort: skip, played finds its folder

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(played.TOP, "clients", "gtk", "examples")
# The Python of Debian, which has the bindings of GObject.
PYTHON = "/usr/bin/python3"
# Points by which a picture may differ from the replay.
ALLOWED = 0.5
# Seconds until a window has drawn, and for which its picture has to stay the same.
PATIENCE, STILL = 20, 0.3


class Show:
    """A scene, the program that shows it, and the pixels of a point."""

    def __init__(self, name, scene, recording, density, command=None, children=()):
        self.name, self.scene, self.recording = name, scene, recording
        self.density, self.command, self.children = density, command, children

    def program(self, stage, run, moment, size):
        """The command, and the variables of its environment."""
        if self.command is not None:
            return self.command, {"SNAPBACK_SOCKET": stage.path, "GDK_SCALE": str(self.density)}
        width, height = (round(length * self.density) for length in size)
        return [
            PYTHON, "-B", os.path.join(HERE, "window.py"), stage.path, str(run.zero + moment),
            str(width), str(height), *(f"{view}={color}" for view, color in self.children)], {}

    def truth(self, views):
        """The views with the colors of their child widgets, which have square corners."""
        colors = dict(self.children)
        return [
            {**view, "color": colors[view["id"]], "cornerRadius": 0} if view["id"] in colors
            else view for view in views]


@contextlib.contextmanager
def running(command, environment):
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield process
        except AssertionError:
            log.seek(0)
            print(log.read().decode(errors="replace"), file=sys.stderr)
            raise
        finally:
            process.terminate()
            process.wait(10)


def drawn(screen, process, size, pixels, truth):
    """The regions and pixels of a window, once it shows the colors of the truth and stays still."""
    deadline, last, since = time.monotonic() + PATIENCE, None, 0
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise AssertionError(f"the window ended with {process.returncode}")
        picture = screen.picture(*pixels)
        seen = regions.of_picture(picture, size, list(truth))
        if any((seen[color] is None) != (truth[color] is None) for color in truth):
            last = None
        elif last is None or not numpy.array_equal(picture, last):
            last, since = picture, time.monotonic()
        elif time.monotonic() - since > STILL:
            return seen, picture
        time.sleep(0.1)
    raise AssertionError(f"the window does not draw: {seen}")


def check(show, run, moment, screen):
    """Compares the picture of a moment. Returns the greatest difference in points, and the regions
    of the replay."""
    picture, views = run.truth(moment)
    size = (picture["width"], picture["height"])
    pixels = tuple(round(length * show.density) for length in size)
    truth = regions.of_truth(picture, show.truth(views))
    with run.stage(moment, frozen=show.command is not None) as stage:
        command, environment = show.program(stage, run, moment, size)
        with running(command, {**environment, "DISPLAY": screen.name}) as process:
            seen, _ = drawn(screen, process, size, pixels, truth)
        if stage.told != [("binary", "segments")]:
            raise AssertionError(f"the window asked for {stage.told}")
    worst = 0.0
    for color, region in truth.items():
        points, key = regions.difference(region, seen[color])
        worst = max(worst, points)
        if points > ALLOWED:
            print(f"  FAILED {show.name}: {key} of {color}: {points:.2f} pt apart")
            print(f"    {regions.described(region)}\n    {regions.described(seen[color])}")
    return worst, truth


def differ(truths):
    """Whether all moments differ from each other, so that a still picture cannot match them."""
    return all(
        max(regions.difference(one[color], other[color])[0] for color in one) > ALLOWED
        for place, one in enumerate(truths) for other in truths[place + 1:])


def cast_of(library, fingers):
    card = (os.path.join(played.TOP, "configs", "scenes", "card.json5"),
            os.path.join(played.TOP, "recordings", "flick.evemu"))
    return [
        Show("card.c", *card, 3, [os.path.join(library, "card")]),
        Show("card.py", *card, 3, [PYTHON, "-B", os.path.join(EXAMPLES, "card.py")]),
        Show("photo", os.path.join(played.TOP, "configs", "scenes", "photo.json5"),
             os.path.join(played.TOP, "recordings", "photo-fingers.evemu"), 3,
             children=[("ground", "#ff0000")]),
        Show("two fingers", os.path.join(HERE, "..", "Renderers", "scene.json5"), fingers, 4,
             children=[("bar", "#ffffff"), ("badge", "#0000ff")]),
    ]


def recorded(binaries, folder):
    """Makes the recording with which `scripts/test renderers` compares renderers."""
    path = os.path.join(folder, "fingers.evemu")
    subprocess.run(
        [os.path.join(binaries, "snapback"), "synth", "script",
         os.path.join(HERE, "..", "Renderers", "fingers.json5"), "--output", path],
        check=True, capture_output=True, timeout=60)
    return path


def main(binaries, library):
    failed, runs = False, {}
    with tempfile.TemporaryDirectory() as folder, Screen() as screen:
        for show in cast_of(library, recorded(binaries, folder)):
            if show.recording not in runs:
                runs[show.recording] = played.Played(binaries, show.scene, show.recording)
            run, worst, truths = runs[show.recording], [], []
            for moment in run.moments:
                points, truth = check(show, run, moment, screen)
                worst.append(points)
                truths.append(truth)
            if not differ(truths):
                print(f"  FAILED {show.name}: some moments look the same: {run.moments}")
                failed = True
            failed = failed or max(worst) > ALLOWED
            each = ", ".join(f"{points:.2f}" for points in worst)
            print(f"gtk, {show.name}: pt from the replay: {each}", flush=True)
    print(f"gtk: {'FAILED' if failed else 'passed'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
