"""Evaluates channels at any time, by the rules of docs/segments.md.

All times are nanoseconds of the daemon's clock; the units of channels are in the table there. No
number in a message makes these functions raise an exception.
"""

from __future__ import annotations

from math import cos, exp, expm1, fmod, isfinite, sin, sqrt, tanh
from typing import Callable, Optional, Tuple

from .messages import ChannelMotion, Curve, Decay, Four, Keyframes, Pieces, Progress, Spring
from .messages import SpringCurve, Term, Three

# A value and its rate of change, per second.
Motion = Tuple[float, float]
REST: Motion = (0.0, 0.0)
# Longer times are reduced to this, so that no phase is infinite.
_LONGEST = 1e150
# The maximum slope that is returned for a curve; also used for a vertical tangent.
_SLOPE_LIMIT = 1e6
# The maximum number of steps when solving for the parameter of a curve.
_STEP_LIMIT = 120


def _exp(x: float) -> float:
    return exp(x) if x < 709.0 else float("inf")


def _quotient(dividend: float, divisor: float) -> float:
    return dividend / divisor if divisor != 0.0 else 0.0


def spring(x: float, v: float, beta: float, omega2: float, seconds: float) -> Motion:
    """A damped oscillator `seconds` after offset x and velocity v.

    One formula covers under-damped, critical and over-damped motion. Near critical damping both
    quotients are 0/0, so their series are used.
    """
    if not seconds > 0.0:
        return (x, v)
    t = min(seconds, _LONGEST)
    discriminant = beta * beta - omega2
    root = sqrt(abs(discriminant))
    phase = root * t
    front = -beta * t
    if phase < 1e-3:
        square = discriminant * t * t
        c = 1.0 + square * (1 / 2 + square * (1 / 24))
        s = t * (1.0 + square * (1 / 6 + square * (1 / 120)))
    elif discriminant < 0.0:
        if not isfinite(phase):
            return REST
        c = cos(phase)
        s = sin(phase) / root
    else:
        # Uses the two decay rates, because the hyperbolic functions would overflow.
        less = expm1(-2.0 * phase)
        c = 1.0 + less / 2.0
        s = -less / (2.0 * root)
        front = -_quotient(omega2, beta + root) * t
    decay = _exp(front)
    return (
        decay * (x * c + (v + beta * x) * s), decay * (v * c - (beta * v + omega2 * x) * s))


def decay(x: float, v: float, lambda_: float, seconds: float) -> Motion:
    """Momentum that decays."""
    if not seconds > 0.0:
        return (x, v)
    if lambda_ == 0.0:
        return (x + v * seconds, v)
    power = -lambda_ * seconds
    left = _exp(power)
    # expm1 keeps the precision for short times.
    gone = -expm1(power) if power < 709.0 else -left
    return (x + v * gone / lambda_, v * left)


def bezier(points: Four, fraction: float) -> Motion:
    """Progress and slope of a timing curve where its x is `fraction`."""
    if not fraction > 0.0:
        return REST
    if fraction >= 1.0:
        return (1.0, 0.0)
    x1, y1, x2, y2 = points
    cx, cy = 3.0 * x1, 3.0 * y1
    bx, by = 3.0 * (x2 - x1) - cx, 3.0 * (y2 - y1) - cy
    ax, ay = 1.0 - cx - bx, 1.0 - cy - by
    # Uses Newton's steps while they halve the error and stay within the known bounds; otherwise
    # bisects.
    low, high, s, last = 0.0, 1.0, fraction, float("inf")
    for _ in range(_STEP_LIMIT):
        error = ((ax * s + bx) * s + cx) * s - fraction
        if abs(error) <= 1e-16:
            break
        if error > 0.0:
            high = s
        else:
            low = s
        slope = (3.0 * ax * s + 2.0 * bx) * s + cx
        guess = s - error / slope if slope > 0.0 else low
        if not (abs(error) < last / 2.0 and low < guess < high):
            guess = (low + high) / 2.0
        if guess == s:
            break
        s, last = guess, abs(error)
    value = ((ay * s + by) * s + cy) * s
    slope = (3.0 * ax * s + 2.0 * bx) * s + cx
    rise = ((3.0 * ay * s + 2.0 * by) * s + cy) / max(slope, 1e-15)
    return (value, min(max(rise, -_SLOPE_LIMIT), _SLOPE_LIMIT))


def _keyframes(term: Keyframes, fraction: float) -> Motion:
    """Interpolates from the key before the fraction to the first key whose time is above it."""
    if not fraction > 0.0:
        return REST
    if fraction >= 1.0:
        return (1.0, 0.0)
    time = value = 0.0
    for key in term.keys:
        if key[0] > fraction:
            span = key[0] - time
            part, slope = bezier((key[2], key[3], key[4], key[5]), _quotient(fraction - time, span))
            way = key[1] - value
            return (value + way * part, _quotient(way * slope, span))
        time, value = key[0], key[1]
    return (value, 0.0)


def _run(term: Progress, seconds: float) -> Motion:
    """The progress within one run, and its rate."""
    if not seconds > 0.0:
        return REST
    if isinstance(term, SpringCurve):
        left, rate = spring(-1.0, term.velocity, term.beta, term.omega2, seconds)
        return (1.0 + left, rate)
    if not seconds < term.duration:
        return (1.0, 0.0)
    fraction = seconds / term.duration
    if isinstance(term, Curve):
        value, slope = bezier(term.points, fraction)
    elif isinstance(term, Keyframes):
        value, slope = _keyframes(term, fraction)
    else:
        return (1.0, 0.0)
    return (value, slope / term.duration)


def progress(term: Progress, seconds: float) -> Motion:
    """The progress of an animation at its own time, 0…1, including delay and runs; and its rate."""
    run = min(seconds, _LONGEST) - term.delay
    if not run > 0.0:
        return REST
    if term.repeat == 1.0 and not term.autoreverses:
        return _run(term, run)
    leg = term.duration
    legs = term.repeat * (2.0 if term.autoreverses else 1.0)
    if not (leg > 0.0 and legs > 0.0) or seconds >= term.delay + legs * leg:
        return (1.0, 0.0)
    into = fmod(run, leg)
    if term.autoreverses and fmod(run, 2.0 * leg) >= leg:
        value, rate = _run(term, leg - into)
        return (value, -rate)
    return _run(term, into)


def pieces(knots: Tuple[Three, ...], seconds: float) -> Motion:
    """The value of cubic pieces between knots of time, value and velocity, and its rate.

    The times have to rise; otherwise, the result is some number. O(log n).
    """
    if not knots:
        return REST
    if not seconds >= knots[0][0]:
        return (knots[0][1], 0.0)
    if not seconds < knots[-1][0]:
        return (knots[-1][1], 0.0)
    # The first knot whose time is above `seconds`. Whatever the times are, that of the knot before
    # it is not above.
    low, high = 1, len(knots) - 1
    while low < high:
        middle = (low + high) // 2
        if knots[middle][0] > seconds:
            high = middle
        else:
            low = middle + 1
    (start, p, v), (end, q, w) = knots[low - 1], knots[low]
    span = end - start
    u, way = (seconds - start) / span, q - p
    v, w = v * span, w * span
    a, b = v + w - 2.0 * way, 3.0 * way - 2.0 * v - w
    return (p + u * (v + u * (b + u * a)), (v + u * (2.0 * b + u * 3.0 * a)) / span)


def term(term: Term, time: int) -> Motion:
    """The value of one term at a time, and its rate."""
    if term.end is not None and time >= term.end:
        return REST
    seconds = term.local + term.rate * ((time - term.anchor) / 1e9)
    if seconds < 0.0 and term.later:
        return REST
    if isinstance(term, Progress):
        done, rate = progress(term, seconds)
        left = -done if term.reversed else 1.0 - done
        return (term.x * left, -term.x * rate * term.rate)
    if isinstance(term, Pieces):
        value, rate = pieces(term.knots, seconds)
        return (term.x * value, term.x * rate * term.rate)
    if isinstance(term, Spring):
        state = spring(term.x, term.v, term.beta, term.omega2, seconds)
    elif isinstance(term, Decay):
        state = decay(term.x, term.v, term.lambda_, seconds)
    else:
        return REST
    # A term that has not started has no velocity.
    return (state[0], state[1] * term.rate) if seconds >= 0.0 else (state[0], 0.0)


def evaluate(
    channel: ChannelMotion, time: int,
    source: Optional[Callable[[str], Optional[ChannelMotion]]] = None,
) -> Motion:
    """Value and velocity of a channel at a time.

    `source` finds another channel of the same view for the map; the map of that channel is ignored.
    O(terms).
    """
    value, velocity = channel.held, channel.velocity
    for one in channel.terms:
        offset, rate = term(one, time)
        value += offset
        velocity += rate
    tilt = channel.map
    if tilt is not None and source is not None:
        other = source(tilt.source)
        if other is not None:
            x, speed = evaluate(other, time)
            share = tanh(_quotient(x, tilt.reach))
            value += tilt.angle * share
            velocity += _quotient(tilt.angle, tilt.reach) * (1.0 - share * share) * speed
    return (value, velocity)
