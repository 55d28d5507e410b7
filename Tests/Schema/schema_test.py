"""Holds configs/scene.schema.json against the reader; scripts/test schema calls it.

usage: schema_test.py SNAPBACK

Four questions. Are the bundled scenes and those of the tests valid? Are the faults in broken.json5
refused, by the schema and by the reader? Does the schema have the keys and words that the reader
has? And do both give the same answer when a value of whole.json5 is exchanged for another?
Exit codes: 0 all is well, 1 something is not.
"""

import copy
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import json5
import jsonschema_rs

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..")
SCENES = ["configs/scenes", "Tests/Fixtures/scenes"]
# Seconds for one file; the reader takes milliseconds.
LIMIT = 20
# Replacements for a value, in addition to numbers at and beyond the limits of the schema.
KINDS = [None, True, "nonsense", [], {}, 1.5]
# How far beyond a limit, as a share of it; and beyond a limit of 0.
BEYOND = 0.001
# Numbers that mean something only together: the reader checks the damping ratio that they give.
TOGETHER = {"mass", "stiffness", "damping"}


def steps(path):
    """The keys and indices of "views[0].text"."""
    return [int(step) if step.isdigit() else step for step in re.findall(r"\w+", path)]


def changed(scene, place, value=None, remove=False):
    """A copy of the scene with another value at a place, or without what is there."""
    scene = copy.deepcopy(scene)
    node = scene
    for step in place[:-1]:
        node = node[step]
    if remove:
        del node[place[-1]]
    else:
        node[place[-1]] = value
    return scene


def leaves(node, place=()):
    """The path and node of every leaf value of a scene, and of every array and object."""
    if place:
        yield place, node
    if isinstance(node, dict):
        for key, value in node.items():
            yield from leaves(value, (*place, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from leaves(value, (*place, index))


def shown(place):
    """A place as broken.json5 writes it."""
    return "".join(
        f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


class Reader:
    """`snapback check`, on scenes as they are in memory."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.count = binary, folder, 0

    def files(self, paths):
        """The message about the first file that cannot be read; None when all can."""
        run = subprocess.run([self.binary, "check", *paths], capture_output=True, text=True,
                             timeout=LIMIT, check=False)
        if run.returncode not in (0, 65):
            sys.exit(f"schema: {self.binary} ended with {run.returncode}: {run.stderr}")
        return run.stderr.strip() or "no message" if run.returncode else None

    def messages(self, scenes):
        """The reader's message about each scene, or None."""
        paths = []
        for scene in scenes:
            self.count += 1
            paths.append(os.path.join(self.folder, f"{self.count}.json5"))
            with open(paths[-1], "w", encoding="utf-8") as file:
                json.dump(scene, file, ensure_ascii=False)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda path: self.files([path]), paths))


class Test:
    """All checks, and what they found."""

    # The one that runs, for processes that are forked.
    current = None

    def __init__(self, binary, folder):
        self.reader = Reader(binary, folder)
        with open(os.path.join(TOP, "configs/scene.schema.json"), encoding="utf-8") as file:
            self.schema = json.load(file)
        # The constructor refuses a schema that is not valid itself.
        self.validator = jsonschema_rs.Draft202012Validator(self.schema)
        self.whole = self.load("whole.json5")
        self.findings = []

    @staticmethod
    def load(name):
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            return json5.load(file, allow_duplicate_keys=False)

    def fail(self, text):
        self.findings.append(text)

    def faults(self, scene):
        """The errors that the schema reports, each followed by those of its alternatives."""
        def spread(error):
            yield error
            for alternative in getattr(error.kind, "context", []):
                for inner in alternative:
                    yield from spread(inner)
        return [part for error in self.validator.iter_errors(scene) for part in spread(error)]

    def check_scenes(self):
        """Every scene of the repository is valid."""
        paths = [os.path.join(HERE, "whole.json5")]
        for folder in SCENES:
            folder = os.path.join(TOP, folder)
            paths += [os.path.join(folder, name) for name in sorted(os.listdir(folder))
                      if name.endswith(".json5")]
        valid = 0
        for path in paths:
            before = len(self.findings)
            for error in self.validator.iter_errors(self.load(path)):
                self.fail(f"{os.path.basename(path)}: {shown(error.instance_path)}: "
                          f"{error.message[:200]}")
            message = self.reader.files([path])
            if message:
                self.fail(message)
            valid += len(self.findings) == before
        return valid

    def check_broken(self):
        """Every broken example is refused, and for the reason that it is meant to be.

        Returns how many were refused as they should be, and how many of them by the reader alone.
        """
        broken = self.load("broken.json5")
        examples = [(entry, both) for kind, both in (("byBoth", True), ("byTheReaderAlone", False))
                    for entry in broken[kind]]
        scenes = [changed(self.whole, steps(entry["at"]), entry.get("is"), "is" not in entry)
                  for entry, _ in examples]
        refused = alone = 0
        for (entry, both), scene, message in zip(examples, scenes, self.reader.messages(scenes)):
            before = len(self.findings)
            name, place = entry["fault"], steps(entry["at"])
            if not message:
                self.fail(f"{name}: the reader takes it")
            elif entry["says"] not in message:
                self.fail(f"{name}: the reader says: {message}")
            errors = self.faults(scene)
            if both and not errors:
                self.fail(f"{name}: the schema takes it")
            if both and errors and not any(self.meets(error, place) for error in errors):
                self.fail(f"{name}: the schema says: {shown(errors[0].instance_path)}: "
                          f"{errors[0].message}")
            if not both and errors:
                self.fail(f"{name}: the schema refuses it as well: {errors[0].message[:200]}")
            if len(self.findings) == before:
                refused, alone = refused + 1, alone + (not both)
        return refused, alone

    @staticmethod
    def meets(error, place):
        """Whether an error of the schema is at a place, in what is there, or at what holds it."""
        path = error.instance_path
        return path[:len(place)] == place or path == place[:-1]

    def check_keys(self):
        """The keys of the schema are those that the reader asks for, and whole.json5 has
        them all."""
        def properties(node, found):
            if isinstance(node, dict):
                found |= set(node.get("properties", {}) if isinstance(
                    node.get("properties"), dict) else {})
                for value in node.values():
                    properties(value, found)
            elif isinstance(node, list):
                for value in node:
                    properties(value, found)
            return found
        schema = properties(self.schema, set())
        sources = os.path.join(TOP, "Sources/SnapbackScene/Reading/Keys")
        read = set()
        for name in os.listdir(sources):
            with open(os.path.join(sources, name), encoding="utf-8") as file:
                pattern = r'(?:\(\s*(?:&\w+,\s*)?|" : )"([$\w]+)"'
                read |= set(re.findall(pattern, file.read()))
        # A gesture's kind is a key as well.
        kinds = os.path.join(TOP, "Sources/SnapbackGestures/GestureRecognizer.swift")
        with open(kinds, encoding="utf-8") as file:
            cases = re.search(r"enum GestureKind\b.*?\n  case ([\w, ]+)", file.read(), re.S)
        read |= set(cases[1].split(", "))
        used = {step for place, _ in leaves(self.whole) for step in place}
        for title, keys in (
                ("in the reader and not in the schema", read - schema),
                ("in the schema and not in the reader", schema - read),
                ("in the schema and not in whole.json5", schema - used)):
            if keys:
                self.fail(f"keys {title}: {', '.join(sorted(keys))}")
        return len(schema)

    def check_exchanges(self, share):
        """Both say the same about whole.json5 with another value, or a key more, at each place; of
        these exchanges every so many-th is tried."""
        scenes, places = [], []
        def add(place, value):
            places.append((place, value))
            scenes.append(changed(self.whole, place, value))
        for place, value in leaves(self.whole):
            for other in KINDS + self.numbers(place, value):
                add(place, other)
            if isinstance(value, dict):
                add((*place, "nonsense"), 1)
        for words, place in self.words():
            for word in words:
                add(place, word)
        scenes, places = scenes[::share], places[::share]
        # Processes that are forked have this test, and its validator, as it is.
        Test.current = self
        with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
            verdicts = pool.map(Test.verdict, scenes, chunksize=20)
        messages = self.reader.messages(scenes)
        for (place, value), (fault, enums), message in zip(places, verdicts, messages):
            listed = re.search(r'expected one of (".*"), found', message or "")
            if listed and value == "nonsense":
                words = set(re.findall(r'"([^"]*)"', listed[1]))
                if words not in enums:
                    self.fail(f"{shown(place)}: the reader's words are {listed[1]}")
            if bool(fault) == bool(message) or self.is_beyond_a_schema(message):
                continue
            verdict = message or "the reader takes it"
            first = fault or "the schema takes it"
            self.fail(f"{shown(place)} = {json.dumps(value)}: {first}; {verdict}")
        return len(scenes)

    @staticmethod
    def verdict(scene):
        """The schema's first fault of a scene, if any, and the words that it would have taken."""
        errors = Test.current.faults(scene)
        enums = [set(error.kind.options) for error in errors if error.kind.name == "enum"]
        return errors[0].message[:120] or "a fault" if errors else None, enums

    def numbers(self, place, value):
        """The least and greatest number that the schema allows at a place, and some beyond."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or place[-1] in TOGETHER:
            return []
        numbers = set()
        for extreme, sign in ((-1e12, -1), (1e12, 1)):
            for error in self.faults(changed(self.whole, place, extreme)):
                if error.kind.name in ("minimum", "maximum"):
                    limit = error.kind.limit
                    numbers |= {limit, limit + sign * BEYOND * (abs(limit) or 1)}
        return sorted(numbers)

    def words(self):
        """The words of each enumeration of the schema, with a place in whole.json5 for them."""
        for place, value in leaves(self.whole):
            if not isinstance(value, str):
                continue
            for error in self.faults(changed(self.whole, place, "nonsense")):
                if error.kind.name == "enum" and error.instance_path == list(place):
                    yield error.kind.options, place

    @staticmethod
    def is_beyond_a_schema(message):
        """Whether the reader refuses a scene for what a name, a rule or a sum means."""
        return message and re.search(
            "unknown view|unknown metric|is not a view of this stack|two views or guides|does not "
            "scroll|already has the same|two constraints|is for vertical formats|"
            "cannot have the same|"
            "has no constant|the damping ratio is|unknown constraint|unknown action|is not a stack|"
            "shows no text|two actions are called|is already called|but must be|"
            "the lower limit is greater|needs a? ?\"snap\" with|unknown gesture|two gestures|"
            "cannot wait for itself|wait in a circle|the screen does not move|"
            "the limits exclude|fingers exceeds maximum|a rubber band needs|its only phase is|"
            "it has no phase|a sheet is moved by|takes the place of|dismisses no sheet|"
            "only a sheet with|is not directly in|zoomed content is scaled|content that zooms|"
            "two bindings are called|have to rise|needs a \"map\"|give a \"map\"|both set|"
            "unknown state|unknown value of|unknown place|changes nothing|has no progress|"
            r'a priority is 1 to 1000, not \S+ in "',
            message)


def main():
    """Runs all checks and prints a summary."""
    with tempfile.TemporaryDirectory() as folder:
        test = Test(sys.argv[1], folder)
        valid = test.check_scenes()
        refused, alone = test.check_broken()
        keys = test.check_keys()
        exchanges = test.check_exchanges(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for finding in test.findings:
        print(f"schema: {finding}", file=sys.stderr)
    print(f"{valid} valid, {refused} broken rejected, {alone} of them by the reader alone; "
          f"{keys} keys, {exchanges} exchanges")
    sys.exit(1 if test.findings else 0)


if __name__ == "__main__":
    main()
