"""The GTK widget in use: connections, touches, child widgets, signals and rest.

It needs the display of screen.py; SNAPBACK_BINARIES is the folder of snapbackd. xdotool moves the
pointer, and a client in Python receives what the daemon makes of it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Graphene", "1.0")
gi.require_version("Gtk", "4.0")
gi.require_version("Snapback", "0")
from gi.repository import Gdk, Gio, GLib, Graphene, Gtk, Snapback  # noqa: E402

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path[:0] = [
    os.path.join(TOP, *folder) for folder in (
        ("clients", "python"), ("Tests", "Devices"), ("Tests", "Renderers"))]
import snapback  # noqa: E402
import staging  # noqa: E402

CARD = os.path.join(TOP, "configs", "scenes", "card.json5")
FLICK = os.path.join(TOP, "recordings", "flick.evemu")
# Seconds until something has to have happened.
PATIENCE = 15
BUILDER = """<interface>
  <object class="SnapbackScene" id="scene">
    <child type="card"><object class="GtkLabel" id="label"/></child>
  </object>
</interface>"""


def turn(seconds):
    """Runs the main loop for some time."""
    ends = []
    GLib.timeout_add(round(1000 * seconds), lambda: ends.append(True))
    while not ends:
        GLib.MainContext.default().iteration(True)


def wait_until(condition, what):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"not in {PATIENCE} s: {what}")
        turn(0.02)


def point(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True, timeout=10)


class Daemon:
    def __init__(self, *options, scene=CARD):
        self._folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self._folder.name, "s")
        # Without a recording, a device that is waited for: those of the machine are left alone.
        options = options or ("--device", os.path.join(self._folder.name, "none"))
        self._command = [
            os.path.join(os.environ["SNAPBACK_BINARIES"], "snapbackd"), "--scene", scene,
            "--socket", self.path, "--log-level", "error", *options]
        self.start()

    def start(self):
        self._process = subprocess.Popen(self._command)
        wait_until(lambda: os.path.exists(self.path), "the daemon listens")

    def stop(self):
        self._process.terminate()
        self._process.wait(10)

    def close(self):
        self.stop()
        self._folder.cleanup()


class Case(unittest.TestCase):
    def daemon(self, *options, **settings):
        result = Daemon(*options, **settings)
        self.addCleanup(result.close)
        return result

    def scene_file(self, views, constraints):
        """A file with a scene of the card's size."""
        file = tempfile.NamedTemporaryFile("w", suffix=".json5")
        self.addCleanup(file.close)
        json.dump({
            "snapback": 1, "screen": {"width": 390, "height": 844}, "views": views,
            "constraints": constraints}, file)
        file.flush()
        return file.name

    def show(self, daemon, size=(780, 1688), **properties):
        """A scene in a window, once the window has its size and the scene is connected."""
        self.faults = []
        scene = Snapback.Scene(socket=daemon.path, **properties)
        scene.connect("fault", lambda _, message: self.faults.append(message))
        window = Gtk.Window(decorated=False, default_width=size[0], default_height=size[1])
        window.set_child(scene)
        window.present()
        self.addCleanup(self._close, window)
        wait_until(
            lambda: (scene.get_width(), scene.get_height()) == size, "the window has its size")
        wait_until(lambda: scene.props.state == Snapback.SceneState.OPEN, "the scene is open")
        return scene

    @staticmethod
    def _close(window):
        window.destroy()
        turn(0.1)

    def watcher(self, daemon, *want):
        client = snapback.connect(daemon.path, want=list(want))
        self.addCleanup(client.close)
        return client

    @staticmethod
    def received(client, kind):
        """The messages of a kind that have come."""
        result = []
        while client.pending():
            message = client.receive()
            if isinstance(message, kind):
                result.append(message)
        return result

    def bounds(self, scene, view):
        found, box = scene.get_child(view).compute_bounds(scene)
        self.assertTrue(found)
        return [box.get_x(), box.get_y(), box.get_width(), box.get_height()]

    def middle(self, scene, view):
        """The x of the middle of a child widget, about which the card tilts."""
        left, _, width, _ = self.bounds(scene, view)
        return left + width / 2

    def expect_bounds(self, scene, view, wanted):
        for got, number in zip(self.bounds(scene, view), wanted, strict=True):
            self.assertAlmostEqual(got, number, delta=0.01, msg=view)


class Connections(Case):
    def test_the_scene_is_lost_with_the_daemon_and_open_again_with_the_next(self):
        daemon = self.daemon()
        scene = self.show(daemon)
        self.assertIsNone(scene.props.reason)
        daemon.stop()
        wait_until(lambda: scene.props.state == Snapback.SceneState.LOST, "the scene is lost")
        self.assertTrue(scene.props.reason)
        self.assertIn(scene.props.reason, self.faults)
        daemon.start()
        wait_until(lambda: scene.props.state == Snapback.SceneState.OPEN, "it is open again")
        self.assertIsNone(scene.props.reason)

    def test_a_window_without_a_daemon_says_so_and_finds_a_later_one(self):
        daemon = self.daemon()
        daemon.stop()
        scene = Snapback.Scene(socket=daemon.path)
        faults = []
        scene.connect("fault", lambda _, message: faults.append(message))
        window = Gtk.Window(child=scene)
        window.present()
        self.addCleanup(self._close, window)
        wait_until(lambda: scene.props.state == Snapback.SceneState.LOST, "the scene is lost")
        turn(1)
        # Each of several attempts has failed for the same reason.
        self.assertEqual(faults, [scene.props.reason])
        daemon.start()
        wait_until(lambda: scene.props.state == Snapback.SceneState.OPEN, "the scene is open")

    def test_a_scene_outside_of_a_window_has_no_connection(self):
        daemon = self.daemon()
        watcher = self.watcher(daemon, "events")
        scene = self.show(daemon)
        window = scene.get_root()

        def clients():
            return watcher.status()["clients"]

        self.assertEqual(len(clients()), 2)
        window.set_child(None)
        self.assertEqual(scene.props.state, Snapback.SceneState.CONNECTING)
        wait_until(lambda: len(clients()) == 1, "the connection is closed")
        with self.assertRaises(GLib.Error) as raised:
            scene.send('{"run":{"action":"open"}}')
        self.assertTrue(
            raised.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.NOT_CONNECTED))

    def test_a_daemon_of_another_clock_is_drawn_from_frames(self):
        daemon = self.daemon("--replay", FLICK, "--speed", "0.5")
        scene = self.show(daemon)
        scene.set_child("card", Gtk.Label(label="Flick me"))
        turn(0.1)
        # Its middle is at 195 points, and the flick takes it at least 100 points to the right.
        wait_until(lambda: self.middle(scene, "card") > 2 * 295, "the card is flicked")
        wait_until(lambda: abs(self.middle(scene, "card") - 2 * 195) < 0.01, "it is home again")
        turn(0.1)
        self.expect_bounds(scene, "card", [78, 438.6667, 624, 810.6667])


    def test_terms_that_the_widget_does_not_know_are_drawn_from_frames(self):
        daemon = self.daemon()
        sent = {("binary", "segments"): staging.at_rest(daemon.path, "binary", "segments")}
        with snapback.connect(daemon.path) as client:
            client.change([{"view": "card", "translation": [30, 0]}])
        sent["binary", "frames"] = staging.at_rest(daemon.path, "binary", "frames")
        moment = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        sent["binary", "segments"].messages.append(staging.unknown_term(moment))
        with staging.Stage(sent, moment) as stage:
            scene = self.show(stage, (390, 844))
            scene.set_child("card", Gtk.Label(label="Flick me"))
            wait_until(lambda: len(stage.told) > 1, "the widget asks for frames")
            self.assertEqual(stage.told, [("binary", "segments"), ("binary", "frames")])
            wait_until(
                lambda: abs(self.middle(scene, "card") - 225) < 0.01, "the frames are drawn")


class Children(Case):
    def test_a_child_has_the_frame_of_its_view_in_windows_of_all_shapes(self):
        daemon = self.daemon()
        # The frame of the card is 39, 219.333, 312, 405.333 on a screen of 390 × 844 points.
        for size, zoom, left, top in (
                ((390, 844), 1, 0, 0), ((780, 1688), 2, 0, 0), ((1000, 844), 1, 305, 0),
                ((390, 1000), 1, 0, 78)):
            scene = self.show(daemon, size)
            scene.set_child("card", Gtk.Label(label="Flick me"))
            turn(0.1)
            self.expect_bounds(scene, "card", [
                left + 39 * zoom, top + 219.3333 * zoom, 312 * zoom, 405.3333 * zoom])
            scene.get_root().destroy()

    def test_the_corners_of_a_sheared_child_are_where_the_matrix_of_its_view_puts_them(self):
        daemon = self.daemon(scene=self.scene_file(
            [{"id": "outer", "color": "#0a84ff", "views": [{"id": "inner", "color": "#ff0000"}]}],
            ["outer.left = 100", "outer.top = 200", "outer.width = 150", "outer.height = 150",
             "inner.left = 120", "inner.top = 220", "inner.width = 80", "inner.height = 60"]))
        with snapback.connect(daemon.path) as client:
            # A turn in a view that is stretched in one direction is a shear.
            client.change([{"view": "outer", "scale": [1.5, 0.8]},
                           {"view": "inner", "rotation": 30}])
        with snapback.connect(daemon.path, want=["segments"]) as client:
            while not isinstance(client.receive(PATIENCE), snapback.Segment):
                pass
            inner = client.scene.at(snapback.now())["inner"]
        self.assertGreater(abs(inner.matrix[0] * inner.matrix[2] + inner.matrix[1]
                               * inner.matrix[3]), 0.1)
        scene = self.show(daemon)
        scene.set_child("inner", Gtk.Label())
        turn(0.2)
        a, b, c, d, tx, ty = inner.matrix
        for x, y in ((0, 0), (80, 0), (0, 60), (80, 60)):
            place = Graphene.Point()
            place.init(x, y)
            found, corner = scene.get_child("inner").compute_point(scene, place)
            self.assertTrue(found)
            self.assertAlmostEqual(corner.x, 2 * (a * x + c * y + tx), delta=0.01)
            self.assertAlmostEqual(corner.y, 2 * (b * x + d * y + ty), delta=0.01)

    def test_a_child_is_hidden_with_its_view(self):
        daemon = self.daemon()
        scene = self.show(daemon)
        label = Gtk.Label(label="Flick me")
        scene.set_child("card", label)
        wait_until(label.get_mapped, "the label is shown")
        scene.send('{"change":{"changes":[{"view":"card","hidden":true}]}}')
        wait_until(lambda: not label.get_mapped(), "the label is hidden")
        scene.send('{"change":{"changes":[{"view":"card","hidden":false}]}}')
        wait_until(label.get_mapped, "the label is shown again")

    def test_a_child_without_a_view_is_reported_and_waits_for_its_view(self):
        daemon = self.daemon()
        scene = self.show(daemon)
        wait_until(lambda: scene.measure(Gtk.Orientation.HORIZONTAL, -1)[1] == 390, "a snapshot")
        label = Gtk.Label(label="Flick me")
        scene.set_child("note", label)
        self.assertEqual(self.faults, [
            'the scene has no view "note" for the child widget; its views are "screen", "card"'])
        self.assertFalse(label.get_mapped())
        scene.send(json.dumps({"patch": {"scene": {
            "views": [{"id": "note"}],
            "constraints": ["note.left = 10", "note.top = 20", "note.width = 100",
                            "note.height = 50"]}}}))
        wait_until(label.get_mapped, "the label is shown")
        turn(0.1)
        self.expect_bounds(scene, "note", [20, 40, 200, 100])

    def test_a_file_of_a_builder_names_the_views_of_children(self):
        builder = Gtk.Builder.new_from_string(BUILDER, -1)
        scene = builder.get_object("scene")
        self.assertIs(scene.get_child("card"), builder.get_object("label"))
        scene.set_child("card", None)
        self.assertIsNone(scene.get_child("card"))
        self.assertIsNone(builder.get_object("label").get_parent())


class Touching(Case):
    def test_the_pointer_drags_the_card(self):
        daemon = self.daemon()
        watcher = self.watcher(daemon, "gestures")
        scene = self.show(daemon)
        scene.set_child("card", Gtk.Label(label="Flick me"))
        turn(0.2)
        point("mousemove", 390, 844, "mousedown", 1)
        for step in range(1, 11):
            point("mousemove", 390 + 24 * step, 844)
            turn(0.02)
        steps = self.received(watcher, snapback.Gesture)
        first = steps[0]
        self.assertEqual([first.phase, first.view, first.injected], ["began", "card", True])
        # The last place of the pointer, in points.
        self.assertEqual(list(steps[-1].location), [315, 422])
        self.assertGreater(self.bounds(scene, "card")[0], 78 + 100)
        point("mouseup", 1)
        wait_until(lambda: abs(self.bounds(scene, "card")[0] - 78) < 0.01, "the card is home")

    def test_a_button_keeps_the_pointer_unless_another_view_covers_it(self):
        daemon = self.daemon(scene=self.scene_file(
            [{"id": "card", "color": "#0a84ff"}, {"id": "cover", "color": "#ff0000"}],
            ["card.left = 0", "card.top = 0", "card.width = 200", "card.height = 200",
             "cover.left = 0", "cover.top = 100", "cover.width = 200", "cover.height = 200"]))
        watcher = self.watcher(daemon, "events")
        scene = self.show(daemon)
        button, clicks = Gtk.Button(label="Press me"), []
        button.connect("clicked", lambda _: clicks.append(True))
        scene.set_child("card", button)
        wait_until(button.get_mapped, "the button is shown")
        turn(0.2)
        point("mousemove", 200, 100, "click", 1)
        wait_until(lambda: clicks, "the button is clicked")
        turn(0.2)
        self.assertEqual(self.received(watcher, snapback.messages.SceneEvent), [])
        point("mousemove", 200, 300, "click", 1)
        wait_until(lambda: any(
            event.kind == "tapped" and event.view == "cover"
            for event in self.received(watcher, snapback.messages.SceneEvent)), "a tap")
        self.assertEqual(clicks, [True])

    def test_touches_can_be_switched_off(self):
        daemon = self.daemon()
        watcher = self.watcher(daemon, "touches")
        scene = self.show(daemon, touches=False)
        turn(0.2)
        point("mousemove", 390, 844, "click", 1)
        turn(0.2)
        self.assertEqual(self.received(watcher, snapback.Touch), [])
        scene.props.touches = True
        point("click", 1)
        turn(0.2)
        phases = [contact.phase for message in self.received(watcher, snapback.Touch)
                  for contact in message.contacts]
        self.assertEqual([phases[0], phases[-1]], ["began", "ended"])


class Signals(Case):
    def test_events_and_replies_arrive(self):
        daemon = self.daemon()
        scene = self.show(daemon)
        events, taps, replies = [], [], []
        scene.connect("event", lambda _, *event: events.append(event))
        scene.connect("event::tapped", lambda _, *event: taps.append(event))
        scene.connect("reply", lambda _, text: replies.append(json.loads(text)))
        scene.send('{"run":{"id":7,"action":"nothing"}}')
        wait_until(lambda: replies, "a reply")
        self.assertEqual(
            [replies[0]["reply"][key] for key in ("id", "ok", "code")], [7, False, "unknown-name"])
        turn(0.2)
        point("mousemove", 390, 844, "click", 1)
        wait_until(lambda: taps, "the card is tapped")
        self.assertEqual(taps, [("tapped", "", "card", "")])
        self.assertEqual(events, taps)


class Looks(Case):
    def test_data_of_a_view_arrives_and_the_signal_says_when(self):
        daemon = self.daemon(scene=self.scene_file(
            [{"id": "card", "data": {"icon": "sun", "sizes": [1, 2.5]}, "variations": {
                "dark": {"data": "moon"}}}, {"id": "note"}], []))
        scene = self.show(daemon)
        looks = []
        scene.connect("looks", lambda _: looks.append(scene.get_view_data("card")))
        wait_until(lambda: scene.get_view_data("card"), "the data of the card")
        self.assertEqual(scene.get_view_data("card"), '{"icon":"sun","sizes":[1,2.5]}')
        self.assertIsNone(scene.get_view_data("note"))
        self.assertIsNone(scene.get_view_data("crad"))
        looks.clear()
        scene.send('{"change":{"changes":[{"screen":{"theme":"dark"}}]}}')
        wait_until(lambda: '"moon"' in looks, "the data of the dark theme")

    def test_images_have_names(self):
        scene = Snapback.Scene()
        self.assertIsNone(scene.get_image("sun"))
        image = Gdk.MemoryTexture.new(
            1, 1, Gdk.MemoryFormat.R8G8B8, GLib.Bytes.new(b"\xff\0\0"), 3)
        scene.set_image("sun", image)
        self.assertIs(scene.get_image("sun"), image)
        scene.set_image("sun", None)
        self.assertIsNone(scene.get_image("sun"))


class Rest(Case):
    def test_frames_are_drawn_during_a_motion_and_none_at_rest(self):
        daemon = self.daemon()
        scene = self.show(daemon, (390, 844))
        scene.set_child("card", Gtk.Label(label="Flick me"))
        turn(0.5)
        frames = []
        scene.get_frame_clock().connect("after-paint", lambda _: frames.append(True))
        turn(0.5)
        self.assertEqual(frames, [])
        scene.send(json.dumps({"change": {
            "changes": [{"view": "card", "translation": [30, 0]}],
            "animate": {"spring": {"duration": 0.5, "dampingRatio": 1}}}}))
        wait_until(lambda: len(frames) > 5, "the card moves")
        turn(1.5)
        self.assertAlmostEqual(self.middle(scene, "card"), 225, delta=0.01)
        frames.clear()
        turn(0.5)
        self.assertEqual(frames, [])


if __name__ == "__main__":
    unittest.main()
