#!/usr/bin/env python3
"""Counts the instructions from events to gestures with callgrind, and compares with budgets.

usage: input_instructions.py --snapback-input-bench FILE [--budgets FILE] [--update]

A count is that of a pass: sixty frames of ten fingers, for twenty recognizers.
"""

import os
import sys

import pass_counts

WORKLOADS = ("decode", "recognize", "frame")

if __name__ == "__main__":
    sys.exit(
        pass_counts.main(
            "--snapback-input-bench", WORKLOADS, os.path.dirname(os.path.abspath(__file__))
        )
    )
