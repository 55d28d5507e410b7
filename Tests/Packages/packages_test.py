"""Installs the packages of the clients in clean folders and runs their examples.

`scripts/test packages` calls it. Each example draws the flick of the card of
configs/scenes/card.json5, whose place at rest follows from the constraints: its width is 0.8 of the
screen's, its height 1.3 of its width, its center that of the screen, and its edges are at pixels.
"""

import email
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "clients/python/tests"), str(TOP / "scripts/packages")]

import facts as project
import rig

BINARIES = pathlib.Path(os.environ["SNAPBACK_BINARIES"])
NODE = os.environ["SNAPBACK_NODE"]
TOOLS = pathlib.Path(sys.executable).parent
FACTS = project.read(TOP)
LICENSE = (TOP / "LICENSE").read_bytes()
PROTOCOL = json.loads((TOP / "Sources/Wire/protocol.json").read_text())
WIDTH, HEIGHT, SCALE = 390, 844, 3
LEFT, TOP_EDGE, RIGHT, BOTTOM = (
    round(edge * SCALE) / SCALE for edge in (
        0.1 * WIDTH, (HEIGHT - 1.04 * WIDTH) / 2, 0.9 * WIDTH, (HEIGHT + 1.04 * WIDTH) / 2))
# The flick moves the card by more than a quarter of the screen.
WAY = 0.25
PREFIX = "opt/snapback"
STRICT = ["--strict", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16"]
PAGE = """
import { connect } from "snapback/browser";
import { bind } from "snapback/dom";
import { SnapbackScene } from "snapback/element";
declare const context: CanvasRenderingContext2D;
const client = await connect({ url: "/ws", want: ["segments"], reconnect: true });
client.on("frame", (frame) => console.log(frame.views.length));
for (const view of client.scene.at(client.now()).values()) {
  context.setTransform(...view.toScreen);
  context.fillStyle = view.color ?? "#000000";
}
const binding = bind(document.body, { client, onState: (state) => console.log(state) });
binding.draw(client.now());
for (const { element, fault } of binding.faults) element.title = fault;
const kiosk = document.querySelector<SnapbackScene>("snapback-scene");
await kiosk?.client?.run("open");
"""


def run(*command, fails=False, **options):
    """What a command prints; an error unless it fails exactly if it should."""
    done = subprocess.run(
        [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=300, **options)
    if (done.returncode != 0) != fails:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def setUpModule():
    global work, made, prefix
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    work = pathlib.Path(folder.name)
    made = work / "made"
    prefix = work / "root" / PREFIX
    run(TOP / "scripts/package", "clients", made,
        env={**os.environ, "PREFIX": f"/{PREFIX}", "DESTDIR": str(work / "root")})


def clean(name):
    folder = work / name
    folder.mkdir()
    return folder


def sources(folder, *patterns):
    """The files that a package has to have, by their names in it."""
    files = [file for pattern in patterns for file in (TOP / folder).glob(pattern)]
    return {str(file.relative_to(TOP / folder)): file.read_bytes() for file in files}


def only(pattern):
    [path] = made.glob(pattern)
    return path


def unpacked(path):
    """The contents of the files of a tar file, by name below its one folder."""
    with tarfile.open(path) as archive:
        return {
            member.name.split("/", 1)[1]: archive.extractfile(member).read()
            for member in archive if member.isfile()}


def played(*command, **environment):
    """What an example prints about the flick."""
    daemon = rig.Daemon(str(BINARIES))
    try:
        daemon.start("--replay", rig.RECORDING)
        return run(*(daemon.path if part is None else part for part in command),
                   env={**os.environ, "SNAPBACK_SOCKET": daemon.path, **environment})
    finally:
        daemon.close()


class PackageCase(unittest.TestCase):
    def contains(self, contents, expected):
        for name, content in expected.items():
            self.assertIn(name, sorted(contents))
            self.assertTrue(contents[name] == content, f"{name} differs from the repository")

    def shows_the_flick(self, output):
        """Whether the card moves to the right and rests in the middle, in lines of draw.py."""
        *moves, rest = output.splitlines()
        columns = len("at rest ") - 1
        left, right = (round(share * 66) for share in (0.1, 0.9))
        self.assertEqual(
            rest, f"at rest {'·' * left}[{'card':^{right - left - 2}}]{'·' * (66 - right)}")
        self.assertGreater(
            max(line.index("[") for line in moves), columns + left + WAY * 66, output)


class PythonTests(PackageCase):
    files = {**sources("clients/python", "snapback/*.py"), "snapback/py.typed": b""}

    def test_the_wheel_and_the_sdist_are_whole(self):
        with zipfile.ZipFile(only("*.whl")) as wheel:
            contents = {name: wheel.read(name) for name in wheel.namelist()}
        self.contains(contents, self.files)
        info = f"snapback_client-{FACTS['version']}.dist-info/"
        self.contains(contents, {info + "licenses/LICENSE": LICENSE})
        self.assertEqual({name for name in contents if not name.startswith(info)}, {*self.files})
        self.contains(unpacked(only("*.tar.gz")), {**self.files, "LICENSE": LICENSE})
        facts = email.message_from_bytes(contents[info + "METADATA"])
        self.assertEqual(facts["Name"], "snapback-client")
        self.assertEqual(facts["Version"], FACTS["version"])
        self.assertEqual(facts["License-Expression"], "Apache-2.0")

    def test_the_wheel_runs_and_is_typed(self):
        folder = clean("wheel")
        shutil.copy(TOP / "clients/python/examples/draw.py", folder)
        run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
        python = folder / "venv/bin/python"
        run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps",
            only("*.whl"))
        run(TOOLS / "mypy", "--strict", "--python-executable", python, "--cache-dir",
            TOP / ".build/python/packages/mypy", "draw.py", cwd=folder)
        self.shows_the_flick(played(python, "-I", folder / "draw.py", None))

    def test_the_sdist_runs(self):
        folder = clean("sdist")
        shutil.copy(TOP / "clients/python/examples/draw.py", folder)
        run(sys.executable, "-m", "pip", "install", "--no-index", "--no-deps",
            "--no-build-isolation", "--target", folder / "site", only("*.tar.gz"))
        self.shows_the_flick(
            played(sys.executable, folder / "draw.py", None, PYTHONPATH=str(folder / "site")))


class JavaScriptTests(PackageCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = clean("npm")
        (cls.folder / "package.json").write_text('{"private": true, "type": "module"}')
        # The name before the @ holds even when project.json names another one.
        run("npm", "install", "--offline", "--no-audit", "--no-fund",
            f"snapback@file:{only('*.tgz')}", cwd=cls.folder,
            env={**os.environ, "npm_config_cache": str(cls.folder / "cache")})
        shutil.copy(TOP / "clients/js/examples/gestures.ts", cls.folder)
        (cls.folder / "page.ts").write_text(PAGE)
        (cls.folder / "wrong.ts").write_text(
            PAGE.replace("frame.views", "frame.constraints").replace(' ?? "#000000"', ""))
        cls.said = run(
            "tsc", *STRICT, "--lib", "es2022,dom,dom.iterable", "gestures.ts", "page.ts",
            "wrong.ts", cwd=cls.folder, fails=True)

    def test_the_tarball_is_whole(self):
        contents = unpacked(only("*.tgz"))
        files = sources("clients/js", "*.js")
        self.contains(contents, {**files, "LICENSE": LICENSE})
        for name in files:
            self.assertIn(name.replace(".js", ".d.ts"), sorted(contents))
        facts = json.loads(contents["package.json"])
        self.assertEqual(facts["version"], FACTS["version"])
        self.assertEqual(facts["license"], "Apache-2.0")
        self.assertEqual("private" in facts, not FACTS["npmName"])

    def test_the_example_runs(self):
        shutil.copy(TOP / "clients/js/examples/draw.mjs", self.folder)
        self.shows_the_flick(played(NODE, self.folder / "draw.mjs", None))

    def test_strict_programs_compile_and_mistakes_are_found(self):
        found = re.findall(r"^(.*?)\(.*error (TS\d+)", self.said, re.MULTILINE)
        # There is no such key; null is no style.
        self.assertEqual(found, [("wrong.ts", "TS2339"), ("wrong.ts", "TS2322")], self.said)

    def test_the_typed_example_runs(self):
        screen, card = (
            " ".join(f"{length:.1f}" for length in box) for box in (
                [0, 0, WIDTH, HEIGHT], [LEFT, TOP_EDGE, RIGHT - LEFT, BOTTOM - TOP_EDGE]))
        self.assertEqual(played(NODE, self.folder / "gestures.js").splitlines(), [
            "pan on card began", "pan on card ended", f"screen at rest: {screen}",
            f"card at rest: {card}"])

    def test_every_message_has_a_type(self):
        # `text` is the form in bytes of the messages below "texts", of replies and of decisions.
        names = [
            message["name"] for message in PROTOCOL["messages"] + PROTOCOL["texts"]
            if message["name"] != "text"]
        lines = [
            'import { connect } from "snapback";',
            'import type { Message } from "snapback/messages";',
            "type Named<T extends Message['type']> = Extract<Message, { type: T }>;",
            "type IsKnown<T> = 0 extends 1 & T ? false : true;",
            *(f'export const {name}_: IsKnown<Named<"{name}">> = true;' for name in names),
            "export const message: Message = await (await connect()).receive();"]
        (self.folder / "messages.ts").write_text("\n".join(lines))
        # Without the types of pages, which programs for Node need not have.
        run("tsc", *STRICT, "--noEmit", "--lib", "es2022", "messages.ts", cwd=self.folder)


class CTests(PackageCase):
    def test_the_prefix_is_whole(self):
        self.assertEqual(
            {str(path.relative_to(work / "root")) for path in prefix.rglob("*") if path.is_file()},
            {f"{PREFIX}/{path}" for path in [
                "include/snapback.h", "include/snapback-sdl.h", "lib/pkgconfig/snapback.pc",
                "share/doc/snapback/LICENSE",
                "lib/cmake/Snapback/SnapbackConfig.cmake",
                "lib/cmake/Snapback/SnapbackConfigVersion.cmake"]})
        for header in ("snapback.h", "snapback-sdl.h"):
            self.assertEqual(
                (prefix / "include" / header).read_bytes(),
                (TOP / "clients/c" / header).read_bytes())
        self.assertEqual((prefix / "share/doc/snapback/LICENSE").read_bytes(), LICENSE)

    def pkg_config(self, *options):
        return run("pkg-config", *options, "snapback", env={
            **os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}).split()

    def test_every_message_is_in_the_header(self):
        def name(message):
            return f"SNAPBACK_TYPE_{message['name'].upper()}"

        folder = clean("header")
        (folder / "messages.c").write_text("#include <snapback.h>\n" + "".join(
            f"_Static_assert({name(message)} == {message['number']}, \"\");\n"
            for message in PROTOCOL["messages"]))
        run("cc", "-std=c11", "-fsyntax-only", *self.pkg_config("--cflags"), "messages.c",
            cwd=folder)

    def test_pkg_config_compiles_the_example(self):
        self.assertEqual(self.pkg_config("--modversion"), [FACTS["version"]])
        folder = clean("pkg-config")
        shutil.copy(TOP / "clients/c/examples/terminal.c", folder)
        run("cc", "-O1", "terminal.c", "-o", "terminal", *self.pkg_config("--cflags", "--libs"),
            cwd=folder)
        self.draws_the_flick(folder / "terminal")

    def test_cmake_compiles_the_example(self):
        folder = clean("cmake")
        shutil.copy(TOP / "clients/c/examples/terminal.c", folder)
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.19)\n"
            "project(Trial LANGUAGES C)\n"
            "find_package(Snapback ${wanted} REQUIRED)\n"
            "add_executable(terminal terminal.c)\n"
            "target_link_libraries(terminal Snapback::snapback)\n")
        configure = ["cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}"]
        major, minor, _ = map(int, FACTS["version"].split("."))
        said = run(*configure, f"-Dwanted={major + 1}.0", cwd=folder, fails=True)
        self.assertIn(f"version: {FACTS['version']}", said)
        run(*configure, f"-Dwanted={major}.{minor}", cwd=folder)
        run("cmake", "--build", "build", cwd=folder)
        self.draws_the_flick(folder / "build/terminal")

    def draws_the_flick(self, program):
        """The example draws the card at rest, moved to the right, and at rest again."""
        def inside(low, high, count, whole):
            return [low <= (cell + 0.5) * whole / count < high for cell in range(count)]

        columns, rows = inside(LEFT, RIGHT, 60, WIDTH), inside(TOP_EDGE, BOTTOM, 32, HEIGHT)
        line = "".join("c" if column else " " for column in columns)
        rest = "".join((line if row else " " * 60) + "\n" for row in rows)
        far = round((0.1 + WAY) * 60)
        daemon = rig.Daemon(str(BINARIES))
        with open(program.with_suffix(".txt"), "w+") as output:
            daemon.start("--replay", rig.RECORDING)
            process = subprocess.Popen([program, daemon.path], stdout=output, stderr=output)
            deadline = time.monotonic() + 20
            pictures = []
            while time.monotonic() < deadline:
                pictures = pathlib.Path(output.name).read_text().split("\033[H")
                has_moved = any(
                    re.search(rf"^ {{{far},}}c", picture, re.MULTILINE) for picture in pictures)
                if has_moved and pictures[-1] == rest:
                    break
                time.sleep(0.05)
            daemon.close()
            process.wait(10)
        self.assertTrue(has_moved, pictures)
        self.assertEqual(pictures[-1], rest)
        self.assertEqual(process.returncode, 1, "it ends with its daemon")


class FactTests(PackageCase):
    def test_the_version_is_the_same_everywhere(self):
        run(TOP / "scripts/generate", "project", "--check")
        for program in ("snapbackd", "snapback"):
            self.assertEqual(run(BINARIES / program, "--version").strip(), FACTS["version"])

    def staged(self, name, **changes):
        """What stage.py writes with other facts, and the prefix's file for pkg-config."""
        top = clean(name)
        for path in ("LICENSE", "clients/c", "clients/js", "clients/python"):
            copy = shutil.copytree if (TOP / path).is_dir() else shutil.copy
            copy(TOP / path, top / path)
        (top / "project.json").write_text(json.dumps({**FACTS, **changes}))
        run(sys.executable, TOP / "scripts/packages/stage.py", top, top / "staged")
        run("cmake", "-S", top / "clients/c", "-B", top / "build")
        return (
            (top / "staged/python/pyproject.toml").read_text(),
            json.loads((top / "staged/js/package.json").read_text()),
            (top / "build/snapback.pc").read_text())

    def test_facts_that_are_given_are_stated(self):
        toml, package, config = self.staged(
            "given", url="https://example.org/s", contact="A Name <a@example.org>",
            npmName="@example/snapback")
        self.assertIn(
            '[project]\nmaintainers = [{ name = "A Name", email = "a@example.org" }]\n', toml)
        self.assertTrue(toml.endswith('\n[project.urls]\nHomepage = "https://example.org/s"\n'))
        self.assertEqual(package["name"], "@example/snapback")
        self.assertEqual(package["homepage"], "https://example.org/s")
        self.assertEqual(package["author"], "A Name <a@example.org>")
        self.assertNotIn("private", package)
        self.assertIn("\nURL: https://example.org/s\n", config)

    def test_facts_that_are_not_given_are_left_out(self):
        toml, package, config = self.staged("absent", url="", contact="", npmName="")
        for word in ("maintainers", "urls"):
            self.assertNotIn(word, toml)
        self.assertEqual(package["private"], True)
        self.assertFalse({"homepage", "author", "repository"} & {*package})
        self.assertNotIn("URL", config)

    def test_a_fact_that_is_wrong_is_refused(self):
        top = clean("wrong")
        for change in (
            {"version": "0.1"}, {"url": "example.org"}, {"contact": "a@example.org"},
            {"npmName": "Upper Case"}, {"more": ""},
        ):
            (top / "project.json").write_text(json.dumps({**FACTS, **change}))
            with self.assertRaisesRegex(project.Wrong, "project.json.*" + "".join(
                    name for name in change if name in FACTS)):
                project.read(top)

    def test_links_that_lead_out_of_a_package_are_its_text(self):
        for name in ("js", "python"):
            text = (TOP / "clients" / name / "README.md").read_text()
            self.assertIn("](../../docs/", text)
        for path, name in ((only("*.tgz"), "README.md"), (only("*.tar.gz"), "README.md")):
            contents = unpacked(path)
            for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", contents[name].decode()):
                self.assertIn(link, contents)
            self.assertIn("docs/protocol.md", contents[name].decode())


if __name__ == "__main__":
    unittest.main()
