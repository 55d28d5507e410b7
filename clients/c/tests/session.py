"""The C library against a daemon that does what the test wants: session.py TOOL

What it sends has to be what the vectors of a client say; it has to live through daemons that send
in pieces, close, come back as another one, or send what they should not; and the shared memory has
to be read whole or not at all.
"""

import array
import fcntl
import json
import os
import socket
import struct
import sys
import tempfile
import threading
import time

from tool import TOP, Count, Tool, lines, vector

count = Count("session")
PROGRAM = sys.argv[1]


def header(kind, payload, sequence=0, moment=0):
    return struct.pack("<IHBBQQ", len(payload), kind, 1, 0, sequence, moment) + payload


class Daemon:
    """A socket that the client connects to."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "socket")
        self.listen()

    def listen(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.settimeout(10)
        self.listener.bind(self.path)
        self.listener.listen()

    def accept(self):
        self.client, _ = self.listener.accept()
        self.client.settimeout(10)

    def read(self, size):
        data = b""
        while len(data) < size:
            part = self.client.recv(size - len(data))
            if not part:
                raise RuntimeError("the client has closed")
            data += part
        return data

    def message(self):
        """Type and payload of what the client sends next."""
        length, kind, version, flags, sequence, moment = struct.unpack("<IHBBQQ", self.read(24))
        assert (version, flags, sequence, moment) == (1, 0, 0, 0)
        return kind, self.read(length)

    def hello(self):
        assert self.read(8) == b"SNAPBK1\n"
        kind, payload = self.message()
        assert kind == 1
        return json.loads(payload)

    def text(self):
        """What a message of text says."""
        kind, payload = self.message()
        assert kind == 1
        return json.loads(payload)

    def stop(self):
        self.listener.close()
        os.unlink(self.path)


def check_hello(daemon, tool):
    (expected,) = lines("client-hello-looks.json")
    tool.do(f"connect path={daemon.path} name=example want=3 views=card* rate=60 pacing=1 ack=1")
    daemon.accept()
    count.check("hello with all", daemon.hello() == expected)
    tool.do(f'connect path={daemon.path} name="a\\b\x01ü rate=59.94')
    daemon.accept()
    found = daemon.hello()["hello"]
    count.check("a name is escaped", found["name"] == '"a\\b\x01ü', found)
    count.check("a rate has thousandths", found["rate"] == 59.94, found)
    count.check("no want is the daemon's choice", "want" not in found and "views" not in found)
    tool.do(f"connect path={daemon.path} want=4095 pacing=2")
    daemon.accept()
    found = daemon.hello()["hello"]
    count.check("all wants", found["want"] == [
        "frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure",
        "decisions", "schedule", "events"], found)
    for wrong in ("pacing=3", "rate=-1", "rate=nan", "rate=2000", "path="):
        code, _ = tool.ask(f"connect {wrong}")
        count.check(f"{wrong} is refused", code == -7, code)
    code, _ = tool.ask("connect path=/nowhere/at/all")
    count.check("no daemon there", code == -1, code)
    code, _ = tool.ask(f"connect path=/{'a' * 200}")
    count.check("a path that is too long", code == -1, code)


def check_sending(daemon, tool):
    """Each request is, byte for byte, the vector's."""
    at = 4612457405444
    tool.do(f"connect path={daemon.path}")
    daemon.accept()
    daemon.hello()
    for command, name in (
            (f"frame_request {at} 16666667", "frame-request"),
            (f"frame_request {at} 0", "frame-request-variable"),
            (f"presented 9 {at} 8333333 0", "presented"),
            (f"presented 10 {at} 0 1", "discarded"),
            ("ping 7", "ping"), ("resync", "resync"), ("shm_attach", "shm-attach"),
            ("text " + vector("client-change.json").decode().strip(), "change")):
        tool.do(command)
        expected = vector(f"client-{name}.bin")
        count.check(command, daemon.read(len(expected)) == expected)


def check_commands(daemon, tool):
    """The commands of docs/control.md; each sends its message."""
    tool.do(f"connect path={daemon.path}")
    daemon.accept()
    daemon.hello()
    with open(f"{TOP}/Tests/Fixtures/commands/commands.json", encoding="utf-8") as file:
        vectors = json.load(file)
    with open(f"{TOP}/Sources/Wire/protocol.json", encoding="utf-8") as file:
        commands = {command["name"] for command in json.load(file)["commands"]}
    count.check("all commands", commands == {vector["command"] for vector in vectors})
    for vector in vectors:
        values = [
            f"{key}={value}" if isinstance(value, str)
            else f"{key}={json.dumps(value)}" for key, value in vector["arguments"].items()]
        tool.do("command " + "\t".join([vector["command"], "7", *values]))
        found = daemon.text()
        count.check(vector["command"], found == vector["message"], found)
    code, _ = tool.ask("command retarget\t7\tconstraint=a")
    count.check("a command without what it needs", code == -7, code)
    code, _ = tool.ask("command measured\t7\trequest=1\twidth=nan\theight=1")
    count.check("a number that is not finite", code == -7, code)
    tool.do("command status\t0")
    count.check("a command without a number", daemon.text() == {"status": {}})


def check_receiving(daemon, tool):
    """Messages in pieces, with pauses; a timeout; the end."""
    tool.do(f"connect path={daemon.path} want=3")
    daemon.accept()
    daemon.hello()
    started = time.monotonic()
    count.check("nothing comes", tool.next(200) is None)
    count.check("it has waited", 0.19 < time.monotonic() - started < 5)
    data = vector("stream.bin")

    def send():
        for start in range(0, len(data), 211):
            daemon.client.sendall(data[start:start + 211])
            time.sleep(0.005)

    thread = threading.Thread(target=send)
    thread.start()
    kinds = [next(iter(tool.next())) for _ in range(4)]
    thread.join()
    count.check("a stream in pieces", kinds == ["welcome", "snapshot", "frame", "idle"], kinds)
    daemon.client.sendall(vector("error.bin") + vector("pong.bin")[:30])
    daemon.client.close()
    count.check("an error is told", "error" in tool.next())
    code, _ = tool.ask("next 5000")
    count.check("the end is told", code == -2, code)
    count.check("and told again", tool.ask("ping 1")[0] == -2 and tool.ask("next 10")[0] == -2)
    count.check("the scene is still there", len(tool.do("evaluate 0")[0]["poses"]) == 5)


def check_flood(daemon, tool):
    """A daemon that reads nothing: requests are refused at last, and memory stays bounded."""
    tool.do(f"connect path={daemon.path}")
    daemon.accept()
    text = "text {" + "x" * 1_000_000 + "}"
    codes = [tool.ask(text)[0] for _ in range(5)]
    held = tool.do("memory")[0]
    count.check("it says that the daemon does not read", codes[-1] == -8, codes)
    count.check("it holds no more than it may", held < 6_000_000, held)
    daemon.hello()
    size = 0
    for code in codes:
        if code == 0:
            thread = threading.Thread(target=lambda: tool.ask("next 3000"))
            thread.start()
            size += len(daemon.message()[1])
            daemon.client.sendall(vector("pong.bin"))
            thread.join()
    count.check("what was taken arrives", size == 1_000_002 * codes.count(0), size)


def check_reconnection(daemon, tool):
    tool.do(f"connect path={daemon.path} reconnect=1")
    daemon.accept()
    daemon.hello()
    daemon.client.sendall(vector("welcome.bin") + vector("snapshot.bin"))
    first = tool.next()["welcome"]
    count.check("the first one continues nothing", "continues" not in first)
    tool.next()
    daemon.client.close()
    lost = tool.next()["lost"]
    count.check("it is told", lost["code"] == -2 and lost["wait"] == 100, lost)
    count.check("it connects while it waits", tool.next(300) is None)
    daemon.accept()
    count.check("it says hello again", "hello" in daemon.hello())
    daemon.client.sendall(vector("welcome.bin") + vector("snapshot.bin"))
    count.check("the same daemon", tool.next()["welcome"].get("continues") is True)
    tool.next()
    daemon.client.close()
    daemon.stop()
    waits = []
    started = time.monotonic()
    while len(waits) < 4:
        message = tool.next(3000)
        waits.append(message["lost"]["wait"])
    gone = time.monotonic() - started
    count.check("it waits longer each time", waits == [100, 200, 400, 800], waits)
    count.check("as long as it says", 0.65 < gone < 5, gone)
    daemon.listen()
    tool.next(2000)
    daemon.accept()
    daemon.hello()
    daemon.client.sendall(vector("welcome-all.bin"))
    count.check("another daemon", "continues" not in tool.next(5000)["welcome"])
    daemon.client.sendall(vector("broken-version.bin"))
    lost = tool.next()["lost"]
    count.check("what cannot be read ends it too", lost["code"] == -3, lost)
    tool.do(f"connect path={daemon.path}x reconnect=1")
    count.check("a daemon that never was", tool.next(100)["lost"]["code"] == -1)


SLOT = struct.Struct("<26f f I I f 8x")


def memory(size, seals=True):
    descriptor = os.memfd_create("frames", os.MFD_ALLOW_SEALING)
    os.truncate(descriptor, size)
    if seals:
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
    return descriptor


def memory_header(slots, sequence=2, first=64, stride=128, magic=b"SNAPSHM1", version=1, idle=1):
    return magic + struct.pack(
        "<IIIIQQQQII", version, first, stride, slots, 3, sequence, 123456789, 17, idle, 0)


def send_memory(daemon, size, *descriptors):
    """The message and its descriptors, in one piece as the daemon sends them."""
    data = header(32, struct.pack("<Q", size))
    rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))
    daemon.client.sendmsg([data], [rights] if descriptors else [])


def check_shared_memory(daemon, tool):
    tool.do(f"connect path={daemon.path}")
    daemon.accept()
    daemon.hello()
    count.check("none yet", tool.ask("shm")[0] == -10)
    values = [
        [float(slot * 100 + i) for i in range(26)] + [0.5, 0xFF102030 + slot, 1 - slot, 0]
        for slot in range(2)]
    values[0][10:16] = [0.0, 1.5, -2.0, 0.0, 50.0, 60.0]
    memfd, event = memory(64 + 256), os.eventfd(0, os.EFD_NONBLOCK)
    os.pwrite(memfd, memory_header(2) + b"".join(SLOT.pack(*row) for row in values), 0)
    os.eventfd_write(event, 1)
    send_memory(daemon, 320, memfd, event)
    count.check("it is attached", tool.next()["shm"] == {"size": 320, "code": 0})
    frame = tool.do("shm")[0]
    head = (frame["epoch"], frame["time"], frame["revision"], frame["idle"])
    count.check("its head", head == (3, 123456789, 17, 1), head)
    view = frame["views"][0]
    count.check("a state", view["frame"] == [0, 1, 2, 3] and view["rotation"] == 6
                and view["toScreen"] == [0, 1.5, -2, 0, 50, 60] and view["alpha"] == 0.5
                and view["color"] == "#102030" and view["velocity"]["shear"] == 25, view)
    # 2 wide and 3 high, turned by a quarter: x from 50 - 2 * 3 to 50, y from 60 to 60 + 1.5 * 2.
    count.check("its box", view["box"] == [44, 60, 6, 3], view["box"])
    count.check("hidden", frame["views"][1].get("visible") is False)
    try:
        os.eventfd_read(event)
        count.check("the event is taken", False)
    except BlockingIOError:
        count.check("the event is taken", True)
    os.pwrite(memfd, struct.pack("<Q", 3), 32)
    count.check("never in the middle of a frame", tool.ask("shm")[0] == -9)
    check_torn(daemon, tool)
    for what, header_bytes, size, said, descriptors, seals in (
            ("another beginning", memory_header(2, magic=b"SNAPSHM2"), 320, 320, 2, True),
            ("another version", memory_header(2, version=2), 320, 320, 2, True),
            ("slots beyond the end", memory_header(3), 320, 320, 2, True),
            ("very many slots", memory_header(0xFFFFFFFF), 320, 320, 2, True),
            ("very large slots", memory_header(2, stride=0xFFFFFFF8), 320, 320, 2, True),
            ("small slots", memory_header(2, stride=64), 320, 320, 2, True),
            ("crooked slots", memory_header(2, stride=132), 336, 336, 2, True),
            ("slots in the head", memory_header(2, first=32), 320, 320, 2, True),
            ("a memory that is smaller than it says", memory_header(2), 320, 4096, 2, True),
            ("a size beyond all", memory_header(2), 320, 2**64 - 1, 2, True),
            ("no head", b"SNAPSHM1", 8, 8, 2, True),
            ("a memory that can shrink", memory_header(2), 320, 320, 2, False),
            ("no descriptors", b"", 320, 320, 0, True)):
        wrong = memory(size, seals)
        os.pwrite(wrong, header_bytes[:size], 0)
        send_memory(daemon, said, *[wrong, os.dup(event)][:descriptors])
        answer = tool.next()["shm"]["code"]
        count.check(f"{what} is refused", answer == -3, answer)
        count.check(f"{what}: nothing is read", tool.ask("shm")[0] == -10)
        os.close(wrong)
    send_memory(daemon, 64, memory(64, True))
    count.check("the connection lives on", "shm" in tool.next())
    check_descriptors(daemon, tool)


def check_torn(daemon, tool):
    """While a writer writes, each frame that is read is one that was written."""
    slots = 5000
    memfd, event, stop = memory(64 + 128 * slots), os.eventfd(0), threading.Event()
    os.pwrite(memfd, memory_header(slots), 0)

    def write():
        moment = 1
        while not stop.is_set():
            rows = SLOT.pack(*[float(moment % 1000)] * 27, 0xFF000000, 1, 0) * slots
            os.pwrite(memfd, struct.pack("<Q", 2 * moment + 1), 32)
            os.pwrite(memfd, struct.pack("<QQ", moment % 1000, 17), 40)
            os.pwrite(memfd, rows, 64)
            os.pwrite(memfd, struct.pack("<Q", 2 * moment + 2), 32)
            moment += 1
            time.sleep(0.0005 * (moment % 8))

    thread = threading.Thread(target=write)
    thread.start()
    send_memory(daemon, 64 + 128 * slots, memfd, event)
    count.check("a large memory", tool.next()["shm"]["code"] == 0)
    time.sleep(0.05)
    moments, torn = set(), 0
    end = time.monotonic() + 3
    while time.monotonic() < end:
        code, found = tool.ask("shm_same")
        if code == 0:
            moments.add(found[0]["time"])
            torn += not found[0]["same"]
    stop.set()
    thread.join()
    count.check("many frames were read", len(moments) > 20, len(moments))
    count.check("no frame is torn", torn == 0, torn)


def check_descriptors(daemon, tool):
    """Descriptors that nobody asked for are closed again."""
    folder = f"/proc/{tool.process.pid}/fd"
    before = len(os.listdir(folder))
    spare = os.open("/dev/null", os.O_RDONLY)
    for _ in range(20):
        daemon.client.sendmsg([vector("pong.bin")], [(
            socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [spare] * 5))])
        tool.next()
    after = len(os.listdir(folder))
    count.check("descriptors do not pile up", after <= before + 4, (before, after))


def check_places(folder):
    """The daemon's places in their order; SNAPBACK_SOCKET is the only one where it is set."""
    own = os.path.join(folder, "run")
    os.makedirs(os.path.join(own, "snapback"))
    environment = dict(os.environ, XDG_RUNTIME_DIR=own)
    environment.pop("SNAPBACK_SOCKET", None)
    for name, more in (("the user's place", {}), ("the environment's", {
            "SNAPBACK_SOCKET": os.path.join(folder, "other")})):
        path = more.get("SNAPBACK_SOCKET", os.path.join(own, "snapback", "snapback.sock"))
        with socket.socket(socket.AF_UNIX) as listener:
            tool = Tool(PROGRAM, environment | more)
            code, _ = tool.ask("connect pacing=0")
            # For root the system's place comes first, and a daemon may be there.
            if not os.path.exists("/run/snapback/snapback.sock") or more:
                count.check(f"{name}: nobody there", code == -1, code)
                listener.bind(path)
                listener.listen()
                code, _ = tool.ask("connect pacing=0")
                count.check(name, code == 0, code)
            tool.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        a_daemon, a_tool = Daemon(place), Tool(PROGRAM)
        for check in (check_hello, check_sending, check_commands, check_receiving, check_flood,
                      check_reconnection, check_shared_memory):
            check(a_daemon, a_tool)
        count.check("the tool ends well", a_tool.close() == 0)
        check_places(place)
    count.end()
