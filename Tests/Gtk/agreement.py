"""The GTK widget draws what the replay writes: agreement.py BINARIES LIBRARY

Tests/Windows/windows.py compares the windows. The card is shown by the unmodified examples in C and
Python; for them, the staged socket holds the moving views where they are at the moment. The other
scenes are shown by window.py, which sets the time of the widget. Some of their views have child
widgets, whose colors are known. No mixture of two colors of a scene is near a third one.

LIBRARY is the folder of the built widget. LD_LIBRARY_PATH and GI_TYPELIB_PATH have to contain it.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "Windows"))
import windows  # noqa: E402

EXAMPLES = os.path.join(HERE, "..", "..", "clients", "gtk", "examples")
# The Python of Debian, which has the bindings of GObject.
PYTHON = "/usr/bin/python3"


class Example(windows.Show):
    """The card, shown by an example program."""

    def __init__(self, name, command):
        super().__init__(name, windows.CARD, 3, frozen=True)
        self._command = command

    def program(self, path, time, pixels):
        return self._command, {"SNAPBACK_SOCKET": path, "GDK_SCALE": str(self.density)}


class Window(windows.Show):
    """A scene, shown by window.py."""

    def program(self, path, time, pixels):
        return [
            PYTHON, "-B", os.path.join(HERE, "window.py"), path, str(time), *map(str, pixels),
            *(f"{view}={color}" for view, color in self.children)], {}


def main(binaries, library):
    windows.compare("gtk", binaries, [
        Example("card.c", [os.path.join(library, "card")]),
        Example("card.py", [PYTHON, "-B", os.path.join(EXAMPLES, "card.py")]),
        Window("photo", windows.PHOTO, 3, [("ground", "#ff0000")]),
        Window("two fingers", windows.FINGERS, 4, [("bar", "#ffffff"), ("badge", "#0000ff")]),
    ])


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
