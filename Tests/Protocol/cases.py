"""The motions of segments.json: every kind of term, with the moments at which it is asked."""

import random

from messages import AT, channel, term


NAMED = [
    [0.25, 0.1, 0.25, 1], [0.42, 0, 1, 1], [0, 0, 0.58, 1], [0.42, 0, 0.58, 1], [0.2, 0, 0, 1],
    [0.05, 0.7, 0.1, 1], [0.3, 0, 0.8, 0.15], [0.5, -0.6, 0.4, 1.7], [0, 0, 1, 1],
]


def seconds(count):
    return round(count * 1_000_000_000)


def moments(generator, body, count=5):
    """Times before, within and at the end of a term; whole nanoseconds."""
    end = body["end"] if body["end"] is not None else body["anchor"] + seconds(20)
    start = body["anchor"]
    times = {start - 1000, start, end - 1, end, end + seconds(1)}
    while len(times) < 5 + count:
        times.add(generator.randrange(start, max(start + 1, end)))
    return sorted(generator.sample(sorted(times), count) + [end])


def spring(generator, ratio, response, **more):
    omega = 2 * 3.141592653589793 / response
    return term("spring", AT + seconds(response * generator.uniform(2, 4)),
                x=generator.uniform(-300, 300), v=generator.uniform(-4000, 4000),
                beta=ratio * omega, omega2=omega * omega, **more)


def springs(generator):
    for ratio in (0, 0.05, 0.5, 0.8, 0.999, 1 - 1e-9, 1, 1 + 1e-12, 1 + 1e-9, 1.001, 1.5, 20):
        yield channel("card", "translationX", generator.uniform(-9, 9),
                      [spring(generator, ratio, generator.uniform(0.15, 0.9))])
    # √|D|·s is on both sides of 10⁻³ within these.
    for ratio in (0.99999, 1.00001):
        yield channel("card", "translationY", 0, [spring(generator, ratio, 0.5)])
    yield channel("card", "scaleX", 1, [spring(generator, 0.7, 0.4, local=-0.125)])
    yield channel("card", "scaleX", 1, [spring(generator, 0.7, 0.4, local=-0.125, later=True)])
    yield channel("card", "rotation", 0.1, [spring(generator, 0.6, 0.4, local=0.25, rate=0.1)])
    yield channel("card", "rotation", 0.1, [spring(generator, 3, 0.3, local=2.5, rate=-0.5)])
    # Drag alone, and a motion that nothing stops.
    free = dict(x=-40.5, v=120.25)
    yield channel("card", "left", 3, [term("spring", None, beta=4.5, omega2=0, **free)])
    yield channel("card", "left", 3, [term("spring", AT + seconds(9), beta=0, omega2=0, **free)])


def curves(generator):
    for points in NAMED:
        length = generator.uniform(0.1, 2)
        delay = generator.choice([0, 0.125, 0.3])
        yield channel("card", "alpha", 0.5, [
            term("curve", AT + seconds(length + delay), x=generator.uniform(-100, 100),
                 delay=delay, repeat=1, duration=length, points=points)])
    for repeat, back in ((2, False), (2.5, True), (None, True), (None, False), (0.5, False)):
        length = generator.uniform(0.2, 0.9)
        legs = 0 if repeat is None else repeat * (2 if back else 1) * length
        end = None if repeat is None else AT + seconds(0.1 + legs)
        yield channel("card", "scrollY", -20, [
            term("curve", end, x=generator.uniform(-100, 100), delay=0.1, repeat=repeat,
                 duration=length, points=NAMED[generator.randrange(4)], autoreverses=back)])
    yield channel("card", "bottom", 400, [
        term("curve", AT + seconds(0.6), local=0.6, rate=-1, x=80, delay=0, repeat=1, duration=0.9,
             points=NAMED[0], is_reversed=True)])
    yield channel("card", "bottom", 400, [
        term("curve", AT + seconds(0.6), local=0, rate=1.5, later=True, x=80, delay=0, repeat=1,
             duration=0.9, points=NAMED[2])])
    yield channel("card", "red", 128, [
        term("curve", None, local=0.2, rate=0, x=80, delay=0, repeat=1, duration=0.9,
             points=NAMED[3])])
    yield channel("card", "red", 128, [
        term("curve", AT + seconds(2), x=80, delay=0.5, repeat=None, duration=0,
             points=NAMED[3])])


def keyframes(generator):
    for repeat, back, is_reversed in ((1, False, False), (1, False, True), (1.5, True, False),
                                      (None, True, False)):
        times = sorted(generator.uniform(0.05, 0.95) for _ in range(4)) + [1]
        values = [generator.uniform(-0.5, 1.5) for _ in range(4)] + [1]
        keys = [[time, value, *NAMED[generator.randrange(5)]]
                for time, value in zip(times, values)]
        length = generator.uniform(0.5, 1.5)
        span = 8 if repeat is None else repeat * length * (2 if back else 1)
        yield channel("card", "translationX", 12, [
            term("keyframes", None if repeat is None else AT + seconds(span),
                 local=span if is_reversed else 0, rate=-1 if is_reversed else 1,
                 x=generator.uniform(-200, 200), delay=0, repeat=repeat, duration=length, keys=keys,
                 autoreverses=back, is_reversed=is_reversed)])


def spring_curves(generator):
    for ratio, repeat, back in ((0.6, 3, False), (1, 2, True), (2, None, True), (0.4, 1, False)):
        omega = 2 * 3.141592653589793 / generator.uniform(0.2, 0.6)
        length = generator.uniform(0.5, 1.2)
        end = None if repeat is None else AT + seconds(0.05 + repeat * length * (2 if back else 1))
        yield channel("card", "translationY", 1, [
            term("springCurve", end, x=generator.uniform(-200, 200), delay=0.05, repeat=repeat,
                 duration=length, beta=ratio * omega, omega2=omega * omega,
                 velocity=generator.uniform(-3, 3), autoreverses=back)])


def others(generator):
    rate = 2.002002669338
    for scale in (1, 0.2):
        yield channel("card", "scrollX", -100.5, [
            term("decay", AT + seconds(1.5), rate=scale, x=-250.75, v=502.0, **{"lambda": rate}),
            term("spring", AT + seconds(3), anchor=AT + seconds(1.5), later=True, x=0.25, v=24.5,
                 beta=25, omega2=625)])
    yield channel("card", "left", 39, [
        spring(generator, 0.8, 0.4),
        term("curve", AT + seconds(1), x=-60, delay=0, repeat=1, duration=1, points=NAMED[0]),
        spring(generator, 1, 0.3, local=-0.2)])
    yield channel("card", "top", 219.333, [], velocity=-312.5)


def pieces(generator):
    """Pieces of uneven lengths, with and without clocks of their own, and a single knot."""
    def knots(count, start=0.0):
        time = start
        for _ in range(count):
            yield [time, generator.uniform(-1.5, 1.5), generator.uniform(-20, 20)]
            time += generator.choice([0.00025, 0.016, 0.064, 0.3])

    for count, start, more in (
            (2, 0, {}), (9, 0, {}), (40, 0, {}), (9, 0.1, {}), (9, -0.3, {"local": -0.2}),
            (9, 0, {"local": -0.125, "later": True}), (9, 0, {"local": 0.25, "rate": 0.1}),
            (9, 0, {"local": 0.9, "rate": -0.5}), (1, 0.25, {})):
        yield channel("card", "translationX", generator.uniform(-9, 9), [
            term("pieces", AT + seconds(generator.uniform(1, 2)), x=generator.uniform(-300, 300),
                 error=generator.uniform(0, 0.01), knots=list(knots(count, start)), **more)])


def tilts(generator):
    """Channels with a map, and the channel that it names."""
    for angle, reach in ((0.20943951023931956, 160), (-0.5, 12.5)):
        source = channel("card", "translationX", 0, [spring(generator, 0.8, 0.4)])
        body = channel("card", "rotation", 0.05, [spring(generator, 1, 0.2) | {"x": 0.3, "v": 1}],
                       tilt={"kind": "tilt", "source": "translationX", "angle": angle,
                             "reach": reach})
        yield body, source


def all_cases():
    """Channel, source or nothing, and moments."""
    generator = random.Random(20)
    for make in (springs, curves, keyframes, spring_curves, others):
        for body in make(generator):
            first = body["terms"][0] if body.get("terms") else {"end": AT + 10, "anchor": AT}
            yield body, None, moments(generator, first)
    for body, source in tilts(generator):
        yield body, source, moments(generator, source["terms"][0])
    for body in pieces(generator):
        yield body, None, moments(generator, body["terms"][0])
