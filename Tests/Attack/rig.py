"""Shared by all attacks: a daemon with a configuration, clients of other users, and scenes."""

import array
import contextlib
import json
import os
import re
import resource
import shutil
import socket as sockets
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Crowd"))

from daemon import Blocking, Daemon, expect  # noqa: E402
from wire import body  # noqa: E402

# Users that need not exist: the kernel and the daemon know them by number only.
CONTROL, INJECT, TOUCHES, VIEW, NOBODY, OPERATOR, TRUSTED = range(61001, 61008)
# The user that a daemon runs as where it must not be root, and the group of its clients.
SERVICE, MEMBERS = 61900, 61901
ROLES = {CONTROL: ["control"], INJECT: ["inject"], TOUCHES: ["view-touches"], VIEW: ["view"],
         NOBODY: [], OPERATOR: ["view", "view-touches", "control", "inject"], TRUSTED: ["view"]}
# The group that no client may be in, whatever its user.
BARRED_GROUP = 79_999
# A system call as strace writes it, with its moment. To attach interrupts a wait, so what happens
# in the first moments, in seconds, is strace's doing.
CALL = re.compile(r"\d+ (\d+\.\d+) \w+\(")
ATTACHING = 0.2
CAP_SYS_RESOURCE = 24
IS_ROOT = os.geteuid() == 0
# The limits of systemd/snapbackd.service.d/real-time.conf: the priority, and microseconds.
REAL_TIME = {resource.RLIMIT_RTPRIO: (2, 2), resource.RLIMIT_RTTIME: (1_000_000, 2_000_000)}
# Set by the command line: limits and settings of every daemon whose test does not choose them.
LIMITS, SETTINGS = {}, {}
# The user of clients that are not trusted, where there can be another one.
OTHER = VIEW if IS_ROOT else None


class Skipped(Exception):
    """Why a test cannot run here."""


def may_raise_limits():
    """Whether this process may raise limits: root without this capability exists in containers."""
    with open("/proc/self/status", encoding="utf-8") as file:
        mask = next(line.split()[1] for line in file if line.startswith("CapEff:"))
    return bool(int(mask, 16) >> CAP_SYS_RESOURCE & 1)


def needs_root():
    """Skips a test whose clients belong to other users."""
    if not IS_ROOT:
        raise Skipped("clients of other users need root")


class Rig(Daemon):
    """A daemon with a scene, a configuration and roles by user; ends with its `with` block."""

    def __init__(self, program, folder, scene, *options, user=None, group=None, descriptors=None,
                 log=None, level="info", limits=None, **settings):
        self.folder = folder
        self.socket = os.path.join(folder, "socket")
        self._log = os.path.join(folder, "log")
        self.write_scene(scene)
        self._settings = {"logLevel": level, **SETTINGS, **settings}
        self.write_configuration()
        if IS_ROOT:
            os.chmod(folder, 0o755)
            os.chown(folder, -1 if user is None else user, -1 if group is None else group)

        def prepare():
            for limit, values in (LIMITS if limits is None else limits).items():
                resource.setrlimit(limit, values)
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if group is not None:
                os.setgid(group)
            if user is not None:
                os.setgroups([])
                os.setuid(user)

        with open(self._log, "wb") as file:
            self._process = subprocess.Popen(
                [program, "--config", os.path.join(folder, "config.json5"), "--socket",
                 self.socket, *options], stdin=subprocess.DEVNULL, stdout=file,
                stderr=file if log is None else log, preexec_fn=prepare)
        self.pid = self._process.pid

    def write_scene(self, scene):
        """Writes the file that the daemon reads at the start and on SIGHUP."""
        with open(os.path.join(self.folder, "scene.json5"), "w", encoding="utf-8") as file:
            json.dump(scene, file, separators=(",", ":"))

    def write_configuration(self, **settings):
        """Writes the other file that it reads then, with further or changed settings."""
        self._settings.update(settings)
        rules = [{"uid": uid, "roles": roles, "trusted": uid == TRUSTED}
                 for uid, roles in ROLES.items()]
        # The last rule that matches decides.
        rules.append({"gid": BARRED_GROUP, "roles": []})
        configuration = {"scene": "scene.json5", "devices": ["/dev/input/none"],
                         "access": {"rules": rules}, **self._settings}
        configuration = {key: value for key, value in configuration.items() if value is not None}
        with open(os.path.join(self.folder, "config.json5"), "w", encoding="utf-8") as file:
            json.dump(configuration, file)

    def listen(self):
        """Waits until it accepts clients, and lets every user connect."""
        def accepts():
            self.check()
            with sockets.socket(sockets.AF_UNIX) as probe:
                return probe.connect_ex(self.socket) == 0
        until(accepts, 20, "the daemon does not listen", 0.02)
        if IS_ROOT:
            os.chmod(self.socket, 0o666)
        return self

    def wait(self, seconds):
        """The exit code, or None while it runs on for so long."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def signal(self, number):
        """Sends it a signal."""
        self._process.send_signal(number)

    def links(self):
        """Its open files, as /proc names them."""
        folder, found = f"/proc/{self.pid}/fd", []
        for name in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):
                found.append(os.readlink(os.path.join(folder, name)))
        return found

    def switches(self):
        """How often its threads were scheduled."""
        return sum(int(self._status(f"task/{thread}/")[key])
                   for thread in os.listdir(f"/proc/{self.pid}/task")
                   for key in ("voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"))

    def expect_rest(self, seconds, text):
        """Fails unless it sleeps for so long: no switches, no time, and no calls by strace."""
        self.check()
        switches, spent = self.switches(), self.seconds()
        time.sleep(seconds)
        switches, spent = self.switches() - switches, self.seconds() - spent
        expect(switches == 0 and spent == 0,
               f"{text}: {switches} wake-ups and {spent:.4f} s of processor time in {seconds} s")
        if shutil.which("strace"):
            calls = count_calls(self.pid, seconds, os.path.join(self.folder, "calls"))
            expect(not calls, f"{text}: {calls} system calls in {seconds} s")

    def __enter__(self):
        return self.listen()

    def __exit__(self, *_):
        self.kill()


def count_calls(pid, seconds, path):
    """How many system calls a process begins; None where strace may not look."""
    start = time.time()
    subprocess.run(["timeout", "-s", "INT", str(seconds + ATTACHING), "strace", "-f", "-ttt", "-o",
                    path, "-p", str(pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=False)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        begun = [CALL.match(line) for line in file if "<detached" not in line]
    return sum(bool(call) and float(call[1]) > start + ATTACHING for call in begun)


def until(condition, seconds, text, pause=0.01):
    """Waits for a condition; fails with `text` when it does not hold in time."""
    deadline = time.monotonic() + seconds
    while not (result := condition()):
        expect(time.monotonic() < deadline, f"{text} in {seconds} s")
        time.sleep(pause)
    return result


@contextlib.contextmanager
def acting_as(uid, gid=None):
    """Connects and opens files as another user; SO_PEERCRED reports the effective one."""
    if uid is None:
        yield
        return
    os.setegid(uid if gid is None else gid)
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


class Taking:
    """A socket that keeps the descriptors which come beside the bytes."""

    def __init__(self, socket):
        self._socket = socket
        self.batches = []

    def recv(self, count):
        """The next bytes."""
        data, ancillary, flags, _ = self._socket.recvmsg(count, sockets.CMSG_SPACE(4 * 64))
        expect(not flags & sockets.MSG_CTRUNC, "more descriptors came than there is room for")
        for level, kind, raw in ancillary:
            if (level, kind) == (sockets.SOL_SOCKET, sockets.SCM_RIGHTS):
                numbers = array.array("i")
                numbers.frombytes(raw[:len(raw) - len(raw) % numbers.itemsize])
                self.batches.append(list(numbers))
        return data

    def __getattr__(self, name):
        return getattr(self._socket, name)


class Client(Blocking):
    """A client of any user that keeps descriptors, and can read without waiting."""

    def __init__(self, path, is_binary=False, uid=None, timeout=5.0, **hello):
        with acting_as(uid):
            super().__init__(path, is_binary, timeout, **hello)
        self.socket = Taking(self.socket)

    @property
    def batches(self):
        """The descriptors that came, each message's in a list of its own."""
        return self.socket.batches

    def priority(self):
        """The part of the status about the priority."""
        return self.ask({"status": {}})["priority"]

    def ask(self, message):
        """Sends a command, and returns its reply."""
        [(name, content)] = message.items()
        self.send({name: {"id": 7, **content}})
        while True:
            reply = self.until("reply", "text")
            expect(reply is not None, f"no reply to {name}: the connection ended")
            content = json.loads(reply.raw).get("reply", {})
            if content.get("id") == 7:
                return content

    def drain(self, pause=0.3, seconds=5.0):
        """All messages until none has come for `pause`, or the connection ends."""
        found, self.messages = self.messages, []
        deadline = time.monotonic() + seconds
        self.socket.settimeout(pause)
        try:
            while time.monotonic() < deadline and (data := self.socket.recv(1 << 20)):
                found += self.stream.feed(data)
        except (TimeoutError, ConnectionError):
            pass
        self.socket.settimeout(5.0)
        return found

    def code(self):
        """The code of the error that ends the connection; None when it ends without one."""
        error = self.until("error")
        return error and body(error, self.is_binary)["code"]

    def close(self):
        """Hangs up, and closes the descriptors that came."""
        for batch in self.batches:
            for number in batch:
                os.close(number)
        self.batches.clear()
        super().close()


def scene(count, *views, **parts):
    """`count` views at fixed frames, behind other views, with other parts of a document."""
    grid = [{"id": f"v{index}", "autoresizing": {
        "frame": [index % 100 * 3, index // 100 * 5, 3, 5], "parent": [390, 844]}}
            for index in range(count)]
    return {"snapback": 1, "screen": {"width": 390, "height": 844}, "views": grid + list(views),
            **parts}


def endless(view):
    """An action that moves a view for ever."""
    return {"on": "appear", "animate": {"curve": "linear", "duration": 1, "repeat": "forever",
                                        "autoreverse": True},
            "changes": [{"view": view, "translation": [50, 30]}]}


def animated(view, alpha, seconds=0.2, **keys):
    """A command that fades a view."""
    return {"change": {"changes": [{"view": view, "alpha": alpha}],
                       "animate": {"curve": "linear", "duration": seconds}, **keys}}


def epoch_and_count(snapshot, is_binary):
    """The epoch of a snapshot, and how many views it has."""
    if is_binary:
        return struct.unpack_from("<Q", snapshot.raw, 8)[0], struct.unpack_from(
            "<I", snapshot.raw, 32)[0]
    content = json.loads(snapshot.raw)["snapshot"]
    return content["epoch"], len(content["views"])
