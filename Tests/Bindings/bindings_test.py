"""Compares bound numbers with the maps of their scenes; scripts/test bindings calls it.

usage: bindings_test.py BINARIES [SHARE]

docs/bindings.md states the value of a bound number. This program computes this value from the
document of the scene and the sources, and compares it with the frames of a replay, at 1,000 frames
per second, and with the segments that a client receives. The value of a follower depends on the
past; followers.py computes it for the frames of a replay, and segments have to equal these frames.
With SHARE, the program compares only each SHARE-th frame.

Then it tests itself. It fails if the comparison does not report each of these changes: of the
values of each map, of the control points of each curve, of each spring, of each product to a sum,
and of each follower to its values of one report before. It also changes the frames and segments of
the cases of this folder, and fails if a check does not report these changes.
Exit codes: 0 all is well, 1 something is not.
"""

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import cases
import damage
import runs
from checks import Examination, Tally

# Cases that are played at the same time.
AT_ONCE = 6
# Further runs of a case that fails, each alone and in real time.
ATTEMPTS = 3
# Faults that are printed for each case.
PRINTED = 5


def examine(binaries, case, share, speed=2):
    """What was compared in a case, and what was wrong."""
    try:
        played = runs.Played(binaries, case)
        told = runs.Told(binaries, case, played, speed) if case.has_segments else None
    except runs.Failure as failure:
        return Tally(), [str(failure)]
    tally = Examination(case.document, played, told, share).run()
    faults = list(tally.faults.values()) + damage.unread_keys(case.document, played, told)
    if case.is_own:
        faults += damage.idle_checks(case.document, played, told)
    return tally, faults


def report(name, tally, faults):
    total = sum(tally.counts.values())
    print(f"{'FAILED' if faults else 'ok':<8}{name}: {total} comparisons")
    for text in faults[:PRINTED]:
        print(f"        {text}")
    if len(faults) > PRINTED:
        print(f"        and {len(faults) - PRINTED} more")


def main():
    binaries, share = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    begin = time.monotonic()
    found, missing = cases.find()
    failed, counts, worst = 0, Counter(), {}
    for scene in missing:
        print(f"FAILED  {scene}: no case plays this scene with bindings")
    # Daemons mostly wait for the next report of the fingers, so several cases run at once.
    with ProcessPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(examine, *zip(*((binaries, case, share) for case in found))))
    for case, (tally, faults) in zip(found, results):
        # On a busy machine, a daemon can be late, which looks like a fault. A fault of the daemon
        # occurs in every run.
        for _ in range(ATTEMPTS):
            if faults:
                print(f"again   {case.name}: {faults[0]}")
                tally, faults = examine(binaries, case, share, speed=1)
        report(case.name, tally, faults)
        failed += bool(faults)
        counts.update(tally.counts)
        for check, ratio in tally.worst.items():
            worst[check] = max(worst.get(check, 0.0), ratio)
    for check, count in sorted(counts.items()):
        print(f"{check}: {count}, at most {worst[check]:.2g} of what is allowed")
    failed += len(missing)
    if not found:
        print("FAILED  no case has a scene with bindings")
        failed += 1
    passed = len(found) + len(missing) - failed
    print(f"bindings: {passed} passed, {failed} failed in {time.monotonic() - begin:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
