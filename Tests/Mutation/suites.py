"""The suites of tests: what each reaches without a mutant, and whether it notices one."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

# A mutant may need longer by this factor and these seconds before it counts as caught.
PATIENCE, GRACE = 5, 20
BASELINE_SECONDS = 900
# A mutant that never stops allocating must not take the machine with it.
MEMORY_LIMIT = 12 << 30
FAILED_TEST = re.compile(r"✘ Test (?:case )?\"?(.+?)\"? (?:failed|recorded)")
PLAIN = re.compile(r"\x1b\[[0-9;]*m")


@dataclass
class Outcome:
    """How a suite ended: `how` is passed, failed, crashed or late."""

    how: str
    test: str
    seconds: float


class Suite:
    """Tests that are run together: a suite of the test bundle, or a command."""

    def __init__(self, name, command, folder):
        self.name, self.command, self._folder = name, command, folder

    def run(self, limit, mutant=None, log=None):
        """Runs the suite for at most so many seconds."""
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"}
        if mutant is not None:
            environment["SNAPBACK_MUTANT"] = str(mutant)
        if log is not None:
            environment["SNAPBACK_MUTANT_LOG"] = log
        start = time.monotonic()
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                ["prlimit", "--core=0", "--", *self.command], cwd=self._folder,
                env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                start_new_session=True)
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                # Daemons that a test has started end with it.
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
            output.seek(0)
            text = PLAIN.sub("", output.read().decode(errors="replace"))
        how = ("late" if code is None else "passed" if code == 0
               else "failed" if code > 0 else "crashed")
        return Outcome(how, failed_test(text, how), time.monotonic() - start)


def failed_test(text, how):
    """The first test that a suite's output complains about; for a crash, what was said last."""
    if how == "passed":
        return ""
    if found := FAILED_TEST.search(text):
        return found[1]
    if how == "failed":
        lines = [line.strip() for line in text.splitlines()
                 if re.search(r"FAIL|Error|error:|failed", line)]
        return lines[0][:120] if lines else ""
    started = re.findall(r"◇ Test (?!run |case )(.+?) started", text)
    ended = set(re.findall(r"✔ Test (.+?) passed", text))
    return ", ".join([test for test in started if test not in ended][:3])


def read_configuration(folder):
    """Tests/Mutation/suites.json."""
    with open(os.path.join(folder, "suites.json"), encoding="utf-8") as file:
        return json.load(file)


def find_suites(copy, configuration):
    """The suites of the bundle that was built, and the commands whose files are there."""
    bundle = os.path.join(copy, ".build", "debug", "snapbackPackageTests.xctest")
    runner = [bundle, "--testing-library", "swift-testing"]
    listed = subprocess.run([*runner, "--list-tests"], stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.DEVNULL, check=True).stdout
    suites = []
    # A test outside a suite is one by itself.
    for name in sorted({line.rpartition("/")[0] or line for line in listed.split()}):
        if not any(re.match(skipped, name) for skipped in configuration["skipped"]):
            pattern = f"^{re.escape(name)}(/|$)"
            # Commands have no limit: a client that is built with address checks needs terabytes.
            command = ["prlimit", f"--as={MEMORY_LIMIT}", "--", *runner, "--filter", pattern]
            suites.append(Suite(name, command, copy))
    for entry in configuration["commands"]:
        if all(os.path.exists(os.path.join(copy, path)) for path in entry["needs"]):
            suites.append(Suite(entry["name"], entry["command"], copy))
    return suites


def take_baseline(suites, count, say):
    """The lines that each suite reaches and its duration; a suite that fails is left out."""
    found = {}
    for place, suite in enumerate(suites):
        for _ in range(2):
            with tempfile.NamedTemporaryFile() as log:
                log.write(bytes(count))
                log.flush()
                outcome = suite.run(BASELINE_SECONDS, log=log.name)
                log.seek(0)
                reached = [number for number, byte in enumerate(log.read()) if byte]
            if outcome.how == "passed":
                break
        found[suite.name] = {"how": outcome.how, "test": outcome.test,
                             "seconds": round(outcome.seconds, 3), "reached": reached}
        if outcome.how != "passed":
            say(f"{suite.name} fails without a mutant and is left out: {outcome.test}")
        elif place % 20 == 0:
            say(f"baseline: {place + 1} of {len(suites)} suites")
    return found


def covering(baseline, number):
    """The names of the suites that reach a mutant, the fastest first."""
    names = [name for name, entry in baseline.items()
             if entry["how"] == "passed" and number in entry["reached"]]
    return sorted(names, key=lambda name: baseline[name]["seconds"])


def run_mutant(suite, number, seconds):
    """How a suite that takes so long ends with a mutant; what may be the machine is run again."""
    limit = PATIENCE * seconds + GRACE
    outcome = suite.run(limit, mutant=number)
    if outcome.how == "late":
        # On a busy machine everything takes longer.
        longer = PATIENCE * suite.run(BASELINE_SECONDS).seconds + GRACE
        return outcome if longer <= limit else suite.run(longer, mutant=number)
    # A test that waits may fail by itself.
    return suite.run(limit, mutant=number) if outcome.how == "failed" else outcome


def judge(number, suites, baseline):
    """The outcome of a mutant, as stored in the results."""
    start, ran = time.monotonic(), 0
    for name in covering(baseline, number):
        outcome = run_mutant(suites[name], number, baseline[name]["seconds"])
        ran += 1
        if outcome.how != "passed":
            return {"mutant": number, "status": "caught", "how": outcome.how, "suite": name,
                    "test": outcome.test, "seconds": round(time.monotonic() - start, 2)}
    return {"mutant": number, "status": "survived" if ran else "not covered", "suites": ran,
            "seconds": round(time.monotonic() - start, 2)}
