#!/usr/bin/env python3
"""Counts the instructions of writing a frame with callgrind, and compares with budgets.

usage: encoding_instructions.py --snapback-encoding-bench FILE [--budgets FILE] [--update]

A count is that of a frame of a hundred views that all changed and move.
"""

import os
import sys

import pass_counts

WORKLOADS = ("binary", "ndjson")

if __name__ == "__main__":
    sys.exit(
        pass_counts.main(
            "--snapback-encoding-bench", WORKLOADS, os.path.dirname(os.path.abspath(__file__))
        )
    )
