"""Compiles the code of docs/wlroots.md and runs it in a compositor without a display.

usage: wlroots_test.py [BINARIES]

The blocks of C on the page are one file. With BINARIES, the folder of snapbackd, compositor.c drags
the panel of the page's scene. Is the panel's node where the scene has the panel? Does the panel
follow the finger, and is its way home the motion of the spring?
Exit codes: 0 all is well, 1 something is not.
"""

import contextlib
import itertools
import math
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "..", ".."))
PAGE = os.path.join(TOP, "docs", "wlroots.md")
# By the constraints of the page's scene, the top edge of the panel at rest, in points.
TOP_EDGE = 800 - 80
# Pixels of the output per point.
SCALE = 2
# The spring of the page's scene.
RESPONSE, DAMPING_RATIO = 0.4, 0.8
# Points by which the finger moves with each step, and by which a pan may stay behind it.
STEP, SLOP = 4, 14
FLAGS = [
    "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-DWLR_USE_UNSTABLE",
    "-I" + os.path.join(TOP, "clients", "c")]


def require(holds, text):
    if not holds:
        sys.exit(f"wlroots: {text}")


def blocks(language):
    with open(PAGE, encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.M | re.S)


def flags(kind):
    return subprocess.run(
        ["pkg-config", kind, "wlroots", "wayland-server"], check=True, stdout=subprocess.PIPE,
        text=True).stdout.split()


def build(folder):
    """Compiles the page's code as a file of its own, and in the compositor."""
    shell = os.path.join(folder, "shell.c")
    with open(shell, "w", encoding="utf-8") as file:
        file.write("\n".join(blocks("c")))
    command = ["cc", *FLAGS, *flags("--cflags")]
    program = os.path.join(folder, "compositor")
    for parts in (
            [shell, "-c", "-o", os.path.join(folder, "shell.o")],
            [f'-DSHELL="{shell}"', os.path.join(HERE, "compositor.c"), "-o", program,
             *flags("--libs"), "-lm"]):
        built = subprocess.run(
            [*command, *parts], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        require(built.returncode == 0, f"the code of the page does not compile:\n{built.stdout}")
    return program


@contextlib.contextmanager
def running(command):
    daemon = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        daemon.terminate()
        daemon.wait(10)


def play(program, folder, binaries):
    """What the compositor prints; it starts before the first daemon, and drags with the second."""
    scene, _ = blocks("json5")
    path, socket = os.path.join(folder, "shell.json5"), os.path.join(folder, "socket")
    with open(path, "w", encoding="utf-8") as file:
        file.write(scene)
    compositor = subprocess.Popen(
        ["timeout", "60", program, socket], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, env={**os.environ, "WLR_RENDERER": "pixman", "XDG_RUNTIME_DIR": folder})
    command = [os.path.join(binaries, "snapbackd"), "--scene", path, "--socket", socket]
    try:
        time.sleep(0.3)
        with running(command):
            printed = compositor.stdout.readline()
        with running(command):
            printed += compositor.stdout.read()
            compositor.wait(10)
    finally:
        compositor.terminate()
    require(compositor.returncode == 0, f"the compositor ends with {compositor.returncode}")
    return [
        (int(moment) / 1e9, float(panel), int(node), float(finger), float(before))
        for moment, panel, node, finger, before in map(str.split, printed.splitlines())]


def sprung(first, second, seconds):
    """The place of a spring after it was at `first` and then at `second`, each (time, place)."""
    omega = 2 * math.pi / RESPONSE
    beta, turn = DAMPING_RATIO * omega, omega * math.sqrt(1 - DAMPING_RATIO ** 2)
    # x(t) = exp(-beta t) (a cos(turn t) + b sin(turn t)), from the time of `first` on.
    a, between = first[1], second[0] - first[0]
    b = (second[1] * math.exp(beta * between) - a * math.cos(turn * between)) / math.sin(
        turn * between)
    after = seconds - first[0]
    return math.exp(-beta * after) * (a * math.cos(turn * after) + b * math.sin(turn * after))


def check(pictures):
    for moment, panel, node, _, before in pictures:
        # The picture was drawn between the two times, with the edge at a whole pixel.
        least, most = sorted((before * SCALE, panel * SCALE))
        require(least - 1 <= node <= most + 1, f"the node is at {node} for {panel} at {moment}")
    require(pictures[0][1:3] == (TOP_EDGE, TOP_EDGE * SCALE), f"it begins at {pictures[0]}")
    require(pictures[-1][1:3] == (TOP_EDGE, TOP_EDGE * SCALE), f"it ends at {pictures[-1]}")
    held = [picture for picture in pictures if picture[3] >= 0]
    lifted = [picture for picture in pictures if picture[3] < 0 and picture[0] > held[-1][0]]
    require(len(held) > 5 and len(lifted) > 5, f"{len(held)} and {len(lifted)} pictures")
    # The finger touches 30 points below the top edge, and the pan waits for a few points. The panel
    # is never ahead of the finger, and stands where one of the finger's steps has put it, however
    # late the daemon's answer comes. When the finger lifts, all its steps have been answered.
    for moment, panel, _, finger, _ in held:
        require(panel >= finger - 30, f"the panel is at {panel}, the finger at {finger}, {moment}")
    moved = [panel for _, panel, *_ in held if panel != TOP_EDGE]
    require(all((panel - moved[0]) % STEP == 0 for panel in moved), f"the panel was at {moved}")
    highest = min(panel for _, panel, *_ in pictures)
    require(highest <= held[-1][3] - 30 + SLOP, f"the panel only came to {highest}")
    # The panel is exactly at rest in the end; before, it is where the spring takes it.
    moving = [(moment, panel - TOP_EDGE) for moment, panel, *_ in lifted if panel != TOP_EDGE]
    worst = 0
    for first, second, third in itertools.islice(zip(moving, moving[1:], moving[2:]), 1, None):
        worst = max(worst, abs(sprung(first, second, third[0]) - third[1]))
    require(len(moving) > 5 and worst < 1e-3, f"{worst} points off the spring")
    print(f"wlroots: {len(pictures)} frames; the panel is within {worst:.1g} points of the spring")


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        if sys.argv[1:]:
            check(play(program, folder, os.path.abspath(sys.argv[1])))
        else:
            print("wlroots: the code of the page compiles")


main()
