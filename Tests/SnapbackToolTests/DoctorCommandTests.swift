import SnapbackLinux
import SnapbackTestSupport
import Testing

/// `snapback doctor` names each fault with a remedy. Faults determine the exit code.
@Suite struct DoctorCommandTests {
  private static let status = """
    "ok":true,"version":"\(version)","scene":{"views":1,"constraints":1,"warnings":[]},\
    "motion":{"atRest":true,"rate":1},"clients":[],\
    "devices":[{"id":1,"name":"Panel","kind":"touchscreen"}]
    """

  private static let version =
    (try? Command.run("snapback", ["--version"]).output.split(separator: "\n").first).map(
      String.init(_:)) ?? ""

  private func doctor(
    _ arguments: [String] = [], status: String = Self.status
  ) throws -> Command.Result {
    let daemon = try ScriptedDaemon(reply: status)
    return try Command.run("snapback", ["doctor", "--socket", daemon.path] + arguments)
  }

  /// The lines that begin with a word, without the padding of columns.
  private func findings(_ verdict: String, in result: Command.Result) -> [String] {
    result.output.split(separator: "\n").filter { $0.hasPrefix(verdict + " ") }.map {
      $0.split(separator: " ").dropFirst().joined(separator: " ")
    }
  }

  @Test func aDaemonThatReadsAPanelIsWell() throws {
    let result = try doctor()
    #expect(result.code == 0, "\(result.output)\(result.error)")
    #expect(findings("fault", in: result).isEmpty)
    let well = findings("ok", in: result)
    #expect(well.contains("devices the daemon reads: Panel"), "\(result.output)")
    #expect(well.contains("roles this user may: view, control"))
    #expect(well.contains("daemon snapbackd \(Self.version)"))
  }

  @Test func whatTheDaemonSaysIsPassedOn() throws {
    let odd = """
      "ok":true,"version":"0.0.1","scene":{"warnings":["card.left is not held"]},\
      "motion":{"atRest":true,"rate":0.1},"clients":[{"name":"slow","dropped":7}],"devices":[]
      """
    let result = try doctor(status: odd)
    #expect(result.code == 1)
    let warnings = findings("warning", in: result)
    #expect(warnings.contains { $0.contains("snapbackd 0.0.1") }, "\(result.output)")
    #expect(warnings.contains("daemon its scene: card.left is not held"))
    #expect(warnings.contains("daemon motions run at 0.1 times their speed"))
    #expect(warnings.contains { $0.hasPrefix("client slow has read too slowly: 7 events") })
    #expect(findings("fault", in: result) == ["devices the daemon reads no device"])
  }

  @Test func withoutADaemonEachPlaceIsExplained() throws {
    let nobody = try Command.run("snapback", ["doctor", "--socket", "/nowhere/s"])
    #expect(nobody.code == 1)
    #expect(findings("fault", in: nobody).contains("socket no daemon: there is no /nowhere/s"))
    #expect(nobody.output.contains("→ start it: systemctl start snapbackd.socket"))
    let folder = try TemporaryFolder()
    let left = folder.path + "/s"
    try Files.write([], to: left)
    let deserted = try Command.run("snapback", ["doctor", "--socket", left])
    #expect(
      findings("fault", in: deserted).contains(
        "socket \(left) exists, but no daemon listens on it"))
  }

  @Test func configurationAndSceneAreReadAsTheDaemonReadsThem() throws {
    let folder = try TemporaryFolder()
    let config = folder.path + "/c.json5"
    let scene = folder.path + "/s.json5"
    try Files.write(Array(#"{ scene: "s.json5" }"#.utf8), to: config)
    let missing = try doctor(["--config", config])
    #expect(missing.code == 1)
    #expect(findings("fault", in: missing).first?.contains(scene) == true)

    try Files.write(
      Array(
        """
        { snapback: 1, screen: { width: 90, height: 80 }, views: [{ id: "a" }],
          constraints: ["a.left = 0", "a.width = 10", "a.width = 20", "a.height = 5"] }
        """.utf8), to: scene)
    let doubtful = try doctor(["--config", config])
    #expect(doubtful.code == 0, "\(doubtful.output)")
    let warnings = findings("warning", in: doubtful)
    #expect(warnings.contains { $0.contains("a.width = 20") }, "\(doubtful.output)")
    #expect(warnings.contains { $0.hasPrefix("scene a: top not determined") })

    try Files.write(Array("{ scen: 1 }".utf8), to: config)
    let broken = try doctor(["--config", config])
    #expect(broken.code == 1)
    #expect(findings("fault", in: broken).first?.contains("c.json5:1:3") == true)
  }

  @Test func forProgramsEachFindingIsAnObject() throws {
    let lines = try doctor(["--json"]).output.split(separator: "\n")
    #expect(lines.count > 3)
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"verdict":""#) && $0.hasSuffix("}") })
  }
}
