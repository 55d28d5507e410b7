"""Makes a system that shows a fault smaller, as long as it shows that fault."""

import time

# Seconds; what is left then is small enough to read, or too slow to make smaller.
TIME_LIMIT = 20


def _kind(line):
    return line.split(maxsplit=1)[0]


def _without_constraint(lines, number):
    """The lines without constraint `number`; later constraints move up by one."""
    kept = []
    seen = 0
    for line in lines:
        words = line.split()
        if words[0] in ("c", "c-"):
            seen += 1
            if seen == number + 1:
                continue
        elif words[0] in ("r", "a"):
            index = int(words[1])
            if index == number:
                continue
            line = f"{words[0]} {index - (index > number)}"
        kept.append(line)
    return kept


def _without_edit(lines, place):
    """The lines without the edit variable in line `place`, and without its suggestions."""
    variable = lines[place].split()[1]
    return [
        line
        for number, line in enumerate(lines)
        if number != place and line.split()[:2] != ["s", variable]
    ]


def _cuts(lines):
    """Ways to cut a bit off, from the end to the beginning: each makes fewer lines of lines.

    Each cut leaves what is before it as it is, so that the next one still fits after it.
    """
    ends = [place for place, line in enumerate(lines) if _kind(line) == "f"]
    for end in ends[:-1]:
        yield lambda now, end=end: now[: end + 1]
    for place in reversed(range(len(lines))):
        if _kind(lines[place]) == "f" and place != ends[-1]:
            yield lambda now, place=place: now[:place] + now[place + 1 :]
        elif _kind(lines[place]) in ("s", "r", "a"):
            yield lambda now, place=place: now[:place] + now[place + 1 :]
        elif _kind(lines[place]) == "e":
            yield lambda now, place=place: _without_edit(now, place)
    for number in reversed(range(sum(_kind(line) in ("c", "c-") for line in lines))):
        yield lambda now, number=number: _without_constraint(now, number)


def shrink(text, shows_fault):
    """The smallest text found for which `shows_fault` is true, as it is for `text`."""
    end = time.monotonic() + TIME_LIMIT
    lines = [line for line in text.splitlines() if line.strip() and _kind(line) != "n"]
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for cut in _cuts(lines):
            if time.monotonic() > end:
                break
            candidate = cut(lines)
            if len(candidate) < len(lines) and shows_fault("\n".join(candidate) + "\n"):
                lines, is_smaller = candidate, True
    return "\n".join(lines) + "\n"
