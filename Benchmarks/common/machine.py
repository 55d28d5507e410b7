"""Describes the machine that produced a report."""

import os
import platform


def machine():
    """The processor's name, if the system reports it."""
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next(
                line.partition(":")[2].strip() for line in lines if line.startswith("model name")
            )
    except (OSError, StopIteration):
        pass
    return {"processor": model, "cores": os.cpu_count(), "system": platform.platform()}
