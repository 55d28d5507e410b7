import SnapbackLinux
import SnapbackTestSupport
import Testing

/// Rules, kind, ranges and rotation of the devices in a recording, from files and from options.
@Suite struct DeviceOptionTests {
  private static let recordings = Fixture.repository + "/Tests/Fixtures/recordings/"
  private static let card = Fixture.repository + "/configs/scenes/card.json5"
  /// Two fingers, the second for 16 ms beside the first; 800 x 480 units, 160 x 96 mm.
  private static let panel = recordings + "evemu-1.3.evemu"

  /// The first line of the list of contacts, and the place where the first contact begins.
  private func first(_ options: String...) throws -> (heading: String, from: String) {
    let result = try Command.run("snapback", ["contacts", Self.panel] + options)
    #expect(result.code == 0 && result.error.isEmpty, "\(result.error)")
    let lines = result.output.split(separator: "\n").map(String.init)
    let cells = lines.dropFirst(2).first?.split(separator: " ").map(String.init) ?? []
    return (lines.first ?? "", cells.count > 6 ? cells[6] : "")
  }

  @Test func optionsChangeTheSurface() throws {
    // The finger begins at 120, 240 units of 5 a millimeter.
    let plain = try first()
    #expect(plain.heading == "touchscreen \"Test panel\", 160 x 96 mm" && plain.from == "24.0,48.0")
    #expect(try first("--rule", "{ size: [320, 192] }").from == "48.0,96.0")
    // Half the range: the same unit is twice as far, and the panel half as large.
    let ranged = try first("--x-range", "0...399", "--size", "800x480")
    #expect(ranged.from == "240.0,240.0")
    // The picture's left edge is the panel's upper edge: x is 48, y is 160 − 24.
    let turned = try first("--rotation", "90")
    #expect(turned.heading.hasSuffix("96 x 160 mm") && turned.from == "48.0,136.0")
    #expect(try first("--rule", "{ rotation: 90 }").from == "48.0,136.0")
    let pad = try first("--kind", "touchpad")
    #expect(pad.heading.hasPrefix("touchpad ") && pad.from == "24.0,48.0")
  }

  @Test func aConfigurationAppliesAndOptionsComeLast() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/snapbackd.json5"
    let text = """
      { scene: "nowhere.json5", rotation: 90,
        deviceRules: [{ match: { name: "Test*" }, size: [320, 192] }, { match: { name: "Other" },
          ignore: true }] }
      """
    try Files.write(Array(text.utf8), to: path)
    // Twice the size, then turned: 96, 320 − 48.
    #expect(try first("--config", path).from == "96.0,272.0")
    #expect(try first("--config", path, "--rotation", "0").from == "48.0,96.0")
    let last = try first("--config", path, "--rotation", "0", "--rule", "{ size: [160, 96] }")
    #expect(last.from == "24.0,48.0")
  }

  @Test func aReplayAppliesThem() throws {
    func contacts(_ options: String...) throws -> String {
      let arguments = ["replay", Self.panel, "--scene", Self.card] + options
      let lines = try Command.run("snapback", arguments).output.split(separator: "\n")
      return String(lines.first { $0.hasPrefix("contacts") }?.split(separator: " ").last ?? "")
    }
    #expect(try contacts() == "1")
    #expect(try contacts("--rule", "{ ghosts: false }") == "2")
    let result = try Command.run(
      "snapback", ["replay", Self.panel, "--scene", Self.card, "--rule", "{ ignore: true }"])
    #expect(result.code == 65)
    #expect(
      result.error == "snapback: error: \(Self.panel): \"Test panel\" reports no positions, or a "
        + "rule ignores it\n")
  }

  @Test func aReplayExplainsWhatTheFilterDoes() throws {
    let result = try Command.run(
      "snapback", ["replay", Self.panel, "--scene", Self.card, "--explain"])
    #expect(
      result.output.contains(
        "    0.032  filter: contact 2, next to others, ended after 16 ms; it was dropped\n"))
    let list = try Command.run("snapback", ["contacts", Self.panel])
    #expect(
      list.output.contains(
        "\n  0.032  filter: contact 2, next to others, ended after 16 ms; it was dropped\n"))
    let json = try Command.run("snapback", ["contacts", Self.panel, "--json"])
    #expect(
      json.output.contains(
        """
        {"note":{"time":32000000,"device":"Test panel","kind":"ghost","contact":2,"text":"filter: \
        contact 2, next to others, ended after 16 ms; it was dropped"}}
        """))
  }

  @Test func aCaseHasItsOwnAndOptionsComeLast() throws {
    let folder = try TemporaryFolder()
    try Files.write(
      Array("{ deviceRules: [{ ghosts: false }] }".utf8), to: folder.path + "/panel.json5")
    func run(_ keys: String, _ options: String...) throws -> Command.Result {
      // Only the first finger touches the card; the second drags it to the right.
      let text = """
        { recording: "\(Self.panel)", scene: "\(Self.card)", \(keys)
          expect: [{ gesture: "pan", count: 7 }] }
        """
      try Files.write(Array(text.utf8), to: folder.path + "/a.case")
      return try Command.run("snapback", ["test", folder.path, "--explain"] + options)
    }
    let dropped = "filter: contact 2, next to others, ended after 16 ms; it was dropped"
    #expect(try run("").output.contains(dropped))
    #expect(try !run("deviceRules: [{ ghosts: false }],").output.contains(dropped))
    #expect(try !run("config: \"panel.json5\",").output.contains(dropped))
    let last = try run("config: \"panel.json5\",", "--rule", "{ ghosts: true }")
    #expect(last.code == 1 && last.output.contains(dropped))
    let missing = try run("config: \"nowhere.json5\",")
    #expect(missing.code == 65 && missing.error.contains("nowhere.json5"), "\(missing.error)")
    #expect(missing.error.contains("a.case:1:"))
  }

  @Test(arguments: [
    (["--rule", "{ ghost: false }"], "--rule:1:3: ghost: unknown key \"ghost\""),
    (["--kind", "keyboard"], "'keyboard'"), (["--x-range", "9...0"], "'9...0'"),
    (["--y-range", "0-9"], "'0-9'"), (["--rotation", "45"], "--rotation is 0, 90, 180 or 270"),
  ])
  func wrongOptionsAreToldApart(options: [String], text: String) throws {
    for command in [["contacts", Self.panel], ["replay", Self.panel, "--scene", Self.card]] {
      let result = try Command.run("snapback", command + options)
      #expect(result.code == 64 && result.error.contains(text), "\(result.error)")
    }
  }
}
