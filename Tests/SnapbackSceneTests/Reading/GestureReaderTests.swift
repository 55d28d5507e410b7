import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing a scene's `gestures`: kinds, settings and driven values.
@Suite struct GestureReaderTests {
  /// A scene with these gestures, on line 6 of the text, and actions on line 7.
  static func scene(_ gestures: String, actions: String = "[]") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "card" }, { id: "list", scroll: true }, { id: "label" } ],
      constraints: [ { id: "wide", rule: "card.width = 100" },
        { id: "gap", format: "[card]-[list]" } ],
      gestures:
    \(gestures), actions:
    \(actions) }
    """
  }

  static func read(
    _ gestures: String, actions: String = "[]"
  ) throws(DocumentError) -> SceneBlueprint {
    try SceneReader.read(
      Array(scene(gestures, actions: actions).utf8), file: "scene.json5")
  }

  /// The only gesture of a scene.
  private func one(_ gesture: String) throws -> SceneGesture {
    let gestures = try Self.read("[\(gesture)]").gestures
    try #require(gestures.count == 1)
    return gestures[0]
  }

  /// The settings of the only gesture.
  private func settings(_ gesture: String) throws -> GestureSettings {
    try one(gesture).recognizer.settings
  }

  private static let usual = Result { try Spring(response: 0.45, dampingRatio: 0.8) }

  @Test func everyKindIsReadWithItsDefaults() throws {
    let spring = try Self.usual.get()
    let behavior = PanBehavior(spring: spring)
    let part = PanBehavior(follow: .point, spring: spring)
    var edge = PanSettings()
    edge.edge = .up
    let kinds: [(String, Int, GestureSettings, GestureBinding)] = [
      ("tap: 'card'", 1, .tap(TapSettings()), .none),
      ("longPress: 'card'", 1, .longPress(LongPressSettings()), .none),
      ("pan: 'card'", 1, .pan(PanSettings()), .translation(behavior)),
      (
        "swipe: 'card', direction: 'up'", 1, .swipe(SwipeSettings(direction: .up)), .none
      ),
      ("pinch: 'card'", 1, .pinch(PinchSettings()), .scale(part, limits: nil)),
      ("rotation: 'card'", 1, .rotation(RotationSettings()), .rotation(part, limits: nil)),
      ("edgePan: 'screen', edge: 'top'", 0, .pan(edge), .none),
      ("hover: 'label'", 3, .hover, .none),
    ]
    for (text, view, settings, binding) in kinds {
      let gesture = try one("{ \(text) }")
      #expect(gesture.view == view && gesture.recognizer.settings == settings, "\(text)")
      #expect(gesture.binding == binding, "\(text)")
      #expect(gesture.name == nil && gesture.cancelsTouches, "\(text)")
      #expect(gesture.recognizer.simultaneous == [], "\(text)")
      #expect(gesture.recognizer.requiredFailures == [], "\(text)")
    }
  }

  @Test func aScrollViewsGestureIsAPanAndAWheel() throws {
    let gestures = try Self.read("[{ scroll: 'list', name: 'scrolls' }]").gestures
    #expect(gestures.map(\.recognizer.settings) == [.pan(PanSettings()), .scroll])
    let usual = PanBehavior(release: .momentum, spring: .critical(response: 0.575))
    for gesture in gestures {
      #expect(gesture.view == 2 && gesture.name == "scrolls")
      #expect(gesture.binding == .scrollOffset(usual))
    }
  }

  @Test func whatIsLookedForCanBeSaid() throws {
    var tap = TapSettings(taps: 2, fingers: 3)
    (tap.interval, tap.duration, tap.slop) = (0.4, 1.5, TouchDistance(points: 7))
    #expect(
      try settings(
        "{ tap: 'card', taps: 2, fingers: 3, interval: 0.4, duration: 1.5, slop: 7 }")
        == .tap(tap))

    var press = LongPressSettings(duration: 0.8, fingers: 2)
    press.slop = TouchDistance(points: 12, millimeters: 2)
    #expect(
      try settings(
        """
        { longPress: 'card', duration: 0.8, fingers: 2, slop: { points: 12, millimeters: 2 } }
        """) == .longPress(press))
    #expect(
      try settings(
        """
        { longPress: 'card', duration: 0.8, fingers: 2, slop: { points: 12, millimetres: 2 } }
        """) == .longPress(press), "the British spelling")

    var swipe = SwipeSettings(direction: .left, fingers: 2)
    (swipe.way, swipe.duration) = (TouchDistance(points: 80), 0.3)
    #expect(
      try settings("{ swipe: 'card', direction: 'left', fingers: 2, distance: 80, duration: 0.3 }")
        == .swipe(swipe))

    var pan = PanSettings()
    (pan.slop, pan.direction) = (TouchDistance(points: 0), .horizontal)
    (pan.minimumFingers, pan.maximumFingers) = (2, 2)
    #expect(
      try settings("{ pan: 'card', slop: 0, direction: 'horizontal', fingers: 2 }") == .pan(pan))
    (pan.minimumFingers, pan.maximumFingers, pan.direction) = (1, 3, .vertical)
    #expect(
      try settings("{ pan: 'card', slop: 0, direction: 'vertical', fingers: [1, 3] }")
        == .pan(pan))

    (pan.velocity, pan.minimumFingers, pan.maximumFingers) = (.impulse, 1, .max)
    #expect(
      try settings("{ pan: 'card', slop: 0, direction: 'vertical', velocity: 'impulse' }")
        == .pan(pan))

    var pinch = PinchSettings()
    pinch.slop = TouchDistance(points: 5)
    #expect(try settings("{ pinch: 'card', slop: 5 }") == .pinch(pinch))
    var rotation = RotationSettings()
    rotation.slop = TouchDistance(points: 6)
    #expect(try settings("{ rotation: 'card', slop: 6 }") == .rotation(rotation))
  }

  @Test func edgesAreThoseOfTheScreen() throws {
    let edges: [(String, SwipeDirection)] = [
      ("left", .left), ("right", .right), ("top", .up), ("bottom", .down),
    ]
    for (word, direction) in edges {
      var wanted = PanSettings()
      (wanted.edge, wanted.edgeWidth) = (direction, TouchDistance(points: 30))
      let found = try settings("{ edgePan: 'card', edge: '\(word)', edgeWidth: 30 }")
      #expect(found == .pan(wanted) && found.kind == .edgePan)
    }
  }

  @Test func aPinchAndARotationHaveLimitsReleasesAndSprings() throws {
    let text = "limits: [0.5, 3], rubberBand: true, release: 'stay', spring: { response: 1,"
    let band = try RubberBand(dimension: 2.5)
    let spring = try Spring(response: 1, dampingRatio: 1)
    let stays = PanBehavior(follow: .point, release: .stay, spring: spring)
    #expect(
      try one("{ pinch: 'card', \(text) dampingRatio: 1 } }").binding
        == .scale(stays, limits: PanLimits(lower: 0.5, upper: 3, band: band)))
    // Degrees are converted to radians, and the band is as long as the range of the bounds.
    let gesture = try one("{ rotation: 'card', limits: [-90, 90], release: 'reset' }")
    let resets = PanBehavior(follow: .point, release: .reset, spring: try Self.usual.get())
    #expect(
      gesture.binding == .rotation(resets, limits: PanLimits(lower: -.pi / 2, upper: .pi / 2)))
    // If the bounds are equal, the band is as long as their value, or 1.
    let rigid = try one("{ pinch: 'card', limits: [1, 1], rubberBand: true }")
    guard case .scale(_, let limits) = rigid.binding else { throw NotThere() }
    #expect(limits?.band == (try RubberBand(dimension: 1)))
  }

  @Test func aConstantFollowsTheFinger() throws {
    let gesture = try one(
      """
      { pan: 'card', drives: { constant: 'wide', axis: 'vertical', factor: -2, limits: [50, 300],
        rubberBand: true, release: 'snap', snap: [60, 200], spring: { duration: 1,
        dampingRatio: 1 } } }
      """)
    var wanted = ConstantBehavior(
      constraint: "wide", axis: .vertical, factor: -2,
      limits: PanLimits(lower: 50, upper: 300, band: try RubberBand(dimension: 250)),
      release: .snap, snap: try SnapTargets([60, 200]),
      spring: try Spring(uikitDuration: 1, dampingRatio: 1))
    #expect(gesture.binding == .constant(wanted))
    // Constraints of a format are named by index; the defaults are a factor of 1 and staying.
    wanted = ConstantBehavior(
      constraint: "gap[0]", axis: .horizontal, spring: try Self.usual.get())
    for kind in ["longPress: 'card'", "edgePan: 'screen', edge: 'left'", "pan: 'screen'"] {
      let text = "{ \(kind), drives: { constant: 'gap[0]', axis: 'horizontal' } }"
      #expect(try one(text).binding == .constant(wanted), "\(kind)")
    }
  }

  @Test func aLongPressAndAnEdgeMoveTheViewOnlyWhenTheyAreToldTo() throws {
    let behavior = PanBehavior(
      follow: .point, release: .stay, spring: try Self.usual.get())
    for kind in ["longPress: 'card'", "edgePan: 'card', edge: 'right'"] {
      #expect(try one("{ \(kind) }").binding == .none)
      #expect(try one("{ \(kind), drives: 'nothing' }").binding == .none)
      #expect(
        try one("{ \(kind), drives: 'translation', follow: 'point', release: 'stay' }").binding
          == .translation(behavior), "\(kind)")
    }
    #expect(try one("{ pan: 'screen', drives: 'nothing' }").binding == .none)
  }

  @Test func aScrollViewThatDoesNotBounceStopsAtItsEnds() throws {
    let gestures = try Self.read(
      "[{ scroll: 'list', bounces: false, release: 'stay', axes: 'vertical' }]"
    ).gestures
    for gesture in gestures {
      guard case .scrollOffset(let behavior) = gesture.binding else { throw NotThere() }
      #expect(behavior.release == .stay && behavior.axes == .vertical)
      #expect(behavior.limits.x?.band == nil && behavior.limits.x != nil)
      #expect(behavior.limits.y?.band == nil && behavior.limits.y != nil)
    }
    let snaps = try Self.read(
      "[{ scroll: 'list', release: 'snap', snap: { y: [0, 100] }, deceleration: 'fast' }]"
    ).gestures
    guard case .scrollOffset(let behavior) = snaps[1].binding else { throw NotThere() }
    #expect(behavior.snapY == (try SnapTargets([0, 100])) && behavior.decay == .fast)
  }

  private struct NotThere: Error {}
}
