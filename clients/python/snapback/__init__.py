"""A client of snapbackd: touch in, layout and motion out, over a Unix socket.

    import snapback

    for message in snapback.connect():
        print(message)
"""

from . import messages, motion, wire
from .client import Client, connect, now
from .errors import (
    CommandError,
    ConnectionLost,
    DaemonError,
    MemoryBusy,
    SnapbackError,
    TimedOut,
    WireError,
)
from .memory import MemoryFrame, SharedMemory
from .messages import (
    Decision,
    Device,
    Done,
    ErrorMessage,
    Frame,
    Gesture,
    Idle,
    Lagged,
    Layout,
    Look,
    Looks,
    Measure,
    MemoryReady,
    Message,
    Pong,
    Reconnected,
    Reply,
    SceneEvent,
    Segment,
    Snapshot,
    Touch,
    Welcome,
)
from .scene import Drawn, Scene, View

__all__ = [
    "Client", "CommandError", "ConnectionLost", "DaemonError", "Decision", "Device", "Done",
    "Drawn", "ErrorMessage", "Frame", "Gesture", "Idle", "Lagged", "Layout", "Look",
    "Looks", "Measure", "MemoryBusy", "MemoryFrame", "MemoryReady", "Message", "Pong",
    "Reconnected", "Reply", "Scene", "SceneEvent", "Segment", "SharedMemory", "SnapbackError",
    "Snapshot", "TimedOut", "Touch", "View", "Welcome", "WireError", "connect", "messages",
    "motion", "now", "wire",
]
