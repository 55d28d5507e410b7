#!/usr/bin/env python3
"""Lists the functions that the daemon calls for every touch; scripts/generate hot-functions.

callgrind counts the calls of the loop while the harness pans, and the instructions of each
function. A function is hot if it was called for nine of ten reports or more, or executed as many
instructions as ten such calls. The list has the order in which callgrind met the functions.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter

import callgrind
import latency_rig

# Daemon.run(), the loop of the daemon; callgrind collects only below it.
LOOP = "$s14SnapbackDaemon0B0C3runyy*"
# Some templates of the runtime have names of a thousand characters, which are left out.
LENGTH = 300
# Seconds to start under callgrind.
START_LIMIT = 60.0
# Reports, and how many a second; callgrind takes about a millisecond for one.
EVENTS, RATE = 1000, 50
NAME = re.compile(r"(c?)fn=\((\d+)\)(?: (.*))?$")


def calls(path):
    """The number of calls of each function, or a tenth of its own instructions if that is more, by
    name, in the order of the file."""
    names, counts, own = {}, Counter(), Counter()
    function, callee, is_call = None, None, False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if match := NAME.match(line.rstrip("\n")):
                if match[3]:
                    names[match[2]] = match[3]
                if match[1]:
                    callee = match[2]
                else:
                    function = match[2]
            elif line.startswith("calls="):
                counts[callee] += int(line[6:].split()[0])
                is_call = True
            elif line[:1] in "+-*0123456789":
                # The cost of a call is on the line after it.
                if not is_call and function:
                    own[function] += int(line.split()[1])
                    counts[function] += 0
                is_call = False
    return {names[number]: max(count, own[number] // 10)
            for number, count in counts.items() if number in names}


def symbols(path):
    """The functions of a program."""
    listing = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout
    words = (line.split() for line in listing.splitlines())
    return {parts[2] for parts in words if len(parts) == 3 and parts[1] in "tT"}


def main():
    parser = argparse.ArgumentParser(description="Finds the functions of every touch.")
    parser.add_argument("--tools", required=True, metavar="FOLDER", help="where the C programs are")
    parser.add_argument("--snapbackd", required=True, metavar="FILE", help="with its symbols")
    parser.add_argument("--output", required=True, metavar="FILE", help="what to write")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.snapbackd)
    with tempfile.TemporaryDirectory(prefix="hot.", dir="/tmp") as folder:
        profile, wrapper = os.path.join(folder, "profile"), os.path.join(folder, "snapbackd")
        with open(wrapper, "w", encoding="utf-8") as file:
            file.write(f"""#!/bin/sh
exec valgrind --tool=callgrind --callgrind-out-file='{profile}' --collect-atstart=no \\
  --toggle-collect='{LOOP}' '{program}' "$@"
""")
        os.chmod(wrapper, 0o755)
        latency_rig.LIMIT = START_LIMIT
        tools = latency_rig.Tools(arguments.tools, wrapper)
        run = os.path.join(folder, "run")
        os.mkdir(run)
        latency_rig.run(tools, "binary", RATE, EVENTS, run)
        counts = calls(profile)
        instructions = callgrind.summary(profile) / (EVENTS + latency_rig.WARM_UP)
    known = symbols(program)
    hot = [name for name, count in counts.items()
           if count >= 0.9 * EVENTS and name in known and len(name) <= LENGTH]
    if len(hot) < 50:
        sys.exit(f"hot-functions: only {len(hot)} functions found; has {LOOP} another name?")
    with open(arguments.output, "w", encoding="utf-8") as file:
        file.write("\n".join(hot) + "\n")
    print(f"{len(hot)} functions, {instructions:,.0f} instructions a report, {arguments.output}")


if __name__ == "__main__":
    main()
