import SnapbackLayout
import Testing

@Suite struct VisualFormatErrorTests {
  private static let faults: [(String, Int, String, String?)] = [
    ("", 1, "expected \"[\" and a view, found the end", nil),
    ("|", 2, "expected \"[\" and a view, found the end", nil),
    ("V|[a]|", 2, "expected \":\" after V, found \"|\"", nil),
    ("H", 2, "expected \":\" after H, found the end", nil),
    ("v:[a]", 1, "expected H:, V:, \"|\" or \"[\", found \"v\"", "brackets, [v]"),
    ("a-[b]", 1, "expected H:, V:, \"|\" or \"[\", found \"a\"", "brackets, [a]"),
    ("50-[b]", 1, "expected \"[\" and a view, found the number 50", nil),
    ("[]", 2, "expected the name of a view, found \"]\"", nil),
    ("[3]", 2, "expected the name of a view, found the number 3", nil),
    ("[a", 3, "expected \"(\" or \"]\", found the end", nil),
    ("[a b]", 4, "expected \"(\" or \"]\", found \"b\"", nil),
    ("|[a][b(wide][c]|", 12, "expected \",\" or \")\", found \"]\"", nil),
    ("[a(3)", 6, "expected \"]\", found the end", nil),
    ("[a()]", 4, "expected a number or a name, found \")\"", nil),
    ("[a(3,)]", 6, "expected a number or a name, found \")\"", nil),
    ("[a(>=)]", 6, "expected a number or a name, found \")\"", nil),
    ("[a(>3)]", 4, "\">\" has to be \">=\"", nil),
    ("[a(=3)]", 4, "\"=\" has to be \"==\"", nil),
    ("[a(=>3)]", 4, "\"=>\" is not a relation", "write \">=\""),
    ("[a(==3>=4)]", 7, "expected \",\" or \")\", found \">=\"", nil),
    ("[a(≥3)]", 4, "\"≥\" has no meaning here", nil),
    ("[a(--3)]", 5, "expected a number or a name, found \"-\"", nil),
    ("[a(3@)]", 6, "expected a priority: 1 to 1000, required, high, low, fitting or a metric", nil),
    ("[a(3@0)]", 6, "expected a priority: 1 to 1000, ", nil),
    ("[a(3@1000.5)]", 6, "expected a priority: 1 to 1000, ", nil),
    ("[a(3@-1)]", 6, "expected a priority: 1 to 1000, ", nil),
    ("[a(3@(1))]", 6, "expected a priority: 1 to 1000, ", nil),
    ("[a(3+)]", 6, "expected a number or a name, found \")\"", nil),
    ("[a((3+b]", 8, "expected +, -, *, / or \")\", found \"]\"", nil),
    ("[a((3+b)]", 9, "expected \",\" or \")\", found \"]\"", nil),
    ("[a]-8+8-[b]", 6, "expected \"-\" after the space, found \"+\"", "-(2*8)-"),
    ("[a(1e3)]", 5, "expected \",\" or \")\", found \"e3\"", nil),
    ("[a(1000000001)]", 4, "a number is at most 1000000000", nil),
    ("[a]b", 4, "expected \"-\", \"[\", \"|\" or the end, found \"b\"", nil),
    ("[a]-", 5, "expected a number, a metric, \"(\", \"[\" or \"|\", found the end", nil),
    ("[a]-8[b]", 6, "expected \"-\" after the space, found \"[\"", nil),
    ("[a]-8-", 7, "expected \"[\" or \"|\", found the end", nil),
    ("[a]--8-[b]", 5, "expected a number, a metric or \"(\", found \"-\"", "-(-8)-"),
    ("[a]->=8-[b]", 5, "expected a number, a metric or \"(\", found \">=\"", "needs parentheses"),
    ("[a]-8@9-[b]", 6, "expected \"-\" after the space, found \"@\"", "needs parentheses"),
    ("[a]-(8[b]", 7, "expected \",\" or \")\", found \"[\"", nil),
    ("[a]||", 5, "expected the end after \"|\", found \"|\"", nil),
    ("|-|", 3, "expected \"[\" and a view, found \"|\"", nil),
    ("[a]-|-[b]", 6, "expected the end after \"|\", found \"-\"", nil),
    ("[é]", 2, "\"é\" has no meaning here", nil),
    ("[👍🏽]", 2, "\"👍🏽\" has no meaning here", nil),
    ("[a]\u{0}", 4, "\"�\" has no meaning here", nil),
  ]

  @Test(arguments: faults) func faultsOfTheTextNameTheirColumn(
    text: String, column: Int, message: String, hint: String?
  ) {
    do throws(VisualFormatError) {
      _ = try VisualFormat(parsing: text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.text == text)
      #expect(error.column == column, "\(error)")
      #expect(error.message.hasPrefix(message), "\(error)")
      #expect((error.hint == nil) == (hint == nil), "\(error)")
      #expect(hint.map { (error.hint ?? "").contains($0) } ?? true, "\(error)")
    }
  }

  private static let faultsOfNames: [(String, Int, String, String?)] = [
    ("[a]-[buton]", 6, "unknown view \"buton\"", "did you mean \"button\"?"),
    ("[a]-pading-[b]", 5, "unknown metric \"pading\"", "did you mean \"padding\"?"),
    (
      "[a]-NaN-[b]", 5, "\"NaN\" is not a finite number",
      "write a number of points or the name of a metric"
    ),
    (
      "[a]-(3,>=b)-[b]", 10, "\"b\" is a view, and a space is a number or metric", nil
    ),
    ("[a]-c-[b]", 5, "\"c\" is a view, and a space is a number or metric", nil),
    (
      "[a(==buton)]", 6, "unknown view or metric \"buton\"", "did you mean \"button\"?"
    ),
    ("[a(pading)]", 4, "unknown view or metric \"pading\"", "did you mean \"padding\"?"),
    ("[a(both)]", 4, "\"both\" is a view and a metric", "rename one of them"),
    ("[a(3@wek)]", 6, "unknown priority \"wek\"", "did you mean \"weak\"?"),
    ("[a(3@hihg)]", 6, "unknown priority \"hihg\"", "did you mean \"high\"?"),
    ("[a(3@low)]", 6, "\"low\" is a priority and a metric with another value", "rename the metric"),
    ("[a(3*b+buton)]", 8, "unknown view or metric \"buton\"", "did you mean \"button\"?"),
    ("[a]-(2*c)-[b]", 8, "\"c\" is a view, and a space is a number or metric", nil),
    (
      "[a(b*(c+1))]", 4, "a product of two attributes is not linear", "one side of * is a number"
    ),
    ("[a(8/b)]", 4, "a division by an attribute is not linear", "divide by a number"),
    ("[a]-(8/(padding-12))-[b]", 6, "division by zero", nil),
    (
      "[a(most+1)]", 4, "a number is at most 1000000000, also as a sum, product or quotient", nil
    ),
    ("[a(3@strong)]", 6, "a priority is 1 to 1000, not 1001.0", nil),
    ("[a(3@overlap)]", 6, "a priority is 1 to 1000, not -5.0", nil),
    ("[a(3@nothing)]", 6, "a priority is 1 to 1000, not nan", nil),
    ("[a]-huge-[b]", 5, "metric \"huge\" is 2000000000.0, beyond 1000000000", nil),
    ("[a(nothing)]", 4, "metric \"nothing\" is nan, beyond 1000000000", nil),
  ]

  @Test(arguments: faultsOfNames) func faultsOfNamesHaveTheirColumn(
    text: String, column: Int, message: String, hint: String?
  ) {
    do throws(VisualFormatError) {
      _ = try Shelf().constraints(text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.text == text)
      #expect(error.column == column, "\(error)")
      #expect(error.message == message)
      #expect(error.hint == hint)
    }
  }

  private static let misfits: [(String, VisualFormatOptions, Int, String)] = [
    (
      "[a]-[b]", .init(alignments: [.leading]), 6,
      "views in a row cannot have the same leading"
    ),
    (
      "V:[a][b]", .init(alignments: [.left, .centerY]), 7,
      "views in a column cannot have the same centerY"
    ),
    (
      "[a]", .init(spacing: .baselineToBaseline), 1,
      "baselineToBaseline is for vertical formats, V:"
    ),
    (
      "V:[a]-[gap]", .init(spacing: .baselineToBaseline), 8,
      "\"gap\" is a guide and has no baseline"
    ),
    (
      "[gap]-[b]", .init(alignments: [.firstBaseline]), 2,
      "\"gap\" is a guide and has no baseline"
    ),
  ]

  @Test(arguments: misfits) func optionsThatDoNotFitAreRefused(
    text: String, options: VisualFormatOptions, column: Int, message: String
  ) {
    do throws(VisualFormatError) {
      _ = try Shelf().constraints(text, options)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.column == column)
      #expect(error.message == message)
    }
  }

  @Test func theCaretStandsUnderTheFault() {
    do throws(VisualFormatError) {
      _ = try VisualFormat(parsing: "|-[a]--20-[b]-|")
      Issue.record("accepted")
    } catch {
      #expect(
        error.description == """
          expected a number, a metric or "(", found "-" — \
          write a negative space as -(-8)- or as a metric
            |-[a]--20-[b]-|
                  ^
          """)
    }
  }

  @Test func longFormatsAreRefused() throws {
    let longest = "[a]" + String(repeating: " ", count: 997)
    #expect(try VisualFormat(parsing: longest).views.map(\.name) == ["a"])
    do throws(VisualFormatError) {
      _ = try VisualFormat(parsing: longest + "[b]")
      Issue.record("accepted")
    } catch {
      #expect(error.column == 1001)
      #expect(error.message == "a visual format has at most 1000 characters")
    }
  }
}
