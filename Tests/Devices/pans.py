"""Fingers that pan, and what a client has to see when they do."""

import math
import time

import evdev
from expectations import expect

# The scene: configs/scenes/card.json5. The card's edges lie on whole pixels, of which three are
# a point.
SCREEN = (390.0, 844.0)
CARD = (39.0, 658 / 3, 312.0, 1216 / 3)
SLOP = 10.0
MOST_TILT = math.radians(12)

# Live frames round lengths to a thousandth of a point and factors to a millionth, which is
# multiplied by up to 400 points; 0.05 is far above both and far below a pixel.
UNDER_FINGER = 0.05
ROUNDING = 0.0011

# Where fingers touch the card, and where they take it, unless something else is said.
START, END = (150.0, 350.0), (290.0, 290.0)

# Between two frames of a panel that scans 125 times a second.
SCAN = 0.008


class Finger:
    """A finger on a mock panel; it is told points on the screen and keeps where it really was.

    `way` holds the points of the device units that were sent, which differ from the points
    asked for by up to half a unit. `place` says where in the panel, 0 to 1 along both axes, a
    point of the screen is touched, and `point` the other way round.
    """

    _last_id = 0

    def __init__(self, device, slot=0, place=None, point=None):
        self._device = device
        self._slot = slot
        self._place = place or (lambda point: [point[i] / SCREEN[i] for i in (0, 1)])
        self._point = point or (lambda place: [place[i] * SCREEN[i] for i in (0, 1)])
        self.way = []

    def _units(self, point):
        axes = self._device.description.axes
        units, back = [], []
        for share, code in zip(
            self._place(point), (evdev.ABS_MT_POSITION_X, evdev.ABS_MT_POSITION_Y)
        ):
            axis = axes[code]
            unit = round(share * axis.count) + axis.minimum
            units.append(unit)
            back.append((unit - axis.minimum) / axis.count)
        self.way.append(tuple(self._point(back)))
        return units

    def down(self, point):
        """Touches down with a tracking id that no finger had before."""
        Finger._last_id += 1
        self._device.touch(self._slot, Finger._last_id, *self._units(point))
        self._report()

    def to(self, point, steps=20):
        """Moves on in a straight line, one frame a scan."""
        (x0, y0), (x1, y1) = self.way[-1], point
        for step in range(1, steps + 1):
            share = step / steps
            self._device.move(
                self._slot, *self._units((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
            )
            self._report()

    def up(self):
        """Lifts."""
        self._device.lift(self._slot)
        self._report()

    def _report(self):
        self._device.report()
        time.sleep(SCAN)


def gestures(messages):
    """The gestures among messages."""
    return [message.body for message in messages if message.kind == "gesture"]


def card_states(messages):
    """The card in each frame that has it, oldest first."""
    return [
        view for message in messages if message.kind in ("frame", "snapshot")
        for view in message.body["views"] if view["id"] == "card"
    ]


def distance(one, other):
    """How far two points are apart."""
    return math.dist(one, other)


def check_pan(messages, way, end="ended"):
    """Holds a whole pan, from touch-down to rest, against the way that its finger went.

    Returns a word on what was seen.
    """
    steps = gestures(messages)
    phases = [step["phase"] for step in steps]
    expect(
        len(phases) >= 3 and phases == ["began"] + ["changed"] * (len(phases) - 2) + [end],
        f"a pan is began, changed and {end}, but came: {' '.join(phases) or 'nothing'}",
    )
    expect(len({step["id"] for step in steps}) == 1, "the pan changed its id")
    expect({step["view"] for step in steps} == {"card"}, "the pan is not on the card")
    first = steps[0]["location"]
    traveled = [first[i] - way[0][i] for i in (0, 1)]
    expect(max(map(abs, traveled)) > SLOP - ROUNDING, f"it began within the slop, at {first}")
    # Each axis that has reached the slop absorbs it; the pan has the rest of the travel.
    absorbed = [math.copysign(SLOP, t) if abs(t) > SLOP - ROUNDING else 0 for t in traveled]
    start = [way[0][i] + absorbed[i] for i in (0, 1)]
    check_locations(steps, way)
    for step in steps:
        moved = (step["location"][0] - start[0], step["location"][1] - start[1])
        expect(distance(step["translation"], moved) < 2 * ROUNDING,
               f"at {step['location']} the translation is {step['translation']}, not {moved}")
    frames, worst = check_follows(messages, start)
    check_home(messages)
    return f"{len(steps)} steps, grabbed point within {worst:.4f} pt in {frames} frames"


def check_locations(steps, way):
    """Every step is where the finger was, in order, and the last where it was last."""
    position = 0
    for step in steps:
        while position < len(way) and distance(step["location"], way[position]) > 2 * ROUNDING:
            position += 1
        expect(position < len(way), f"the finger was never at {step['location']}")
    expect(distance(steps[-1]["location"], way[-1]) < 2 * ROUNDING,
           f"the pan ends at {steps[-1]['location']}, the finger at {way[-1]}")


def check_follows(messages, start):
    """While the finger is down, the point of the card that it grabbed is under it.

    A frame follows the steps that it shows. The card was at rest, so the grabbed point is the
    finger's position at the slop, relative to the card's corner. The translation is also computed
    again: the finger's path, and the shift of the lever's end by the rotation about the center.
    """
    local = (start[0] - CARD[0], start[1] - CARD[1])
    lever = (local[0] - CARD[2] / 2, local[1] - CARD[3] / 2)
    finger, frames, worst = None, 0, 0.0
    for message in messages:
        if message.kind == "gesture":
            is_held = message.body["phase"] in ("began", "changed")
            finger = message.body["location"] if is_held else None
        if finger is None:
            continue
        for card in card_states([message]):
            a, b, c, d, tx, ty = card["toScreen"]
            seen = (a * local[0] + c * local[1] + tx, b * local[0] + d * local[1] + ty)
            off = distance(seen, finger)
            expect(off < UNDER_FINGER, f"the grabbed point is {off:.3f} pt off at {finger}")
            turn = card["rotation"]
            expect(abs(turn) <= MOST_TILT, f"the card is tilted by {math.degrees(turn):.1f}°")
            turned = (
                math.cos(turn) * lever[0] - math.sin(turn) * lever[1],
                math.sin(turn) * lever[0] + math.cos(turn) * lever[1],
            )
            way = [finger[i] - start[i] + lever[i] - turned[i] for i in (0, 1)]
            off_way = distance(card["translation"], way)
            expect(off_way < UNDER_FINGER,
                   f"the card's translation is {card['translation']}, not {way}")
            frames, worst = frames + 1, max(worst, off, off_way)
    # On a busy machine the daemon skips frames; those that come have to be right.
    expect(frames >= 2, f"only {frames} frames came while the finger moved")
    return frames, worst


def check_home(messages):
    """The card is home to the last decimal, and the word that nothing moves came last."""
    last = card_states(messages)[-1]
    expect(last["translation"] == [0, 0] and last["rotation"] == 0,
           f"the card rests at {last['translation']}, turned by {last['rotation']}")
    expect(distance(last["frame"][:2], CARD[:2]) < ROUNDING, f"the frame is {last['frame']}")
    expect(last["toScreen"][:4] == [1, 0, 0, 1], f"at rest toScreen is {last['toScreen']}")
    expect(messages[-1].kind == "idle", "no idle at the end")


def pan(rig, device, place=None, point=None):
    """One whole pan of the card, from rest to rest; returns a word on what was seen."""
    rig.client.waiting()
    finger = Finger(device, place=place, point=point)
    finger.down(START)
    finger.to(END)
    finger.up()
    messages = rig.client.until_gesture("ended", "cancelled") + rig.client.until_idle()
    return check_pan(messages, finger.way)


def check_silent(rig, seconds=0.1):
    """Nothing touches the card: no gesture comes for a while."""
    time.sleep(seconds)
    came = gestures(rig.client.waiting())
    expect(not came, f"a gesture came from nowhere: {came[:1]}")
