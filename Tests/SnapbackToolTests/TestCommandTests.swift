import SnapbackLinux
import SnapbackTestSupport
import Testing

/// `snapback test` as a user sees it.
@Suite struct TestCommandTests {
  private static let top = Fixture.repository

  private func flick(_ rest: String) -> String {
    """
    { recording: "\(Self.top)/recordings/flick.evemu",
      scene: "\(Self.top)/configs/scenes/card.json5", \(rest) }
    """
  }

  private func write(_ text: String, _ path: String) throws {
    try Files.write(Array(text.utf8), to: path)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read(path), as: UTF8.self)
  }

  private func test(_ arguments: String...) throws -> Command.Result {
    try Command.run("snapback", ["test"] + arguments)
  }

  /// The number of the project's own cases.
  private static func caseCount() throws -> Int {
    let files = try Command.shell("ls \(top)/Tests/Cases/*.case").output
    return files.split(separator: "\n").count
  }

  @Test func theProjectsOwnCasesPassAndTwoRunsPrintTheSame() throws {
    let first = try test(Self.top + "/Tests/Cases")
    let second = try test(Self.top + "/Tests/Cases")
    let count = try Self.caseCount()
    #expect(first.code == 0 && first.error.isEmpty, "\(first.output)\(first.error)")
    #expect(first.output.hasSuffix("\n\(count) passed, 0 failed\n"))
    #expect(first.output == second.output)
    let lines = first.output.split(separator: "\n").dropLast()
    #expect(lines.count == count && lines.allSatisfy { $0.hasPrefix("ok      ") })
    #expect(lines == lines.sorted()[...])
  }

  @Test func foldersAreSearchedAndFiltered() throws {
    let folder = try TemporaryFolder()
    _ = try Command.shell("mkdir -p \(folder.path)/deep/er; ln -s .. \(folder.path)/deep/loop")
    let passing = flick("expect: [{ layoutPasses: 1 }]")
    try write(passing, folder.path + "/b.case")
    try write(passing, folder.path + "/a.case")
    try write(passing, folder.path + "/deep/er/c.case")
    try write("not a case", folder.path + "/notes.txt")
    let all = try test(folder.path)
    #expect(
      all.output == """
        ok      \(folder.path)/a: 1 expectation
        ok      \(folder.path)/b: 1 expectation
        ok      \(folder.path)/deep/er/c: 1 expectation
        3 passed, 0 failed

        """)
    #expect(all.code == 0)
    let chosen = try test(folder.path, folder.path + "/a.case", "--filter", "deep/")
    #expect(chosen.output.hasSuffix("deep/er/c: 1 expectation\n1 passed, 0 failed\n"))
  }

  @Test func shardsRunEachCaseOnceAndReadAllOfThem() throws {
    let folder = try TemporaryFolder()
    let names = ["a", "b", "c", "d", "e"]
    for name in names {
      try write(flick("expect: [{ layoutPasses: 1 }]"), folder.path + "/\(name).case")
    }
    let parts = try (1...3).map { try test(folder.path, "--shard", "\($0)/3") }
    let heads = parts.map { $0.output.split(separator: "\n").dropLast().map { $0.prefix(8) } }
    #expect(heads.map(\.count) == [2, 2, 1])
    let ran = parts.flatMap { $0.output.split(separator: "\n").filter { $0.hasPrefix("ok") } }
    #expect(
      ran.map { $0.dropFirst(9 + folder.path.count).prefix(1) }.sorted() == names.map { $0[...] })
    // A shard without a case passes, so a matrix may be larger than the folder.
    let none = try test(folder.path, "--shard", "9/9")
    #expect(none.code == 0 && none.output == "0 passed, 0 failed\n")
    try write("{", folder.path + "/a.case")
    let other = try test(folder.path, "--shard", "2/3")
    #expect(other.code == 65 && other.error.contains("a.case:1:2"))
    for shard in ["0/3", "4/3", "1/0", "1", "x/2"] {
      #expect(try test(folder.path, "--shard", shard).code == 64)
    }
  }

  @Test func aFailureIsToldReportedAndDrawn() throws {
    let folder = try TemporaryFolder()
    let expectations = """
      expect: [
      { value: "card.translation.x", near: 120, at: 0.2 },
      { gesture: "pan", count: 1 },
      { gesture: "pinch", view: "card" }]
      """
    try write(flick(expectations), folder.path + "/wrong.case")
    try write(flick("expect: [{ layoutPasses: 1 }]"), folder.path + "/right.case")
    let (svg, xml) = (folder.path + "/out", folder.path + "/report.xml")
    let result = try test(folder.path, "--svg", svg, "--junit", xml)
    #expect(result.code == 1 && result.error.isEmpty)
    let picture = svg + "/" + folder.path.dropFirst().replacing("/", with: "-") + "-wrong.svg"
    #expect(
      result.output == """
        ok      \(folder.path)/right: 1 expectation
        FAILED  \(folder.path)/wrong
                \(folder.path)/wrong.case:3:1: expected card.translation.x near 120 ± 0.01 at 0.2 s
                  seen 118.276 at 0.200 s (frame 12, touch frame 23 of 23)
                \(folder.path)/wrong.case:5:1: expected a pinch on "card"
                  seen none
                picture: \(picture)
        1 passed, 1 failed

        """)
    #expect(Files.names(in: svg).count == 1)
    let drawing = try text(picture)
    #expect(drawing.hasPrefix("<svg ") && drawing.hasSuffix("</svg>\n"))
    #expect(drawing.contains("118.3 at 0.200 s") && !drawing.contains("nan"))
    let report = try text(xml)
    #expect(report.contains("tests=\"2\" failures=\"1\" errors=\"0\""))
    #expect(report.contains("message=\"expected card.translation.x near 120 ± 0.01 at 0.2 s; seen"))
  }

  @Test func nothingRunsWhileACaseIsBroken() throws {
    let folder = try TemporaryFolder()
    let xml = folder.path + "/report.xml"
    try write(flick("expect: [{ layoutPasses: 1 }]"), folder.path + "/right.case")
    try write(flick("expect: [{ rests: \"crad\" }]"), folder.path + "/typo.case")
    try write(
      "{ recording: \"no\", scene: \"\(Self.top)/configs/scenes/card.json5\",\n"
        + " expect: [{ layoutPasses: 1 }] }", folder.path + "/lost.case")
    try write(
      "{ recording: \"r\",\n scene: \"no\", expect: [{ settled: true }] }",
      folder.path + "/blank.case")
    let result = try test(folder.path, "--junit", xml)
    #expect(result.code == 65 && result.output.isEmpty)
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 4, "\(result.error)")
    #expect(result.error.contains("blank.case:2:9: scene: cannot open \(folder.path)/no"))
    #expect(result.error.contains("lost.case:1:14: recording: cannot open \(folder.path)/no"))
    let typo = try #require(lines.first { $0.contains("/typo.case:2:") })
    #expect(typo.hasSuffix("expect[0].rests: unknown view \"crad\" — did you mean \"card\"?"))
    #expect(lines.last == "snapback: error: nothing was run: 3 of 4 cases cannot be read")
    let report = try text(xml)
    #expect(report.contains("tests=\"4\" failures=\"0\" errors=\"3\" skipped=\"1\""))
  }

  @Test func whatIsWrongInASceneOrRecordingHasItsOwnPlace() throws {
    let folder = try TemporaryFolder()
    try write(
      "{ snapback: 1,\n screen: { width: 1, height: 1 }, veiws: [] }",
      folder.path + "/bad.json5")
    try write("E: nonsense\n", folder.path + "/bad.evemu")
    try write(
      "{ recording: \"bad.evemu\", scene: \"bad.json5\", expect: [{ settled: true }] }",
      folder.path + "/a.case")
    let scene = try test(folder.path)
    #expect(scene.code == 65)
    #expect(scene.error.contains("error: \(folder.path)/bad.json5:2:"), "\(scene.error)")
    try write(
      "{ recording: \"bad.evemu\", scene: \"\(Self.top)/configs/scenes/card.json5\","
        + "expect: [{ settled: true }] }", folder.path + "/a.case")
    let recording = try test(folder.path)
    #expect(recording.code == 65)
    #expect(recording.error.contains("error: \(folder.path)/bad.evemu"), "\(recording.error)")
  }

  @Test func ofADamagedRecordingWhatIsIntactIsPlayedWhenAskedFor() throws {
    let folder = try TemporaryFolder()
    let whole = try text(Self.top + "/recordings/flick.evemu")
    try write(whole + "E: nonsense\n", folder.path + "/torn.evemu")
    let rest = "scene: \"\(Self.top)/configs/scenes/card.json5\", expect: [{ gesture: \"pan\" }] }"
    try write("{ recording: \"torn.evemu\", \(rest)", folder.path + "/a.case")
    #expect(try test(folder.path).code == 65)
    try write("{ recording: \"torn.evemu\", lenient: true, \(rest)", folder.path + "/a.case")
    let lenient = try test(folder.path)
    #expect(lenient.code == 0 && lenient.error.hasPrefix("snapback: warning: left out: "))
  }

  @Test func whereThereIsNothingToRunItSaysSo() throws {
    let folder = try TemporaryFolder()
    let empty = try test(folder.path)
    #expect(empty.code == 66 && empty.error.contains("there is no *.case in \(folder.path)"))
    let missing = try test(folder.path + "/no")
    #expect(missing.code == 66 && missing.error.contains("/no does not exist"))
    let filtered = try test(Self.top + "/Tests/Cases", "--filter", "crad")
    let count = try Self.caseCount()
    #expect(filtered.code == 66)
    #expect(filtered.error.contains("none of \(count) cases has \"crad\""))
    #expect(try test().code == 64)
  }

  @Test func anUpdateWritesWhatDiffersAndNothingElse() throws {
    let folder = try TemporaryFolder()
    let golden = folder.path + "/flick.golden"
    try write(
      flick("golden: { file: \"flick.golden\", tolerance: 0.02 }"), folder.path + "/flick.case")
    let missing = try test(folder.path)
    #expect(missing.code == 1 && missing.output.contains("the file does not exist yet: --update"))

    let first = try test(folder.path, "--update")
    #expect(first.code == 0)
    #expect(first.output.hasPrefix("updated \(golden): 59 rows\nok "), "\(first.output)")
    let kept = try text(golden)
    #expect(try test(folder.path).code == 0)

    // Within the tolerance, an update leaves the golden unchanged, to the byte.
    let near = kept.replacing("118.276", with: "118.291")
    #expect(near != kept)
    try write(near, golden)
    let second = try test(folder.path, "--update")
    #expect(second.code == 0 && !second.output.contains("updated"))
    #expect(try text(golden) == near)

    // Beyond the tolerance the test fails, and an update restores the earlier bytes.
    try write(kept.replacing("118.276", with: "118.376"), golden)
    let far = try test(folder.path)
    #expect(far.code == 1)
    #expect(
      far.output.contains(
        "card.translation.x differs in 1 row from frame 12 on: 118.276 instead of 118.376 at"))
    let third = try test(folder.path, "--update")
    #expect(third.output.contains("59 rows; rows that differ: card.translation.x in 1\n"))
    #expect(try text(golden) == kept)

    // An unreadable golden is an error. An update replaces it.
    try write("<<<<<<< ours\n" + kept, golden)
    let torn = try test(folder.path)
    #expect(torn.code == 65 && torn.error.contains("flick.golden:1:1: expected"))
    #expect(try test(folder.path, "--update").code == 0)
    #expect(try text(golden) == kept)

    // Any other file is left alone.
    try write("my notes\n", golden)
    let notes = try test(folder.path, "--update")
    #expect(notes.code == 65 && notes.error.contains("is not a golden"))
    #expect(try text(golden) == "my notes\n")
  }

  @Test func anUpdateDoesNotHideWhatIsExpected() throws {
    let folder = try TemporaryFolder()
    try write(
      flick("expect: [{ layoutPasses: 2 }], golden: { file: \"flick.golden\" }"),
      folder.path + "/flick.case")
    let result = try test(folder.path, "--update")
    #expect(result.code == 1)
    #expect(result.output.hasPrefix("updated ") && result.output.contains("expected 2 layout"))
  }

  @Test func whatCannotBeWrittenIsAFailure() throws {
    let folder = try TemporaryFolder()
    try write(flick("expect: [{ layoutPasses: 2 }]"), folder.path + "/flick.case")
    #expect(try test(folder.path, "--junit", "/nowhere/report.xml").code == 74)
    #expect(try test(folder.path, "--svg", "/nowhere/out").code == 74)
  }
}
