#!/usr/bin/env python3
"""How long commands hold the daemon's loop at the limits; scripts/bench commands, as root.

Only clients that are not trusted have these limits, so the client is another user than the daemon.
A client that controls sends a command, waits for the reply and a little longer, and asks the kernel
how long the daemon's thread has run meanwhile: all that the command led to, from the bytes on the
socket to the reply, without the time that other programs took. The medians may be --limit
milliseconds; beyond it the exit code is 1.
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

import command_scenes
import machine

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(TOP, "clients", "python"))
import snapback  # noqa: E402

# The limit that decision 17 promises, in milliseconds.
LIMIT = 10.0
# Seconds after a reply until the daemon sleeps again; twice that is a tenth of a second, as often as
# a client may inspect.
PAUSE = 0.055
# The user of the client, which is not trusted.
USER = 64_001
SPRING = {"spring": {"response": 0.4, "dampingRatio": 0.8}}


class Stand:
    """A daemon with a scene, and a client that may control it."""

    def __init__(self, program, scene, folder):
        configuration = {"scene": "scene.json5", "access": {
            "rules": [{"uid": USER, "roles": ["view", "control"]}]}}
        for name, content in (("scene", scene), ("configuration", configuration)):
            with open(os.path.join(folder, f"{name}.json5"), "w", encoding="utf-8") as file:
                json.dump(content, file)
        os.chmod(folder, 0o755)
        path = os.path.join(folder, "socket")
        self.process = subprocess.Popen(
            [program, "--config", os.path.join(folder, "configuration.json5"), "--socket", path],
            stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while True:
            try:
                os.chmod(path, 0o666)
                os.seteuid(USER)
                self.client = snapback.connect(path, want=["frames"], pacing="pull")
                break
            except (snapback.SnapbackError, OSError):
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            finally:
                os.seteuid(0)

    def ran(self):
        """How long the daemon's thread has run, in nanoseconds."""
        with open(f"/proc/{self.process.pid}/schedstat", encoding="utf-8") as file:
            return int(file.read().split()[0])

    def measure(self, name, body, is_refused=False):
        """Returns the duration of a command, in milliseconds."""
        time.sleep(PAUSE)
        start, code = self.ran(), None
        try:
            self.client.command(name, timeout=30, **body)
        except snapback.CommandError as error:
            code = error.code
        if code != ("limit" if is_refused else None):
            raise SystemExit(f"commands: {name} was answered by {code}")
        time.sleep(PAUSE)
        return (self.ran() - start) / 1e6

    def close(self):
        self.client.close()
        self.process.terminate()
        self.process.wait(10)


def changed(scene, turn):
    """A copy of the scene with other numbers and another color, so that everything changes."""
    scene = json.loads(json.dumps(scene))
    scene["screen"]["background"] = f"#0000{turn % 256:02x}"
    scene["views"][0]["color"] = f"#{turn % 256:02x}0000"
    return scene


def commands(scene):
    """The measurements of a scene: names, commands, and a function that makes the body of each
    turn.
    """
    ids = [constraint["id"] for constraint in scene["constraints"]]
    names = [view["id"] for view in scene["views"]]
    yield "load", "load", lambda turn: {"scene": changed(scene, turn), "animate": SPRING}
    yield "patch", "patch", lambda turn: {
        "scene": {"views": [{"id": names[0], "color": f"#00{turn % 256:02x}00"}]},
        "animate": SPRING}
    some = ids[:100]
    yield f"{len(some)} constants", "change", lambda turn: {
        "changes": [{"constraint": id, "by": 1 if turn % 2 else -1} for id in some],
        "animate": SPRING, "controlled": True}
    count = command_scenes.PASSES
    spread = ids[::max(1, len(ids) // count)][:count]
    # The last pass needs no word.
    passes = [part for id in spread for part in ((id, 2), None)][:-1]
    yield f"{count} passes", "change", lambda turn: {
        "changes": [{"constraint": part[0], "by": part[1] if turn % 2 else -part[1]}
                    if part else "layoutIfNeeded" for part in passes], "animate": SPRING}
    yield "size of the screen", "change", lambda turn: {
        "changes": [{"screen": {"size": [400 + turn % 2, 850]}}], "animate": SPRING}
    yield "size of text", "change", lambda turn: {
        "changes": [{"screen": {"contentSize": "large" if turn % 2 else "extraLarge"}}],
        "animate": SPRING}
    yield "retarget, asked", "retarget", lambda turn: {"constraint": ids[-1], "side": "second"}
    yield "inspect", "inspect", lambda turn: {}


@contextlib.contextmanager
def stand(program, scene):
    """A stand in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="commands.", dir="/tmp") as folder:
        daemon = Stand(os.path.abspath(program), scene, folder)
        try:
            yield daemon
        finally:
            daemon.close()


def row(scene, command, times, limit):
    """A line of the report."""
    median, most = statistics.median(times), max(times)
    print(f"{scene:14} {command:20} {median:8.2f} {most:8.2f}"
          f"{'  over' if median > limit else ''}", flush=True)
    return {"scene": scene, "command": command, "median": median, "most": most, "times": times}


def main():
    parser = argparse.ArgumentParser(description="What commands cost at the limits.")
    parser.add_argument("--snapbackd", required=True, metavar="FILE")
    parser.add_argument("--turns", type=int, default=15, metavar="N", help="of each command")
    parser.add_argument("--limit", type=float, default=LIMIT, metavar="MS",
                        help="of the medians; default: %(default)s")
    parser.add_argument("--only", nargs="+", choices=command_scenes.SCENES, metavar="SCENE",
                        default=list(command_scenes.SCENES), help="of: %(choices)s")
    parser.add_argument("--json", metavar="FILE")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("commands: needs root, so that the client can be another user")
    results = []
    print(f"{'scene':14} {'command':20} {'median':>8} {'most':>8}  ms of the daemon's thread")
    for name in arguments.only:
        scene = command_scenes.SCENES[name]()
        with stand(arguments.snapbackd, scene) as daemon:
            for label, command, body in commands(scene):
                results.append(row(name, label, [
                    daemon.measure(command, body(turn)) for turn in range(arguments.turns)],
                    arguments.limit))
    if len(arguments.only) == len(command_scenes.SCENES):
        with stand(arguments.snapbackd, command_scenes.chain()) as daemon:
            for name, scene in command_scenes.REFUSED.items():
                body = {"scene": scene()}
                results.append(row(name, "load, refused", [
                    daemon.measure("load", body, True) for _ in range(arguments.turns)],
                    arguments.limit))
    worst = max(result["median"] for result in results)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": machine.machine(), "results": results}, file, indent=1)
    print(f"the longest median is {worst:.2f} ms, {arguments.limit:g} are allowed")
    return 0 if worst <= arguments.limit else 1


if __name__ == "__main__":
    sys.exit(main())
