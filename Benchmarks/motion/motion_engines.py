"""Starts the programs that compute motions, and talks to them; engine.h says how."""

import subprocess


class EngineError(RuntimeError):
    """A program that cannot be started, or that ended."""


class Engine:
    """A running program."""

    def __init__(self, name, command, text):
        self.name = name
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            self.process.stdin.write(text)
        except OSError as error:
            raise EngineError(f"{command[0]}: {error}") from error

    def ask(self, workload, order):
        """The answer to one line; None when the engine has no such workload."""
        try:
            self.process.stdin.write(f"{workload} {order}\n")
            self.process.stdin.flush()
        except OSError as error:
            raise EngineError(f"{self.name} has ended: {error}") from error
        line = self.process.stdout.readline().strip()
        if not line:
            raise EngineError(f"{self.name} has ended at {workload} {order}")
        return None if line == "-" else line

    def numbers(self, workload):
        """Everything that one pass computes; None when there is no such workload."""
        line = self.ask(workload, "check")
        return None if line is None else [float(word) for word in line.split()]

    def nanoseconds(self, workload, passes):
        """The time of one pass, measured over so many."""
        return int(self.ask(workload, passes)) / passes

    def close(self):
        self.process.stdin.close()
        self.process.wait()
