"""Runs the solver on random systems and judges its answers; scripts/test solver calls it.

Exit codes: 0 all answers are right, 1 some are wrong.
"""

import argparse
import multiprocessing
import os
import secrets
import subprocess
import sys
import tempfile
from collections import Counter
from typing import NamedTuple

import random_systems
import wide_systems
from oracle import Finding, Oracle
from shrink import shrink
from wide_oracle import WideOracle

# Any fixed number: what scripts/test runs does not change from run to run.
DEFAULT_SEED = "1"
# Seconds that the solver may take for one system; a right one takes milliseconds.
DRIVER_LIMIT = 20
WORKERS = 2
# Findings that are printed of one system, and systems that are printed.
FINDING_LIMIT = 3
FAILURE_LIMIT = 10
# Systems, made small, whose answers were wrong before the solver was mended. If "unproven" is in
# the name of one, the answer needs no proof, but has to satisfy the required constraints.
ONCE_WRONG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "once-wrong")


# Of the frames of wide systems, the share that the solver may call not optimal.
UNPROVEN_SHARE = 0.001
# The share of frames that the references may leave undecided.
UNDECIDED_SHARE = 0.01


class Verdict(NamedTuple):
    """The result for one system."""

    index: int
    findings: list
    frames: int
    sets: int
    unproven: int
    undecided: int


def judge(driver, text, index=0, is_wide=False):
    """Has the driver answer a system, and judges the answer."""
    oracle = WideOracle(text) if is_wide else Oracle(text)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run(
                [driver, "dump", file.name], capture_output=True, text=True, timeout=DRIVER_LIMIT
            )
        except subprocess.TimeoutExpired:
            late = Finding(-1, "driver", f"no end after {DRIVER_LIMIT} s")
            return Verdict(index, [late], 0, 0, 0, 0)
    findings = []
    if done.returncode != 0:
        last = " / ".join(done.stderr.strip().splitlines()[-3:])
        findings.append(Finding(-1, "driver", f"ended with {done.returncode}: {last[:300]}"))
    findings += oracle.check(done.stdout.splitlines())
    return Verdict(
        index, findings, oracle.frame_count, oracle.set_count, oracle.unproven, oracle.undecided
    )


def _judge_random(job):
    """Runs a random system in a worker."""
    driver, seed, index, is_wide = job
    return judge(driver, _family(is_wide).generate(seed, index), index, is_wide)


def _family(is_wide):
    """The module that makes random systems."""
    return wide_systems if is_wide else random_systems


def _print_findings(findings):
    for finding in findings[:FINDING_LIMIT]:
        where = f"frame {finding.frame}" if finding.frame >= 0 else "all frames"
        print(f"  {where}: {finding.kind}: {finding.text}")
    if len(findings) > FINDING_LIMIT:
        print(f"  and {len(findings) - FINDING_LIMIT} more")


def _report(options, verdict):
    """Prints what is wrong with one system and keeps the system, whole and made smaller."""
    os.makedirs(options.output, exist_ok=True)
    text = _family(options.wide).generate(options.seed, verdict.index)
    path = os.path.join(options.output, f"{options.seed}-{verdict.index}.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    kind = _kind(options.wide, verdict.index)
    print(f"WRONG   seed {options.seed}, system {verdict.index}, {kind}:")
    _print_findings(verdict.findings)
    print(f"  the system:  {path}")
    print(f"  once more:   scripts/test solver --file {path}{' --wide' * options.wide}")


def _kind(is_wide, index):
    """The kind of the system with that index."""
    return wide_systems.kind_of(index) if is_wide else random_systems.kind_of(index)[0]


def _report_smaller(options, text, findings, path):
    """Makes a wrong system smaller, as long as it shows the first of its findings."""

    def shows_fault(candidate):
        verdict = judge(options.driver, candidate, is_wide=options.wide)
        return findings[0].kind in {finding.kind for finding in verdict.findings}

    text = shrink(text, shows_fault)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"made smaller, {path}:")
    print(text, end="")
    _print_findings(judge(options.driver, text, is_wide=options.wide).findings)


def _run_once_wrong(options):
    """Judges the systems that were once answered wrongly; returns whether all are right now."""
    names = sorted(os.listdir(ONCE_WRONG))
    wrong = 0
    for name in names:
        with open(os.path.join(ONCE_WRONG, name), encoding="utf-8") as file:
            verdict = judge(options.driver, file.read(), is_wide=name.startswith("wide-"))
        if verdict.findings or (verdict.unproven and "unproven" not in name):
            wrong += 1
            print(f"WRONG   again, {name}: {verdict.unproven} frames without a proof")
            _print_findings(verdict.findings)
    print(f"{len(names)} systems that were once answered wrongly, {wrong} wrong")
    return wrong == 0


def _run_random(options):
    """Judges random systems of one family; returns whether all answers were right."""
    jobs = [(options.driver, options.seed, index, options.wide) for index in range(options.count)]
    systems, frames, sets, wrong = Counter(), Counter(), Counter(), Counter()
    unproven = undecided = 0
    failures = []
    with multiprocessing.Pool(WORKERS) as pool:
        for verdict in pool.imap(_judge_random, jobs, chunksize=4):
            kind = _kind(options.wide, verdict.index)
            unproven += verdict.unproven
            undecided += verdict.undecided
            systems[kind] += 1
            frames[kind] += verdict.frames
            sets[kind] += verdict.sets
            if verdict.findings:
                wrong[kind] += 1
                failures.append(verdict)
                if len(failures) <= FAILURE_LIMIT:
                    _report(options, verdict)
    for kind in _family(options.wide).KINDS:
        outcome = f"{wrong[kind]} wrong" if wrong[kind] else "all right"
        print(
            f"{kind:17} {systems[kind]:5} systems {frames[kind]:6} frames "
            f"{sets[kind]:5} conflict sets  {outcome}"
        )
    if failures:
        index, findings = failures[0][:2]
        print(f"system {index} ", end="")
        path = os.path.join(options.output, f"{options.seed}-{index}-small.txt")
        text = _family(options.wide).generate(options.seed, index)
        _report_smaller(options, text, findings, path)
    print(
        f"{systems.total()} systems, {frames.total()} frames, {sets.total()} conflict sets, "
        f"{len(failures)} systems wrong, {unproven} frames without a proof, {undecided} undecided"
    )
    return (
        not failures
        and unproven <= UNPROVEN_SHARE * frames.total()
        and undecided <= UNDECIDED_SHARE * frames.total()
    )


def _run_file(options):
    """Judges the answer to one file; makes the file smaller if the answer is wrong."""
    with open(options.file, encoding="utf-8") as file:
        text = file.read()
    verdict = judge(options.driver, text, is_wide=options.wide)
    _print_findings(verdict.findings)
    if verdict.findings:
        os.makedirs(options.output, exist_ok=True)
        name = os.path.basename(options.file).removesuffix(".txt").removesuffix("-small")
        path = os.path.join(options.output, f"{name}-small.txt")
        _report_smaller(options, text, verdict.findings, path)
    counts = f"{verdict.frames} frames, {verdict.sets} conflict sets"
    print(f"{counts}, {len(verdict.findings)} findings")
    return not verdict.findings


def main():
    """Reads the arguments and runs."""
    parser = argparse.ArgumentParser(prog="scripts/test solver")
    parser.add_argument("count", nargs="?", type=int, default=300, help="how many systems")
    parser.add_argument("--seed", default=DEFAULT_SEED, help='any word; "new" draws one')
    parser.add_argument("--file", help="judge this system instead of random ones")
    parser.add_argument("--wide", action="store_true", help="only systems unlike layouts")
    parser.add_argument("--driver", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--output", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.file:
        sys.exit(0 if _run_file(options) else 1)
    if options.seed == "new":
        options.seed = str(secrets.randbelow(10**9))
    is_right = _run_once_wrong(options)
    print(f"seed {options.seed}")
    families = [True] if options.wide else [False, True]
    for options.wide in families:
        is_right = _run_random(options) and is_right
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
