"""Makes the files and runs the commands of docs/tutorial-scenes.md for scripts/test tutorial.

usage: scenes_test.py BINARIES

Does each command print what the page shows, and does each step satisfy its case in the folder
`scenes`?
Exit codes: 0 all is well, 1 something is not.
"""

import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import page

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "..", ".."))
PAGE = os.path.join(TOP, "docs", "tutorial-scenes.md")
# Programs that run until a user ends them: how to run them without one.
ENDED = {
    # A terminal and the key that quits.
    "snapback watch": "printf q | timeout 10 script --quiet --return --command {} /dev/null",
    # Ctrl-C, after the address has been printed.
    "snapback-web": "timeout --preserve-status --signal INT 1 sh -c {}",
}


def require(holds, text):
    if not holds:
        sys.exit(f"tutorial: {text}")


class Shell:
    """Runs commands in a folder that looks like a clone."""

    def __init__(self, folder, binaries):
        self.folder = folder
        self.daemons = []
        for name in ("clients", "configs", "recordings"):
            os.symlink(os.path.join(TOP, name), os.path.join(folder, name))
        self.environment = {
            **os.environ, "TERM": "xterm", "PATH": f"{binaries}:{os.environ['PATH']}",
            "SNAPBACK_SOCKET": os.path.join(folder, "socket")}

    def run(self, command, expected):
        """Runs a command that succeeds, or that reports an error if one is expected."""
        options = {"cwd": self.folder, "env": self.environment, "text": True}
        if command.endswith("&"):
            daemon = subprocess.Popen(
                shlex.split(command[:-1]), stderr=subprocess.PIPE, **options)
            self.daemons.append(daemon)
            require("listening" in daemon.stderr.readline(), f"{command} does not listen")
            return
        for program, frame in ENDED.items():
            if command.startswith(program + " "):
                command = frame.format(shlex.quote("exec " + command))
                break
        else:
            command = "set -o pipefail; " + command
        run = subprocess.run(
            ["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL, timeout=30, **options)
        printed = run.stderr if run.returncode == 65 else run.stdout
        fails = expected.startswith("snapback: error: ")
        if fails:  # The page breaks the line.
            expected = expected.replace("\n    ", " ")
        require(run.returncode == (65 if fails else 0),
                f"{command}: exit code {run.returncode}\n{run.stdout}{run.stderr}")
        pattern = ".*".join(map(re.escape, expected.split("…")))
        require(not expected or re.fullmatch(pattern, printed, re.S),
                f"{command} prints\n{printed}instead of\n{expected}")

    def close(self):
        for daemon in self.daemons:
            daemon.terminate()
            daemon.wait(10)
            daemon.stderr.close()


def commands(code):
    """The commands of a block, each with what it prints."""
    for part in re.split(r"^\$ ", code, flags=re.M)[1:]:
        command, expected = re.fullmatch(r"((?:.*\\\n)*.*\n)([\s\S]*)", part).groups()
        yield command.strip(), expected


def main():
    binaries = os.path.abspath(sys.argv[1])
    ran, cases = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(folder, binaries)
        try:
            for step, codes in itertools.groupby(page.blocks(PAGE), lambda block: block[0]):
                for _, language, code in codes:
                    if language == "console":
                        for command, expected in commands(code):
                            shell.run(command, expected)
                            ran += 1
                    else:
                        page.write(folder, language, code)
                case = f"{step}.case"
                shutil.copy(os.path.join(HERE, "scenes", case), folder)
                shell.run("snapback check deck.json5", "")
                shell.run(f"snapback test {case}", "")
                cases += 1
        finally:
            shell.close()
    require(cases == len(os.listdir(os.path.join(HERE, "scenes"))), f"{cases} steps have a case")
    print(f"tutorial: {ran} commands, {cases} steps of a scene")


main()
