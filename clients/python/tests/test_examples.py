"""The modules of the examples: how texts with looks are arranged, and the order of what is
drawn."""

import os
import sys
import unittest

import support  # noqa: F401, finds the package

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))

import snapback  # noqa: E402
from snapback import messages as m  # noqa: E402

import shots  # noqa: E402, isort: skip, after the package that is tested
import writing  # noqa: E402, isort: skip


def lines(string, width, limit, truncation="tail"):
    """In a font in which each letter has the width 1."""
    return writing.lines_of(string, width, limit, truncation, len)


class Lines(unittest.TestCase):
    def test_lines_break_between_words(self):
        self.assertEqual(lines("one two three", 7, 9), ["one two", "three"])
        self.assertEqual(lines("one two three", 6, 9), ["one", "two", "three"])
        self.assertEqual(lines("one\ntwo three", 9, 9), ["one", "two three"])

    def test_a_word_that_is_too_long_has_a_line_of_its_own(self):
        self.assertEqual(lines("a elephant b", 4, 9), ["a", "elephant", "b"])

    def test_the_last_line_has_the_rest_shortened(self):
        self.assertEqual(lines("one two three", 7, 1), ["one tw…"])
        self.assertEqual(lines("one two three", 8, 1), ["one two…"])
        self.assertEqual(lines("one two three", 7, 1, "head"), ["…three"])
        self.assertEqual(lines("abcdefghij", 6, 1, "middle"), ["abc…ij"])
        self.assertEqual(lines("one two three", 5, 2), ["one", "two…"])
        self.assertEqual(lines("one two three", 5, 2, "clip"), ["one", "two three"])

    def test_what_fits_is_not_shortened(self):
        for truncation in ("tail", "middle", "head", "clip"):
            self.assertEqual(lines("abcd", 4, 1, truncation), ["abcd"])

    def test_as_many_letters_remain_as_fit(self):
        """Against a search of all lengths; the text has no spaces, which are left out beside the
        ellipsis."""
        text = "abcdefghijklmnop"
        # In at least 16 / 1.3 = 12.3, the text is condensed.
        for width in range(13, 16):
            self.assertEqual(lines(text, width, 1), [text])
        for width in range(1, 13):
            remain = width - 1
            begin = (remain + 1) // 2
            self.assertEqual(lines(text, width, 1), [text[:remain] + "…"])
            self.assertEqual(lines(text, width, 1, "head"), ["…" + text[len(text) - remain:]])
            self.assertEqual(
                lines(text, width, 1, "middle"),
                [text[:begin] + "…" + text[len(text) - (remain - begin):]])

    def test_lines_move_down_by_the_height_that_they_leave_free(self):
        for down, first in (("top", 8), ("center", 8 + 15), ("bottom", 8 + 30)):
            self.assertEqual(writing.first_of(50, 10, 8, 2, down), first)
        self.assertEqual(writing.limit_of(0, 35, 10), 3)
        self.assertEqual(writing.limit_of(2, 35, 10), 2)
        self.assertEqual(writing.limit_of(0, 5, 10), 1)


def view(name, parent, color=None, text=None):
    state = m.ViewState(
        name, (0, 0, 20, 20), m.Transform(), (1, 0, 0, 1, 0, 0), m.Appearance(0.5, color, True),
        (0, 0, 20, 20))
    return m.SnapshotView(name, parent, 5, (0.5, 0.5), False, text, state)


def look(name, **parts):
    values = {
        "text_color": (1, 2, 3, 51), "border_color": (4, 5, 6, 255), "fill_alpha": 1.0,
        "border_width": 0.0, "shadow_opacity": 0.0, "shadow_radius": 0.0,
        "shadow_offset": (0.0, 0.0), "shadow_color": (7, 8, 9, 255), "font_weight": 0,
        "text_alignment": "center", "vertical_alignment": "top", "truncation": "tail", **parts}
    return m.Look(name, **values)


def shot_of(views, *looks):
    scene = snapback.Scene()
    scene.apply(m.Snapshot(1, 5, 1, 1, m.Screen(90, 90, 1, (0, 0, 0)), tuple(views)))
    scene.apply(m.Looks(5, tuple(looks)))
    return shots.shoot(scene, 5)


class Parts(unittest.TestCase):
    def test_they_are_in_the_order_of_the_definition(self):
        text = m.Text("a", "headline", 10, 12, 9, 9, 1)
        shot = shot_of(
            [view("screen", None), view("card", "screen", (1, 1, 1), text),
             view("inner", "card", (2, 2, 2)), view("next", "screen", (3, 3, 3))],
            look("card", border_width=2.0, shadow_opacity=0.5, image="sun"))
        kinds = [type(part).__name__ for part in shot.parts]
        self.assertEqual(
            kinds, ["Shadow", "Body", "Picture", "Label", "Body", "Border", "Body"])

    def test_opacities_multiply(self):
        shot = shot_of(
            [view("screen", None), view("card", "screen", (1, 1, 1), m.Text(
                "a", "headline", 10, 12, 9, 9, 1))],
            look("card", border_width=2.0, shadow_opacity=0.4, fill_alpha=0.2, image="sun"))
        # Of the screen and the card a half each.
        shadow, body, picture, label, border = shot.parts
        self.assertAlmostEqual(shadow.alpha, 0.25 * 0.2 * 0.4)
        self.assertAlmostEqual(body.alpha, 0.25 * 0.2)
        self.assertAlmostEqual(picture.alpha, 0.25)
        self.assertAlmostEqual(label.alpha, 0.25 * 0.2)
        self.assertAlmostEqual(border.alpha, 0.25)
        self.assertEqual((label.color, label.style.weight), ((1, 2, 3), 600))

    def test_a_view_without_a_fill_has_no_shadow(self):
        shot = shot_of(
            [view("screen", None), view("card", "screen")], look("card", shadow_opacity=1.0))
        self.assertEqual(shot.parts, ())

    def test_a_border_leaves_the_inside(self):
        box = shots.Box((2.0, 0.0, 0.0, 2.0, 10.0, 20.0), (30.0, 20.0), 5.0)
        inside = shots.Border(box, (), (0, 0, 0), 1.0, 3.0).inside
        self.assertEqual(inside, shots.Box((2.0, 0.0, 0.0, 2.0, 16.0, 26.0), (24.0, 14.0), 2.0))
        self.assertEqual(shots.Border(box, (), (0, 0, 0), 1.0, 12.0).inside.size, (6.0, 0.0))


if __name__ == "__main__":
    unittest.main()
