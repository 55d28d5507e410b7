"""The kiosk of configs/scenes/kiosk-app.json5. The widget draws the views and their texts; this
program adds the font and the shadows."""
import sys

import gi
gi.require_version("Gtk", "4.0")
gi.require_version("Snapback", "0")
from gi.repository import Gdk, Gio, Gtk, Snapback

STYLE = b"""
window { font-family: "DejaVu Sans", sans-serif; font-stretch: condensed; }
.card { border-radius: 20px; box-shadow: 0 2px 8px rgba(0, 0, 0, 0.12); }
.sheet { border-radius: 24px; box-shadow: 0 0 24px rgba(0, 0, 0, 0.16); }
.print { border-radius: 8px; box-shadow: 0 8px 32px rgba(0, 0, 0, 0.4); }
.knob { border-radius: 31px; box-shadow: 0 2px 8px rgba(0, 0, 0, 0.24); }
"""
# The kind of shadow of each view that has one.
SHADOWS = {
    **{f"card{number}": "card" for number in range(1, 7)}, "frame": "card", "hours": "card",
    "sheet": "sheet", "photo": "print", "knob": "knob"}


def open_window(app):
    style = Gtk.CssProvider()
    style.load_from_data(STYLE)
    Gtk.StyleContext.add_provider_for_display(
        Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    scene = Snapback.Scene()
    for view, kind in SHADOWS.items():
        scene.set_child(view, Gtk.Box(css_classes=[kind]))
    window = Gtk.ApplicationWindow(
        application=app, title="Harbor Museum", default_width=390, default_height=844)
    window.set_child(scene)
    window.present()


app = Gtk.Application(
    application_id="org.example.KioskApp", flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect("activate", open_window)
sys.exit(app.run(sys.argv))
