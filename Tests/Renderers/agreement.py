"""Every renderer draws the same: agreement.py BINARIES SDL_VIEWER

A daemon plays two fingers on a small scene, and tells four clients of it, in both encodings, by
frames and by segments. What each was told is then told again up to four moments: while the fingers
hold the card, as it springs back, beyond its place, and nearly there. Of each moment each renderer
makes a picture. The bounding box and the centroid of each view's color are within a point of
those by the matrices that the frames had, and of those of every other renderer.
"""

import os
import subprocess
import sys
import tempfile
import time

from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "..", ".."))
sys.path[:0] = [os.path.join(TOP, "clients", "python"), os.path.join(TOP, "Tests", "Devices")]

import regions  # noqa: E402
import renderers  # noqa: E402
import staging  # noqa: E402

SCENE = os.path.join(HERE, "scene.json5")
# Points by which two renderers may differ.
ALLOWED = 1.0


def moments(conversations):
    """Four times that all conversations about frames have, by what the card does then."""
    times = set.intersection(*(
        set(conversation.times("frame")) for (_, want), conversation in conversations.items()
        if want == "frames"))
    lines = conversations["ndjson", "frames"]
    # The springs begin as the fingers lift.
    lift = min(
        message.time for message in conversations["ndjson", "segments"].messages
        if message.kind == "segment" and any(c.get("terms") for c in message.body["channels"]))
    places = []
    for moment in sorted(times):
        card = next(v for v in staging.state_at(lines, moment)[1] if v["id"] == "card")
        places.append((moment, card["translation"][0], card["rotation"]))
    after = [place for place in places if place[0] > lift]
    held = [place for place in places if place[0] < lift - 50_000_000]
    beyond = min(after, key=lambda place: place[1])
    return {
        "held": held[-1][0],
        "springing back": min(after, key=lambda place: abs(place[0] - lift - 70_000_000))[0],
        "beyond its place": beyond[0],
        "nearly there": max(place for place in after if abs(place[1]) > 0.4)[0],
    }


def compare(name, one, other):
    """Prints where two differ by more than may be; returns by how much they differ at most."""
    worst = 0.0
    for color in one:
        points, key = regions.difference(one[color], other[color])
        worst = max(worst, points)
        if points > ALLOWED:
            print(f"  FAILED {name}: {key} of {color}: {points:.2f} pt apart")
            print(f"    {regions.described(one[color])}\n    {regions.described(other[color])}")
    return worst


def differ(truths):
    """Whether the moments differ; otherwise one still picture would match them all."""
    return all(
        max(regions.difference(one[color], other[color])[0] for color in one) > ALLOWED
        for place, one in enumerate(truths) for other in truths[place + 1:])


def check(moment, conversations, size, truth, cast):
    """All renderers at one moment; the greatest difference in points from the truth, by renderer,
    and between any two."""
    if any(region is None or region["area"] < 20 for region in truth.values()):
        unseen = [color for color, region in truth.items() if region is None]
        print(f"  FAILED: too little is to be seen of a view: {unseen}")
        return {}, float("inf")
    seen, apart = {}, {}
    for renderer in cast:
        frozen = isinstance(renderer, renderers.Browser)
        with staging.Stage(conversations, moment, frozen) as stage:
            picture = renderer.picture(stage)
        keep(picture, f"{moment} {renderer.name}")
        if renderer.told and stage.told != [renderer.told]:
            print(f"  FAILED {renderer.name}: asked for {stage.told}")
            return {}, float("inf")
        seen[renderer.name] = regions.of_picture(picture, size, list(truth))
        apart[renderer.name] = compare(renderer.name, truth, seen[renderer.name])
    names = list(seen)
    pairs = [
        compare(f"{one} and {other}", seen[one], seen[other])
        for place, one in enumerate(names) for other in names[place + 1:]]
    return apart, max(pairs)


def keep(picture, name):
    folder = os.environ.get("SNAPBACK_PICTURES")
    if folder:
        Image.fromarray(picture).save(os.path.join(folder, name.replace(", ", "-") + ".png"))


def cast_of(binaries, viewer):
    result = [
        renderers.Sdl(viewer, "segments"), renderers.Sdl(viewer, "frames"),
        renderers.Pillow("binary", "segments"), renderers.Pillow("ndjson", "frames"),
        # Two columns and two half rows for a point.
        renderers.Terminal(os.path.join(binaries, "snapback"), 320, 240),
    ]
    web = os.path.join(binaries, "snapback-web")
    if os.path.exists(web):
        result.append(renderers.Browser(web))
    return result


def main():
    binaries, viewer = sys.argv[1:3]
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        recording = os.path.join(folder, "fingers.evemu")
        subprocess.run(
            [os.path.join(binaries, "snapback"), "synth", "script",
             os.path.join(HERE, "fingers.json5"), "--output", recording],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        conversations = staging.capture(binaries, SCENE, recording)
    chosen = moments(conversations)
    states = {
        name: staging.state_at(conversations["ndjson", "frames"], moment)
        for name, moment in chosen.items()}
    truths = {name: regions.of_truth(*state) for name, state in states.items()}
    failed = not differ(list(truths.values()))
    if failed:
        print(f"  FAILED: some moments look the same: {chosen}")
    cast = cast_of(binaries, viewer)
    for name, moment in chosen.items():
        screen = states[name][0]
        size = (screen["width"], screen["height"])
        apart, pairs = check(moment, conversations, size, truths[name], cast)
        failed = failed or not apart or max(*apart.values(), pairs) > ALLOWED
        each = ", ".join(f"{who} {points:.2f}" for who, points in apart.items())
        print(f"renderers, {name}: pt from the truth: {each}; from one another {pairs:.2f}")
    for renderer in cast:
        if hasattr(renderer, "close"):
            renderer.close()
    print(f"renderers: {'FAILED' if failed else 'passed'} in {time.monotonic() - begin:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
