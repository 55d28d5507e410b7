"""Types command lines in bash, zsh and fish, and reads the completions that they offer.

`scripts/test manual` calls it, with the folder of the completions in SNAPBACK_MANUAL. bash and zsh
complete on Tab; fish tells what it would offer. All run in a terminal.
"""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
BINARIES = pathlib.Path(os.environ["SNAPBACK_BINARIES"])
FOLDER = pathlib.Path(os.environ["SNAPBACK_MANUAL"]) / "completions"
PROMPT = "ready> "
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>]|\][^\x07]*\x07)")


class Terminal:
    """A shell in a pseudo-terminal."""

    def __init__(self, command, folder, environment, setup):
        self.child, self.descriptor = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        for line in setup:
            self.type(line + "\n")
        self.type("expr 1111 + 1111\n")
        self.until(lambda text: "2222" in text and text.endswith(PROMPT), 30)

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def until(self, is_done, seconds):
        """What the shell prints, until `is_done` or for some seconds."""
        text, end = "", time.monotonic() + seconds
        while time.monotonic() < end and not is_done(text):
            if not select.select([self.descriptor], [], [], 0.2)[0]:
                continue
            try:
                text += ESCAPES.sub("", os.read(self.descriptor, 65536).decode(errors="replace"))
            except OSError:
                break
        return text

    def silence(self, seconds):
        """What the shell prints until it is silent for some seconds."""
        text, size = "", -1
        while len(text) > size:
            size = len(text)
            text += self.until(lambda _: False, seconds)
        return text

    def offered(self, line):
        """The words that the shell prints after a line and two tabs."""
        self.type(line + "\t\t")
        mark = "end-of-list"
        text = self.silence(0.7)
        # Ctrl-U removes the line, and the shell echoes the result of the next command.
        self.type(f"\x15echo {mark}\n")
        text += self.until(lambda text: text.count(mark) >= 2 and text.endswith(PROMPT), 20)
        return set(text.split(mark)[0].replace("\r", "\n").split())

    def close(self):
        os.close(self.descriptor)
        os.kill(self.child, 9)
        os.waitpid(self.child, 0)


class ShellCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = pathlib.Path(folder.name)
        shutil.copy(TOP / "configs/scenes/todo.json5", cls.work / "scene.json5")
        shutil.copy(TOP / "configs/scenes/todo.json5", cls.work / "second.json5")
        shutil.copy(TOP / "recordings/flick.evemu", cls.work / "touches.evemu")
        shutil.copy(TOP / "recordings/tap.evemu", cls.work / "second.evemu")
        (cls.work / "folder").mkdir()
        socket = cls.work / "daemon.sock"
        cls.environment = {
            "PATH": f"{BINARIES}:{os.environ['PATH']}", "HOME": folder.name, "TERM": "dumb",
            "SNAPBACK_SOCKET": str(socket), "LC_ALL": "C.UTF-8"}
        daemon = subprocess.Popen(
            [BINARIES / "snapbackd", "--scene", cls.work / "scene.json5", "--device", "/dev/none"],
            env=cls.environment, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(lambda: (daemon.terminate(), daemon.wait()))
        end = time.monotonic() + 20
        while not socket.exists() and time.monotonic() < end:
            time.sleep(0.05)

    def offers(self, line, wanted, without=()):
        offered = self.offered(line)
        self.assertLessEqual(set(wanted), offered, f"{line}: {offered}")
        self.assertEqual(set(without) & offered, set(), line)

    def check_all(self):
        self.offers("snapback re", ["record", "replay"], ["layout"])
        self.offers("snapback send h", ["hide"])
        self.offers("snapback replay s", ["second.evemu", "scene.json5"], ["folder/"])
        self.offers("snapback replay touches.evemu --scene ", ["scene.json5", "second.json5"],
                    ["second.evemu"])
        self.offers("snapback curve --preset ", ["smooth", "snappy", "bouncy"])
        self.offers("snapback curve --preset s", ["smooth", "snappy"], ["bouncy"])
        self.offers("snapback record --format ", ["evemu", "libinput", "snapback"])
        self.offers("snapback send hide ", ["title", "list", "bar"])
        self.offers("snapback layout scene.json5 --explain ", ["title", "list", "bar"])
        self.offers("snapbackd --grab ", ["never", "while-connected", "always"])
        self.offers("snapbackd --log-level ", ["trace", "warning"])
        self.offers("snapbackd --scene s", ["scene.json5", "second.json5"])
        devices = sorted(pathlib.Path("/dev/input").glob("event*"))
        if devices:
            self.offers("snapback record --device ", map(str, devices))


class Bash(ShellCase):
    def test_completions(self):
        setup = ["PS1='" + PROMPT + "'", "bind 'set show-all-if-ambiguous on'",
                 "bind 'set completion-query-items 0'", "bind 'set page-completions off'",
                 *[f"source {path}" for path in sorted((FOLDER / "bash").iterdir())]]
        terminal = Terminal(["bash", "--norc", "--noprofile"], self.work, self.environment, setup)
        self.addCleanup(terminal.close)
        self.offered = terminal.offered
        self.check_all()


class Zsh(ShellCase):
    def test_completions(self):
        setup = [f"fpath=({FOLDER}/zsh $fpath)", "autoload -U compinit", "compinit -u -D",
                 "LISTMAX=10000", "setopt autolist nobeep", "PS1='" + PROMPT + "'"]
        terminal = Terminal(["zsh", "-f"], self.work,
                            self.environment, setup)
        self.addCleanup(terminal.close)
        self.offered = terminal.offered
        self.check_all()


class Fish(ShellCase):
    def offered(self, line):
        """The words that fish would offer, one per line, before a tab and an explanation."""
        found = self.work / "found"
        mark = "is-written"
        self.terminal.type(f"complete -C '{line}' >{found}; echo {mark}\n")
        self.terminal.until(lambda text: re.search(rf"^{mark}", text, re.MULTILINE), 20)
        return {row.split("\t")[0] for row in found.read_text().splitlines()}

    def test_completions(self):
        setup = [f"function fish_prompt; echo -n '{PROMPT}'; end",
                 f"set -p fish_complete_path {FOLDER}/fish"]
        self.terminal = Terminal(["fish", "--no-config"], self.work, self.environment, setup)
        self.addCleanup(self.terminal.close)
        self.check_all()


if __name__ == "__main__":
    unittest.main()
