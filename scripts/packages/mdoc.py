"""Writes man pages in the language of mdoc(7), from texts in the Markdown of docs/."""

import re
import textwrap

WIDTH = 78
SENTENCE = re.compile(r"(?<=[.!?:])(?<!e\.g\.)(?<!i\.e\.)((?:[)\"'*`]|\\fR)*)\s+")
SPAN = re.compile(r"`([^`]+)`|\[([^]]*)\]\(([^)]*)\)|\*\*(.+?)\*\*|(?<![\w*])\*([^*\s][^*]*)\*")


def escape(text):
    """Returns text that mdoc prints as it is, in ASCII."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = text.replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return re.sub(r"[^\x00-\x7f]", lambda sign: f"\\[u{ord(sign[0]):04X}]", text)


def words(text):
    """Returns prose for mdoc: hyphens stay hyphens, options keep their minus signs."""
    parts = re.split(r"(?<![\w-])(--?[a-z][a-z-]*)", text)
    plain = [escape(part) if index % 2 else escape(part).replace("\\-", "-")
             for index, part in enumerate(parts)]
    return "".join(plain)


# Paths in the repository, and where packages install the files.
PLACES = [
    (r"(?<![\w./])docs/([a-z-]+\.md)", r"/usr/share/doc/snapback/\1"),
    (r"(?<![\w./])configs/(scenes|scene\.schema\.json|snapbackd\.json5)", r"/usr/share/snapback/\1"),
    (r"(?<![\w./])recordings/", "/usr/share/snapback/recordings/"),
]


def document(text):
    """Returns a text with the installed paths of files."""
    for pattern, place in PLACES:
        text = re.sub(pattern, place, text)
    return text


def inline(markdown):
    """Returns a paragraph of Markdown in the text of mdoc."""
    result, end = [], 0
    for match in SPAN.finditer(markdown):
        result.append(words(document(markdown[end:match.start()])))
        code, link, _, bold, italic = match.groups()
        if code is not None:
            result.append(f"\\fB{escape(document(code))}\\fR")
        elif link is not None:
            result.append(inline(f"docs/{link}" if re.fullmatch(r"[a-z-]+\.md", link) else link))
        else:
            result.append(f"\\fI{words(bold or italic)}\\fR")
        end = match.end()
    return "".join(result) + words(document(markdown[end:]))


def protected(line):
    """Returns a line that mdoc does not take for a macro."""
    return "\\&" + line if line.startswith((".", "'")) else line


def plain(text):
    """Returns a text without Markdown, such as the help of an option, in the text of mdoc."""
    return words(document(text))


def prose(text, made=inline):
    """Returns the lines of a paragraph, each sentence on its own; `made` makes its text."""
    text = " ".join(made(text).split())
    lines = []
    for sentence in SENTENCE.sub(r"\1\n", text).split("\n"):
        lines += textwrap.wrap(
            sentence, WIDTH, break_long_words=False, break_on_hyphens=False) or []
    return [protected(line) for line in lines]


def literal(lines):
    """Returns lines as they are, such as a listing."""
    return [".Bd -literal -offset indent",
            *[protected(escape(line)) for line in lines], ".Ed"]


def tags(items, made=inline):
    """Returns a list of (head, paragraph) pairs; a head is already in mdoc."""
    lines = [".Bl -tag -width Ds"]
    for item, paragraph in items:
        lines += [f".It {item}", *(prose(paragraph, made) or ["\\&"])]
    return [*lines, ".El"]


def head(text):
    """Returns text as an argument of a macro."""
    return "\"" + text.replace("\"", "\\(dq") + "\"" if " " in text or "\"" in text else text


def page(name, section, date, summary, body):
    """Returns a man page from its name, section, one-line summary and the lines of its body."""
    lines = [f".Dd {date}", f".Dt {name.upper()} {section}", ".Os", ".Sh NAME",
             f".Nm {name}", f".Nd {words(summary.rstrip('.'))}", *body]
    return "\n".join(lines) + "\n"


# From Markdown.

def cells(row):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip("| \n"))]


def sentence(text):
    return text[:1].upper() + text[1:]


# Columns whose titles say no more than their contents.
UNNAMED = {"Meaning", "Effect", "When", "Movement"}


def table(rows):
    """Returns a table as a list.

    The column "Key", or the first, is the head of an item; the others have their titles.
    """
    titles = cells(rows[0])
    key = titles.index("Key") if "Key" in titles else 0
    titles.insert(0, titles.pop(key))
    items = []
    for row in rows[2:]:
        others = cells(row)
        first = others.pop(key)
        parts = [sentence(cell) if title in UNNAMED or len(titles) == 2 else f"{title}: {cell}"
                 for title, cell in zip(titles[1:], others) if cell]
        paragraph = ". ".join(part.rstrip(".") for part in parts) + "." if parts else ""
        items.append((head(inline(first)), paragraph))
    return tags(items)


def block(lines):
    """Returns a block of Markdown without blank lines."""
    if lines[0].startswith("|"):
        return table(lines)
    if lines[0].startswith("<"):
        return []
    bullet = re.compile(r"(?:[-*]|\d+\.) ")
    if bullet.match(lines[0]):
        items = []
        for line in lines:
            if bullet.match(line):
                items.append(bullet.sub("", line, count=1))
            else:
                items[-1] += " " + line.strip()
        kind = "-bullet" if lines[0][0] in "-*" else "-enum"
        result = [f".Bl {kind}"]
        for item in items:
            result += [".It", *prose(item)]
        return [*result, ".El"]
    return prose(" ".join(lines))


def heading(line):
    level = len(line) - len(line.lstrip("#"))
    text = line.lstrip("# ")
    if level > 2:
        return [f".Ss {inline(text)}"]
    # mandoc(1) expects other texts under these titles.
    text = {"Errors": "Messages of errors", "Actions": "Actions of the scene"}.get(text, text)
    return [f".Sh {words(text.replace('`', '').upper())}"]


def markdown(text):
    """Returns the lines of mdoc for a text of docs/, without its title."""
    result, paragraph, listing = [], [], None
    needs_break = False

    def flush():
        nonlocal needs_break
        if paragraph:
            made = block(paragraph)
            if made:
                result.extend([".Pp"] if needs_break and not made[0].startswith(".Bl") else [])
                result.extend(made)
                needs_break = True
            paragraph.clear()

    for line in text.split("\n"):
        if listing is not None:
            if line.startswith("```"):
                result.extend(literal(listing))
                listing, needs_break = None, True
            else:
                listing.append(line)
        elif line.startswith("```"):
            flush()
            listing = []
        elif line.startswith("# ") or line.startswith("<!--"):
            flush()
        elif line.startswith("#"):
            flush()
            result.extend(heading(line))
            needs_break = False
        elif not line.strip():
            flush()
        else:
            paragraph.append(line)
    flush()
    return result


def section(text, title):
    """Returns a section of a text of docs/, with its heading."""
    found = re.search(
        rf"^(#+) {re.escape(title)}\n.*?(?=^#{{1,2}} |\Z)", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise KeyError(f"there is no section \"{title}\"")
    return found[0]
