"""The graphs and the timeline beside the frames of the daemon and of `snapback replay`."""

import math
import unittest

import browser
import snapback

# Points; what the page and the daemon round differently.
NEAR = 0.01
# Shares of a duration: the style of a bar is a percentage.
SHARE = 1e-4


def frames(recorded, played, view):
    """The states of a view in the lines of the tool that have it, by time in seconds."""
    states = {}
    for kind, body in browser.replayed(browser.recording(recorded), browser.scene(played)):
        if kind in ("snapshot", "frame"):
            for state in body["views"]:
                if state["id"] == view:
                    states[body["time"] / 1e9] = state
    return states


class Graphs(unittest.TestCase):
    def setUp(self):
        self.server = browser.Server(browser.scene("card"))
        self.addCleanup(self.server.close)
        self.page = browser.Page(self.server)
        self.addCleanup(self.page.close)

    def tearDown(self):
        self.assertEqual(self.page.faults, [])

    def graphs(self, count=None):
        """The drawn graphs by key, when the page has drawn at least once more."""
        before = self.page.ask("snapback.pictures()")
        self.page.wait(f"snapback.pictures() > {before} || snapback.fps() === null")
        graphs = {graph["key"]: graph for graph in self.page.ask("snapback.graphs()")}
        if count is not None:
            self.assertEqual(len(graphs), count, list(graphs))
        return graphs

    def select(self, view):
        self.page.ask("(view) => snapback.select(view)", view)
        self.page.wait(f"document.querySelector('#panel-motion h2').textContent === '{view}'")

    def hold(self, graph, line, wanted, scale=1):
        """Holds the points of a line at the times of frames against the values of the frames."""
        points = next(one["points"] for one in graph["lines"] if one["name"] == line)
        drawn = {round(time, 9): value for time, value in points}
        self.assertGreater(len(wanted), 20)
        for time, value in wanted.items():
            self.assertAlmostEqual(
                drawn[round(time, 9)], value * scale, delta=1e-6, msg=(line, time))
        return points

    def test_a_recorded_graph_has_the_values_of_the_frames(self):
        self.page.replay("flick", "card")
        self.page.open("motion")
        self.select("card")
        states = frames("flick", "card", "card")
        shown = self.graphs(2)
        for axis, line in enumerate("xy"):
            self.hold(shown["translation"], line, {
                time: state["translation"][axis] for time, state in states.items()})
        points = self.hold(shown["rotation"], "angle", {
            time: state["rotation"] for time, state in states.items()}, 180 / math.pi)
        # Between the snapshot and the first change, the line is level: there is no slope, and no
        # jump before it.
        first = min(time for time, state in states.items() if state["rotation"] != 0)
        early = [value for time, value in points if time < first]
        self.assertGreaterEqual(len(early), 2)
        self.assertEqual(set(early), {0})

    def test_the_content_of_a_recorded_list_moves_by_the_scroll(self):
        self.page.replay("list-fingers", "list")
        self.page.open("motion")
        rows = frames("list-fingers", "list", "rows")
        heights = {time: state["frame"][1] for time, state in rows.items()}
        # It is scrolled by hundreds of points, and that is not flat.
        self.assertLess(min(heights.values()), -200)
        self.select("rows")
        self.hold(self.graphs(1)["frame"], "y", heights)
        # The list itself stands still, so its graph is that of its content.
        self.select("list")
        graph = self.graphs(1)["frame"]
        self.assertIn("rows", graph["title"])
        self.hold(graph, "y", heights)
        # A row stands still in the content, which moves on the screen.
        self.select("row9")
        row = frames("list-fingers", "list", "row9")
        self.hold(self.graphs(1)["place"], "y", {
            time: state["toScreen"][5] for time, state in row.items()})

    def test_without_a_selection_the_graph_is_of_what_moves(self):
        self.page.replay("list-fingers", "list")
        self.page.open("motion")
        title = "document.querySelector('#panel-motion h2').textContent"
        # At the start nothing moves; the first view to move is the message.
        self.page.wait(f"{title} === 'message'")
        self.page.ask("snapback.seek(1.5)")
        self.page.wait(f"{title} === 'rows'")

    def until(self, watcher, kind, seconds=10):
        said = []
        while not said or not isinstance(said[-1], kind):
            said.append(watcher.receive(seconds))
        return said

    def fling(self, watcher):
        """Flings the list. Returns the graph of its content at the release, and of the frames after
        it: times and positions, the positions that the page shows, and their differences."""
        self.page.drag((195, 700), (195, 400))
        said = self.until(watcher, snapback.Gesture)
        while said[-1].phase != "ended":
            said += self.until(watcher, snapback.Gesture)
        release = said[-1].time
        graph = self.graphs()["frame"]
        flown = [
            (message.time, view.frame[1]) for message in self.until(watcher, snapback.Idle)
            if isinstance(message, snapback.Frame) and message.time > release
            for view in message.views if view.view == "rows"]
        self.page.wait("snapback.fps() === null")
        shown = self.page.ask(
            "(times) => times.map((time) => snapback.graphedAt('rows', 'frame', time).y)",
            [time for time, _ in flown])
        errors = [abs(value - wanted) for value, (_, wanted) in zip(shown, flown, strict=True)]
        # Until the page has its first segment after the release, it shows what it drew.
        while errors and errors[0] > NEAR:
            errors.pop(0)
        return graph, flown, shown, errors

    def test_the_content_of_a_live_list_moves_by_the_scroll(self):
        self.page.page.select_option("#scene", "list.json5")
        self.page.wait("snapback.scene().views.some((view) => view.name === 'rows')")
        self.page.open("motion")
        self.select("rows")
        with snapback.connect(self.server.path, want=["frames", "gestures"]) as watcher:
            self.until(watcher, snapback.Snapshot)
            # On a busy machine, the page knows the motion late, and then few frames can be
            # compared. The list is flung again then.
            for _ in range(4):
                graph, flown, shown, errors = self.fling(watcher)
                if len(errors) > 3:
                    break
        self.assertEqual([line["name"] for line in graph["lines"]], ["y"])
        self.assertGreater(len(errors), 3)
        self.assertLess(max(errors), NEAR)
        self.assertLess(min(wanted for _, wanted in flown), -150)
        # The list has the same motion as its scroll offset.
        offsets = self.page.ask(
            "(times) => times.map((time) => snapback.graphedAt('list', 'scroll', time).y)",
            [time for time, _ in flown])
        for offset, value in zip(offsets, shown, strict=True):
            self.assertAlmostEqual(offset, -value, delta=1e-9)

    def test_no_line_begins_with_a_jump(self):
        self.page.open("motion")
        for name, view in (("card", "card"), ("list", "message"), ("login", "form")):
            self.page.page.select_option("#scene", f"{name}.json5")
            self.page.wait(f"snapback.scene().views.some((one) => one.name === '{view}')")
            self.select(view)
            # Nothing has moved, so there is only the level graph of the translation.
            shown = self.graphs()
            self.assertEqual(list(shown), ["translation"], name)
            for line in shown["translation"]["lines"]:
                known = [value for _, value in line["points"] if math.isfinite(value)]
                self.assertGreater(len(known), 10, name)
                self.assertEqual(set(known), {0}, name)
        # Texts are measured again, which sends a snapshot of the same views. The past stays.
        self.page.page.select_option("#textsize", "extraExtraLarge")
        self.page.wait("snapback.graphs().some(({ key }) => key === 'frame')")
        self.page.page.wait_for_timeout(800)
        for line in self.graphs()["frame"]["lines"]:
            values = [value for _, value in line["points"] if math.isfinite(value)]
            ends = sorted((values[0], values[-1]))
            # The damping ratio is 0.9, with which a spring passes its target by less than 0.2 %; a
            # line that begins at 0 leaves this range by far.
            room = 0.01 * (ends[1] - ends[0]) + NEAR
            self.assertGreaterEqual(min(values), ends[0] - room, line["name"])
            self.assertLessEqual(max(values), ends[1] + room, line["name"])


class Tracks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = browser.Server(browser.scene("card"))
        cls.addClassCleanup(cls.server.close)

    def visit(self, size, theme, recorded, played):
        page = browser.Page(self.server, size, theme)
        self.addCleanup(page.close)
        page.replay(recorded, played)
        self.addCleanup(lambda: self.assertEqual(page.faults, []))
        return page

    def tracks(self, page):
        """The bars of each track, as (sort, start, end) in shares of the duration."""
        return page.ask("""() => Object.fromEntries([...document.querySelectorAll('.lane')].map(
          (lane) => [lane.dataset.track, [...lane.children].map((bar) => [
            bar.dataset.sort, parseFloat(bar.style.left) / 100,
            (parseFloat(bar.style.left) + parseFloat(bar.style.width)) / 100])]))""")

    def test_the_tracks_are_the_gestures_of_the_replay(self):
        lines = browser.replayed(browser.recording("list-fingers"), browser.scene("list"))
        whole = max(body["time"] for kind, body in lines if "time" in body) / 1e9
        spans = {}
        for kind, body in lines:
            if kind == "gesture":
                spans.setdefault((f"{body['kind']} on {body['view']}", body["id"]), []).append(
                    body["time"] / 1e9)
        for size, theme in (((1280, 800), "light"), ((768, 1024), "dark"), ((390, 844), "light")):
            page = self.visit(size, theme, "list-fingers", "list")
            tracks = self.tracks(page)
            self.assertEqual(
                list(tracks), ["Finger 1", "pan on message", "pan on list", "message", "rows"])
            names = page.page.locator(".trackname").all_inner_texts()
            self.assertEqual(names, list(tracks))
            for name in ("pan on message", "pan on list"):
                wanted = sorted(
                    (min(times), max(times)) for (track, _), times in spans.items()
                    if track == name)
                shown = sorted(
                    (start, end) for sort, start, end in tracks[name] if sort == "gesture")
                self.assertEqual(len(shown), len(wanted))
                for mine, theirs in zip(shown, wanted):
                    for share, time in zip(mine, theirs):
                        self.assertAlmostEqual(share, time / whole, delta=SHARE)
            # The content is animated from the lift until it rests: the last frame that moves it.
            rows = frames("list-fingers", "list", "rows")
            times = sorted(rows)
            last = max(
                after for before, after in zip(times, times[1:])
                if rows[before]["frame"] != rows[after]["frame"])
            sort, start, end = tracks["rows"][-1]
            lift = max(max(times) for (track, _), times in spans.items() if track == "pan on list")
            self.assertEqual(sort, "free")
            self.assertAlmostEqual(start, lift / whole, delta=SHARE)
            self.assertAlmostEqual(end, last / whole, delta=SHARE)

    def test_ticks_are_where_their_times_are_and_do_not_overlap(self):
        for size in ((1280, 800), (768, 1024), (390, 844)):
            page = self.visit(size, "dark", "list-fingers", "list")
            bar, ticks = page.ask("""() => {
              const box = (one) => {
                const { left, right, width } = one.getBoundingClientRect();
                return { left, right, width, text: one.textContent,
                  isLeft: one.classList.contains('left') };
              };
              return [box(document.querySelector('.scrub')),
                [...document.querySelectorAll('.tick')].map(box)];
            }""")
            whole = page.ask("snapback.state('recording').duration")
            self.assertGreaterEqual(len(ticks), 4)
            for tick in ticks:
                x = tick["right"] if tick["isLeft"] else tick["left"]
                seconds = float(tick["text"].removesuffix(" s"))
                self.assertAlmostEqual(x, bar["left"] + bar["width"] * seconds / whole, delta=1)
            for one, other in zip(ticks, ticks[1:]):
                self.assertLess(one["right"], other["left"] + 0.5)
            self.assertLessEqual(ticks[-1]["right"], bar["right"] + 0.5)

    def test_a_press_on_the_bar_moves_the_playhead_there(self):
        for size in ((1280, 800), (390, 844)):
            page = self.visit(size, "light", "flick", "card")
            box = page.page.locator("#timeline .scrub").bounding_box()
            page.page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + 10)
            whole = page.ask("snapback.state('recording').duration")
            times = [time for time in page.ask("snapback.frameTimes()") if time <= 0.4 * whole]
            self.assertAlmostEqual(page.ask("snapback.state('moment')"), times[-1], delta=0.01)
            head = page.page.locator(".scrub .head").bounding_box()
            self.assertAlmostEqual(
                head["x"] + 1, box["x"] + box["width"] * times[-1] / whole, delta=1.5)


if __name__ == "__main__":
    unittest.main()
