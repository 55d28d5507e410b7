"""Swift and C as tokens: enough to tell an operator from a generic, a string or a comment."""

import re
from dataclasses import dataclass


@dataclass
class Token:
    """A piece of source; `kind` is word, number, string, operator, mark or directive."""

    kind: str
    text: str
    start: int
    line: int
    # Whether there is a space or a line's end on either side.
    before: bool = True
    after: bool = True
    # Whether the token is the first of its line.
    leads: bool = False

    @property
    def end(self):
        """The offset behind the token."""
        return self.start + len(self.text)

    @property
    def is_binary(self):
        """Whether the token is an operator between two operands."""
        return self.kind == "operator" and (
            (self.before and self.after) or self.text in ("..<", "..."))


SPACE = re.compile(r"\s+")
NUMBER = re.compile(r"0[xX][0-9a-fA-F_]+(?:\.[0-9a-fA-F_]+)?(?:[pP][-+]?\d+)?[uUlL]*|0[bo][0-7_]+"
                    r"|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d+)?[uUlL]*")
WORD = re.compile(r"[@#]?`?[A-Za-z_$\u0080-\U0010ffff][\w$]*`?")
OPERATOR = re.compile(r"\.\.[.<]|(?:(?!//|/\*)[-+*/%<>=!&|^~?])+")
C_OPERATOR = re.compile(r"<<=|>>=|->|\+\+|--|&&|\|\||<<|>>|[-+*/%<>=!&|^]=|[-+*/%<>=!&|^~?]")
DIRECTIVE = re.compile(r"#(?:\\\n|[^\n])*")
CONDITIONS = ("#if", "#elseif", "#else", "#endif")


def block_comment_end(text, at, nests):
    """The offset behind the comment that starts at `at`; Swift's nest."""
    depth, at = 1, at + 2
    while depth and at < len(text):
        if nests and text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
        else:
            at += 1
    return at


def string_end(text, at):
    """The offset behind the Swift string that starts at `at`, interpolations included."""
    hashes = len(text[at:]) - len(text[at:].lstrip("#"))
    quote = '"""' if text.startswith('"""', at + hashes) else '"'
    close, escape = quote + "#" * hashes, "\\" + "#" * hashes
    at += hashes + len(quote)
    while at < len(text) and not text.startswith(close, at):
        if not text.startswith(escape, at):
            at += 1
            continue
        at += len(escape)
        at = interpolation_end(text, at) if text[at] == "(" else at + 1
    return at + len(close)


def interpolation_end(text, at):
    """The offset behind the bracket that closes the one at `at`."""
    depth = 0
    while at < len(text):
        if re.match(r'#*"', text[at:at + 4]):
            at = string_end(text, at)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            break
    return at


class Source:
    """A file's tokens, with the partner of each bracket and the spans of its comments."""

    def __init__(self, text, is_c=False):
        self.text, self.is_c = text, is_c
        self.tokens, self.comments = [], []
        self.lines = text.split("\n")
        self._line = 1
        at = 0
        while at < len(text):
            end = self._step(at)
            self._line += text.count("\n", at, end)
            at = end
        self._look_around()
        self.partner = self._match()

    def _step(self, at):
        text = self.text
        if found := SPACE.match(text, at):
            return found.end()
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", at):
            end = block_comment_end(text, at, not self.is_c)
        else:
            kind, end = self._classify(at)
            self.tokens.append(Token(kind, text[at:end], at, self._line))
            return end
        self.comments.append((at, end))
        return end

    def _classify(self, at):
        text = self.text
        if self.is_c:
            if text[at] == "#":
                return "directive", DIRECTIVE.match(text, at).end()
            if found := re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'').match(text, at):
                return "string", found.end()
        elif re.match(r'#*"', text[at:at + 4]):
            return "string", string_end(text, at)
        for kind, pattern in (
            ("number", NUMBER), ("word", WORD),
            ("operator", C_OPERATOR if self.is_c else OPERATOR),
        ):
            if found := pattern.match(text, at):
                if found.group() in CONDITIONS:
                    return "directive", DIRECTIVE.match(text, at).end()
                return kind, found.end()
        return "mark", at + 1

    def _look_around(self):
        text, line = self.text, 0
        for token in self.tokens:
            token.before = token.start == 0 or text[token.start - 1].isspace()
            token.after = token.end >= len(text) or text[token.end].isspace()
            token.leads, line = token.line != line, token.line + token.text.count("\n")

    def _match(self):
        partner, open_ones = {}, []
        for index, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            if token.text in "([{":
                open_ones.append(index)
            elif token.text in ")]}" and open_ones:
                partner[index] = open_ones.pop()
                partner[partner[index]] = index
        return partner

    def slice(self, first, last):
        """The text from one token to another, both included."""
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def has_comment(self, start, end):
        """Whether a comment lies between two offsets."""
        return any(start <= a < end for a, _ in self.comments)
