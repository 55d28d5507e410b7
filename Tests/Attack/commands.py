"""Attacks with commands, and commands that only look like one."""

import json
import re

from rig import CONTROL, IS_ROOT, Client, Rig, animated, expect, scene

SPRING = {"response": 0.3, "dampingRatio": 0.7}
HOUR = {"curve": "linear", "duration": 3600}
FOREVER = {**HOUR, "repeat": "forever"}
CONTROLLED = {"animate": FOREVER, "controlled": True}
VIEWS = 90
# Transactions that clients leave running: the keys of each change, whether some are paused, the
# views that it moves, the connections, and the changes of each. Together they move at most 10 000
# channels.
LEFT = {
    "controlled": (CONTROLLED, True, VIEWS, 10, 12),
    "hour-long": ({"animate": HOUR}, False, VIEWS, 2, 10),
    "endless": ({"animate": FOREVER}, False, VIEWS, 2, 7),
}


def transactions_of_the_gone(binaries, folder, report):
    """Transactions of disconnected clients do not prevent others from beginning."""
    begun = {}
    for kind, (_, _, _, connections, _) in LEFT.items():
        with Rig(f"{binaries}/snapbackd", folder, scene(VIEWS)) as daemon:
            witness = Client(daemon.socket, want=["done"])
            witness.until("snapshot")
            begun[kind] = sum(leave_running(daemon, kind, index) for index in range(connections))
            expect(begun[kind] > 10, f"only {begun[kind]} {kind} transactions could be begun")
            witness.ping(1)
            reply = witness.ask(animated("v1", 0.25))
            expect(reply["ok"], f"after {begun[kind]} {kind} transactions of clients that left an "
                   f"animated change is refused: {reply.get('code')}, {reply.get('message')}")
            daemon.stop()
    report(", ".join(f"{count} {kind}" for kind, count in begun.items()))


def leave_running(daemon, kind, index):
    """Begins transactions that do not end by themselves, hangs up, and says how many there are."""
    keys, pauses, width, _, count = LEFT[kind]
    client = Client(daemon.socket, uid=CONTROL if IS_ROOT else None, want=[])
    for number in range(count):
        changes = [{"view": f"v{(index * count + number + place) % VIEWS}",
                    "translation": [number + 1, index]} for place in range(width)]
        client.send({"change": {"id": number, "changes": changes, **keys}})
    replies = [json.loads(client.until("reply").raw)["reply"] for _ in range(count)]
    begun = [reply["transaction"] for reply in replies if reply["ok"]]
    for transaction in begun[::2] if pauses else []:
        client.send({"animation": {"transaction": transaction, "do": "pause"}})
    client.ping(1)
    client.close()
    return len(begun)


def misspelt_key(binaries, folder, report):
    """A key of a change that is misspelt is named, with the key that may be meant."""
    misspelt = {
        "aplha": ("alpha", {"view": "v1", "aplha": 0.5}),
        "transaltion": ("translation", {"view": "v1", "alpha": 0.5, "transaltion": [1, 2]}),
        "constnat": ("constant", {"constraint": "wide", "constnat": 5}),
    }
    rules = [{"id": "wide", "rule": "box.width = 20"}, "box.height = 20", "box.left = 0",
             "box.top = 0"]
    rules[2:] = ["box.left = screen.left", "box.top = screen.top"]
    with Rig(f"{binaries}/snapbackd", folder,
             scene(5, {"id": "box"}, constraints=rules)) as daemon:
        client = Client(daemon.socket, want=["frames"])
        client.until("snapshot")
        for key, (meant, change) in misspelt.items():
            reply = client.ask({"change": {"changes": [change]}})
            expect(not reply["ok"], f"a change with \"{key}\" is carried out")
            message = reply["message"]
            expect(reply["code"] == "bad-message" and f'"{key}"' in message
                   and f'"{meant}"' in message,
                   f"the reply to \"{key}\" is {reply['code']}: {message}")
        expect(client.ask({"change": {"changes": [{"view": "v1", "alpha": 0.5}]}})["ok"],
               "a change without a fault is refused")
        daemon.stop()
    report(", ".join(misspelt))


def patch_large_scene(binaries, folder, report):
    """The daemon's own user may patch a scene of 120 views; other users may, or get an error with
    the cost.
    """
    gestures = [{"pan": "v1", "name": "drag", "spring": {"response": 0.45, "dampingRatio": 0.8}}]
    patch = {"patch": {"scene": {"gestures": [{"name": "drag", "spring": SPRING}]}}}
    with Rig(f"{binaries}/snapbackd", folder, scene(120, gestures=gestures)) as daemon:
        own = Client(daemon.socket, want=[])
        own.until("snapshot")
        reply = own.ask(patch)
        expect(reply["ok"], f"the daemon's own user is refused: {reply.get('message')}")
        expect(own.until("snapshot") is not None, "no snapshot follows")
        if IS_ROOT:
            other = Client(daemon.socket, uid=CONTROL, want=[])
            other.until("welcome")
            reply = other.ask(patch)
            text = f"{reply.get('code')}: {reply.get('message')}"
            has_cost = re.search(r"\d\s*(ms|milliseconds?|µs|s)\b", text)
            expect(reply["ok"] or reply["code"] == "limit" and has_cost
                   and "100 views" not in text, f"another user is refused without the cost: {text}")
            report(f"another user: {'ok' if reply['ok'] else json.dumps(text)}")
        daemon.stop()
