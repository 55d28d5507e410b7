import SnapbackLinux
import SnapbackTestSupport
import Testing

/// Recordings of every format as input of the commands.
@Suite struct RecordingCommandTests {
  private static let card = Fixture.repository + "/configs/scenes/card.json5"
  private static let folder = Fixture.repository + "/Tests/Fixtures/recordings/"

  static let names: [String] = Files.names(in: folder)

  @Test func theFixturesAreThere() {
    #expect(Self.names.count == 19)
  }

  @Test(arguments: names)
  func everyFormatReplays(name: String) throws {
    let result = try Command.run("snapback", ["replay", Self.folder + name, "--scene", Self.card])
    #expect(result.code == 0, "\(result.error)")
    // The second finger lasts 16 ms next to the first, so it is a ghost unless times are missing.
    // One recording also has a mouse whose button is pressed.
    let contacts = name == "libinput.yml" || name.contains("no-times") ? 2 : 1
    #expect(result.output.contains("contacts       \(contacts)\n"))
    let isDescribed = !ContactsCommandTests.undescribed.contains { name.contains($0) }
    #expect(result.error.contains("ranges are taken from the values") == !isDescribed)
  }

  @Test(arguments: ["libinput.yml", "snapback.jsonl", "getevent-raw.txt"])
  func theDaemonTakesThemToo(name: String) throws {
    let result = try Command.run(
      "snapbackd", ["--scene", Self.card, "--replay", Self.folder + name, "--check"])
    #expect(result.code == 0 && result.output == "ok\n", "\(result.error)")
  }

  @Test func checkTellsWhatARecordingHolds() throws {
    let path = Self.folder + "libinput.yml"
    let result = try Command.run("snapback", ["check", path])
    #expect(
      (result.output + result.error) == """
        \(path): a recording (libinput's YAML) of 2 devices, 36 events
          touchscreen "Test panel" at /dev/input/event5
            x 0...799, y 0...479, 5 slots, 160 x 96 mm
            31 events, 6 frames, 2 contacts (2 at once), 0.040 s
          mouse "Mouse \\"Five\\" \\\\ Buttons" at /dev/input/event6
            no positions
            5 events, 2 frames, 1 contact, 0.048 s
        \(path): warning: "Mouse \\"Five\\" \\\\ Buttons": 1 contact that never lifts

        """)
  }

  @Test func aDamagedRecordingPlaysLenientlyAndSaysWhatIsLeftOut() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/damaged"
    let bytes = try Fixture.bytes(Self.folder + "evtest.txt")
    try Files.write(bytes.dropLast(30) + Array("\nnonsense\n".utf8), to: path)
    let strict = try Command.run("snapback", ["replay", path, "--scene", Self.card])
    #expect(strict.code == 65 && strict.output.isEmpty)
    #expect(strict.error.hasPrefix("snapback: error: \(path):"))
    let lenient = try Command.run(
      "snapback", ["replay", path, "--scene", Self.card, "--lenient"])
    #expect(lenient.code == 0 && lenient.output.contains("contacts       1\n"))
    #expect(lenient.error.hasPrefix("snapback: warning: left out: \(path):"))
    #expect(lenient.error.split(separator: "\n").count == 3)
  }

  @Test(arguments: [
    (["--format", "evtest"], 64, "--format must be evemu, libinput or snapback"),
    (["--device", "event5"], 64, "give the device's full path"),
    (["--seconds", "nan"], 64, "--seconds must be"),
    (["--device", "/nowhere/event0"], 66, "/nowhere/event0 does not exist (yet)"),
    (["--device", "/dev/null"], 66, "/dev/null is not an input device"),
  ])
  func recordSaysWhyItCannot(arguments: [String], code: Int32, text: String) throws {
    let result = try Command.run("snapback", ["record"] + arguments)
    #expect(result.code == code)
    #expect(result.error.contains(text), "\(result.error)")
    #expect(result.output.isEmpty)
  }
}
