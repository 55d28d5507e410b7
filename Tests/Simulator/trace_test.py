"""Compares the stack of a touch's write with the list in a document; run by scripts/test trace."""

import bisect
import re
import subprocess
import sys

LIMIT = 15
BEGIN = "The stack when a touch leaves through a socket:"


def symbols(program):
    """The functions of a program by their addresses, in order."""
    listed = subprocess.run(["nm", "--defined-only", program], capture_output=True, text=True,
                            check=True, timeout=60).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()]
    return sorted((int(row[0], 16), row[2]) for row in rows if len(row) == 3 and row[1] in "tTwW")


def functions(simulate):
    """The Swift functions on the stack from the daemon's loop on, without thunks and closures."""
    found = subprocess.run([simulate, "--trace"], capture_output=True, text=True, check=True,
                           timeout=60).stdout.split()
    table = symbols(simulate)
    # A return address may be the end of its function.
    mangled = [table[bisect.bisect_right(table, (int(place, 16) - 1, "~")) - 1][1]
               for place in found]
    text = subprocess.run(["swift", "demangle", "--simplified"], input="\n".join(mangled),
                          capture_output=True, text=True, check=True, timeout=60).stdout
    names = []
    for line in text.splitlines():
        line = re.sub(r"^(specialized|generic|merged) ", "", line.strip())
        if "thunk" in line or line.startswith("partial apply"):
            continue
        # A closure is part of the function around it.
        match = re.search(r"((?:\w+\.)+\w+)\(", re.sub(r"^.*closure #\d+ .* in ", "", line))
        if match and (not names or names[-1] != match[1]):
            names.append(match[1])
    # Calls below the simulated kernel's hook are not part of the daemon.
    start = names.index("Daemon.run")
    return names[start:names.index("Kernel.run", start)]


def listed(document):
    """The functions that the document lists, a line each in the block after its heading."""
    with open(document, encoding="utf-8") as file:
        text = file.read()
    block = text.split(BEGIN, 1)[1].split("```")[1]
    return [line.split()[0] for line in block.strip().splitlines()]


def main():
    simulate, document = sys.argv[1:]
    found, wanted = functions(simulate), listed(document)
    if found != wanted:
        print("the stack is not the one in", document)
        print("\n".join(found))
        return 1
    if len(found) > LIMIT:
        print(f"{len(found)} calls; at most {LIMIT} are allowed")
        return 1
    print(f"{len(found)} calls from the loop to the socket, as in {document}")
    return 0


sys.exit(main())
