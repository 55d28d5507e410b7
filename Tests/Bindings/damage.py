"""Spoils maps, frames and segments a little, to see that the checks notice it."""

import copy
import dataclasses
import math

from checks import Examination
from document import COLORS
from readers import BOXES, channels
from runs import Frame, snapback

# The distance by which the values of a map are moved, in the unit of the target.
DISTANCE = 1e-6
# The share by which velocities and the terms of segments are changed.
SHARE = 1e-2
# The distance by which a color is moved, in steps of 0…255.
STEPS = 2
# The share by which springs are slower, the distance by which control points are moved, and the
# share by which sums are larger.
SLOWER, HIGHER, LONGER = 1e-2, 1e-2, 1e-2
# The factor of both for opacities and colors, which frames show without velocities or rounded.
COARSER = 10
# The number of frames by which numbers are late: the time from one report to the next.
LATE = 8
# The number of frames that are compared.
FRAMES = 40


def examined(document, played, told, is_enough=lambda faults: False):
    share = max(1, len(played.frames) // FRAMES)
    return Examination(document, played, told, share).run(is_enough)


def faults(document, played, told, is_enough=lambda faults: False):
    """What the checks notice until it is enough: each check, with a number."""
    return set(examined(document, played, told, is_enough).faults)


def unread_keys(document, played, told):
    """The damage to bindings that is not noticed, one text each."""

    def shift(index, binding):
        # Each map is shifted by a different distance, so that no two shifts cancel.
        is_color = binding.targets[0].endswith(COLORS)
        binding.map = binding.map.raised(
            (STEPS if is_color else DISTANCE) * (1 + index / math.pi))

    def coarseness(binding):
        return COARSER if binding.targets[0].endswith((*COLORS, "alpha")) else 1

    def bend(_, binding):
        binding.map = binding.map.bent(HIGHER * coarseness(binding))

    def stretch(_, binding):
        if binding.map.has_sums:
            binding.map = binding.map.stretched(LONGER)

    def slow(_, binding):
        if binding.spring:
            binding.spring = binding.spring.softer(SLOWER * coarseness(binding))

    def add(_, binding):
        binding.multiplies = False

    # The values that sources have; others do not show whether a sum is read.
    has_sums = any(binding.map.has_sums for binding in document.bindings)
    ranges = examined(document, played, told).ranges if has_sums else {}

    def shows_sums(binding):
        return binding.map.has_sums and binding.source in ranges and binding.map.differs(
            binding.map.stretched(LONGER), *ranges[binding.source], DISTANCE)

    texts = []
    for what, change, has_key in (
            ("map", shift, lambda each: True), ("sum", stretch, shows_sums),
            ("curve", bend, lambda each: each.map.is_curved),
            ("spring", slow, lambda each: each.spring),
            ("product", add, lambda each: each.multiplies)):
        numbers = [
            number for number, bindings in document.targets.items()
            if any(map(has_key, bindings)) and not document.follows_unseen(number)]
        if numbers:
            found = noticed(document.changed(change), played, told, numbers)
            texts += [
                f"the {what} of {number} is not compared" for number in numbers
                if number not in found]
    return texts + timeless_followers(document, played) + loose_constants(document, played, told)


def noticed(document, played, told, numbers, checks=None):
    """The numbers that checks report, at least those of `numbers` if there are enough frames."""
    def found(seen):
        return {number for check, number in seen if checks is None or check in checks}

    return found(faults(document, played, told, lambda seen: found(seen).issuperset(numbers)))


def timeless_followers(document, played):
    """The followers that may be late, one text each."""
    numbers = [
        number for number, bindings in document.targets.items()
        if any(binding.spring for binding in bindings) and not document.follows_unseen(number)]
    if not numbers:
        return []
    spoiled = copy.copy(played)
    spoiled.frames = late(played.frames, numbers)
    found = noticed(document, spoiled, None, numbers, {"frames follow the maps"})
    return [f"{number} may be late" for number in numbers if number not in found]


def loose_constants(document, played, told):
    """The bound constants whose views may be on the pixel grid while they move, or at another
    velocity, one text each."""
    numbers = [number for number in document.targets if document.is_bound_constant(number)]
    texts = []
    for what, check, change in (
            ("on the pixel grid", "frames follow the maps", on_grid),
            ("faster", "velocities follow the slopes", faster)) if numbers else ():
        spoiled = copy.copy(played)
        spoiled.frames = [change(frame, document, numbers) for frame in played.frames]
        found = noticed(document, spoiled, told, numbers, {check})
        texts += [f"{number} may be {what}" for number in numbers if number not in found]
    return texts


def idle_checks(document, played, told):
    """The checks that do not notice damaged frames or segments, one text each."""
    spoiled = copy.copy(played)
    spoiled.frames = [faster(frame, document, document.targets) for frame in played.frames]
    return idle(
        document, spoiled, told, "faster frames",
        ("velocities follow the slopes", "velocities are difference quotients")) + idle(
        document, played, larger(told, document), "larger terms",
        ("segments follow the maps", "frames equal segments"))


def idle(document, played, told, damage, checks):
    """Those of several checks that do not notice a damage, one text each."""
    def found(seen):
        return {check for check, _ in seen}

    seen = found(faults(document, played, told, lambda seen: found(seen).issuperset(checks)))
    return [f'"{check}" does not notice {damage}' for check in checks if check not in seen]


def on_grid(frame, document, numbers):
    """A frame in which the edges of views that constants place are on the pixel grid."""
    views, scale = dict(frame.views), document.body["screen"].get("scale", 1)
    for view in {document.place(number)[0] for number in numbers}:
        x, y, width, height = views[view]["frame"]
        left, top, right, bottom = (
            round(edge * scale) / scale for edge in (x, y, x + width, y + height))
        views[view] = {**views[view], "frame": [left, top, right - left, bottom - top]}
    return Frame(frame.time, views, frame.touches)


def faster(frame, document, numbers):
    """A frame in which the velocities of some targets are larger."""
    views = dict(frame.views)
    for number in numbers:
        view, name = document.place(number)
        key, *part = name.split(".")
        rate = views[view]["velocity"].get(key)
        if rate is None:
            continue
        parts = BOXES.get(name) or ["xy".index(each) for each in part]
        rate = (
            [each * (1 + SHARE * (index in parts)) for index, each in enumerate(rate)] if parts
            else rate * (1 + SHARE))
        velocity = {**views[view]["velocity"], key: rate}
        views[view] = {**views[view], "velocity": velocity}
    return Frame(frame.time, views, frame.touches)


def late(frames, numbers):
    """Frames in which numbers have the values of some frames before."""
    return [
        Frame(frame.time, delayed(frame.views, before.views, numbers), frame.touches)
        for frame, before in zip(frames, [frames[0]] * LATE + frames)]


def delayed(now, before, numbers):
    """The views of a frame, in which numbers have the values of another frame."""
    views = dict(now)
    for number in numbers:
        view, key = number.split(".", 1)
        key, *axis = key.split(".")
        if key in COLORS:
            key = "color"
        value = before[view][key]
        if axis:
            value = [
                old if each in axis else new
                for old, new, each in zip(value, views[view][key], "xy")]
        views[view] = {**views[view], key: value}
    return views


def larger(told, document):
    """Messages in which the motions of all targets are larger."""
    targets = {
        part[:2] for number in document.targets
        for part in channels(document, *document.place(number))}

    def grown(channel):
        if (channel.view, channel.channel) not in targets:
            return channel
        terms = [dataclasses.replace(term, x=term.x * (1 + SHARE)) for term in channel.terms]
        return dataclasses.replace(
            channel, held=channel.held * (1 + SHARE) + DISTANCE, terms=tuple(terms))

    spoiled = copy.copy(told)
    spoiled.messages = [
        dataclasses.replace(message, channels=tuple(map(grown, message.channels)))
        if isinstance(message, snapback.Segment) else message for message in told.messages]
    return spoiled
