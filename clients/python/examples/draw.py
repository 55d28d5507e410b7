"""Draws the views as seen from above, one line every 50 ms: draw.py [SOCKET [ENCODING]]"""

import sys

import snapback

COLUMNS = 66
STEP = 50_000_000  # nanoseconds from line to line


def drawing(scene: snapback.Scene) -> str:
    """Draws each view from its left to its right edge on the screen; later views are in front."""
    line = ["·"] * COLUMNS
    for view in list(scene.at(scene.time).values())[1:]:
        left, _, width, _ = view.box
        first = round(left / scene.screen.width * COLUMNS)
        last = round((left + width) / scene.screen.width * COLUMNS) - 1
        label = f"[{view.view:^{max(0, last - first - 1)}.{max(0, last - first - 1)}}]"
        for column, letter in enumerate(label, first):
            if view.visible and view.color and 0 <= column < COLUMNS:
                line[column] = letter
    return "".join(line)


begin = shown = 0
with snapback.connect(*sys.argv[1:2], encoding=(sys.argv[2:] + ["binary"])[0]) as client:
    for message in client:
        if isinstance(message, snapback.Frame) and message.time >= shown + STEP:
            begin, shown = begin or message.time, message.time
            print(f"{(shown - begin) / 1e9:5.2f} s {drawing(client.scene)}", flush=True)
        elif isinstance(message, snapback.Idle) and begin:
            print(f"at rest {drawing(client.scene)}")
            break
