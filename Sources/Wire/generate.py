"""Writes or checks the parts of the project's files that are generated from protocol.json and
scene.json.

These parts are regions: the lines between a comment with `generated: NAME` and a comment with `end
of generated`. The function NAME in to_python.py, to_javascript.py, to_c.py, to_swift.py or
to_markdown.py returns the content of a region. The files in WHOLE are generated completely.

    python3 Sources/Wire/generate.py --check | --update

The exit code is 1 if a file differs from the generated text.
"""

import os
import re
import subprocess
import sys

import scene_schema
import scene_swift
import to_c
import to_javascript
import to_markdown
import to_python
import to_swift

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
WRITERS = {
    ".py": to_python, ".js": to_javascript, ".h": to_c, ".c": to_c, ".cpp": to_c,
    ".swift": to_swift, ".md": to_markdown,
}
WHOLE = {"configs/scene.schema.json": scene_schema.text}
FOLDERS = ["Sources", "Tests/SnapbackClientTests", "clients", "docs"]
BEGIN = re.compile(r"generated: ([A-Za-z ]+?)\s*(?:\*/|-->)?$")
END = "end of generated"


class Fault(Exception):
    """An error because of which a region cannot be written."""


def files():
    """Returns the files of the project that may have regions."""
    for folder in FOLDERS:
        for parent, folders, names in os.walk(os.path.join(TOP, folder)):
            folders[:] = [name for name in folders if not name.startswith(".") and name not in (
                "node_modules", "Wire", "__pycache__")]
            for name in sorted(names):
                if os.path.splitext(name)[1] in WRITERS:
                    yield os.path.join(parent, name)


def written(path, text):
    """Returns the text of a file with the present content of its regions, and the names of these
    regions.
    """
    regions = WRITERS[os.path.splitext(path)[1]].REGIONS
    lines, names, skips = [], [], False
    for number, line in enumerate(text.splitlines(), 1):
        begin = BEGIN.search(line)
        if skips and END in line:
            skips = False
        elif skips:
            continue
        lines.append(line)
        if begin:
            name = begin.group(1)
            if name not in regions:
                raise Fault(f"{path}:{number}: there is no region \"{name}\"")
            lines += regions[name]()
            names.append(name)
            skips = True
    if skips:
        raise Fault(f"{path}: the region \"{names[-1]}\" does not end")
    return "\n".join(lines) + "\n", names


def formatted(text):
    """Formats Swift code in the style of the project."""
    command = ["swift", "format", "--configuration", os.path.join(TOP, ".swift-format")]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    if sys.argv[1:] not in (["--check"], ["--update"]):
        print(__doc__, file=sys.stderr)
        return 64
    stale, used = [], set()
    for path in files():
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if "generated: " not in text:
            continue
        new, names = written(path, text)
        if path.endswith(".swift"):
            new = formatted(new)
        used |= {(os.path.splitext(path)[1], name) for name in names}
        if new == text:
            continue
        stale.append(os.path.relpath(path, TOP))
        if sys.argv[1] == "--update":
            save(path, new)
    for name, text in WHOLE.items():
        path = os.path.join(TOP, name)
        with open(path, encoding="utf-8") as file:
            if file.read() == text():
                continue
        stale.append(name)
        if sys.argv[1] == "--update":
            save(path, text())
    for extension, writer in WRITERS.items():
        if extension in (".c", ".cpp"):
            continue
        extensions = (".h", ".c", ".cpp") if extension == ".h" else (extension,)
        for name in writer.REGIONS:
            if not {(each, name) for each in extensions} & used:
                stale.append(f"{writer.__name__}: \"{name}\" is in no file")
    stale += scene_swift.faults()
    for line in stale:
        print(f"wire: {line}")
    if sys.argv[1] == "--update":
        return 0
    if stale:
        print("wire: run scripts/generate wire --update")
    return 1 if stale else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Fault as fault:
        print(f"wire: {fault}", file=sys.stderr)
        sys.exit(1)
