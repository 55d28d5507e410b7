"""The facts of project.json that packages state: version, url, contact and npmName.

As a program, prints one of them: facts.py NAME. A fact that is not given is an empty text.
"""

import json
import pathlib
import re
import sys

VERSION = r"\d+\.\d+\.\d+"
RULES = {
    "version": (VERSION, "three numbers with points between them, such as 0.1.0"),
    "url": (r"(https://[^\s<>]+)?", "an address that begins with https://, or empty"),
    "contact": (r"([^<>@\n]+ <[^<>@\s]+@[^<>@\s]+>)?", "Name <name@example.org>, or empty"),
    "npmName": (r"((@[a-z0-9-]+/)?[a-z0-9][a-z0-9._-]*)?", "a name of the npm registry, or empty"),
}


class Wrong(Exception):
    """project.json cannot be used."""


def read(top):
    """The facts of the repository in the folder `top`, by name."""
    path = pathlib.Path(top) / "project.json"
    try:
        facts = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise Wrong(f"{path} cannot be read: {error}") from None
    if not isinstance(facts, dict) or set(facts) != set(RULES):
        raise Wrong(f"{path} has to be an object with the keys {', '.join(RULES)}")
    for name, (rule, wanted) in RULES.items():
        if not isinstance(facts[name], str) or not re.fullmatch(rule, facts[name]):
            raise Wrong(f"{path}: {name} has to be {wanted}, not {json.dumps(facts[name])}")
    return facts


if __name__ == "__main__":
    try:
        print(read(pathlib.Path(__file__).resolve().parents[2])[sys.argv[1]])
    except Wrong as error:
        sys.exit(f"facts: {error}")
