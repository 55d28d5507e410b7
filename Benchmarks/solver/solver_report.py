"""The comparison's tables, summaries and bars."""

import statistics

EDITS = ("edit", "scroll", "kbd")
TOGGLES = ("toggle", "collapse", "sizeclass")

# Workloads of a hundred views or more.
LARGE = (
    "grid_16x16", "grid_32x32", "todo_100", "todoabs_100", "todo_1000", "chain_100", "chain_500",
    "spacers_100",
)


def rows(subjects):
    """One dictionary for each workload and label; times are nanoseconds."""
    result = []
    for subject in subjects:
        for label in subject.labels():
            result.append(row(subject, label))
    return result


def row(subject, label):
    orders = {order: subject.median(order, label) for order in ("sorted", "written")}
    reached = {order: value for order, value in orders.items() if value is not None}
    better = min(reached, key=reached.get, default=None)
    result = {
        "workload": subject.name, "operation": label, "strengths": subject.strengths,
        "kiwi": reached.get(better), "order": better, "kiwiOrders": orders,
        "kiwiPython": None, "binding": None, "bindingShare": None,
        "snapback": subject.median("snapback", label),
        "checked": subject.verdicts[label].checked, "right": subject.verdicts[label].is_right,
        "kiwiRight": None,
    }
    if label in subject.kiwi_verdicts and subject.kiwi_verdicts[label].checked:
        result["kiwiRight"] = subject.kiwi_verdicts[label].is_right
    python = subject.median(f"python {subject.python_order}", label)
    core = orders.get(subject.python_order)
    if python is not None and core is not None:
        # Both in the same order, so that the difference is the binding and nothing else.
        result.update(kiwiPython=python, binding=python - core, bindingShare=1 - core / python)
    result["ratio"] = quotient(result, "kiwi")
    is_same = subject.yoga_verdicts[label].is_right if label in subject.yoga_verdicts else None
    result.update(yoga=subject.median("yoga", label), yogaSame=is_same)
    result["yogaRatio"] = quotient(result, "yoga") if is_same else None
    return result


def quotient(one, peer):
    """The peer's time over Snapback's; None without both, or if Snapback's answer is wrong."""
    is_counted = one["right"] and one[peer] and one["snapback"]
    return one[peer] / one["snapback"] if is_counted else None


def ratios(every, operations, names=None):
    """(workload operation, ratio) of the rows of these operations; None for a wrong answer."""
    return [
        (f"{one['workload']} {one['operation']}", one["ratio"])
        for one in every
        if one["operation"] in operations and (names is None or one["workload"] in names)
        and (one["ratio"] is not None or not one["right"])
    ]


def median_by_workload(found):
    """The median over the workloads, each with the median of its own lines."""
    by_name = {}
    for name, ratio in found:
        by_name.setdefault(name.split()[0], []).append(ratio or 0.0)
    return statistics.median(statistics.median(values) for values in by_name.values())


def bars(every):
    """The required ratios: [{name, wanted, found, where, met}]."""
    asked = (
        ("build, everywhere", ("build",), None, "least", 15),
        ("build, from 100 views", ("build",), LARGE, "least", 200),
        ("edit and scroll, everywhere", EDITS, None, "least", 4),
        ("edit and scroll, median workload", EDITS, None, "median", 15),
        ("toggle and its like, everywhere", TOGGLES, None, "least", 3),
        ("toggle and its like, median workload", TOGGLES, None, "median", 10),
    )
    result = []
    for name, operations, names, kind, wanted in asked:
        found = ratios(every, operations, names)
        if not found:
            continue
        where, least = min(found, key=lambda pair: pair[1] or 0.0)
        value = least or 0.0
        if kind == "median":
            value, where = median_by_workload(found), ""
        result.append({
            "name": name, "wanted": wanted, "found": value, "where": where, "met": value >= wanted,
        })
    return result


def duration(nanoseconds):
    if nanoseconds is None:
        return "-"
    for limit, unit in ((1e3, "ns"), (1e6, "us"), (1e9, "ms")):
        if abs(nanoseconds) < limit:
            return f"{nanoseconds / limit * 1e3:.3g} {unit}"
    return f"{nanoseconds / 1e9:.3g} s"


def ratio_text(value):
    if value < 1:
        return f"{value:.2f}x"
    return f"{value:.1f}x" if value < 100 else f"{value:,.0f}x"


def kiwi_line(one):
    share = "-" if one["bindingShare"] is None else f"{100 * one['bindingShare']:.0f} %"
    kiwi_right = {None: "-", True: "yes", False: "no"}[one["kiwiRight"]]
    ratio = "WRONG" if not one["right"] else "-"
    if one["ratio"] is not None:
        ratio = ratio_text(one["ratio"])
    return (
        f"{one['workload']:12} {one['operation']:10} {duration(one['kiwi']):>9} "
        f"{one['order'] or '-':8} {duration(one['kiwiPython']):>9} {share:>7} {kiwi_right:>6} "
        f"{duration(one['snapback']):>9} {ratio:>9}"
    )


def kiwi_text(every, asked):
    """The lines of the comparison with kiwi."""
    result = [
        f"{'workload':12} {'operation':10} {'kiwi':>9} {'order':8} {'python':>9} {'binding':>7} "
        f"{'right':>6} {'snapback':>9} {'ratio':>9}",
    ]
    result += [kiwi_line(one) for one in every]
    result += [
        "",
        "kiwi: the C++ core in the better of its two orders; binding: the Python binding's share "
        "of its time; right: whether kiwi's answers are optimal, priority by priority; ratio: "
        "kiwi's core to snapback",
        "",
    ]
    for name, operations in (
        ("build", ("build",)), ("edit and scroll", EDITS), ("toggle and its like", TOGGLES)
    ):
        found = ratios(every, operations)
        if found:
            values = [ratio or 0.0 for _, ratio in found]
            where = min(found, key=lambda pair: pair[1] or 0.0)[0]
            result.append(
                f"{name}: least ratio {ratio_text(min(values))} ({where}), "
                f"median {ratio_text(statistics.median(values))}"
            )
    result.append("")
    for bar in asked:
        where = f" ({bar['where']})" if bar["where"] else ""
        result.append(
            f"{'yes' if bar['met'] else 'NO ':3}  {bar['name']}: at least {bar['wanted']}x; "
            f"{ratio_text(bar['found'])}{where}"
        )
    return result


def yoga_line(one):
    ratio = "WRONG" if not one["right"] else "-"
    if one["yogaRatio"] is not None:
        ratio = ratio_text(one["yogaRatio"])
    return (
        f"{one['workload']:12} {one['operation']:10} {duration(one['yoga']):>9} "
        f"{'yes' if one['yogaSame'] else 'NO':>6} {duration(one['snapback']):>9} {ratio:>9}"
    )


def yoga_text(every):
    """The lines of the comparison with Yoga: the operations that flexbox expresses."""
    compared = [one for one in every if one["yogaSame"] is not None]
    result = [
        f"{'workload':12} {'operation':10} {'yoga':>9} {'same':>6} {'snapback':>9} {'ratio':>9}",
    ]
    result += [yoga_line(one) for one in compared]
    result += [
        "",
        "same: whether Yoga places every view in every frame as Snapback does; ratio: Yoga to "
        "snapback",
        "",
    ]
    for operation in dict.fromkeys(one["operation"] for one in compared):
        found = [
            (one["yogaRatio"], one["workload"]) for one in compared
            if one["operation"] == operation and one["yogaRatio"] is not None
        ]
        if found:
            least, most = min(found), max(found)
            result.append(
                f"{operation}: ratios from {ratio_text(least[0])} ({least[1]}) to "
                f"{ratio_text(most[0])} ({most[1]}), "
                f"median {ratio_text(statistics.median(value for value, _ in found))}"
            )
    differing = sum(not one["yogaSame"] for one in compared)
    result.append(
        f"{'NO ' if differing else 'yes'}  Yoga's answers: {len(compared)} lines compared, "
        f"{differing} differ"
    )
    return result


def text(subjects, every, asked, machine, peers):
    """The whole report."""
    result = [f"{machine['processor']}, {machine['cores']} cores; medians of one frame", ""]
    if "kiwi" in peers:
        result += kiwi_text(every, asked)
    if any(one["yogaSame"] is not None for one in every):
        result += [""] * ("kiwi" in peers) + yoga_text(every) + [""]
    wrong = sum(not one["right"] for one in every)
    checked = sum(one["checked"] for one in every)
    result.append(
        f"{'NO ' if wrong else 'yes'}  answers: {checked} frames checked, {wrong} lines wrong"
    )
    for subject in subjects:
        result += [f"{subject.name}: {note}" for note in subject.notes]
        result += [f"{subject.name}: kiwi {k}: {why}" for k, why in subject.skipped.items()]
    return "\n".join(result)
