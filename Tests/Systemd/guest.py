"""The tests inside the guest of scripts/test systemd; the only argument is the output file.

One line for each claim, `ok` or `FAILED` with what was seen; the last line counts.
"""

import contextlib
import errno
import fcntl
import os
import re
import resource
import shutil
import socket
import stat
import subprocess
import sys
import time

from client import Client
from expectations import Failed, expect
from panel import Panel

PATH = "/run/snapback/snapback.sock"
FOLDER = os.path.dirname(PATH)
SCENE = "/etc/snapback/scenes/card.json5"
CONFIGURATION = "/etc/snapback/snapbackd.json5"
DROP_INS = "/run/systemd/system/snapbackd.service.d"
# Seconds. The guest is emulated, so it is slow.
PATIENCE = 30.0
WATCHDOG = 6
NOBODY = 65534
EVIOCGRAB = 0x40044590
REAL_TIME = os.SCHED_RR | os.SCHED_RESET_ON_FORK

CLAIMS = []


def claim(text):
    """Makes a function a test, run in the order of the file."""
    def keep(function):
        CLAIMS.append((text, function))
        return function
    return keep


def run(*command):
    """The output of a command; fails the test if its exit code is not 0."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    said = (result.stdout + result.stderr).strip()
    expect(result.returncode == 0, f"{' '.join(command)}: {result.returncode}: {said}")
    return result.stdout.strip()


def show(name, unit="snapbackd.service"):
    """A property of a unit."""
    return run("systemctl", "show", "--value", "-p", name, unit)


def until(is_true, what, seconds=PATIENCE):
    """Waits until something holds, and returns it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = is_true()
        if value:
            return value
        time.sleep(0.2)
    raise Failed(f"waited {seconds:.0f} s in vain for {what}")


def connect():
    """A connection that has not said anything."""
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(PATIENCE)
    connection.connect(PATH)
    return connection


class Guest(Client):
    """A client that has been welcomed, with the snapshot it got."""

    def __init__(self, path=PATH):
        super().__init__(path, PATIENCE)
        self.session = self.until_kind("welcome")["session"]
        self.views = self.view_names()

    def until_kind(self, kind):
        return self.until(lambda m: m.kind == kind, kind, PATIENCE)[-1].body

    def view_names(self):
        return [view["id"] for view in self.until_kind("snapshot")["views"]]

    def waiting_kinds(self):
        return {message.kind for message in self.waiting()}


def drop_in(name, text):
    os.makedirs(DROP_INS, exist_ok=True)
    with open(f"{DROP_INS}/{name}.conf", "w", encoding="utf-8") as file:
        file.write(text + "\n")
    run("systemctl", "daemon-reload")


def main_process():
    return int(show("MainPID"))


def log(*options):
    """The daemon's lines in the journal."""
    run("journalctl", "--sync")
    return run("journalctl", "-u", "snapbackd", "-o", "cat", "--no-pager", *options)


def logged(pattern, *options):
    """Waits for a line of the daemon."""
    return until(lambda: re.search(pattern, log(*options)), f"\"{pattern}\" in the journal")[0]


def as_user(groups, action):
    """The name of the error of an action run as user nobody, in groups; empty if none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        name = ""
        try:
            os.setgroups(groups)
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            action()
        except OSError as error:
            name = type(error).__name__
        os.write(writing, name.encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    return os.read(reading, 100).decode()


def group(name):
    for line in open("/etc/group", encoding="utf-8"):
        if line.startswith(name + ":"):
            return int(line.split(":")[2])
    raise Failed(f"there is no group {name}")


def described(path):
    found = os.stat(path)
    return f"{stat.S_IMODE(found.st_mode):o} {found.st_uid} {found.st_gid}"


@claim("after the start of the machine the socket listens and the daemon has not started")
def boots():
    until(lambda: show("SubState", "snapbackd.socket") == "listening", "the socket")
    expect(show("ActiveState") == "inactive", f"the service is {show('ActiveState')}")
    return f"{PATH} listens"


@claim("folder and socket belong to the group before the daemon's first start")
def permissions():
    ids = run("id", "-u", "snapback"), group("snapback")
    for path, mode in ((FOLDER, "750"), (PATH, "660")):
        wanted = f"{mode} {ids[0]} {ids[1]}"
        expect(described(path) == wanted, f"{path}: {described(path)}, not {wanted}")
    return "750 and 660"


@claim("nobody connects who is not in the group")
def strangers():
    error = as_user([], connect)
    expect(error == "PermissionError", f"a stranger got \"{error}\"")
    expect(show("ActiveState") == "inactive", "the stranger started the daemon")
    return error


@claim("a member's connection starts the daemon, which answers on it")
def activation():
    error = as_user([group("snapback")], connect)
    expect(not error, f"a member got {error}")
    client = Guest()
    expect("card" in client.views, f"the views are {client.views}")
    until(lambda: show("SubState") == "running", "the service")
    return f"session {client.session}, {show('StatusText')}"


@claim("the daemon says that it is ready, and what it does")
def notification():
    until(lambda: show("StatusText"), "a status")
    expect(show("NRestarts") == "0", f"it was started again: {show('NRestarts')}")
    return show("StatusText")


@claim("the daemon has no rights but to read devices")
def rights():
    fields = dict(
        line.split(":", 1) for line in open(f"/proc/{main_process()}/status", encoding="utf-8"))
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        expect(int(fields[name], 16) == 0, f"{name} is {fields[name].strip()}")
    expect(fields["NoNewPrivs"].strip() == "1", "it may gain privileges")
    expect(fields["Seccomp"].strip() == "2", "its system calls are not filtered")
    groups = set(map(int, fields["Groups"].split()))
    expect(groups <= {group("snapback"), group("input")}, f"its groups are {groups}")
    expect(group("input") in groups, "it is not in the group input")
    return "no capability, system calls filtered"


@claim("the daemon runs at real-time priority within the sandbox, and the kernel limits its time")
def real_time():
    process = main_process()
    logged("running at real-time priority")
    expect(os.sched_getscheduler(process) == REAL_TIME, "the kernel reports another priority")
    limits = {name: resource.prlimit(process, getattr(resource, name))
              for name in ("RLIMIT_RTPRIO", "RLIMIT_RTTIME")}
    wanted = {"RLIMIT_RTPRIO": (2, 2), "RLIMIT_RTTIME": (1_000_000, 2_000_000)}
    expect(limits == wanted, f"its limits are {limits}")
    return "SCHED_RR, 1 s"


@claim("without the drop-in for it, the daemon runs at normal priority and says why")
def normal_priority():
    os.makedirs(DROP_INS, exist_ok=True)
    os.symlink("/dev/null", f"{DROP_INS}/real-time.conf")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "snapbackd.service")
    line = logged("running at normal priority.*")
    expect("the limit on real-time priority is below 2" in line, line)
    expect(os.sched_getscheduler(main_process()) == os.SCHED_OTHER, "the priority is real-time")
    expect("card" in Guest().views, "it does not serve")
    os.remove(f"{DROP_INS}/real-time.conf")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "snapbackd.service")
    expect(os.sched_getscheduler(main_process()) == REAL_TIME, "the priority stays normal")
    return line


@claim("it neither makes a lock nor another socket beside the one it was handed")
def adopts():
    names = sorted(os.listdir(FOLDER))
    expect(names == ["snapback.sock"], f"the folder has {names}")
    return names[0]


@claim("a panel that is plugged in is read through the sandbox, and a pan moves the card")
def panel():
    client = Guest()
    with Panel("Snapback test panel") as device:
        logged('"Snapback test panel" is read')
        device.pan()
        phases = client.until(
            lambda m: m.kind == "gesture" and m.body["phase"] == "ended", "end of a pan", PATIENCE)
        frames = sum(message.kind == "frame" for message in phases)
        expect(frames > 0, "no frame came")
        client.until(lambda m: m.kind == "idle", "idle", PATIENCE)
    logged("has gone")
    # The journal finds the lines by their field.
    node = re.search(r"/dev/input/event\d+", logged('.*"Snapback test panel" is read'))[0]
    lines = log(f"SNAPBACK_DEVICE={node}")
    for words in ("is read", "has gone"):
        expect(words in lines, f"the lines about {node} are: {lines}")
    expect("listening" not in lines, f"a line about no device: {lines}")
    return f"{frames} frames up to the end of the pan"


@claim("a panel with LIBINPUT_IGNORE_DEVICE is left alone")
def hidden_panel():
    return stays_away("Snapback hidden panel", "LIBINPUT_IGNORE_DEVICE=1")


@claim("a panel of another seat is left alone")
def other_seat():
    return stays_away("Snapback seat panel", "ID_SEAT=seat-other")


def stays_away(name, udev_property):
    with Panel(name) as device:
        node = until(device.node, "a node")
        run("udevadm", "settle")
        properties = run("udevadm", "info", "--query=property", node).splitlines()
        expect(udev_property in properties, f"udev does not say {udev_property}: {properties}")
        # Once one that came later has been read, this one has been looked at.
        with Panel(name + " successor"):
            logged(f'"{name} successor" is read')
            expect(f'"{name}" is read' not in log(), "it is read")
        return f"{node}: {udev_property}"


@claim("reload: a good scene reaches who is connected, in the same process")
def good_reload():
    before = main_process()
    client = Guest()
    change(SCENE, 'id: "card"', 'id: "tile"', '"card.', '"tile.', 'pan: "card"', 'pan: "tile"',
           "= 1.3 * card.width", "= 1.3 * tile.width")
    run("systemctl", "reload", "snapbackd")
    views = client.view_names()
    expect("tile" in views and "card" not in views, f"the views are {views}")
    expect(main_process() == before, "the process is another one")
    until(lambda: show("SubState") == "running", "the end of the reload")
    return f"views {views}"


@claim("reload: a bad scene changes nothing and is a warning in the journal")
def bad_reload():
    before = main_process()
    client = Guest()
    change(SCENE, "tile.centerX =", "tlie.centerX =")
    run("systemctl", "reload", "snapbackd")
    warning = logged(".*tlie.*", "-p", "warning", "-n", "20")
    expect(not warning.startswith("<"), f"the priority is in the text: {warning}")
    until(lambda: show("SubState") == "running", "the end of the reload")
    expect(main_process() == before, "the process is another one")
    expect("tile" in Guest().views, "the scene has changed")
    expect(not client.waiting_kinds() - {"idle"}, f"a client was sent {client.waiting_kinds()}")
    change(SCENE, "tlie.centerX =", "tile.centerX =")
    return warning


def change(path, *pairs):
    """Replaces texts of a file, the first by the second and so on."""
    text = open(path, encoding="utf-8").read()
    for old, new in zip(pairs[::2], pairs[1::2]):
        expect(old in text, f"{path} has no {old}")
        text = text.replace(old, new)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.rename(path + ".new", path)


@claim("grab: a descriptor that can only read is enough to take a panel for oneself")
def grab():
    change(CONFIGURATION, 'grab: "never"', 'grab: "while-connected"')
    run("systemctl", "restart", "snapbackd.service")
    with Panel("Snapback grabbed panel") as device:
        node = until(device.node, "a node")
        logged('"Snapback grabbed panel" is read')
        expect(not is_grabbed(node), "it is grabbed although no client is there")
        client = Guest()
        until(lambda: is_grabbed(node), "the grab")
        device.pan()
        client.until(lambda m: m.kind == "gesture" and m.body["phase"] == "ended", "a pan",
                     PATIENCE)
    change(CONFIGURATION, 'grab: "while-connected"', 'grab: "never"')
    run("systemctl", "restart", "snapbackd.service")
    return node


def is_grabbed(node):
    """Whether another program has grabbed a device."""
    with open(node, "rb", buffering=0) as file:
        try:
            fcntl.ioctl(file, EVIOCGRAB, 1)
            return False
        except OSError as error:
            expect(error.errno == errno.EBUSY, f"{node}: {error}")
            return True


@claim("restart: who connects meanwhile waits and is served by the next daemon")
def restart():
    first = Guest()
    node = os.stat(PATH).st_ino
    run("systemctl", "stop", "snapbackd.service")
    expect(show("SubState", "snapbackd.socket") == "listening", "the socket has gone")
    second = Guest()
    expect(first.session != second.session, "the session is the same")
    expect(os.stat(PATH).st_ino == node, "the socket is another one")
    return f"sessions {first.session}, {second.session}"


@claim("a crash: it comes back, and the socket was never gone")
def crash():
    return comes_back(lambda process: os.kill(process, 9), "signal")


@claim("a hang: the watchdog ends it, it comes back, and the socket was never gone")
def hang():
    drop_in("watchdog", f"[Service]\nWatchdogSec={WATCHDOG}")
    run("systemctl", "restart", "snapbackd.service")
    process = main_process()
    time.sleep(2 * WATCHDOG)
    expect(main_process() == process, "the watchdog ended a daemon that was well")
    return comes_back(lambda process: os.kill(process, 19), "watchdog")


def comes_back(harm, result):
    """Harms the daemon and connects all the time until the next one answers."""
    first = Guest()
    process, count = main_process(), int(show("NRestarts"))
    harm(process)
    connections = 0
    start = time.monotonic()
    while connections % 10 or main_process() in (0, process) or int(show("NRestarts")) <= count:
        connect().close()
        connections += 1
        expect(time.monotonic() - start < PATIENCE, "it does not come back")
        time.sleep(0.1)
    second = Guest()
    expect(first.session != second.session, "the session is the same")
    run("journalctl", "--sync")
    text = run("journalctl", "-u", "snapbackd", "-n", "40", "-o", "cat", "--no-pager")
    expect(f"result '{result}'" in text, f"the journal does not say {result}: {text}")
    return f"{connections} connections in {time.monotonic() - start:.1f} s, all accepted"


@claim("a bad configuration: who has connected waits, and is served once it is mended")
def bad_configuration():
    run("systemctl", "stop", "snapbackd.service")
    with connect() as connection, spoilt_configuration():
        connection.sendall(b'{"hello":{}}\n')
        until(lambda: int(show("NRestarts")) >= 3, "starts that fail")
        logged("status=65/DATAERR")
        mend_configuration()
        answer = connection.recv(9)
    expect(answer == b'{"welcome', f"the answer was {answer}")
    return answer.decode()


@claim("the reason that it could not start is an error in the journal")
def reason():
    return logged(".*frameRate.*|.*fast.*", "-p", "err", "-n", "20")


@claim("a configuration that stays bad: it fails for good, and the remedy helps")
def gives_up():
    # Fewer starts than the unit has, because those take longer than a minute here.
    drop_in("limit", "[Unit]\nStartLimitBurst=4")
    run("systemctl", "stop", "snapbackd.service")
    run("systemctl", "reset-failed")
    with spoilt_configuration(), connect():
        until(lambda: show("ActiveState", "snapbackd.socket") == "failed", "the end")
    result = show("Result", "snapbackd.socket")
    run("systemctl", "reset-failed", "snapbackd.service", "snapbackd.socket")
    run("systemctl", "start", "snapbackd.socket")
    return f"{result}; then session {Guest().session}"


def mend_configuration():
    change(CONFIGURATION, "frameRate: fast", "frameRate: 60")


@contextlib.contextmanager
def spoilt_configuration():
    """A configuration that cannot be read, up to the end of the block or until it is mended."""
    change(CONFIGURATION, "frameRate: 60", "frameRate: fast")
    try:
        yield
    finally:
        if "frameRate: fast" in open(CONFIGURATION, encoding="utf-8").read():
            mend_configuration()


@claim("without its socket unit it is stopped, and nothing is left to connect to")
def ending():
    run("systemctl", "stop", "snapbackd.socket")
    until(lambda: show("ActiveState") == "inactive", "the end of the service")
    expect(show("Result") == "success", f"it ended with {show('Result')}")
    expect(os.listdir(FOLDER) == [], f"the folder has {os.listdir(FOLDER)}")
    return "the folder is empty"


@claim("one user's daemon: the same with the user's own units")
def user_daemon():
    run("systemd-sysusers", "--inline", 'u person - "" /home/person /bin/sh', "m person input")
    user, home = int(run("id", "-u", "person")), "/home/person"
    shutil.copytree("/etc/snapback", f"{home}/.config/snapback")
    run("chown", "-R", "person:person", home)
    run("systemctl", "start", f"user@{user}.service")
    folder = f"/run/user/{user}"

    def ask(*words):
        return run("setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "env",
                   f"XDG_RUNTIME_DIR={folder}", "systemctl", "--user", *words)

    ask("start", "snapbackd.socket")
    path = f"{folder}/snapback/snapback.sock"
    mode = stat.S_IMODE(os.stat(path).st_mode)
    expect(mode == 0o600, f"the socket's mode is {mode:o}")
    client = Guest(path)
    with Panel("Snapback user panel") as device:
        process = int(ask("show", "--value", "-p", "MainPID", "snapbackd.service"))
        until(lambda: has_open(process, device.node()), "the panel")
        device.pan()
        client.until(lambda m: m.kind == "gesture" and m.body["phase"] == "ended", "a pan",
                     PATIENCE)
    ask("stop", "snapbackd.socket")
    expect(not os.path.exists(path), "the socket is left")
    return f"{path}, session {client.session}"


def has_open(process, node):
    """Whether a process has a file open."""
    folder = f"/proc/{process}/fd"
    return any(os.path.realpath(f"{folder}/{entry}") == node for entry in os.listdir(folder))


def main():
    output = open(sys.argv[1], "w", encoding="utf-8")
    counts = {"ok": 0, "FAILED": 0}
    for text, function in CLAIMS:
        try:
            verdict, seen = "ok", function()
        except Failed as failure:
            verdict, seen = "FAILED", str(failure)
        except Exception as error:  # A test that cannot run has failed; the next ones go on.
            verdict, seen = "FAILED", repr(error)
        counts[verdict] += 1
        print(f"{verdict:<8}{text}: {seen}", file=output, flush=True)
    if counts["FAILED"]:
        print(run("journalctl", "-b", "-u", "snapbackd.*", "--no-pager", "-o", "short-monotonic"),
              file=output)
    print(f"{counts['ok']} passed, {counts['FAILED']} failed", file=output, flush=True)
    os.sync()


if __name__ == "__main__":
    main()
