"""The messages of the daemon, the same from both encodings.

Lengths are points, y down; angles are radians, clockwise; times are nanoseconds of the daemon's
clock. docs/protocol.md has the meaning of every field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Union

from ._decision import Decision as Decision

Pair = Tuple[float, float]
Three = Tuple[float, float, float]
Four = Tuple[float, float, float, float]
Six = Tuple[float, float, float, float, float, float]
RGB = Tuple[int, int, int]
RGBA = Tuple[int, int, int, int]

# generated: messages
@dataclass(frozen=True)
class Welcome:
    """The answer to a hello.

    version: 1
    encoding: "ndjson" or "binary"
    clock: the clock of all times: "monotonic" or "replay"
    now: the time of the answer, in nanoseconds
    session: identifies one run of the daemon; hexadecimal
    epoch: starts at 1 in each session, and increases when clients have to discard their state
    rate: the maximum frame rate, per second
    roles: what the client may do
    features: the entries of `want` that are granted, and "ack"
    pacing: as requested
    unacknowledged: the maximum number of unacknowledged frames; only with `ack`
    """

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
class Screen:
    """The screen.

    width: points
    height: points
    scale: pixels per point
    background: the color behind all views
    """

    width: float
    height: float
    scale: float
    background: RGB


@dataclass(frozen=True)
class Transform:
    """The transform that is applied to a view after layout, about its anchor.

    translation: the transform's translation as drawn, in points of the parent
    rotation: in radians, clockwise when positive
    scale: factors
    shear: a factor
    """

    translation: Pair = (0.0, 0.0)
    rotation: float = 0.0
    scale: Pair = (1.0, 1.0)
    shear: float = 0.0


@dataclass(frozen=True)
class Appearance:
    """How a view is drawn.

    alpha: opacity of the view itself, 0…1, without that of its ancestors
    color: the fill, red, green and blue from 0 to 255; None draws nothing
    visible: whether neither the view nor one of its ancestors is hidden
    """

    alpha: float = 1.0
    color: Optional[RGB] = None
    visible: bool = True


@dataclass(frozen=True)
class Velocity:
    """The rates of change of a view's frame and of the parts of its transform, per second.

    frame: of x, y, width, height
    translation: of the translation
    rotation: of the rotation
    scale: of the factors
    shear: of the shear
    """

    frame: Four = (0.0, 0.0, 0.0, 0.0)
    translation: Pair = (0.0, 0.0)
    rotation: float = 0.0
    scale: Pair = (0.0, 0.0)
    shear: float = 0.0


STILL = Velocity()


@dataclass(frozen=True)
class MovingLook:
    """The part of a view's look that can move.

    text_color: the color of its text, "#rrggbbaa"
    border_color: the color of its border
    fill_alpha: the opacity of its fill, 0…1
    border_width: the width of its border in points, 0 or more
    shadow_opacity: the opacity of its shadow, 0…1
    shadow_radius: the blur radius of its shadow in points, 0 or more
    shadow_offset: the offset of its shadow, in points of the view
    """

    text_color: RGBA
    border_color: RGBA
    fill_alpha: float
    border_width: float
    shadow_opacity: float
    shadow_radius: float
    shadow_offset: Pair


@dataclass(frozen=True)
class ViewState:
    """The state of a view. None means unchanged. A frame and a box are x, y, width, height; a
    matrix is a, b, c, d, tx, ty.

    frame: the layout frame in the parent's coordinates, in points
    transform: the transform as drawn
    matrix: from the view's own coordinates to the screen
    appearance: opacity, fill and visibility
    box: the bounding box of its four corners on the screen
    velocity: rates of change, per second
    corner_radius: the radius of its corners in points, 0 or more; None if it is as in the snapshot
    look: the part of its look that can move; None if it is as in the last `looks`
    """

    view: str
    frame: Optional[Four] = None
    transform: Optional[Transform] = None
    matrix: Optional[Six] = None
    appearance: Optional[Appearance] = None
    box: Optional[Four] = None
    velocity: Velocity = STILL
    corner_radius: Optional[float] = None
    look: Optional[MovingLook] = None


@dataclass(frozen=True)
class Text:
    """The text of a view; lengths are for the current content size category.

    string: the words
    style: the text style, such as `body`; None for a fixed font
    size: the font size in points
    line_height: the height of a line
    first_baseline: the distance from the top of the view to the first baseline
    last_baseline: the distance from the top of the view to the last baseline
    lines: the maximum number of lines, 0 for no limit
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
    """A view of a snapshot.

    name: its name in the scene; the first view is "screen", the screen itself
    parent: the name of its parent; `screen` has none
    corner_radius: the radius of its corners, in points
    anchor: the origin of its transform, as a share of its size: (0, 0) is the top left corner, (1,
        1) the bottom right one
    clips: true if its contents are clipped to its bounds and rounded corners
    text: the text that it shows
    state: its state
    """

    name: str
    parent: Optional[str]
    corner_radius: float
    anchor: Pair
    clips: bool
    text: Optional[Text]
    state: ViewState


@dataclass(frozen=True)
class Snapshot:
    """The whole scene.

    seq: counts the snapshots, frames and idles of this connection, from 1
    time: the moment for which the values were computed, in nanoseconds
    revision: counts the changes of the scene; starts again when the scene is reloaded
    epoch: as in welcome; changes after a reload or a sleep
    screen: `width` and `height` in points, `scale` in pixels a point, `background`
    views: all views; parents come first, later siblings are in front
    """

    seq: int
    time: int
    revision: int
    epoch: int
    screen: Screen
    views: Tuple[SnapshotView, ...]


@dataclass(frozen=True)
class Frame:
    """The views that changed.

    seq: as in snapshot
    time: the moment for which the values were computed, in nanoseconds
    revision: counts the changes of the scene; starts again when the scene is reloaded
    computed: when the values were computed, in nanoseconds
    views: the states of the views that changed
    """

    seq: int
    time: int
    revision: int
    computed: int
    views: Tuple[ViewState, ...]


@dataclass(frozen=True)
class Tilt:
    """Adds angle · tanh(value of source / reach).

    source: a channel of the same view
    angle: in radians
    reach: in the unit of the source
    """

    source: str
    angle: float
    reach: float


@dataclass(frozen=True)
class Term:
    """A motion that ends at 0.

    anchor: the moment at which the term's own time is `local`, in nanoseconds
    end: when it ends, in nanoseconds; None for never
    local: its own time at the anchor, in seconds
    rate: its speed
    later: whether the term is 0 before its own time 0
    """

    anchor: int
    end: Optional[int]
    local: float
    rate: float
    later: bool


@dataclass(frozen=True)
class Spring(Term):
    """A spring: offset x and velocity v at its own time 0; beta is the decay rate, omega2 stiffness
    by mass."""

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
    """An animation that covers the distance x; `repeat` may be infinite.

    autoreverses: whether every second run is backwards
    reversed: whether it runs backwards
    """

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
class Pieces(Term):
    """Cubic pieces between knots of time, value and velocity, times x; error is their largest
    difference from the motion that they approximate, also times x."""

    x: float
    error: float
    knots: Tuple[Three, ...]


@dataclass(frozen=True)
class ChannelMotion:
    """The motion of one channel of a view from now on.

    generation: counts the changes of this channel
    held: the value to which the terms are added
    velocity: the velocity per second while a finger moves the channel
    map: what another channel of the view adds
    known: false if it has a map or a term of a later protocol version; draw the view from frames
        then
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
    """The motion of channels from a time on. `snapback.motion` evaluates it.

    seq: as in snapshot
    time: the moment from which the motion is valid, in nanoseconds
    revision: counts the changes of the scene; starts again when the scene is reloaded
    channels: the channels, each with its terms
    ahead: true if the time is in the future: it applies from then on, unless another segment
        arrives before
    """

    seq: int
    time: int
    revision: int
    channels: Tuple[ChannelMotion, ...]
    ahead: bool = False


@dataclass(frozen=True)
class Gesture:
    """A step of a gesture.

    id: the gesture's number, the same in all its steps; numbers start at 1 with each start of the
        daemon
    time: the time of the touch frame that caused the step, or of the deadline at which it happened,
        in nanoseconds
    view: the view of the gesture
    kind: "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll" or "hover"
    name: the name that the scene gives it; None without one
    phase: "recognized" for a discrete gesture; for the others "began", "changed", "ended" or
        "cancelled"
    location: where the gesture is, in points on the screen
    translation: the distance since it began, of a pan since the slop, in points of the view's
        parent
    velocity: in points of the parent per second
    scale: of a pinch: the factor by which the distance between the fingers has changed since it
        began
    scale_velocity: its rate per second
    rotation: of a rotation: the angle since it began, in radians, clockwise positive
    rotation_velocity: its rate per second
    injected: true if the gesture was made with touches that a client injected
    """

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
    """A view's frame before and after a layout pass, in its parent's coordinates.

    before: the frame before
    after: the frame after
    """

    view: str
    before: Four
    after: Four


@dataclass(frozen=True)
class Layout:
    """The layout rectangles that a layout pass changed.

    time: the time of the pass, in nanoseconds
    transaction: the transaction that it belongs to, if any
    views: the views that moved
    """

    time: int
    transaction: Optional[int]
    views: Tuple[LayoutChange, ...]


@dataclass(frozen=True)
class Done:
    """A transaction has finished or settled.

    id: the transaction's number, the same in both messages; numbers start at 1 with each start of
        the daemon
    time: the time of the end, in nanoseconds; it may be earlier than the time of the next frame
    moment: "finished": the change looks complete; "settled": nothing in it moves any more
    interrupted: whether a finger or the removal of a view ended a part of it early
    """

    id: int
    time: int
    moment: str
    interrupted: bool


@dataclass(frozen=True)
class Idle:
    """Nothing moves until new input or a new command. Nothing needs to be drawn until the next
    message.

    seq: as in snapshot
    time: the moment from which nothing moves, in nanoseconds
    """

    seq: int
    time: int


@dataclass(frozen=True)
class Lagged:
    """Events were dropped. The client was too slow. A snapshot follows.

    dropped: the number of events that were dropped
    """

    dropped: int


@dataclass(frozen=True)
class ErrorMessage:
    """The reason for which the daemon closes the connection. `Client` raises it as `DaemonError`.

    message: the reason, for people
    """

    code: str
    message: str


@dataclass(frozen=True)
class Pong:
    """The answer to a ping.

    id: as in the ping
    now: the time of the answer, in nanoseconds
    """

    id: int
    now: int


@dataclass(frozen=True)
class Device:
    """A device was added or removed.

    id: the device's number from "added" to "removed"; a device that is plugged in again gets a new
        number
    phase: "added" or "removed"
    name: as the device reports it
    kind: "touchscreen", "absolutePointer", …
    """

    id: int
    phase: str
    name: str
    kind: str


@dataclass(frozen=True)
class Contact:
    """A finger.

    id: the contact's number, the same in all messages about the contact
    phase: "began", "moved", "ended" or "cancelled"
    x: in points of the screen
    y: in points of the screen
    injected: true if a client injected the contact
    """

    id: int
    phase: str
    x: float
    y: float
    injected: bool


@dataclass(frozen=True)
class Touch:
    """The contacts of a touch frame.

    time: the time of the touch frame, in nanoseconds
    contacts: the contacts that changed
    """

    time: int
    contacts: Tuple[Contact, ...]


@dataclass(frozen=True)
class MemoryReady:
    """Shared memory to which the daemon writes the states of views. `Client.memory` holds it.

    size: the size of the memory, in bytes
    """

    size: int


@dataclass(frozen=True)
class SceneEvent:
    """An event of an action, a release, a view or a state.

    kind: "actionBegan", "actionFinished", "actionInterrupted", "landed", "settled", "tapped",
        "focused", "feedback", "crossed" or "stateChanged"
    time: the exact time, in nanoseconds; it may be earlier than the time of the next frame
    name: the name of the action, the gesture or the state; None without one
    view: the view that was released, tapped or focused, or whose number has crossed a threshold;
        None for other events
    at: the name of the place where a release brings the view to rest, or the new value of the
        state; None for other events, and if the place has no name
    velocity: of the translation or the scroll offset after the release, in points per second; a
        constant has its rate in the component along the axis of its gesture; a crossing has the
        rate of the number in the first component; [0, 0] for other events
    feedback: the feedback that the trigger asks for; only of the kind "feedback"
    noticed: of a crossing under a finger: the time of the touch frame at which it was found, in
        nanoseconds; None for other events
    """

    kind: str
    time: int
    name: Optional[str]
    view: Optional[str]
    at: Optional[str]
    velocity: Pair
    feedback: Optional[str]
    noticed: Optional[int] = None


@dataclass(frozen=True)
class Look:
    """The look of a view: how its text, its border and its shadow are drawn.

    text_color: the color of its text, "#rrggbbaa"
    border_color: the color of its border
    fill_alpha: the opacity of its fill, 0…1
    border_width: the width of its border in points; 0 for none
    shadow_opacity: the opacity of its shadow, 0…1; 0 for none
    shadow_radius: the blur radius of its shadow, in points
    shadow_offset: the offset of its shadow, in points of the view
    shadow_color: the color of its shadow
    font_weight: the weight of its font, 1…1000; 400 is regular and 700 bold; 0 for that of the text
        style
    text_alignment: where lines begin: "leading", "center", "trailing", "left" or "right"
    vertical_alignment: where the text is in a taller view: "top", "center" or "bottom"
    truncation: how a text that has no room is shortened: "tail", "middle", "head" or "clip"
    image: the name of an image; None without one
    data: the scene's `data` of the view as a text in JSON; None without it
    """

    view: str
    text_color: RGBA
    border_color: RGBA
    fill_alpha: float
    border_width: float
    shadow_opacity: float
    shadow_radius: float
    shadow_offset: Pair
    shadow_color: RGBA
    font_weight: int
    text_alignment: str
    vertical_alignment: str
    truncation: str
    image: Optional[str] = None
    data: Optional[str] = None


@dataclass(frozen=True)
class Looks:
    """The looks of views, for a client whose hello has `looks` in `parts`.

    time: the moment for which the values were computed, in nanoseconds
    views: all views that have a look; they replace those of the last message
    """

    time: int
    views: Tuple[Look, ...]


@dataclass(frozen=True)
class Measure:
    """Asks a client with fonts for the size of a text; a text in binary. `Client.measured` answers.

    request: the number of the request, which the answer repeats
    view: the view that shows the text
    text: the words
    style: the text style; None for a fixed font
    size: the font size in points
    width: the width that the text has to fit, in points; None for any
    """

    request: int
    view: str
    text: str
    style: Optional[str]
    size: float
    width: Optional[float]
# end of generated


@dataclass(frozen=True)
class Reply:
    """The answer to a command."""

    body: Dict[str, Any]


@dataclass(frozen=True)
class Reconnected:
    """The connection was lost and has been restored; a snapshot follows. If `continued`, only
    frames were missed; otherwise gestures in progress are over."""

    welcome: Welcome
    continued: bool
    reason: str


# generated: union of messages
Message = Union[
    Welcome, Snapshot, Frame, Segment, Gesture, Layout, Done, Idle, Lagged, ErrorMessage, Pong,
    Device, Touch, MemoryReady, SceneEvent, Looks, Measure, Decision, Reply, Reconnected,
]
# end of generated
