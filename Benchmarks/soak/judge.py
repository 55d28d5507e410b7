"""The limits that a soak test must stay within."""

import statistics
from collections import Counter, namedtuple

Verdict = namedtuple("Verdict", "name found limit is_good")
# Seconds after which memory may no longer grow; in short runs a quarter of them.
WARM = 120
# How much a frame may cost in a larger crowd, where 1 is a frame in the smallest.
FRAME_SHARE = 1.5


def judge(samples, counts, rest, before, after, is_soak, limits):
    """All verdicts on a run."""
    growth, (wakes, seconds) = grown(samples), rest
    gap, waited = max((sample["gap"] - sample["late"], sample["waited"]) for sample in samples)
    left = Counter(after) - Counter(before)
    verdicts = [
        Verdict("memory grew after the start by", f"{growth:.0f} KiB", f"{limits['growth']} KiB",
                growth <= limits["growth"]),
        Verdict("the longest wait for a frame at 60 Hz",
                f"{gap:.1f} ms, in a second in which the daemon waited {waited:.1f} ms for a "
                "processor",
                f"{limits['gap']:g} ms", gap <= limits["gap"]),
        Verdict("descriptors left open", str(dict(left) or 0), "0", not left),
        Verdict("wake-ups and processor time when all have left", f"{wakes}, {seconds:.3f} s", "0",
                wakes == seconds == 0),
        Verdict("clients disconnected although they read", str(counts["lost"]), "0",
                counts["lost"] == 0),
    ]
    if not is_soak:
        # The first crowd is the smallest, and pays most for the engine.
        cost = 1e6 * frame_cost(samples)
        limit = limits.setdefault("frame", FRAME_SHARE * cost)
        verdicts.append(Verdict("processor time for a frame", f"{cost:.0f} µs", f"{limit:.0f} µs",
                                cost <= limit))
    for name in ("frames", *(("conversations", "commands") if is_soak else ())):
        each = counts[name] / len(samples)
        verdicts.append(Verdict(f"{name} a second", f"{each:.1f}", "", each >= 1))
    return verdicts


def grown(samples):
    """KiB that the median memory of the last tenth is above that of a tenth after the start."""
    count = max(1, len(samples) // 10)
    start = min(WARM, len(samples) // 4)
    rss = [sample["rss"] for sample in samples]
    return statistics.median(rss[-count:]) - statistics.median(rss[start:start + count])


def frame_cost(samples):
    """Processor seconds of the daemon for a frame that a reader got."""
    return (sum(sample["seconds"] for sample in samples)
            / max(1, sum(sample["frames"] for sample in samples)))


def summary(samples):
    """One line of figures; empty without samples."""
    if not samples:
        return "nothing was measured"
    frames = sum(sample["frames"] for sample in samples)
    seconds = sum(sample["seconds"] for sample in samples)
    return (f"{len(samples)} s, {frames / len(samples):.0f} frames a second, "
            f"{100 * seconds / len(samples):.0f} % of a core, "
            f"{1e6 * frame_cost(samples):.0f} µs a frame, "
            f"{max(sample['rss'] for sample in samples) / 1024:.1f} MiB at most")
