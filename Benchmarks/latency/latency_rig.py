"""One side of one round: a panel, a program that reads it, and the harness."""

import contextlib
import dataclasses
import json
import os
import resource
import signal
import subprocess
import sys
import time

import scene

# Seconds to start, and to stop.
LIMIT = 20.0


class Tools:
    """The programs of a measurement."""

    def __init__(self, folder, snapbackd):
        self.harness = os.path.join(folder, "latency_harness")
        self.relay = os.path.join(folder, "latency_relay")
        self.panel = os.path.join(folder, "latency_panel.so")
        self.renderer = os.path.join(folder, "latency_renderer")
        self.snapbackd = snapbackd


@dataclasses.dataclass(frozen=True)
class Setup:
    """What else runs, and who may run at real-time priority."""

    # "spin": a process that computes on each core; "renderer": one that draws without a pause.
    load: str | None = None
    # The program that reads the panel, and the client that is measured.
    reader: bool = False
    client: bool = False


REAL_TIME = os.SCHED_RR | os.SCHED_RESET_ON_FORK
# Real-time priorities while there is a load: the panel's interrupt, and the client that may.
WRITER, CLIENT = "3", "1"
# The priority of a reader that may, and the limit on its time, in microseconds, as in
# systemd/snapbackd.service.d/real-time.conf.
PRIORITY, TIME = 2, (1_000_000, 2_000_000)
# Reports that the harness sends before those that it measures, as in harness.c.
WARM_UP = 300


def run(tools, kind, rate, events, folder, hook=None, setup=Setup()):
    """The harness's output for one side; `hook` gets the reader's process when it is ready.

    With a load, also the minor and major page faults of the reader, and its processor time in
    seconds.
    """
    node, socket = os.path.join(folder, "event0"), os.path.join(folder, "socket")
    os.mkfifo(node)
    # Held open, so that the reader finds a writer from the beginning to the end.
    keeper = os.open(node, os.O_RDWR | os.O_CLOEXEC)
    log = os.path.join(folder, "log")
    reader = None
    try:
        if kind != "pipe":
            reader = start(tools, kind, node, socket, log, folder, setup)
        watcher = hook(reader.pid) if hook and reader else None
        command = [tools.harness, kind, node, socket, str(rate), str(events)]
        if setup.load:
            command += [WRITER, CLIENT if setup.client else "0"]
        with loaded(tools, kind, socket, setup):
            before = costs(reader)
            found = subprocess.run(command, capture_output=True, text=True, check=False,
                                   timeout=LIMIT + 2 * events / rate)
            after = costs(reader)
        if watcher:
            watcher.wait(LIMIT)
        if found.returncode:
            raise SystemExit(f"latency: {kind}: {found.stderr.strip()}\n{text(log)}")
        result = json.loads(found.stdout)
        if setup.load:
            *result["faults"], result["processor"] = [
                later - sooner for sooner, later in zip(before, after)]
        return result
    finally:
        stop(reader)
        os.close(keeper)


def start(tools, kind, node, socket, log, folder, setup):
    """The program that reads the panel, once it does."""
    clients = 2 if setup.load == "renderer" else 1
    command = [tools.relay, node, socket, str(clients)] if kind == "relay" else daemon(
        tools, node, socket, folder, setup)

    def prepare():
        if setup.reader:
            resource.setrlimit(resource.RLIMIT_RTTIME, TIME)
            # The daemon asks for the priority.
            if kind == "relay":
                os.sched_setscheduler(0, REAL_TIME, os.sched_param(PRIORITY))

    with open(log, "wb") as file:
        reader = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, preexec_fn=prepare,
            env={**os.environ, "LD_PRELOAD": tools.panel})
    deadline = time.monotonic() + LIMIT
    while not (os.path.exists(socket) and (kind == "relay" or "is read: touch" in text(log))
               and (os.sched_getscheduler(reader.pid) == REAL_TIME) == setup.reader):
        if reader.poll() is not None or time.monotonic() > deadline:
            stop(reader)
            raise SystemExit(f"latency: {command[0]} does not read the panel with "
                             f"{setup}\n{text(log)}")
        time.sleep(0.01)
    return reader


@contextlib.contextmanager
def loaded(tools, kind, socket, setup):
    """Runs the load of a setup."""
    processes = []
    try:
        if setup.load == "spin":
            for core in sorted(os.sched_getaffinity(0)):
                processes.append(subprocess.Popen(
                    [sys.executable, "-c", "while True: pass"],
                    preexec_fn=lambda core=core: os.sched_setaffinity(0, {core})))
        elif setup.load == "renderer":
            processes.append(subprocess.Popen(
                [tools.renderer, "relay" if kind == "relay" else "binary", socket]))
        yield
        for process in processes:
            if process.poll() is not None:
                raise SystemExit(f"latency: the load ended with {process.returncode}")
    finally:
        for process in processes:
            process.kill()
            process.wait()


def costs(reader):
    """The minor and major page faults of a program so far, and its processor time."""
    if reader is None:
        return 0, 0, 0.0
    fields = text(f"/proc/{reader.pid}/stat").rpartition(")")[2].split()
    # The clock that clock_getcpuclockid(3) computes for a process.
    return int(fields[7]), int(fields[9]), time.clock_gettime(~reader.pid << 3 | 2)


def daemon(tools, node, socket, folder, setup):
    """The daemon's command line, with its files written."""
    place = os.path.join(folder, "scene.json5")
    scene.write(place)
    settings = os.path.join(folder, "snapbackd.json5")
    with open(settings, "w", encoding="utf-8") as file:
        # Fingers are where they were last: what they are between reports is not asked here.
        json.dump({"scene": place, "socket": socket, "devices": [node], "frameRate": 1000,
                   "resampling": "none", "realTime": setup.reader}, file)
    return [tools.snapbackd, "--config", settings]


def stop(reader):
    """Ends the program."""
    if reader is None or reader.poll() is not None:
        return
    reader.send_signal(signal.SIGTERM)
    try:
        reader.wait(LIMIT)
    except subprocess.TimeoutExpired:
        reader.kill()


def text(path):
    """The contents of a file; empty if it does not exist."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""
