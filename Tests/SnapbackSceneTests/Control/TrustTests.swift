import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import Testing

/// The limits of trusted clients are those of scene files. Other clients have ``ControlLimits`` or
/// the size of the running scene.
@Suite struct TrustTests {
  private static let head = "snapback: 1, screen: {width: 400, height: 800}"

  /// A scene with `count` views in addition to the screen, and a constraint for each of them.
  private static func scene(views count: Int) -> String {
    let views = (0..<count).map { "{id: \"v\($0)\"}" }.joined(separator: ",")
    let rules = (0..<count).map { "\"v\($0).left = \($0)\"" }.joined(separator: ",")
    return "{\(head), views: [\(views)], constraints: [\(rules)]}"
  }

  private static func list(_ item: String, _ count: Int) -> String {
    "{changes: [\(Array(repeating: item, count: count).joined(separator: ","))]}"
  }

  /// The error of a command; nil when it succeeds.
  private func refusal(
    _ controlled: inout Controlled, _ command: Command, _ body: String, isTrusted: Bool
  ) throws -> ControlError? {
    do {
      try controlled.send(command, body, from: 1, isTrusted: isTrusted)
      return nil
    } catch let error as ControlError {
      return error
    }
  }

  @Test func changesBeyondTheLimitsAreForTrustedClients() throws {
    let alpha = Self.list("{view: \"card\", alpha: 0.3}", ControlLimits.changes + 1)
    let passes = Self.list("\"layoutIfNeeded\"", ControlLimits.passes)
    let text = String(repeating: "a", count: ControlLimits.textCharacters + 1)
    let rule = "{addConstraint: \"card.width >= 1\"}"
    let bodies = [
      alpha, passes, Self.list("{view: \"title\", text: \"\(text)\"}", 1),
      Self.list(rule, ControlLimits.constraints + 1),
    ]
    for body in bodies {
      var controlled = try Controlled(barScene)
      let error = try refusal(&controlled, .change, body, isTrusted: false)
      #expect(error?.code == .limit, "\(body.prefix(60))")
      #expect(try refusal(&controlled, .change, body, isTrusted: true) == nil)
    }
  }

  /// Scenes that exceed a limit each: what the error counts, the scene, and whether the reader
  /// accepts it.
  private static var largeScenes: [(noun: String, scene: String, isReadable: Bool)] {
    let text = String(repeating: "a", count: ControlLimits.textCharacters + 1)
    let taps = (0...ControlLimits.gestures).map { "{tap: \"v\($0)\", name: \"t\($0)\"}" }
    let views = (0...ControlLimits.gestures).map { "{id: \"v\($0)\"}" }.joined(separator: ",")
    let follows = (0...ControlLimits.bindings).map {
      "{from: \"a.translation.y\", to: \"v\($0).translation.y\"}"
    }
    let followers = (0...ControlLimits.bindings).map { "{id: \"v\($0)\"}" }
      .joined(separator: ",")
    let actions = (0...ControlLimits.actions).map {
      "{name: \"a\($0)\", on: {tap: \"a\"}, changes: [{view: \"a\", alpha: 1}]}"
    }
    let crossings = (0...ControlLimits.crossings).map {
      "{crosses: \"a.alpha\", at: \($0), going: \"up\"}"
    }
    let changes = Array(
      repeating: "{view: \"a\", alpha: 1}", count: ControlLimits.actionChanges + 1)
    let passes = Array(repeating: "\"layoutIfNeeded\"", count: ControlLimits.passes)
    let one = "\(Self.head), views: [{id: \"a\"}]"
    let zeros = Array(repeating: "{id: \"a\"}", count: ControlLimits.documentValues / 2)
    // With its quotation marks, each text has 4096 bytes.
    let data = String(repeating: "d", count: 4094)
    let loaded = (0...ControlLimits.dataBytes / 4096).map {
      "{id: \"v\($0)\", data: \"\(data)\"}"
    }
    return [
      ("characters", "{\(Self.head), views: [{id: \"a\", text: \"\(text)\"}]}", true),
      (
        "gestures", "{\(Self.head), views: [\(views)], gestures: [\(taps.joined(separator: ","))]}",
        true
      ),
      (
        "bindings",
        "{\(Self.head), views: [{id: \"a\"}, \(followers)],"
          + " bindings: [\(follows.joined(separator: ","))]}", true
      ),
      (
        "crossings",
        "{\(one), actions: [{name: \"x\", on: [\(crossings.joined(separator: ","))],"
          + " changes: []}]}", true
      ),
      ("actions", "{\(one), actions: [\(actions.joined(separator: ","))]}", true),
      (
        "changes in actions",
        "{\(one), actions: [{name: \"x\", on: {tap: \"a\"},"
          + " changes: [\(changes.joined(separator: ","))]}]}", true
      ),
      (
        "layout passes",
        "{\(one), actions: [{name: \"x\", on: {tap: \"a\"},"
          + " changes: [\(passes.joined(separator: ","))]}]}", true
      ),
      ("bytes of \"data\"", "{\(Self.head), views: [\(loaded.joined(separator: ","))]}", true),
      // A scene with invalid views, which is refused before it is read.
      ("values", "{\(Self.head), views: [\(zeros.joined(separator: ","))]}", false),
    ]
  }

  @Test func scenesBeyondTheLimitsAreForTrustedClients() throws {
    for (noun, scene, isReadable) in Self.largeScenes {
      var controlled = try Controlled(barScene)
      let error = try refusal(&controlled, .load, "{scene: \(scene)}", isTrusted: false)
      #expect(error?.code == .limit, "\(noun): \(String(describing: error))")
      #expect(error?.message.contains(noun) == true && error?.message.contains("\n") == false)
      #expect(error?.message.contains("\"trusted\"") == true, "\(String(describing: error))")
      let trusted = try refusal(&controlled, .load, "{scene: \(scene)}", isTrusted: true)
      #expect(isReadable ? trusted == nil : trusted?.code == .badMessage, "\(noun)")
    }
  }

  @Test func viewsAndConstraintsBeyondTheLimitsAreForTrustedClients() throws {
    let rules = Array(repeating: "\"a.left >= 1\"", count: ControlLimits.constraints + 1)
      .joined(separator: ",")
    let scenes = [
      Self.scene(views: ControlLimits.views),
      "{\(Self.head), views: [{id: \"a\"}], constraints: [\(rules)]}",
    ]
    for scene in scenes {
      var controlled = try Controlled(barScene)
      let error = try refusal(&controlled, .load, "{scene: \(scene)}", isTrusted: false)
      #expect(error?.code == .limit)
      #expect(controlled.engine.appearances.count == 6)
      #expect(try refusal(&controlled, .load, "{scene: \(scene)}", isTrusted: true) == nil)
    }
    var controlled = try Controlled(barScene)
    let most = Self.scene(views: ControlLimits.views - 1)
    #expect(try refusal(&controlled, .load, "{scene: \(most)}", isTrusted: false) == nil)
    #expect(controlled.engine.appearances.count == ControlLimits.views)
  }

  @Test func aLargerSceneMayBePatchedAndNotGrow() throws {
    var controlled = try Controlled(Self.scene(views: 120))
    func patch(_ part: String, isTrusted: Bool = false) throws -> ControlError.Code? {
      try refusal(&controlled, .patch, "{scene: {\(part)}}", isTrusted: isTrusted)?.code
    }
    #expect(try patch("views: [{id: \"v7\", cornerRadius: 9}]") == nil)
    #expect(controlled.engine.appearances[8].cornerRadius == 9)
    #expect(try patch("views: [{id: \"more\"}]") == .limit)
    #expect(controlled.engine.appearances.count == 121)
    // Replacing a view is allowed, adding another is not.
    let rule = "constraints[3] v3.left = 3"
    let swap = "views: [{id: \"v119\", remove: true}, {id: \"more\"}]"
    #expect(try patch("constraints: [{id: \"\(rule)\", remove: true}]") == .unknownName)
    #expect(
      try patch("\(swap), constraints: [\"more.left = 1\"]") == nil
        && controlled.engine.appearances.last?.name == "more")
    #expect(try patch("views: [{id: \"further\"}]") == .limit)
    #expect(try patch("views: [{id: \"further\"}]", isTrusted: true) == nil)
    #expect(controlled.engine.appearances.count == 122)
    // The allowance is now that of the larger scene.
    #expect(try patch("views: [{id: \"v8\", cornerRadius: 2}]") == nil)
    // A `load` has the limits of clients.
    let load = "{scene: \(Self.scene(views: 110))}"
    #expect(try refusal(&controlled, .load, load, isTrusted: false)?.code == .limit)
  }

  @Test func aPatchMayBringAsManyConstraintsAsRun() throws {
    let rules = (0..<300).map { "{id: \"r\($0)\", rule: \"a.left >= \($0)\"}" }
      .joined(separator: ",")
    var controlled = try Controlled(
      "{\(Self.head), views: [{id: \"a\"}], constraints: [\(rules)]}")
    func patch(_ part: String) throws -> ControlError.Code? {
      try refusal(
        &controlled, .patch, "{scene: {constraints: [\(part)]}}", isTrusted: false)?.code
    }
    #expect(try patch("{id: \"r5\", rule: \"a.left >= 1000\"}") == nil)
    #expect(try controlled.frame(of: "a").left == 1000)
    #expect(try patch("{id: \"new\", rule: \"a.top = 1\"}") == .limit)
    #expect(try patch("{id: \"r6\", remove: true}, {id: \"new\", rule: \"a.top = 7\"}") == nil)
    #expect(try controlled.frame(of: "a").top == 7)
  }

  @Test func aSmallSceneMayGrowToTheLimits() throws {
    var controlled = try Controlled(Self.scene(views: 3))
    let all = (0..<ControlLimits.views - 4).map { "{id: \"w\($0)\"}" }.joined(separator: ",")
    let patch = "{scene: {views: [\(all)]}}"
    #expect(try refusal(&controlled, .patch, patch, isTrusted: false) == nil)
    #expect(controlled.engine.appearances.count == ControlLimits.views)
    let more = "{scene: {views: [{id: \"x\"}]}}"
    #expect(try refusal(&controlled, .patch, more, isTrusted: false)?.code == .limit)
  }

  // MARK: The work of layout

  @Test func changesOfUntrustedClientsLimitTheWorkOfLaterPasses() throws {
    let rules = [
      "{addConstraint: \"card.width >= 1\"}", "{constraint: \"barHeight\", constant: 9}",
    ]
    for rule in rules {
      var controlled = try Controlled(barScene)
      let body = Self.list(rule, 1)
      #expect(try refusal(&controlled, .change, body, isTrusted: true) == nil)
      #expect(controlled.engine.layoutTree.workLimit == .max)
      #expect(try refusal(&controlled, .change, body, isTrusted: false) == nil)
      #expect(controlled.engine.layoutTree.workLimit == ControlLimits.layoutWork)
    }
    var controlled = try Controlled(barScene)
    let retarget = "{constraint: \"barHeight\", side: \"first\", view: \"card\"}"
    #expect(try refusal(&controlled, .retarget, retarget, isTrusted: false) == nil)
    #expect(controlled.engine.layoutTree.workLimit == ControlLimits.layoutWork)
  }

  /// A hundred views have one share of work, two hundred have two. The limit also applies to jobs.
  @Test func theWorkGrowsWithTheScene() throws {
    var controlled = try Controlled(Self.scene(views: 260))
    let body = Self.list("{view: \"v1\", hidden: true}", 1)
    let node = try DocumentNode.parse(body, file: "message")
    let isJob = CommandJob.isNeeded(for: .change, node, on: controlled.engine)
    #expect(isJob)
    #expect(try refusal(&controlled, .change, body, isTrusted: false) == nil)
    #expect(controlled.engine.layoutTree.workLimit == 2 * ControlLimits.layoutWork)
  }

  @Test func actionsOfOneTriggerShareALimitOfPasses() throws {
    func scene(_ actions: Int, on trigger: (Int) -> String) -> String {
      let list = (0..<actions).map {
        "{name: \"a\($0)\", on: \(trigger($0)), changes: [{view: \"v0\", alpha: 1}]}"
      }
      return "{scene: {\(Self.head), views: [{id: \"v0\"}, {id: \"v1\"}], actions: ["
        + list.joined(separator: ",") + "]}}"
    }
    let most = ControlLimits.triggerPasses
    for (count, isTrusted, isRefused) in [
      (most, false, false), (most + 1, false, true), (most + 1, true, false),
    ] {
      var controlled = try Controlled(barScene)
      let error = try refusal(
        &controlled, .load, scene(count) { _ in "{tap: \"v0\"}" }, isTrusted: isTrusted)
      #expect((error?.code == .limit) == isRefused, "\(count)")
    }
    var controlled = try Controlled(barScene)
    let apart = scene(most + 1) { "{tap: \"v\($0 % 2)\"}" }
    #expect(try refusal(&controlled, .load, apart, isTrusted: false) == nil)
    // One event of a finger can reach several distances.
    for (count, isRefused) in [(most, false), (most + 1, true)] {
      let pulls = scene(count) { "{pull: \"scroll\", distance: \($0 + 1)}" }
        .replacing("{id: \"v1\"}]", with: "{id: \"v1\", scroll: true}]")
        .replacing("actions:", with: "gestures: [{scroll: \"v1\", name: \"scroll\"}], actions:")
      let error = try refusal(&controlled, .load, pulls, isTrusted: false)
      #expect((error?.code == .limit) == isRefused, "\(count)")
    }
  }

  @Test func longNamesAreForTrustedClients() throws {
    for (length, isRefused) in [
      (ControlLimits.nameBytes, false), (ControlLimits.nameBytes + 1, true),
    ] {
      let name = String(repeating: "n", count: length)
      let bodies: [(Command, String)] = [
        (.change, Self.list("{addConstraint: \"card.width >= 1\", id: \"\(name)\"}", 1)),
        (.load, "{scene: {\(Self.head), views: [{id: \"\(name)\"}]}}"),
        (.patch, "{scene: {views: [{id: \"bar\", views: [{id: \"\(name)\"}]}]}}"),
      ]
      for (command, body) in bodies {
        var controlled = try Controlled(barScene)
        let error = try refusal(&controlled, command, body, isTrusted: false)
        #expect((error?.code == .limit) == isRefused, "\(command) \(length)")
        var trusted = try Controlled(barScene)
        #expect(try refusal(&trusted, command, body, isTrusted: true) == nil)
      }
    }
  }
}
