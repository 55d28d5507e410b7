"""The rule of docs/segments.md with sixty digits: what a channel is at a moment, and how fast."""

from mpmath import cos, cosh, exp, floor, inf, mp, mpf, sin, sinh, sqrt, tanh

mp.dps = 60


def spring(x, v, beta, omega2, s):
    """A spring's offset and its rate by its own time, for s of at least 0."""
    x, v, beta, omega2 = mpf(x), mpf(v), mpf(beta), mpf(omega2)
    d = beta**2 - omega2
    if d == 0:
        c, n = mpf(1), s
    elif d < 0:
        w = sqrt(-d)
        c, n = cos(w * s), sin(w * s) / w
    else:
        g = sqrt(d)
        c, n = cosh(g * s), sinh(g * s) / g
    fade = exp(-beta * s)
    return (
        fade * (x * c + (v + beta * x) * n),
        fade * (v * c - (beta * v + omega2 * x) * n),
    )


def bezier(fraction, x1, y1, x2, y2):
    """y and dy/dx of the curve where its x is the fraction."""
    if fraction <= 0 or fraction >= 1:
        return (mpf(0) if fraction <= 0 else mpf(1)), None
    x1, y1, x2, y2 = mpf(x1), mpf(y1), mpf(x2), mpf(y2)

    def cubic(a, b, s):
        return 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s**2 * b + s**3

    def slope(a, b, s):
        return 3 * (1 - s) ** 2 * a + 6 * (1 - s) * s * (b - a) + 3 * s**2 * (1 - b)

    low, high = mpf(0), mpf(1)
    for _ in range(200):
        middle = (low + high) / 2
        if cubic(x1, x2, middle) < fraction:
            low = middle
        else:
            high = middle
    return cubic(y1, y2, low), slope(y1, y2, low) / slope(x1, x2, low)


def leg(term, r):
    """One run of a curve, of keyframes or of a spring curve: progress and rate."""
    kind = term["kind"]
    if r <= 0:
        return mpf(0), mpf(0)
    if kind == "springCurve":
        left, rate = spring(-1, term["velocity"], term["beta"], term["omega2"], r)
        return 1 + left, rate
    duration = mpf(term["duration"])
    if r >= duration:
        return mpf(1), mpf(0)
    if kind == "curve":
        y, slope = bezier(r / duration, *term["points"])
        return y, slope / duration
    before, start = mpf(0), mpf(0)
    for time, value, *points in term["keys"]:
        if mpf(time) > r / duration:
            y, slope = bezier((r / duration - start) / (mpf(time) - start), *points)
            step = mpf(value) - before
            # On a key the slope is not one number; no case asks for it there.
            rate = None if slope is None else step * slope / (mpf(time) - start) / duration
            return before + step * y, rate
        before, start = mpf(value), mpf(time)
    return mpf(1), mpf(0)


def progress(term, s):
    """The progress of an animation at its own time, and its rate."""
    r = s - mpf(term["delay"])
    if r <= 0:
        return mpf(0), mpf(0)
    reverses = term.get("autoreverses", False)
    if term["repeat"] == 1 and not reverses:
        return leg(term, r)
    duration = mpf(term["duration"])
    times = inf if term["repeat"] is None else mpf(term["repeat"])
    if duration == 0 or times == 0 or r >= times * duration * (2 if reverses else 1):
        return mpf(1), mpf(0)
    into = r - duration * floor(r / duration)
    if reverses and r - 2 * duration * floor(r / (2 * duration)) >= duration:
        p, rate = leg(term, duration - into)
        return p, -rate
    return leg(term, into)


def pieces(knots, s):
    """The value of cubic pieces between knots and its rate, by Hermite's four basis polynomials."""
    knots = [[mpf(number) for number in knot] for knot in knots]
    if s < knots[0][0]:
        return knots[0][1], mpf(0)
    for (start, p, v), (end, q, w) in zip(knots, knots[1:]):
        if s < end:
            span = end - start
            u = (s - start) / span
            r = 1 - u
            value = (1 + 2 * u) * r**2 * p + u**2 * (3 - 2 * u) * q
            value += span * u * r * (r * v - u * w)
            rate = 6 * u * r * (q - p) / span + r * (1 - 3 * u) * v + u * (3 * u - 2) * w
            return value, rate
    return knots[-1][1], mpf(0)


def term_state(term, time):
    """A term and its rate per second at a time in nanoseconds."""
    if term["end"] is not None and time >= term["end"]:
        return mpf(0), mpf(0)
    rate = mpf(term.get("rate", 1))
    s = mpf(term.get("local", 0)) + rate * mpf(time - term["anchor"]) / 10**9
    if s < 0 and term.get("later"):
        return mpf(0), mpf(0)
    x = mpf(term["x"])
    if term["kind"] in ("spring", "decay"):
        if s < 0:
            return x, mpf(0)
        if term["kind"] == "spring":
            value, speed = spring(x, term["v"], term["beta"], term["omega2"], s)
        else:
            fade = exp(-mpf(term["lambda"]) * s)
            value = x + mpf(term["v"]) * (1 - fade) / mpf(term["lambda"])
            speed = mpf(term["v"]) * fade
        return value, rate * speed
    if term["kind"] == "pieces":
        value, speed = pieces(term["knots"], s)
        return x * value, rate * x * speed
    p, speed = progress(term, s)
    value = -x * p if term.get("reversed") else x * (1 - p)
    return value, -x * speed * rate


def channel_state(channel, source, time):
    """Value and velocity of a channel; `source` is the channel that its map names, if any."""
    value, velocity = mpf(channel["held"]), mpf(channel["velocity"])
    for term in channel.get("terms", []):
        part, speed = term_state(term, time)
        value += part
        velocity += speed
    tilt = channel.get("map")
    if tilt:
        x, v = channel_state(source, None, time)
        angle, reach = mpf(tilt["angle"]), mpf(tilt["reach"])
        bend = tanh(x / reach)
        value += angle * bend
        velocity += angle / reach * (1 - bend**2) * v
    return value, velocity
