import SimulatedKernel

/// The material of simulated runs: configuration, scenes, requests and malformed bytes.
enum Material {
  /// The users of clients by index, with the names of their roles.
  static let users: [(uid: UInt32, roles: Set<String>)] = [
    (500, ["view", "view-touches", "control", "inject"]), (1001, ["view"]),
    (1002, ["view", "control"]), (1003, ["control"]), (1004, ["inject"]), (1005, ["view-touches"]),
    (1006, ["view", "view-touches", "control", "inject"]), (1007, ["view", "control"]), (1008, []),
  ]

  static let sceneFile = "/etc/snapback/scene.json5"

  /// The configuration for a script: one rule for each user except the daemon's own; 1007 is
  /// trusted.
  static func configuration(for script: [Step]) -> String {
    let watches = script.contains { $0.verb == .watch }
    let rules = users.dropFirst().map { user in
      let roles = user.roles.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      let trusted = user.uid == 1007 ? ", trusted: true" : ""
      return "{ uid: \(user.uid), roles: [\(roles)]\(trusted) }"
    }
    return """
      { scene: "\(sceneFile)", socket: "/run/snapback/socket", watch: \(watches),
        access: { default: [], rules: [\(rules.joined(separator: ",\n"))] } }
      """
  }

  /// A scene of `tiles` tiles in rows, with a card that a finger drags and that springs home.
  static func scene(tiles: Int) -> String {
    var text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [{ id: "card", color: "#0a84ff" }, { id: "drawer", color: "#30d158", views: [

      """
    for tile in 0..<tiles { text += "{ id: \"t\(tile)\" },\n" }
    text += """
      ] }], constraints: [
        "card.left = screen.left + 40", "card.top = screen.top + 40", "card.width = 200",
        "card.height = 200", "drawer.left = screen.left", "drawer.width = screen.width",
        { id: "open", rule: "drawer.top = screen.top + 500" }, "drawer.height = 300",

      """
    for tile in 0..<tiles {
      text += "\"t\(tile).left = drawer.left + \(tile % 10 * 40)\","
      text += "\"t\(tile).top = drawer.top + \(tile / 10 * 20)\","
      text += "\"t\(tile).width = 30\", \"t\(tile).height = 15\",\n"
    }
    text += """
      ], gestures: [
        { name: "drag", pan: "card", spring: { response: 0.4, dampingRatio: 0.8 } },
        { tap: "drawer", name: "tap" } ],
        actions: [{ name: "open", on: { gesture: "tap" },
          changes: [{ constraint: "open", constant: 300 }],
          animate: { spring: { response: 0.3, dampingRatio: 1 } } }] }
      """
    return text
  }

  /// The possible contents of the scene file: three scenes, a truncated one and an invalid one.
  static let scenes: [String] = [
    scene(tiles: 4), scene(tiles: 30), scene(tiles: 150),
    String(scene(tiles: 4).dropLast(20)), "{ snapback: 1, screen: 7 }",
  ]

  /// Writes, replaces or removes the scene file, as a step says.
  static func changeScene(_ step: Step, in files: FileSystem) {
    let text = scenes[step.number(0)]
    switch step.number(1) {
    case 1:
      files.write(text, to: sceneFile + ".new")
      files.rename(sceneFile + ".new", to: sceneFile)
    case 2: files.remove(sceneFile)
    default: files.write(text, to: sceneFile)
    }
  }

  /// Requests as lines, with `#` in place of the id; clients may not make some of them.
  static let requests: [String] = [
    "{\"ping\":{\"id\":#}}", "{\"status\":{\"id\":#}}", "{\"resync\":{}}",
    "{\"inspect\":{\"id\":#}}", "{\"inspect\":{\"id\":#,\"view\":\"card\"}}",
    "{\"rate\":{\"rate\":24}}", "{\"shm_attach\":{}}",
    "{\"change\":{\"id\":#,\"changes\":[{\"constraint\":\"open\",\"constant\":320}],"
      + "\"animate\":{\"spring\":{\"response\":0.3,\"dampingRatio\":0.7}}}}",
    "{\"change\":{\"id\":#,\"changes\":[{\"constraint\":\"open\",\"constant\":500}]}}",
    "{\"change\":{\"id\":#,\"changes\":[{\"view\":\"card\",\"translation\":[30,9]}],"
      + "\"animate\":{\"curve\":\"linear\",\"duration\":0.5},\"controlled\":true}}",
    "{\"change\":{\"id\":#,\"changes\":[{\"view\":\"card\",\"aplha\":0.5}]}}",
    "{\"animation\":{\"id\":#,\"transaction\":1,\"do\":\"pause\"}}",
    "{\"animation\":{\"id\":#,\"transaction\":2,\"do\":\"scrub\",\"fraction\":0.4}}",
    "{\"patch\":{\"id\":#,\"scene\":{\"gestures\":[{\"name\":\"drag\",\"spring\":"
      + "{\"response\":0.5,\"dampingRatio\":0.6}}]}}}",
    "{\"patch\":{\"id\":#,\"scene\":{\"views\":[{\"id\":\"new\"}]}}}",
    "{\"load\":{\"id\":#,\"scene\":{\"snapback\":1,\"screen\":{\"width\":300,\"height\":500},"
      + "\"views\":[{\"id\":\"card\"},{\"id\":\"other\"}]}}}",
    "{\"run\":{\"id\":#,\"action\":\"open\"}}",
    "{\"retarget\":{\"id\":#,\"constraint\":\"open\",\"side\":\"first\"}}",
    "{\"motion\":{\"id\":#,\"reduced\":false}}", "{\"rotate\":{\"id\":#,\"rotation\":90}}",
    "{\"rotate\":{\"id\":#,\"rotation\":0}}",
    "{\"inject\":{\"id\":#,\"touches\":[{\"id\":1,\"phase\":\"began\",\"x\":100,\"y\":100}]}}",
    "{\"inject\":{\"id\":#,\"touches\":[{\"id\":1,\"phase\":\"moved\",\"x\":170,\"y\":120}]}}",
    "{\"inject\":{\"id\":#,\"touches\":[{\"id\":1,\"phase\":\"ended\",\"x\":170,\"y\":120}]}}",
    "{\"frame_request\":{\"time\":@,\"refresh\":16666667}}",
    "{\"presented\":{\"seq\":9,\"time\":@}}", "{\"future\":{\"id\":#}}",
    "{\"document\":{\"id\":#}}",
  ]

  /// Bytes that are not part of any valid conversation.
  static let nonsense: [[UInt8]] = [
    Array("nonsense\n".utf8), Array("{\"hello\":5}\n".utf8), Array("{}\n".utf8),
    Array("SNAPBK9\n".utf8), Array("SNAPBK1\n".utf8) + [255, 255, 255, 255, 1, 0, 1, 0],
    [UInt8](repeating: 0x7B, count: 70_000), Array("{\"hello\":{}}\n{\"hello\":{}}\n".utf8),
    [UInt8](repeating: 0, count: 5000),
  ]
}
