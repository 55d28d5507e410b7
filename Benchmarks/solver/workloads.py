#!/usr/bin/env python3
"""Writes the benchmark's constraint systems as text files (format: workload_file.py).

usage: workloads.py FOLDER [--families NAME...]

A name is one of the standard workloads (login_form, cards_3, todo_10, todo_100, todo_1000,
todoabs_10, todoabs_100, grid_4x4, grid_16x16, grid_32x32, chain_20, chain_100, chain_500,
spacers_10, spacers_100), a family with a size of its own (todo:50, todoabs:50, grid:8, chain:1000,
spacers:30, train:1000, islands:64), or random:SEED. Without names all standard ones are written.
"""

import argparse
import os
import random
import sys

from line_screens import chain, islands, spacers, train
from random_systems import random_system
from screens import View, window


def login_form():
    """A sign-in form on a phone: logo, titles, two fields with error labels, buttons, keyboard.

    26 views and 18 priorities. `edit` resizes the window, `kbd` moves the keyboard, `toggle` shows
    and hides an error label.
    """
    screen, root, width, height = window()
    safe = View(screen, "safe")
    safe.span(root)
    screen.require(safe.y == root.y + 47, safe.bottom == root.bottom - 34)
    keyboard = View(screen, "keyboard")
    keyboard.span(root)
    screen.require(keyboard.bottom == root.bottom)
    inset = screen.editable(keyboard.height)
    form = login_frame(screen, safe, keyboard)
    above = login_head(screen, safe, form)
    errors = []
    for name, label_width in (("email", 40), ("password", 66)):
        field, above, error = login_field(screen, form, above, name, label_width)
        errors.append(error)
    above = login_options(screen, form, field, above)
    login_foot(screen, form, above)

    screen.frame("init", ("s", width, 390), ("s", height, 844), ("s", inset, 0))
    screen.sweep("edit", 24, (width, 320, 1024), (height, 1366, 568))
    screen.frame("edit", ("s", width, 390), ("s", height, 844))
    for points in (0, 80, 160, 240, 300, 336, 300, 240, 160, 80, 0):
        screen.frame("kbd", ("s", inset, points))
    screen.switch("toggle", errors, "ra")
    return screen


def login_frame(screen, safe, keyboard):
    """The column that holds everything: centered, at most 420 wide, above the keyboard."""
    form = View(screen, "form")
    screen.require(
        form.center_x == safe.center_x, form.x >= safe.x + 20, form.right <= safe.right - 20,
        form.width <= 420,
    )
    screen.add(form.width == safe.width - 40, 900)
    screen.add(form.y >= safe.y + 16)
    screen.add(form.bottom <= safe.bottom - 16, 800)
    screen.add(form.bottom <= keyboard.y - 8, 990)
    screen.add(form.center_y == safe.center_y, 400)
    return form


def login_head(screen, safe, form):
    logo = View(screen, "logo")
    screen.add(logo.width == logo.height)
    screen.add(logo.width == safe.width * 0.3, 700)
    screen.require(logo.width <= 120, logo.center_x == form.center_x, logo.y == form.y)
    above = logo
    for name, size, weight, gap in (("title", (180, 34), 251, 16), ("subtitle", (260, 20), 250, 4)):
        text = View(screen, name)
        text.content(*size, hugging=weight, compression=weight + 500)
        screen.require(
            text.center_x == form.center_x, text.x >= form.x, text.y == above.bottom + gap
        )
        above = text
    return above


def login_field(screen, form, above, name, label_width):
    """A label, a text field and an error label that is folded away by a required height of 0."""
    label = View(screen, name + "Label")
    label.content(label_width, 17, 251)
    screen.require(label.x == form.x, label.right <= form.right, label.y == above.bottom + 20)
    field = View(screen, name + "Field")
    field.span(form)
    screen.add(field.height >= 44)
    field.content(height=34)
    screen.add(field.y == label.bottom + 6)
    error = View(screen, name + "Err")
    screen.require(error.x == form.x, error.right <= form.right)
    error.content(150, 15)
    screen.add(error.y == field.bottom + 4)
    return field, error, screen.add(error.height == 0)


def login_options(screen, form, password, above):
    """The eye in the password field, the switch with its label, the link for the forgetful."""
    eye = View(screen, "eye")
    eye.content(24, 24, 252, 752)
    screen.require(eye.right == password.right - 10, eye.center_y == password.center_y)
    switch = View(screen, "switch")
    screen.require(
        switch.width == 51, switch.height == 31, switch.x == form.x, switch.y == above.bottom + 12
    )
    remember = View(screen, "rememberLabel")
    remember.content(105, 20, 250, 740)
    screen.require(remember.x == switch.right + 8, remember.center_y == switch.center_y)
    forgot = View(screen, "forgot")
    forgot.content(120, 34, 252, 752)
    screen.require(
        forgot.right == form.right, forgot.center_y == switch.center_y,
        forgot.x >= remember.right + 8,
    )
    return switch


def login_foot(screen, form, above):
    """The button, the divider with its word, two equal buttons, and the line at the bottom."""
    button = View(screen, "loginBtn")
    button.span(form)
    screen.require(button.height == 50, button.y == above.bottom + 20)
    word = View(screen, "orLabel")
    word.content(17, 17, 260, 760)
    screen.require(word.center_x == form.center_x, word.y == button.bottom + 18)
    left = View(screen, "divL")
    screen.require(left.height == 1, left.center_y == word.center_y)
    screen.require(left.x == form.x, left.right == word.x - 8)
    right = View(screen, "divR")
    screen.require(right.height == 1, right.center_y == word.center_y)
    screen.require(right.x == word.right + 8, right.right == form.right)
    apple, google = View(screen, "apple"), View(screen, "google")
    screen.require(
        apple.x == form.x, google.x == apple.right + 12, google.right == form.right,
        apple.width == google.width, apple.height == 44, google.height == apple.height,
        google.y == apple.y, apple.y == word.bottom + 18,
    )
    footer = View(screen, "footer")
    screen.require(
        footer.center_x == form.center_x, footer.y == apple.bottom + 24,
        footer.bottom == form.bottom,
    )
    label, link = View(screen, "footerLabel"), View(screen, "signup")
    label.content(170, 20, 250, 745)
    link.content(60, 34, 251, 755)
    screen.require(
        label.x == footer.x, link.x == label.right + 4, link.right == footer.right,
        footer.x >= form.x, label.center_y == link.center_y, link.y == footer.y,
        link.bottom == footer.bottom,
    )


def cards():
    """Three cards, side by side on a wide window and stacked on a narrow one.

    Each has a picture of 16:9, a title, a text and a button. `edit` resizes, `sizeclass` swaps the
    set of constraints for the other one and resizes with it.
    """
    screen, root, width, height = window()
    safe = View(screen, "safe")
    safe.span(root)
    screen.require(safe.y == root.y + 20, safe.bottom == root.bottom - 20)
    first, second, third = every = [card(screen, number) for number in range(3)]

    wide = screen.require(
        first.x == safe.x + 16, second.x == first.right + 16, third.x == second.right + 16,
        third.right == safe.right - 16, first.width == second.width, second.width == third.width,
    )
    for view in every:
        wide += screen.require(view.y == safe.y + 16, view.bottom <= safe.bottom - 16)
    wide += screen.require(first.height == second.height, second.height == third.height)
    narrow = []
    for view in every:
        narrow.append(screen.add(view.x == safe.x + 16, active=False))
        narrow.append(screen.add(view.right == safe.right - 16, active=False))
    for rule in (
        first.y == safe.y + 16, second.y == first.bottom + 16, third.y == second.bottom + 16
    ):
        narrow.append(screen.add(rule, active=False))

    screen.frame("init", ("s", width, 1024), ("s", height, 900))
    screen.sweep("edit", 24, (width, 700, 1366), (height, 1100, 700))
    screen.frame("edit", ("s", width, 1024), ("s", height, 900))
    for _ in range(2):
        for off, on, points in ((wide, narrow, 390), (narrow, wide, 1024)):
            changes = [("r", rule) for rule in off] + [("a", rule) for rule in on]
            screen.frame("sizeclass", *changes, ("s", width, points))
    return screen


def card(screen, number):
    frame = View(screen, f"card{number}")
    picture = View(screen, f"img{number}")
    screen.add(picture.height == picture.width * (9 / 16), 999)
    picture.span(frame)
    screen.add(picture.y == frame.y)
    title = View(screen, f"title{number}")
    title.content(140, 24, 251, 751)
    screen.require(
        title.x == frame.x + 12, title.right <= frame.right - 12, title.y == picture.bottom + 12
    )
    body = View(screen, f"body{number}")
    body.content(height=60 + 20 * number, hugging=249, compression=749)
    screen.require(
        body.x == title.x, body.right == frame.right - 12, body.y == title.bottom + 6
    )
    button = View(screen, f"btn{number}")
    button.content(80, 34, 252, 752)
    screen.require(
        button.right == frame.right - 12, button.y >= body.bottom + 8,
        button.bottom == frame.bottom - 12,
    )
    return frame


def todo(count, is_absolute=False):
    """A bar above a list of `count` rows of five views: row, check mark, label, date, divider.

    What lies in a row is placed relative to it, or to the window when `is_absolute`. `edit`
    resizes, `scroll` moves the list, `collapse` folds a row to nothing and back.
    """
    chance = random.Random(7)
    screen, root, width, height = window()
    bar = View(screen, "bar")
    bar.span(root)
    screen.require(bar.y == root.y, bar.height == 91)
    title = View(screen, "barTitle")
    title.content(90, 22, 251)
    screen.add(title.center_x == bar.center_x, 900)
    screen.add(title.bottom == bar.bottom - 11)
    plus = View(screen, "barAdd")
    plus.content(28, 28, 252, 752)
    screen.require(
        plus.right == bar.right - 16, plus.center_y == title.center_y,
        title.right <= plus.x - 8, title.x >= bar.x + 16,
    )
    content = View(screen, "content")
    content.span(root)
    offset = screen.editable(content.y)
    top, folds = content.y, []
    for number in range(count):
        row = View(screen, f"row{number}")
        row.span(content)
        screen.add(row.y == top)
        screen.add(row.height >= 44, 995)
        folds.append(screen.add(row.height == 0, active=False))
        todo_row(screen, row if is_absolute else row.inside(), number, chance)
        screen.add(row.height == 44, 249)
        top = row.bottom
    screen.add(content.bottom == top)

    screen.frame("init", ("s", width, 390), ("s", height, 844), ("s", offset, 91))
    screen.sweep("edit", 12, (width, 320, 1024), (height, 1366, 568))
    screen.frame("edit", ("s", width, 390), ("s", height, 844))
    for points in (80, 60, 20, -40, -133, -300, 91):
        screen.frame("scroll", ("s", offset, points))
    screen.switch("collapse", [folds[i] for i in sorted({0, count // 2, count - 1})], "ar")
    return screen


def todo_row(screen, row, number, chance):
    check = View(screen, f"ck{number}")
    screen.require(
        check.x == row.x + 16, check.width == 24, check.height == 24,
        check.center_y == row.center_y,
    )
    label = View(screen, f"lb{number}")
    label.content(chance.randint(40, 400), 20)
    screen.require(label.x == check.right + 12, label.center_y == row.center_y)
    screen.add(label.y >= row.y + 10, 990)
    date = View(screen, f"dt{number}")
    date.content(chance.randint(40, 80), 16, 251, 751)
    screen.require(
        date.right == row.right - 16, date.center_y == label.center_y, label.right <= date.x - 8
    )
    divider = View(screen, f"dv{number}")
    screen.require(
        divider.x == label.x, divider.right == row.right, divider.height == 0.5,
        divider.bottom == row.bottom,
    )


def grid(count):
    """`count` stacks of equal height, each of `count` cells of equal width, 8 points apart.

    `edit` resizes, `toggle` takes away a gap between two cells or stacks and puts it back.
    """
    screen, root, width, height = window()
    gaps, first_row, last_row = [], None, None
    for i in range(count):
        row = View(screen, f"s{i}")
        screen.require(row.x == root.x + 8, row.right == root.right - 8)
        if last_row is None:
            screen.add(row.y == root.y + 8)
            first_row = row
        else:
            gap = screen.add(row.y == last_row.bottom + 8)
            screen.add(row.height == first_row.height)
            gaps += [gap] * (i in (1, count // 2))
        first, last = None, None
        for j in range(count):
            cell = View(screen, f"c{i}_{j}")
            screen.require(cell.y == row.y, cell.bottom == row.bottom)
            if last is None:
                screen.add(cell.x == row.x)
                first = cell
            else:
                gap = screen.add(cell.x == last.right + 8)
                screen.add(cell.width == first.width)
                gaps += [gap] * (i == j == count // 2)
            last = cell
        screen.add(last.right == row.right)
        last_row = row
    screen.add(last_row.bottom == root.bottom - 8)

    screen.frame("init", ("s", width, 800), ("s", height, 800))
    screen.sweep("edit", 12, (width, 500, 1024), (height, 1366, 500))
    screen.switch("toggle", gaps, "ra")
    return screen


FAMILIES = {
    "todo": todo,
    "todoabs": lambda count: todo(count, is_absolute=True),
    "grid": grid,
    "chain": chain,
    "spacers": spacers,
    "train": train,
    "islands": islands,
    "random": random_system,
}

STANDARD = {
    "login_form": login_form,
    "cards_3": cards,
    **{f"todo_{n}": (lambda n=n: todo(n)) for n in (10, 100, 1000)},
    **{f"todoabs_{n}": (lambda n=n: todo(n, is_absolute=True)) for n in (10, 100)},
    **{f"grid_{n}x{n}": (lambda n=n: grid(n)) for n in (4, 16, 32)},
    **{f"chain_{n}": (lambda n=n: chain(n)) for n in (20, 100, 500)},
    **{f"spacers_{n}": (lambda n=n: spacers(n)) for n in (10, 100)},
}


def make(name):
    """The workload of that name; raises ValueError with what would be right."""
    if name in STANDARD:
        return STANDARD[name]().workload
    family, _, size = name.partition(":")
    if family not in FAMILIES or not size.isdigit() or (family != "random" and int(size) < 2):
        raise ValueError(
            f"{name!r} is not a workload; say one of {', '.join(STANDARD)}, "
            f"or FAMILY:SIZE with a size of 2 or more and one of {', '.join(FAMILIES)}"
        )
    return FAMILIES[family](int(size)).workload


def write(folder, name):
    """Writes the workload `name` into `folder`; returns the file's path."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name.replace(":", "_") + ".txt")
    text = make(name).text(name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def main():
    parser = argparse.ArgumentParser(description="Writes the benchmark's constraint systems.")
    parser.add_argument("folder")
    parser.add_argument("--families", nargs="+", default=list(STANDARD), metavar="NAME")
    arguments = parser.parse_args()
    try:
        for name in arguments.families:
            print(write(arguments.folder, name))
    except ValueError as error:
        print(f"workloads: {error}", file=sys.stderr)
        return 64
    return 0


if __name__ == "__main__":
    sys.exit(main())
