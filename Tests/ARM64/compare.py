"""Compares the programs for ARM64, in user-mode emulation, with those for x86-64.

usage: compare.py AMD64 ARM64 EMULATOR...     folders of programs, and the words that run ARM64's

scripts/steps/arm64 describes what is compared. Exit code 1 if something differs.
"""

import concurrent.futures
import itertools
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
RECORDINGS = sorted(TOP.glob("recordings/*.evemu"))
SCENES = sorted(TOP.glob("configs/scenes/*.json5"))
LAYOUTS = [[], ["--rtl"], ["--size", "844x390"], ["--traits", "contentSize=accessibilityLarge"]]
VELOCITIES = ["0", "-3000", "1234.5"]
DAMPING = ["0", "0.1", "0.5", "0.999999", "1", "1.000001", "3", "50"]
STARTS = 20


class Machine:
    """The programs for one architecture, and the words that run them here."""

    def __init__(self, name, folder, native, emulated):
        self.name, self.folder = name, pathlib.Path(folder).resolve()
        self._native, self.emulated = native, emulated

    def output(self, arguments):
        """The exit code of the tool, and all that it writes."""
        result = subprocess.run(
            [*self._native, self.folder / "snapback", *arguments], cwd=TOP,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return result.returncode, result.stdout


def replays():
    for recording, scene in itertools.product(RECORDINGS, SCENES):
        yield ["replay", recording, "--scene", scene, "--json"]


def layouts():
    for scene, options in itertools.product(SCENES, LAYOUTS):
        yield ["layout", scene, "--json", *options]


def contacts():
    for recording in RECORDINGS:
        yield ["contacts", recording]


def curves(help_text):
    springs, named = re.search(r"Springs:(.*?)\.\s+Curves:(.*?)\.", help_text, re.DOTALL).groups()
    timings = [["--preset", name.strip()] for name in springs.split(",")]
    timings += [["--spring", f"response=0.45,damping={ratio}"] for ratio in DAMPING]
    for timing, velocity in itertools.product(timings, VELOCITIES):
        yield ["curve", *timing, "--velocity", velocity, "--until", "2", "--json"]
    yield ["curve", "--uikit", "0.7,0.6,2", "--json"]
    yield ["curve", "--keyframes", "0.3:0.8:ease-out,0.6:1.1,1:1,0.8", "--json"]
    for name in named.split(","):
        yield ["curve", "--bezier", f"{name.strip()},0.35", "--json"]
    for rate, velocity in itertools.product(["normal", "fast", "0.9"], VELOCITIES[1:]):
        yield ["curve", "--decay", rate, "--velocity", velocity, "--json"]


def compare(machines, arguments):
    """What differs, or None, and whether the command succeeded."""
    results = [machine.output(arguments) for machine in machines]
    if results[0] == results[1]:
        return None, results[0][0] == 0
    lines = [output.splitlines() for _, output in results]
    for number, pair in enumerate(itertools.zip_longest(*lines), 1):
        if pair[0] != pair[1]:
            return "\n".join([f"line {number} differs:"] + [
                f"  {machine.name:6} {line.decode(errors='replace')[:300] if line else 'ends'}"
                for machine, line in zip(machines, pair)]), False
    return f"exit codes {results[0][0]} and {results[1][0]}", False


def compare_all(machines, kind, commands):
    """Prints the differences of all commands of a kind, and returns their number."""
    begin, failed, succeeded = time.monotonic(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        pending = [pool.submit(compare, machines, command) for command in commands]
        for command, result in zip(commands, pending):
            difference, success = result.result()
            succeeded += success
            if difference:
                failed += 1
                print(f"FAILED  snapback {' '.join(map(str, command))}: {difference}")
    # Equal complaints about wrong arguments would prove nothing.
    if succeeded == 0:
        failed += 1
    print(f"{'FAILED' if failed else 'ok':8}{kind}: {len(commands) - failed} of {len(commands)} "
          f"identical, {succeeded} with exit code 0 ({time.monotonic() - begin:.0f} s)", flush=True)
    return failed


def start(machine, folder):
    """Milliseconds from the start of the daemon in emulation until READY=1."""
    path = os.path.join(folder, "notify")
    command = [*machine.emulated, machine.folder / "snapbackd", "--scene",
               "configs/scenes/card.json5", "--socket", os.path.join(folder, "run", "socket"),
               "--device", os.path.join(folder, "none")]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(60)
        begin = time.monotonic()
        with subprocess.Popen(command, cwd=TOP, env={**os.environ, "NOTIFY_SOCKET": path},
                              stderr=subprocess.DEVNULL) as daemon:
            ready = manager.recv(4096).startswith(b"READY=1")
            took = (time.monotonic() - begin) * 1000
            daemon.terminate()
    os.unlink(path)
    if not ready:
        raise RuntimeError(f"{machine.folder}/snapbackd does not say READY")
    return took


def measure(machine):
    with tempfile.TemporaryDirectory() as folder:
        times = [start(machine, folder) for _ in range(STARTS)]
    sizes = [(machine.folder / name).stat().st_size / 1e6 for name in ("snapbackd", "snapback")]
    print(f"        {machine.name}: snapbackd {sizes[0]:.2f} MB, snapback {sizes[1]:.2f} MB, READY "
          f"after {statistics.median(times):.0f} ms in emulation (median of {STARTS})")


def main(amd64, arm64, *emulator):
    both = [Machine("amd64", amd64, [], ["qemu-x86_64-static"]),
            Machine("arm64", arm64, emulator, emulator)]
    kinds = {
        "replays": list(replays()), "layouts": list(layouts()), "contacts": list(contacts()),
        "timings": list(curves(both[0].output(["curve", "--help"])[1].decode())),
        "cases": [["test", "Tests/Cases"]],
    }
    failed = sum(compare_all(both, kind, commands) for kind, commands in kinds.items())
    for machine in both:
        measure(machine)
    print(f"{sum(map(len, kinds.values())) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
