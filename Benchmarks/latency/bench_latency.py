#!/usr/bin/env python3
"""Measures from an event's arrival to the client's read, beside a relay that only hands it on.

Both read the same kind of panel, and one harness writes events and reads messages for both. Rounds
take turns: relay, Snapback, relay, Snapback. Ends with 1 when the median of the rounds' ratios is
above a goal.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

import latency_load
import latency_rig
import machine

# The maximum median of the ratios, and values that are only reported.
GOALS = {"p50": 1.3, "p95": 1.5, "p99": None}
ROUNDS = 7
# Reports a second, and how many in a round: 20 s each, or as many at both rates.
EVENTS = {1000: 20_000, 125: 2_500}
FULL = {1000: 20_000, 125: 20_000}
QUICK = {1000: 3_000, 125: 375}


def micro(nanoseconds):
    """A time for people."""
    return f"{nanoseconds / 1000:8.1f}"


def measure(tools, kind, rate, events, hook=None):
    """One side of one round."""
    with tempfile.TemporaryDirectory(prefix="latency.", dir="/tmp") as folder:
        return latency_rig.run(tools, kind, rate, events, folder, hook)


def rounds(tools, kind, rate, events, count):
    """Rounds of one rate, reported as they are measured."""
    alone = measure(tools, "pipe", rate, min(events, 5000))
    print(f"\n{rate} Hz, {events} events a round; the pipe alone takes {alone['p50'] / 1000:.1f} us "
          f"(p95 {alone['p95'] / 1000:.1f})")
    print("round     relay p50      p95      p99   snapback p50      p95      p99     "
          "ratio p50   p95   p99")
    found = []
    for number in range(1, count + 1):
        relay = measure(tools, "relay", rate, events)
        ours = measure(tools, kind, rate, events)
        ratios = {share: ours[share] / relay[share] for share in GOALS}
        found.append({"relay": relay, "snapback": ours, "ratios": ratios})
        print(f"{number:5}      " + " ".join(micro(relay[share]) for share in GOALS) + "       "
              + " ".join(micro(ours[share]) for share in GOALS) + "         "
              + " ".join(f"{ratios[share]:5.2f}" for share in GOALS), flush=True)
    return {"rate": rate, "events": events, "pipe": alone, "rounds": found}


def judge(result):
    """Prints the medians of the ratios; false when one is above its goal."""
    is_good, words = True, []
    for share, goal in GOALS.items():
        ratio = statistics.median(one["ratios"][share] for one in result["rounds"])
        result.setdefault("medians", {})[share] = ratio
        if goal is None:
            words.append(f"{share} {ratio:.2f}")
            continue
        is_good = is_good and ratio <= goal
        words.append(f"{share} {ratio:.2f} ({'within' if ratio <= goal else 'ABOVE'} {goal})")
    skipped = sum(one["snapback"]["skipped"] for one in result["rounds"])
    events = sum(one["snapback"]["events"] for one in result["rounds"])
    result["pass"] = is_good
    print(f"medians of the ratios at {result['rate']} Hz: {', '.join(words)}; {skipped} of {events} "
          "events had no frame of their own")
    return is_good


def profile(pid):
    """Counts the daemon's system calls while it is measured."""
    return subprocess.Popen(
        ["timeout", "-s", "INT", "3", "strace", "-f", "-c", "-p", str(pid)],
        stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description="Measures latency beside a relay.")
    parser.add_argument("--tools", required=True, metavar="FOLDER", help="where the C programs are")
    parser.add_argument("--snapbackd", required=True, metavar="FILE", help="a release build")
    parser.add_argument("--encoding", choices=["binary", "ndjson"], default="binary")
    parser.add_argument("--quick", action="store_true", help="3 short rounds")
    parser.add_argument("--full", action="store_true", help="20,000 events at 125 Hz too: 45 min")
    parser.add_argument("--load", choices=["spin", "renderer"],
                        help="beside busy programs, with and without privileges; needs root")
    parser.add_argument("--calls", action="store_true", help="the daemon's system calls, by strace")
    parser.add_argument("--json", metavar="FILE", help="writes all figures into FILE")
    arguments = parser.parse_args()
    tools = latency_rig.Tools(arguments.tools, os.path.abspath(arguments.snapbackd))
    if arguments.calls:
        measure(tools, arguments.encoding, 125, 500, profile)
        return 0
    if arguments.load:
        return latency_load.main(tools, arguments)
    events = QUICK if arguments.quick else FULL if arguments.full else EVENTS
    found = machine.machine()
    print(f"{found['processor']}, {found['cores']} cores; microseconds from the writing of a report "
          f"to the reading of its message;\n101 views of which one is panned, {arguments.encoding}, "
          "push")
    results = [rounds(tools, arguments.encoding, rate, count, 3 if arguments.quick else ROUNDS)
               for rate, count in events.items()]
    print()
    is_good = all([judge(result) for result in results])
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": found, "encoding": arguments.encoding, "results": results}, file,
                      indent=1)
            file.write("\n")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
