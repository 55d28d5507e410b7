"""Runs the attacks.

    main.py BINARIES [NAME…] [--without-load] [--real-time] [--gap MS] [--reload-gap MS]
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from collections import Counter

import commands
import connections
import descriptors
import load
import logs
import priority
import rig
import roles
from daemon import Failed

TESTS = {test.__name__.replace("_", "-"): test for test in (
    descriptors.foreign_descriptor, descriptors.shm_handover_renewed, descriptors.freeze_by_wakeup,
    descriptors.shm_handover_failure, connections.half_close, connections.accept_churn,
    connections.lock_held, connections.two_daemons, logs.log_reader_stops,
    logs.log_flood, commands.transactions_of_the_gone, commands.misspelt_key,
    commands.patch_large_scene, roles.role_leak, roles.long_messages, roles.many_groups,
    priority.real_time, load.memory_of_the_deaf, load.reload_8000, load.floods, load.patch_flood,
    load.patch_flood_trusted, load.long_commands_trusted, load.real_time_flood,
)}


def run(name, binaries):
    """Runs one test in a folder of its own; returns `passed`, `failed` or `skipped`."""
    details, start = [], time.monotonic()
    with tempfile.TemporaryDirectory(prefix="attack.", dir="/tmp") as folder:
        try:
            TESTS[name](binaries, folder, details.append)
        except rig.Skipped as reason:
            print(f"skipped {name}: {reason}", flush=True)
            return "skipped"
        except Exception as failure:  # A daemon may answer anything.
            kind = "" if isinstance(failure, Failed) else f"{type(failure).__name__}: "
            reason = " ".join(str(failure).split())
            print(f"FAILED {name}: {kind}{reason}", flush=True)
            return "failed"
    seconds = time.monotonic() - start
    print(f"ok {name}: {'; '.join(details)} ({seconds:.1f} s)", flush=True)
    return "passed"


def main():
    parser = argparse.ArgumentParser(description="Clients that mean harm.")
    parser.add_argument("binaries")
    parser.add_argument("names", nargs="*", choices=[[], *TESTS], metavar="NAME")
    parser.add_argument("--without-load", action="store_true",
                        help="leaves out what measures how long others wait")
    parser.add_argument("--real-time", action="store_true",
                        help="the daemons may run at real-time priority; needs root")
    parser.add_argument("--gap", type=float, default=load.GAP)
    parser.add_argument("--reload-gap", type=float, default=load.RELOAD_GAP)
    arguments = parser.parse_args()
    load.GAP, load.RELOAD_GAP = arguments.gap, arguments.reload_gap
    if arguments.real_time:
        if not rig.IS_ROOT:
            print("skipped: --real-time needs root, to which the kernel grants the priority")
            return 0
        rig.LIMITS[resource.RLIMIT_RTTIME] = rig.REAL_TIME[resource.RLIMIT_RTTIME]
        rig.SETTINGS["realTime"] = True
    binaries = os.path.abspath(arguments.binaries)
    names = arguments.names or [
        name for name, test in TESTS.items()
        if not arguments.without_load or test.__module__ != "load"]
    results = Counter(run(name, binaries) for name in names)
    skipped = f", {results['skipped']} skipped" if results["skipped"] else ""
    print(f"{results['passed']} passed, {results['failed']} failed{skipped}")
    return 1 if results["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
