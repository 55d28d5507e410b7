#!/usr/bin/env python3
"""Counts the instructions of motions with callgrind, and compares them with budgets.

usage: motion_instructions.py --snapback-motion-bench FILE [--budgets FILE] [--update]

A count is that of a pass: a thousand springs, or all frames of all timing curves.
"""

import os
import sys

import bench_motion
import cases
import pass_counts

if __name__ == "__main__":
    sys.exit(
        pass_counts.main(
            "--snapback-motion-bench",
            bench_motion.WORKLOADS,
            os.path.dirname(os.path.abspath(__file__)),
            preamble=cases.text(cases.groups()),
        )
    )
