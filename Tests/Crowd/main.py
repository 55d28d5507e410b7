"""Runs the tests of a crowd.

    main.py BINARIES [NAME…] [--seed N] [--seconds N]
"""

import argparse
import os
import sys
import tempfile

import cost
import crowd
import fuzz
from daemon import Failed

TESTS = {"cost": cost.run, "crowd": crowd.run, "fuzz": fuzz.run,
         "descriptors": fuzz.run_out_of_descriptors}


def main():
    parser = argparse.ArgumentParser(description="Many clients, bad clients.")
    parser.add_argument("binaries")
    parser.add_argument("names", nargs="*", choices=[[], *TESTS], metavar="NAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    arguments = parser.parse_args()
    fuzz.SEED, fuzz.SECONDS = arguments.seed, arguments.seconds
    failed = 0
    for name in arguments.names or TESTS:
        print(name, flush=True)
        with tempfile.TemporaryDirectory(prefix="crowd.", dir="/tmp") as folder:
            try:
                TESTS[name](os.path.abspath(arguments.binaries), folder,
                            lambda line: print(f"  {line}", flush=True))
                print(f"ok      {name}", flush=True)
            except Failed as failure:
                failed += 1
                print(f"FAILED  {name}: {failure}", flush=True)
    print(f"{len(arguments.names or TESTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
