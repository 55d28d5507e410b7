"""Formats the results of the mutants as text."""

import json
import os
from collections import Counter, defaultdict


def read_justified(folder):
    """Tests/Mutation/justified.json by file, original line and mutated line."""
    with open(os.path.join(folder, "justified.json"), encoding="utf-8") as file:
        entries = json.load(file)
    return {(entry["file"], entry["original"], entry["mutated"]): entry["reason"]
            for entry in entries}


def key(site):
    """The key by which a justification names a mutant."""
    return site.path, site.original_line, site.mutated_line


def percent(caught, total):
    """A share with one decimal."""
    return f"{100 * caught / total:.1f} %" if total else "-"


def table(rows):
    """Rows as a table of Markdown; the first is its head."""
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(rows[0]))]
    lines = ["| " + " | ".join(f"{cell!s:{width}}" for cell, width in zip(row, widths)) + " |"
             for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return lines


def difference(number, site):
    """A mutant as the lines of a difference."""
    return [f"{number}: {site.path}:{site.line} ({site.kind})", f"  - {site.original_line}",
            f"  + {site.mutated_line or '(nothing)'}"]


def find_status(mutants, results, justified):
    """caught, survived, not covered or justified for each mutant that was run, by number."""
    status = {}
    for number, site in mutants.items():
        if number in results:
            found = results[number]["status"]
            status[number] = "justified" if found != "caught" and key(site) in justified else found
    return status


def find_score(status):
    """How many of a hundred mutants are caught or justified."""
    good = sum(state in ("caught", "justified") for state in status.values())
    return 100 * good / max(len(status), 1)


def write_report(mutants, results, baseline, dropped, justified):
    """The report: `mutants` are the sites by number, `results` what came of each so far."""
    status = find_status(mutants, results, justified)
    lines = summary(mutants, status, dropped)
    failing = {name: entry for name, entry in baseline.items() if entry["how"] != "passed"}
    if failing:
        lines += ["", "Suites that fail without a mutant and were left out:", ""]
        lines += [f"- {name}: {entry['how']} {entry['test']}" for name, entry in failing.items()]
    for title, wanted in (("Survived", "survived"), ("Reached by no test", "not covered")):
        here = [number for number in mutants if status.get(number) == wanted]
        if here:
            lines += ["", f"## {title}", "", "```diff"]
            for number in here:
                lines += difference(number, mutants[number])
            lines += ["```"]
    lines += caught_by(mutants, results, status)
    here = [number for number in mutants if status.get(number) == "justified"]
    if here:
        lines += ["", "## Justified", ""]
        for number in here:
            site = mutants[number]
            lines += [f"- `{site.path}:{site.line}`, `{site.mutated_line or 'nothing'}` for "
                      f"`{site.original_line}`: {justified[key(site)]}"]
    stale = [number for number, site in mutants.items()
             if status.get(number) == "caught" and key(site) in justified]
    lines += [f"\njustified.json is wrong: mutant {number} is caught" for number in stale]
    return "\n".join(lines)


def summary(mutants, status, dropped):
    """The table of modules, the table of kinds and the score."""
    states = ("caught", "survived", "not covered", "justified")
    parts = []
    for head, name in (("module", lambda site: site.path.split("/")[1]),
                       ("kind", lambda site: site.kind)):
        counts = defaultdict(Counter)
        for number, state in status.items():
            counts[name(mutants[number])][state] += 1
            counts["all"][state] += 1
        rows = [(head, *states, "score")]
        for label in [*sorted(set(counts) - {"all"}), "all"]:
            row = [counts[label][state] for state in states]
            rows.append((label, *row, percent(row[0] + row[3], sum(row))))
        parts += [*table(rows), ""]
    count = Counter(status.values())
    total = sum(count.values())
    return [
        *parts,
        f"{total} of {len(mutants)} mutants run. Score: {percent(count['caught'], total)} caught, "
        f"{percent(count['caught'] + count['justified'], total)} caught or justified. "
        f"{dropped} more were drawn that do not compile.",
    ]


def caught_by(mutants, results, status):
    """Each mutant that was caught, with the test that did it."""
    rows = [("mutant", "place", "kind", "how", "suite", "test")]
    for number, site in mutants.items():
        if status.get(number) == "caught":
            result = results[number]
            rows.append((number, f"{site.path.removeprefix('Sources/')}:{site.line}", site.kind,
                         result["how"], result["suite"], result["test"].replace("|", "\\|")))
    return ["", "## Caught", "", *table(rows)] if len(rows) > 1 else []
