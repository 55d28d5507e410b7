"""Lengths that follow the layout: sums of metrics, and of widths and heights of views."""

import ast
import operator

OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
SIDES = ("width", "height")


class Lengths:
    """The lengths in the layout that a frame shows. `body` is the document of the scene."""

    def __init__(self, body, frame):
        self.metrics, self.screen, self.views = body.get("metrics", {}), body["screen"], frame.views

    def value(self, length):
        """A number as it is, or the value of a sum."""
        if not isinstance(length, str):
            return length
        try:
            return self._value(ast.parse(length, mode="eval").body)
        except (SyntaxError, TypeError, KeyError, ValueError) as error:
            raise ValueError(
                f'the sum "{length}" needs metrics, widths and heights only: {error!r}') from None

    def _value(self, node):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.value(self.metrics[node.id])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self._value(node.operand)
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](self._value(node.left), self._value(node.right))
        if isinstance(node, ast.Attribute) and node.attr in SIDES:
            if node.value.id == "screen":
                return self.screen[node.attr]
            return self.views[node.value.id]["frame"][2 + SIDES.index(node.attr)]
        raise ValueError(ast.unparse(node))
