"""`snapback record` on a test bed, and what has to be in its file."""

import json
import os
import signal
import subprocess
import time

from expectations import Failed, expect

SYN_REPORT = (0, 0, 0)


def listen(device):
    """Keeps the frames that a device sends from now on, as lists of (type, code, value)."""
    frames = []
    send = device._send

    def keep(events):
        if device.is_open:
            frames.append([tuple(event) for event in events])
        send(events)

    device._send = keep
    return frames


class Recorder:
    """The command, recording; its messages come by way of a file."""

    def __init__(self, binaries, folder, *arguments, privileges=()):
        self._program = os.path.join(binaries, "snapback")
        self._messages = os.path.join(folder, "messages")
        with open(self._messages, "wb") as messages:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *privileges, self._program, "record",
                 *arguments],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=messages)

    def messages(self):
        """The messages so far."""
        with open(self._messages, encoding="utf-8") as messages:
            return messages.read()

    def until(self, text, timeout=5.0):
        """Waits until it says something."""
        deadline = time.monotonic() + timeout
        while text not in self.messages():
            expect(self._process.poll() is None, f"it exited early: {self.messages()}")
            expect(time.monotonic() < deadline, f'waited in vain for "{text}"')
            time.sleep(0.005)

    def stop(self, number=signal.SIGINT):
        """Asks it to stop; it has to exit with 0."""
        self._process.send_signal(number)
        return self.end(0)

    def end(self, code):
        """Waits until it ends, which must be with `code`; returns its output."""
        try:
            seen = self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise Failed("it does not stop") from None
        expect(seen == code, f"it exited with {seen}, not {code}: {self.messages()}")
        return self.messages()

    def replay(self, path, scene):
        """The counts in the summary of `snapback replay` for a file."""
        result = subprocess.run(
            [self._program, "replay", path, "--scene", scene, "--json"],
            capture_output=True, text=True, check=False)
        expect(result.returncode == 0, f"replay: {result.stderr}")
        return json.loads(result.stdout.splitlines()[-1])["summary"]


def frames_in(path, device=0):
    """The frames of one device in a file of Snapback's own format, and their times."""
    frames, times = [[]], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            frame = json.loads(line).get("frame")
            if frame is None or frame["device"] != device:
                continue
            times.append(frame["time"])
            for event in frame["events"]:
                frames[-1].append(tuple(event))
                if tuple(event) == SYN_REPORT:
                    frames.append([])
    expect(frames.pop() == [], "the last frame has no end")
    return frames, times


def head_of(path):
    """The first line of a file, and those of its devices."""
    with open(path, encoding="utf-8") as lines:
        messages = [json.loads(line) for line in lines]
    devices = [message["device"] for message in messages if "device" in message]
    return messages[0]["recording"], devices
