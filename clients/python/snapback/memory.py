"""Frames from shared memory; see docs/shared-memory.md."""

from __future__ import annotations

import fcntl
import mmap
import os
import select
import struct
import sys
import threading
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple, cast

from . import messages as m
from ._binary import Reader
from .errors import MemoryBusy, SnapbackError, WireError

_MAGIC = b"SNAPSHM1"
_HEADER = struct.Struct("<8sIIIIQ")
_HEADER_SIZE = 64
_SLOT_SIZE = 128
# The maximum number of attempts to read while the daemon writes.
_TRY_LIMIT = 1000
_SEQUENCE = 32 // 8
_fence_lock = threading.Lock()


def _fence() -> None:
    """Orders reads before the call before reads after it.

    Python has no fences, but releasing and reacquiring a lock acts as one: reads cannot move down
    past the release, nor up past the second acquisition.
    """
    with _fence_lock:
        pass
    with _fence_lock:
        pass


@dataclass(frozen=True)
class MemoryFrame:
    """The contents of the memory; views are in the order of the snapshot."""

    time: int
    revision: int
    idle: bool
    views: Tuple[m.ViewState, ...]


class SharedMemory:
    """The memory of one scene. `fileno` is a socket that becomes readable after each frame."""

    def __init__(self, memory: int, event: int, size: int) -> None:
        """Takes ownership of both descriptors, and closes them if this fails."""
        self._event = event
        try:
            self._map, self._bytes = _mapped(memory, size)
        except BaseException:
            self.close()
            raise
        finally:
            os.close(memory)
        try:
            magic, version, self._first, self._stride, self.count, self.epoch = \
                _HEADER.unpack_from(self._map, 0)
            if magic != _MAGIC or version != 1:
                raise WireError(f"shared memory of version {version}, {magic!r}")
            if self._first < _HEADER_SIZE or self._stride < _SLOT_SIZE \
                    or self._first + self._stride * self.count > size:
                raise WireError(f"{self.count} slots do not fit into {size} bytes")
        except WireError:
            self.close()
            raise
        # The view names by index; known once the snapshot of this epoch has arrived.
        self.names: Optional[List[str]] = None

    def close(self) -> None:
        """Releases the memory and the descriptors. Values that were read stay valid."""
        if self._event >= 0:
            os.close(self._event)
            self._event = -1
        if hasattr(self, "_bytes"):
            self._bytes.release()
            del self._bytes
            self._map.close()

    def __del__(self) -> None:
        self.close()

    def fileno(self) -> int:
        return self._event

    def wait(self, timeout: Optional[float] = None) -> bool:
        """Waits at most `timeout` seconds for the next frame; returns false if none arrived."""
        poll = select.poll()
        poll.register(self._event, select.POLLIN)
        if not poll.poll(None if timeout is None else max(0, int(timeout * 1000))):
            return False
        os.read(self._event, 8)
        return True

    def bind(self, names: Sequence[str]) -> None:
        """Sets the view names from the snapshot of this epoch."""
        if len(names) != self.count:
            raise WireError(f"{self.count} slots for {len(names)} views")
        self.names = list(names)

    def read(self) -> MemoryFrame:
        """Reads the last frame consistently. Raises MemoryBusy if each attempt met a write."""
        header, slots = self._copy(0, self.count)
        names = self._names()
        views = tuple(
            _state(names[place], slots[self._stride * place:]) for place in range(self.count))
        time, revision, flags = struct.unpack_from("<QQI", header, 40)
        return MemoryFrame(time, revision, bool(flags & 1), views)

    def view(self, name: str) -> m.ViewState:
        """Reads the last frame's state of one view."""
        names = self._names()
        if name not in names:
            raise SnapbackError(f"there is no view {name!r}")
        place = names.index(name)
        return _state(name, self._copy(place, 1)[1])

    def _names(self) -> List[str]:
        if self.names is None:
            raise SnapbackError("the snapshot of this memory has not come yet")
        return self.names

    def _copy(self, place: int, count: int) -> Tuple[bytes, bytes]:
        """Copies the header and slots of one consistent frame."""
        start = self._first + self._stride * place
        end = start + self._stride * count
        # Single 64-bit loads; struct's little-endian formats read byte by byte.
        words = self._bytes[:_HEADER_SIZE].cast("Q")
        try:
            for _ in range(_TRY_LIMIT):
                before = words[_SEQUENCE]
                if _little(before) & 1:
                    continue
                _fence()
                header = bytes(self._bytes[:_HEADER_SIZE])
                slots = bytes(self._bytes[start:end])
                _fence()
                if words[_SEQUENCE] == before:
                    return header, slots
        finally:
            words.release()
        raise MemoryBusy(f"the memory was being written at {_TRY_LIMIT} tries")


def _mapped(memory: int, size: int) -> Tuple[mmap.mmap, memoryview]:
    """Maps the memory if it is sealed against shrinking."""
    try:
        if not fcntl.fcntl(memory, fcntl.F_GET_SEALS) & fcntl.F_SEAL_SHRINK:
            raise WireError("the shared memory is not sealed against shrinking")
        if not _HEADER_SIZE <= size <= os.fstat(memory).st_size:
            raise WireError(f"shared memory of {os.fstat(memory).st_size} bytes, not {size}")
        mapped = mmap.mmap(memory, size, mmap.MAP_SHARED, mmap.PROT_READ)
    except (OSError, ValueError, OverflowError) as error:
        raise WireError(f"the shared memory cannot be mapped: {error}") from None
    return mapped, memoryview(mapped)


def _little(word: int) -> int:
    """Converts a word of the memory, which is little-endian on every machine."""
    return word if sys.byteorder == "little" else int.from_bytes(word.to_bytes(8, "big"), "little")


def _state(name: str, slot: bytes) -> m.ViewState:
    r = Reader(slot[:_SLOT_SIZE], ())
    frame = cast(m.Four, r.f32(4))
    x, y, rotation, scale_x, scale_y, shear = r.f32(6)
    matrix = cast(m.Six, r.f32(6))
    v = r.f32(10)
    alpha, fill, flags = r.f32(1)[0], r.u32(), r.u32()
    color = (fill >> 16 & 255, fill >> 8 & 255, fill & 255) if fill >> 24 else None
    radius = r.f32(1)[0] if flags & 2 else None
    return m.ViewState(
        name, frame, m.Transform((x, y), rotation, (scale_x, scale_y), shear), matrix,
        m.Appearance(alpha, color, bool(flags & 1)), None,
        m.Velocity(cast(m.Four, v[:4]), (v[4], v[5]), v[6], (v[7], v[8]), v[9]), radius)
