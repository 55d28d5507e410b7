import SnapbackLinux
import SnapbackTestSupport
import Testing

/// The recordings of `snapback synth`, and the arguments that it refuses.
@Suite struct SynthCommandTests {
  private func run(_ line: String) throws -> Command.Result {
    try Command.shell("\(Command.path("snapback")) synth \(line)")
  }

  @Test func everyGestureIsWrittenOnEveryDeviceThatHasIt() throws {
    let gestures = [
      "tap --at 195,400 --count 2", "long-press --at 195,400 --to 250,400",
      "drag --from 100,100 --to 300,600 --profile lognormal",
      "flick --from 100,500 --to 300,480 --duration 0.18 --velocity 2000",
      "swipe --direction up --from 195,600", "edge-pan --edge left --velocity 800",
      "scroll --at 195,600 --by 0,-200 --fingers 1",
    ]
    for device in ["touchscreen", "touchpad", "pen", "absolutePointer", "mouse"] {
      for gesture in gestures {
        let result = try run("\(gesture) --device \(device) --seed 3 --jitter 0.1 --noise 2")
        #expect(result.code == 0, "\(gesture) on \(device): \(result.error)")
        #expect(result.output.hasPrefix("# EVEMU 1.3\nN: Snapback synthetic "))
        #expect(result.error.isEmpty)
      }
    }
    for pair in [
      "pinch --at 195,400 --from 60 --to 240 --turn -30", "rotate --at 195,400 --by 90",
    ] {
      #expect(try run(pair).code == 0)
      #expect(try run("\(pair) --device mouse").code == 64)
    }
  }

  @Test func aRecordingIsReadBackAndLendsItsDevice() throws {
    let folder = try TemporaryFolder()
    let card = Fixture.repository + "/configs/scenes/card.json5"
    for format in ["evemu", "libinput", "snapback"] {
      let path = folder.path + "/r.\(format)"
      let like = Fixture.repository + "/Tests/Fixtures/recordings/libinput.yml"
      let result = try run(
        "drag --from 150,400 --to 250,400 --like \(like) --format \(format) -o \(path)")
      #expect(result.code == 0, "\(result.error)")
      #expect(result.output.hasPrefix("\"Test panel\": "))
      #expect(result.output.contains("150,400 to 250,400, lifts at 0.6 s"))
      let replay = try Command.run("snapback", ["replay", path, "--scene", card])
      #expect(replay.output.contains("Test panel") && replay.output.contains("pans           1"))
    }
  }

  @Test func theBundledRecordingsAreWrittenByTheirNames() throws {
    let folder = try TemporaryFolder()
    let result = try run("bundled flick tap --directory \(folder.path)")
    #expect(result.output == "\(folder.path)/flick.evemu\n\(folder.path)/tap.evemu\n")
    let bundled = try Fixture.bytes(Fixture.repository + "/recordings/flick.evemu")
    #expect(try Files.read(folder.path + "/flick.evemu") == bundled)
    #expect(try run("bundled flik").code == 64)
  }

  @Test func whatIsWrongIsNamed() throws {
    let flick = "flick --from 100,500 --to 300,480"
    let faults: [(String, Int32, String)] = [
      ("flick --from 100,500", 64, "--to"), ("flick --from 100 --to 1,1", 64, "--from"),
      ("\(flick) --duration 0.18 --velocity 9000", 64, "--velocity: 200.998 points in 0.18 s"),
      ("\(flick) --velocity nan", 64, "--velocity must be a number from 0 to 20000"),
      ("\(flick) --rate 0", 64, "--rate is 1 to 1000"),
      ("\(flick) --jitter 2", 64, "--jitter is a share"),
      ("\(flick) --noise 2e6", 64, "--noise must be from 0 to"),
      ("\(flick) --format evtest", 64, "--format must be evemu, libinput or snapback"),
      ("\(flick) --device moose", 64, "did you mean \"mouse\"?"),
      ("\(flick) --device pen --like x", 64, "give one of --device and --like"),
      ("\(flick) --device ./nowhere.json5", 66, "nowhere.json5"),
      ("\(flick) --like /nowhere", 66, "/nowhere"),
      ("\(flick) --size 100x900", 64, "a finger at 300,480 would be outside the screen of 100x900"),
      ("\(flick) --fingers 11", 64, "--fingers is 1 to 10"),
      ("swipe --direction lft --from 9,9", 64, "'left', 'right', 'up' or 'down'"),
      ("pinch --at 195,400 --from 0 --to 9", 64, "--from must be a number from 1"),
      ("wheel --notches 2 --device pen", 64, "has no wheel"),
      ("wheel --notches 2000", 64, "--notches is -1000 to 1000"),
      ("\(flick) -o /nowhere/x", 74, "cannot write /nowhere/x"),
      ("\(flick) > /dev/full", 74, "cannot write the output"),
      ("script /nowhere.json5", 66, "/nowhere.json5"),
    ]
    for (line, code, message) in faults {
      let result = try run(line)
      #expect(result.code == code, "\(line): \(result.error)")
      #expect(result.error.contains(message), "\(line): \(result.error)")
    }
  }

  @Test func aScriptsFaultHasItsPlace() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json5"
    try Files.write(Array("{gestures: [\n  {tap: [9, 9], fingres: 2}]}".utf8), to: path)
    let result = try run("script \(path)")
    #expect(result.code == 65)
    #expect(
      result.error == "snapback: error: \(path):2:17: gestures[0].fingres: unknown key "
        + "\"fingres\" — did you mean \"fingers\"?\n")
  }
}
