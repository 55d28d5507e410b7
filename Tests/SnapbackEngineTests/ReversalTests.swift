import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A reversed transaction returns to its start and leaves everything as it was.
@Suite struct ReversalTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "one", color: "#102030", alpha: 0.8 },
        { id: "rows", stack: { axis: "vertical", spacing: 10 }, views: [
          { id: "up", contents: { width: 40, height: 100 } },
          { id: "down", contents: { width: 40, height: 60 } } ] },
        { id: "text", text: "Hello" },
        { id: "list", scroll: true, views: [ { id: "row" } ] } ],
      constraints: [
        { id: "x", rule: "one.left = 20" }, { id: "far", rule: "one.left = 300", active: false },
        "one.top = 0", "one.height = 50", "one.width = 50 @ 400",
        { id: "wide", rule: "one.width = 80 @ 300" },
        { id: "right", rule: "rows.left = 90 @ high", active: false },
        { id: "rowsTop", rule: "rows.top = one.bottom" }, "rows.left = 0 @ low", "rows.width = 40",
        "text.left = 100", "text.bottom = screen.keyboard.top", "list.left = 200", "list.top = 200",
        "list.width = 100", "list.height = 100", "list.content.width = 100",
        "list.content.height = 1000", "row.left = list.content.left",
        "row.top = list.content.top", "row.width = 100", "row.height = 20" ] }
    """
  private let linear = Animation.curve(.linear, duration: 1)

  private func moment(_ seconds: Double) -> Instant { EngineDriver.moment(seconds) }

  /// The state of all drawn views.
  private func picture(_ driver: inout EngineDriver, _ seconds: Double) -> [ViewState] {
    driver.updateFrame(at: moment(seconds))
    return driver.frame.views
  }

  /// One change of every kind, all at once.
  private static let everything: [SceneChange] = [
    .constant("x", 120), .active("right", true), .priority("wide", .defaultHigh),
    .constantBy("x", 5),
    .removeConstraint("rowsTop"), .hidden("up", true), .toggleHidden("down"),
    .contents("down", .init(horizontal: 40, vertical: 90)), .text("text", "A longer text"),
    .contentSizeCategory(.xxxLarge), .keyboardHeight(200),
    .screenSize(Size(width: 500, height: 900)),
    .alpha("one", 0.1), .color("one", Color(red: 200, green: 0, blue: 255)),
    .cornerRadius("one", 30),
    .transform(
      "one",
      .init(
        translation: Vector(dx: 30, dy: 40), rotation: 2, shear: 0.25,
        scale: Vector(dx: 2, dy: 0.5))),
    .scrollOffset("list", Vector(dx: 0, dy: 300)),
    .frame("row", Rect(x: 1, y: 2, width: 3, height: 4)),
  ]

  @Test(arguments: [everything] + everything.map { [$0] })
  func turnedRoundItComesBackToTheStartExactly(changes: [SceneChange]) throws {
    var driver = try EngineDriver(scene: Self.scene)
    // From its first change on, the state of the view says that its radius can move.
    try driver.apply([.cornerRadius("one", 0)], nil, 0)
    let start = picture(&driver, 0)
    let id = try driver.apply(changes, linear, isControlled: true, 0)
    let forward = (0...10).map { step in picture(&driver, 0.06 * Double(step)) }
    try driver.engine.reverse(id, at: moment(0.6))
    for step in 0...10 {
      let back = picture(&driver, 0.6 + 0.06 * Double(step))
      Self.expectSame(back, forward[10 - step], within: 1e-6)
    }
    #expect(picture(&driver, 1.2) == start)
    #expect(driver.ends(of: id, 9) == .init(finished: [1.2], settled: [1.2]))
    // The changes are undone for good: another pass changes nothing.
    try driver.apply([.active("far", true), .active("x", false)], nil, 10)
    try driver.apply([.active("far", false), .active("x", true)], nil, 10)
    #expect(picture(&driver, 10) == start)
  }

  static func expectSame(_ one: [ViewState], _ other: [ViewState], within tolerance: Double) {
    for (a, b) in zip(one, other) {
      #expect(abs(a.frame.left - b.frame.left) < tolerance)
      #expect(abs(a.frame.top - b.frame.top) < tolerance)
      #expect(abs(a.frame.right - b.frame.right) < tolerance)
      #expect(abs(a.frame.bottom - b.frame.bottom) < tolerance)
      #expect(abs(a.transform.rotation - b.transform.rotation) < tolerance)
      #expect((a.transform.translation - b.transform.translation).length < tolerance)
      #expect((a.transform.scale - b.transform.scale).length < tolerance)
      #expect(abs(a.transform.shear - b.transform.shear) < tolerance)
      #expect(abs(a.alpha - b.alpha) < tolerance)
      #expect(abs(a.cornerRadius - b.cornerRadius) < tolerance)
      let reds = (Int(a.color?.red ?? 0), Int(b.color?.red ?? 0))
      #expect(abs(reds.0 - reds.1) <= 1)
    }
  }

  @Test(arguments: [everything] + everything.map { [$0] })
  func turnedRoundTwiceItEndsAtTheEnd(changes: [SceneChange]) throws {
    var driver = try EngineDriver(scene: Self.scene)
    var plain = try EngineDriver(scene: Self.scene)
    try plain.apply(changes, nil, 0)
    let id = try driver.apply(changes, linear, isControlled: true, 0)
    try driver.engine.reverse(id, at: moment(0.5))
    try driver.engine.reverse(id, at: moment(0.75))
    #expect(driver.ends(of: id, 9) == .init(finished: [1.5], settled: [1.5]))
    #expect(picture(&driver, 10) == picture(&plain, 10))
  }

  @Test func aCurveTurnedRoundIsItsTimeReversal() throws {
    for animation in [
      Animation.curve(.easeOut, duration: 1), .curve(.easeIn, duration: 0.7, delay: 0.2),
      Animation(.curve(.easeInOut, duration: 0.3), repeatCount: 3, autoreverses: true),
    ] {
      var driver = try EngineDriver(scene: Self.scene)
      let plain: EngineDriver = try {
        var plain = try EngineDriver(scene: Self.scene)
        try plain.apply([.constant("x", 120)], animation, 0)
        return plain
      }()
      let id = try driver.apply([.constant("x", 120)], animation, isControlled: true, 0)
      try driver.engine.reverse(id, at: moment(0.65))
      for step in 0...64 {
        let t = Double(step) / 100
        let (own, mirrored) = (
          driver.seen(.left, of: "one", 0.65 + t), plain.seen(.left, of: "one", 0.65 - t)
        )
        #expect(abs(own.value - mirrored.value) < 1e-6, "\(t)")
        #expect(t == 0 || abs(own.velocity + mirrored.velocity) < 1e-4, "\(t)")
      }
      #expect(driver.see("one", 9).frame.left == 20)
    }
  }

  @Test func aSpringTurnedRoundKeepsItsVelocity() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = try Spring(response: 0.5, dampingRatio: 0.6)
    let id = try driver.apply([.constant("x", 120)], .spring(spring), isControlled: true, 0)
    for (now, goal) in [(0.2, 20.0), (0.33, 120), (0.4, 20)] {
      let before = driver.seen(.left, of: "one", now)
      try driver.engine.reverse(id, at: moment(now))
      let after = driver.seen(.left, of: "one", now)
      #expect(abs(after.value - before.value) < 1e-9)
      #expect(abs(after.velocity - before.velocity) < 1e-9)
      for step in 1...6 {
        let t = Double(step) / 100
        let wanted =
          goal
          + Textbook.spring(
            decayRate: spring.decayRate, stiffness: spring.stiffness, from: before.value - goal,
            before.velocity, after: t
          ).value
        #expect(abs(driver.seen(.left, of: "one", now + t).value - wanted) < 1e-9)
      }
    }
    #expect(driver.see("one", 9).frame.left == 20)
    #expect(driver.ends(of: id, 9).finished.count == 1)
  }

  @Test func neighborsStayTogetherThroughReversalsOfMixedTimings() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 800, height: 400 },
          views: [ { id: "a" }, { id: "b" }, { id: "c" } ],
          constraints: [ { id: "a", rule: "a.left = 20" }, "a.width = 40",
            { id: "b", rule: "b.left = 200" }, "b.width = 60",
            "c.centerX = 0.5 * a.left + 0.5 * b.right", "c.width = 20" ] }
        """)
    let bouncy = try Spring(response: 0.6, dampingRatio: 0.3)
    let brisk = try Spring(response: 0.3, dampingRatio: 1)
    let id = try driver.apply(
      [
        .animate(.spring(bouncy), [.constantBy("a", 150)]),
        .animate(.spring(brisk, delay: 0.1), [.constantBy("b", 90)]),
        .animate(.curve(.easeInOut, duration: 0.5), [.constantBy("a", -30)]),
      ], linear, isControlled: true, 0)
    func tear(_ driver: borrowing EngineDriver, _ now: Double) -> Double {
      func at(_ channel: Channel, _ view: String) -> Double {
        driver.seen(channel, of: view, now).value
      }
      return (at(.left, "c") + at(.right, "c") - at(.left, "a") - at(.right, "b")) / 2
    }
    // Another transaction also changes the same constant.
    try driver.apply([.constantBy("b", 40)], .curve(.easeOut, duration: 0.9), 0.15)
    for (turn, now) in [0.2, 0.27, 0.7, 0.76, 2.4, 2.41, 2.8].enumerated() {
      let before = driver.seen(.left, of: "c", now)
      if turn == 3 {
        try driver.engine.pause(id, at: moment(now))
      } else if turn == 4 {
        try driver.engine.resume(id, at: moment(now))
      } else {
        try driver.engine.reverse(id, at: moment(now))
      }
      #expect(abs(driver.seen(.left, of: "c", now).value - before.value) < 1e-9)
      for step in 0...300 { #expect(abs(tear(driver, now + Double(step) / 100)) < 1e-9) }
      for end in driver.engine.motions.flatMap({ $0.terms.map(\.end) }) {
        for nanosecond: UInt64 in 0...2 where end.nanoseconds < 1 << 62 {
          let moment = Instant(nanoseconds: end.nanoseconds + nanosecond - 1)
          #expect(abs(tear(driver, moment.seconds(since: .zero))) < 1e-9)
        }
      }
    }
    let ends = driver.ends(of: id, 60)
    #expect(ends.finished.count == 1 && ends.settled.count == 1)
  }

  @Test func aPausedOneIsTurnedRoundAndGoesOnWhenItIsResumed() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.constant("x", 120)], linear, isControlled: true, 0)
    try driver.engine.pause(id, at: moment(0.6))
    try driver.engine.reverse(id, at: moment(1))
    #expect(abs(driver.seen(.left, of: "one", 5).value - 80) < 1e-9)
    try driver.engine.scrub(id, to: 0.5, at: moment(5))
    #expect(abs(driver.seen(.left, of: "one", 5).value - 50) < 1e-9, "half of the way back")
    try driver.engine.resume(id, at: moment(6))
    #expect(abs(driver.seen(.left, of: "one", 6.1).value - 40) < 1e-9)
    #expect(driver.ends(of: id, 60).settled == [6.3])
    #expect(driver.see("one", 60).frame.left == 20)
  }

  @Test func whatEndedEarlierWaitsOnTheWayBack() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [
        .animate(.curve(.linear, duration: 0.25), [.rotation("one", 1)]), .alpha("one", 0),
      ], linear, isControlled: true, 0)
    try driver.engine.reverse(id, at: moment(0.75))
    #expect(driver.see("one", 1.2).transform.rotation == 1)
    #expect(abs(driver.see("one", 1.375).transform.rotation - 0.5) < 1e-9)
    #expect(driver.see("one", 1.5).transform.rotation == 0)
    #expect(driver.see("one", 1.5).alpha == 0.8)
  }

  @Test func framesOfParentsAndChildrenAreBothPutBack() throws {
    for order in [["rows", "up"], ["up", "rows"]] {
      var driver = try EngineDriver(scene: Self.scene)
      let start = picture(&driver, 0)
      let id = try driver.apply(
        order.map { .frame($0, Rect(x: 7, y: 9, width: 11, height: 13)) }, linear,
        isControlled: true, 0)
      try driver.engine.reverse(id, at: moment(0.5))
      #expect(picture(&driver, 5) == start)
    }
  }

  @Test func sizeClassesKeepWhatTheyHadOfTheirOwn() throws {
    let text = """
      { snapback: 1, screen: { width: 800, height: 800 },
        views: [ { id: "one", contents: { width: 40, height: 10 },
          variations: { "compact x any": { hidden: true, contents: { width: 7, height: 5 } } } } ],
        constraints: [ { id: "x", rule: "one.left = 20",
          variations: { "regular x any": { constant: 70 } } } ] }
      """
    let narrow = SceneChange.screenSize(Size(width: 300, height: 800))
    for isReversed in [true, false] {
      var driver = try EngineDriver(scene: text)
      let wide = driver.see("one", 0)
      #expect(wide.frame.left == 70)
      let changes: [SceneChange] = [
        .toggleHidden("one"), .contents("one", .init(horizontal: 9, vertical: 9)),
        .constant("x", 3),
      ]
      if isReversed {
        let id = try driver.apply(changes, linear, isControlled: true, 0)
        try driver.engine.end(id, at: .start, time: moment(0.5))
      } else {
        #expect(throws: EngineError.self) {
          try driver.apply(changes + [.constant("none", 1)], linear, 0)
        }
      }
      #expect(driver.see("one", 1) == wide)
      try driver.apply([narrow], nil, 2)
      #expect(driver.see("one", 2).alpha == 0)
      #expect(driver.see("one", 2).frame == Rect(x: 20, y: 0, width: 7, height: 5))
    }
  }

  @Test func atItsVeryEndItTurnsRoundWithoutAJump() throws {
    // The last run leads back, and at its end the model's value takes over.
    let there = Animation(
      .curve(.easeInOut, duration: 0.3), delay: 0.1, repeatCount: 3, autoreverses: true)
    for share in [1, 0.9999999999, 0, 0.5] {
      var driver = try EngineDriver(scene: Self.scene)
      let id = try driver.apply([.constant("x", 120)], there, isControlled: true, 0)
      for step in 1...5 {
        let now = Double(step) / 7
        try driver.engine.scrub(id, to: share, at: moment(now))
        let before = driver.seen(.left, of: "one", now).value
        try driver.engine.reverse(id, at: moment(now))
        #expect(abs(driver.seen(.left, of: "one", now).value - before) < 1e-9)
        try driver.engine.reverse(id, at: moment(now))
        #expect(abs(driver.seen(.left, of: "one", now).value - before) < 1e-9)
      }
    }
  }
}
