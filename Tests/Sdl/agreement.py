"""The scene of snapback-sdl.h draws what the replay writes: agreement.py BINARIES BUILD

Tests/Windows/windows.py compares the windows. The card is shown by the unmodified example; for it,
the staged socket holds the moving views where they are at the moment, and the window is resized to
four pixels a point. The other scenes are shown by window.c, which is given the frame time. Some of
their views have textures, whose colors are known. BUILD is the folder of both programs.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "Windows"))
import windows  # noqa: E402

from waiting import wait_until  # isort: skip, windows finds its folder

SOFTWARE = {"SDL_VIDEODRIVER": "x11", "SDL_RENDER_DRIVER": "software"}


class Example(windows.Show):
    """The card, shown by the example program."""

    def __init__(self, command):
        super().__init__("card.c", windows.CARD, 4, frozen=True)
        self._command = command

    def program(self, path, time, pixels):
        return [self._command, path], SOFTWARE

    def arrange(self, screen, pixels):
        wait_until(lambda: screen.picture(*screen.size).any(), "the window is drawn")
        # Without a window manager, the window gets its place and size at once.
        subprocess.run(
            ["xdotool", "search", "--name", "^Card$", "windowmove", "0", "0", "windowsize",
             *map(str, pixels)],
            env={**os.environ, "DISPLAY": screen.name}, check=True, capture_output=True,
            timeout=windows.PATIENCE)
        # The background of the scene is not black.
        wait_until(lambda: screen.picture(*pixels)[-1, -1].any(), "the new size is drawn")


class Window(windows.Show):
    """A scene, shown by window.c. A texture has the round corners of its view."""

    def __init__(self, command, *settings):
        super().__init__(*settings)
        self._command = command

    def program(self, path, time, pixels):
        return [
            self._command, path, str(time), *map(str, pixels),
            *(f"{view}={color}" for view, color in self.children)], SOFTWARE

    def truth(self, views):
        colors = dict(self.children)
        return [
            {**view, "color": colors[view["id"]]} if view["id"] in colors else view
            for view in views]


def main(binaries, build):
    window = os.path.join(build, "window")
    windows.compare("sdl", binaries, [
        Example(os.path.join(build, "card")),
        Window(window, "photo", windows.PHOTO, 4, [("ground", "#ff0000")]),
        Window(window, "two fingers", windows.FINGERS, 4, [
            ("bar", "#ffffff"), ("badge", "#0000ff")]),
    ])


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
