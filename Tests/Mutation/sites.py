"""The places of a source file that can be mutated, and the file with mutants in it."""

import re
from dataclasses import asdict, dataclass

from structure import Structure
from tokens import Source

RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SIGNS = {"+": "-", "-": "+", "*": "/", "/": "*", "&+": "&-", "&-": "&+"}
LOGIC = {"&&": "||", "||": "&&"}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
LEAVES = ("return", "throw", "continue", "break", "goto")
BRANCHES = ("if", "while", "guard")


@dataclass(frozen=True)
class Site:
    """One way to mutate one place: `mutated` stands for the text from `start` to `end`."""

    path: str
    kind: str
    # expression, statement (left out) or assignment
    style: str
    line: int
    start: int
    end: int
    mutated: str
    # The lines as they are and as they would be.
    original_line: str
    mutated_line: str


def flat(text):
    """Text on one line."""
    return re.sub(r"\s*\n\s*", " ", text)


class Finder:
    """All positions of a file. Each is a list of sites that exclude each other."""

    def __init__(self, path, text):
        self.path, self.source = path, Source(text, is_c=path.endswith((".c", ".h")))
        self.structure = Structure(self.source)
        self.tokens = self.source.tokens
        self.places = []
        for index, token in enumerate(self.tokens):
            if index not in self.structure.excluded:
                self._visit(index, token)

    def _visit(self, index, token):
        if token.kind == "number":
            self._literal(index)
        elif token.kind == "operator" and token.is_binary:
            self._operator(index)
        elif token.kind == "word" and not self._is_member(index):
            if token.text in ("true", "false") and not self.source.is_c:
                swapped = "false" if token.text == "true" else "true"
                self._add("boolean", index, index, [(token.start, token.end, swapped)])
            elif token.text in ("min", "max"):
                self._extreme(index)
            elif token.text in BRANCHES and self._text(index + 1) != ":":
                self._branch(index)
            elif token.text == "where" and not self.source.is_c:
                self._clauses(index, "negate")
        elif token.text == "[" and not self.source.is_c:
            self._options(index)
        if token.kind == "word" and self.structure.breaks(index):
            self._call(index)

    def _text(self, index):
        return self.structure.text(index)

    def _is_member(self, index):
        return self._text(index - 1) == "."

    def _add(self, kind, first, last, edits, style="expression"):
        """A place from one token to another, and each edit of it, `(start, end, text)`."""
        if not self.structure.is_region(first, last) and style != "statement":
            return
        start, end = self.tokens[first].start, self.tokens[last].end
        text = self.source.text
        sites = []
        for a, b, new in edits:
            top, bottom = text.rfind("\n", 0, a) + 1, (text + "\n").find("\n", b)
            sites.append(Site(
                self.path, kind, style, text.count("\n", 0, a) + 1, start, end,
                flat(text[start:a] + new + text[b:end]), flat(text[top:bottom]).strip(),
                flat(text[top:a] + new + text[b:bottom]).strip()))
        self.places.append(sites)

    def _literal(self, index):
        token = self.tokens[index]
        if self._is_member(index) or self._text(index - 1) == "case":
            return
        if (self._text(index - 1) == "<" and not self.tokens[index - 1].after
                or self._text(index + 1) == ">" and not self.tokens[index + 1].before):
            return
        # The length of an array in C.
        if self.source.is_c and self._text(index - 1) == "[" and self._is_word(index - 3):
            return
        news = other_numbers(token.text)
        if self._text(index - 1) in ("/", "%"):
            news = [new for new in news if re.search(r"[1-9]", new)]
        # Any number below 0 says that a call failed.
        if self.source.is_c and self._text(index - 1) == "-" and token.text == "1":
            news = ["0"]
        self._add("literal", index, index, [(token.start, token.end, new) for new in news])

    def _is_word(self, index):
        return index >= 0 and self.tokens[index].kind == "word" and self._text(index) != "return"

    def _operator(self, index):
        token, structure = self.tokens[index], self.structure
        for kind, table in (("relation", RELATIONS), ("sign", SIGNS), ("logic", LOGIC)):
            if token.text in table and not self._joins_text(index):
                self._replace(kind, index, table[token.text])
        if token.text in ASSIGNMENTS and not self._joins_text(index):
            first = structure.operand_start(index, 0)
            last = structure.operand_end(index, 0)
            if self.source.is_c and self._text(last + 1) == ";":
                last += 1
            if structure.breaks(first) and last > index:
                edit = (token.start, token.end, ASSIGNMENTS[token.text])
                self._add("sign", first, last, [edit], style="assignment")
        if token.text == "|":
            self._flag(index)
        if token.text == "?" and self._text(index - 1) not in ("as", "try"):
            first = structure.operand_start(index, 1)
            self._negate("ternary", first, index - 1)

    def _joins_text(self, index):
        """Whether an operator has a string or list operand: then it has no replacement."""
        return self.tokens[index].text in ("+", "+=") and any(
            beside.kind == "string" or beside.text in ("[", "]")
            for beside in self.tokens[index + 1:index + 2] + self.tokens[index - 1:index]
            if not (beside.text == "]" and self._is_subscript(index - 1)))

    def _is_subscript(self, closing):
        opening = self.source.partner.get(closing)
        return opening is not None and opening > 0 and not self.tokens[opening].before and (
            self._text(opening - 1) not in ("(", "["))

    def _replace(self, kind, index, new):
        token, precedence = self.tokens[index], self.structure.precedence[self._text(index)]
        first = self.structure.operand_start(index, precedence)
        last = self.structure.operand_end(index, precedence)
        if first < index < last:
            self._add(kind, first, last, [(token.start, token.end, new)])

    def _flag(self, index):
        precedence = self.structure.precedence["|"]
        first = self.structure.operand_start(index, precedence)
        last = self.structure.operand_end(index, precedence)
        right = self.structure.operand_end(index, precedence + 1)
        if not first < index < last:
            return
        edits = [(self.tokens[index - 1].end, self.tokens[right].end, "")]
        if self.structure.operand_start(index, precedence + 1) == first:
            edits.append((self.tokens[first].start, self.tokens[index + 1].start, ""))
        self._add("flag", first, last, edits)

    def _options(self, index):
        """The parts of an option set, `[.a, .b]`."""
        last = self.source.partner.get(index)
        if last is None or self._is_subscript(last) or (last - index) % 3 or last - index < 6:
            return
        parts = range(index + 1, last, 3)
        if any(self._text(at) != "." or self._text(at + 2) not in (",", "]") for at in parts):
            return
        edits = []
        for at in parts:
            if at + 2 < last:
                edits.append((self.tokens[at].start, self.tokens[at + 3].start, ""))
            else:
                edits.append((self.tokens[at - 2].end, self.tokens[at + 1].end, ""))
        self._add("flag", index, last, edits)

    def _extreme(self, index):
        if self._text(index + 1) == "(" and not self.tokens[index + 1].before:
            token, swapped = self.tokens[index], {"min": "max", "max": "min"}
            self._add("extreme", index, self.source.partner[index + 1],
                      [(token.start, token.end, swapped[token.text])])

    def _branch(self, index):
        if self.source.is_c:
            if self._text(index + 1) != "(":
                return
            closing = self.source.partner[index + 1]
            behind = closing + 2 if self._text(closing + 1) == "{" else closing + 1
            leaves = self._text(index) == "if" and self._text(behind) in LEAVES
            return self._negate("leave" if leaves else "negate", index + 2, closing - 1)
        self._clauses(index, None)

    def _clauses(self, index, kind):
        """The conditions behind `if`, `while`, `guard` and `where`."""
        clauses, first, at = [], index + 1, index + 1
        while at < len(self.tokens) and self._text(at) not in (")", "]", "}", ":"):
            if at in self.structure.bodies or self._text(at) in (",", "else"):
                clauses.append((first, at - 1))
                first = at + 1
                if self._text(at) != ",":
                    break
            opens = self._text(at) in ("(", "[", "{")
            at = self.source.partner.get(at, at) + 1 if opens else at + 1
        else:
            return
        if kind is None:
            leaves = self._text(index) == "guard" or (
                self._text(index) == "if" and self._text(at + 1) in LEAVES)
            kind = "leave" if leaves else "negate"
        for first, last in clauses:
            if not self._text(first).startswith(("let", "var", "case", "#")):
                while self._text(first) in ("try", "await", "unsafe"):
                    first += 1
                self._negate(kind, first, last)

    def _negate(self, kind, first, last):
        operators = self._operators(first, last)
        # A relation is a place already, and so is a literal.
        if (first > last or operators in (["=="], ["!="])
                or (first == last and self._text(first) in ("true", "false"))):
            return
        text, start = self.source.slice(first, last), self.tokens[first].start
        if not operators and self._text(first) == "!":
            new = text[1:]
        else:
            new = f"!({text})" if operators or self._text(first) == "(" else "!" + text
        self._add(kind, first, last, [(start, self.tokens[last].end, new)])

    def _operators(self, first, last):
        """The operators between these tokens that are in no bracket."""
        found, at = [], first
        while at <= last:
            if self.tokens[at].is_binary or self._text(at) in ("as", "is"):
                found.append(self._text(at))
            opens = self._text(at) in ("(", "[", "{")
            at = self.source.partner.get(at, at) + 1 if opens else at + 1
        return found

    def _call(self, index):
        """A call that is a statement of its own."""
        last = self.structure.statement_end(index)
        first = index + 2 if self._text(index) == "_" and self._text(index + 1) == "=" else index
        while self._text(first) in ("try", "await", "unsafe", "?"):
            first += 1
        words = range(first, last + 1)
        if (last <= first + 1 or self._text(last) not in (")", "}")
                or self._text(first) in self.structure.keywords or self._text(first) == "super"
                or any(self.structure.is_untouched_call(at) or at in self.structure.bodies
                       or at in self.structure.excluded for at in words)
                or (self._text(first), self._text(first + 2)) == ("self", "init")):
            return
        at = first
        while at <= last:
            if self._text(at) in ("(", "[", "{"):
                at = self.source.partner.get(at, last)
            elif self.tokens[at].is_binary or self.structure.text(at) in ("in", ":"):
                return
            at += 1
        opening = self._opening_before(index)
        is_alone = opening is not None and self.source.partner.get(opening) == last + 1
        if is_alone and not self.source.is_c and self.structure.may_return(opening):
            return
        if self.source.is_c:
            if self._text(last + 1) != ";" or self._text(first + 1) != "(":
                return
            last += 1
        edit = (self.tokens[index].start, self.tokens[last].end, "")
        self._add("call", index, last, [edit], style="statement")

    def _opening_before(self, index):
        """The brace that the statement at `index` is the first behind."""
        if self._text(index - 1) == "{":
            return index - 1
        if self._text(index - 1) != "in":
            return None
        while index > 0 and self._text(index) != "{":
            index -= 1
        return index


def other_numbers(text):
    """Replacements of a number: twice as much, one more, and zero."""
    suffix = re.search(r"[uUlL]*$", text).group()
    bare = text[:len(text) - len(suffix)].replace("_", "").lower()
    if re.match("0x.*[.p]", bare):
        value = float.fromhex(bare)
    elif re.match("0[xbo]", bare):
        value = int(bare, 0)
    else:
        value = float(bare) if re.search("[.e]", bare) else int(bare)
    news = []
    for new in (2 * value, value + 1, type(value)(0)):
        if new != value and new not in news:
            news.append(new)
    return [repr(new) + suffix for new in news]


def find_places(path, text):
    """All positions of a file, in order."""
    return Finder(path, text).places


def rewrite(text, chosen, is_c=False):
    """The file with mutants in it; lines keep their numbers.

    `chosen` has the sites by their number. Sites overlap only as one inside the other.
    """
    order = sorted(chosen.items(), key=lambda item: (item[1].start, -item[1].end))

    def render(start, end, items):
        out, at = [], start
        while items:
            outer = items[0][1]
            same = [item for item in items
                    if (item[1].start, item[1].end) == (outer.start, outer.end)]
            inner = [item for item in items[len(same):] if item[1].end <= outer.end]
            items = items[len(same) + len(inner):]
            body = render(outer.start, outer.end, inner)
            for number, site in reversed(same):
                body = wrap(number, site, body, is_c)
            out += [text[at:outer.start], body]
            at = outer.end
        return "".join(out) + text[at:end]

    return render(0, len(text), order)


def wrap(number, site, body, is_c):
    """The original text with one mutant beside it."""
    test = f"snapback_mutant({number})"
    if site.style == "expression":
        return f"({test} ? ({site.mutated}) : ({body}))"
    if site.style == "statement":
        text = f"if (!{test}) {{ {body} }}" if is_c else f"if !{test} {{ {body} }}"
    elif is_c:
        text = f"if ({test}) {{ {site.mutated} }} else {{ {body} }}"
    else:
        text = f"if {test} {{ {site.mutated} }} else {{ {body} }}"
    return f"{{ {text} }}" if is_c else text


def overlaps(site, other):
    """Whether two sites cross, so that one file cannot hold both."""
    return (site.start < other.start < site.end < other.end
            or other.start < site.start < other.end < site.end)


def as_record(site):
    """A site as it is kept in a file."""
    return asdict(site)
