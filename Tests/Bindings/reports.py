"""The reports of fingers in a recording of the format evemu."""

import re

# Codes of <linux/input-event-codes.h>.
ABSOLUTE, SLOT, TRACKING, SYNC = "0003", "002f", "0039", "0000"
EVENT = re.compile(r"E: (\d+)\.(\d{6}) (\w{4}) (\w{4}) (-?\d+)")


class Report:
    """A report at a time of the recording, in nanoseconds from its first event."""

    def __init__(self, time, is_drag):
        # `is_drag` is whether fingers are down before and after the report.
        self.time, self.is_drag = time, is_drag


def read(path):
    """The reports of a touchscreen with slots; none for another format."""
    reports, down, slot, start, was_down = [], set(), "0", None, False
    with open(path, encoding="utf-8") as file:
        events = [event.groups() for event in map(EVENT.match, file) if event]
    for seconds, micros, kind, code, value in events:
        time = int(seconds) * 10**9 + int(micros) * 1000
        start = time if start is None else start
        if (kind, code) == (ABSOLUTE, SLOT):
            slot = value
        elif (kind, code) == (ABSOLUTE, TRACKING):
            (down.discard if int(value) in (-1, 65535) else down.add)(slot)
        elif (kind, code) == (SYNC, SYNC):
            reports.append(Report(time - start, was_down and bool(down)))
            was_down = bool(down)
    return reports
