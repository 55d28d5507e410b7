import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing the numbers of gestures that bindings and triggers read.
@Suite struct GestureNumberReaderTests {
  /// The gestures of the tests. The scroll is two gestures of the scene, so `pull` is the fourth,
  /// with the index 3.
  private static let gestures = """
    [{ pan: 'screen', name: 'drag', drives: 'nothing' }, { scroll: 'list', name: 'rolls' },
     { pan: 'b', name: 'pull', drives: { constant: 'high', axis: 'vertical' } },
     { edgePan: 'screen', name: 'back', edge: 'left' }, { longPress: 'b', name: 'hold' },
     { pinch: 'a', name: 'zoom' }, { rotation: 'a', name: 'turn' }, { pan: 'a', name: 'move' },
     { pan: 'c', name: 'lean', tilt: { degrees: 12, reach: 160 } },
     { rotation: 'c', name: 'spin' }, { swipe: 'screen', name: 'flick', direction: 'left' },
     { longPress: 'list', name: 'list' }]
    """

  private func read(_ binding: String) throws -> ChannelBinding {
    let bindings = try BindingReaderTests.read("[\(binding)]", gestures: Self.gestures).bindings
    try #require(bindings.count == 1)
    return bindings[0]
  }

  /// The spring of a number whose binding gives none: that of a pan.
  private func usual() throws -> Spring { try Spring(response: 0.45, dampingRatio: 0.8) }

  private static let ownNumbers: [(String, Int, GestureNumber.Kind)] = [
    ("drag.translation.x", 0, .translationX),
    ("drag.translation.y", 0, .translationY), ("drag.velocity.x", 0, .velocityX),
    ("drag.velocity.y", 0, .velocityY), ("pull.translation.y", 3, .translationY),
    ("back.translation.x", 4, .translationX), ("hold.translation.y", 5, .translationY),
    ("move.velocity.x", 8, .velocityX),
  ]

  @Test(arguments: ownNumbers)
  func aGestureThatMovesNothingHasItsOwnNumber(
    name: String, gesture: Int, kind: GestureNumber.Kind
  ) throws {
    let binding = try read(
      """
      { from: '\(name)', to: 'faint.scale', map: [[0, 1], [100, 2]],
        follow: { response: 1, dampingRatio: 1 } }
      """)
    let number = GestureNumber(gesture: gesture, kind: kind, spring: try usual())
    #expect(binding.source == .gesture(number))
  }

  private static let moved: [(String, Channel)] = [
    ("move.translation.x", .translationX), ("move.translation.y", .translationY),
    ("zoom.scale", .scaleX), ("turn.rotation", .rotation),
  ]

  @Test(arguments: moved)
  func theNumberOfAGestureThatMovesAViewIsThatOfTheView(name: String, channel: Channel) throws {
    let binding = try read("{ from: '\(name)', to: 'faint.scale', map: [[0, 1], [100, 2]] }")
    #expect(binding.source == .channel(channel, view: 1))
  }

  private static let returning: [(String, Int, GestureNumber.Kind)] = [
    ("move.translation.x", 8, .translationX), ("zoom.scale", 6, .scale),
    ("turn.rotation", 7, .rotation), ("drag.translation.y", 0, .translationY),
  ]

  @Test(arguments: returning)
  func aNumberThatReturnsIsTheGesturesOwn(
    name: String, gesture: Int, kind: GestureNumber.Kind
  ) throws {
    let binding = try read(
      """
      { from: '\(name)', to: 'faint.scale', map: [[0, 1], [100, 2]],
        returns: { response: 0.2, dampingRatio: 0.5 } }
      """)
    let spring = try Spring(response: 0.2, dampingRatio: 0.5)
    #expect(
      binding.source == .gesture(GestureNumber(gesture: gesture, kind: kind, spring: spring)))
  }

  @Test func aViewComesBeforeAGestureOfItsName() throws {
    #expect(
      try read("{ from: 'list.translation.x', to: 'b.translation.x' }").source
        == .channel(.translationX, view: 4))
    let fast = try read(
      """
      { from: 'list.velocity.x', to: 'faint.scale', map: [[0, 1], [100, 2]],
        follow: { response: 1, dampingRatio: 1 } }
      """)
    let number = GestureNumber(gesture: 12, kind: .velocityX, spring: try usual())
    #expect(fast.source == .gesture(number))
  }

  @Test func aRotationIsInDegrees() throws {
    let map = try read("{ from: 'turn.rotation', to: 'faint.scale', map: [[0, 1], [90, 2]] }").map
    #expect(abs(map.state(at: MotionState(value: .pi / 4)).value - 1.5) < 1e-12)
  }

  @Test func aTriggerReadsTheNumberOfAGesture() throws {
    let scene = try BindingReaderTests.read(
      "[]", gestures: Self.gestures,
      actions: """
        [{ on: { crosses: 'drag.translation.y', at: 40, going: 'up' }, changes: [] },
         { on: { crosses: 'turn.rotation', at: 90, going: 'down' }, changes: [] }]
        """)
    let number = GestureNumber(gesture: 0, kind: .translationY, spring: try usual())
    #expect(
      scene.actions.map(\.triggers) == [
        [.crossing(CrossingTrigger(.gesture(number), at: 40, .up))],
        [
          .crossing(
            CrossingTrigger(.channel(.rotation, view: 1), at: 90 * (.pi / 180), .down))
        ],
      ])
  }

  @Test func aTriggerReadsNoVelocity() {
    let error = #expect(throws: DocumentError.self) {
      try BindingReaderTests.read(
        "[]", gestures: Self.gestures,
        actions: "[{ on: { crosses: 'drag.velocity.y', at: 40 }, changes: [] }]")
    }
    let text = error?.description ?? ""
    #expect(
      text.hasSuffix(
        "actions[0].on.crosses: the velocity of fingers jumps from report to report; let a binding "
          + "follow it, and name the number that the binding sets"), "\(text)")
  }

  private static let faults: [(String, String)] = [
    (
      "{ from: 'drga.velocity.x', to: 'b.alpha' }",
      "[0].from: unknown gesture \"drga\" — did you mean \"drag\"?"
    ),
    (
      "{ from: 'drga.translation.x', to: 'b.alpha' }",
      "[0].from: unknown view or gesture \"drga\" — did you mean \"drag\"?"
    ),
    (
      "{ from: 'a.velocity.x', to: 'b.alpha' }",
      "[0].from: the view \"a\" has no \"velocity.x\"; name a gesture that has it"
    ),
    (
      "{ from: 'flick.translation.x', to: 'b.translation.x' }",
      "[0].from: the gesture \"flick\" is of the kind \"swipe\"; \"translation.x\" needs a gesture "
        + "of the kind \"pan\" or \"edgePan\" or \"longPress\""
    ),
    (
      "{ from: 'drag.scale', to: 'b.alpha' }",
      "[0].from: the gesture \"drag\" is of the kind \"pan\"; \"scale\" needs a gesture of the "
        + "kind \"pinch\""
    ),
    (
      "{ from: 'zoom.rotation', to: 'b.rotation' }",
      "[0].from: the gesture \"zoom\" is of the kind \"pinch\"; \"rotation\" needs a gesture of "
        + "the kind \"rotation\""
    ),
    (
      "{ from: 'rolls.translation.y', to: 'b.translation.y' }",
      "[0].from: the gesture \"rolls\" scrolls; use \"list.scrollOffset.y\" instead"
    ),
    (
      "{ from: 'rolls.velocity.x', to: 'b.translation.y' }",
      "[0].from: the gesture \"rolls\" scrolls; use \"list.scrollOffset.x\" instead"
    ),
    (
      "{ from: 'drag.velocity.x', to: 'b.alpha', map: [[0, 0], [9, 1]] }",
      "[0]: the velocity of fingers jumps from report to report; give the binding a \"follow\""
    ),
    (
      "{ from: 'drag.velocity.x', to: 'b.translation.x' }",
      "[0]: \"velocity.x\" is in points per second, and \"translation.x\" is in points; give a "
        + "\"map\""
    ),
    (
      "{ from: 'drag.translation.x', to: 'b.alpha' }",
      "[0]: \"translation.x\" is in points, and \"alpha\" is a plain number; give a \"map\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', returns: { response: 1, dampingRatio: 1 } }",
      "[0].returns: only numbers of gestures return after a release, and \"a.alpha\" is not one of "
        + "them; remove \"returns\""
    ),
    (
      "{ from: 'list.rotation', to: 'b.rotation', returns: { response: 1, dampingRatio: 1 } }",
      "[0].returns: only numbers of gestures return after a release, and \"list.rotation\" is not "
        + "one of them; remove \"returns\""
    ),
    (
      "{ from: 'high.constant', to: 'b.rotation', returns: { response: 1, dampingRatio: 1 } }",
      "[0].returns: only numbers of gestures return after a release, and \"high.constant\" is not "
        + "one of them; remove \"returns\""
    ),
    (
      "{ from: 'drag.velocity.x', to: 'b.alpha', map: [[0, 0], [9, 1]], "
        + "follow: { response: 1, dampingRatio: 1 }, returns: { response: 1, dampingRatio: 1 } }",
      "[0].returns: a velocity is 0 from the release on, without a spring; remove \"returns\""
    ),
    (
      "{ from: 'drag.translation.x', to: 'b.translation.x', returns: { response: 1 } }",
      "[0].returns: missing key \"dampingRatio\""
    ),
    (
      "{ from: 'spin.rotation', to: 'b.rotation' }",
      "[0].from: the rotation of \"c\" is tilted by its translation, so it is no sum of motions; "
        + "use \"translation.x\" instead"
    ),
  ]

  @Test(arguments: faults) func aFaultIsSaidInOneLine(binding: String, message: String) {
    let error = #expect(throws: DocumentError.self) {
      try BindingReaderTests.read("[\(binding)]", gestures: Self.gestures)
    }
    let text = error?.description ?? ""
    #expect(text.hasSuffix(": bindings" + message), "\(text)")
  }
}
