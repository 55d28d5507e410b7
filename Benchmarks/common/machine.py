"""What a report says about where it was made."""

import os
import platform


def machine():
    """The processor, as far as the system tells."""
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next(
                line.partition(":")[2].strip() for line in lines if line.startswith("model name")
            )
    except (OSError, StopIteration):
        pass
    return {"processor": model, "cores": os.cpu_count(), "system": platform.platform()}
