"""The completions of bash, zsh and fish.

Commands on swift-argument-parser print their own; those of snapbackd are written here, from its
options.
"""

import re
import subprocess

BASH = """# Completions of snapbackd for bash.
_snapbackd() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  case $before in
{cases}
    *) mapfile -t COMPREPLY < <(compgen -W '{options}' -- "$word") ;;
  esac
}}
complete -o filenames -F _snapbackd snapbackd
"""
PLACES = {
    "bash": "bash/{}", "zsh": "zsh/_{}", "fish": "fish/{}.fish",
}


def name(argument):
    return argument["names"][0]["name"]


def values(argument):
    return argument.get("completionKind", {}).get("list", {}).get("values", [])


def is_file(argument):
    return "file" in argument.get("completionKind", {})


def bash(daemon):
    cases = []
    for argument in daemon["arguments"]:
        if values(argument):
            made = f"mapfile -t COMPREPLY < <(compgen -W '{' '.join(values(argument))}' -- \"$word\")"
        elif is_file(argument):
            made = "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
        elif argument["kind"] == "option":
            made = ":"
        else:
            continue
        cases.append(f"    --{name(argument)}) {made} ;;")
    options = " ".join(f"--{name(argument)}" for argument in daemon["arguments"])
    return BASH.format(cases="\n".join(cases), options=options)


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(daemon):
    lines = ["#compdef snapbackd", "_arguments \\"]
    for argument in daemon["arguments"]:
        text = argument["abstract"].replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
        more = "*" if argument["isRepeating"] else ""
        spec = f"{more}--{name(argument)}"
        if argument["kind"] == "option":
            action = "_files" if is_file(argument) else f"({' '.join(values(argument))})"
            spec += f"=[{text}]:{argument['valueName']}:{action if action != '()' else ' '}"
        else:
            spec += f"[{text}]"
        lines.append(f"  {quoted(spec)} \\")
    lines[-1] = lines[-1].removesuffix(" \\")
    return "\n".join(lines) + "\n"


def fish(daemon):
    lines = ["complete -c snapbackd -f"]
    for argument in daemon["arguments"]:
        line = f"complete -c snapbackd -l {name(argument)} -d {quoted(argument['abstract'])}"
        if values(argument):
            line += f" -x -a {quoted(' '.join(values(argument)))}"
        elif is_file(argument):
            line += " -r -F"
        elif argument["kind"] == "option":
            line += " -x"
        lines.append(line)
    return "\n".join(lines) + "\n"


def corrected(text):
    """Returns a script for fish with names that its argparse understands.

    It takes x-range for the letter x and the name range, unless another letter comes first.
    """
    def named(spec):
        return f"'{spec[1].upper()}/{spec[1]}-{spec[2]}'"

    return re.sub(r"(?<= )'([a-z])-([a-z-]+=\+?)'", named, text)


def write(binaries, programs, folder):
    """Writes the completions of all programs."""
    own = {"bash": bash, "zsh": zsh, "fish": fish}
    for program in programs:
        command = program["commandName"]
        for shell, place in PLACES.items():
            if command == "snapbackd":
                text = own[shell](program)
            else:
                text = subprocess.run(
                    [binaries / command, "--generate-completion-script", shell],
                    capture_output=True, text=True, check=True).stdout
                text = corrected(text) if shell == "fish" else text.removeprefix("#!/bin/bash\n")
            target = folder / place.format(command)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
