"""A daemon, a snapback-web and a Chromium that shows its page, for the tests beside it."""

import atexit
import json
import os
import subprocess
import sys
import tempfile

import relay
from playwright.sync_api import sync_playwright

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCENES = os.path.join(TOP, "configs", "scenes")
RECORDINGS = os.path.join(TOP, "recordings")
BINARIES = os.environ.get("SNAPBACK_BINARIES", os.path.join(TOP, ".build", "debug"))
TOKEN = "a-token-of-the-page-0123"
CHROMIUM = "/usr/bin/chromium-headless-shell"

sys.path[:0] = [os.path.join(TOP, "clients", "python"), os.path.join(TOP, "Tests", "Devices")]
from waiting import wait_until  # noqa: E402


def program(name):
    return os.path.join(BINARIES, name)


def scene(name):
    return os.path.join(SCENES, f"{name}.json5")


def recording(name):
    return os.path.join(RECORDINGS, f"{name}.evemu")


def replayed(recorded, played, rate=120):
    """The output of `snapback replay`, as pairs of a kind and a body."""
    lines = subprocess.run(
        [program("snapback"), "replay", recorded, "--scene", played, "--json", "--rate", str(rate)],
        check=True, capture_output=True, timeout=60).stdout
    return [next(iter(json.loads(line).items())) for line in lines.splitlines()]


def development():
    """The options that serve the page from folders, if the environment names them."""
    options = []
    for option in ("page", "client"):
        folder = os.environ.get(f"SNAPBACK_{option.upper()}")
        options += [f"--{option}", folder] if folder else []
    return options


class Server:
    """A snapbackd without devices and a snapback-web before it, in a folder of their own.

    `daemon` are its options instead of the one for devices, and `web` further ones of the server.
    """

    def __init__(self, scene_file, roles=None, names_scene=True, daemon=(), web=()):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "s")
        self.log = open(os.path.join(self.folder.name, "log"), "ab")
        # A device that is waited for: whatever this machine has is left alone.
        devices = daemon or ["--device", os.path.join(self.folder.name, "no-device")]
        self.command = [
            program("snapbackd"), "--scene", scene_file, "--socket", self.path, *devices]
        self.daemon = subprocess.Popen(self.command, stderr=self.log)
        wait_until(lambda: os.path.exists(self.path), "the daemon listens")
        self.relay = None
        if roles is not None:
            self.relay = relay.Relay(f"{self.path}-relay", self.path, roles)
        web = [
            program("snapback-web"), "--socket", self.path + ("-relay" if roles else ""),
                "--token", TOKEN,
            "--scenes", SCENES, "--recordings", RECORDINGS, *web, *development()]
        web += ["--scene", scene_file] if names_scene else []
        self.web = subprocess.Popen(web, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = self.web.stdout.readline().strip()

    def restart_daemon(self):
        self.daemon.terminate()
        self.daemon.wait(10)
        self.daemon = subprocess.Popen(self.command, stderr=self.log)

    def close(self):
        for process in (self.web, self.daemon):
            process.terminate()
            process.wait(10)
        if self.relay:
            self.relay.close()
        self.web.stdout.close()
        self.log.close()
        self.folder.cleanup()


class LoneServer:
    """A snapback-web without a daemon; `data` is the folder with the files of the demo."""

    def __init__(self, data=TOP, demo=False):
        self.folder = tempfile.TemporaryDirectory()
        self.log = open(os.path.join(self.folder.name, "log"), "ab")
        daemon = ["--demo"] if demo else ["--socket", os.path.join(self.folder.name, "s")]
        self.web = subprocess.Popen(
            [program("snapback-web"), *daemon, "--token", TOKEN, "--data", data, *development()],
            stdout=subprocess.PIPE, stderr=self.log,
            text=True)
        self.address = self.web.stdout.readline().strip()

    def close(self):
        self.web.terminate()
        self.web.wait(10)
        self.web.stdout.close()
        self.log.close()
        self.folder.cleanup()


class Browser:
    """One Chromium for all tests."""

    shared = None

    def __init__(self):
        self.playwright = sync_playwright().start()
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        self.chromium = self.playwright.chromium.launch(
            executable_path=os.environ.get("SNAPBACK_CHROMIUM", CHROMIUM), args=options)

    @classmethod
    def get(cls):
        if cls.shared is None:
            cls.shared = cls()
            atexit.register(cls.close)
        return cls.shared

    @classmethod
    def close(cls):
        if cls.shared is not None:
            cls.shared.chromium.close()
            cls.shared.playwright.stop()
            cls.shared = None


class Page:
    """A page of a server, and what is asked of it."""

    SHOWN = "Boolean(window.snapback?.scene()) && snapback.state('document') !== null"

    def __init__(self, server, size=(1280, 800), theme="light", touch=False, fragment="",
                 shows=SHOWN):
        self.shows = shows
        self.context = Browser.get().chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=theme,
            has_touch=touch, is_mobile=touch)
        self.faults = []
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._said)
        self.page.goto(server.address + fragment)
        wait_until(self._is_there, "the page shows the scene")

    def _is_there(self):
        if self.faults:
            raise AssertionError(f"the page does not start: {self.faults}")
        return self.ask(self.shows)

    def reload(self):
        self.page.reload()
        wait_until(self._is_there, "the page shows the scene again")

    def _said(self, message):
        # Violations of the page's content security policy are also reported here.
        if message.type == "error":
            self.faults.append(message.text)

    def ask(self, text, value=None):
        return self.page.evaluate(text, value)

    def wait(self, text):
        # Playwright's own way of waiting evaluates texts in the page, which its policy forbids.
        wait_until(lambda: self.ask(text), text)

    def views(self):
        """The drawn views, by name."""
        return {view["name"]: view for view in self.ask("snapback.scene().views")}

    def at(self, x, y):
        """Where a point of the screen is in the window."""
        place = self.ask("snapback.place()")
        return place["left"] + x * place["zoom"], place["top"] + y * place["zoom"]

    def drag(self, start, end, steps=12, hold=False):
        """A finger of the mouse from point to point of the screen."""
        self.page.mouse.move(*self.at(*start))
        self.page.mouse.down()
        for step in range(1, steps + 1):
            u = step / steps
            self.page.mouse.move(*self.at(
                start[0] + (end[0] - start[0]) * u, start[1] + (end[1] - start[1]) * u))
            self.page.wait_for_timeout(8)
        if not hold:
            self.page.mouse.up()

    def open(self, tab):
        handle = self.page.locator("#handle")
        if handle.is_visible() and handle.get_attribute("aria-expanded") == "false":
            handle.click()
        self.page.click(f"#tab-{tab}")

    def replay(self, recorded, played):
        """Shows a recording by hand: the tab, two choices and the button. Pauses at the start."""
        self.open("recording")
        self.page.select_option("#recording", f"{recorded}.evemu")
        self.page.select_option("#recordingscene", f"{played}.json5")
        self.wait("!snapback.state('loading')")
        before = self.ask("snapback.state('replays') ?? 0")
        self.page.click("#panel-recording button.primary")
        self.wait(f"snapback.state('replays') > {before} && snapback.mode() === 'recording'")
        self.wait("snapback.state('replayDocument') === snapback.state('originalReplayDocument')")
        self.assert_shown(recorded, played)
        self.ask("snapback.seek(0)")

    def assert_shown(self, recorded, played):
        shown = self.ask("snapback.state('replayed')")
        wanted = {"recording": f"{recorded}.evemu", "scene": f"{played}.json5"}
        assert shown == wanted, (shown, wanted)

    def close(self):
        self.context.close()
