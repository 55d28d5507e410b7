"""The commands with their options, as the programs describe them, and their man pages.

snapback and snapback-web print their options as JSON (--experimental-dump-help). snapbackd, whose
options have the same form here, prints them as text (--help).
"""

import json
import pathlib
import re
import subprocess

import mdoc

EXTRA = json.loads(pathlib.Path(__file__).with_name("manual.json").read_text())
SHARED = ("version", "help")


class Missing(Exception):
    """A program does not exist."""


def output(binaries, name, option):
    program = pathlib.Path(binaries).resolve() / name
    if not program.is_file():
        raise Missing(f"there is no {program}; run scripts/build first")
    return subprocess.run([program, option], capture_output=True, text=True, check=True).stdout


def programs(binaries):
    """Returns the programs: a tree of dictionaries as in the JSON of swift-argument-parser."""
    found = [json.loads(output(binaries, "snapback", "--experimental-dump-help"))["command"]]
    if (pathlib.Path(binaries) / "snapback-web").is_file():
        found.append(
            json.loads(output(binaries, "snapback-web", "--experimental-dump-help"))["command"])
    return [*found, daemon(output(binaries, "snapbackd", "--help"))]


def daemon(text):
    """Returns snapbackd, from its help."""
    option = re.compile(r"^  --([a-z-]+)(?: ([A-Z]+))?  +(.*)$", re.MULTILINE)
    arguments = []
    for name, value, abstract in option.findall(text):
        argument = {
            "kind": "option" if value else "flag", "names": [{"kind": "long", "name": name}],
            "abstract": abstract, "isOptional": True, "shouldDisplay": True,
            "isRepeating": "several times" in abstract, "valueName": value.lower()}
        words = re.search(r": ([\w-]+(?:, [\w-]+)+)\.$", abstract)
        if words:
            argument["completionKind"] = {"list": {"values": words[1].split(", ")}}
        elif value in ("FILE", "PATH"):
            argument["completionKind"] = {"file": {"extensions": []}}
        arguments.append(argument)
    if not arguments:
        raise ValueError("snapbackd --help lists no options")
    rest = text[list(option.finditer(text))[-1].end():].strip()
    return {"commandName": "snapbackd", "abstract": text.split("\n")[0].split(": ", 1)[1],
            "discussion": rest, "arguments": arguments}


def tree(command, parents=()):
    """Yields each command with the words that call it, parents first."""
    words = (*parents, command["commandName"])
    if command["commandName"] != "help":
        yield words, command
        for child in command.get("subcommands", []):
            yield from tree(child, words)


def shown(command):
    return [each for each in command["arguments"] if each["shouldDisplay"]]


def spelled(argument):
    """Returns an option or an argument in mdoc, with its value."""
    value = f"Ar {mdoc.escape(argument['valueName'])}"
    if argument["kind"] == "positional":
        return value
    names = sorted(argument["names"], key=lambda name: len(name["name"]))
    flags = " , ".join(
        "Fl " + ("" if name["kind"] == "short" else "-") + name["name"] for name in names)
    return flags if argument["kind"] == "flag" else f"{flags} {value}"


def synopsis(words, command):
    lines = [f".Nm {' '.join(words)}"]
    for argument in shown(command):
        if argument["kind"] != "positional" and argument["names"][-1]["name"] in SHARED:
            continue
        more = " ..." if argument["isRepeating"] else ""
        macro = "Op " if argument["isOptional"] else ""
        lines.append(f".{macro}{spelled(argument)}{more}")
    if command.get("subcommands"):
        lines.append(".Ar command ...")
    return lines


def meaning(argument):
    text = argument.get("abstract") or ""
    values = argument.get("allValues") or []
    if values and not all(value in text for value in values):
        text += f" One of: {', '.join(values)}."
    if argument.get("defaultValue"):
        text += f" Default: {argument['defaultValue']}."
    return text


def summary(command):
    text = command["abstract"]
    return text[0].lower() + text[1:]


def described(words, command):
    abstract = command["abstract"]
    lines = [".Sh DESCRIPTION", *mdoc.prose(abstract[0].upper() + abstract[1:], mdoc.plain)]
    for paragraph in (command.get("discussion") or "").split("\n\n"):
        if paragraph.strip():
            lines += [".Pp", *mdoc.prose(paragraph, mdoc.plain)]
    children = [child for child in command.get("subcommands", [])
                if child["commandName"] != "help"]
    if children:
        lines += [".Pp", "The commands are:", *mdoc.tags(
            [(f"Xr {'-'.join((*words, child['commandName']))} 1", child["abstract"])
             for child in children], mdoc.plain)]
    options = shown(command)
    if options:
        lines += [".Pp", "The options are:", *mdoc.tags(
            [(spelled(argument), meaning(argument)) for argument in options], mdoc.plain)]
    return lines


def related(words, command):
    """The names of other pages, each with its section."""
    extra = EXTRA["pages"].get(" ".join(words), {}).get("see", [])
    parents = [("-".join(words[:-1]), 1)] if len(words) > 1 else []
    names = parents + [tuple(name.rsplit(" ", 1)) for name in extra]
    return sorted({(name, str(section)) for name, section in names}, key=lambda each: each[::-1])


def pages(found):
    """Yields the name, section, summary and body of the page of each command."""
    for program in found:
        for words, command in tree(program):
            extra = EXTRA["pages"].get(" ".join(words), {})
            body = [".Sh SYNOPSIS", *synopsis(words, command), *described(words, command)]
            if any(argument["valueName"] == "socket" for argument in shown(command)):
                body += [".Sh ENVIRONMENT", *mdoc.tags(
                    [(f"Ev {name}", text) for name, text in EXTRA["environment"].items()])]
            if "files" in extra:
                body += [".Sh FILES", *mdoc.tags(
                    [(f"Pa {name}", text) for name, text in extra["files"].items()])]
            body += [".Sh EXIT STATUS", *mdoc.prose(extra.get("exit", EXTRA["exit"]))]
            if "examples" in extra:
                body.append(".Sh EXAMPLES")
                for index, (text, lines) in enumerate(extra["examples"]):
                    body += [".Pp"] if index else []
                    body += [*mdoc.prose(text), *mdoc.literal(lines.split("\n"))]
            see = related(words, command)
            if see:
                body += [".Sh SEE ALSO", *[f".Xr {name} {section} ," for name, section in see]]
                body[-1] = body[-1].removesuffix(" ,")
            yield ("-".join(words), 8 if words[0] == "snapbackd" else 1, summary(command), body)
