"""The scene and the recording that a crowd looks at."""

import json
import math

# A board with tiles in it: a finger that moves the board moves all of them on the screen.
TILES = 24
SCREEN = (390, 844)
RATE, SECONDS = 120, 4.0
# The panel of the recording: its numbers of x and y.
ACROSS, DOWN = 1080, 2340


def scene():
    """A board that stays where it is put, so that the end is not the beginning."""
    tiles = []
    constraints = ["board.left = screen.left", "board.top = screen.top",
                   "board.width = screen.width", "board.height = screen.height"]
    for index in range(TILES):
        name = f"tile{index}"
        tiles.append({"id": name, "color": f"#{0x334400 + 0x050709 * index:06x}"})
        constraints += [
            f"{name}.left = board.left + {20 + 90 * (index % 4)}",
            f"{name}.top = board.top + {30 + 130 * (index // 4)}",
            f"{name}.width = 80", f"{name}.height = 110.5",
        ]
    return {
        "snapback": 1,
        "screen": {"width": SCREEN[0], "height": SCREEN[1], "scale": 3, "background": "#1c1c1e"},
        "views": [{"id": "board", "color": "#30343c", "cornerRadius": 20, "views": tiles}],
        "constraints": constraints,
        "gestures": [{"pan": "board", "release": "stay", "tilt": {"degrees": 9, "reach": 120}}],
    }


def write_scene(path):
    """Writes the scene to a file."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene(), file)


HEAD = """# EVEMU 1.3
N: Panel of a crowd
I: 0018 1209 0001 0100
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 00 00 00 00 00 80 60 02
A: 2f 0 9 0 0 0
A: 35 0 1079 0 0 16
A: 36 0 2339 0 0 16
A: 39 0 65535 0 0 0
"""


def write_recording(path):
    """A finger that draws loops for some seconds and lets go elsewhere than it began."""
    lines, last = [HEAD], (None, None)

    def add(moment, kind, code, value):
        lines.append(f"E: {moment:.6f} {kind:04x} {code:04x} {value}\n")

    count = int(RATE * SECONDS)
    for step in range(count + 1):
        moment, share = 0.2 + step / RATE, step / count
        angle = 2 * math.pi * 3 * share
        place = (round(ACROSS * (0.45 + 0.3 * math.sin(angle) * share + 0.08 * share)),
                 round(DOWN * (0.5 + 0.2 * math.sin(1.5 * angle) - 0.11 * share)))
        if step == 0:
            add(moment, 3, 0x39, 1)
        for code, value, before in zip((0x35, 0x36), place, last):
            if value != before:
                add(moment, 3, code, value)
        if step == 0:
            add(moment, 1, 0x14A, 1)
        add(moment, 0, 0, 0)
        last = place
    end = 0.2 + (count + 1) / RATE
    add(end, 3, 0x39, -1)
    add(end, 1, 0x14A, 0)
    add(end, 0, 0, 0)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)
