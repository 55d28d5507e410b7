import SnapbackLinux
import SnapbackTestSupport
import Testing

/// The output of `snapback contacts`.
@Suite struct ContactsCommandTests {
  private static let folder = Fixture.repository + "/Tests/Fixtures/recordings/"

  /// Parts of the names of recordings that do not describe their device.
  static let undescribed = [
    "events-only", "no-header", "old", "names", "no-times", "adb", "cat-", "umockdev",
  ]

  private static func run(_ name: String, _ options: String...) throws -> Command.Result {
    try Command.run("snapback", ["contacts", folder + name] + options)
  }

  @Test func peopleGetATable() throws {
    let result = try Self.run("libinput.yml")
    #expect(
      result.output == """
        touchscreen "Test panel", 160 x 96 mm
          contact  tool    begin    end  ended   samples        from          \
        to  path  mean  release  confidence
                1  finger  0.000  0.040  lifted        5   24.0,48.0   30.0,46\
        .0   7.4   184      134        0.43
                2  finger  0.016  0.032  lifted        2  120.0,60.0  122.0,60\
        .0   2.0   125      250        0.98
          0.032  filter: contact 2, next to others, ended after 16 ms; it was dropped
        mouse "Mouse \\"Five\\" \\\\ Buttons", 1000 x 1000 points
          contact  tool    begin    end  ended  samples         from           \
        to  path  mean  release  confidence
                3  button  0.052  0.052  open         1  503.0,500.0  503.0,50\
        0.0   0.0     0        -           -

        """)
  }

  @Test(arguments: RecordingCommandTests.names)
  func everyFormatHasTheSameContacts(name: String) throws {
    let rows = try Self.run(name, "--csv", "--size", "800x480").output.split(separator: "\n")
    // The recording with a mouse ends while its button is held.
    try #require(rows.count == (name == "libinput.yml" ? 4 : 3))
    let columns = rows[0].split(separator: ",").map(String.init)
    let cells = rows[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(cells.count == columns.count)
    let row = Dictionary(zip(columns, cells)) { first, _ in first }
    #expect(row["unit"] == "points" && row["ended"] == "lifted" && row["samples"] == "5")
    // The gesture of the fixtures has five positions in 40 ms. Without a device description the
    // ranges are the observed ones; without times there is no speed.
    if !name.contains("no-times") { #expect(row["end"] == "0.04") }
    if !Self.undescribed.contains(where: name.contains) {
      #expect(row["from_x"] == "120.0" && row["from_y"] == "240.0")
      #expect(row["to_x"] == "150.0" && row["to_y"] == "230.0")
    }
  }

  @Test func programsGetEveryPlace() throws {
    let lines = try Self.run("libinput.yml", "--json").output.split(separator: "\n")
    // Three contacts and a note.
    try #require(lines.count == 4)
    #expect(
      lines[1] == """
        {"contact":{"id":2,"device":"Test panel","node":"/dev/input/event5","tool":"finger",\
        "unit":"mm","begin":16000000,"end":32000000,"ended":"lifted","path":2,"meanSpeed":125,\
        "release":{"velocity":[250,0],"speed":250,"confidence":0.9805183265003462},\
        "positions":[[16000000,120,60],[24000000,122,60]]}}
        """)
  }

  @Test func aPenHasPressureTiltAndButtons() throws {
    // Bits of keys and axes: BTN_TOOL_PEN, BTN_TOUCH and BTN_STYLUS; X, Y, PRESSURE and TILT_X/Y.
    let recording = """
      N: Pen
      I: 0018 1209 0001 0100
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 01 0c 00 00 00 00 00 00
      B: 03 03 00 00 0d 00 00 00 00
      A: 00 0 999 0 0 10
      A: 01 0 999 0 0 10
      A: 18 0 1000 0 0 0
      A: 1a -90 90 0 0 0
      A: 1b -90 90 0 0 0
      E: 0.000000 0001 0140 1
      E: 0.000000 0001 014a 1
      E: 0.000000 0001 014b 1
      E: 0.000000 0003 0000 100
      E: 0.000000 0003 0001 200
      E: 0.000000 0003 0018 500
      E: 0.000000 0003 001a 90
      E: 0.000000 0000 0000 0
      E: 0.008000 0003 0018 250
      E: 0.008000 0001 014b 0
      E: 0.008000 0000 0000 0
      E: 0.016000 0001 014a 0
      E: 0.016000 0000 0000 0

      """
    let folder = try TemporaryFolder()
    let path = folder.path + "/pen.evemu"
    try Files.write(Array(("# EVEMU 1.2\n" + recording).utf8), to: path)
    let output = try Command.run("snapback", ["contacts", path, "--json"]).output
    #expect(
      output.hasSuffix(
        #""positions":[[0,10,20],[8000000,10,20]],"pen":[[0.5,64,0,1],[0.25,64,0,0]]}}"# + "\n"))
  }

  @Test func framesAreThoseOfTheDaemon() throws {
    let lines = try Self.run("libinput.yml", "--frames", "--size", "1000x1000").output
      .split(separator: "\n")
    #expect(
      lines.first == """
        {"frame":{"time":0,"device":"Test panel","contacts":[{"id":1,"tool":"finger",\
        "phase":"began","x":150,"y":500}]}}
        """)
    // The mouse has a cursor, which begins in the middle of the screen.
    #expect(
      lines.contains {
        $0.contains(#""device":"Mouse"#) && $0.contains(#""hover":{"x":503,"y":500}"#)
      })
  }

  @Test(arguments: [
    ("bounded-fit", true), ("least-squares", true), ("impulse", true), ("end-to-end", true),
    ("recent-touch", true), ("recent-trackpad", true), ("newest", false), ("leastSquares", false),
  ])
  func velocitiesAreChosenByName(name: String, isKnown: Bool) throws {
    let result = try Self.run("libinput.yml", "--velocity", name)
    #expect(result.code == (isKnown ? 0 : 64))
  }

  @Test func aSpeedDependsOnTheStrategy() throws {
    let names = ["bounded-fit", "least-squares", "impulse", "end-to-end", "recent-touch"]
    let speeds = try names.map { name in
      let rows = try Self.run("libinput.yml", "--csv", "--velocity", name).output
      return String(rows.split(separator: "\n")[1].split(separator: ",").dropLast().last ?? "")
    }
    #expect(Set(speeds).count == 5)
  }

  @Test func whatCannotBeListedIsRefused() throws {
    let both = try Self.run("libinput.yml", "--json", "--csv")
    #expect(both.code == 64 && both.error.contains("--json, --csv and --frames exclude each other"))
    let missing = try Self.run("nowhere.evemu")
    #expect(missing.code == 66)
    let folder = try TemporaryFolder()
    let path = folder.path + "/mouse"
    let mouse =
      "N: Mouse\nI: 0003 0001 0002 0003\nE: 0.000000 0002 0000 1\nE: 0.000000 0000 0000 0\n"
    try Files.write(Array(mouse.utf8), to: path)
    let result = try Command.run("snapback", ["contacts", path])
    #expect(result.code == 65)
    #expect(result.error == "snapback: error: \(path): \"Mouse\" reports no positions\n")
  }
}
