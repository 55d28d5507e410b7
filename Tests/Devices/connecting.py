"""Connects to a daemon that has just been started."""

import socket
import time


def connected(path, seconds, has_ended=lambda: False):
    """A connection to the socket at a path, as soon as a daemon listens there. Raises OSError if
    none listens after some seconds, or if the daemon has ended before."""
    deadline = time.monotonic() + seconds
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except OSError:
            connection.close()
            if has_ended() or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
