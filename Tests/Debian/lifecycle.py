"""The life of the package, inside the guest of scripts/test deb: from its installation to its purge.

The argument is the output file. /opt/packages has the package twice: `old` has a lower version and
another example configuration than `new`.
"""

import glob
import os
import pwd
import re

import guest
from expectations import expect
from guest import CONFIGURATION, FOLDER, PATH, Guest, as_user, connect, group, run, show, until

guest.CLAIMS.clear()
PROGRAMS = ["/usr/bin/snapbackd", "/usr/bin/snapback"]
RATE = "frameRate: 60"
connected = {}


def package(which):
    [path] = glob.glob(f"/opt/packages/{which}/snapback_*.deb")
    return path


def install(which):
    """What dpkg prints while it installs a version."""
    return run("dpkg", "--force-confold", "-i", package(which))


def status():
    return run("dpkg-query", "-W", "-f=${db:Status-Abbrev}", "snapback").strip()


def active(unit):
    return show("ActiveState", unit)


@guest.claim("installing it enables the socket, and says who may connect")
def _():
    said = install("old")
    expect(status() == "ii", status())
    expect(run("systemctl", "is-enabled", "snapbackd.socket") == "enabled", "it is not enabled")
    expect(active("snapbackd.socket") == "active", "the socket does not listen")
    expect(active("snapbackd.service") == "inactive", "the service runs before a client")
    hint = "usermod -aG snapback USER"
    expect(hint in said, said)
    return hint


@guest.claim("the first client starts the service")
def _():
    client = Guest()
    expect(client.views[1:] == ["card"], f"views {client.views}")
    expect(active("snapbackd.service") == "active", "no service")
    return f"session {client.session}"


@guest.claim("only members of the group connect, after the command that the package names")
def _():
    expect(as_user([], connect) == "PermissionError", "a stranger connects")
    run("useradd", "visitor")
    run("usermod", "-aG", "snapback", "visitor")
    member = os.getgrouplist("visitor", pwd.getpwnam("visitor").pw_gid)
    expect(group("snapback") in member, f"groups {member}")
    expect(as_user(member, connect) == "", "the member is refused")
    return f"groups {member}"


@guest.claim("snapback demo needs neither the service nor a right")
def _():
    said = run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "snapback", "demo")
    expect("it has been where the constraints put it" in said, said)
    return said.splitlines()[-1]


@guest.claim("snapback doctor finds no fault except that no device is there")
def _():
    said = run("sh", "-c", "snapback doctor --json || true")
    faults = re.findall(r'.*"fault".*', said)
    expect(len(faults) <= 1 and all('"devices"' in fault for fault in faults), said)
    return f"{len(faults)} faults"


@guest.claim("an upgrade keeps a modified configuration, and the client connects again")
def _():
    with open(CONFIGURATION, encoding="utf-8") as file:
        text = file.read()
    expect(RATE in text, "another configuration")
    with open(CONFIGURATION, "w", encoding="utf-8") as file:
        file.write(text.replace(RATE, "frameRate: 30"))
    run("systemctl", "restart", "snapbackd.service")
    client = Guest()
    before = show("MainPID")
    said = install("new")
    expect(status() == "ii", status())
    with open(CONFIGURATION, encoding="utf-8") as file:
        expect("frameRate: 30" in file.read(), "the configuration is replaced")
    expect(os.path.exists(CONFIGURATION + ".dpkg-dist"), "the new example is nowhere")
    expect("usermod" not in said, "the hint is repeated")
    until(lambda: show("MainPID") not in (before, "0"), "a new daemon")
    again = Guest()
    expect(again.session != client.session, "the session has not changed")
    connected["client"] = again
    return f"{run('dpkg-query', '-W', '-f=${Version}', 'snapback')}, {before} then {show('MainPID')}"


@guest.claim("installing the same version again leaves the configuration alone")
def _():
    install("new")
    with open(CONFIGURATION, encoding="utf-8") as file:
        expect("frameRate: 30" in file.read(), "the configuration is replaced")
    expect(active("snapbackd.socket") == "active", "the socket does not listen")
    return status()


@guest.claim("removing it stops the service and keeps the configuration")
def _():
    run("dpkg", "-r", "snapback")
    expect(status() == "rc", status())
    for path in [PATH, *PROGRAMS, "/usr/lib/systemd/system/snapbackd.service"]:
        expect(not os.path.exists(path), f"{path} is left")
    expect(os.path.exists(CONFIGURATION), "the configuration is gone")
    running = run("sh", "-c", "pgrep -x snapbackd || true")
    expect(running == "", f"process {running}")
    return "only the configuration is left"


@guest.claim("purging it leaves only the user and the group")
def _():
    run("dpkg", "--purge", "snapback")
    expect(run("sh", "-c", "dpkg-query -W snapback 2>/dev/null || true") == "", "it is known")
    for folder in ["/etc", "/usr/lib/systemd", "/usr/share", "/var/lib/systemd", FOLDER]:
        left = run("sh", "-c", f"find {folder} -name '*snapback*' 2>/dev/null || true")
        ours = [line for line in left.splitlines() if "snapback-test" not in line]
        expect(ours == [], f"left: {ours}")
    expect(pwd.getpwnam("snapback").pw_name == "snapback", "the user is gone")
    return "nothing is left"


@guest.claim("after the purge it can be installed again")
def _():
    install("new")
    Guest()
    return status()


if __name__ == "__main__":
    guest.main()
