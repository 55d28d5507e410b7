"""The rule of docs/segments.md against tables of 60 digits, and against itself."""

import math
import random
import unittest

import support
from snapback import messages as m
from snapback import motion

CLOCK = {"anchor": 0, "end": None, "local": 0.0, "rate": 1.0, "later": False}


def curve(**parts):
    given = {
        **CLOCK, "x": 100.0, "delay": 0.0, "repeat": 1.0, "duration": 1.0, "autoreverses": False,
        "reversed": False, "points": (0.0, 0.0, 1.0, 1.0), **parts}
    return m.Curve(**given)


class SpringTests(unittest.TestCase):
    def test_agrees_with_the_table(self):
        rows = support.table("spring_reference.csv")
        self.assertGreater(len(rows), 400)
        for row in rows:
            mass, stiffness, damping, x0, v0, t, x, v = (float(item) for item in row.values())
            omega2, beta = stiffness / mass, damping / (2 * mass)
            value, velocity = motion.spring(x0, v0, beta, omega2, t)
            # The unit of a row: what it swings through, and how fast.
            speed = max(math.sqrt(omega2), beta, 1.0)
            size = max(abs(x0) + abs(v0) / speed, 1.0)
            self.assertLessEqual(abs(value - x), 1e-9 * size, row)
            self.assertLessEqual(abs(velocity - v), 1e-9 * size * speed, row)

    def test_two_steps_are_one(self):
        source = random.Random(7)
        for _ in range(500):
            beta = 10 ** source.uniform(-1, 2)
            omega2 = beta * beta * source.choice([0.1, 0.999999999, 1.0, 1.0000001, 40.0])
            x, v = source.uniform(-300, 300), source.uniform(-5000, 5000)
            first, second = source.uniform(0, 0.5), source.uniform(0, 0.5)
            middle = motion.spring(x, v, beta, omega2, first)
            twice = motion.spring(*middle, beta, omega2, second)
            once = motion.spring(x, v, beta, omega2, first + second)
            self.assertAlmostEqual(twice[0], once[0], delta=1e-8)


class DecayTests(unittest.TestCase):
    def test_agrees_with_the_table(self):
        for row in support.table("decay.csv"):
            per_second = -1000 * math.log(float(row["rate_per_ms"]))
            value, velocity = motion.decay(
                float(row["x0"]), float(row["v0"]), per_second, float(row["t"]))
            self.assertAlmostEqual(value, float(row["x"]), delta=1e-8)
            self.assertAlmostEqual(velocity, float(row["v"]), delta=1e-7)


class CurveTests(unittest.TestCase):
    def test_bezier_agrees_with_the_table(self):
        for row in support.table("bezier.csv"):
            points = tuple(float(row[key]) for key in ("x1", "y1", "x2", "y2"))
            value, _ = motion.bezier(points, float(row["x"]))
            # Where the curve is steep, the last bit of x itself is worth this much.
            slope = min(abs(float(row["slope"])), 1e6)
            self.assertAlmostEqual(value, float(row["y"]), delta=1e-9 + 1e-15 * slope)

    def test_a_run_ends_where_it_should(self):
        self.assertEqual(motion.term(curve(), 0), (100.0, 0.0))
        self.assertAlmostEqual(motion.term(curve(), 250_000_000)[0], 75.0)
        self.assertEqual(motion.term(curve(), 1_000_000_000)[0], 0.0)
        self.assertEqual(motion.term(curve(end=400_000_000), 400_000_000), (0.0, 0.0))

    def test_runs_repeat_and_go_back(self):
        swing = curve(repeat=math.inf, autoreverses=True, delay=0.5)
        for seconds, left in [
                (0.2, 100), (0.75, 75), (1.25, 25), (1.75, 25), (2.25, 75), (2.75, 75)]:
            self.assertAlmostEqual(motion.term(swing, round(seconds * 1e9))[0], left, msg=seconds)
        twice = curve(repeat=2.0)
        self.assertAlmostEqual(motion.term(twice, 1_250_000_000)[0], 75.0)
        self.assertEqual(motion.term(twice, 2_000_000_000), (0.0, 0.0))

    def test_reversed_and_later(self):
        self.assertAlmostEqual(motion.term(curve(reversed=True), 250_000_000)[0], -25.0)
        self.assertEqual(motion.term(curve(anchor=10**9), 0), (100.0, 0.0))
        self.assertEqual(motion.term(curve(anchor=10**9, later=True), 0), (0.0, 0.0))

    def test_its_own_time_runs_at_its_rate(self):
        slow = curve(rate=0.5, local=0.25)
        self.assertAlmostEqual(motion.term(slow, 500_000_000)[0], 50.0)
        self.assertAlmostEqual(motion.term(slow, 500_000_000)[1], -50.0)

    def test_keyframes_go_through_their_keys(self):
        term = m.Keyframes(
            **CLOCK, x=100.0, delay=0.0, repeat=1.0, duration=2.0, autoreverses=False,
            reversed=False, keys=(
                (0.25, 1.5, 0.0, 0.0, 1.0, 1.0), (0.5, -0.5, 0.25, 0.1, 0.25, 1.0),
                (1.0, 1.0, 0.0, 0.0, 1.0, 1.0)))
        for seconds, value in [(0.25, 0.75), (0.5, 1.5), (1.0, -0.5), (1.5, 0.25), (2.0, 1.0)]:
            left = motion.term(term, round(seconds * 1e9))[0]
            self.assertAlmostEqual(left, 100 * (1 - value), msg=seconds)

    def test_rates_are_slopes(self):
        terms = [
            curve(points=(0.25, 0.1, 0.25, 1.0), rate=1.7, delay=0.1),
            curve(points=(0.42, 0.0, 0.58, 1.0), repeat=3.0, autoreverses=True, reversed=True),
            m.SpringCurve(
                **CLOCK, x=80.0, delay=0.05, repeat=1.0, duration=0.6, autoreverses=False,
                reversed=False, beta=9.0, omega2=200.0, velocity=2.0),
            m.Spring(**{**CLOCK, "rate": 0.3}, x=10.0, v=400.0, beta=14.0, omega2=180.0),
            m.Decay(**CLOCK, x=3.0, v=900.0, lambda_=2.0),
        ]
        for term in terms:
            for time in range(123_456_789, 900_000_000, 97_000_001):
                before, after = (motion.term(term, time + step)[0] for step in (-1000, 1000))
                slope = (after - before) / 2e-6
                self.assertAlmostEqual(motion.term(term, time)[1], slope, delta=1e-3, msg=term)


class PiecesTests(unittest.TestCase):
    def test_agrees_with_the_table(self):
        knots = {}
        for row in support.table("pieces_knots.csv"):
            knot = tuple(float(row[key]) for key in ("time", "value", "velocity"))
            knots.setdefault(row["case"], []).append(knot)
        rows = support.table("pieces.csv")
        self.assertGreater(len(rows), 200)
        for row in rows:
            # At its own time, so that no rounding of a moment counts.
            term = m.Pieces(
                **{**CLOCK, "local": float(row["t"])}, x=float(row["x"]), error=0.0,
                knots=tuple(knots[row["case"]]))
            value, rate = motion.term(term, 0)
            for got, expected in ((value, float(row["value"])), (rate, float(row["velocity"]))):
                self.assertLessEqual(abs(got - expected), 1e-9 * max(1.0, abs(expected)), row)

    def test_its_clock_and_its_end(self):
        # The polynomial t³ between -1 and 2, at half the speed.
        knots = ((-1.0, -1.0, 3.0), (2.0, 8.0, 12.0))
        clock = {**CLOCK, "local": -0.5, "rate": 0.5, "end": 4 * 10**9}
        term = m.Pieces(**clock, x=2.0, error=0.0, knots=knots)
        self.assertEqual(motion.term(term, 0), (-0.25, 0.75))
        self.assertEqual(motion.term(term, 3 * 10**9), (2.0, 3.0))
        self.assertEqual(motion.term(term, 4 * 10**9), (0.0, 0.0))
        later = m.Pieces(**{**clock, "later": True}, x=2.0, error=0.0, knots=knots)
        self.assertEqual(motion.term(later, 0), (0.0, 0.0))
        self.assertEqual(motion.term(later, 3 * 10**9), (2.0, 3.0))

    def test_knots_that_are_wrong_do_no_harm(self):
        self.assertEqual(motion.pieces((), 0.5), (0.0, 0.0))
        times = [-1e300, -1.0, 0.0, 5e-324, 0.5, 0.5, 1.0, 1e300]
        source = random.Random(3)
        for _ in range(5000):
            knots = tuple(
                (source.choice(times), source.choice(times), source.choice(times))
                for _ in range(source.randrange(1, 6)))
            value, rate = motion.pieces(knots, source.choice([*times, math.inf, math.nan]))
            self.assertIsInstance(value + rate, float)


class ChannelTests(unittest.TestCase):
    def test_a_tilt_follows_its_source(self):
        source = m.ChannelMotion("card", "translationX", 1, 80.0, 500.0)
        rotation = m.ChannelMotion(
            "card", "rotation", 1, 0.1, map=m.Tilt("translationX", 0.2, 160.0))
        value, velocity = motion.evaluate(rotation, 0, {"translationX": source}.get)
        self.assertAlmostEqual(value, 0.1 + 0.2 * math.tanh(0.5))
        self.assertAlmostEqual(velocity, 0.2 / 160 * 500 * (1 - math.tanh(0.5) ** 2))

    def test_a_map_of_itself_ends(self):
        rotation = m.ChannelMotion("card", "rotation", 1, 0.1, map=m.Tilt("rotation", 0.2, 1.0))
        value, _ = motion.evaluate(rotation, 0, {"rotation": rotation}.get)
        self.assertAlmostEqual(value, 0.1 + 0.2 * math.tanh(0.1))

    def test_no_number_makes_it_raise(self):
        numbers = [0.0, -0.0, 1.0, -1.0, 1e-300, 1e300, -1e300, 1.7e308, 5e-324, 0.5]
        source = random.Random(11)

        def pick(count):
            return tuple(source.choice(numbers) for _ in range(count))

        for _ in range(20000):
            clock = {
                "anchor": source.choice([0, 1, 2**63, 2**64 - 2]),
                "end": source.choice([None, 2**64 - 2]), "local": pick(1)[0], "rate": pick(1)[0],
                "later": source.random() < 0.5, "x": pick(1)[0]}
            run = {
                **clock, "delay": pick(1)[0], "repeat": source.choice(numbers + [math.inf]),
                "duration": pick(1)[0], "autoreverses": source.random() < 0.5,
                "reversed": source.random() < 0.5}
            v, beta, omega2 = pick(3)
            term = source.choice([
                lambda: m.Spring(**clock, v=v, beta=beta, omega2=omega2),
                lambda: m.Decay(**clock, v=v, lambda_=beta),
                lambda: m.Curve(**run, points=pick(4)),
                lambda: m.Pieces(**clock, error=v, knots=tuple(pick(3) for _ in range(3))),
                lambda: m.Keyframes(**run, keys=tuple(pick(6) for _ in range(3))),
                lambda: m.SpringCurve(**run, velocity=v, beta=beta, omega2=omega2)])()
            channel = m.ChannelMotion(
                "v", "rotation", 1, pick(1)[0], map=m.Tilt("rotation", v, beta), terms=(term,))
            motion.evaluate(channel, source.choice([0, 10**9, 2**64 - 1]), lambda _: channel)


if __name__ == "__main__":
    unittest.main()
