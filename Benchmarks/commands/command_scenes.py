"""Scenes as large as a client may load, and larger ones: docs/control.md, "Limits"."""

VIEWS, CONSTRAINTS, PASSES = 100, 240, 4
GESTURES, ACTIONS, CHANGES = 50, 50, 500
CHARACTERS, VALUES = 1000, 2400


def document(views, constraints, **rest):
    """A scene; the screen is the hundredth view."""
    return {
        "snapback": 1,
        "screen": {"width": 390, "height": 844, "scale": 3, "background": "#1c1c1e"},
        "views": views,
        "constraints": [{"id": f"c{index}", "rule": rule} if isinstance(rule, str) else rule
                        for index, rule in enumerate(constraints)],
        **rest,
    }


def box(index):
    """A view with its own id and color."""
    return {"id": f"v{index}", "color": f"#{0x202020 + 0x010203 * index:06x}"}


def follow(index, leader):
    """Four constraints that put a view where another one is, and make it as large."""
    name, other = f"v{index}", f"v{leader}" if leader else "screen"
    return [
        f"{name}.left = {other}.left + {1 + index % 3}",
        f"{name}.top = {other}.top + {2 + index % 5}",
        f"{name}.width = 0.99 * {other}.width",
        f"{name}.height = 0.98 * {other}.height + 1",
    ]


def chain(count=CONSTRAINTS // 4 + 1):
    """Each view follows the one before."""
    views = range(1, count)
    return document([box(i) for i in views], [rule for i in views for rule in follow(i, i - 1)])


def tree(count=CONSTRAINTS // 4 + 1):
    """Each view follows the one of half its number."""
    views = range(1, count)
    return document([box(i) for i in views], [rule for i in views for rule in follow(i, i // 2)])


def contradicted(spare=40):
    """A tree in which some constraints want something else, and give way."""
    scene = tree((CONSTRAINTS - spare) // 4 + 1)
    names = [view["id"] for view in scene["views"]]
    scene["constraints"] += [
        {"id": f"w{index}", "rule": f"{names[2 * index % len(names)]}.right = screen.right - {index} "
                                    f"@{200 + index}"}
        for index in range(spare)
    ]
    return scene


def rivals():
    """Views without required rules: all rules have priorities, and many contradict."""
    kinds = [("left", ">=", "right"), ("width", "=", "height"), ("top", "<=", "bottom"),
             ("centerX", "=", "right")]
    state, rules = 1, []

    def draw(count):
        nonlocal state
        state = (1103515245 * state + 12345) % (1 << 31)
        return state // 65536 % count

    for _ in range(CONSTRAINTS):
        first, relation, second = kinds[draw(4)]
        rules.append(f"v{1 + draw(VIEWS - 1)}.{first} {relation} "
                     f"{1 + draw(17)} * v{1 + draw(VIEWS - 1)}.{second} + {draw(300)} "
                     f"@{1 + draw(899)}")
    return document([box(i) for i in range(1, VIEWS)], rules)


def stacks(size=10):
    """Stacks of ten views, one beside the other."""
    columns = (VIEWS - 1) // (size + 1)
    views = [
        {"id": f"s{column}", "stack": {"axis": "vertical", "spacing": 3},
         "views": [{**box(column * size + place), "contents": {"width": 30, "height": 20 + place}}
                   for place in range(1, size + 1)]}
        for column in range(columns)
    ]
    constraints = []
    for column in range(columns):
        constraints += [f"s{column}.left = screen.left + {40 * column}",
                        f"s{column}.top = screen.top + {10 + column}"]
    return document(views, constraints)


def full():
    """All limits at once: a tree with texts, gestures, actions, and as many changes as there may
    be."""
    scene = tree()
    scene["views"] += [box(index) for index in range(len(scene["views"]) + 1, VIEWS)]
    for view in scene["views"][:20]:
        view["text"] = {"string": "word " * (CHARACTERS // 100), "style": "body", "lines": 0}
    scene["gestures"] = [{"pan": f"v{index}", "release": "spring"}
                         for index in range(1, GESTURES + 1)]
    scene["actions"] = [
        {"name": f"a{index}", "on": {"tap": f"v{index}"},
         "animate": {"curve": "easeInOut", "duration": 0.3}, "changes": []}
        for index in range(1, ACTIONS + 1)
    ]
    # A change is three values.
    for number in range(min(CHANGES, (VALUES - values(scene)) // 3)):
        scene["actions"][number % ACTIONS]["changes"].append(
            {"view": scene["views"][number % len(scene["views"])]["id"], "alpha": 0.5})
    return scene


def values(node):
    """How many values a document has: numbers, texts, arrays, objects and so on."""
    if isinstance(node, dict):
        return 1 + sum(values(value) for value in node.values())
    if isinstance(node, list):
        return 1 + sum(values(value) for value in node)
    return 1


def bare(count):
    """Views of which nothing is known but their names."""
    return [{"id": f"v{index}"} for index in range(count)]


def formats():
    """Few formats that are many constraints."""
    row = "|-" + "-".join(f"[v{index}]" for index in range(90)) + "-|"
    return {**document(bare(90), []), "constraints": [{"format": row}] * (60_000 // len(row))}


def crowd():
    """As many views as there are values."""
    return document(bare(VALUES // 2 - 20), [])


def numbers():
    """As many values as a message holds."""
    return {**document([], []), "views": [0] * 32_000}


# Within the limits, and beyond them.
SCENES = {"chain": chain, "tree": tree, "contradicted": contradicted, "rivals": rivals,
          "stacks": stacks, "full": full}
REFUSED = {"formats": formats, "crowd": crowd, "numbers": numbers}
