"""Positions of fingers, and how they are drawn: a disc with a trail that fades after the lift."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, List, Tuple

# How long the path of a finger stays visible, and how long it takes to fade in and out, in
# seconds.
TRAIL = 0.30
COME = 0.10
FADE = 0.22
# The radius of a finger, in points.
RADIUS = 22.0
_STEPS = 36

# x, y, radius and opacity of a disc, and whether it is the rim. The rim is dark if the finger is
# light, so that it is visible on any background.
Disc = Tuple[float, float, float, float, bool]


@dataclass
class Finger:
    """A contact: for each of its positions, the time in nanoseconds and x and y in points."""

    places: List[Tuple[int, float, float]] = field(default_factory=list)

    def at(self, time: int) -> Tuple[float, float]:
        """The position at a time, interpolated linearly."""
        before = self.places[0]
        for place in self.places:
            if place[0] >= time:
                span = place[0] - before[0]
                share = max(0.0, (time - before[0]) / span) if span > 0 else 1.0
                return (
                    before[1] + share * (place[1] - before[1]),
                    before[2] + share * (place[2] - before[2]))
            before = place
        return before[1:]

    def discs(self, time: int) -> Iterator[Disc]:
        """The discs to draw at a time: the trail, oldest first, and then the finger itself."""
        first, last = self.places[0][0], self.places[-1][0]
        gone = max(0.0, (time - last) / 1e9 / FADE)
        if time < first or gone >= 1:
            return
        missing = max(0.0, 1 - (time - first) / 1e9 / COME)
        strength = (1 - gone) ** 2 * (1 - missing) ** 2
        wider = 1 + 0.5 * gone + 0.4 * missing
        before = None
        for step in range(_STEPS, 0, -1):
            moment = time - round(TRAIL * 1e9 * step / _STEPS)
            share = 1 - step / _STEPS
            if first <= moment <= last and self.at(moment) != before:
                before = self.at(moment)
                yield (*before, RADIUS * (0.25 + 0.55 * share), 0.05 * strength, False)
        yield (*self.at(time), RADIUS * wider + 2, 0.18 * strength, True)
        yield (*self.at(time), RADIUS * wider, 0.30 * strength, False)
        yield (*self.at(time), RADIUS * (wider - 0.2), 0.45 * strength, False)
