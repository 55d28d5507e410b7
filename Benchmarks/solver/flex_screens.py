"""The standard workloads that flexbox expresses exactly, as trees for Yoga.

    tree = flex_screens.tree("todo_10", workload)      # None: flexbox cannot express the workload

Each function describes the screen of the same name in workloads.py or line_screens.py. Yoga 1.19
has no gaps, so space between siblings is a margin. Not described:

    cards    the constraints leave the heights of the cards open between two limits
    chain    priorities decide which views and gaps give way; flexbox has factors, no priorities

Each function says which operations it leaves out, and why.
"""

import random

from flex_tree import Node, Screen, Switch, Tree

WINDOW = {"root.w": ("root", "width"), "root.h": ("root", "height")}


def login_form():
    """The sign-in form, built and with an error label shown and hidden.

    The column lies between two spaces that grow alike. `edit` and `kbd` are left out: where the
    column is too high for the window, the logo and then the texts shrink by priority, and flexbox
    has no priorities.
    """
    children = [
        # Wider than the column by its margins: the logo's width is a share of the safe area.
        Node(
            None, Node("logo", width="30%", max_width=120, aspect_ratio=1),
            margin_horizontal=-20, align_items="center",
        ),
        Node("title", width=180, height=34, margin_top=16, align_self="center"),
        Node("subtitle", width=260, height=20, margin_top=4, align_self="center"),
        *login_field("email", 40),
        *login_field("password", 66, Node("eye", width=24, height=24, margin_right=10)),
        Node(
            None,
            Node("switch", width=51, height=31),
            Node("rememberLabel", width=105, height=20, margin_left=8),
            Node("forgot", width=120, height=34, margin_left="auto"),
            flex_direction="row", align_items="center", height=31, margin_top=12,
        ),
        Node("loginBtn", height=50, margin_top=20),
        *login_foot(),
    ]
    root = Node(
        "root",
        Node(
            "safe",
            Node(None, flex_grow=1, min_height=16),
            Node("form", *children, width="100%", max_width=420),
            Node(None, flex_grow=1, min_height=16),
            position_type="absolute", left=0, right=0, top=47, bottom=34, align_items="center",
            padding_horizontal=20,
        ),
        Node("keyboard", position_type="absolute", left=0, right=0, bottom=0),
    )
    edits = {**WINDOW, "keyboard.h": ("keyboard", "height")}
    errors = {
        f"{error}.h": Switch(((error, "height", 0),), ((error, "height", 15),))
        for error in ("emailErr", "passwordErr")
    }
    return Screen(root, ("toggle",), edits, errors)


def login_field(name, label_width, *content):
    return (
        Node(name + "Label", width=label_width, height=17, margin_top=20),
        Node(
            name + "Field", *content, height=44, margin_top=6, flex_direction="row",
            justify_content="end", align_items="center",
        ),
        Node(name + "Err", width=150, height=0, margin_top=4),
    )


def login_foot():
    return (
        Node(
            None,
            Node("divL", height=1, flex_grow=1),
            Node("orLabel", width=17, height=17, margin_left=8, margin_right=8),
            Node("divR", height=1, flex_grow=1),
            flex_direction="row", align_items="center", margin_top=18,
        ),
        Node(
            None,
            Node("apple", height=44, flex_grow=1, flex_basis=0),
            Node("google", height=44, flex_grow=1, flex_basis=0, margin_left=12),
            flex_direction="row", margin_top=18,
        ),
        Node(
            "footer",
            Node("footerLabel", width=170, height=20),
            Node("signup", width=60, height=34, margin_left=4),
            flex_direction="row", align_items="center", align_self="center", margin_top=24,
        ),
    )


def todo(count, is_absolute=False):
    """A bar above a list of rows; all operations.

    In a folded row, the constraints leave the label no height either: a priority of 990 keeps its
    top from rising.
    """
    chance = random.Random(7)
    bar = Node(
        "bar",
        Node("barTitle", width=90, height=22),
        Node("barAdd", width=28, height=28, position_type="absolute", right=16, bottom=8),
        height=91, align_items="center", justify_content="end", padding_bottom=11,
    )
    rows = [todo_row(number, chance, not is_absolute) for number in range(count)]
    # The offset has a node of its own, so that Yoga keeps the layout of the list in a scroll. That
    # makes scrolls much cheaper, and folds a little dearer.
    scroller = Node("scroller", Node("content", *rows), position_type="absolute", left=0, right=0)
    folds = {
        f"row{number}.h": Switch(
            ((f"row{number}", "height", 0), (f"lb{number}", "height", 0)),
            ((f"row{number}", "height", 44), (f"lb{number}", "height", 20)),
        )
        for number in range(count)
    }
    edits = {**WINDOW, "content.y": ("scroller", "top")}
    return Screen(Node("root", bar, scroller), ("edit", "scroll", "collapse"), edits, folds)


def todo_row(number, chance, is_local):
    label, date = chance.randint(40, 400), chance.randint(40, 80)
    return Node(
        f"row{number}",
        Node(f"ck{number}", is_local=is_local, width=24, height=24, margin_left=16),
        Node(
            f"lb{number}", is_local=is_local, width=label, height=20, flex_shrink=1,
            margin_left=12, margin_right=8,
        ),
        Node(
            f"dt{number}", is_local=is_local, width=date, height=16, margin_left="auto",
            margin_right=16,
        ),
        Node(
            f"dv{number}", is_local=is_local, position_type="absolute", left=52, right=0, bottom=0,
            height=0.5,
        ),
        flex_direction="row", align_items="center", height=44,
    )


def grid(count):
    """Stacks of equal height with cells of equal width.

    `toggle` is left out: without the gap before it, a cell or stack has no place of its own.
    """
    def part(name, number, margin, *children, **styles):
        """A node with an equal share of the room, after a gap unless it is the first."""
        gap = {margin: 8} if number else {}
        return Node(name, *children, flex_grow=1, flex_basis=0, **gap, **styles)

    stacks = []
    for i in range(count):
        cells = (part(f"c{i}_{j}", j, "margin_left") for j in range(count))
        stacks.append(part(f"s{i}", i, "margin_top", *cells, flex_direction="row"))
    return Screen(Node("root", *stacks, padding=8), ("edit",), WINDOW)


def spacers(count):
    """Views in a line with spacers that grow in proportion.

    `toggle` is left out: without its proportion, a spacer takes any width.
    """
    chance = random.Random(5)
    line = []
    for number in range(count + 1):
        line.append(Node(f"s{number}", flex_grow=1 + number % 4, flex_basis=0))
        if number < count:
            line.append(Node(f"v{number}", width=chance.randint(20, 90)))
    return Screen(Node("root", *line, flex_direction="row"), ("edit",), WINDOW)


STANDARD = {
    "login_form": login_form,
    **{f"todo_{n}": (lambda n=n: todo(n)) for n in (10, 100, 1000)},
    **{f"todoabs_{n}": (lambda n=n: todo(n, is_absolute=True)) for n in (10, 100)},
    **{f"grid_{n}x{n}": (lambda n=n: grid(n)) for n in (4, 16, 32)},
    **{f"spacers_{n}": (lambda n=n: spacers(n)) for n in (10, 100)},
}


def tree(name, workload):
    """The tree of the workload called `name`, or None if there is none."""
    return Tree(STANDARD[name](), workload) if name in STANDARD else None
