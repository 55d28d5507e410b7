import SnapbackBasics
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
