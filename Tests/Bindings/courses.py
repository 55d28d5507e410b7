"""The course of a source between the frames of a replay."""

import math
from bisect import bisect_right

from readers import FrameReader
from runs import RATE

# The time from one frame to the next, in nanoseconds.
STEP = 10**9 // RATE
# The number of frames through which the polynomial of a source goes.
STENCIL = 4


class Line:
    """A course that is constant up to a time, and then goes straight to another value."""

    is_constant = False

    def __init__(self, start, end, first, last):
        self.start, self.end, self.first, self.last = start, end, first, last

    def value(self, time):
        share = (time - self.start) / (self.end - self.start)
        return self.first + (self.last - self.first) * min(max(share, 0.0), 1.0)


class Constant:
    is_constant = True

    def __init__(self, height):
        self.height = height

    def value(self, _):
        return self.height


class Polynomial:
    """The polynomial through the states of several moments, by divided differences."""

    is_constant = False

    def __init__(self, times, values, rates):
        self.origin, self.base = times[0], values[0]
        # Each moment counts twice if its velocity is known. The unit of time is that of STEP.
        count = 1 if rates is None else 2
        self.places = [(time - times[0]) / STEP for time in times for _ in range(count)]
        column = [value - self.base for value in values for _ in range(count)]
        slopes = None if rates is None else [rate * STEP / 1e9 for rate in rates]
        self.terms = [column[0]]
        for order in range(1, len(column)):
            column = [
                slopes[low // 2] if self.places[low] == self.places[low + order]
                else (column[low + 1] - column[low]) / (self.places[low + order] - self.places[low])
                for low in range(len(column) - 1)]
            self.terms.append(column[0])

    def value(self, time):
        x, value = (time - self.origin) / STEP, 0.0
        for term, place in zip(reversed(self.terms), reversed(self.places)):
            value = value * (x - place) + term
        return value + self.base


class Source:
    """A number that no binding sets, as frames show it."""

    def __init__(self, document, name, moments, reports):
        states = [FrameReader(document, moment.frame).read(name) for moment in moments]
        self.is_known = None not in states
        if not self.is_known:
            return
        self.times = [moment.time for moment in moments]
        self.values = [state.value for state in states]
        rates = [state.low for state in states]
        self.rates = None if any(math.isnan(rate) for rate in rates) else rates
        times = [report.time for report in reports]
        count = len(moments) - 1
        self.has_report = [
            bisect_right(times, self.times[index]) < bisect_right(times, self.times[index + 1])
            for index in range(count)]
        self.polynomials = {}

    def is_still(self, index):
        """Whether the value is the same at both ends of an interval between moments."""
        return not 0 <= index < len(self.times) - 1 or (
            self.values[index] == self.values[index + 1])

    def _is_free(self, index):
        """Whether the number moves throughout an interval, without a report."""
        return (
            0 <= index < len(self.times) - 1 and not self.has_report[index]
            and not self.is_still(index) and not self._starts(index) and not self._ends(index))

    def _ends(self, index):
        """Whether a motion ends in an interval without a report."""
        return self._is_rest(index + 1) and (
            index + 2 >= len(self.times) or self.is_still(index + 1))

    def _starts(self, index):
        return self._is_rest(index) and self.is_still(index - 1)

    def _is_rest(self, index):
        return self.rates is None or self.rates[index] == 0

    def jump(self, index):
        """How far the number is from a smooth motion at an unknown time in an interval."""
        if self.has_report[index] or self.is_still(index):
            return 0.0
        if self._ends(index):
            last = self._course(index - 1).value(self.times[index + 1])
            return abs(self.values[index + 1] - last)
        return abs(self.values[index + 1] - self.values[index]) if self._starts(index) else 0.0

    def between(self, index, start):
        """The course in an interval: up to a report, or from a report at `start`."""
        if not self.has_report[index]:
            if self._ends(index) and not self.is_still(index):
                return self._course(index - 1)
            return self._course(index)
        if start == self.times[index]:
            return self._course(index - 1, self.values[index])
        # After several reports in one interval, the last one counts.
        return self._course(index + 1, self.values[index + 1])

    def is_moved(self, index):
        """Whether a finger has moved the number in an interval."""
        return not (
            self.is_still(index) or self._is_free(index - 1) or self._is_free(index + 1))

    def _course(self, index, height=None):
        """The course in an interval: a motion, a constant or, between two constants, a line. With
        `height`, a constant outside motions has this value."""
        if self._is_free(index):
            return self._polynomial(index)
        if not 0 <= index < len(self.times) - 1 or height is not None or self.is_still(index):
            place = min(max(index, 0), len(self.values) - 1)
            return Constant(self.values[place] if height is None else height)
        return Line(
            self.times[index], self.times[index + 1], self.values[index], self.values[index + 1])

    def _polynomial(self, index):
        """The motion in an interval and beside it."""
        first = last = index
        width = STENCIL if self.rates else 2 * STENCIL
        # Alternately one more interval before and after.
        for _ in range(width):
            if last - first + 2 < width and self._is_free(last + 1):
                last += 1
            if last - first + 2 < width and self._is_free(first - 1):
                first -= 1
        if (first, last) not in self.polynomials:
            part = slice(first, last + 2)
            self.polynomials[first, last] = Polynomial(
                self.times[part], self.values[part], self.rates and self.rates[part])
        return self.polynomials[first, last]
