"""Compares bound numbers with the maps of their scenes; scripts/test bindings calls it.

usage: bindings_test.py BINARIES [SHARE]

docs/bindings.md states the value of a bound number. This program computes this value from the
document of the scene and the sources, and compares it with the frames of a replay, at 1,000 frames
per second, and with the segments that a client receives. The value of a follower depends on the
past; followers.py computes it for the frames of a replay, and segments have to equal these frames.
With SHARE above 1, the program compares only each SHARE-th frame, and no segments of scenes with
many followers of followers, for which a daemon needs a slow clock. Numbers with conditions depend
on states that frames do not show, and some constants are not sides of views; these numbers are not
compared, but counted.

Then it tests itself. It fails if the comparison does not report each of these changes: of the
values of each map, of the sums in it, of the control points of each curve, of each spring, of each
product to a sum, of each follower to its values of one report before, and of the edges that bound
constants place to the pixel grid and to another velocity. It also changes the frames and segments
of the cases of this folder, and fails if a check does not report these changes.
Exit codes: 0 all is well, 1 something is not.
"""

import math
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import cases
import damage
import runs
from checks import Examination, Tally

# Daemons that play at the same time.
AT_ONCE = 6
# The least speed of a daemon's clock at which a case is compared with SHARE above 1.
SLOWEST = 0.4
# Further runs of a case that fails, each alone and at most in real time.
ATTEMPTS = 3
# Faults that are printed for each case.
PRINTED = 5


def replay(binaries, case):
    """The lines of a replay, or why there are none."""
    try:
        return runs.replay(binaries, case)
    except runs.Failure as failure:
        return failure


def listen(binaries, case, lines, share, limit=math.inf):
    """What a daemon tells, or why it does not; None if no daemon plays the case. The daemon's clock
    is at most as fast as `limit`."""
    is_too_slow = share > 1 and case.speed < SLOWEST
    if isinstance(lines, runs.Failure) or is_too_slow or not case.has_segments:
        return None
    try:
        return runs.listen(binaries, case, lines, min(case.speed, limit))
    except runs.Failure as failure:
        return failure


def compare(case, lines, received, share):
    """What was compared in a case, and what was wrong."""
    for each in (lines, received):
        if isinstance(each, runs.Failure):
            return Tally(), [str(each)]
    try:
        played = runs.Played(case, lines)
        told = runs.Told(case, received, played) if received is not None else None
    except runs.Failure as failure:
        return Tally(), [str(failure)]
    document = case.document.laid_out(played.frames[0])
    tally = Examination(document, played, told, share).run()
    faults = list(tally.faults.values()) + damage.unread_keys(document, played, told)
    if case.is_own:
        faults += damage.idle_checks(document, played, told)
    return tally, faults


def compare_all(binaries, found, share):
    """The lines and the result of each case. Nothing else runs beside the daemons, which mostly
    wait for the next report of the fingers, so that they are seldom late."""
    count = len(found)
    with ProcessPoolExecutor() as pool:
        lines = list(pool.map(replay, [binaries] * count, found))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        received = list(pool.map(listen, [binaries] * count, found, lines, [share] * count))
    with ProcessPoolExecutor() as pool:
        return list(zip(lines, pool.map(compare, found, lines, received, [share] * count)))


def report(case, tally, faults):
    total, skipped = sum(tally.counts.values()), sorted(case.document.left_out)
    print(f"{'FAILED' if faults else 'ok':<8}{case.name}: {total} comparisons")
    if skipped:
        names = ", ".join(skipped)
        print(f"        {len(skipped)} numbers are not compared: {names}")
    for text in faults[:PRINTED]:
        print(f"        {text}")
    if len(faults) > PRINTED:
        print(f"        and {len(faults) - PRINTED} more")


def main():
    binaries, share = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    begin = time.monotonic()
    found, missing = cases.find()
    # The longest cases first.
    found.sort(key=lambda case: case.speed)
    failed, counts, worst = 0, Counter(), {}
    for scene in missing:
        print(f"FAILED  {scene}: no case plays this scene with bindings")
    for case, (lines, (tally, faults)) in zip(found, compare_all(binaries, found, share)):
        # On a busy machine, a daemon can be late, which looks like a fault. A fault of the daemon
        # occurs in every run.
        for _ in range(ATTEMPTS):
            if faults:
                print(f"again   {case.name}: {faults[0]}")
                received = listen(binaries, case, lines, share, limit=1)
                tally, faults = compare(case, lines, received, share)
        report(case, tally, faults)
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
