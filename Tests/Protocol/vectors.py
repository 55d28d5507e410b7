"""Writes Tests/Fixtures/protocol, or compares it with what it should be.

It follows docs/protocol.md, docs/protocol-binary.md and docs/segments.md and shares nothing with
the library, so each holds the other to them. scripts/generate vectors runs it.
"""

import json
import os
import sys

import cases
import messages
import rule
import wire

FOLDER = os.path.join(os.path.dirname(__file__), "..", "Fixtures", "protocol")


def files():
    """Names of files and what is in them."""
    listing = []
    for name, note, parts in messages.DAEMON:
        yield f"{name}.bin", b"".join(
            wire.message_bytes(part, messages.NAMES) for part in parts)
        yield f"{name}.json", b"".join(wire.line(part) for part in parts)
        listing.append({"name": name, "from": "daemon", "note": note})
    for name, note, data, lines in messages.later_versions():
        yield f"{name}.bin", data
        yield f"{name}.json", lines
        listing.append({"name": name, "from": "later daemon", "note": note})
    for name, note, data in messages.broken():
        yield f"{name}.bin", data
        listing.append({"name": name, "from": "broken daemon", "note": note})
    everything = []
    for name, note, parts in messages.CLIENT:
        everything += [] if name in messages.NEWER else parts
        yield f"{name}.bin", b"".join(wire.client_bytes(part) for part in parts)
        yield f"{name}.json", b"".join(wire.line(part) for part in parts)
        listing.append({"name": name, "from": "client", "note": note})
    yield "client-stream.bin", b"SNAPBK1\n" + b"".join(
        wire.client_bytes(part) for part in everything)
    yield "client-stream.json", b"".join(wire.line(part) for part in everything)
    listing.append({
        "name": "client-stream", "from": "client stream",
        "note": "all of these, in binary after the eight bytes that begin a connection"})
    yield "vectors.json", lines_of("vectors", listing)
    yield "segments.json", segments()


def lines_of(key, rows):
    """An object of one array, a row a line."""
    text = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f'{{"{key}":[\n{text}\n]}}\n'.encode()


def segments():
    """Channels and their state at some moments: time, value, velocity."""
    rows = []
    for body, source, times in cases.all_cases():
        row = {"channel": wire.number(body)}
        if source:
            row["source"] = wire.number(source)
        row["at"] = []
        for time in times:
            value, velocity = rule.channel_state(body, source, time)
            row["at"].append([time, float(value), float(velocity)])
        rows.append(row)
    return lines_of("cases", rows)


def main():
    if sys.argv[1:] not in (["--check"], ["--update"]):
        sys.exit("vectors: --check or --update")
    expected = dict(files())
    os.makedirs(FOLDER, exist_ok=True)
    stale = sorted(set(os.listdir(FOLDER)) - set(expected) - {"README.md"})
    for name, data in expected.items():
        path = os.path.join(FOLDER, name)
        if sys.argv[1] == "--update":
            with open(path, "wb") as file:
                file.write(data)
        elif not os.path.exists(path) or open(path, "rb").read() != data:
            stale.append(name)
    if stale:
        sys.exit(f"vectors: not current: {' '.join(stale)}")
    print(f"vectors: {len(expected)} files are current")


if __name__ == "__main__":
    main()
