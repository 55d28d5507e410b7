"""A terminal that a program runs in: a pty, and pyte, which draws what comes out of it."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte


class Terminal:
    """Starts a command on a screen of its own, which may not say how large it is."""

    def __init__(self, command, columns=110, rows=34, told=True, **environment):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.code = None
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.environ.pop("COLORTERM", None)
            os.environ.update({"TERM": "xterm-256color", **environment})
            if not told:
                os.execv(command[0], command)
            # The size has to be there before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execv(command[0], command)

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def pump(self, seconds=0.02):
        """Draws what comes within some time; false when the program has closed the terminal."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.output += data
        self.stream.feed(data)
        return bool(data)

    def settle(self, quiet=0.05):
        """Draws until nothing has come for a while."""
        end = time.monotonic() + quiet
        while time.monotonic() < end:
            before = len(self.output)
            if not self.pump():
                return
            if len(self.output) > before:
                end = time.monotonic() + quiet

    def press(self, keys):
        before = len(self.output)
        os.write(self.master, keys.encode())
        # A key without an effect triggers no drawing.
        self.wait_for(lambda _: len(self.output) > before, seconds=1)
        self.settle()

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    @property
    def bar(self):
        return self.lines[-1]

    def wait_for(self, holds, seconds=10):
        """Draws until something holds of the terminal; says whether it came to be."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if holds(self):
                return True
            if not self.pump():
                return holds(self)
        return False

    def colors(self, column, row):
        """The colors of a cell, its own and that behind it, as hexadecimal digits."""
        cell = self.screen.buffer[row][column]
        return cell.fg, cell.bg

    @property
    def modes(self):
        """How keys come: echo, lines, signals."""
        return termios.tcgetattr(self.master)[3]

    def end(self, seconds=10):
        """The exit code, waited for."""
        deadline = time.monotonic() + seconds
        while self.code is None and time.monotonic() < deadline:
            self.pump()
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                self.code = os.waitstatus_to_exitcode(status)
        while select.select([self.master], [], [], 0)[0] and self.pump(0):
            pass
        return self.code

    def close(self):
        if self.code is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.master)
