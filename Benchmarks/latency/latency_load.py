"""Measures latency while every core is busy, or beside a renderer that uses a whole core.

Three privileges are compared: none; real-time priority for the program that reads the panel, which
is the relay or the daemon; and the same for its client. Ends with 1 when a goal is missed.
"""

import json
import os
import statistics
import tempfile

import latency_rig
import machine

# Whether the reader and the client may run at real-time priority.
PRIVILEGES = {"none": (False, False), "reader": (True, False), "reader and client": (True, True)}
SHARES = ("p50", "p95", "p99")
# Goals if both programs have the privilege: nanoseconds, and reports without a frame of their own. The
# daemon sends no frame to a client that has not read the last one, so a client that waits for busy
# programs loses frames whatever the daemon does.
GREATEST_P99, GREATEST_LOST = 1_000_000, 0
ROUNDS = 3
# Reports a second, and how many in a round.
EVENTS = {1000: 10_000, 125: 1_250}
QUICK = {1000: 2_000, 125: 250}


def measure(tools, kind, rate, events, setup):
    """One side of one round."""
    with tempfile.TemporaryDirectory(prefix="latency.", dir="/tmp") as folder:
        return latency_rig.run(tools, kind, rate, events, folder, setup=setup)


def summary(rounds, side):
    """The medians of the rounds in nanoseconds, and the sums of everything that is counted."""
    found = {share: statistics.median(one[side][share] for one in rounds) for share in SHARES}
    found["skipped"] = sum(one[side]["skipped"] for one in rounds)
    found["faults"] = [sum(one[side]["faults"][kind] for one in rounds) for kind in (0, 1)]
    found["processor"] = sum(one[side]["processor"] for one in rounds)
    return found


def cells(side):
    """The figures of one side as cells of a table: microseconds, and lost reports."""
    return [f"{side[share] / 1000:.0f}" for share in SHARES] + [str(side["skipped"])]


def rounds(tools, arguments, rate, events, privilege):
    """Rounds of one rate with one privilege, printed as a row of a table."""
    setup = latency_rig.Setup(arguments.load, *PRIVILEGES[privilege])
    found = []
    for _ in range(ROUNDS):
        found.append({kind: measure(tools, name, rate, events, setup)
                      for kind, name in (("relay", "relay"), ("snapback", arguments.encoding))})
    result = {"rate": rate, "events": events, "privilege": privilege, "rounds": found,
              "relay": summary(found, "relay"), "snapback": summary(found, "snapback")}
    ours = result["snapback"]
    result["pass"] = not setup.client or (
        ours["skipped"] <= GREATEST_LOST and ours["p99"] <= GREATEST_P99)
    faults = " and ".join(map(str, ours["faults"]))
    row = [f"{rate} Hz", privilege, *cells(result["relay"]), *cells(ours), faults,
           f"{ours['processor']:.1f}"]
    print(f"| {' | '.join(row)} |" + ("" if result["pass"] else " MISSED"), flush=True)
    return result


def main(tools, arguments):
    """Measures all rates with all privileges; the exit code."""
    if os.geteuid() != 0:
        raise SystemExit("latency: --load needs root, which may give real-time priority")
    counts = QUICK if arguments.quick else EVENTS
    found = machine.machine()
    print(f"{found['processor']}, {found['cores']} cores; load: {arguments.load}; {ROUNDS} rounds "
          f"of each row, of {' or '.join(map(str, counts.values()))} reports\n"
          "Medians in microseconds; sums of lost reports, and of the daemon's minor and major page "
          "faults and processor seconds\n"
          f"Goals if reader and client have the privilege: p99 at most {GREATEST_P99 // 1000}, "
          f"{GREATEST_LOST} lost\n")
    print("| Rate | Privilege | Relay p50 | p95 | p99 | lost | Snapback p50 | p95 | p99 | lost "
          "| Page faults | Processor |\n" + "|---" * 12 + "|", flush=True)
    results = [rounds(tools, arguments, rate, events, privilege)
               for rate, events in counts.items()
               for privilege in PRIVILEGES]
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": found, "load": arguments.load, "encoding": arguments.encoding,
                       "results": results}, file, indent=1)
            file.write("\n")
    return 0 if all(result["pass"] for result in results) else 1
