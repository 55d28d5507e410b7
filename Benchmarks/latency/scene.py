"""Writes the scene that latency is measured with: a hundred views, of which one can be panned.

    scene.py FILE
"""

import json
import sys

COLUMNS, ROWS = 9, 11
SCREEN = (390, 844)


def scene():
    """99 tiles that stay where they are, and a card in front of them."""
    views, constraints = [], []
    for index in range(COLUMNS * ROWS):
        column, row = index % COLUMNS, index // COLUMNS
        name = f"tile{index}"
        views.append({"id": name, "color": f"#{0x202020 + 0x010203 * index:06x}"})
        constraints += [
            f"{name}.left = screen.left + {10 + 42 * column}",
            f"{name}.top = screen.top + {12 + 75 * row}",
            f"{name}.width = 36",
            f"{name}.height = 66",
        ]
    views.append({"id": "card", "color": "#0a84ff", "cornerRadius": 24})
    constraints += [
        "card.centerX = screen.centerX",
        "card.centerY = screen.centerY",
        "card.width = 300",
        "card.height = 500",
    ]
    return {
        "snapback": 1,
        "screen": {"width": SCREEN[0], "height": SCREEN[1], "scale": 3, "background": "#1c1c1e"},
        "views": views,
        "constraints": constraints,
        "gestures": [{"pan": "card", "release": "spring"}],
    }


def write(path):
    """Writes the scene into a file."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene(), file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    write(sys.argv[1])
