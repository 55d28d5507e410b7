"""Uses the Swift libraries from another package, by the address and the version of a release.

`scripts/test packages` calls it. The working tree becomes a repository with one commit and the
version as its tag. The examples of clients/swift are copied to a clean folder, depend on that
repository, and are built in release mode, as is a program with all libraries.
"""

import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from packages_test import (
    BINARIES, BOTTOM, FACTS, HEIGHT, LEFT, RIGHT, TOP, TOP_EDGE, WAY, WIDTH, rig, run)

# Every module that a library shows.
SHOWN = {
    "SnapbackClient": ["SnapbackClient", "SnapbackProtocol", "SnapbackMotion", "SnapbackDocument",
                       "SnapbackLinux", "SnapbackBasics"],
    "SnapbackConstraints": ["SnapbackConstraints"],
    "SnapbackEngine": ["SnapbackEngine", "SnapbackScene", "SnapbackDocument", "SnapbackTouches",
                       "SnapbackProtocol", "SnapbackBasics"],
    "SnapbackGestures": ["SnapbackGestures", "SnapbackTouches", "SnapbackBasics"],
    "SnapbackLayout": ["SnapbackLayout", "SnapbackConstraints", "SnapbackBasics"],
    "SnapbackMotion": ["SnapbackMotion", "SnapbackBasics"],
    "SnapbackProtocol": ["SnapbackProtocol", "SnapbackMotion", "SnapbackDocument",
                         "SnapbackBasics"],
    "SnapbackSharedFrames": ["SnapbackSharedFrames", "SnapbackLinux"],
}
COLUMNS, ROWS = 40, 24


def release(folder):
    """A repository with the files of the working tree, and the version as the tag."""
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=TOP,
        capture_output=True, check=True).stdout.decode().split("\0")
    for file in filter(None, files):
        if (TOP / file).is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / file, folder / file)
    git = ["git", "-C", folder, "-c", "user.name=Test", "-c", "user.email=test@example.org"]
    run("git", "init", "-q", folder)
    run(*git, "add", "--all", "--force")
    run(*git, "commit", "-q", "-m", "Release")
    run(*git, "tag", FACTS["version"])


def setUpModule():
    global examples
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    work = pathlib.Path(folder.name)
    release(work / "snapback")
    examples = work / "Example"
    shutil.copytree(
        TOP / "clients/swift/Example", examples,
        ignore=shutil.ignore_patterns(".build", "*.resolved"))
    manifest = examples / "Package.swift"
    text, count = re.subn(
        r'\.package\(name: "snapback", path: "[./]*"\)',
        f'.package(url: "file://{work}/snapback", from: "{FACTS["version"]}")',
        manifest.read_text())
    assert count == 1, text
    products = ", ".join(
        f'.product(name: "{name}", package: "snapback")' for name in SHOWN)
    text, count = re.subn(
        r"  targets: \[\n",
        f'  targets: [\n    .executableTarget(name: "All", dependencies: [{products}]),\n', text)
    assert count == 1, text
    manifest.write_text(text)
    everything = examples / "Sources/All"
    everything.mkdir()
    modules = sorted({module for shown in SHOWN.values() for module in shown})
    (everything / "main.swift").write_text("".join(f"import {name}\n" for name in modules))
    subprocess.run(
        ["swift", "build", "-c", "release", "--explicit-target-dependency-import-check", "error"],
        cwd=examples, check=True, stdout=sys.stderr)


class SwiftTests(unittest.TestCase):
    def program(self, name):
        return examples / ".build/release" / name

    def test_every_library_is_used(self):
        package = json.loads(run("swift", "package", "dump-package", cwd=TOP))
        libraries = {
            product["name"]: product["targets"] for product in package["products"]
            if "library" in product["type"]}
        self.assertEqual(libraries, SHOWN)
        run(self.program("All"))

    def test_the_layout_example_prints_frames_that_follow_from_its_rules(self):
        expected = []
        for width in (390, 600):
            card = min(0.8 * width, 400)
            left, top = (width - card) / 2, (844 - card / 2) / 2
            expected += [
                ("card", left, top, card, card / 2),
                ("button", left + card - 96, top + card / 2 - 60, 80, 44)]
        lines = [line.split() for line in run(self.program("Layout")).splitlines()]
        self.assertEqual([(name, *map(float, numbers)) for name, *numbers in lines], expected)

    def test_the_example_draws_the_flick(self):
        def inside(low, high, count, whole):
            return [low <= (cell + 0.5) * whole / count < high for cell in range(count)]

        columns = inside(LEFT, RIGHT, COLUMNS, WIDTH)
        line = "".join("c" if column else "." for column in columns)
        rest = [
            line if row else "." * COLUMNS for row in inside(TOP_EDGE, BOTTOM, ROWS, HEIGHT)]
        far = round((0.1 + WAY) * COLUMNS)
        daemon = rig.Daemon(str(BINARIES))
        screen, terminal = pty.openpty()
        try:
            daemon.start("--replay", rig.RECORDING)
            process = subprocess.Popen(
                [self.program("Example")], stdin=subprocess.DEVNULL, stdout=terminal,
                env={**os.environ, "SNAPBACK_SOCKET": daemon.path})
            text, has_moved, picture = "", False, []
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline and not (has_moved and picture == rest):
                if select.select([screen], [], [], 0.5)[0]:
                    text += os.read(screen, 1 << 16).decode().replace("\r\n", "\n")
                has_moved = bool(re.search(rf"^(?:\033\[H)?\.{{{far},}}c", text, re.MULTILINE))
                picture = text.rpartition("\033[H")[2].splitlines()
            process.kill()
            process.wait()
        finally:
            daemon.close()
            os.close(screen)
            os.close(terminal)
        self.assertTrue(has_moved, text)
        self.assertEqual(picture, rest)


if __name__ == "__main__":
    unittest.main()
