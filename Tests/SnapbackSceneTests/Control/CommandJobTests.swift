import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import Testing

/// A command that is read and laid out on a copy while the engine keeps running.
///
/// The oracle is the same command, performed in one step after the changes made in the meantime.
@Suite struct CommandJobTests {
  private static let patch = """
    {scene: {
      views: [{id: "bar", cornerRadius: 9}, {id: "badge", before: "card", color: "#ff0000"}],
      constraints: [
        {id: "titleTop", rule: "title.top = bar.top + 25"},
        {id: "badgeSize", rule: "badge.width = 12"},
        {id: "badgeLeft", rule: "badge.left = card.right + 3"},
      ],
    }}
    """
  private static let load = """
    {scene: { snapback: 1, screen: { width: 400, height: 800 },
      views: [{ id: "a", views: [{ id: "b", color: "#00ff00" }] }],
      constraints: ["a.left = 10", "a.width = 50", "b.left = a.left + 3", "b.top = 40"] }}
    """

  private let requester = Requester(client: 1, isTrusted: false)

  /// Runs the job of a command on the current scene.
  private func prepare(
    _ command: Command, _ body: String, for controlled: borrowing Controlled
  ) throws -> PreparedCommand {
    let node = try DocumentNode.parse(body, file: "message")
    let context = controlled.desk.jobContext(for: requester, of: controlled.engine)
    return try #require(CommandJob(command, node, in: context)).run()
  }

  private func adopt(
    _ command: PreparedCommand, in controlled: inout Controlled, at seconds: Double = 0
  ) throws -> ControlReply {
    try controlled.desk.finish(
      command, for: requester, on: &controlled.engine, at: Controlled.moment(seconds))
  }

  private func expectSame(
    _ one: inout Controlled, _ other: inout Controlled, at moments: [Double] = [0]
  ) {
    for seconds in moments {
      #expect(one.views(at: seconds) == other.views(at: seconds), "\(seconds)")
    }
    #expect(one.engine.appearances == other.engine.appearances)
    #expect(one.engine.screen == other.engine.screen)
    let identifiers = one.engine.layoutTree.constraintIdentifiers
    #expect(identifiers == other.engine.layoutTree.constraintIdentifiers)
    for name in identifiers {
      let expected = other.engine.layoutTree.constraint(name)
      #expect(one.engine.layoutTree.constraint(name) == expected)
    }
    #expect(one.desk.document == other.desk.document)
    #expect(one.desk.rotation == other.desk.rotation)
  }

  @Test func scenesAndLongChangesNeedAJob() throws {
    let controlled = try Controlled(barScene)
    let node = try DocumentNode.parse("{}", file: "message")
    for command in Command.allCases {
      let isNeeded = CommandJob.isNeeded(for: command, node, on: controlled.engine)
      #expect(isNeeded == [.load, .patch].contains(command))
    }
    func needsJob(_ changes: Int) throws -> Bool {
      let change = "{view: \"card\", alpha: 1}"
      let list = Array(repeating: change, count: changes / 2).joined(separator: ",")
      let body = "{changes: [{changes: [\(list)]}, \(list)]}"
      return CommandJob.isNeeded(
        for: .change, try DocumentNode.parse(body, file: "message"), on: controlled.engine)
    }
    #expect(try !needsJob(98))
    #expect(try needsJob(100))
  }

  @Test(arguments: [("patch", patch), ("load", load)])
  func aJobThatIsAdoptedIsTheCommand(name: String, body: String) throws {
    let command = try #require(Command(rawValue: name))
    for animation in ["", ", animate: {curve: \"linear\", duration: 1}"] {
      let body = body.dropLast() + "\(animation)}"
      var jobs = try Controlled(barScene)
      var whole = try Controlled(barScene)
      let reply = try adopt(try prepare(command, String(body), for: jobs), in: &jobs)
      let expected = try whole.send(name, String(body))
      #expect(reply.transaction == expected.transaction)
      #expect((reply.transaction == nil) == animation.isEmpty)
      #expect(reply.warnings == expected.warnings && reply.conflicts == expected.conflicts)
      #expect(reply.needsSnapshot && reply.isSceneReplaced)
      expectSame(&jobs, &whole, at: [0, 0.3, 2])
    }
  }

  @Test func aJobChangesNothingUntilItIsAdopted() throws {
    var controlled = try Controlled(barScene)
    var twin = try Controlled(barScene)
    for (command, body) in [(Command.patch, Self.patch), (.load, Self.load)] {
      _ = try prepare(command, body, for: controlled)
    }
    expectSame(&controlled, &twin)
  }

  @Test func aJobThrowsTheFaultsOfItsScene() throws {
    let controlled = try Controlled(barScene)
    let faults: [(Command, String, ControlError.Code)] = [
      (.patch, "{scene: {views: [{id: \"card\", colour: \"#ffffff\"}]}}", .badMessage),
      (.patch, "{scene: {views: [{id: \"cadr\", remove: true}]}}", .unknownName),
      (.load, "{scene: {snapback: 1}}", .badMessage), (.load, "{}", .badMessage),
      (.patch, "{scene: {}, animate: 3}", .badMessage),
    ]
    for (command, body, code) in faults {
      var found: ControlError.Code?
      do {
        _ = try prepare(command, body, for: controlled)
      } catch let error as ControlError {
        found = error.code
      }
      #expect(found == code, "\(body)")
    }
  }

  /// Commands performed between a job and its adoption.
  static let meanwhile: [(String, String)] = [
    ("change", "{changes: [{constraint: \"barHeight\", constant: 90}]}"),
    ("change", "{changes: [{view: \"card\", hidden: true}]}"),
    ("change", "{changes: [{view: \"card\", alpha: 0.25}, {view: \"bar\", color: \"#445566\"}]}"),
    ("change", "{changes: [{view: \"title\", text: \"Changed while it was read\"}]}"),
    ("change", "{changes: [{addConstraint: \"card.width = 77\", id: \"extra\"}]}"),
    ("change", "{changes: [{removeConstraint: \"cardTop\"}, {screen: {keyboardHeight: 100}}]}"),
    ("change", "{changes: [{constraint: \"titleTop\", replaceBy: \"title.top = bar.top + 11\"}]}"),
    ("change", "{changes: [{gesture: \"press\", enabled: false}]}"),
    ("rotate", "{rotation: 90}"), ("rotate", "{rotation: 180}"), ("rotate", "{rotation: 270}"),
  ]

  @Test(arguments: meanwhile)
  func changesMadeMeanwhileAreKept(command: String, body: String) throws {
    try checkMeanwhile(command, body)
  }

  @Test func aScrollMadeMeanwhileIsKept() throws {
    // A scroll causes no layout pass.
    try checkMeanwhile("change", "{changes: [{view: \"list\", scrollOffset: [0, 40]}]}")
  }

  private func checkMeanwhile(_ command: String, _ body: String) throws {
    let scene = barScene.replacing(
      "width: 400, height: 800,", with: "width: 400, height: 800, safeArea: {top: 44, left: 3},")
    for (name, replacement) in [(Command.patch, Self.patch), (.load, Self.load)] {
      var jobs = try Controlled(scene)
      var whole = try Controlled(scene)
      let prepared = try prepare(name, replacement, for: jobs)
      try jobs.send(command, body)
      let reply = try adopt(prepared, in: &jobs)
      try whole.send(command, body)
      let expected = try whole.send(name.rawValue, replacement)
      #expect(reply.warnings == expected.warnings && reply.conflicts == expected.conflicts)
      expectSame(&jobs, &whole)
      #expect(jobs.engine.disabledGestureNames == whole.engine.disabledGestureNames)
      // The next patch has the same effect, too.
      let next = "{scene: {constraints: [{id: \"later\", rule: \"screen.width >= 1\"}]}}"
      try jobs.send("patch", next)
      try whole.send("patch", next)
      expectSame(&jobs, &whole)
    }
  }

  @Test func severalChangesMadeMeanwhileAreKept() throws {
    var jobs = try Controlled(barScene)
    var whole = try Controlled(barScene)
    try jobs.send("rotate", "{rotation: 90}")
    try whole.send("rotate", "{rotation: 90}")
    let prepared = try prepare(.patch, Self.patch, for: jobs)
    for (command, body) in Self.meanwhile {
      try jobs.send(command, body)
      try whole.send(command, body)
    }
    _ = try adopt(prepared, in: &jobs)
    try whole.send("patch", Self.patch)
    expectSame(&jobs, &whole)
    #expect(try jobs.frame(of: "badge").size.width > 0)
  }

  @Test func anAnimationStartedMeanwhileGoesOn() throws {
    var jobs = try Controlled(barScene)
    var whole = try Controlled(barScene)
    let move =
      "{changes: [{view: \"card\", alpha: 1}, {constraint: \"cardLeft\", constant: 200}],"
      + " animate: {curve: \"linear\", duration: 1}}"
    let prepared = try prepare(.patch, Self.patch, for: jobs)
    try jobs.send("change", move)
    try whole.send("change", move)
    _ = try adopt(prepared, in: &jobs, at: 0.5)
    try whole.send("patch", Self.patch, at: 0.5)
    expectSame(&jobs, &whole, at: [0.5, 0.75, 1, 2])
    #expect(try jobs.frame(of: "card", at: 2).left == 200)
  }

  // MARK: Changes

  /// Changes with one pass, several passes, none, and passes that depend on each other.
  static let changes = [
    "{changes: [{constraint: \"barHeight\", constant: 90}, {view: \"card\", alpha: 1}]}",
    "{changes: [{addConstraint: \"card.width = 77\"}, {view: \"title\", hidden: true}]}",
    "{changes: [{constraint: \"barHeight\", constant: 90}], animate: {curve: \"linear\", "
      + "duration: 1}, controlled: true}",
    "{changes: [{constraint: \"barHeight\", constant: 90}, \"layoutIfNeeded\", "
      + "{changes: [{constraint: \"cardLeft\", by: 5}, {view: \"card\", rotation: 30}], "
      + "animate: {curve: \"linear\", duration: 2}}, {constraint: \"cardTop\", active: false}]}",
    "{changes: [{view: \"list\", scrollOffset: [0, 40]}, {constraint: \"barHeight\", by: 5}]}",
    "{changes: [{view: \"card\", alpha: 0.25}]}",
  ]

  @Test(arguments: changes)
  func aChangeWithAJobIsTheChange(body: String) throws {
    var jobs = try Controlled(barScene)
    var whole = try Controlled(barScene)
    for time in [0, 0.25] {
      let prepared = try prepare(.change, body, for: jobs)
      let fits = prepared.fits(jobs.engine)
      #expect(fits)
      let reply = try adopt(prepared, in: &jobs, at: time)
      let expected = try whole.send("change", body, at: time)
      #expect(reply.transaction == expected.transaction)
      #expect(reply.constraints == expected.constraints && reply.warnings == expected.warnings)
      #expect(reply.needsSnapshot == expected.needsSnapshot)
      expectSame(&jobs, &whole, at: [time, time + 0.25])
      #expect(jobs.engine.layoutPasses == whole.engine.layoutPasses)
    }
    expectSame(&jobs, &whole, at: [1, 3])
  }

  @Test(arguments: meanwhile)
  func aChangeFollowsThoseMadeMeanwhile(command: String, body: String) throws {
    for change in Self.changes where !body.contains("removeConstraint") {
      var jobs = try Controlled(barScene)
      var whole = try Controlled(barScene)
      let prepared = try prepare(.change, change, for: jobs)
      try jobs.send(command, body)
      try whole.send(command, body)
      _ = try adopt(prepared, in: &jobs)
      try whole.send("change", change)
      expectSame(&jobs, &whole, at: [0, 0.5, 3])
    }
  }

  @Test func aJobThrowsTheFaultsOfItsChange() throws {
    var controlled = try Controlled(barScene)
    let faults: [(String, ControlError.Code)] = [
      ("{changes: [{view: \"cadr\", alpha: 1}]}", .unknownName), ("{}", .badMessage),
      ("{changes: [{addConstraint: \"card.width = 1\", id: \"sum\"}]}", .conflict),
      ("{changes: [{view: \"card\", alpha: 1}], controlled: true}", .badMessage),
    ]
    for (body, code) in faults {
      var found: ControlError.Code?
      do {
        _ = try adopt(try prepare(.change, body, for: controlled), in: &controlled)
      } catch let error as ControlError {
        found = error.code
      }
      #expect(found == code, "\(body)")
    }
  }

  // MARK: Rotations

  @Test func aRotationWithAJobIsTheRotation() throws {
    var jobs = try Controlled(barScene)
    var whole = try Controlled(barScene)
    for (index, degrees) in [90, 270, 270, 180, 0].enumerated() {
      let (body, time) = ("{rotation: \(degrees)}", Double(index))
      let prepared = try prepare(.rotate, body, for: jobs)
      let fits = prepared.fits(jobs.engine)
      #expect(fits)
      let reply = try adopt(prepared, in: &jobs, at: time)
      let expected = try whole.send("rotate", body, at: time)
      #expect(reply.rotation == expected.rotation && reply.warnings == expected.warnings)
      expectSame(&jobs, &whole, at: [time, time + 0.5])
      #expect(jobs.engine.layoutPasses == whole.engine.layoutPasses)
    }
  }

  @Test(arguments: meanwhile)
  func aRotationFollowsChangesMadeMeanwhile(command: String, body: String) throws {
    var jobs = try Controlled(barScene)
    var whole = try Controlled(barScene)
    let prepared = try prepare(.rotate, "{rotation: 90}", for: jobs)
    try jobs.send(command, body)
    try whole.send(command, body)
    _ = try adopt(prepared, in: &jobs)
    try whole.send("rotate", "{rotation: 90}")
    expectSame(&jobs, &whole, at: [0, 0.5, 3])
  }

  @Test(arguments: ["{}", "{rotation: 45}", "{rotation: 90, by: 2}"])
  func aJobThrowsTheFaultsOfItsRotation(body: String) throws {
    let controlled = try Controlled(barScene)
    var found: ControlError.Code?
    do {
      _ = try prepare(.rotate, body, for: controlled)
    } catch let error as ControlError {
      found = error.code
    }
    #expect(found == .badMessage)
  }
}
