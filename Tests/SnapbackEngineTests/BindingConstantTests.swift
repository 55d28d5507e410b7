import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Constants of constraints as sources of bindings. The constants of this scene are widths of bars,
/// so each bound number is a function of the drawn width.
@Suite struct BindingConstantTests {
  /// A gesture drives the width of the first bar, and actions and changes set that of the second.
  private static let scene = """
    { snapback: 1, screen: { width: 800, height: 400, scale: 1 },
      views: [ { id: "one" }, { id: "two" }, { id: "dial" }, { id: "mark" }, { id: "handle" } ],
      constraints: [ "one.left = 0", "one.top = 0", "one.height = 20",
        { id: "first", rule: "one.width = 100" }, "two.left = 8", "two.top = 30",
        "two.height = 20", { id: "second", rule: "two.width = 200" },
        "dial.left = 0", "dial.top = 60", "dial.width = 20", "dial.height = 20",
        "mark.left = 40", "mark.top = 60", "mark.width = 20", "mark.height = 20",
        "handle.left = 0", "handle.top = 200", "handle.width = 800", "handle.height = 200" ],
      gestures: [ { pan: "handle", slop: 0, drives: { constant: "first", axis: "horizontal",
        release: "snap", snap: [100, 260], spring: { response: 0.4, dampingRatio: 0.5 } } } ],
      actions: [ { name: "far", on: { tap: "mark" },
        animate: { spring: { response: 0.3, dampingRatio: 0.6 } },
        changes: [ { constraint: "second", by: 90 } ] } ],
      bindings: [
        { from: "first.constant", to: "dial.rotation", map: [[100, 0], [180, 90], [260, 30]] },
        { from: "first.constant", to: "mark.translation.y", combine: "add" },
        { from: "second.constant", to: "mark.translation.y", combine: "add",
          map: [[200, 0], [260, 30], [400, -40]] } ] }
    """

  /// The first bound number that is not the function of the drawn widths, in a frame or in the
  /// present segments, which are valid until the next change.
  private func fault(_ driver: inout EngineDriver, at moment: Instant) -> String? {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    let names = driver.engine.appearances.map(\.name)
    func state(_ view: String) -> ViewState { frame.views[names.firstIndex(of: view) ?? 0] }
    let (one, two) = (state("one").frame.size.width, state("two").frame.size.width)
    let turn = one < 180 ? max(one - 100, 0) * 90 / 80 : max(90 - (one - 180) * 60 / 80, 30)
    let way = two < 260 ? max(two - 200, 0) / 2 : max(30 - (two - 260) / 2, -40)
    let pairs = [
      (state("dial").transform.rotation, turn * .pi / 180),
      (state("mark").transform.translation.dy, one + way),
    ]
    for (seen, wanted) in pairs where !(abs(seen - wanted) <= 1e-9 * max(1, abs(wanted))) {
      return "\(seen) instead of \(wanted) for the widths \(one) and \(two)"
    }
    guard moment == driver.engine.now else { return nil }
    let told = (
      driver.seen(.rotation, of: "dial", at: moment).value,
      driver.seen(.translationY, of: "mark", at: moment).value
    )
    return abs(told.0 - pairs[0].0) <= 1e-6 && abs(told.1 - pairs[1].0) <= 1e-6
      ? nil : "\(told) in segments instead of \(pairs)"
  }

  private static let events: [(seconds: Double, perform: BoundScene.Event)] = [
    (0.05, { try $0.apply([.constant("second", 330)], .curve(.easeInOut, duration: 0.4), $1) }),
    (0.2, { try $0.apply([.constant("second", 210)], bouncing, $1) }),
    (0.3, { _ = try $0.engine.start(action: "far", at: EngineDriver.moment($1)) }),
    (0.4, { $0.finger(at: Point(x: 100, y: 300), $1) }),
    (0.41, { $0.finger(at: Point(x: 130, y: 300), $1) }),
    (0.42, { $0.finger(at: Point(x: 165, y: 300), $1) }),
    (0.43, { $0.finger(at: Point(x: 205, y: 300), $1) }),
    (0.435, { $0.lift($1) }),
    (0.6, { $0.engine.setMotionRate(0.5, at: EngineDriver.moment($1)) }),
    (0.8, { try $0.apply([.constantBy("first", 20), .constantBy("second", 25)], bouncing, $1) }),
    (1.1, { try $0.apply([.constant("second", 280)], nil, $1) }),
    (1.2, { driver, _ in try driver.replaceScene(by: scene, animation: bouncing) }),
  ]

  private static let bouncing = Animation.spring(
    (try? Spring(response: 0.5, dampingRatio: 0.3)) ?? .critical(response: 0.5))

  @Test func boundNumbersAreFunctionsOfTheWidthsAtEveryMillisecond() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.expectFormulas(for: 6000, Self.events, ahead: [0, 0.016, 0.3]) {
      fault(&$0, at: $1)
    }
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func aReversedTransactionTakesTheBoundNumberBack() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.engine.apply(
      [.constant("second", 260)], animation: .curve(.linear, duration: 1), isControlled: true,
      at: .zero)
    let transaction = try #require(id)
    try driver.engine.scrub(transaction, to: 0.25, at: EngineDriver.moment(0.1))
    let scrubbed = driver.see("mark", 0.1).transform.translation.dy
    #expect(abs(scrubbed - 107.5) < 1e-9)
    try driver.engine.resume(transaction, at: EngineDriver.moment(0.2))
    let resumed = driver.see("mark", 0.45).transform.translation.dy
    #expect(abs(resumed - 115) < 1e-9)
    try driver.engine.reverse(transaction, at: EngineDriver.moment(0.45))
    let reversed = driver.see("mark", 0.7).transform.translation.dy
    #expect(abs(reversed - 107.5) < 1e-9)
    let rest = driver.see("mark", 3).transform.translation.dy
    #expect(rest == 100)
  }

  @Test func aRemovedConstraintKeepsItsLastConstant() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.constant("second", 240)], nil, 0.1)
    try driver.apply([.removeConstraint("second")], nil, 0.2)
    let mark = driver.see("mark", 0.3).transform.translation.dy
    #expect(mark == 120)
  }
}
