import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches
import Testing

/// Decisions about input while scenes are loaded and replaced.
@Suite struct DecisionTests {
  private func touch(
    _ controlled: inout Controlled, _ phase: Contact.Phase, _ x: Double, _ y: Double,
    at seconds: Double
  ) {
    controlled.engine.handle(
      TouchFrame(
        time: Controlled.moment(seconds),
        contacts: [Contact(id: 1, phase: phase, position: Point(x: x, y: y))]))
  }

  private func drag(_ controlled: inout Controlled) {
    touch(&controlled, .began, 30, 80, at: 0.1)
    for step in 1...5 {
      touch(&controlled, .moved, 30 + 10 * Double(step), 80, at: 0.1 + 0.01 * Double(step))
    }
  }

  @Test func nothingIsKeptThatNobodyWants() throws {
    var controlled = try Controlled(barScene)
    drag(&controlled)
    #expect(controlled.engine.drainDecisions().isEmpty)
    controlled.engine.setExplains(true)
    touch(&controlled, .ended, 80, 80, at: 0.2)
    #expect(controlled.engine.drainDecisions().count == 1)
    #expect(controlled.engine.drainDecisions().isEmpty)
    drag(&controlled)
    controlled.engine.setExplains(false)
    #expect(controlled.engine.drainDecisions().isEmpty)
  }

  @Test func aSceneThatIsReplacedHasItsLastDecisionsByItsOwnPlaces() throws {
    var controlled = try Controlled(barScene)
    controlled.engine.setExplains(true)
    var explanation = controlled.engine.explanation(firstContact: 1)
    drag(&controlled)
    let first = explanation.add(controlled.engine.drainDecisions())
    #expect(
      first.map(\.text) == [
        "contact 1 touches \"card\" at (30.0, 80.0); it may become: pan \"drag\" on \"card\"",
        "pan \"drag\" on \"card\" is recognized",
      ])
    let reply = try controlled.send(
      "load",
      """
      {scene: {snapback: 1, screen: {width: 400, height: 800}, views: [{id: "other"}],
        constraints: ["other.left = 0", "other.top = 0", "other.width = 400", "other.height = 400"],
        gestures: [{tap: "other"}]}}
      """, at: 0.3)
    let last = explanation.add(reply.decisions)
    #expect(last.map(\.text) == ["pan \"drag\" on \"card\" is cancelled after 0.190 s and 4 steps"])
    explanation.follow(controlled.engine.explanation(firstContact: 1))
    #expect(controlled.engine.explains && controlled.engine.drainDecisions().isEmpty)
    touch(&controlled, .began, 100, 100, at: 0.4)
    let next = explanation.add(controlled.engine.drainDecisions())
    #expect(next.count == 1)
    guard case .hit(let hit) = next.first?.subject else {
      Issue.record("no hit")
      return
    }
    #expect(hit.view == "other" && hit.point == Point(x: 100, y: 100))
    #expect(hit.candidates == [.init(kind: "tap", name: nil, view: "other")])
  }

  @Test func aGestureThatGoesOnInAPatchedSceneKeepsItsLength() throws {
    var controlled = try Controlled(barScene)
    controlled.engine.setExplains(true)
    var explanation = controlled.engine.explanation(firstContact: 1)
    drag(&controlled)
    _ = explanation.add(controlled.engine.drainDecisions())
    let reply = try controlled.send(
      "patch", "{scene: {gestures: [{name: \"press\", remove: true}]}}", at: 0.2)
    _ = explanation.add(reply.decisions)
    explanation.follow(controlled.engine.explanation(firstContact: 1))
    touch(&controlled, .ended, 80, 80, at: 0.25)
    let last = explanation.add(controlled.engine.drainDecisions()).map(\.text)
    #expect(last.count == 1 && last[0].hasPrefix("pan \"drag\" on \"card\" ends after 0."))
  }

  private static let bound = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "sheet" }, { id: "shade" }, { id: "bead" } ],
      constraints: [
        "sheet.left = 0", "sheet.top = 400", "sheet.width = 400", "sheet.height = 400",
        "shade.left = 0", "shade.top = 0", "shade.width = 400", "shade.height = 300",
        "bead.left = 50", "bead.top = 0", "bead.width = 40", "bead.height = 40" ],
      gestures: [ { pan: "sheet", name: "raise" }, { pan: "shade", drives: "nothing" } ],
      bindings: [
        { name: "dim", from: "sheet.translation.y", to: "shade.alpha",
          map: [[-300, 0.6], [0, 0.2]] },
        { name: "tail", from: "sheet.translation.y", to: "bead.translation.x",
          follow: { response: 0.4, dampingRatio: 0.5 } },
        { name: "chain", from: "bead.translation.x", to: "bead.rotation", map: [[0, 0], [9, 9]] },
        { name: "own", from: "sheet.alpha", to: "bead.alpha" } ] }
    """

  @Test func aGestureNamesTheBindingsThatFollowIt() throws {
    var controlled = try Controlled(Self.bound)
    controlled.engine.setExplains(true)
    var explanation = controlled.engine.explanation(firstContact: 1)
    touch(&controlled, .began, 200, 600, at: 0.1)
    touch(&controlled, .moved, 200, 560, at: 0.11)
    touch(&controlled, .ended, 200, 560, at: 0.12)
    let texts = explanation.add(controlled.engine.drainDecisions()).map(\.text)
    #expect(
      texts.contains(
        "pan \"raise\" on \"sheet\" is recognized; the bindings \"dim\" and \"tail\" follow it"))
    // A replay explains a blueprint, and the daemon a running engine.
    let document = try DocumentNode.parse(Self.bound, file: "scene")
    var offline = Explanation(try SceneReader.read(document, file: "scene"))
    touch(&controlled, .began, 200, 600, at: 5)
    touch(&controlled, .moved, 200, 560, at: 5.01)
    touch(&controlled, .ended, 200, 560, at: 5.02)
    let again = offline.add(controlled.engine.drainDecisions()).map(\.text)
    #expect(again.contains { $0.hasSuffix("; the bindings \"dim\" and \"tail\" follow it") })
    // Nothing follows a gesture that moves nothing.
    touch(&controlled, .began, 200, 100, at: 10)
    touch(&controlled, .moved, 200, 140, at: 10.01)
    let alone = offline.add(controlled.engine.drainDecisions()).map(\.text)
    #expect(alone.contains("pan on \"shade\" is recognized"))
  }

  private static let scrubbing = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "a" }, { id: "b" } ],
      gestures: [ { pan: "screen", name: "pull", drives: "nothing" } ],
      actions: [ { name: "open", on: [], changes: [{ view: "a", alpha: 0.5 }] },
        { name: "shut", on: [], changes: [{ view: "a", alpha: 1 }] } ],
      bindings: [
        { name: "scrub", from: "pull.translation.x", to: "open.progress",
          map: [[0, 0], [300, 1]] },
        { name: "turn", from: "open.progress", to: "b.rotation", map: [[0, 0], [1, 90]] },
        { name: "other", from: "shut.progress", to: "b.alpha" } ] }
    """

  @Test func aGestureNamesTheBindingsOfTheProgressThatItScrubs() throws {
    var controlled = try Controlled(Self.scrubbing)
    controlled.engine.setExplains(true)
    let document = try DocumentNode.parse(Self.scrubbing, file: "scene")
    let blueprint = try SceneReader.read(document, file: "scene")
    for var explanation in [
      controlled.engine.explanation(firstContact: 1), Explanation(blueprint),
    ] {
      let start = Double(controlled.engine.now.nanoseconds) / 1e9 + 1
      touch(&controlled, .began, 200, 600, at: start)
      touch(&controlled, .moved, 240, 600, at: start + 0.01)
      touch(&controlled, .ended, 240, 600, at: start + 0.02)
      let texts = explanation.add(controlled.engine.drainDecisions()).map(\.text)
      #expect(
        texts.contains(
          "pan \"pull\" on \"screen\" is recognized; the binding \"turn\" follows it"),
        "\(texts)")
    }
  }

  @Test func aFollowerIsReportedWhenItBeginsToMoveAndWhenItRests() throws {
    var controlled = try Controlled(Self.bound)
    controlled.engine.setExplains(true)
    var explanation = controlled.engine.explanation(firstContact: 1)
    let bead = try #require(controlled.engine.appearances.firstIndex { $0.name == "bead" })
    var told: [InputDecision] = []
    var ways: [(seconds: Double, way: Double)] = []
    for millisecond in 1...6000 {
      let seconds = Double(millisecond) / 1000
      switch millisecond {
      case 100: touch(&controlled, .began, 200, 600, at: seconds)
      case 110, 120, 130:
        touch(&controlled, .moved, 200, 600 - 4 * Double(millisecond - 100), at: seconds)
      case 140: touch(&controlled, .ended, 200, 480, at: seconds)
      default: break
      }
      ways.append((seconds, controlled.views(at: seconds)[bead].transform.translation.dx))
      told += explanation.add(controlled.engine.drainDecisions())
    }
    let followers = told.compactMap { decision -> (seconds: Double, moves: Bool, text: String)? in
      guard case .follower(let follower) = decision.subject else { return nil }
      #expect(follower.binding == "tail" && follower.view == "bead")
      return (decision.time.seconds(since: .zero), follower.isMoving, decision.text)
    }
    #expect(
      followers.map(\.text) == [
        "the follower \"tail\" begins to move \"bead\"", "the follower \"tail\" comes to rest",
      ])
    let first = try #require(ways.first { $0.way != 0 }).seconds
    let last = try #require(ways.last { $0.way != 0 }).seconds
    let begin = try #require(followers.first)
    let end = try #require(followers.last)
    // The frames of the moment at which it begins to move show no motion yet.
    #expect(begin.seconds <= first && begin.seconds >= first - 0.0101, "\(begin) and \(first)")
    #expect(end.seconds > last && end.seconds <= last + 0.001, "\(end) and \(last)")
  }

  @Test func contactsAreCountedAsPeopleDo() throws {
    func text(_ id: UInt64, _ first: UInt64) throws -> String? {
      var controlled = try Controlled(barScene)
      controlled.engine.setExplains(true)
      var explanation = controlled.engine.explanation(firstContact: first)
      let contact = Contact(id: id, phase: .began, position: Point(x: 390, y: 790))
      controlled.engine.handle(TouchFrame(time: Controlled.moment(1), contacts: [contact]))
      let text = explanation.add(controlled.engine.drainDecisions()).first?.text
      return text?.components(until: " touches")
    }
    #expect(try text(1, 1) == "contact 1" && text(1 << 32 + 2, 1) == "contact 2 of device 2")
    #expect(try text(1 << 32, 1 << 32) == "contact 1")
    #expect(try text(3 << 32 + 4, 1 << 32) == "contact 5 of device 3")
    #expect(try text(1 << 51, 1 << 51) == "contact 1")
    #expect(try text(1 << 52 + 6, 1 << 32) == "injected contact 7")
    #expect(try text(.max, 1) == "injected contact 18442240474082181120")
    #expect(try text(0, 1) == "contact 0")
  }
}

extension String {
  fileprivate func components(until end: String) -> String? {
    firstRange(of: end).map { String(self[..<$0.lowerBound]) }
  }
}
