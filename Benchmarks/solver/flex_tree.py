"""Words in which flexbox trees are written, their text files, and the comparison of answers.

A tree describes the same screen as a workload: a node that is called `row3` is the view whose
variables are `row3.x`, `row3.y`, `row3.w` and `row3.h`. The frames are the workload's; `edits` and
`switches` translate their changes into changes of styles. Answers are compared in each frame, view
by view. The text file that yoga_driver.cpp reads has one statement a line; `#` begins a comment
line.

    n PARENT NAME           a node, numbered from 0; PARENT is an earlier one, -1 for the root
    s NODE STYLE VALUE      set a style: points, a percentage such as 30%, or a keyword
    f LABEL NUMBER          the frame ends: lay out and read every node; NUMBER is the workload's

Changes before the first `f` are the styles with which the nodes are made.
"""

import dataclasses
import math

# How far answers may lie apart: in points, and as a share of the screen's extent. Yoga computes in
# single precision, 24 bits, of which long sums of sizes lose up to four.
TOLERANCE, SHARE = 0.01, 2.0**-20


class Node:
    """A node with its styles and children; `name` is None where a workload has no such view."""

    def __init__(self, name, *children, is_local=False, **styles):
        self.name, self.children, self.styles = name, children, styles
        self.is_local = is_local  # the view's variables are relative to its parent, as a node's are


@dataclasses.dataclass(frozen=True)
class Switch:
    """Styles while a constraint is active and while it is not, as (node's name, style, value)."""

    active: tuple
    inactive: tuple


@dataclasses.dataclass(frozen=True)
class Screen:
    """A tree, and how to change it as a workload changes."""

    root: Node
    operations: tuple  # the labels of the frames that the tree can follow
    edits: dict  # variable that frames set to (node's name, style)
    # Variable to the Switch of the constraint that holds it at 0.
    switches: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Frame:
    """A frame that the tree can follow: its number in the workload, label, and changes."""

    number: int
    label: str
    changes: list  # of (node's name, style, value)


class Tree:
    """A screen's nodes in order, parents first, and its frames."""

    def __init__(self, screen, workload):
        self.nodes, self.parents = [], []
        self.append(screen.root, -1)
        self.numbers = {node.name: place for place, node in enumerate(self.nodes) if node.name}
        self.frames = list(frames(screen, workload))
        self.variables = [self.place(name) for name in workload.names]

    def append(self, node, parent):
        number = len(self.nodes)
        self.nodes.append(node)
        self.parents.append(parent)
        for child in node.children:
            self.append(child, number)

    def place(self, variable):
        """(node, which of its four numbers) for a variable such as `row3.w`."""
        name, _, axis = variable.partition(".")
        if name not in self.numbers:
            raise ValueError(f"the tree has no node for the variable {variable}")
        return self.numbers[name], "xywh".index(axis)

    def text(self, title):
        """The file's content."""
        lines = [f"# {title}: {len(self.nodes)} nodes"]
        for node, parent in zip(self.nodes, self.parents):
            lines.append(f"n {parent} {node.name or '-'}")
        for number, node in enumerate(self.nodes):
            lines += [f"s {number} {style} {value}" for style, value in node.styles.items()]
        for frame in self.frames:
            for name, style, value in frame.changes:
                lines.append(f"s {self.numbers[name]} {style} {value}")
            lines.append(f"f {frame.label} {frame.number}")
        return "\n".join(lines) + "\n"

    def values(self, answer):
        """The workload's variables, from each node's left, top, width and height in its parent."""
        rectangles = []
        for number, node in enumerate(self.nodes):
            left, top, width, height = (
                math.nan if value is None else value
                for value in answer[4 * number : 4 * number + 4]
            )
            parent = self.parents[number]
            x, y = rectangles[parent][1] if parent >= 0 else (0.0, 0.0)
            place = (left, top) if node.is_local else (x + left, y + top)
            rectangles.append(((*place, width, height), (x + left, y + top)))
        return [rectangles[number][0][axis] for number, axis in self.variables]


def frames(screen, workload):
    """The workload's frames that the screen can follow, with changes of styles."""
    for number, frame in enumerate(workload.frames):
        if number > 0 and frame.label not in screen.operations:
            continue
        changes = []
        for change in frame.changes:
            if change[0] == "s":
                changes.append((*screen.edits[workload.names[change[1]]], change[2]))
            else:
                ((_, variable),) = workload.constraints[change[1]].terms
                switch = screen.switches[workload.names[variable]]
                changes += switch.active if change[0] == "a" else switch.inactive
        yield Frame(number, frame.label, changes)


def fault(names, wanted, found):
    """The variable in which Yoga's answer differs most from Snapback's, in a few words, or None."""
    distance, number = max(
        (math.inf if math.isnan(other) else abs(one - other), number)
        for number, (one, other) in enumerate(zip(wanted, found, strict=True))
    )
    if distance <= max(TOLERANCE, SHARE * max(map(abs, wanted))):
        return None
    return f"{names[number]} is {found[number]:.6g}, in Snapback {wanted[number]:.6g}"
