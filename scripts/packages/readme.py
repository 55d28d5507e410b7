"""A README without links to files that its package lacks: readme.py README FOLDER

Writes FOLDER/README.md. A link to a file that FOLDER lacks becomes its text.
"""

import pathlib
import re
import sys


def write(source, target):
    """Writes the README `source` into the folder `target`."""
    def kept(link):
        return link[0] if (target / link[2]).is_file() else link[1]

    (target / "README.md").write_text(
        re.sub(r"\[([^]]*)\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)", kept, source.read_text()))


if __name__ == "__main__":
    write(*map(pathlib.Path, sys.argv[1:]))
