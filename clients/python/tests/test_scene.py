"""The mirror of the scene, and from channels to what is drawn."""

import dataclasses
import math
import random
import unittest

import support
from snapback import messages as m
from snapback.scene import Scene


def view(name, parent, anchor=(0.5, 0.5), color=(1, 2, 3)):
    state = m.ViewState(
        name, (0, 0, 10, 10), m.Transform(), (1, 0, 0, 1, 0, 0), m.Appearance(1, color, True),
        (0, 0, 10, 10))
    return m.SnapshotView(name, parent, 0, anchor, False, None, state)


def hidden(name, parent):
    shown = view(name, parent)
    appearance = m.Appearance(0, (1, 2, 3), False)
    return dataclasses.replace(
        shown, state=dataclasses.replace(shown.state, appearance=appearance))


def rounded(name, parent, radius):
    return dataclasses.replace(view(name, parent), corner_radius=radius)


def scene(*views):
    result = Scene()
    result.apply(m.Snapshot(1, 5, 1, 1, m.Screen(390, 844, 3, (0, 0, 0)), views))
    return result


def tell(target, name, **values):
    """A segment in which channels are held at values."""
    target.apply(m.Segment(2, 6, 2, tuple(
        m.ChannelMotion(name, channel, 1, value) for channel, value in values.items())))


def product(*matrices):
    """Matrices of 3 by 3, the last one applied first."""
    result = [[float(row == column) for column in range(3)] for row in range(3)]
    for matrix in matrices:
        result = [
            [sum(result[row][k] * matrix[k][column] for k in range(3)) for column in range(3)]
            for row in range(3)]
    return result


def move(x, y):
    return [[1, 0, x], [0, 1, y], [0, 0, 1]]


def turn(angle):
    return [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0],
            [0, 0, 1]]


def stretch(x, y, shear):
    return product([[1, shear, 0], [0, 1, 0], [0, 0, 1]], [[x, 0, 0], [0, y, 0], [0, 0, 1]])


class RadiusTests(unittest.TestCase):
    def test_it_is_that_of_the_snapshot_a_frame_or_a_segment(self):
        target = scene(view("screen", None), rounded("card", "screen", 24))

        def told(**state):
            target.apply(m.Frame(2, 6, 2, 6, (m.ViewState("card", **state),)))

        def radius():
            return target.at(7)["card"].corner_radius

        self.assertEqual(radius(), 24)
        told(corner_radius=12.5)
        self.assertEqual(radius(), 12.5)
        told(appearance=m.Appearance(0.5, None, True))
        self.assertEqual(radius(), 12.5)
        tell(target, "card", translationX=1)
        self.assertEqual(radius(), 12.5)
        self.assertEqual(target["card"].value("cornerRadius", 7), 12.5)
        tell(target, "card", cornerRadius=7.25)
        self.assertEqual(radius(), 7.25)
        tell(target, "card", cornerRadius=-3)
        self.assertEqual(radius(), 0)


LOOK = m.Look(
    view="card", text_color=(255, 0, 0, 128), border_color=(0, 0, 255, 255), fill_alpha=1.0,
    border_width=2.0, shadow_opacity=0.5, shadow_radius=8.0, shadow_offset=(1.0, 2.0),
    shadow_color=(0, 0, 0, 255), font_weight=700, text_alignment="center",
    vertical_alignment="top", truncation="tail", data='{"a":[1]}')


class LookTests(unittest.TestCase):
    def test_it_is_that_of_the_last_looks_a_frame_or_segments(self):
        target = scene(view("screen", None), view("card", "screen"))

        def drawn():
            return target.at(7)["card"]

        self.assertIsNone(drawn().look)
        target.apply(m.Looks(6, (LOOK,)))
        self.assertEqual(drawn().look, LOOK)
        self.assertEqual(drawn().data, {"a": [1]})
        moving = m.MovingLook(
            LOOK.text_color, LOOK.border_color, 1.0, 5.0, 0.5, 8.0, LOOK.shadow_offset)
        target.apply(m.Frame(2, 6, 2, 6, (m.ViewState("card", look=moving),)))
        self.assertEqual(drawn().look, dataclasses.replace(LOOK, border_width=5.0))
        self.assertEqual(target["card"].value("textAlpha", 7), 128 / 255)
        tell(target, "card", shadowRadius=3.0, shadowY=-4.0, textRed=16.5, textAlpha=2.0,
             borderWidth=-1.0)
        self.assertEqual(drawn().look, dataclasses.replace(
            LOOK, border_width=0.0, shadow_radius=3.0, shadow_offset=(1.0, -4.0),
            text_color=(17, 0, 0, 255)))
        target.apply(m.Looks(6, ()))
        self.assertIsNone(drawn().look)
        self.assertIsNone(drawn().data)


class ChannelTests(unittest.TestCase):
    def random_values(self, source):
        left, top = source.uniform(-50, 300), source.uniform(-50, 300)
        return {
            "left": left, "top": top, "right": left + source.uniform(1, 200),
            "bottom": top + source.uniform(1, 200), "scrollX": source.uniform(-20, 20),
            "scrollY": source.uniform(-20, 20), "translationX": source.uniform(-90, 90),
            "translationY": source.uniform(-90, 90), "rotation": source.uniform(-3, 3),
            "shear": source.uniform(-0.5, 0.5), "scaleX": source.uniform(0.5, 2),
            "scaleY": source.uniform(0.5, 2)}

    def test_matrices_are_the_product_of_their_parts(self):
        source = random.Random(3)
        for _ in range(100):
            names = ["screen", "a", "b", "c"]
            anchors = [(source.random(), source.random()) for _ in names]
            views = scene(*(
                view(name, names[place - 1] if place else None, anchors[place])
                for place, name in enumerate(names)))
            expected = product()
            above = {"left": 0, "top": 0, "scrollX": 0, "scrollY": 0}
            for place, name in enumerate(names):
                values = self.random_values(source)
                if place == 0:
                    values = {"left": 0, "top": 0, "right": 390, "bottom": 844, "scrollX": 7,
                              "scrollY": -9}
                tell(views, name, **values)
                if place:
                    x = values["left"] - above["left"] - above["scrollX"]
                    y = values["top"] - above["top"] - above["scrollY"]
                    ax = anchors[place][0] * (values["right"] - values["left"])
                    ay = anchors[place][1] * (values["bottom"] - values["top"])
                    expected = product(
                        expected, move(x, y), move(values["translationX"], values["translationY"]),
                        move(ax, ay), turn(values["rotation"]),
                        stretch(values["scaleX"], values["scaleY"], values["shear"]),
                        move(-ax, -ay))
                above = values
                a, b, c, d, tx, ty = views.at(10)[name].matrix
                for got, row, column in [
                        (a, 0, 0), (b, 1, 0), (c, 0, 1), (d, 1, 1), (tx, 0, 2), (ty, 1, 2)]:
                    self.assertAlmostEqual(got, expected[row][column], delta=1e-8)

    def test_a_grabbed_point_moves_by_the_translation_alone(self):
        source = random.Random(4)
        views = scene(view("screen", None), view("card", "screen", (0.25, 0.75)))
        for _ in range(100):
            values = self.random_values(source)
            lever = (source.uniform(-80, 80), source.uniform(-80, 80))
            tell(views, "card", **values, leverX=lever[0], leverY=lever[1])
            card = views.at(10)["card"]
            # Where it is on the card, upright and turned.
            x = 0.25 * card.frame[2] + lever[0]
            y = 0.75 * card.frame[3] + lever[1]
            a, b, c, d, tx, ty = card.matrix
            now = (a * x + c * y + tx, b * x + d * y + ty)
            upright = (
                card.frame[0] + 0.25 * card.frame[2]
                + values["scaleX"] * lever[0] + values["shear"] * values["scaleY"] * lever[1],
                card.frame[1] + 0.75 * card.frame[3] + values["scaleY"] * lever[1])
            self.assertAlmostEqual(now[0], upright[0] + values["translationX"], delta=1e-9)
            self.assertAlmostEqual(now[1], upright[1] + values["translationY"], delta=1e-9)

    def test_looks_are_held_to_their_range(self):
        views = scene(view("screen", None), view("bare", "screen", color=None))
        tell(views, "screen", alpha=1.25, red=-3.0, green=300.0, blue=127.5)
        drawn = views.at(10)["screen"]
        self.assertEqual((drawn.alpha, drawn.color), (1, (0, 255, 128)))
        tell(views, "screen", alpha=-0.1, right=-5.0)
        self.assertEqual((views.at(10)["screen"].alpha, views.at(10)["screen"].frame[2]), (0, 0))
        tell(views, "bare", left=1.0)
        self.assertIsNone(views.at(10)["bare"].color)


class VisibilityTests(unittest.TestCase):
    def test_a_hidden_view_that_is_shown_is_visible_and_so_is_what_is_in_it(self):
        views = scene(view("screen", None), hidden("sheet", "screen"), hidden("label", "sheet"))
        edges = {"left": 0.0, "top": 0.0, "right": 10.0, "bottom": 10.0}

        def visible():
            drawn = views.at(7)
            return [drawn[name].visible for name in ("screen", "sheet", "label")]

        self.assertEqual(visible(), [True, False, False])
        tell(views, "screen", **edges)
        tell(views, "label", **edges)
        # The daemon sends the opacity of a hidden view as 0.
        for alpha, shown in [(0.0, False), (1.0, True), (0.0, False), (0.5, True)]:
            tell(views, "sheet", **edges, alpha=alpha)
            self.assertEqual(visible(), [True, shown, shown])


class MirrorTests(unittest.TestCase):
    def test_a_frame_changes_what_it_says_and_nothing_else(self):
        views = scene(view("screen", None), view("card", "screen"))
        velocity = m.Velocity(rotation=3)
        views.apply(m.Frame(2, 9, 2, 9, (m.ViewState(
            "card", frame=(1, 2, 3, 4), velocity=velocity), m.ViewState("nobody"))))
        card = views["card"]
        self.assertEqual((card.frame, card.velocity), ((1, 2, 3, 4), velocity))
        self.assertEqual(card.appearance, m.Appearance(1, (1, 2, 3), True))
        views.apply(m.Frame(3, 10, 3, 10, (m.ViewState("card"),)))
        self.assertEqual((card.frame, card.velocity), ((1, 2, 3, 4), m.STILL))

    def test_a_snapshot_forgets_everything(self):
        views = scene(view("screen", None), view("card", "screen"))
        tell(views, "card", left=40.0)
        self.assertTrue(views.has_motion)
        views.apply(m.Snapshot(3, 7, 1, 2, m.Screen(1, 1, 1, (0, 0, 0)), (view("other", None),)))
        self.assertEqual((views.names, views.epoch, views.has_motion), (["other"], 2, False))
        self.assertEqual(views.at(9)["other"].frame, (0, 0, 10, 10))

    def test_what_cannot_be_evaluated_is_drawn_from_frames(self):
        views = scene(view("screen", None), view("card", "screen"))
        tell(views, "card", left=40.0)
        self.assertEqual(views.at(9)["card"].frame[0], 40)
        views.apply(m.Segment(3, 7, 3, (m.ChannelMotion("card", "top", 2, 5.0, known=False),)))
        self.assertEqual(views.at(9)["card"].frame, (0, 0, 10, 10))

    def test_a_segment_ahead_of_its_time_holds_from_then_on(self):
        views = scene(view("screen", None), view("card", "screen"))
        tell(views, "card", left=40.0)
        ahead = m.Segment(3, 20, 3, (m.ChannelMotion("card", "left", 2, 50.0),), ahead=True)
        views.apply(ahead)
        self.assertEqual([views.at(time)["card"].frame[0] for time in (9, 19, 20)], [40, 40, 50])

    def test_each_segment_discards_the_one_ahead(self):
        ahead = m.Segment(3, 20, 3, (m.ChannelMotion("card", "left", 2, 50.0),), ahead=True)
        later = m.Segment(4, 30, 3, (m.ChannelMotion("card", "left", 2, 60.0),), ahead=True)
        for other, expected in [(m.Segment(4, 9, 3, ()), 40), (later, 60)]:
            views = scene(view("screen", None), view("card", "screen"))
            tell(views, "card", left=40.0)
            views.apply(ahead)
            views.apply(other)
            self.assertEqual(views.at(25)["card"].frame[0], 40)
            self.assertEqual(views.at(35)["card"].frame[0], expected)

    def test_it_says_until_when_something_moves(self):
        views = scene(view("screen", None))
        self.assertEqual(views.moves_until, 0)
        for ends, expected in [((7, 9), 9), ((7, None), None)]:
            terms = tuple(m.Decay(0, end, 0.0, 1.0, False, 1.0, 1.0, 1.0) for end in ends)
            views.apply(m.Segment(3, 7, 3, (m.ChannelMotion("screen", "left", 2, terms=terms),)))
            self.assertEqual(views.moves_until, expected)

    def test_it_moves_until_the_end_of_a_segment_ahead(self):
        views = scene(view("screen", None))
        terms = (m.Decay(20, 90, 0.0, 1.0, False, 1.0, 1.0, 1.0),)
        motion = m.ChannelMotion("screen", "left", 2, terms=terms)
        views.apply(m.Segment(3, 20, 3, (motion,), ahead=True))
        self.assertEqual(views.moves_until, 90)
        views.apply(m.Segment(4, 9, 3, ()))
        self.assertEqual(views.moves_until, 0)


if __name__ == "__main__":
    unittest.main()
