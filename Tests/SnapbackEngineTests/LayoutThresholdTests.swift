import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// The trigger `crosses` with thresholds that depend on the layout.
@Suite struct LayoutThresholdTests {
  private static let linear = Animation.curve(.linear, duration: 1)

  /// A threshold for the translation of a card along y. A panel is 100 points high, a margin 50
  /// points wide.
  private static func driver(_ trigger: String) throws -> EngineDriver {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "panel" }, { id: "margin" }, { id: "card" } ],
          constraints: [ "card.left = 0", "card.top = 0", "card.width = 100", "card.height = 100",
            "panel.left = 0", "panel.top = 0", "panel.width = 10",
            { id: "high", rule: "panel.height = 100" }, "margin.left = 0", "margin.top = 0",
            { id: "wide", rule: "margin.width = 50" }, "margin.height = 10" ],
          gestures: [ { pan: "card", slop: 0, axes: "vertical", release: "stay" } ],
          actions: [ { on: { crosses: "card.translation.y", \(trigger) }, changes: [] } ] }
        """)
    driver.engine.recordsEvents = true
    _ = driver.see("card", 0)
    return driver
  }

  /// The times of the crossings up to a time, in seconds.
  private func crossings(_ driver: inout EngineDriver, _ seconds: Double) -> [Double] {
    driver.engine.advance(to: EngineDriver.moment(seconds))
    return driver.engine.drainEvents().filter { $0.kind == .crossed }.map {
      $0.time.seconds(since: .zero)
    }
  }

  private func move(_ y: Double) -> SceneChange { .translation("card", Vector(dx: 0, dy: y)) }

  private func expect(
    _ times: [Double], _ wanted: [Double], _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      times.count == wanted.count && zip(times, wanted).allSatisfy { abs($0 - $1) < 1e-8 },
      "\(times)", sourceLocation: location)
  }

  @Test func aNumberCrossesTheThresholdOfThePresentLayout() throws {
    var driver = try Self.driver("at: '2 * panel.height', going: 'up'")
    try driver.apply([move(300)], Self.linear, 1)
    expect(crossings(&driver, 3), [1 + 2.0 / 3])
    try driver.apply([move(0)], nil, 4)
    try driver.apply([.constant("high", 50)], nil, 5)
    try driver.apply([move(300)], Self.linear, 6)
    expect(crossings(&driver, 8), [6 + 1.0 / 3])
    let wakeUp = driver.engine.wakeUp
    #expect(wakeUp == .never)
  }

  /// A change without animation crosses nothing, whether the threshold passes the card or not. The
  /// card can then cross it from the other side only.
  @Test func aThresholdThatJumpsCrossesNothing() throws {
    var driver = try Self.driver("at: '2 * panel.height'")
    try driver.apply([move(150)], nil, 1)
    try driver.apply([.constant("high", 50)], nil, 2)
    expect(crossings(&driver, 3), [])
    try driver.apply([move(200)], nil, 4)
    expect(crossings(&driver, 4), [])
    try driver.apply([move(50)], Self.linear, 5)
    expect(crossings(&driver, 7), [5 + 2.0 / 3])
  }

  /// The middle of the screen is at 400 points and then at 200.
  @Test func aRotationOfTheScreenCrossesNothing() throws {
    var driver = try Self.driver("at: 'screen.height / 2'")
    try driver.apply([move(300)], nil, 1)
    for seconds in [2.0, 3, 4] {
      try driver.engine.turn(by: .clockwise90, at: EngineDriver.moment(seconds))
      expect(crossings(&driver, seconds + 0.5), [])
    }
  }

  private static let meetings: [(Double, [Double])] = [
    (150, [1.5]), (90, []), (250, []), (240, []),
  ]

  /// The threshold moves from 200 to 100 in a second.
  @Test(arguments: meetings)
  func anAnimatedThresholdMeetsTheCard(goal: Double, times: [Double]) throws {
    var driver = try Self.driver("at: '2 * panel.height'")
    let start = goal < 200 ? 150.0 : 250
    try driver.apply([move(start)], nil, 0.5)
    _ = crossings(&driver, 0.6)
    try driver.apply([.constant("high", 50), move(goal)], Self.linear, 1)
    expect(crossings(&driver, 3), times)
  }

  @Test func aFingerCrossesTheThreshold() throws {
    var driver = try Self.driver("at: 'panel.height / 2', going: 'up'")
    for (y, time) in [(50.0, 0.1), (90, 0.12), (110, 0.14)] {
      driver.finger(at: Point(x: 50, y: y), time)
    }
    // From 40 to 60 in 20 ms.
    expect(crossings(&driver, 0.14), [0.13])
  }

  /// The card has to fall by 50 points below the threshold, later by 10.
  @Test func aHysteresisIsThatOfThePresentLayout() throws {
    var driver = try Self.driver("at: 200, going: 'up', hysteresis: 'margin.width'")
    try driver.apply([move(300)], nil, 1)
    expect(crossings(&driver, 1), [1])
    try driver.apply([move(160)], nil, 2)
    try driver.apply([move(300)], nil, 3)
    expect(crossings(&driver, 3), [])
    try driver.apply([.constant("wide", 10)], nil, 4)
    try driver.apply([move(160)], nil, 5)
    try driver.apply([move(300)], nil, 6)
    expect(crossings(&driver, 6), [6])
  }
}
