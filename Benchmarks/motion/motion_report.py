"""The comparison's table and bars."""

TITLES = {
    "spring-under": "spring, under-damped", "spring-near": "spring, 1e-9 from critical",
    "spring-critical": "spring, critical", "spring-over": "spring, over-damped",
    "spring-mixed": "springs of all kinds", "step-shared": "batch, one matrix",
    "step-columns": "batch, two columns", "step-own": "batch, a matrix each",
    "retarget-under": "retarget, under-damped", "retarget-near": "retarget, near critical",
    "retarget-critical": "retarget, critical", "retarget-over": "retarget, over-damped",
    "curve-warm": "timing curve, warm",
}

ENGINES = ("snapback", "c", "libadwaita")


def row(subject):
    """The figures of one workload, in nanoseconds of one case."""
    verdicts = subject.verdicts
    right = bool(verdicts) and all(verdict.is_right for verdict in verdicts.values())
    return {
        "workload": subject.name, "right": right,
        "faults": {name: one.faults[:3] for name, one in verdicts.items() if one.faults},
        "checked": sum(one.checked for one in verdicts.values()),
        "worst": {name: one.worst for name, one in verdicts.items()},
        "residual": {
            name: one.residual for name, one in verdicts.items() if one.residual is not None
        },
        "snapback": subject.median("snapback"), "c": subject.median("c"),
        "libadwaita": subject.median("libadwaita"),
        "ofC": subject.ratio("snapback", "c") if right else None,
        "libadwaitaOf": subject.ratio("libadwaita", "snapback") if right else None,
    }


def extreme(rows, kind, key, choose):
    """(ratio, workload) of the worst row of a kind."""
    found = [
        (one[key] if one["right"] else None, one["workload"])
        for one in rows
        if one["workload"].startswith(kind) and (one[key] is not None or not one["right"])
    ]
    wrong = [pair for pair in found if pair[0] is None]
    return wrong[0] if wrong else choose(found)


def bars(rows):
    """The required ratios: [{name, wanted, found, where, met}]."""
    asked = (
        ("a spring beside C", "spring", "ofC", max, 1.2),
        ("libadwaita's springs beside a spring", "spring", "libadwaitaOf", min, 3),
        ("a batch beside C", "step", "ofC", max, 1.2),
        ("a warm timing curve beside C", "curve", "ofC", max, 1.3),
    )
    result = []
    for name, kind, key, choose, wanted in asked:
        found, where = extreme(rows, kind, key, choose)
        limit = "most" if choose is max else "least"
        met = found is not None and (found <= wanted if choose is max else found >= wanted)
        result.append({
            "name": name, "limit": limit, "wanted": wanted, "found": found, "where": where,
            "met": met,
        })
    times = [
        (one["snapback"], one["workload"]) for one in rows
        if one["workload"].startswith("retarget")
    ]
    is_right = all(one["right"] for one in rows if one["workload"].startswith("retarget"))
    found = max(times)[0] / min(times)[0] if is_right else None
    result.append({
        "name": "the slowest retarget beside the fastest", "limit": "most", "wanted": 2,
        "found": found, "where": max(times)[1], "met": found is not None and found <= 2,
    })
    return result


def nanoseconds(value):
    if value is None:
        return "-"
    return f"{value:.2f} ns" if value < 10 else f"{value:,.0f} ns" if value >= 1e3 else \
        f"{value:.1f} ns"


def ratio_text(value, is_right):
    if not is_right:
        return "WRONG"
    return "-" if value is None else f"{value:.2f}x" if value < 10 else f"{value:.1f}x"


def line(one):
    return (
        f"{TITLES[one['workload']]:27} {nanoseconds(one['snapback']):>9} "
        f"{nanoseconds(one['c']):>9} {ratio_text(one['ofC'], one['right']):>7} "
        f"{nanoseconds(one['libadwaita']):>10} "
        f"{ratio_text(one['libadwaitaOf'], one['right']):>7}"
    )


def text(rows, asked, machine, versions, rounds):
    """The whole report."""
    result = [
        f"{machine['processor']}, {machine['cores']} cores; {versions}",
        f"nanoseconds for one of a thousand, medians of {rounds} interleaved rounds",
        "",
        f"{'':27} {'snapback':>9} {'C':>9} {'of C':>7} {'libadwaita':>10} {'times':>7}",
    ]
    result += [line(one) for one in rows]
    result += ["", "of C: Snapback's time to C's; times: libadwaita's to Snapback's", ""]
    for bar in asked:
        found = ratio_text(bar["found"], bar["found"] is not None)
        result.append(
            f"{'yes' if bar['met'] else 'NO ':3}  {bar['name']}: at {bar['limit']} "
            f"{bar['wanted']}x; {found} ({TITLES[bar['where']]})"
        )
    wrong = sum(not one["right"] for one in rows)
    checked = sum(one["checked"] for one in rows)
    worst = [
        max(one["worst"].get(name, 0) for one in rows if one["workload"].startswith("spring"))
        for name in ENGINES
    ]
    result.append(
        f"{'NO ' if wrong else 'yes'}  answers: {checked:,} checked with 50 digits, {wrong} lines "
        "wrong"
    )
    result.append(
        "     largest error of a spring, of what it reaches: "
        + ", ".join(f"{name} {error:.1e}" for name, error in zip(ENGINES, worst))
    )
    left = [
        f"{name} {max(one['residual'].get(name, 0) for one in rows):,.2f}"
        for name in ("snapback", "libadwaita")
    ]
    result.append("     most that is left at a declared end, in thresholds: " + ", ".join(left))
    for one in rows:
        for name, faults in one["faults"].items():
            result += [f"{one['workload']}: {name}: {fault}" for fault in faults]
    return "\n".join(result)
