"""The cases of the motion benchmark, the same for every engine.

Each of these is a line; numbers have the fewest digits that read back as the same:

    frames COUNT                                   of each curve
    step SECONDS                                   of a step in a batch
    threshold DISTANCE                             at rest
    curve X1 Y1 X2 Y2
    group NAME                                     the springs that follow are of this group
    spring STIFFNESS DAMPING VALUE VELOCITY SECONDS SHIFT
    end

A spring has a unit mass; value is its distance from the target, and at `seconds` the target moves
by `shift`. Times are whole milliseconds, because libadwaita has no others.
"""

import dataclasses
import random

COUNT = 1000
FRAMES = 60
STEP = 1 / 120
THRESHOLD = 0.25

# CSS and Material; none has a vertical tangent.
CURVES = (
    (0.25, 0.1, 0.25, 1), (0.42, 0, 1, 1), (0, 0, 0.58, 1), (0.42, 0, 0.58, 1), (0.2, 0, 0, 1),
    (0.05, 0.7, 0.1, 1), (0.3, 0, 0.8, 0.15), (0.34, 1.56, 0.64, 1),
)

REGIMES = ("under", "near", "critical", "over")


@dataclasses.dataclass(frozen=True)
class Spring:
    """One spring of a group, in the order of its line."""

    stiffness: float
    damping: float
    value: float
    velocity: float
    seconds: float
    shift: float


def damping_ratio(regime, generator):
    """A random damping ratio of a regime."""
    if regime == "under":
        return generator.uniform(0.2, 0.95)
    if regime == "near":
        return 1 + generator.choice((-1, 1)) * generator.uniform(1e-10, 1e-9)
    if regime == "over":
        return generator.uniform(1.1, 2.5)
    return {"critical": 1.0, "undamped": 0.0}[regime]


def spring(regime, generator):
    """A spring such as a user interface has, at a time at which it still moves."""
    # A whole number, so that the square has no rounding and "critical" means just that.
    frequency = generator.randrange(8, 41)
    ratio = damping_ratio(regime, generator)
    latest = 5 / max(ratio, 0.2) / frequency
    return Spring(
        float(frequency * frequency), 2 * ratio * frequency, generator.uniform(-400, 400),
        generator.uniform(-4000, 4000), generator.randrange(1, round(1000 * latest)) / 1000,
        generator.uniform(-400, 400),
    )


def groups(seed=20):
    """Name to springs."""
    generator = random.Random(seed)
    # Batches take undamped springs: however many steps they make, no number comes near zero,
    # where processors are slow.
    names = REGIMES + ("undamped",)
    result = {name: [spring(name, generator) for _ in range(COUNT)] for name in names}
    result["mixed"] = [
        spring(generator.choice(("under", "critical", "over")), generator) for _ in range(COUNT)
    ]
    return result


def text(every):
    """All lines, for the standard input of an engine."""
    lines = [f"frames {FRAMES}", f"step {STEP!r}", f"threshold {THRESHOLD!r}"]
    lines += ["curve " + " ".join(repr(float(number)) for number in curve) for curve in CURVES]
    for name, springs in every.items():
        lines.append(f"group {name}")
        lines += [
            "spring " + " ".join(repr(number) for number in dataclasses.astuple(one))
            for one in springs
        ]
    return "\n".join(lines + ["end", ""])
