"""The code blocks of a page that builds files step by step.

usage: page.py PAGE FOLDER

Writes each version of each file into FOLDER, as the number of the step and the file's name.

A block of JSON5 begins with a comment, the file's name, and is the whole file. A block of `diff`
begins with "@@ FILE @@" or "@@ FILE → COPY @@"; the lines without "+" have to be in FILE once.
"""

import os
import re
import sys


def blocks(page):
    """Of each block of code the number of its step, its language and its text."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    step = 0
    for heading, language, code in re.findall(
            r"^## ([^\n]*)$|^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        if heading:
            number = re.match(r"(\d+)\. ", heading)
            step = int(number[1]) if number else 0
        else:
            yield step, language, code


def write(folder, language, code):
    """Makes or changes the file of a block, and returns its name."""
    first, rest = code.split("\n", 1)
    if language == "json5":
        name, text = first.removeprefix("// "), code
    else:
        source, name = re.fullmatch(r"@@ (\S+?)(?: → (\S+))? @@", first).groups()
        name = name or source
        lines = rest.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] != "+")
        new = "".join(line[1:] for line in lines if line[0] != "-")
        with open(os.path.join(folder, source), encoding="utf-8") as file:
            text = file.read()
        if text.count(old) != 1:
            sys.exit(f"tutorial: {source} has these lines {text.count(old)} times:\n{old}")
        text = text.replace(old, new)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
    return name


def main():
    page, folder = sys.argv[1:]
    for step, language, code in blocks(page):
        if language in ("json5", "diff"):
            name = write(folder, language, code)
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            with open(os.path.join(folder, f"{step}-{name}"), "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main()
