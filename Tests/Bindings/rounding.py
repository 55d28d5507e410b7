"""How far views may be from where bound constants place them, because of the pixel grid.

The edges of a view at rest are rounded to the pixel grid, and the edges that depend on a moving
constant are not (docs/bindings.md). When a view begins to move, or comes to rest, the difference of
up to half a pixel of each edge vanishes on the spring of a catch (docs/motion.md).
"""

import math

from runs import RATE

# The time from frame to frame, in nanoseconds.
STEP = 10**9 // RATE
# The frequency of the spring of a catch, which is critically damped, in radians per second.
FREQUENCY = 2 * math.pi / 0.1


class Rounding:
    """The differences that are allowed in the frames of a replay."""

    def __init__(self, document, frames, read):
        # `read(frame, number)` returns the state of a number in a frame.
        self.pixel = 1.0 / document.body["screen"].get("scale", 1)
        self.edges = {
            name: document.extents[name].edges for name in document.targets
            if name in document.extents}
        # For each frame, the last times at which the view of each constant was at rest.
        self.rests, last, resting = {}, {}, set(self.edges)
        for frame in frames if self.edges else ():
            # While nothing moves, there are no frames.
            last |= dict.fromkeys(resting, frame.time - STEP)
            states = {name: read(frame, name) for name in self.edges}
            resting = {name for name, state in states.items() if not (state and state.fastest > 0)}
            last |= dict.fromkeys(resting, frame.time)
            self.rests[frame.time] = dict(last)

    def at_rest(self, number, state):
        """The greatest difference of a constant whose source rests, by the state that the source
        gives; 0 for other numbers, and while the source moves."""
        is_at_rest = number in self.edges and not (state and state.fastest > 0)
        return self.edges[number] * self.pixel / 2 if is_at_rest else 0.0

    def allowed(self, number, time, state):
        """The greatest difference of a constant from its state in a frame, and of its velocity."""
        if number not in self.edges:
            return 0.0, 0.0
        if (most := self.at_rest(number, state)) > 0:
            # The difference grows up to the rounding.
            return most, most * FREQUENCY / math.e
        # The phase of the spring: the view has begun to move after the rest, by up to a step.
        most = self.edges[number] * self.pixel / 2
        last = (time - self.rests[time][number]) * FREQUENCY / 1e9
        first = max(0.0, last - STEP * FREQUENCY / 1e9)
        return most * (1 + first) * math.exp(-first), most * FREQUENCY * last * math.exp(-first)
