import Glibc
import SnapbackLinux
import SnapbackTestSupport
import Testing

/// The commands as a user meets them: one clear line and the right exit code.
@Suite struct CommandTests {
  private static let card = Fixture.repository + "/configs/scenes/card.json5"
  private static let flick = Fixture.repository + "/recordings/flick.evemu"

  @Test func aMissingRecordingIsNamed() throws {
    let result = try Command.run("snapback", ["replay", "/nowhere/x.evemu", "--scene", Self.card])
    #expect(result.code == 66)
    #expect(
      result.error
        == "snapback: error: cannot open /nowhere/x.evemu: No such file or directory\n")
  }

  @Test func aTruncatedRecordingIsNamedWithItsLine() throws {
    let folder = try TemporaryFolder()
    let bytes = try Fixture.bytes(Self.flick)
    let path = folder.path + "/cut.evemu"
    try Files.write(Array(bytes.prefix(bytes.count / 2)), to: path)
    for command in [["check", path], ["replay", path, "--scene", Self.card]] {
      let result = try Command.run("snapback", command)
      #expect(result.code == 65)
      #expect(result.error.hasPrefix("snapback: error: \(path):"))
      #expect(result.error.split(separator: "\n").count == 1)
    }
  }

  @Test func aSceneWithAnUnknownKeyIsRefusedWithItsPlaceAndANameThatIsNear() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/scene.json5"
    let text = "{ snapback: 1,\n  screen: { widht: 390, height: 844 } }"
    try Files.write(Array(text.utf8), to: path)
    let fault = "\(path):2:13: screen.widht: unknown key \"widht\" — did you mean \"width\"?"
    let missing = "\(path):2:11: screen: missing key \"width\""
    for (command, arguments) in [
      ("snapback", ["check", path]), ("snapback", ["layout", path]),
      ("snapbackd", ["--scene", path, "--check"]), ("snapbackd", ["--scene", path]),
    ] {
      let result = try Command.run(command, arguments)
      #expect(result.code == 65)
      let isNamed = [fault, missing].contains { result.error == "\(command): error: \($0)\n" }
      #expect(isNamed, "\(result.error)")
    }
  }

  @Test func aMissingSceneAndNoSceneAreToldApart() throws {
    let missing = try Command.run("snapbackd", ["--scene", "/nowhere/s.json5"])
    #expect(missing.code == 66)
    let none = try Command.run("snapbackd", [])
    #expect(none.code == 64)
    #expect(none.error.contains("give --scene FILE"))
  }

  @Test func wrongUsageIsCode64() throws {
    for arguments in [
      ["replay"], ["replay", Self.flick, "--scene", Self.card, "--rate", "0"],
      ["layout", Self.card, "--size", "big"], ["synth", "nothing"], ["dance"],
    ] {
      #expect(try Command.run("snapback", arguments).code == 64, "\(arguments)")
    }
  }

  @Test(arguments: [
    (["--scen", "x"], "unknown option --scen; did you mean --scene?"),
    (["--grab=sometimes"], "--grab sometimes: expected one of never, while-connected, always"),
    (["--scene"], "--scene needs a value: --scene FILE"),
    (["--scene="], "--scene needs a value: --scene FILE"),
    (["extra"], "unexpected argument \"extra\"; see --help"),
    (["--check=yes"], "--check takes no value"),
    (["--speed", "fast"], "--speed fast: expected a number from 0.01 to 100, or max"),
    (["--device", "touch"], "--device touch: give the device's full path, /dev/input/…"),
    (["--loop"], "--speed and --loop go with --replay"),
  ])
  func theDaemonNamesAWrongOption(arguments: [String], complaint: String) throws {
    let result = try Command.run("snapbackd", arguments)
    #expect(result.code == 64)
    #expect(result.error == "snapbackd: error: \(complaint)\n")
  }

  @Test func theDaemonTakesItsOptionsEitherWayAndTheLastOneCounts() throws {
    let spaced = try Command.run(
      "snapbackd", ["--scene", "/nowhere", "--scene", Self.card, "--check"])
    let joined = try Command.run("snapbackd", ["--check", "--scene=\(Self.card)"])
    #expect(spaced.code == 0 && joined.code == 0)
    #expect(spaced.output == "ok\n" && joined.output == "ok\n")
    let help = try Command.run("snapbackd", ["-h"])
    #expect(help.code == 0 && help.output.contains("--log-level LEVEL"))
  }

  @Test func checkAcceptsEverythingThatIsBundled() throws {
    let scenes = Files.names(in: Fixture.repository + "/configs/scenes")
      .map { Fixture.repository + "/configs/scenes/" + $0 }
    #expect(scenes.count >= 6)
    let all = scenes + [Fixture.repository + "/configs/snapbackd.json5", Self.flick]
    let result = try Command.run("snapback", ["check"] + all)
    #expect(result.code == 0)
    // Indented lines have further details of the recording.
    let verdicts = result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(verdicts.count == all.count)
  }

  @Test func layoutPrintsTheFramesOfAnySize() throws {
    let result = try Command.run(
      "snapback", ["layout", Self.card, "--size", "600x900", "--json"])
    #expect(result.code == 0)
    // 0.8 × 600 = 480 wide, 1.3 × 480 = 624 high, centered.
    #expect(
      result.output.hasPrefix(
        #"{"views":[{"id":"screen","frame":[0,0,600,900]},"#
          + #"{"id":"card","frame":[60,138,480,624]}],"guides":[],"constraints":["#))
    #expect(
      result.output.hasSuffix(#""conflicts":[],"ambiguities":[],"warnings":[]}"# + "\n"))
  }

  @Test func watchWithoutADaemonSaysWhereItLooked() throws {
    let result = try Command.run("snapback", ["watch", "--socket", "/nowhere/s.sock"])
    #expect(result.code == 69)
    #expect(result.error.contains("cannot connect to /nowhere/s.sock"))
    #expect(result.error.contains("is snapbackd running?"))
  }

  @Test func outputThatCannotBeWrittenIsSaid() throws {
    for arguments in [
      "replay \(Self.flick) --scene \(Self.card) --json", "layout \(Self.card)",
      "check \(Self.card)",
    ] {
      let result = try Command.shell("\(Command.path("snapback")) \(arguments) > /dev/full")
      #expect(result.code == 74, "\(arguments)")
      #expect(result.error.contains("cannot write the output: No space left on device"))
    }
  }

  @Test func whatIsNoOrdinaryFileIsRefused() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/pipe.json5", 0o600)
    for path in [folder.path + "/pipe.json5", "/dev/zero", folder.path] {
      #expect(try Command.run("snapback", ["check", path]).code == 66, "\(path)")
    }
  }

  @Test func aClosedPipeEndsTheToolQuietly() throws {
    let result = try Command.shell(
      "\(Command.path("snapback")) replay \(Self.flick) --scene \(Self.card) --json | head -n 1")
    #expect(result.output.hasPrefix("{\"snapshot\""))
    #expect(result.error == "")
  }
}
