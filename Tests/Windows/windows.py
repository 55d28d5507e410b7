"""Compares windows with replays: the shared part of `scripts/test gtk` and `scripts/test sdl`.

A daemon plays a recording. A staged socket then sends the messages of a client of segments up to a
moment, to a window on a screen of Xvfb. There are four such moments, all after the last release.
The bounding box and the centroid of each color in the pixels of the screen are within half a point
of those that follow from the matrices of `snapback replay` for that moment.
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

# Points by which a picture may differ from the replay.
ALLOWED = 0.5
# Seconds until a window has drawn, and for which its picture has to stay the same.
PATIENCE, STILL = 20, 0.3
CARD = (os.path.join(played.TOP, "configs", "scenes", "card.json5"),
        os.path.join(played.TOP, "recordings", "flick.evemu"))
PHOTO = (os.path.join(played.TOP, "configs", "scenes", "photo.json5"),
         os.path.join(played.TOP, "recordings", "photo-fingers.evemu"))
# The scene with which `scripts/test renderers` compares renderers, and the script of its fingers.
FINGERS = (os.path.join(played.TOP, "Tests", "Renderers", "scene.json5"),
           os.path.join(played.TOP, "Tests", "Renderers", "fingers.json5"))


class Show:
    """A window that shows a scene and, on some views, content of one color with square corners.

    A recording that ends in `.json5` is a script for `snapback synth`. `density` is the number of
    pixels of a point. With `frozen`, the staged socket holds the moving views where they are at the
    moment, for a program that draws by the clock.
    """

    def __init__(self, name, played_files, density, children=(), frozen=False):
        self.name, self.density, self.frozen = name, density, frozen
        self.scene, self.recording = played_files
        self.children = children

    def program(self, path, time, pixels):
        """The command, and the variables of its environment. `time` is that of the daemon's clock
        at the moment, and `pixels` is the size of the window."""
        raise NotImplementedError

    def arrange(self, screen, pixels):
        """Gives the window its size and puts it into the corner of the screen, unless the program
        itself does."""

    def pixels(self, size):
        return tuple(round(length * self.density) for length in size)

    def seen(self, path, time, size, truth, screen):
        """The regions of the colors of the truth in the picture of a staged socket."""
        pixels = self.pixels(size)
        command, environment = self.program(path, time, pixels)
        with running(command, {**environment, "DISPLAY": screen.name}) as process:
            self.arrange(screen, pixels)
            return drawn(screen, process, size, pixels, truth)[0]

    def truth(self, views):
        """The views with the colors of their contents."""
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
    truth = regions.of_truth(picture, show.truth(views))
    with run.stage(moment, frozen=show.frozen) as stage:
        seen = show.seen(stage.path, run.zero + moment, size, truth, screen)
        if stage.told != [("binary", "segments")]:
            raise AssertionError(f"the program asked for {stage.told}")
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


def _recorded(binaries, recording, folder):
    """The path of a recording, which is made if there is only its script."""
    if not recording.endswith(".json5"):
        return recording
    path = os.path.join(folder, "fingers.evemu")
    subprocess.run(
        [os.path.join(binaries, "snapback"), "synth", "script", recording, "--output", path],
        check=True, capture_output=True, timeout=60)
    return path


def compare(kind, binaries, shows, needs_screen=True):
    """Compares all shows, prints how far they are from the replays, and ends the program."""
    failed, runs = False, {}
    place = Screen() if needs_screen else contextlib.nullcontext()
    with tempfile.TemporaryDirectory() as folder, place as screen:
        for show in shows:
            if show.recording not in runs:
                recording = _recorded(binaries, show.recording, folder)
                runs[show.recording] = played.Played(binaries, show.scene, recording)
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
            print(f"{kind}, {show.name}: pt from the replay: {each}", flush=True)
    print(f"{kind}: {'FAILED' if failed else 'passed'}")
    sys.exit(1 if failed else 0)
