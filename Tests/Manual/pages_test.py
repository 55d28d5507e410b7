"""Compares the man pages with the help of the commands and with the descriptions of the wire.

`scripts/test manual` calls it, with the folder of the pages in SNAPBACK_MANUAL.
"""

import json
import os
import pathlib
import re
import subprocess
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
BINARIES = pathlib.Path(os.environ["SNAPBACK_BINARIES"])
PAGES = {
    path.name: path.read_text()
    for path in pathlib.Path(os.environ["SNAPBACK_MANUAL"]).glob("man/man*/*")}
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def described(*words):
    """The help of a command."""
    return subprocess.run(
        [BINARIES / words[0], *words[1:], "--help"], capture_output=True, text=True,
        check=True).stdout


def options(text):
    """The options that start a line of a help."""
    heads = re.findall(r"^  (-[^\n]*?)(?:  |\n)", text + "\n", re.MULTILINE)
    return {option for head in heads for option in OPTION.findall(head)} | {
        # --[no-]linearly stands for two.
        "--" + name for name in re.findall(r"--no-([a-z-]+)", text)}


def subcommands(text):
    part = text.partition("SUBCOMMANDS:\n")[2].split("\n\n")[0]
    return re.findall(r"^  ([a-z-]+)", part, re.MULTILINE)


def commands(words):
    """The words of a command and of all commands below it, as the helps list them."""
    yield words
    if words[0] != "snapbackd":
        for name in subcommands(described(*words)):
            yield from commands((*words, name))


def item_options(page):
    """The options in the heads of a page's lists."""
    found = set()
    for line in re.findall(r"^\.It (Fl .*)$", page, re.MULTILINE):
        found |= {"-" + name for name in re.findall(r"Fl (\S+)", line)}
    return found


class CommandPages(unittest.TestCase):
    programs = [name for name in ("snapback", "snapback-web", "snapbackd")
                if (BINARIES / name).is_file()]

    def test_each_command_has_a_page_and_each_page_a_command(self):
        expected = {
            "-".join(words) + (".8" if words[0] == "snapbackd" else ".1")
            for program in self.programs for words in commands((program,))}
        made = {name for name in PAGES if name.endswith((".1", ".8"))}
        self.assertEqual(made, expected)

    def test_each_page_has_the_options_of_its_command_and_no_other(self):
        for program in self.programs:
            for words in commands((program,)):
                with self.subTest(words):
                    page = PAGES["-".join(words) + (".8" if program == "snapbackd" else ".1")]
                    self.assertEqual(item_options(page), options(described(*words)))

    def test_examples_use_options_that_exist(self):
        count = 0
        for name, page in PAGES.items():
            examples = re.findall(r"\.Sh EXAMPLES\n((?:.*\n)*?)(?:\.Sh|\Z)", page)
            blocks = re.findall(r"\.Bd .*\n((?:.*\n)*?)\.Ed", "".join(examples))
            listing = "".join(blocks).replace("\\e\n", " ").replace("\\-", "-")
            for text in re.findall(r"^(snapback[^|\n]*)", listing, re.MULTILINE):
                words = text.split()
                called = [words[0]]
                while len(words) > len(called) and words[0] == "snapback" and (
                        words[len(called)] in subcommands(described(*called))):
                    called.append(words[len(called)])
                count += 1
                self.assertLessEqual(
                    set(OPTION.findall(text)), options(described(*called)), name)
        self.assertGreater(count, 5)


class AllPages(unittest.TestCase):
    def test_mandoc_finds_nothing(self):
        for path in sorted(pathlib.Path(os.environ["SNAPBACK_MANUAL"]).glob("man/man*/*")):
            text = subprocess.run(
                ["mandoc", "-Tlint", path], capture_output=True, text=True, check=False).stdout
            # It looks for other pages among those that are installed.
            faults = [line for line in text.splitlines() if "referenced manual not found" not in line]
            self.assertEqual(faults, [])

    def test_references_lead_to_pages(self):
        for name, page in PAGES.items():
            for other, section in re.findall(r"\bXr (\S+) (\d)", page):
                self.assertIn(f"{other}.{section}", PAGES, name)

    def test_scene_page_has_every_key(self):
        scene = json.loads((TOP / "Sources/Wire/scene.json").read_text())
        heads = set(re.findall(r"^\.It .*?\\fB([\w$]+)", PAGES["snapback-scene.5"], re.MULTILINE))
        keys = {key["name"] for part in scene["sections"] for group in part["groups"]
                if group.get("table") for key in group["keys"]}
        self.assertGreater(len(keys), 100)
        self.assertEqual(keys - heads, set())

    def test_protocol_page_has_every_message_command_and_feature(self):
        protocol = json.loads((TOP / "Sources/Wire/protocol.json").read_text())
        page = PAGES["snapback-protocol.7"]
        titles = set(re.findall(r"^\.S[sh] (.*)$", page, re.MULTILINE))
        heads = set(re.findall(r"^\.It .*?\\fB([\w\\-]+)\\fR", page, re.MULTILINE))
        heads = {head.replace("\\-", "-") for head in heads}
        for kind in ("commands", "features", "roles"):
            names = {each["name"] for each in protocol[kind] if each.get("isWanted", True)}
            self.assertEqual(names - heads, set(), kind)
        messages = {each["name"] for each in protocol["messages"]} - {"text"}
        for name in messages:
            is_title = any(name in title.split(", ") for title in titles)
            self.assertTrue(is_title or f"\\fB{name}" in page, name)


if __name__ == "__main__":
    unittest.main()
