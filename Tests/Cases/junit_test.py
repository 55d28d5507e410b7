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


def main():
    checks = [check_passing, check_failing, check_broken]
    for check in checks:
        with tempfile.TemporaryDirectory() as folder:
            check(folder)
    print(f"{len(checks)} reports read by junitparser")


if __name__ == "__main__":
    main()
