import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The layout changes that an engine records.
@Suite struct LayoutEventTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "box", views: [ { id: "inner" } ] }, { id: "other" } ],
      constraints: [
        { id: "x", rule: "box.left = 20" }, "box.top = 40", "box.width = 200", "box.height = 120",
        "inner.left = box.left + 8", "inner.top = box.top + 8", "inner.width = 50",
        "inner.bottom = box.bottom - 8",
        "other.left = box.right + 10", "other.top = 0", "other.width = 30", "other.height = 30" ] }
    """

  @Test func aPassTellsOfTheFramesThatItChangesAndOfNoOthers() throws {
    var driver = try EngineDriver(scene: Self.scene)
    driver.engine.recordsLayout = true
    let id = try driver.apply([.constant("x", 60)], .curve(.linear, duration: 1), 0.5)
    let events = driver.engine.drainLayoutEvents()
    #expect(events.dropped == 0)
    let event = try #require(events.events.first)
    #expect(events.events.count == 1)
    #expect(event.time == EngineDriver.moment(0.5))
    #expect(event.transaction == id)
    // The views inside the box keep their frames in it.
    let places = [driver.place(of: "box"), driver.place(of: "other")]
    #expect(event.changes.map(\.view) == places)
    #expect(event.changes[0].from == Rect(x: 20, y: 40, width: 200, height: 120))
    #expect(event.changes[0].to == Rect(x: 60, y: 40, width: 200, height: 120))
    #expect(event.changes[1].from == Rect(x: 230, y: 0, width: 30, height: 30))
    #expect(event.changes[1].to == Rect(x: 270, y: 0, width: 30, height: 30))
    let left = driver.engine.drainLayoutEvents().events
    #expect(left.isEmpty)
  }

  @Test func aPassOutsideOfATransactionHasNoneAndOneThatChangesNothingIsNoEvent() throws {
    var driver = try EngineDriver(scene: Self.scene)
    driver.engine.recordsLayout = true
    try driver.apply([.constant("x", 21)], nil, 0)
    try driver.engine.stage([.constant("x", 22)], at: EngineDriver.moment(1))
    driver.updateFrame(at: EngineDriver.moment(2))
    try driver.apply([.constant("x", 22)], nil, 3)
    let events = driver.engine.drainLayoutEvents().events
    #expect(events.map(\.transaction) == [nil, nil])
    #expect(events.map(\.changes[0].to.left) == [21, 22])
  }

  @Test func nobodyWhoHasNotAskedIsToldAndNothingIsKept() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.constant("x", 60)], nil, 0)
    driver.engine.recordsLayout = true
    let left = driver.engine.drainLayoutEvents().events
    #expect(left.isEmpty)
  }

  @Test func theOldestAreDroppedAndCounted() throws {
    var driver = try EngineDriver(scene: Self.scene)
    driver.engine.recordsLayout = true
    let count = Engine.layoutEventLimit + 10
    for step in 0..<count { try driver.apply([.constant("x", Double(30 + step))], nil, 1) }
    let taken = driver.engine.drainLayoutEvents()
    #expect(taken.events.count == Engine.layoutEventLimit)
    #expect(taken.dropped == 10)
    #expect(taken.events.first?.changes.first?.to.left == 40)
    let again = driver.engine.drainLayoutEvents().dropped
    #expect(again == 0)
  }
}
