"""Mutation testing; scripts/test mutate."""

import argparse
import json
import os
import random
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import report
import suites as tests
import tree as trees
from sites import as_record, find_places

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))
# The shell's modules that are mutated in addition to the core.
SHELL = ("CSnapbackLinux", "SnapbackLinux", "SnapbackSharedFrames", "SnapbackEvdev",
         "SnapbackDaemon")
# How many mutants are drawn for one that is wanted, at most.
DRAWN_FACTOR, DRAWN_LEAST = 3, 200
# One in so many is drawn in reserve, for those that do not compile.
RESERVE = 4


def say(text):
    """Tells how far it is."""
    print(f"mutate: {text}", file=sys.stderr, flush=True)


def draw(places, sizes, seed, count):
    """Mutants in the order of a seed: a module by its size, then one of its places, then one of
    the ways to mutate it. `places` and `sizes` are by module."""
    rest = {}
    for module in sorted(places):
        choice = random.Random(f"{seed}/{module}")
        rest[module] = [choice.choice(alternatives) for alternatives in places[module]]
        choice.shuffle(rest[module])
    choice, drawn = random.Random(f"{seed}"), []
    while len(drawn) < count and any(rest.values()):
        modules = [module for module in rest if rest[module]]
        module = choice.choices(modules, [sizes[name] for name in modules])[0]
        drawn.append(rest[module].pop())
    return drawn


class Run:
    """Mutants, their build and their results, kept in a folder so that a run can go on."""

    def __init__(self, options):
        self.options = options
        name = "-".join([str(options.seed), *([options.only] if options.only else [])])
        self.folder = os.path.join(options.folder or os.path.join(TOP, ".build", "mutate"), name)
        if options.fresh:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.tree = trees.Tree(TOP, self.folder)
        if not self.tree.is_made:
            if options.report:
                raise SystemExit("mutate: there is no run of this seed yet")
            say(f"copying the tree to {self.folder}")
            self.tree.make()
        self.plan = self._read("plan.json", {
            "modules": [*trees.pure_modules(self.tree.text("Package.swift")), *SHELL],
            "prefix": 0, "dropped": [], "is_built": False, "sites": []})
        self.drawn = self._draw()

    def _read(self, name, default):
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return default

    def _write(self, name, value):
        path = os.path.join(self.folder, name)
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1)
        os.replace(path + ".new", path)

    def _draw(self):
        modules, only = self.plan["modules"], self.options.only
        if only and only not in modules:
            raise SystemExit(f"mutate: no module {only}; there are: {', '.join(sorted(modules))}")
        places, sizes = {}, {}
        for module in [only] if only else modules:
            texts = {path: self.tree.text(path) for path in self.tree.files(module)}
            sizes[module] = sum(text.count("\n") for text in texts.values())
            places[module] = [place for path, text in texts.items()
                              for place in find_places(path, text)]
        wanted = max(DRAWN_FACTOR * self.options.count, DRAWN_LEAST, self.plan["prefix"])
        drawn = draw(places, sizes, self.options.seed, wanted)
        known = self.plan["sites"]
        if [as_record(site) for site in drawn[:len(known)]] != known:
            raise SystemExit("mutate: this run was begun by another version of the tool; "
                             "begin anew with --fresh")
        return drawn

    @property
    def compiled(self):
        """The numbers of all mutants that are in the build."""
        dropped = set(self.plan["dropped"])
        return [number for number in range(self.plan["prefix"]) if number not in dropped]

    @property
    def mutants(self):
        """The sites that are run, by number."""
        return {number: self.drawn[number] for number in self.compiled[:self.options.count]}

    def results(self):
        """The result of each mutant; of several results, the last."""
        found = {}
        try:
            with open(os.path.join(self.folder, "results.jsonl"), encoding="utf-8") as file:
                for line in file:
                    result = json.loads(line)
                    found[result["mutant"]] = result
        except FileNotFoundError:
            pass
        return found

    def build(self):
        """Compiles mutants in, until there are enough of those that compile."""
        configuration = tests.read_configuration(HERE)
        wanted = self.options.targets.split(",") if self.options.targets else [
            name for name in trees.all_targets(self.tree.text("Package.swift"))
            if name not in configuration["leftOut"]]
        while not self.plan["is_built"] or len(self.compiled) < self.options.count:
            self._draw_more()
            chosen = {number: self.drawn[number] for number in self.compiled}
            crossing = trees.without_crossings(chosen)
            if crossing:
                self._drop(crossing, "cross another")
                continue
            self.tree.write(chosen, self.plan["modules"], wanted)
            say(f"building {len(chosen)} mutants")
            start = time.monotonic()
            errors = self.tree.build()
            say(f"built in {time.monotonic() - start:.0f} s, {len(errors)} errors")
            if errors:
                self._drop(trees.guilty(errors, chosen, self.tree.text), "do not compile")
                continue
            self.plan["is_built"] = True
            self._write("plan.json", self.plan)
            if os.path.exists(self._path("baseline.json")):
                os.remove(self._path("baseline.json"))

    def _path(self, name):
        return os.path.join(self.folder, name)

    def _draw_more(self):
        missing = self.options.count - len(self.compiled)
        if missing <= 0:
            return
        more = missing + missing // RESERVE + 2
        self.plan["prefix"] = min(self.plan["prefix"] + more, len(self.drawn))
        self.plan["is_built"] = False
        self.plan["sites"] = [as_record(site) for site in self.drawn[:self.plan["prefix"]]]
        if len(self.compiled) < self.options.count and self.plan["prefix"] == len(self.drawn):
            self.options.count = len(self.compiled)
            say(f"there are only {self.options.count} mutants")

    def _drop(self, numbers, reason):
        for number in sorted(numbers):
            site = self.drawn[number]
            say(f"dropped {number}: {site.path}:{site.line} ({site.kind}): "
                f"{site.mutated_line or site.original_line}")
        say(f"{len(numbers)} mutants {reason}")
        self.plan["dropped"] += sorted(numbers)
        self._write("plan.json", self.plan)

    def judge(self):
        """Runs the suites that cover each mutant without a result."""
        found = {suite.name: suite for suite in tests.find_suites(
            self.tree.copy, tests.read_configuration(HERE))}
        baseline = self._read("baseline.json", None)
        if baseline is None:
            baseline = tests.take_baseline(list(found.values()), self.plan["prefix"], say)
            self._write("baseline.json", baseline)
        results = self.results()
        waiting = [number for number in self.mutants if number not in results or (
            self.options.retry and results[number]["status"] != "caught")]
        end = time.monotonic() + 60 * self.options.minutes

        def work(number):
            if time.monotonic() < end:
                return tests.judge(number, found, baseline)
            return None

        with ThreadPoolExecutor(self.options.jobs) as pool, \
                open(self._path("results.jsonl"), "a", encoding="utf-8") as file:
            for place, result in enumerate(pool.map(work, waiting)):
                if result is None:
                    say(f"time is up; {len(waiting) - place} mutants are left")
                    break
                file.write(json.dumps(result) + "\n")
                file.flush()
                say(f"{place + 1} of {len(waiting)}: {result['mutant']} {result['status']} "
                    f"{result.get('suite', '')} {result.get('test', '')}")

    def report(self):
        """Prints the report, keeps it, and returns the score."""
        results, justified = self.results(), report.read_justified(HERE)
        text = report.write_report(self.mutants, results, self._read("baseline.json", {}),
                                   len(self.plan["dropped"]), justified)
        with open(self._path("report.md"), "w", encoding="utf-8") as file:
            file.write(text + "\n")
        print(text)
        return report.find_score(report.find_status(self.mutants, results, justified))


def parse_options():
    """The command line."""
    parser = argparse.ArgumentParser(prog="mutate", description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="MODULE")
    parser.add_argument("--targets", metavar="NAMES")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--goal", type=float, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--retry", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    return parser.parse_args()


def main():
    """Builds, judges and reports; continues an unfinished run."""
    options = parse_options()
    run = Run(options)
    if not options.report:
        if options.retry:
            run.tree.take_tests()
            run.plan["is_built"] = False
        try:
            run.build()
        except trees.BuildFailed as failure:
            raise SystemExit(f"mutate: the copy does not build: {failure}") from None
        run.judge()
    return int(run.report() < options.goal)


if __name__ == "__main__":
    sys.exit(main())
