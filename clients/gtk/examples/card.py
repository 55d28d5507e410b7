"""The card of configs/scenes/card.json5, with a label on it."""
import sys

import gi
gi.require_version("Gtk", "4.0")
gi.require_version("Snapback", "0")
from gi.repository import Gio, Gtk, Snapback


def open_window(app):
    window = Gtk.ApplicationWindow(
        application=app, title="Card", default_width=390, default_height=844)
    scene = Snapback.Scene()
    scene.set_child("card", Gtk.Label(label="Flick me"))
    window.set_child(scene)
    window.present()


app = Gtk.Application(
    application_id="org.example.Card", flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect("activate", open_window)
sys.exit(app.run(sys.argv))
