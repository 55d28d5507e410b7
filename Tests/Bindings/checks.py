"""What has to be true of the frames and segments of a case."""

import math
from collections import Counter

from document import COLORS
from followers import Followers
from readers import Conversation, FrameReader, threshold
from rounding import Rounding
from runs import RATE, snapback

# The difference that rounding causes, in the unit of the number. Where a number follows its source
# by a slope above 1, it is multiplied by the slope. The velocity of a spring differs by this value
# times the frequency of the spring.
ROUNDING = 1e-9
# The allowed difference between a frame and the segments, in the unit of the number.
APART = 1e-6
# The time before or after a kink, in seconds, in which the velocity may be that of either line. For
# a frame, the engine selects the line by the value 10 ns later; it updates segments for kinks at
# most every 0.25 ms.
FRAME_LEAD, SEGMENT_LEAD = 2e-8, 2.6e-4
# The least share of the frames that has to be compared with segments.
LEAST = 0.5
STEP = 1e9 / RATE
# The largest error that a segment may state, in points.
LOOSEST = 0.05
# The factor by which a velocity or an acceleration within a step may exceed the greatest one that
# is known at moments of the step.
MARGIN = 1.5


class Tally:
    """What was compared, and what was wrong."""

    def __init__(self):
        self.counts, self.worst, self.faults = Counter(), Counter(), {}
        # The least and the greatest value of each number.
        self.ranges = {}

    def expect(self, check, number, time, error, allowed):
        """Notes an error at a time of the recording, in nanoseconds."""
        self.counts[check] += 1
        self.worst[check] = max(self.worst[check], error / allowed)
        if not error <= allowed:
            self.faults.setdefault((check, number), (
                f"{check}: {number} at {time / 1e9:.6f} s is off by {error:.3g}; "
                f"{allowed:.3g} is allowed"))

    def note(self, number, value):
        low, high = self.ranges.get(number, (value, value))
        self.ranges[number] = min(low, value), max(high, value)

    def require(self, check, holds, text):
        if not holds:
            self.faults[check, text] = f"{check}: {text}"


class Examination:
    """Compares every `share`-th frame of a case, and the segments at the same moments."""

    def __init__(self, document, played, told, share=1):
        frames = played.frames
        self.document, self.frames, self.share = document, frames, share
        self.followers = Followers(document, frames, played.reports)
        hidden = {
            view["id"] for frame in frames for view in frame.views.values()
            if not view.get("visible", True)}
        self.told = Conversation(document, told, hidden) if told else None
        self.rounding = Rounding(
            document, frames, lambda frame, number: FrameReader(document, frame).read(number))
        self.tally = Tally()
        # The known numbers in the last frame.
        self.last = {}
        self.shown = self.compared = 0

    def run(self, is_enough=lambda faults: False):
        """Compares all, or until what was wrong is enough."""
        for index, (frame, states) in enumerate(zip(self.frames, self.followers.run())):
            if index > 0:
                self._hold(self.frames[index - 1], frame)
            if index % self.share > 0:
                continue
            segments = self._listen(frame.time) if self.told else None
            expected = self._examine(frame, segments, states)
            if index > 0 and segments is not None and self._is_current(frame):
                self._differentiate(self.frames[index - 1], frame, segments, expected)
            if is_enough(self.tally.faults):
                return self.tally
        if self.told:
            self._finish()
        return self.tally

    def _is_current(self, frame):
        return self.told.is_current(self.told.origin + frame.time)

    def _examine(self, frame, segments, followers):
        """Compares a frame, and returns the states of the targets that their sources give."""
        shown = FrameReader(self.document, frame)
        is_current = segments is not None and self._is_current(frame)

        def source(number):
            """What the frame shows; otherwise what the segments say."""
            state = shown.read(number)
            isolated = number not in self.document.targets and number.endswith(
                (".alpha", ".cornerRadius"))
            if is_current and (state is None or isolated):
                return segments.read(number)
            return state

        expected = self.document.follow(source, FRAME_LEAD, followers)
        self._follow("frames follow the maps", expected, shown, frame.time)
        self._stay(expected, source, frame.time)
        if segments is None:
            return expected
        self.shown += 1
        if self.told.is_told(segments.time):
            self._follow(
                "segments follow the maps", self.document.follow(segments.read, SEGMENT_LEAD, {}),
                segments, frame.time)
        if is_current:
            self.compared += 1
            for number in self.document.numbers:
                state = segments.read(number)
                error = state and shown.distance(number, state)
                if error is not None:
                    rounding = self.rounding.at_rest(number, expected.get(number))
                    self.tally.expect(
                        "frames equal segments", number, frame.time, error,
                        APART + state.doubt + rounding)
            self._limit(frame, segments)
        return expected

    def _limit(self, frame, segments):
        """Terms of the kind `pieces` are close to the motion that they approximate."""
        for number in self.document.targets:
            loose = segments.looseness(number)
            if loose > 0:
                is_length = self.document.place(number)[1].startswith(("translation", "frame"))
                self.tally.expect(
                    "pieces are close", number, frame.time, loose,
                    LOOSEST if is_length else threshold(self.document, frame, number))

    def _follow(self, check, expected, reader, time):
        """The values and velocities of targets are those that their sources give. In segments,
        constants are only compared with frames, because of the rounding."""
        is_frame = isinstance(reader, FrameReader)
        for number, state in expected.items():
            error = reader.distance(number, state)
            if error is None or not is_frame and self.document.is_bound_constant(number):
                continue
            lead = FRAME_LEAD if is_frame else SEGMENT_LEAD
            slope = max(1.0, state.slope)
            loose = state.doubt + reader.looseness(number)
            rounding, drift = self.rounding.allowed(number, time, state)
            allowed = ROUNDING * slope + loose + rounding
            if state.low < state.high:
                allowed += lead * (state.high - state.low)
            self.tally.expect(check, number, time, error, allowed)
            seen = reader.read(number)
            if seen is None or loose > 0 or math.isnan(seen.low + state.low):
                continue
            outside = max(state.low - seen.low, seen.low - state.high, 0.0)
            self.tally.expect(
                "velocities follow the slopes", number, time, outside,
                ROUNDING * max(slope, slope * state.rate, abs(seen.low)) + drift)

    def _stay(self, expected, source, time):
        """No target moves farther than its sources have moved, times the steepest slopes, and for a
        product times the other factors. Followers may, and what depends on them."""
        known = {
            number: source(number) for number in self.document.numbers
            if not self.document.is_bound_constant(number)}
        known.update(expected)
        for number, state in known.items():
            if state is not None:
                self.tally.note(number, state.value)
        for number, bindings in self.document.targets.items():
            sources = [binding.source for binding in bindings]
            if self.document.is_followed(number) or number not in expected:
                continue
            if not all(known.get(name) and self.last.get(name) for name in (number, *sources)):
                continue
            way = sum(self._way(known, binding, bindings) for binding in bindings)
            self.tally.expect(
                "nothing jumps", number, time,
                max(0.0, abs(known[number].value - self.last[number].value) - way),
                ROUNDING * max(1.0, expected[number].slope))
        self.last = known

    def _way(self, known, binding, bindings):
        """How far a binding may have moved its target."""
        way = binding.map.steepest() * abs(
            known[binding.source].value - self.last[binding.source].value)
        others = [each for each in bindings if binding.multiplies and each is not binding]
        return way * math.prod(
            max(abs(each.map.value(values[each.source].value)) for values in (known, self.last))
            for each in others)

    def _differentiate(self, before, frame, segments, expected):
        """In a step without touches or new segments, the difference quotient of the values equals
        the velocities at both ends of the step. It may differ by half of the step times the
        acceleration."""
        times = [self.told.origin + each.time for each in (before, frame)]
        if times[1] - times[0] != STEP or self.told.told > times[0]:
            return
        if before.touches or frame.touches:
            return
        readers = [segments.at(time) for time in (times[0], sum(times) // 2, times[1])]
        shown = [FrameReader(self.document, each) for each in (before, frame)]
        for number in self.document.targets:
            states = [reader.read(number) for reader in shown]
            ends = [reader.read(number) for reader in readers]
            if None in (*states, *ends) or segments.ends(number, *times):
                continue
            if self.document.is_followed(number) or segments.looseness(number) > 0:
                # The acceleration is not known.
                continue
            if number.split(".", 1)[1] in COLORS:
                # Frames have rounded components.
                continue
            if self.rounding.at_rest(number, expected.get(number)) > 0:
                # It is not known when the edges begin to move to the pixel grid.
                continue
            speeds = [
                told.low if math.isnan(state.low) else state.low
                for state, told in zip(states, ends[::2])]
            quotient = (states[1].value - states[0].value) / (STEP / 1e9)
            fastest = max(abs(reader.acceleration(number)) for reader in readers)
            allowed = MARGIN * fastest * STEP / 2e9 + ROUNDING * 1e3 * max(1, abs(states[0].value))
            for speed in speeds:
                self.tally.expect(
                    "velocities are difference quotients", number, frame.time,
                    abs(quotient - speed), allowed)

    def _hold(self, before, frame):
        """No target jumps when a finger touches or lifts: between the two frames, it moves no
        farther than its velocity allows. The frame before a lift may be older than a step, because
        nothing has moved since then."""
        is_touch = before.touches == 0 and frame.touches > 0 and frame.time - before.time == STEP
        is_lift = before.touches > 0 and frame.touches == 0
        if not is_touch and not is_lift:
            return
        readers = [FrameReader(self.document, each) for each in (before, frame)]
        for number in self.document.targets:
            states = [reader.read(number) for reader in readers]
            if None in states or math.isnan(states[0].low + states[1].low):
                continue
            fastest = max(state.fastest for state in states)
            self.tally.expect(
                "touches and lifts do not jump", number, frame.time,
                abs(states[1].value - states[0].value), MARGIN * fastest * STEP / 1e9 + APART)

    # Segments

    def _listen(self, moment):
        """The segments at a time of the recording; checks each segment until then."""
        time = self.told.origin + moment
        while (message := self.told.take(time)) is not None:
            if not isinstance(message, snapback.Segment) or message.ahead:
                continue
            # A daemon that is a little late next sends the segments for kinks since the cause.
            self.told.take_ahead()
            if self.told.is_late:
                continue
            reader = self.told.reader(message.time)
            self._follow(
                "segments follow the maps", self.document.follow(reader.read, SEGMENT_LEAD, {}),
                reader, message.time - self.told.origin)
        return self.told.reader(time)

    def _finish(self):
        """Takes the segments after the last frame."""
        self._listen(self.frames[-1].time + 10**9)
        self.tally.require(
            "frames equal segments", self.compared >= LEAST * self.shown,
            f"only {self.compared} of {self.shown} frames have a segment since the last report of "
            f"fingers; the daemon was {self.told.late / 1e6:.0f} ms late")
