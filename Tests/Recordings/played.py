"""Plays every recording on scenes and checks what holds for all of them.

Numbers are finite. A gesture begins once, continues, and ends or is cancelled once, never both, at
times that never decrease. At the end the scene is at rest, with every view at its final position.
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
# A card that is thrown and springs home; a sheet that fills the screen; a list that scrolls.
SCENES = {
    "card": os.path.join(ROOT, "configs", "scenes", "card.json5"),
    "sheet": os.path.join(ROOT, "Tests", "Fixtures", "scenes", "sheet.json5"),
    "list": os.path.join(HERE, "list.json5"),
}


def gestures(lines):
    """The steps of gestures in what `snapback replay --json` printed."""
    return [line["gesture"] for line in lines if "gesture" in line]


def finite(value, path=""):
    """The path of a null in a value, which stands for NaN or infinity; None if there is none."""
    if value is None:
        return path or "the message"
    parts = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        found = finite(part, f"{path}.{key}" if path else str(key))
        if found:
            return found
    return None


def lives(steps):
    """The fault in the steps of one gesture."""
    phases = [step["phase"] for step in steps]
    times = [step["time"] for step in steps]
    if times != sorted(times):
        return "goes back in time"
    over = [phase for phase in phases if phase in ("ended", "cancelled")]
    if phases[0] != "began" and phases != ["ended"] and phases != ["recognized"]:
        return f"starts with {phases[0]}"
    if phases.count("began") > 1:
        return "begins twice"
    if phases[0] == "began" and (len(over) != 1 or phases[-1] not in ("ended", "cancelled")):
        return f"is over {len(over)} times"
    return None


def judge(lines):
    """The faults in one replay."""
    faults = []
    for line in lines:
        broken = finite(line)
        if broken:
            faults.append(f"{broken} is null")
            break
    told = {}
    for step in gestures(lines):
        told.setdefault(step["id"], []).append(step)
    for number, steps in told.items():
        wrong = lives(steps)
        if wrong:
            faults.append(f"gesture {number} {wrong}")
    views = {}
    for line in lines:
        for message in ("snapshot", "frame"):
            for view in line.get(message, {}).get("views", ()):
                views.setdefault(view["id"], {}).update(view)
    for name, view in views.items():
        place = [view.get("translation"), view.get("rotation"), view.get("scale")]
        if place != [[0, 0], 0, [1, 1]]:
            faults.append(f"{name} ends at {place}")
    summary = next((line["summary"] for line in reversed(lines) if "summary" in line), {})
    if not summary.get("atRest"):
        faults.append("not at rest")
    return faults


def counts(lines):
    """How many gestures of each kind there were."""
    kinds = {}
    for step in gestures(lines):
        kinds.setdefault(step["kind"], set()).add(step["id"])
    return ", ".join(f"{len(ids)} {kind}" for kind, ids in sorted(kinds.items())) or "-"


def check(folder, names, tool):
    """Prints a row for each recording; how many fail."""
    failed = 0
    print(f"{'recording':46.46} {'device':15} {'contacts':>8}  "
          + "  ".join(f"{scene:16}" for scene in SCENES))
    for name in names:
        path = os.path.join(folder, name)
        try:
            contacts = str(len(tool.contacts(path)))
        except ValueError as error:
            contacts = "-"
            if "reports no positions" not in str(error):
                failed += 1
                print(f"FAILED  {name}: {error}")
        kind = next((line.split()[0] for line in tool.run("check", "--lenient", path)[1]
                     .splitlines()[1:] if line.startswith("  ")), "-")
        found, faults = [], []
        for scene, file in SCENES.items():
            try:
                lines = tool.lines("replay", path, "--scene", file, "--json", "--lenient")
            except ValueError as error:
                found.append("no positions" if "no positions" in str(error) else "refused")
                if "no positions" not in str(error):
                    faults.append(f"{scene}: {error}")
                continue
            found.append(counts(lines))
            faults += [f"{scene}: {fault}" for fault in judge(lines)]
        print(f"{name:46.46} {kind:15} {contacts:>8}  "
              + "  ".join(f"{cell:16}" for cell in found))
        if faults:
            failed += 1
            print(f"FAILED  {name}: {'; '.join(faults[:3])}")
    return failed
