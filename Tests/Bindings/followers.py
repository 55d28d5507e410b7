"""The values of followers: bindings with the key `follow`, as docs/bindings.md defines them.

A follower y obeys y″ + 2βy′ + ω²y = ω²u, where u is its source after the map. At the first frame,
every follower rests. Then this program goes through the frames of a replay and solves the equation
from each frame to the next, in spans that end at frames, at reports of fingers, and where a source
reaches a kink of a map. In a span, every number is a polynomial through its values at the nodes of
springs.py, so followers of followers need no other method. Only sources that no binding sets are
read from frames:

- Between frames, a source in free motion is the polynomial through the values and velocities of up
  to four frames; no report lies between these frames. Before or after a report, the polynomial is
  extended up to the report.
- If a source has the same value in two frames, it is constant between them, except at a report.
- If a report of a finger moves a source that is constant before and after it, the inputs u of
  followers have moved on lines from their values at the previous report, which is at most LONGEST
  before: the difference from the inputs that the new value of the source gives has vanished
  linearly. The followers that depend on this source are solved once more from the previous report.
  The others stay as they are, because they may have come to rest since then. The times of reports
  come from the recording.

Frames do not show when a source comes to rest, or begins to move without a report. Followers then
take over the state that the next frame shows, which is not compared; if it does not show all of
that state, the remaining uncertainty is added to the allowed difference.
"""

import math

from courses import STEP, Constant, Line, Source
from maps import HALVINGS, State
from readers import FrameReader, threshold
from springs import NODES

# The longest line between two reports, in nanoseconds.
LONGEST = 20_000_000
# The greatest shortness of a span (springs.py).
LIMIT = 0.5
# The share of a span at both ends in which a kink does not divide it.
EDGE = 1e-7
# The difference between a number at rest and its target, by rounding.
SAME = 1e-9
# The largest factor by which the offset of a spring grows before it decays.
GROWTH = 2
# The greatest velocity of a number that comes to rest, in thresholds per second.
SLOWEST = 62.5


class Moment:
    """A moment at which frames are known: a frame, or the last moment of a rest before it."""

    def __init__(self, frame, time):
        self.frame, self.time = frame, time


class Kink(Exception):
    """A source reaches a kink within a span, after a share of it."""

    def __init__(self, share):
        super().__init__(share)
        self.share = share


class Followers:
    """The states of the followers of a document at the frames of a replay.

    `reports` has the times of reports and whether a finger is down before and after each of them.
    """

    def __init__(self, document, frames, reports):
        self.document, self.reports = document, reports
        self.moments = list(_moments(frames))
        self.order = [
            (name, bindings) for name, bindings in document.targets.items()
            if document.leads_to_follower(name)]
        self.bindings = [each for _, bindings in self.order for each in bindings if each.spring]
        sources = {each.source for _, bindings in self.order for each in bindings}
        self.courses = {
            name: Source(document, name, self.moments, reports)
            for name in sources - set(document.targets)}
        # Value and velocity of each follower, and how far the value may be from the true one.
        self.states, self.doubts = {}, {}
        # The time of the last report, and the spans since then, with the states at their starts.
        self.last_report, self.spans = None, []

    def run(self):
        """The states of followers, by binding, at each frame; without those that are not known."""
        if not self.bindings or any(not course.is_known for course in self.courses.values()):
            yield from ({} for each in self.moments if each.time == each.frame.time)
            return
        self._rest({name: course.values[0] for name, course in self.courses.items()})
        yield self._known(())
        pending = iter(self.reports)
        report = next(pending, None)
        for index in range(len(self.moments) - 1):
            start, end = self.moments[index].time, self.moments[index + 1].time
            while report is not None and report.time <= end:
                if report.time > start:
                    self._advance(index, start, report.time)
                    start = report.time
                self._report(index, report)
                report = next(pending, None)
            if end > start:
                self._advance(index, start, end)
                self._forget((end - start) / 1e9)
            lost = self._settle(index)
            if self.moments[index + 1].frame.time == end:
                yield self._known(lost)

    def _known(self, lost):
        return {
            binding: State(
                *self.states[binding], doubt=self.doubts[binding], rate=binding.spring.frequency)
            for binding in self.bindings if binding not in lost}

    def _rest(self, sources):
        """Sets each follower to rest at its target, by the values of the sources."""
        self.states, values = {}, dict(sources)
        for name, bindings in self.order:
            parts = [binding.map.value(values[binding.source]) for binding in bindings]
            self.states |= {
                each: (part, 0.0) for each, part in zip(bindings, parts) if each.spring}
            values[name] = _combined(bindings, parts)
        self.spans = [(*span[:3], self.states) for span in self.spans[-1:]]
        self.doubts = dict.fromkeys(self.bindings, 0.0)

    # Spans

    def _advance(self, index, start, end):
        """Solves all followers over a span between two frames."""
        courses = {name: course.between(index, start) for name, course in self.courses.items()}
        self.spans.append((start, end, courses, self.states))
        self._solve(start, end, courses)

    def _solve(self, start, end, courses, gaps=None):
        """Solves over a span in which each source has a course; divides it where necessary. `gaps`
        has courses to be added to the inputs of followers, by binding."""
        stiffest = max(
            binding.spring.shortness((end - start) / 1e9) for binding in self.bindings)
        if end - start > STEP and not gaps and (
                all(course.is_constant for course in courses.values())
                and all(state[1] == 0 for state in self.states.values())):
            # A long rest.
            return
        count = max(1, -(-(end - start) // STEP), int(stiffest / LIMIT) + 1)
        for part in range(count):
            ends = [start + (end - start) * each / count for each in (part, part + 1)]
            self._divide(*ends, courses, gaps or {})

    def _divide(self, start, end, courses, gaps):
        try:
            self.states = self._solved(start, end, courses, gaps)
        except Kink as kink:
            middle = start + (end - start) * kink.share
            self._divide(start, middle, courses, gaps)
            self._divide(middle, end, courses, gaps)

    def _solved(self, start, end, courses, gaps):
        """The states at the end of a span."""
        times = [start + (end - start) * node for node in NODES]
        values = {
            name: [course.value(time) for time in times] for name, course in courses.items()}
        states = {}
        for name, bindings in self.order:
            parts = []
            for binding in bindings:
                course = _mapped(binding.map, values[binding.source])
                if binding in gaps:
                    gap = gaps[binding]
                    course = [value + gap.value(time) for value, time in zip(course, times)]
                if binding.spring:
                    course, states[binding] = binding.spring.respond(
                        (end - start) / 1e9, course, self.states[binding])
                parts.append(course)
            values[name] = [_combined(bindings, point) for point in zip(*parts)]
        return states

    # Reports

    def _report(self, index, report):
        """Takes the report of a finger."""
        heights = {}
        if report.is_drag and self.last_report is not None:
            heights = {
                name: course.values[index + 1] for name, course in self.courses.items()
                if course.is_moved(index)}
        if heights:
            self._move(heights, max(self.last_report, report.time - LONGEST), report.time)
        self.last_report, self.spans = report.time, []

    def _move(self, heights, start, end):
        """Solves once more, because a report at `end` has moved sources to new heights: from
        `start`, the inputs of followers move there on lines."""
        moved, unmoved = self._led_by(heights), self.states
        present, gaps = {name: Constant(height) for name, height in heights.items()}, None
        spans = [span for span in self.spans if span[1] > start]
        self.states = spans[0][3]
        for first, last, courses, states in spans:
            self._keep(states, moved)
            for ends in _divided(first, last, start):
                if ends[0] < start:
                    self._solve(*ends, courses)
                    continue
                if gaps is None:
                    old = self._inputs(courses, ends[0])
                    new = self._inputs(courses | present, ends[0])
                    gaps = {each: Line(ends[0], end, old[each] - new[each], 0.0) for each in moved}
                self._solve(*ends, courses | present, gaps)
        self._keep(unmoved, moved)

    def _led_by(self, sources):
        """The followers that depend on any of several sources."""
        reached, found = set(sources), set()
        for name, bindings in self.order:
            led = [binding for binding in bindings if binding.source in reached]
            if led:
                reached.add(name)
                found.update(binding for binding in led if binding.spring)
        return found

    def _keep(self, states, moved):
        """Gives each follower its known state, except those that a report has moved."""
        self.states = {
            binding: self.states[binding] if binding in moved else states[binding]
            for binding in self.bindings}

    def _inputs(self, courses, time):
        """The inputs of the followers in their present states, by binding."""
        values = {name: course.value(time) for name, course in courses.items()}
        inputs = {}
        for name, bindings in self.order:
            inputs |= {each: each.map.value(values[each.source]) for each in bindings}
            values[name] = _combined(bindings, [
                self.states[each][0] if each.spring else inputs[each] for each in bindings])
        return inputs

    # Rest

    def _settle(self, index):
        """Ends the motions that frames end, because they are too small to see. Returns the
        followers that take over the state of a frame."""
        moment, courses = self.moments[index + 1], self.courses.items()
        values = {name: course.values[index + 1] for name, course in courses}
        if moment.time - self.moments[index].time > STEP:
            # Nothing moves while there are no frames.
            self._rest(values)
            return ()
        shown = FrameReader(self.document, moment.frame)
        # How far a number is from a smooth motion, and the numbers that have not moved.
        jumps = {name: course.jump(index) for name, course in courses}
        still = {name for name, course in courses if course.is_still(index)}
        lost, self.states = [], dict(self.states)
        for name, bindings in self.order:
            seen = shown.read(name) if len(bindings) == 1 else None
            if seen is not None and math.isnan(seen.low):
                seen = None
            jumps[name] = sum(
                jumps[binding.source] * binding.map.steepest() for binding in bindings)
            if jumps[name] > 0:
                lost += self._take_over(bindings, jumps[name], seen)
            own = threshold(self.document, moment.frame, name)
            ends = [
                None if each.source not in still else 0.0 if not each.spring
                else self._end(each, each.map.value(values[each.source]), own, seen)
                for each in bindings]
            if None not in ends:
                still.add(name)
                jumps[name] = max(jumps[name], *ends)
            values[name] = _combined(bindings, [
                self.states[each][0] if each.spring else each.map.value(values[each.source])
                for each in bindings])
        return lost

    def _forget(self, seconds):
        """Lets the uncertainty of states decay, at half of the rate at which springs decay."""
        for binding, doubt in self.doubts.items():
            if doubt > 0:
                self.doubts[binding] = doubt * math.exp(-binding.spring.slowest * seconds / 2)

    def _take_over(self, bindings, jump, seen):
        """Lets followers take over the state in a frame, if it is known. Returns those that do."""
        followers = [binding for binding in bindings if binding.spring]
        for binding in followers:
            if seen is None:
                change = binding.spring.shortness(STEP / 1e9)
                self.doubts[binding] += GROWTH * jump * min(1.0, change)
            else:
                self.states[binding] = seen.value, seen.low
        return [] if seen is None else followers

    def _end(self, binding, target, own, seen):
        """Ends a motion of a follower whose source rests, and returns how far it jumps; None if it
        moves on."""
        value, velocity = self.states[binding]
        distance = abs(value - target)
        if distance > own or abs(velocity) > SLOWEST * own:
            return None
        if seen is None:
            # It may rest already.
            self.doubts[binding] = max(self.doubts[binding], GROWTH * own)
            return None
        if abs(seen.value - target) > SAME or seen.low != 0:
            return None
        self.states[binding] = target, 0.0
        return distance


def _moments(frames):
    """The frames, and the last moment of each rest between two frames."""
    last = None
    for frame in frames:
        if last is not None and frame.time - last.time > STEP:
            yield Moment(last, frame.time - STEP)
        yield Moment(frame, frame.time)
        last = frame


def _divided(first, last, middle):
    """A span in two parts, if a time is inside it."""
    return [(first, middle), (middle, last)] if first < middle < last else [(first, last)]


def _combined(bindings, values):
    """The value of a number that one or several bindings set."""
    return math.prod(values) if bindings[0].multiplies else sum(values)


def _mapped(function, course):
    """The values of a map at the nodes; raises Kink if the source changes to another piece."""
    if function.points is None:
        return course
    pieces = [function.piece(value) for value in course]
    for low, high, piece, after in zip(NODES, NODES[1:], pieces, pieces[1:]):
        if piece == after:
            continue
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            is_before = function.piece(_interpolated(course, middle)) == piece
            low, high = (middle, high) if is_before else (low, middle)
        if EDGE < low < 1 - EDGE:
            raise Kink(low)
    piece = pieces[len(pieces) // 2]
    if min(course) == max(course):
        return [function.value(course[0], piece)] * len(course)
    return [function.value(value, piece) for value in course]


def _interpolated(course, share):
    """The value of a course between the nodes, by the barycentric formula."""
    above = below = 0.0
    for index, (node, value) in enumerate(zip(NODES, course)):
        if share == node:
            return value
        weight = (-1) ** index / (share - node) / (2 if node in (0, 1) else 1)
        above, below = above + weight * value, below + weight
    return above / below
