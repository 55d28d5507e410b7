"""Spoils maps, frames and segments a little, to see that the checks notice it."""

import copy
import dataclasses

from checks import Examination
from readers import CHANNELS
from runs import Frame, snapback

# The distance by which the values of a map are moved, in the unit of the target.
DISTANCE = 1e-6
# The share by which velocities and the terms of segments are changed.
SHARE = 1e-2
# The number of frames that are compared.
FRAMES = 40


def faults(document, frames, told):
    """What the checks notice: each check, with a number."""
    return set(Examination(document, frames, told, max(1, len(frames) // FRAMES)).run().faults)


def unread_maps(document, frames, told):
    """The maps whose damage is not noticed, one text each."""
    noticed = {number for _, number in faults(document.shifted(DISTANCE), frames, told)}
    return [
        f"the map to {number} is not compared" for number in document.targets
        if number not in noticed and not document.has_constant(number)]


def idle_checks(document, frames, told):
    """The checks that do not notice damaged frames or segments, one text each."""
    found = faults(document, [faster(frame, document) for frame in frames], told)
    texts = missing(found, "velocities follow the slopes", "faster frames")
    texts += missing(found, "velocities are difference quotients", "faster frames")
    found = faults(document, frames, larger(told, document))
    texts += missing(found, "segments follow the maps", "larger terms")
    return texts + missing(found, "frames equal segments", "larger terms")


def missing(found, check, damage):
    is_noticed = any(each == check for each, _ in found)
    return [] if is_noticed else [f'"{check}" does not notice {damage}']


def faster(frame, document):
    """A frame in which the velocities of all targets are larger."""
    views = dict(frame.views)
    for number in document.targets:
        view, name = number.split(".", 1)
        key, *axis = name.split(".")
        rate = views[view]["velocity"].get(key)
        if rate is None:
            continue
        rate = (
            [part * (1 + SHARE * (each in axis)) for part, each in zip(rate, "xy")] if axis
            else rate * (1 + SHARE))
        velocity = {**views[view]["velocity"], key: rate}
        views[view] = {**views[view], "velocity": velocity}
    return Frame(frame.time, views, frame.touches)


def larger(told, document):
    """Messages in which the motions of all targets are larger."""
    targets = {
        (view, CHANNELS[name])
        for view, name in (number.split(".", 1) for number in document.targets)}

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
