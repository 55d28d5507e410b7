#!/usr/bin/env python3
"""A daemon with many clients of all sorts for a long time; scripts/bench soak and crowd.

Each second the memory, descriptors, wake-ups and processor time of the daemon are noted, and the
longest time that a renderer at 60 Hz waited for its next frame. What is beyond a limit is told at
the end, and the exit code is 1. docs/crowd.md says what the clients do.
"""

import argparse
import json
import multiprocessing
import os
import signal
import sys
import tempfile
import time

import machine

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(TOP, "Tests", "Crowd"))
import actors  # noqa: E402
import judge  # noqa: E402
import material  # noqa: E402
import plot  # noqa: E402
from daemon import Blocking, Daemon, Failed, expect  # noqa: E402

SCENE = os.path.join(TOP, "configs", "scenes", "list.json5")
RECORDING = os.path.join(TOP, "recordings", "list-fingers.evemu")
# Seconds between two rounds of the recording, and between two reloads.
PAUSE, RELOAD = 0.7, 10
# How long the daemon may take to come to rest when all have left, and how long rest is watched.
CALM, REST = 60, 5
STALLED = 2
FORK = multiprocessing.get_context("fork")


class Tally:
    """The clients' actions, counted across processes."""

    def __init__(self, *names):
        self._values = {name: FORK.Value("q", 0) for name in names}

    def add(self, name, count):
        """Counts some more."""
        with self._values[name].get_lock():
            self._values[name].value += count

    def counts(self):
        """All counts."""
        return {name: value.value for name, value in self._values.items()}


class Gauge:
    """The greatest of the spans that were noted since they were last taken, in nanoseconds."""

    def __init__(self, *names):
        self._values = {name: FORK.Value("q", 0) for name in names}

    def note(self, name, span):
        """Notes a span."""
        value = self._values[name]
        if span > value.value:
            with value.get_lock():
                value.value = span

    def take(self):
        """The greatest of each, in milliseconds; the next ones begin at 0."""
        taken = {}
        for name, value in self._values.items():
            with value.get_lock():
                taken[name], value.value = value.value / 1e6, 0
        return taken


def lengthen(path, seconds):
    """Writes the recording as often in a row as fits, so that it ends when the clients leave."""
    with open(RECORDING, encoding="utf-8") as file:
        lines = file.readlines()
    head = [line for line in lines if not line.startswith("E: ")]
    events = [line.split(" ", 2) for line in lines if line.startswith("E: ")]
    length = float(events[-1][1]) + PAUSE
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(head)
        for turn in range(int(seconds / length)):
            file.writelines(f"E: {float(moment) + turn * length:.6f} {rest}"
                            for _, moment, rest in events)


class Run:
    """One daemon, its clients, and what was noted of them."""

    def __init__(self, program, folder, seconds, readers, is_soak, seed):
        self.seconds, self.samples, self.failures = seconds, [], []
        self._stop, self._processes = FORK.Event(), []
        self.tally = Tally("frames", "lost", "stalled", "conversations", "commands")
        self._gauge = Gauge("gap", "late")
        self._is_soak = is_soak
        self._start_daemon(program, folder)
        for first in range(0, readers, actors.READERS_PER_USER):
            indices = range(first, min(readers, first + actors.READERS_PER_USER))
            self._add(actors.readers, indices, STALLED if is_soak else 0, self.tally)
        if is_soak:
            self._add(actors.hostile, seed, self.tally)
            self._add(actors.control, seed, material.scene(), self.tally)
        self._add(actors.measured, self._gauge)

    def _start_daemon(self, program, folder):
        recording = os.path.join(folder, "recording.evemu")
        configuration = os.path.join(folder, "configuration.json5")
        lengthen(recording, self.seconds)
        with open(configuration, "w", encoding="utf-8") as file:
            json.dump(actors.configuration(os.path.abspath(SCENE)), file)
        self.daemon = Daemon(os.path.abspath(program), folder, "--config", configuration,
                             "--replay", recording, "--log-level", "error")
        os.chmod(folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        if (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(self.daemon.pid, {0})
            os.sched_setaffinity(0, set(range(1, os.cpu_count())))
        # The first client makes the daemon share memory, which stays.
        first = Blocking(self.daemon.socket, want=["frames"])
        first.send({"shm_attach": {}})
        expect(first.until("shm") is not None, "no memory is shared")
        first.close()
        time.sleep(0.5)
        self.descriptors = self.daemon.descriptors()

    def _add(self, actor, *arguments):
        self._processes.append(FORK.Process(
            target=actor, args=(self.daemon.socket, *arguments, self._stop), daemon=True))

    def run(self):
        """Runs all clients, and records the cost every second."""
        for process in self._processes:
            process.start()
        start, before = time.monotonic(), self._totals()
        second = 0
        while time.monotonic() < start + self.seconds:
            second += 1
            time.sleep(max(0, start + second - time.monotonic()))
            if self._is_soak and second % RELOAD == 0:
                os.kill(self.daemon.pid, signal.SIGHUP)
            totals = self._totals()
            self.samples.append({
                "time": time.monotonic() - start, "rss": self.daemon.memory()[0],
                "descriptors": len(self.daemon.descriptors()), **self._gauge.take(),
                **{name: totals[name] - before[name] for name in totals}})
            before = totals
            for process in self._processes:
                expect(process.is_alive(), f"{process.name} ended with {process.exitcode}")
        # The first second has the clients' start in it.
        self.samples = self.samples[1:]
        self._stop.set()
        for process in self._processes:
            process.join(30)
            expect(process.exitcode == 0, f"{process.name} ended with {process.exitcode}")

    def _totals(self):
        with open(f"/proc/{self.daemon.pid}/schedstat", encoding="utf-8") as file:
            waited = int(file.read().split()[1]) / 1e6
        return {"wakes": self.daemon.wakes(), "seconds": self.daemon.seconds(), "waited": waited,
                "frames": self.tally.counts()["frames"]}

    def rest(self):
        """Wake-ups and processor seconds with no client, once nothing moves any more."""
        deadline = time.monotonic() + CALM
        while True:
            before = self._totals()
            time.sleep(REST)
            after = self._totals()
            wakes, seconds = (after[name] - before[name] for name in ("wakes", "seconds"))
            if wakes == seconds == 0 or time.monotonic() > deadline:
                return wakes, seconds

    def end(self):
        """Ends the clients that are left, and the daemon."""
        for process in self._processes:
            if process.is_alive():
                process.kill()
        self.daemon.kill()


def measure(arguments, readers, folder, results, limits):
    """One run; prints what was found, and says whether all was within its limits."""
    is_soak = arguments.command == "soak"
    name = arguments.command if is_soak else f"crowd-{readers}"
    run = Run(arguments.snapbackd, folder, 60 * arguments.minutes, readers, is_soak,
              arguments.seed)
    try:
        run.run()
        verdicts = judge.judge(run.samples, run.tally.counts(), run.rest(), run.descriptors,
                               run.daemon.descriptors(), is_soak, limits)
        run.daemon.stop()
    except Failed as failure:
        verdicts = [judge.Verdict("the daemon and its clients live", str(failure), "", False)]
    finally:
        run.end()
    plot.write(os.path.join(arguments.results, f"{name}.svg"), name, run.samples, limits)
    results[name] = {"readers": readers, "counts": run.tally.counts(), "samples": run.samples,
                     "verdicts": [verdict._asdict() for verdict in verdicts]}
    print(f"{name}: {readers} readers, {judge.summary(run.samples)}", flush=True)
    for verdict in verdicts:
        print(f"  {'ok    ' if verdict.is_good else 'FAILED'}  {verdict.name}: {verdict.found}"
              f"{f', {verdict.limit} allowed' if verdict.limit else ''}", flush=True)
    return all(verdict.is_good for verdict in verdicts)


def main():
    parser = argparse.ArgumentParser(description="Many clients for a long time.")
    parser.add_argument("command", choices=["soak", "crowd"])
    parser.add_argument("--snapbackd", required=True, metavar="FILE")
    parser.add_argument("--results", required=True, metavar="FOLDER")
    parser.add_argument("--minutes", type=float, help="of each run; 30 of a soak, 1 of a crowd")
    parser.add_argument("--readers", type=int, nargs="+", metavar="N",
                        help="60 in a soak; a crowd of 64, 128 and 255 in turn")
    parser.add_argument("--gap", type=float, default=50, metavar="MS",
                        help="the longest wait for a frame; default: %(default)s")
    parser.add_argument("--growth", type=int, default=8192, metavar="KIB",
                        help="of memory, from the second minute on; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    is_soak = arguments.command == "soak"
    arguments.minutes = arguments.minutes or (30 if is_soak else 1)
    limits = {"gap": arguments.gap, "growth": arguments.growth}
    results, is_good = {"machine": machine.machine(), "seed": arguments.seed}, True
    for readers in arguments.readers or ([60] if is_soak else [64, 128, 255]):
        with tempfile.TemporaryDirectory(prefix="soak.", dir="/tmp") as folder:
            is_good &= measure(arguments, readers, folder, results, limits)
    path = os.path.join(arguments.results, f"{arguments.command}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
    print(f"figures and plots: {path}, {path.removesuffix('.json')}*.svg")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
