"""Waits for a condition."""

import time


def wait_until(claim, what, seconds=10):
    """The first true value of a claim."""
    deadline = time.monotonic() + seconds
    while True:
        value = claim()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)


def wait_until_still(value, what):
    """Waits until a value stays the same for half a second."""
    def is_still():
        before = value()
        time.sleep(0.5)
        return value() == before
    wait_until(is_still, what)
