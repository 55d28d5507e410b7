"""Where statements and expressions begin and end, and what is never mutated."""

SWIFT_PRECEDENCE = {
    "<<": 9, ">>": 9, "&<<": 9, "&>>": 9, "*": 8, "/": 8, "%": 8, "&": 8, "&*": 8,
    "+": 7, "-": 7, "|": 7, "^": 7, "&+": 7, "&-": 7, "..<": 6, "...": 6, "as": 5, "is": 5,
    "??": 4, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "===": 3, "!==": 3, "~=": 3,
    "&&": 2, "||": 1, "?": 0,
}
C_PRECEDENCE = {
    "*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, "<=": 7, ">": 7,
    ">=": 7, "==": 6, "!=": 6, "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1, "?": 0,
}
DECLARATIONS = {
    "func", "extension", "struct", "enum", "protocol", "typealias", "associatedtype", "import",
    "subscript", "operator", "class", "init", "deinit", "precedencegroup",
}
HEADS = {"if", "while", "for", "switch", "guard", "catch"}
OPENERS = {"else", "do", "defer", "repeat", "get", "set", "didSet", "willSet"}
# An expression begins behind these and ends before them, but for the first three.
EFFECTS = {"try", "await", "unsafe"}
KEYWORDS = EFFECTS | HEADS | OPENERS | DECLARATIONS | {
    "return", "in", "where", "case", "let", "var", "throw", "default", "break", "continue", "goto",
}
# A failed check ends the program, a capacity is no behavior, and these lines of the log are ours.
UNTOUCHED_CALLS = {
    "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError",
    "reserveCapacity",
}
UNTOUCHED_LEVELS = {"debug", "trace"}
C_KEYWORDS = {
    "return", "if", "else", "while", "for", "do", "switch", "case", "default", "goto", "break",
    "continue",
}
REGION_LIMIT = 320


class Structure:
    """The structure around a file's tokens."""

    def __init__(self, source):
        self.source, self.tokens = source, source.tokens
        self.precedence = C_PRECEDENCE if source.is_c else SWIFT_PRECEDENCE
        self.keywords = C_KEYWORDS if source.is_c else KEYWORDS
        # Tokens that are not mutated, by index.
        self.excluded = set()
        # The opening braces of bodies, and whether a body may return its only expression.
        self.bodies = {}
        self._case_colons = set()
        self._exclude_conditional_code()
        for index in range(len(self.tokens)):
            self._visit_c(index) if source.is_c else self._visit(index)

    def text(self, index):
        """The text of a token; nothing outside the file."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def is_untouched_call(self, index):
        """Whether the token names a function whose calls are left alone."""
        if self.text(index) in UNTOUCHED_LEVELS:
            return self.text(index - 1) == "." and self.text(index - 2) in ("log", "logger")
        return self.text(index) in UNTOUCHED_CALLS

    def breaks(self, index):
        """Whether a statement begins at this token."""
        before, token = self.text(index - 1), self.tokens[index]
        if index == 0 or before in ("{", ";") or token.text == "}":
            return True
        if index - 1 in self._case_colons:
            return True
        if self.source.is_c:
            return (before in ("}", "else") or self.tokens[index - 1].kind == "directive"
                    or self._closes_head(index - 1))
        if self.tokens[index - 1].kind == "directive" or token.kind == "directive":
            return True
        if not token.leads or self.tokens[index - 1].is_binary or token.is_binary:
            return False
        if before in ("(", "[", ",", ":", "else", "where", "is", "as") or before in EFFECTS:
            return False
        return token.text not in (".", ":", ")", "]", ",", "{", "else", "where", "is", "as")

    def _closes_head(self, index):
        opening = self.source.partner.get(index)
        return (self.text(index) == ")" and opening is not None
                and self.text(opening - 1) in ("if", "while", "for", "switch"))

    def _exclude_conditional_code(self):
        depth = 0
        for index, token in enumerate(self.tokens):
            word = token.text.split()[0] if token.kind == "directive" else ""
            depth += word.startswith("#if")
            if depth or word:
                self.excluded.add(index)
            depth -= word == "#endif"

    def _exclude(self, first, last):
        self.excluded.update(range(first, last + 1))

    def _visit_c(self, index):
        if self.text(index) != "{":
            return
        self.bodies[index] = False
        words = [self.text(index - step) for step in (1, 2)]
        if "enum" in words or words[0] == "=":
            self._exclude(index, self.source.partner.get(index, index))

    def _visit(self, index):
        token = self.tokens[index]
        if token.kind != "word" or self.text(index - 1) == ".":
            if token.kind == "word" and self.is_untouched_call(index):
                self._exclude_call(index)
            return
        following = self.text(index + 1)
        if token.text.startswith("@"):
            has_arguments = following == "(" and not self.tokens[index + 1].before
            self._exclude(index, self.source.partner[index + 1] if has_arguments else index)
        elif self.is_untouched_call(index):
            self._exclude_call(index)
        elif token.text in ("case", "default"):
            self._exclude_label(index)
        elif following == ":":
            return
        elif token.text in DECLARATIONS:
            self._exclude_header(index)
        elif token.text in HEADS or token.text in OPENERS:
            self._find_body(index)

    def _exclude_call(self, index):
        if self.text(index + 1) == "(":
            self._exclude(index, self.source.partner.get(index + 1, index))

    def _walk(self, index):
        """The tokens behind this one at its depth, brackets as their opening one, to the end of
        what is around them."""
        at = index + 1
        while at < len(self.tokens) and self.text(at) not in (")", "]", "}"):
            yield at
            is_bracket = self.text(at) in ("(", "[", "{")
            at = self.source.partner.get(at, at) + 1 if is_bracket else at + 1

    def _exclude_label(self, index):
        is_pattern = not self.breaks(index)
        if self.text(index) == "default" and is_pattern:
            return
        is_excluding, last = True, index
        for at in self._walk(index):
            if self.text(at) == ":" and not self.tokens[at].before:
                self._case_colons.add(at)
                break
            if self.breaks(at) or (is_pattern and self.text(at) == "="):
                break
            if self.text(at) == "where":
                self._exclude(index, at)
                is_excluding = False
            last = self.source.partner.get(at, at)
        if is_excluding:
            self._exclude(index, last)

    def _exclude_header(self, index):
        has_result, last = self.text(index) == "subscript", index
        for at in self._walk(index):
            if self.text(at) == "{":
                self.bodies.setdefault(at, has_result)
                break
            if self.breaks(at):
                break
            has_result = has_result or self.text(at) == "->"
            last = self.source.partner.get(at, at)
        self._exclude(index, last)

    def _find_body(self, index):
        if self.tokens[index].text in OPENERS:
            at = index + 1
            if self.text(at) == "(":
                at = self.source.partner[at] + 1
            if self.text(at) == "{":
                self.bodies[at] = self.tokens[index].text == "get"
            return
        for at in self._walk(index):
            if self.text(at) == "else" or (self.text(at) == "{" and self.text(at - 1) != "="):
                if self.text(at) == "{":
                    self.bodies[at] = False
                return

    def may_return(self, opening):
        """Whether the only expression between these braces may be their value."""
        return self.bodies.get(opening, True)

    def _bounds(self, index, precedence):
        """Whether an expression of operators of this precedence and above ends at this token."""
        token = self.tokens[index]
        if token.text in (",", ";", ":", "->") or token.kind == "directive":
            return True
        if token.kind == "word" and token.text in self.keywords:
            return self.text(index - 1) != "."
        is_operator = token.is_binary or token.text in ("as", "is")
        return is_operator and self.precedence.get(token.text, -1) < precedence

    def operand_start(self, index, precedence):
        """The first token of the expression that ends before this token."""
        while index > 0 and not self.breaks(index):
            before = index - 1
            if self.text(before) in (")", "]", "}"):
                opening = self.source.partner.get(before)
                if opening is None or opening in self.bodies or self._closes_head(before):
                    break
                index = opening
                continue
            if self.text(before) in ("(", "[", "{") or self._bounds(before, precedence):
                break
            index = before
        is_effect = self.text(index - 1) == "try" and self.text(index) in ("?", "!")
        return index + 1 if is_effect else index

    def operand_end(self, index, precedence):
        """The last token of the expression that continues after this token."""
        while index + 1 < len(self.tokens) and not self.breaks(index + 1):
            after = index + 1
            if self.text(after) in ("(", "[", "{"):
                if after in self.bodies or after not in self.source.partner:
                    break
                index = self.source.partner[after]
                continue
            is_effect = self.text(after) in EFFECTS
            if self.text(after) in (")", "]", "}"):
                break
            if self._bounds(after, precedence) and not is_effect:
                break
            index = after
        return index

    def is_region(self, first, last):
        """Whether these tokens can be written twice on one line."""
        tokens = self.tokens
        if first > last or (tokens[first].text == "&" and not self.source.is_c):
            return False
        text = self.source.slice(first, last)
        if len(text) > REGION_LIMIT or ("\n" in text and "{" in text):
            return False
        return not self.source.has_comment(tokens[first].start, tokens[last].end)

    def statement_end(self, index):
        """The last token of the statement that begins at this token."""
        last = index
        for at in [index, *self._walk(index)]:
            if at > index and (self.breaks(at) or self.text(at) == ";"):
                break
            last = self.source.partner.get(at, at) if self.text(at) in ("(", "[", "{") else at
        return last
