"""Holds the reports of `snapback test --junit` against parsers; run by scripts/test cases."""

import glob
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import junitparser

BINARY = os.path.abspath(sys.argv[1])
FAILING = "Tests/Fixtures/cases"
CASE = """{ recording: "%s/recordings/flick.evemu", scene: "%s/configs/scenes/card.json5",
  expect: [%s] }"""


def report(folder, *paths):
    """The exit code and the suite that junitparser makes of the report."""
    path = os.path.join(folder, "report.xml")
    result = subprocess.run(
        [BINARY, "test", *paths, "--junit", path], capture_output=True, timeout=60, check=False)
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag == "testsuites", root.tag
    suites = list(junitparser.JUnitXml.fromfile(path))
    assert len(suites) == 1, suites
    return result.returncode, suites[0]


def kinds(case):
    return [type(result).__name__ for result in case.result]


def check_passing(folder):
    code, suite = report(folder, "Tests/Cases")
    cases = list(suite)
    files = glob.glob("Tests/Cases/*.case")
    assert code == 0 and suite.tests == len(cases) == len(files) > 0, (code, suite.tests)
    assert suite.failures == suite.errors == suite.skipped == 0
    assert all(not case.result for case in cases)
    assert {case.classname for case in cases} == {"Tests.Cases"}
    assert "card-flick" in {case.name for case in cases}
    assert 0 < suite.time < 60


def check_failing(folder):
    code, suite = report(folder, FAILING, "Tests/Cases/zoom.case")
    assert code == 1 and (suite.tests, suite.failures) == (2, 1), (code, suite.tests)
    wrong, right = list(suite)
    assert kinds(wrong) == ["Failure"] and kinds(right) == []
    failure = wrong.result[0]
    assert "expected card.translation.x at most 140" in failure.message, failure.message
    assert failure.text.count("softer-card.case:") == 3, failure.text


def check_shards(folder):
    """Eight shards, merged, are the report of all cases; times differ from run to run."""
    paths = ["Tests/Cases", FAILING]
    code, whole = report(folder, *paths)
    assert code == 1 and whole.failures == 1, (code, whole.failures)
    parts = [report(folder, *paths, "--shard", f"{part}/8") for part in range(1, 9)]
    assert sorted({code for code, _ in parts}) == [0, 1], [code for code, _ in parts]
    merged = [case for _, suite in parts for case in suite]
    assert len(merged) == whole.tests and all(suite.tests for _, suite in parts)
    described = [
        sorted((case.classname, case.name, [(kind, result.message, result.text)
                                            for kind, result in zip(kinds(case), case.result)])
               for case in cases)
        for cases in (whole, merged)]
    assert described[0] == described[1]
    for count in ("tests", "failures", "errors", "skipped"):
        assert getattr(whole, count) == sum(getattr(suite, count) for _, suite in parts), count


def check_broken(folder):
    """A name that would break the report, and a case that cannot be read."""
    odd = os.path.join(folder, "a<b>&\"c\"]]>\x01")
    os.mkdir(odd)
    top = os.getcwd()
    for name, text in [("x.case", CASE % (top, top, "{ layoutPasses: 1 }")), ("y.case", "{<&>")]:
        with open(os.path.join(odd, name), "w", encoding="utf-8") as file:
            file.write(text)
    code, suite = report(folder, odd)
    assert code == 65 and (suite.errors, suite.skipped) == (1, 1), (code, suite.errors)
    skipped, broken = list(suite)
    assert kinds(skipped) == ["Skipped"] and kinds(broken) == ["Error"]
    assert "<b>&\"c\"]]>" in broken.classname, broken.classname
    assert "y.case:1:2" in broken.result[0].message, broken.result[0].message
    # Each shard reads all cases, so their reports also merge to this one.
    for part, kind in ((1, "Skipped"), (2, "Error")):
        code, suite = report(folder, odd, "--shard", f"{part}/2")
        assert code == 65 and [kinds(case) for case in suite] == [[kind]], (part, list(suite))


def main():
    checks = [check_passing, check_failing, check_shards, check_broken]
    for check in checks:
        with tempfile.TemporaryDirectory() as folder:
            check(folder)
    print(f"{len(checks)} reports read by junitparser")


if __name__ == "__main__":
    main()
