"""The kiosk of configs/scenes/kiosk-app.json5. The widget draws the views; this program adds the
font."""
import sys

import gi
gi.require_version("Gtk", "4.0")
gi.require_version("Snapback", "0")
from gi.repository import Gdk, Gio, Gtk, Snapback

STYLE = b"""
window { font-family: "DejaVu Sans", sans-serif; font-stretch: condensed; }
"""


def open_window(app):
    style = Gtk.CssProvider()
    style.load_from_data(STYLE)
    Gtk.StyleContext.add_provider_for_display(
        Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    window = Gtk.ApplicationWindow(
        application=app, title="Harbor Museum", default_width=390, default_height=844)
    window.set_child(Snapback.Scene())
    window.present()


app = Gtk.Application(
    application_id="org.example.KioskApp", flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect("activate", open_window)
sys.exit(app.run(sys.argv))
