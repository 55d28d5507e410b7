"""Attacks on roles: a client receives only what its role permits, whatever it asks for."""

import json
import os
import signal
from collections import Counter

from rig import (BARRED_GROUP, CONTROL, INJECT, OPERATOR, TOUCHES, TRUSTED, VIEW, Client, Rig,
                 animated, expect, needs_root, scene)

# Names and words of the scene that only the role `view` may see.
SECRETS = (b"secretBox", b"secretLabel", b"hidden words", b"changed words")
WANT = ["frames", "segments", "gestures", "touches", "decisions", "layout", "done", "devices",
        "events", "measure", "schedule"]
# Messages for clients of any role; decisions and measures come as texts in bytes.
ALWAYS = {"welcome", "pong", "reply", "error"}
TOUCHING = {"gesture", "touch", "decision", "lagged", "tap"}
VIEWED = {"snapshot", "frame", "segment", "layout", "done", "event"}
# Requests that need `view`, and those that are not only for it.
VIEWING = [{"resync": {}}, {"shm_attach": {}}, {"status": {"id": 3}}, {"inspect": {"id": 3}},
           {"document": {"id": 3}}, {"frame_request": {"time": 0}}]
COMMANDS = {
    CONTROL: [{"change": {"changes": [{"view": "secretBox", "alpha": 0.7}]}},
              animated("secretBox", 0.2), {"run": {"action": "open"}}, {"motion": {"rate": 2}}],
    INJECT: [{"inject": {"touches": [{"id": 1, "phase": "began", "x": 1, "y": 1}]}},
             {"inject": {"touches": [{"id": 1, "phase": "ended", "x": 1, "y": 1}]}}],
    TOUCHES: [],
}


def secret_scene(width=200):
    """A view that pans, a text, and an action that moves the layout."""
    return scene(
        3, {"id": "secretBox", "color": "#0a84ff"},
        {"id": "secretLabel", "text": "hidden words"},
        constraints=["secretBox.left = screen.left + 50", "secretBox.top = screen.top + 50",
                     {"id": "wide", "rule": f"secretBox.width = {width}"},
                     "secretBox.height = 200", "secretLabel.left = screen.left",
                     "secretLabel.top = screen.top + 300"],
        gestures=[{"pan": "secretBox", "name": "drag"}, {"tap": "secretBox", "name": "touch"}],
        actions=[{"name": "open", "on": {"tap": "screen"},
                  "changes": [{"constraint": "wide", "constant": 120}]}])


def kinds_of(messages):
    """Counts messages by kind; texts of the binary encoding by their contents, and events of taps
    in lines apart from other events.
    """
    return Counter(next(iter(json.loads(one.raw))) if one.kind == "text"
                   else "tap" if one.kind == "event" and b'"kind":"tapped"' in one.raw
                   else one.kind for one in messages)


def judge(client, allowed, text):
    """Reads all that has come, and fails if some of it is not for this client."""
    messages = client.drain(0.08)
    kinds = kinds_of(messages)
    forbidden = set(kinds) - allowed
    expect(not forbidden, f"{text} is told {', '.join(sorted(forbidden))}")
    if "snapshot" not in allowed:
        for message in messages:
            name = next(iter(kinds_of([message])))
            # Its own commands name views, and so does a gesture.
            leaks = [] if name in {"reply", *TOUCHING} else [one.decode() for one in SECRETS
                                                             if one in message.raw]
            expect(not leaks, f"{text} reads \"{', '.join(leaks)}\" in {name}")
    return kinds


def provoke(daemon, operator, readers):
    """Triggers every kind of message of the daemon; counts those that reading clients receive."""
    changes = [{"constraint": "wide", "constant": 150}, {"view": "secretLabel",
                                                         "text": "changed words"}]
    seen = [Counter() for _ in readers]
    steps = [{"change": {"changes": changes}}, animated("secretBox", 0.5, 0.1), None,
             {"load": {"scene": secret_scene(210)}},
             {"patch": {"scene": {"screen": {"background": "#123456"}}}}, signal.SIGHUP,
             animated("secretBox", 0.6)]
    for step in steps:
        if step is None:
            drag(operator, 3)
            tap(operator)
        elif step is signal.SIGHUP:
            daemon.signal(step)
        else:
            reply = operator.ask(step)
            expect(reply["ok"], f"{step} is refused: {reply.get('message')}")
        for kinds, reader in zip(seen, readers):
            kinds.update(kinds_of(reader.drain(0.1)))
    return seen


def drag(operator, count):
    """Injected fingers that tap and pan."""
    places = [("began", 100), *(("moved", 100 + 20 * (index % 5)) for index in range(count)),
              ("ended", 120)]
    for phase, place in places:
        touch = {"id": 1, "phase": phase, "x": place, "y": place}
        reply = operator.ask({"inject": {"touches": [touch]}})
        expect(reply["ok"], f"a touch is refused: {reply.get('message')}")


def tap(operator):
    """An injected finger that touches and lifts at one point."""
    for phase in ("began", "ended"):
        reply = operator.ask({"inject": {"touches": [{"id": 1, "phase": phase, "x": 9, "y": 9}]}})
        expect(reply["ok"], f"a touch is refused: {reply.get('message')}")


def role_leak(binaries, folder, report):
    """Clients receive only what their roles permit, whatever they want and whatever happens."""
    needs_root()
    told = Counter()
    with Rig(f"{binaries}/snapbackd", folder, secret_scene()) as daemon:
        # The first client that wants to measure is asked; it must be one of those below.
        operator = Client(daemon.socket, uid=OPERATOR, want=WANT[:-1])
        expect(operator.until("snapshot") is not None, "no snapshot comes")
        watched = []
        for uid, name in ((CONTROL, "control"), (INJECT, "inject"), (TOUCHES, "view-touches")):
            allowed = ALWAYS | (TOUCHING if uid == TOUCHES else set())
            for is_binary in (False, True):
                text = f"a client with the role {name} only, in {'bytes' if is_binary else 'lines'}"
                for want in ({}, {"want": WANT, "pacing": "push"}, {"want": WANT, "views": ["*"]}):
                    watched.append((Client(daemon.socket, is_binary, uid, **want), allowed, text))
        readers = [Client(daemon.socket, uid=uid, want=WANT[:-1]) for uid in (VIEW, OPERATOR)]
        for client in readers:
            expect(client.until("snapshot") is not None, "no snapshot comes")
        viewer, witness = provoke(daemon, operator, readers)
        check_provoked(viewer, VIEWED)
        check_provoked(witness, VIEWED | TOUCHING - {"lagged"})
        expect(not TOUCHING & set(viewer) - {"lagged"},
               f"a client without view-touches is told {dict(viewer)}")
        for client, allowed, text in watched:
            kinds = judge(client, allowed, text)
            expect(kinds["welcome"] == 1, f"{text} is not welcomed: {dict(kinds)}")
            told += kinds
            client.ping(9)
        answered(daemon)
        asked_to_view(daemon)
        lagging(daemon, operator)
        daemon.stop()
    report(f"{len(watched)} clients were told {dict(told)}")


def check_provoked(seen, needed):
    """Fails if permitted messages did not arrive: then nothing was tested."""
    missing = needed - set(seen)
    expect(not missing, f"nobody is told {', '.join(sorted(missing))}, so nothing is tested")


def answered(daemon):
    """Commands of these clients are carried out and answered."""
    for uid, commands in COMMANDS.items():
        for is_binary in (False, True):
            client = Client(daemon.socket, is_binary, uid)
            for command in commands:
                reply = client.ask(command)
                expect(reply["ok"], f"{command} of the user {uid} is refused: "
                       f"{reply.get('message')}")
            client.ping(1)
            client.close()


def asked_to_view(daemon):
    """Requests that need `view` are refused by an error or a reply with the code `forbidden`."""
    for uid in (CONTROL, INJECT, TOUCHES):
        allowed = ALWAYS | (TOUCHING if uid == TOUCHES else set())
        for request in VIEWING:
            client = Client(daemon.socket, uid=uid, want=WANT, pacing="pull")
            client.send(request)
            messages = client.drain(0.1)
            kinds = kinds_of(messages)
            text = f"the user {uid} asks for {next(iter(request))} and"
            expect(set(kinds) <= allowed, f"{text} is told {dict(kinds)}")
            expect(any(b'"forbidden"' in message.raw for message in messages),
                   f"{text} is not refused: {messages[-1].raw}")
            expect(not client.batches, f"{text} gets descriptors")
            client.close()


def lagging(daemon, operator):
    """Events that a client with `view-touches` missed bring it no snapshot."""
    for is_binary in (False, True):
        client = Client(daemon.socket, is_binary, TOUCHES, want=WANT)
        client.until("welcome")
        # The socket fills, then the lane of events.
        for _ in range(6):
            drag_quickly(operator, 400)
        operator.drain(0.1)
        kinds = judge(client, ALWAYS | TOUCHING, "a client with view-touches that lags")
        expect(kinds["lagged"] > 0, f"a client that does not read does not lag: {dict(kinds)}")
        client.close()


def drag_quickly(operator, count):
    """As `drag`, without waiting for replies."""
    phases = ["began", *["moved"] * count, "ended"]
    for index, phase in enumerate(phases):
        place = 100 + 15 * (index % 7)
        operator.send({"inject": {"touches": [
            {"id": 2, "phase": phase, "x": place, "y": place}]}})
        if index % 50 == 0:
            operator.drain(0.005)
    operator.ping(1)


def long_messages(binaries, folder, report):
    """A message of over 64 KiB of a trusted client needs the roles that a short one needs."""
    needs_root()
    space = b" " * 70_000
    commands = [{"load": {"id": 1, "scene": secret_scene(210)}},
                {"patch": {"id": 1, "scene": {"screen": {"background": "#123456"}}}},
                {"change": {"id": 1, "changes": [{"view": "secretBox", "alpha": 0.3}]}}]
    with Rig(f"{binaries}/snapbackd", folder, secret_scene()) as daemon:
        for command in commands:
            client = Client(daemon.socket, uid=TRUSTED, want=[])
            client.until("snapshot")
            text = json.dumps(command).encode()
            client.socket.sendall(text[:1] + space + text[1:] + b"\n")
            reply = json.loads(client.until("reply").raw)["reply"]
            expect(reply.get("code") == "forbidden",
                   f"a long {next(iter(command))} without the role control is answered {reply}")
            client.close()
        # One that cannot be read, and one that ends the connection.
        for text in (b"{" + b"x" * 70_000, b"[" + space + b"]"):
            client = Client(daemon.socket, uid=TRUSTED, want=[])
            client.until("snapshot")
            client.socket.sendall(text + b"\n")
            expect(client.code() == "bad-message", "a long message of nonsense ends in no error")
            client.close()
        daemon.stop()
    report(f"{len(commands)} commands were refused")


def many_groups(binaries, folder, report):
    """A rule for a group applies to clients with more groups than fit into one small answer."""
    needs_root()
    with Rig(f"{binaries}/snapbackd", folder, secret_scene()) as daemon:
        for others in (0, 10, 255, 256, 300, 5000):
            own = list(range(BARRED_GROUP - others, BARRED_GROUP))
            for groups, is_barred in ((own, False), ([*own, BARRED_GROUP], True)):
                before = os.getgroups()
                os.setgroups(groups)
                try:
                    client = Client(daemon.socket, uid=VIEW)
                    message = client.until("snapshot", "error")
                    # A connection that ends without a message has turned the client away too.
                    kind = message.kind if message else "error"
                    client.close()
                except ConnectionError:
                    # The daemon has closed the connection before the client could write.
                    kind = "error"
                finally:
                    os.setgroups(before)
                expect((kind == "error") == is_barred,
                       f"with {len(groups)} groups, the client is told {kind}")
        daemon.stop()
    report("up to 5001 groups were read")
