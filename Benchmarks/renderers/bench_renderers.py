#!/usr/bin/env python3
"""How soon snapback-web shows motion, and how evenly the renderers draw; scripts/bench renderers.

First: from the start of `snapback-web --demo` to the first frame that differs from the one before,
in a browser that already runs. The goal is a median of one second.

Then, for the DOM, Qt Quick, GTK 4 and SDL 2: the intervals between frames, from the toolkit's own
frame clock, while a scene moves for some seconds, beside a plain animation of the same boxes in the
same toolkit. The two alternate, so that both meet the same load. The report has the number of
intervals over 16.7 ms, their time beyond 16.7 ms, and the longest. The goal is a ratio of the
numbers of at most 1.2; where both numbers are small, that of the times counts. If the time beyond
16.7 ms is less than one frame on both sides, the report says so instead of judging a ratio: clocks
that count in tenths of a millisecond then make the difference.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import machine
import moving

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "..", ".."))
# Milliseconds.
LIMIT = 16.7
# Seconds that a program draws before it is measured.
WARM_UP = 1.0
# Slices of each of the two sides; they alternate.
SLICES = 4
# Below this number of long intervals on both sides, a ratio of numbers is chance.
FEW = 20
GOAL_FIRST, GOAL_RATIO = 1.0, 1.2
# Seconds for a program to start or to end.
PATIENCE = 30
TOKEN = "a-token-of-the-bench-0123"
SIDES = ("snapback", "plain")
WORDS = {"over": "numbers", "beyond": "times"}

# Resolves with the wall clock at the first frame that differs from the first one of the scene.
MOVED = """() => new Promise((resolve) => {
  let first = null;
  const look = () => {
    const shown = window.snapback?.scene();
    const now = shown && JSON.stringify(shown.views.map(({ toScreen }) => toScreen));
    first ??= now;
    if (now && now !== first) resolve(Date.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


class Failure(SystemExit):
    """Ends the benchmark with a message."""

    def __init__(self, text):
        super().__init__(f"renderers: {text}")


def ended(process):
    process.terminate()
    process.wait(PATIENCE)


@contextlib.contextmanager
def daemon(binaries):
    """A daemon whose scene moves for ever; the path of its socket."""
    with tempfile.TemporaryDirectory(prefix="renderers.") as folder:
        scene, path = os.path.join(folder, "scene.json5"), os.path.join(folder, "socket")
        with open(scene, "w", encoding="utf-8") as file:
            json.dump(moving.scene(), file)
        process = subprocess.Popen(
            [os.path.join(binaries, "snapbackd"), "--scene", scene, "--socket", path, "--device",
             os.path.join(folder, "no-device")], stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + PATIENCE
            while not os.path.exists(path):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise Failure("the daemon does not start")
                time.sleep(0.02)
            yield path
        finally:
            ended(process)


@contextlib.contextmanager
def served(binaries, *options):
    """A snapback-web; its address."""
    server = subprocess.Popen(
        [os.path.join(binaries, "snapback-web"), "--token", TOKEN, "--data", TOP, *options],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = server.stdout.readline().strip()
        if not address:
            raise Failure("snapback-web prints no address")
        yield address
    finally:
        ended(server)


class Chromium:
    """A browser that runs for the whole benchmark."""

    def __init__(self):
        from playwright.sync_api import sync_playwright
        self._playwright = sync_playwright().start()
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        self._browser = self._playwright.chromium.launch(
            executable_path=os.environ.get("SNAPBACK_CHROMIUM", "/usr/bin/chromium"), args=options)
        self.version = f"Chromium {self._browser.version}"

    @contextlib.contextmanager
    def page(self, address):
        context = self._browser.new_context(viewport={"width": 390, "height": 844})
        try:
            page = context.new_page()
            page.set_default_timeout(1000 * PATIENCE)
            page.goto(address)
            yield page
        finally:
            context.close()

    def close(self):
        self._browser.close()
        self._playwright.stop()


def first_frame(binaries, chromium):
    """Seconds from the start of the demo to the first frame that shows motion."""
    start = time.time()
    with served(binaries, "--demo") as address, chromium.page(address) as page:
        return page.evaluate(MOVED) / 1000 - start


class Dom:
    """<snapback-scene> in Chromium, beside elements that a page moves itself."""

    name = "DOM"

    def __init__(self, tools, chromium):
        self._tools, self._chromium = tools, chromium

    def times(self, side, socket, seconds):
        """The times of frames, in milliseconds."""
        with served(self._tools.binaries, "--socket", socket, "--site",
                    os.path.join(HERE, "site")) as address:
            name, query = address.split("?")
            plain = "plain" if side == "plain" else ""
            with self._chromium.page(f"{name}?{query}") as page:
                page.goto(f"{name}frames.html?{plain}")
                return page.evaluate("(all) => framesFor(...all)", [WARM_UP, seconds])


class Program:
    """A program that prints the times of its frames in microseconds, one a line."""

    def __init__(self, name, command, environment):
        self.name, self._command, self._environment = name, command, environment

    def times(self, side, socket, seconds):
        done = subprocess.run(
            self._command(side, seconds), capture_output=True, text=True, check=False,
            timeout=PATIENCE + 10 * seconds,
            env={**os.environ, **self._environment(seconds), "SNAPBACK_SOCKET": socket})
        times = self.read(done)
        if done.returncode or len(times) < 2:
            raise Failure(f"{self.name}: {side} ended with {done.returncode}: {done.stderr[-500:]}")
        return times

    def read(self, done):
        return [float(line) / 1000 for line in done.stdout.split()]


class Qml(Program):
    """A program of QML, which logs intervals."""

    def read(self, done):
        mark = "intervals "
        text = next((line for line in done.stderr.splitlines() if mark in line), None)
        times = [0.0]
        for interval in json.loads(text.split(mark)[1]) if text else []:
            times.append(times[-1] + interval)
        return times


class Tools:
    """The programs, which scripts/bench builds."""

    def __init__(self, binaries, folder):
        self.binaries, self._folder = os.path.abspath(binaries), os.path.abspath(folder)

    def built(self, *names):
        return os.path.join(self._folder, *names)

    def renderers(self, chromium):
        yield Dom(self, chromium)
        yield Qml(
            "Qt Quick", lambda side, seconds: [
                "/usr/lib/qt6/bin/qml", "-I", self.built("qt", "qml"),
                os.path.join(HERE, "frames.qml"), "--", side, str(WARM_UP), str(seconds)],
            lambda _: {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software",
                       "QT_FORCE_STDERR_LOGGING": "1"})
        yield Program(
            "GTK 4", lambda side, seconds: [
                self.built("gtk_frames"), side, str(WARM_UP), str(seconds)],
            lambda _: {"GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
                       "LD_LIBRARY_PATH": self.built("gtk")})
        yield Program(
            "SDL 2", lambda side, _: [
                self.built("sdl_viewer" if side == "snapback" else "sdl_plain")],
            lambda seconds: {
                "SDL_VIDEODRIVER": "x11", "SDL_RENDER_DRIVER": "software",
                "LD_PRELOAD": self.built("sdl_frames.so"), "FRAMES_WARM_UP": str(WARM_UP),
                "FRAMES_SECONDS": str(seconds)})


def intervals(times):
    return [after - before for before, after in zip(times, times[1:])]


def summary(all_intervals):
    """What a side did in all its slices, in milliseconds."""
    long = [one for one in all_intervals if one > LIMIT]
    return {
        "frames": len(all_intervals), "over": len(long),
        "beyond": sum(one - LIMIT for one in long), "longest": max(all_intervals),
        "median": statistics.median(all_intervals)}


def ratio(one, other):
    """1 if both are zero, infinite if only the second is."""
    return one / other if other else 1.0 if one == 0 else float("inf")


def measure(renderer, binaries, seconds):
    """Both sides of a renderer, by turns."""
    found = {side: [] for side in SIDES}
    with daemon(binaries) as socket:
        for turn in range(SLICES):
            for side in SIDES if turn % 2 == 0 else reversed(SIDES):
                times = renderer.times(side, socket, seconds / SLICES)
                found[side] += intervals(times)
    result = {side: summary(found[side]) for side in SIDES}
    snapback, plain = (result[side] for side in SIDES)
    result["ratios"] = {key: ratio(snapback[key], plain[key]) for key in ("over", "beyond")}
    result["verdict"] = verdict(snapback, plain, result["ratios"])
    return result


def verdict(snapback, plain, ratios):
    """Whether the goal is reached, and by which figure."""
    if max(snapback["beyond"], plain["beyond"]) < LIMIT:
        return "each side lost less than one frame in all; a ratio would be chance"
    by = "beyond" if max(snapback["over"], plain["over"]) < FEW else "over"
    reached = "reached" if ratios[by] <= GOAL_RATIO else "missed"
    return f"the goal of {GOAL_RATIO} is {reached}, by the {WORDS[by]}"


def report(name, result):
    for side in SIDES:
        one = result[side]
        print(f"{name:9} {side:9} {one['frames']:6} frames {one['over']:6} over {LIMIT} ms"
              f" {one['beyond']:9.1f} ms beyond {one['longest']:8.1f} ms longest", flush=True)
    ratios = result["ratios"]
    print(f"{name:9} ratio     of the numbers {ratios['over']:.2f}, of the times"
          f" {ratios['beyond']:.2f}: {result['verdict']}", flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", required=True, help="the folder of snapback-web, snapbackd")
    parser.add_argument("--tools", required=True, help="the folder of what scripts/bench builds")
    parser.add_argument("--quick", action="store_true", help="2 s a side, one start")
    parser.add_argument("--only", nargs="+", help="dom, qt, gtk, sdl, start")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    only = {name.lower() for name in arguments.only or ("start", "dom", "qt", "gtk", "sdl")}
    seconds, starts = (2, 1) if arguments.quick else (10, 5)
    chromium = Chromium()
    results = {
        "machine": machine.machine(), "browser": chromium.version, "load": [os.getloadavg()[0]]}
    print(f"load {results['load'][0]:.2f}, {results['machine']['processor']},"
          f" {results['machine']['cores']} cores, {chromium.version}", flush=True)
    try:
        if "start" in only:
            # The first one reads the programs from the disk.
            first_frame(arguments.binaries, chromium)
            found = [first_frame(arguments.binaries, chromium) for _ in range(starts)]
            median = statistics.median(found)
            results["start"] = {"seconds": found, "median": median}
            print("first frame that shows motion: " + ", ".join(f"{one:.2f}" for one in found)
                  + f" s; median {median:.2f} s; the goal of {GOAL_FIRST} s is"
                  f" {'reached' if median <= GOAL_FIRST else 'missed'}", flush=True)
        for renderer in Tools(arguments.binaries, arguments.tools).renderers(chromium):
            if renderer.name.split()[0].lower() not in only:
                continue
            results[renderer.name] = measure(renderer, arguments.binaries, seconds)
            report(renderer.name, results[renderer.name])
    finally:
        chromium.close()
    results["load"].append(os.getloadavg()[0])
    print(f"load {results['load'][1]:.2f} at the end")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    sys.exit(main())
