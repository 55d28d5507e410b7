"""Prints the size of the child widget of the card in points, as soon as the daemon shows it."""

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Snapback", "0")
from gi.repository import GLib, Gtk, Snapback


def look():
    shown = scene.get_state() == Snapback.SceneState.OPEN and label.get_width() > 0
    if shown:
        print(label.get_width(), label.get_height())
        loop.quit()
    return not shown


Gtk.init()
loop = GLib.MainLoop()
scene = Snapback.Scene()
label = Gtk.Label(label="Flick me")
scene.set_child("card", label)
window = Gtk.Window(default_width=390, default_height=844, child=scene)
window.present()
GLib.timeout_add(20, look)
loop.run()
