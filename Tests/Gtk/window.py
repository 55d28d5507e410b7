"""A window that shows a scene at one moment: window.py SOCKET TIME WIDTH HEIGHT [VIEW=COLOR]…

It uses the GTK widget by introspection. Each VIEW gets a child widget with this color. TIME is in
nanoseconds of the daemon's clock.
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Snapback", "0")
from gi.repository import Gtk, Snapback  # noqa: E402


def child(color):
    result = Gtk.Box()
    style = Gtk.CssProvider()
    style.load_from_data(f"box {{ background: {color}; }}".encode())
    result.get_style_context().add_provider(style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
    return result


def open_window(app, socket, time, size, children):
    scene = Snapback.Scene(socket=socket, time=time)
    for view, color in children:
        scene.set_child(view, child(color))
    window = Gtk.ApplicationWindow(
        application=app, decorated=False, default_width=size[0], default_height=size[1])
    window.set_child(scene)
    window.present()


def main(socket, time, width, height, *children):
    pairs = [word.split("=") for word in children]
    app = Gtk.Application(application_id="org.example.Window")
    app.connect(
        "activate", open_window, socket, int(time), (int(width), int(height)), pairs)
    sys.exit(app.run([]))


if __name__ == "__main__":
    main(*sys.argv[1:])
