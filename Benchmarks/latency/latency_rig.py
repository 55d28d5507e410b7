"""One side of one round: a panel, a program that reads it, and the harness."""

import json
import os
import signal
import subprocess
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
        self.snapbackd = snapbackd


# Reports that the harness sends before those that it measures, as in harness.c.
WARM_UP = 300


def run(tools, kind, rate, events, folder, hook=None):
    """The harness's output for one side; `hook` gets the reader's process when it is ready."""
    node, socket = os.path.join(folder, "event0"), os.path.join(folder, "socket")
    os.mkfifo(node)
    # Held open, so that the reader finds a writer from the beginning to the end.
    keeper = os.open(node, os.O_RDWR | os.O_CLOEXEC)
    log = os.path.join(folder, "log")
    reader = None
    try:
        if kind != "pipe":
            reader = start(tools, kind, node, socket, log, folder)
        watcher = hook(reader.pid) if hook and reader else None
        found = subprocess.run(
            [tools.harness, kind, node, socket, str(rate), str(events)],
            capture_output=True, text=True, check=False, timeout=LIMIT + 2 * events / rate)
        if watcher:
            watcher.wait(LIMIT)
        if found.returncode:
            raise SystemExit(f"latency: {kind}: {found.stderr.strip()}\n{text(log)}")
        return json.loads(found.stdout)
    finally:
        stop(reader)
        os.close(keeper)


def start(tools, kind, node, socket, log, folder):
    """The program that reads the panel, once it does."""
    command = [tools.relay, node, socket] if kind == "relay" else daemon(
        tools, node, socket, folder)
    with open(log, "wb") as file:
        reader = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
            env={**os.environ, "LD_PRELOAD": tools.panel})
    deadline = time.monotonic() + LIMIT
    while not (os.path.exists(socket) and (kind == "relay" or "is read: touch" in text(log))):
        if reader.poll() is not None or time.monotonic() > deadline:
            stop(reader)
            raise SystemExit(f"latency: {command[0]} does not read the panel\n{text(log)}")
        time.sleep(0.01)
    return reader


def daemon(tools, node, socket, folder):
    """The daemon's command line, with its files written."""
    place = os.path.join(folder, "scene.json5")
    scene.write(place)
    settings = os.path.join(folder, "snapbackd.json5")
    with open(settings, "w", encoding="utf-8") as file:
        # Fingers are where they were last: what they are between reports is not asked here.
        json.dump({"scene": place, "socket": socket, "devices": [node], "frameRate": 1000,
                   "resampling": "none"}, file)
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
