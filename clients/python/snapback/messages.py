"""The messages of the daemon, the same from both encodings.

Lengths are points, y down; angles are radians, clockwise; times are nanoseconds of the daemon's
clock. docs/protocol.md has the meaning of every field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Union

from ._decision import Decision as Decision

Pair = Tuple[float, float]
Four = Tuple[float, float, float, float]
Six = Tuple[float, float, float, float, float, float]
RGB = Tuple[int, int, int]


@dataclass(frozen=True)
class Transform:
    """The transform that is applied to a view after layout, about its anchor."""

    translation: Pair = (0.0, 0.0)
    rotation: float = 0.0
    scale: Pair = (1.0, 1.0)
    shear: float = 0.0


@dataclass(frozen=True)
class Appearance:
    """`alpha` is the view's own, 0…1. `color` is None without a fill. `visible` states whether the
    view and all its ancestors are visible."""

    alpha: float = 1.0
    color: Optional[RGB] = None
    visible: bool = True


@dataclass(frozen=True)
class Velocity:
    """The rates of change of the frame and of the parts of the transform, per second."""

    frame: Four = (0.0, 0.0, 0.0, 0.0)
    translation: Pair = (0.0, 0.0)
    rotation: float = 0.0
    scale: Pair = (0.0, 0.0)
    shear: float = 0.0


STILL = Velocity()


@dataclass(frozen=True)
class ViewState:
    """The state of a view in a frame; None means unchanged.

    `frame` is x, y, width, height in the parent; `matrix` is a, b, c, d, tx, ty from the view's own
    coordinates to the screen; `box` is its bounding box on the screen.
    """

    view: str
    frame: Optional[Four] = None
    transform: Optional[Transform] = None
    matrix: Optional[Six] = None
    appearance: Optional[Appearance] = None
    box: Optional[Four] = None
    velocity: Velocity = STILL


@dataclass(frozen=True)
class Text:
    """The text of a view; lengths are for the current content size category.

    Baselines are measured from the top of the view. `style` is None for a fixed font. `lines` 0
    means unlimited.
    """

    string: str
    style: Optional[str]
    size: float
    line_height: float
    first_baseline: float
    last_baseline: float
    lines: int


@dataclass(frozen=True)
class SnapshotView:
    """A view of a snapshot. `anchor` (0, 0) is the top left corner, (1, 1) the bottom right."""

    name: str
    parent: Optional[str]
    corner_radius: float
    anchor: Pair
    clips: bool
    text: Optional[Text]
    state: ViewState


@dataclass(frozen=True)
class Screen:
    """The screen in points, and its pixels per point."""

    width: float
    height: float
    scale: float
    background: RGB


@dataclass(frozen=True)
class Welcome:
    """The answer to hello. `clock` is "monotonic" or "replay"."""

    version: int
    encoding: str
    clock: str
    now: int
    session: str
    epoch: int
    rate: float
    roles: Tuple[str, ...]
    features: Tuple[str, ...]
    pacing: str
    unacknowledged: int


@dataclass(frozen=True)
class Snapshot:
    """The whole scene. Views are in drawing order, parents first."""

    seq: int
    time: int
    revision: int
    epoch: int
    screen: Screen
    views: Tuple[SnapshotView, ...]


@dataclass(frozen=True)
class Frame:
    """The views that changed. `time` is the time that the values are for."""

    seq: int
    time: int
    revision: int
    computed: int
    views: Tuple[ViewState, ...]


@dataclass(frozen=True)
class Term:
    """A motion that ends at 0: exactly from `end` on; never if that is None."""

    anchor: int
    end: Optional[int]
    local: float
    rate: float
    later: bool


@dataclass(frozen=True)
class Spring(Term):
    """Offset x and velocity v at its own time 0; beta is the decay rate, omega2 stiffness/mass."""

    x: float
    v: float
    beta: float
    omega2: float


@dataclass(frozen=True)
class Decay(Term):
    """Momentum that decays at the rate lambda."""

    x: float
    v: float
    lambda_: float


@dataclass(frozen=True)
class Progress(Term):
    """An animation that covers the distance x; `repeat` may be infinite."""

    x: float
    delay: float
    repeat: float
    duration: float
    autoreverses: bool
    reversed: bool


@dataclass(frozen=True)
class Curve(Progress):
    """A cubic Bézier curve from (0, 0) by (x1, y1) and (x2, y2) to (1, 1)."""

    points: Four


@dataclass(frozen=True)
class Keyframes(Progress):
    """Keys of time, value, x1, y1, x2, y2."""

    keys: Tuple[Six, ...]


@dataclass(frozen=True)
class SpringCurve(Progress):
    """A spring as a timing curve, with its own velocity."""

    beta: float
    omega2: float
    velocity: float


@dataclass(frozen=True)
class Tilt:
    """Adds angle · tanh(value of source / reach)."""

    source: str
    angle: float
    reach: float


@dataclass(frozen=True)
class ChannelMotion:
    """The motion of one channel of a view from now on.

    `known` is false if a later protocol version sent a motion that this version cannot evaluate;
    draw the view from frames then.
    """

    view: str
    channel: str
    generation: int
    held: float = 0.0
    velocity: float = 0.0
    map: Optional[Tilt] = None
    terms: Tuple[Term, ...] = ()
    known: bool = True


@dataclass(frozen=True)
class Segment:
    """Motion in closed form; `snapback.motion` evaluates it."""

    seq: int
    time: int
    revision: int
    channels: Tuple[ChannelMotion, ...]
    # Sent ahead of its time: keep it until then, unless another segment arrives.
    ahead: bool = False


@dataclass(frozen=True)
class Gesture:
    """A step of a gesture. Scale and rotation are None for kinds without them."""

    id: int
    time: int
    view: Optional[str]
    kind: str
    name: Optional[str]
    phase: str
    location: Pair
    translation: Pair
    velocity: Pair
    scale: Optional[float]
    scale_velocity: Optional[float]
    rotation: Optional[float]
    rotation_velocity: Optional[float]
    injected: bool


@dataclass(frozen=True)
class LayoutChange:
    """A view's frame before and after a layout pass, in its parent."""

    view: str
    before: Four
    after: Four


@dataclass(frozen=True)
class Layout:
    """A layout pass; `transaction` is the animation that carries it out."""

    time: int
    transaction: Optional[int]
    views: Tuple[LayoutChange, ...]


@dataclass(frozen=True)
class Contact:
    """A finger; `phase` is "began", "moved", "ended" or "cancelled"."""

    id: int
    phase: str
    x: float
    y: float
    injected: bool


@dataclass(frozen=True)
class Touch:
    """The contacts at one time."""

    time: int
    contacts: Tuple[Contact, ...]


@dataclass(frozen=True)
class Done:
    """A transaction was "finished" or "settled"."""

    id: int
    time: int
    moment: str
    interrupted: bool


@dataclass(frozen=True)
class Device:
    """A touch device was "added" or "removed"."""

    id: int
    phase: str
    name: str
    kind: str


@dataclass(frozen=True)
class Idle:
    """Nothing moves; nothing needs to be drawn until the next message."""

    seq: int
    time: int


@dataclass(frozen=True)
class Lagged:
    """The client was too slow, so events were dropped; this is their number. A snapshot follows."""

    dropped: int


@dataclass(frozen=True)
class ErrorMessage:
    """The reason why the daemon closes the connection; `Client` raises it as `DaemonError`."""

    code: str
    message: str


@dataclass(frozen=True)
class Pong:
    """The answer to a ping, at the daemon's time `now`."""

    id: int
    now: int


@dataclass(frozen=True)
class Reply:
    """The answer to a command."""

    body: Dict[str, Any]


@dataclass(frozen=True)
class Measure:
    """The daemon asks a client with fonts for the size of a text; `Client.measured` answers."""

    request: int
    view: str
    text: str
    style: Optional[str]
    size: float
    width: Optional[float]


@dataclass(frozen=True)
class MemoryReady:
    """Shared memory of `size` bytes was handed over; `Client.memory` holds it."""

    size: int


@dataclass(frozen=True)
class Reconnected:
    """The connection was lost and has been restored; a snapshot follows. If `continued`, only
    frames were missed; otherwise gestures in progress are over."""

    welcome: Welcome
    continued: bool
    reason: str


Message = Union[
    Welcome, Snapshot, Frame, Segment, Gesture, Layout, Touch, Done, Device, Idle, Lagged,
    ErrorMessage, Pong, Reply, Measure, MemoryReady, Reconnected, Decision,
]
