import SnapbackTestSupport
import Testing

/// `snapback demo` as a user sees it, without a terminal.
@Suite struct DemoCommandTests {
  @Test func theCardLeavesItsPlaceAndReturns() throws {
    let result = try Command.run("snapback", ["demo", "--data", Fixture.repository])
    #expect(result.code == 0, "\(result.error)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "          pan on card began")
    let frames = lines.filter { $0.contains(" s  card ") }
    // The recording ends in 0.2 s; the spring of the card takes under a second more.
    #expect((30..<90).contains(frames.count))
    #expect(frames.last?.hasSuffix("(+0.0, +0.0) pt   +0.0°") == true)
    #expect(lines.last?.contains("since 1.02 s it has been where the constraints put it") == true)
  }

  @Test func aFolderWithoutScenesIsNamed() throws {
    let result = try Command.run("snapback", ["demo", "--data", "/nowhere"])
    #expect(result.code == 66)
    #expect(
      result.error
        == "snapback: error: there is no scenes/card.json5 in /nowhere; name the folder with "
        + "--data\n")
  }
}
