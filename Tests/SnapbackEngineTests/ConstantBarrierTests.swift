import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Bound constants that move the views on whose frames they depend.
@Suite struct ConstantBarrierTests {
  private static let sheet = """
    "sheet.left = 0", "sheet.top = 600", "sheet.width = 400"
    """

  /// A scene of views, constraints and bindings, and a sheet that a finger drags.
  private static func scene(
    _ views: [String], _ constraints: [String], _ bindings: [String]
  ) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 1048576 },
      views: [ { id: "sheet" }, \(views.joined(separator: ", ")) ],
      constraints: [ \(sheet), \(constraints.joined(separator: ", ")) ],
      gestures: [ { pan: "sheet", slop: 0, spring: { response: 0.3, dampingRatio: 0.6 } } ],
      bindings: [ \(bindings.joined(separator: ", ")) ] }
    """
  }

  /// A row of views that grow as the sheet rises. The distance of a view from the one before it
  /// grows with its own width, so the constant of this distance moves both edges of the view.
  private static func row(of count: Int) -> String {
    var views: [String] = []
    var constraints = [#""sheet.height = 150""#]
    var bindings: [String] = []
    for k in 0..<count {
      let left = k == 0 ? "1" : "w\(k - 1).left + 1"
      views.append(#"{ id: "w\#(k)" }"#)
      constraints.append(#""w\#(k).top = 8", "w\#(k).height = 8""#)
      constraints.append(#"{ id: "size\#(k)", rule: "w\#(k).width = 10" }"#)
      constraints.append(#"{ id: "gap\#(k)", rule: "w\#(k).left = \#(left)" }"#)
      bindings.append(
        #"{ from: "sheet.translation.y", to: "size\#(k).constant", map: [[-200, 30], [0, 10]] }"#)
      bindings.append(
        #"{ from: "w\#(k).frame.width", to: "gap\#(k).constant", map: [[10, 1], [30, 5]] }"#)
    }
    return scene(views, constraints, bindings)
  }

  /// A finger drags the sheet up and lets go.
  private static let events: [FollowingScene.Event] = drag + [release]

  private static let release: FollowingScene.Event = (0.28, { $0.lift($1) })

  private static let drag: [FollowingScene.Event] = (0...20).map { scan -> FollowingScene.Event in
    let place = Point(x: 200, y: 700 - 7 * Double(scan))
    let perform: BoundScene.Event = { $0.finger(at: place, $1) }
    return (0.1 + Double(scan) / 120, perform)
  }

  /// The first view of a row of which the frame is wrong for the drawn translation of the sheet.
  private func fault(_ driver: inout EngineDriver, of count: Int, at moment: Instant) -> String? {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    let rise = -driver.seen(.translationY, of: "sheet", at: moment).value
    let growth = min(max(rise / 200, 0), 1)
    for number in 0..<count {
      let seen = frame.views[driver.place(of: "w\(number)")].frame
      let (left, width) = (Double(number + 1) * (1 + 4 * growth), 10 + 20 * growth)
      guard abs(seen.left - left) < 1e-4, abs(seen.size.width - width) < 1e-4 else {
        return "w\(number) is \(seen), not from \(left) and \(width) wide"
      }
    }
    return nil
  }

  /// With so many constants, reading each constant through two edges would not end in a lifetime.
  @Test func aConstantMovesTheViewWhoseWidthItFollows() throws {
    let count = 24
    var driver = try EngineDriver(scene: Self.row(of: count), limits: BoundConstantScene.limits)
    var events = Self.events[...]
    for step in 0...60 {
      let now = Double(step) / 60
      try driver.perform(&events, until: now)
      driver.updateFrame(at: EngineDriver.moment(now))
      for ahead in [0, 0.03] {
        let found = fault(&driver, of: count, at: EngineDriver.moment(now + ahead))
        #expect(found == nil, "at \(now) + \(ahead) s: \(found ?? "")")
        guard found == nil else { return }
      }
    }
  }

  @Test func aClientWithSegmentsDrawsTheSameRow() throws {
    var driver = try EngineDriver(scene: Self.row(of: 3), limits: BoundConstantScene.limits)
    var client = SegmentClient()
    client.listen(&driver, at: .zero)
    var events = Self.events[...]
    for step in 0...1000 {
      let now = EngineDriver.moment(Double(step) / 1000)
      try client.proceed(&driver, &events, to: now)
      var frame = driver.engine.makeFrame()
      driver.engine.sample(&frame, at: now, resampling: .none)
      for name in ["w0", "w1", "w2"] {
        let place = driver.place(of: name)
        let seen = frame.views[place].frame
        let (left, right) = (client.value(.left, place, now), client.value(.right, place, now))
        guard abs(seen.left - left) > 1e-6 || abs(seen.right - right) > 1e-6 else { continue }
        Issue.record("\(name) is \(seen) and told as \(left) to \(right), at \(step) ms")
        return
      }
    }
  }

  /// Views `u` whose widths are set by bindings: the first one by the sheet, the others each by a
  /// view `v`. The views `v` are alone.
  private static func pairs(of count: Int) -> String {
    var views: [String] = []
    var constraints = [#""sheet.height = 150""#]
    var bindings = [
      #"{ from: "sheet.translation.y", to: "size0.constant", map: [[-200, 30], [0, 10]] }"#
    ]
    for k in 0..<count {
      for name in ["u\(k)", "v\(k)"] {
        views.append(#"{ id: "\#(name)" }"#)
        constraints.append(
          #""\#(name).left = 0", "\#(name).top = 8", "\#(name).height = 8""#)
      }
      constraints.append(#"{ id: "size\#(k)", rule: "u\#(k).width = 10" }"#)
      constraints.append(#""v\#(k).width = 10 @ 100""#)
      guard k > 0 else { continue }
      bindings.append(
        #"{ from: "v\#(k).frame.width", to: "size\#(k).constant", map: [[0, 0], [400, 200]] }"#)
    }
    return scene(views, constraints, bindings)
  }

  /// With constraints that a client adds, the width of each `v` is half the sum of the widths of
  /// the pair before it, plus 4. So a constant depends on the earlier ones in very many ways.
  @Test func constraintsThatAreAddedLaterDoNotDelayReading() throws {
    let count = 20
    var driver = try EngineDriver(scene: Self.pairs(of: count), limits: BoundConstantScene.limits)
    var added: [SceneChange] = []
    for k in 1..<count {
      let (u, v) = (driver.place(of: "u\(k - 1)"), driver.place(of: "v\(k - 1)"))
      let own = Anchor(ViewID(index: driver.place(of: "v\(k)")), .width)
      let terms = [
        LayoutConstraint.Term(0.5, Anchor(ViewID(index: u), .width)),
        LayoutConstraint.Term(0.5, Anchor(ViewID(index: v), .width)),
      ]
      added.append(
        .addConstraint(
          LayoutConstraint(identifier: "added\(k)", first: own, terms: terms, constant: 4)))
    }
    try driver.apply(added, nil, 0.05)
    for event in Self.events {
      try event.perform(&driver, event.seconds)
      driver.updateFrame(at: EngineDriver.moment(event.seconds))
    }
    for step in 1...40 { driver.updateFrame(at: EngineDriver.moment(0.3 + Double(step) / 10)) }
    var (u, v) = (10.0, 10.0)
    for k in 1..<count {
      (u, v) = ((u + v) / 4 + 2, (u + v) / 2 + 4)
      let (first, second) = (driver.see("u\(k)", 5).frame, driver.see("v\(k)", 5).frame)
      #expect(abs(first.size.width - u) < 1e-4, "u\(k) is \(first), not \(u) wide")
      #expect(abs(second.size.width - v) < 1e-4, "v\(k) is \(second), not \(v) wide")
    }
  }

  /// A client makes the width of a view equal to the constant that falls as this width grows.
  @Test func aCircleWithoutASolutionThatIsReachedCostsFewPasses() throws {
    let text = Self.scene(
      [#"{ id: "u" }"#, #"{ id: "v" }"#],
      [
        #""sheet.height = 150", "u.left = 0", "u.top = 8", "u.height = 8""#,
        #""v.left = 0", "v.top = 8", "v.height = 8", "v.width = 12 @ 100""#,
        #"{ id: "size", rule: "u.width = 12" }"#,
      ],
      [#"{ from: "v.frame.width", to: "size.constant", map: [[10, 20], [20, 10]] }"#])
    var driver = try EngineDriver(scene: text, limits: BoundConstantScene.limits)
    let (u, v) = (driver.place(of: "u"), driver.place(of: "v"))
    let circle = LayoutConstraint(
      identifier: "circle", first: Anchor(ViewID(index: v), .width),
      terms: [LayoutConstraint.Term(1, Anchor(ViewID(index: u), .width))])
    try driver.apply([.addConstraint(circle)], nil, 0.05)
    driver.updateFrame(at: EngineDriver.moment(0.08))
    var passes: [Int] = []
    for event in Self.events {
      let before = driver.engine.layoutPasses
      try event.perform(&driver, event.seconds)
      driver.updateFrame(at: EngineDriver.moment(event.seconds))
      passes.append(driver.engine.layoutPasses - before)
    }
    // The first update that finds no end makes 16 passes.
    #expect(passes.filter { $0 > 8 }.count <= 1 && passes.allSatisfy { $0 <= 24 }, "\(passes)")
  }

  /// The sheet grows as it rises, so its height depends on its translation, and its edges depend on
  /// both.
  @Test func aConstantRestsAfterAnEndlessMotionOfItsSource() throws {
    let text = Self.scene(
      [#"{ id: "mark" }"#],
      [
        #""mark.left = 0", "mark.top = 0", "mark.width = 8", "mark.height = 8""#,
        #"{ id: "high", rule: "sheet.height = 150" }"#,
      ],
      [#"{ from: "sheet.translation.y", to: "high.constant", map: [[-200, 350], [0, 150]] }"#])
    var driver = try EngineDriver(scene: text, limits: BoundConstantScene.limits)
    let endless = Animation(
      .curve(.linear, duration: 1), repeatCount: .infinity, autoreverses: true)
    try driver.apply([.translation("sheet", Vector(dx: 0, dy: -100))], endless, 0.1)
    #expect(abs(driver.see("sheet", 0.6).frame.size.height - 200) < 1e-6)
    try driver.apply([.translation("sheet", Vector(dx: 0, dy: -40))], nil, 1)
    #expect(abs(driver.see("sheet", 3).frame.size.height - 190) < 1e-4)
    let (isAtRest, wakeUp) = (driver.engine.isAtRest, driver.engine.wakeUp)
    #expect(isAtRest && wakeUp == .never, "\(wakeUp)")
  }
}
