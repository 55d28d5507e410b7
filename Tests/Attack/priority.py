"""The priority of the daemon: real-time with a privilege, normal elsewhere."""

import os
import resource
import signal

from load import VIEWS
from rig import (REAL_TIME, SERVICE, Client, Rig, expect, may_raise_limits, needs_root, scene,
                 until)


def real_time(binaries, folder, report):
    """The daemon has real-time priority only with a privilege, and not against its configuration;
    threads do not inherit it.
    """
    needs_root()
    program, no_limit = f"{binaries}/snapbackd", {resource.RLIMIT_RTPRIO: (0, 0)}
    # The kernel would grant root the priority without the limit.
    with Rig(program, folder, scene(3), limits=no_limit, realTime=None) as daemon:
        expect_normal(daemon, "the limit on real-time priority is below 2")
        daemon.write_configuration(realTime=True)
        daemon.signal(signal.SIGHUP)
        expect_real_time(daemon)
        daemon.write_scene(scene(VIEWS))
        daemon.signal(signal.SIGHUP)
        found = until(lambda: policies_of_workers(daemon.pid), 10, "no second thread")
        expect(found == {os.SCHED_OTHER}, f"the policy of the second thread is {found}")
        until(lambda: daemon.log().count("scene have been read again") == 2, 30, "no reload")
        expect_real_time(daemon)
        daemon.write_scene(scene(3))
        daemon.write_configuration(realTime=False)
        daemon.signal(signal.SIGHUP)
        expect_normal(daemon, '"realTime" is false in the configuration')
        daemon.stop()
    folder = os.path.join(folder, "service")
    os.mkdir(folder)
    with Rig(program, folder, scene(3), user=SERVICE, limits=no_limit, realTime=True) as daemon:
        expect_normal(daemon, "real-time priority: Operation not permitted")
        daemon.stop()
    if not may_raise_limits():
        return report("by the configuration; no limit can be raised here")
    with Rig(program, folder, scene(3), user=SERVICE, limits=REAL_TIME, realTime=None) as daemon:
        expect_real_time(daemon)
        daemon.stop()
    report("by the configuration and by the limit")


def expect_real_time(daemon):
    """Fails unless the daemon runs at real-time priority 2, possibly after a while."""
    until(lambda: "running at real-time priority" in daemon.log(), 10, "no real-time priority")
    wanted = (os.SCHED_RR | os.SCHED_RESET_ON_FORK, 2)
    until(lambda: (policy(daemon.pid), os.sched_getparam(daemon.pid).sched_priority) == wanted, 10,
          "the kernel reports another priority")
    until(lambda: status(daemon)["realTime"], 10, "the status reports another priority")
    expect("reason" not in status(daemon), f"status: {status(daemon)}")


def expect_normal(daemon, reason):
    """Fails unless the daemon runs at normal priority and gives this reason."""
    line = f"running at normal priority: {reason}"
    until(lambda: line in daemon.log(), 10, f'no line "{line}"')
    found = policy(daemon.pid) & ~os.SCHED_RESET_ON_FORK
    expect(found == os.SCHED_OTHER, f"the policy is {found}")
    reply = status(daemon)
    expect(not reply["realTime"] and reply["reason"].startswith(reason), f"status: {reply}")


def status(daemon):
    """What the daemon says of its priority."""
    client = Client(daemon.socket, want=[])
    try:
        return client.priority()
    finally:
        client.close()


def policy(thread):
    """The scheduling policy of a thread, with its flags."""
    return os.sched_getscheduler(thread)


def policies_of_workers(pid):
    """The policies of all threads but the first; empty while there are none."""
    found = set()
    for name in os.listdir(f"/proc/{pid}/task"):
        try:
            if int(name) != pid:
                found.add(policy(int(name)))
        except ProcessLookupError:
            continue
    return found
