"""A window that shows a scene: window.py SOCKET TIME WIDTH HEIGHT [VIEW=COLOR | @NAME=FILE]…

It uses the GTK widget by introspection. Each VIEW gets a child widget with this color, and each
NAME of an image gets the image in the file. TIME is the moment that is drawn, in nanoseconds of the
daemon's clock; 0 is the present.
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Snapback", "0")
from gi.repository import Gdk, Gtk, Snapback  # noqa: E402


def child(color):
    result = Gtk.Box()
    style = Gtk.CssProvider()
    style.load_from_data(f"box {{ background: {color}; }}".encode())
    result.get_style_context().add_provider(style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
    return result


def open_window(app, socket, time, size, children):
    scene = Snapback.Scene(socket=socket, time=time)
    for name, value in children:
        if name.startswith("@"):
            scene.set_image(name[1:], Gdk.Texture.new_from_filename(value))
        else:
            scene.set_child(name, child(value))
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
