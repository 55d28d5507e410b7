"""Where the Python client sees everything: lines of JSON in, one for each of their times out.

A line that is an array has the times for the messages of a daemon on the lines after it.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "python"))

from snapback import Scene, wire  # noqa: E402


def seen(times, lines):
    decoder, scene = wire.Decoder("ndjson"), Scene()
    decoder.feed(b"\n".join(lines) + b"\n")
    for message in decoder:
        scene.apply(message)
    for time in times:
        print(json.dumps({
            name: [*view.frame, *view.transform.translation, view.transform.rotation,
                   *view.transform.scale, view.transform.shear, *view.matrix, *view.box,
                   view.alpha, view.color]
            for name, view in scene.at(time).items()}))


rounds = []
for line in sys.stdin.buffer.read().splitlines():
    if line.startswith(b"["):
        rounds.append((json.loads(line), []))
    else:
        rounds[-1][1].append(line)
for times, lines in rounds:
    seen(times, lines)
