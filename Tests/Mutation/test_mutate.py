"""Tests of mutation testing itself: python3 -B Tests/Mutation/test_mutate.py"""

import os
import shutil
import subprocess
import tempfile
import unittest
from collections import Counter

import report
import tree
from main import draw
from sites import Site, find_places, overlaps, rewrite
from suites import Outcome, Suite, covering, failed_test, run_mutant
from tokens import Source

HERE = os.path.dirname(os.path.abspath(__file__))


def mutants(text, path="Sources/M/A.swift"):
    """All mutants of a text, as (kind, mutated line)."""
    return {(site.kind, site.mutated_line) for place in find_places(path, text) for site in place}


def in_function(statement):
    """A statement inside a function of a type, on a line of its own."""
    return f"struct S {{\n  func f() {{\n    {statement}\n    end = x\n  }}\n}}\n"


class TokenTests(unittest.TestCase):
    def words(self, text, is_c=False):
        return [token.text for token in Source(text, is_c).tokens]

    def test_strings_are_one_token(self):
        for text in ('"a \\"b\\" < c"', '"\\(f("x", [1: "y"]))"', '#"a " b \\(c)"#',
                     '"""\n  a "b" \\(c + "d")\n  """', '""'):
            self.assertEqual(self.words(f"x = {text} + y"), ["x", "=", text, "+", "y"])

    def test_comments_are_none(self):
        self.assertEqual(self.words("a /* b /* c */ d */ + e // f < g\nh"), ["a", "+", "e", "h"])
        self.assertEqual(self.words("a /* b /* c */ d", True), ["a", "d"])

    def test_numbers_and_ranges(self):
        self.assertEqual(self.words("0..<10 + 1...2.5e-3 + 0x1F_8 - 0x1.8p-3"),
                         ["0", "..<", "10", "+", "1", "...", "2.5e-3", "+", "0x1F_8", "-",
                          "0x1.8p-3"])
        self.assertEqual(self.words("a.0.x", False)[:3], ["a", ".", "0"])

    def test_operators_have_space_on_both_sides(self):
        tokens = Source("let a: Array<Int?> = b < -c ?? d!.e").tokens
        self.assertEqual([t.text for t in tokens if t.is_binary], ["=", "<", "??"])

    def test_c_directives_and_literals_are_one_token(self):
        text = "#define A(x) \\\n  (x < 1)\nchar c = '\"'; s = \"/* < */\";"
        self.assertEqual(self.words(text, True), [
            "#define A(x) \\\n  (x < 1)", "char", "c", "=", "'\"'", ";", "s", "=",
            '"/* < */"', ";"])

    def test_lines_are_counted_through_strings_and_comments(self):
        tokens = Source('/*\n*/ a\n"""\n\n"""\nb').tokens
        self.assertEqual([(t.text, t.line) for t in tokens if t.kind == "word"],
                         [("a", 2), ("b", 6)])


class KindTests(unittest.TestCase):
    def expect(self, statement, kind, *mutated):
        """All mutants of a kind that a statement has."""
        found = {line for other, line in mutants(in_function(statement)) if other == kind}
        self.assertEqual(found, set(mutated))

    def test_relations(self):
        for old, new in (("<", "<="), (">", ">="), ("==", "!=")):
            self.expect(f"return a {old} b", "relation", f"return a {new} b")
            self.expect(f"return a {new} b", "relation", f"return a {old} b")

    def test_signs(self):
        for old, new in (("+", "-"), ("*", "/"), ("+=", "-="), ("*=", "/=")):
            self.expect(f"x {old} y", "sign", f"x {new} y")
            self.expect(f"x {new} y", "sign", f"x {old} y")
        self.expect('x = "a" + b', "sign")
        self.expect("x = a + [b]", "sign")
        self.expect("x = a[1] + b", "sign", "x = a[1] - b")

    def test_logic(self):
        self.expect("x = a && b", "logic", "x = a || b")
        self.expect("x = a || b", "logic", "x = a && b")

    def test_conditions(self):
        self.expect("if a, let b = c, d < e { f() }", "negate",
                    "if !a, let b = c, d < e { f() }", "if a, let b = c, !(d < e) { f() }")
        self.expect("while !a { b() }", "negate", "while a { b() }")
        self.expect("if a { return }", "leave", "if !a { return }")
        self.expect("guard a, case .b = c else { return }", "leave",
                    "guard !a, case .b = c else { return }")
        self.expect("for a in b where c.d { e() }", "negate", "for a in b where !c.d { e() }")
        self.expect("if try a() { b() }", "negate", "if try !a() { b() }")

    def test_literals(self):
        self.expect("x = true", "boolean", "x = false")
        self.expect("x = 3", "literal", "x = 6", "x = 4", "x = 0")
        self.expect("x = 0", "literal", "x = 1")
        self.expect("x = 0.5", "literal", "x = 1.0", "x = 1.5", "x = 0.0")
        self.expect("x = y / 3", "literal", "x = y / 6", "x = y / 4")
        self.expect("x = 0x10", "literal", "x = 32", "x = 17", "x = 0")
        self.expect("x = 0x1.8p1", "literal", "x = 6.0", "x = 4.0", "x = 0.0")

    def test_calls(self):
        self.expect("a.b(c)", "call", "")
        self.expect("try a { $0 < 1 }", "call", "")
        self.expect("_ = a()", "call", "")
        self.expect("if a { b() }", "call", "if a {  }")
        self.expect("self.init(a)", "call")
        self.expect("let a = b()", "call")
        self.expect("return a()", "call")

    def test_a_call_may_have_several_lines(self):
        found = mutants(in_function("a(\n      b,\n      c)"))
        self.assertEqual(found, {("call", "")})

    def test_what_may_be_a_value_is_not_left_out(self):
        self.assertEqual(mutants("func f() -> Int { g(x) }\nvar v: Int { g(x) }\n"), set())
        self.assertEqual(mutants("func f() { g(x) }\n"), {("call", "func f() {  }")})

    def test_extremes(self):
        self.expect("x = min(a, max(b, c))", "extreme", "x = max(a, max(b, c))",
                    "x = min(a, min(b, c))")
        self.expect("x = a.min()", "extreme")

    def test_ternaries(self):
        self.expect("x = a < b ? c : d", "ternary", "x = !(a < b) ? c : d")
        self.expect("x = a?.b", "ternary")

    def test_flags(self):
        self.expect("x = A | B | C", "flag", "x = A | C", "x = B | C", "x = A | B")
        self.expect("x = [.a, .b]", "flag", "x = [.b]", "x = [.a]")
        self.expect("x = [a, b]", "flag")

    def test_c(self):
        text = "int f(int a) {\n  if (a < 0) return -1;\n  g(a, O | P);\n  return a;\n}\n"
        self.assertEqual(mutants(text, "Sources/C/a.c"), {
            ("leave", "if (!(a < 0)) return -1;"), ("relation", "if (a <= 0) return -1;"),
            ("literal", "if (a < 1) return -1;"), ("literal", "if (a < 0) return -0;"),
            ("call", ""), ("flag", "g(a, O);"), ("flag", "g(a, P);")})


class UntouchedTests(unittest.TestCase):
    def test_no_site(self):
        for text in (
            'let a = "b < c && \\(d + 1) true"', "// a < b\n/* c + 1 */", "let a: [Set<Int>] = b",
            "func f<T>(a: Int = 3, b: Bool = true) -> T where T == U", "@available(linux 5, *)",
            "#if A && B\n  let a = b < 1\n#else\n  let a = 2\n#endif",
            "enum E { case a = 1, b = 2 }",
            "extension A where B == C {}", "precondition(a < 1, text)", "a.reserveCapacity(2 * b)",
            "log.debug(a)", "let a = b.0", "static func < (a: A, b: A) -> Bool", "import A",
            "for a in b { continue }", "public init() {}", "let a: () -> B = c",
        ):
            with self.subTest(text):
                self.assertEqual(mutants(text + "\n"), set())

    def test_labels_of_a_switch(self):
        text = in_function("switch a {\n    case 1, 2: b()\n    case .c(let d) where d < e: f = 3\n"
                           "    default: g()\n    }")
        self.assertEqual({line for _, line in mutants(text)}, {
            "case 1, 2:", "case .c(let d) where d <= e: f = 3", "default:",
            "case .c(let d) where d < e: f = 6", "case .c(let d) where d < e: f = 4",
            "case .c(let d) where d < e: f = 0"})

    def test_c_enumerations_and_lengths(self):
        text = "enum { A = 1 << 2 };\nint a[4];\n#define B (1 < 2)\n"
        self.assertEqual(mutants(text, "Sources/C/a.c"), set())


class RegionTests(unittest.TestCase):
    def region(self, statement, kind):
        text = in_function(statement)
        return [text[place[0].start:place[0].end] for place in find_places("a.swift", text)
                if place[0].kind == kind]

    def test_operands_end_at_operators_that_bind_less(self):
        self.assertEqual(self.region("x = a ?? b + c * d", "sign"), ["b + c * d", "c * d"])
        self.assertEqual(self.region("for i in 0..<a - b { c() }", "sign"), ["a - b"])
        self.assertEqual(self.region("f(x: a.b(c) + d, e)", "sign"), ["a.b(c) + d"])
        self.assertEqual(self.region("return try a() + b", "sign"), ["a() + b"])
        self.assertEqual(self.region("x = y\n      && a == b ? c : d", "relation"), ["a == b"])

    def test_statements_end_with_their_line(self):
        self.assertEqual(self.region("a = b\n    c + d\n    e = f", "sign"), ["c + d"])
        self.assertEqual(self.region("a = b\n      + c\n    e = f", "sign"), ["b\n      + c"])

    def test_bodies_are_no_operands(self):
        self.assertEqual(self.region("if a < b { c = d }", "relation"), ["a < b"])
        self.assertEqual(self.region("x = a < b.map { c }.d", "relation"), ["a < b.map { c }.d"])


class RewriteTests(unittest.TestCase):
    def rewritten(self, text, path="a.swift", **wanted):
        chosen = {}
        for place in find_places(path, text):
            if place[0].kind in wanted:
                chosen[wanted[place[0].kind]] = place[0]
        return rewrite(text, chosen, path.endswith(".c"))

    def test_mutants_lie_inside_each_other(self):
        out = self.rewritten("let x = a + 2 < b\n", sign=1, relation=2, literal=3)
        self.assertEqual(
            out, "let x = (snapback_mutant(2) ? (a + 2 <= b) : ((snapback_mutant(1) ? (a - 2) : "
            "(a + (snapback_mutant(3) ? (4) : (2)))) < b))\n")

    def test_mutants_share_a_place(self):
        out = self.rewritten("let x = a < b ? c : d\n", relation=1, ternary=2)
        self.assertEqual(out.count("snapback_mutant"), 2)
        self.assertTrue(out.endswith(" ? c : d\n"))

    def test_statements(self):
        text = in_function("a(1)\n    x += y")
        out = self.rewritten(text, call=1, sign=2, literal=3)
        self.assertIn("if !snapback_mutant(1) { a((snapback_mutant(3) ? (2) : (1))) }", out)
        self.assertIn("if snapback_mutant(2) { x -= y } else { x += y }", out)

    def test_lines_keep_their_numbers(self):
        text = in_function("x = a\n      && b\n      && c(\n        d)\n    last()")
        places = [place[0] for place in find_places("a.swift", text)]
        out = rewrite(text, dict(enumerate(places)))
        self.assertGreater(len(places), 2)
        self.assertEqual(out.count("\n"), text.count("\n"))
        self.assertIn("last()", out.split("\n")[6])

    def test_crossing_mutants_are_left_out(self):
        def site(start, end):
            return Site("a.swift", "sign", "expression", 1, start, end, "", "", "")
        self.assertTrue(overlaps(site(0, 5), site(3, 8)))
        self.assertFalse(overlaps(site(0, 5), site(1, 5)) or overlaps(site(0, 5), site(5, 8)))
        chosen = {0: site(0, 5), 1: site(3, 8), 2: site(1, 2)}
        self.assertEqual(tree.without_crossings(chosen), {1})

    def test_c_is_switched_and_logged(self):
        text = ("#include <stdio.h>\nint main(void) {\n  int a = 1;\n  if (a > 5)\n    puts(\"b\");"
                "\n  else\n    puts(\"c\");\n  printf(\"%d\", a + 2);\n  return 0;\n}\n")
        places = [place[0] for place in find_places("a.c", text)]
        calls = [n for n, site in enumerate(places) if site.kind == "call"]
        sign = next(n for n, site in enumerate(places) if site.kind == "sign")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write('#include "mutants.h"\n' + rewrite(text, dict(enumerate(places)), True))
            own = os.path.join(HERE, "CMutants")
            compiler = shutil.which("clang") or shutil.which("cc")
            subprocess.run([compiler, "-Werror", "-Wno-literal-conversion",
                            "-I", f"{own}/include", path, f"{own}/mutants.c", "-o",
                            f"{folder}/a"], check=True)
            log = os.path.join(folder, "log")
            with open(log, "wb") as file:
                file.write(bytes(len(places)))

            def run(number):
                environment = {**os.environ, "SNAPBACK_MUTANT_LOG": log,
                               "SNAPBACK_MUTANT": str(number)}
                return subprocess.run([f"{folder}/a"], env=environment, check=True,
                                      stdout=subprocess.PIPE, text=True).stdout

            self.assertEqual(run(-1), "c\n3")
            with open(log, "rb") as file:
                reached = file.read()
            self.assertEqual([reached[call] for call in calls], [0, 1, 1])
            self.assertEqual(run(sign), "c\n-1")
            self.assertEqual(run(calls[1]), "3")


class DrawTests(unittest.TestCase):
    def setUp(self):
        def places(name, count):
            return [[f"{name}{index}a", f"{name}{index}b"] for index in range(count)]
        self.places = {"A": places("A", 2000), "B": places("B", 2000), "C": []}
        self.sizes = {"A": 900, "B": 300, "C": 500}

    def test_a_seed_draws_the_same(self):
        first = draw(self.places, self.sizes, 1, 50)
        self.assertEqual(first, draw(self.places, self.sizes, 1, 80)[:50])
        self.assertNotEqual(first, draw(self.places, self.sizes, 2, 50))

    def test_modules_are_drawn_by_size_and_places_once(self):
        drawn = draw(self.places, self.sizes, 1, 1000)
        self.assertEqual(len({name[:-1] for name in drawn}), 1000)
        self.assertAlmostEqual(Counter(name[0] for name in drawn)["A"], 750, delta=60)

    def test_all_are_drawn_in_the_end(self):
        self.assertEqual(len(draw(self.places, self.sizes, 1, 9000)), 4000)


class OutcomeTests(unittest.TestCase):
    def test_errors_are_traced_to_the_nearest_mutant(self):
        text = "\n" * 40
        chosen = {n: Site("a.swift", "sign", "expression", line, line - 1, line - 1, "", "", "")
                  for n, line in ((0, 10), (1, 20), (2, 20))}
        self.assertEqual(tree.guilty([("a.swift", 20, "")], chosen, lambda _: text), {1, 2})
        self.assertEqual(tree.guilty([("a.swift", 9, "")], chosen, lambda _: text), {0})
        # An error far away counts where nothing nearer explains it.
        self.assertEqual(tree.guilty([("a.swift", 35, "")], chosen, lambda _: text), {1, 2})
        errors = [("a.swift", 35, ""), ("a.swift", 9, "")]
        self.assertEqual(tree.guilty(errors, chosen, lambda _: text), {0})
        with self.assertRaises(tree.BuildFailed):
            tree.guilty([("a.swift", 81, "")], chosen, lambda _: text)
        with self.assertRaises(tree.BuildFailed):
            tree.guilty([("b.swift", 10, "")], chosen, lambda _: text)

    def test_covering_suites_come_fastest_first(self):
        baseline = {name: {"how": how, "seconds": seconds, "reached": reached}
                    for name, how, seconds, reached in (
                        ("slow", "passed", 9, [1]), ("fast", "passed", 1, [1, 2]),
                        ("other", "passed", 0, [2]), ("broken", "failed", 0, [1]))}
        self.assertEqual(covering(baseline, 1), ["fast", "slow"])

    def test_what_may_be_the_machine_is_run_again(self):
        class Fake:
            def __init__(self, *outcomes):
                self.outcomes, self.runs = list(outcomes), []

            def run(self, limit, mutant=None):
                self.runs.append((limit, mutant))
                return Outcome(*self.outcomes.pop(0))

        for outcomes, how, runs in (
            ([("passed", "", 1)], "passed", [(25, 7)]),
            ([("failed", "t", 1), ("passed", "", 1)], "passed", [(25, 7), (25, 7)]),
            ([("failed", "t", 1), ("failed", "t", 1)], "failed", [(25, 7), (25, 7)]),
            ([("crashed", "t", 1)], "crashed", [(25, 7)]),
            ([("late", "", 25), ("passed", "", 1)], "late", [(25, 7), (900, None)]),
            ([("late", "", 25), ("passed", "", 4), ("passed", "", 30)], "passed",
             [(25, 7), (900, None), (40, 7)]),
        ):
            suite = Fake(*outcomes)
            self.assertEqual(run_mutant(suite, 7, 1).how, how)
            self.assertEqual(suite.runs, runs)

    def test_a_suite_is_a_process_with_the_mutant_in_its_environment(self):
        def run(script, limit=20):
            return Suite("s", ["sh", "-c", script], HERE).run(limit, mutant=3)

        self.assertEqual(run('test "$SNAPBACK_MUTANT" = 3').how, "passed")
        self.assertEqual(run("echo '✘ Test a() failed'; exit 1").test, "a()")
        self.assertEqual(run("kill -SEGV $$").how, "crashed")
        late = run("sleep 20 & sleep 20", 0.3)
        self.assertEqual(late.how, "late")
        self.assertLess(late.seconds, 10)

    def test_the_test_that_failed_is_named(self):
        self.assertEqual(failed_test("✘ Test a() recorded an issue at B.swift", "failed"), "a()")
        text = ("◇ Test run started.\n◇ Test a() started.\n◇ Test b() started.\n"
                "✔ Test a() passed")
        self.assertEqual(failed_test(text, "crashed"), "b()")

    def test_what_is_justified_counts(self):
        sites = {n: Site("Sources/M/a.swift", "sign", "expression", n, 0, 0, "", f"o{n}", f"m{n}")
                 for n in range(4)}
        results = {0: {"status": "caught", "how": "failed", "suite": "S", "test": "t()"},
                   1: {"status": "survived"}, 2: {"status": "survived"},
                   3: {"status": "not covered"}}
        text = report.write_report(sites, results, {}, 0, {
            ("Sources/M/a.swift", "o1", "m1"): "It is the same.",
            ("Sources/M/a.swift", "o0", "m0"): "It is not."})
        self.assertIn("25.0 % caught, 50.0 % caught or justified", text)
        self.assertIn("  - o2\n  + m2", text)
        self.assertNotIn("  - o1\n", text)
        self.assertIn("justified.json is wrong: mutant 0 is caught", text)


if __name__ == "__main__":
    unittest.main()
