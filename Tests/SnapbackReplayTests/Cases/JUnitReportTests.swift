import SnapbackReplay
import Testing

/// The report's text. `scripts/test cases` checks that a parser accepts it.
@Suite struct JUnitReportTests {
  private typealias Entry = JUnitReport.Entry

  @Test func everyOutcomeHasItsElement() {
    let report = JUnitReport(entries: [
      Entry(name: "touch/cards/flick", seconds: 0.25, outcome: .passed),
      Entry(name: "slow", seconds: 1, outcome: .failed("one", details: "one\ntwo")),
      Entry(name: "a/torn", seconds: 0, outcome: .broken("torn:1:1: nothing")),
      Entry(name: "a/later", seconds: 0, outcome: .skipped("another is broken")),
    ])
    #expect(
      report.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="4" failures="1" errors="1" time="1.250">
          <testsuite name="snapback" tests="4" failures="1" errors="1" skipped="1" time="1.250">
            <testcase classname="touch.cards" name="flick" time="0.250"/>
            <testcase classname="cases" name="slow" time="1.000">
              <failure message="one" type="expectation">one
        two</failure>
            </testcase>
            <testcase classname="a" name="torn" time="0.000">
              <error message="torn:1:1: nothing" type="broken"/>
            </testcase>
            <testcase classname="a" name="later" time="0.000">
              <skipped message="another is broken"/>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func whatXMLCannotHoldIsEscapedOrReplaced() {
    let text = JUnitReport(entries: [
      Entry(
        name: "a&b/<c>\"", seconds: .nan,
        outcome: .failed("1 < 2\n\"&\"", details: "]]>\u{1}\u{1B}[0m\u{FFFF}\ttab"))
    ]).text
    #expect(text.contains("classname=\"a&amp;b\" name=\"&lt;c&gt;&quot;\""))
    #expect(text.contains("message=\"1 &lt; 2&#10;&quot;&amp;&quot;\""))
    #expect(text.contains("]]&gt;\u{FFFD}\u{FFFD}[0m\u{FFFD}\ttab</failure>"))
  }
}
