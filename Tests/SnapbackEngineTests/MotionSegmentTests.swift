import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A renderer that knows only the motions in closed form must draw what the engine draws.
@Suite struct MotionSegmentTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "card", color: "#0a84ff", views: [ { id: "label", color: "#ffffff" } ] } ],
      constraints: [
        { id: "x", rule: "card.left = 20" }, { id: "y", rule: "card.top = 40" },
        { id: "w", rule: "card.width = 200" }, "card.height = 120",
        "label.centerX = card.centerX", "label.top = card.top + 8",
        "label.width = 0.5 * card.width", "label.height = 24" ],
      gestures: [ { pan: "card", follow: "point", tilt: { degrees: 12, reach: 160 },
        release: "momentum", limits: { x: [-60, 90], y: [-80, 80] },
        spring: { response: 0.5, dampingRatio: 0.7 } } ] }
    """

  @Test(arguments: 0..<60) func theEnginesFramesFollowFromTheSegmentsAlone(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var driver = try EngineDriver(scene: Self.scene)
    var now = 0.0
    for step in 0..<12 {
      now += Double.random(in: 0.02...0.3, using: &generator)
      try Self.interrupt(&driver, step, now, &generator)
      let told = Told(driver.engine)
      // Nothing happens for a while, so the motions at its beginning must be sufficient.
      var later = now
      for _ in 0..<20 {
        later += Double.random(in: 0...0.01, using: &generator)
        driver.updateFrame(at: EngineDriver.moment(later))
        let fault = told.fault(driver.frame, at: EngineDriver.moment(later))
        #expect(fault == nil, "seed \(seed), step \(step): \(fault ?? "")")
        guard fault == nil else { return }
      }
      now = later
    }
  }

  @Test func aGenerationCountsWhatInterruptsAndNothingElse() throws {
    var driver = try EngineDriver(scene: Self.scene)
    func generation() -> UInt64? { driver.engine.motion(of: .left, view: 1)?.generation }
    let first = generation()
    try driver.engine.apply(
      [.constant("x", 90)], animation: .curve(.easeInOut, duration: 1), at: EngineDriver.moment(0.1)
    )
    let second = generation()
    #expect(second != first)
    for step in 1...30 { _ = driver.see("card", 0.1 + Double(step) * 0.05) }
    #expect(generation() == second, "an end is no interruption: it was told before")
    try driver.engine.apply([.alpha("card", 0.5)], at: EngineDriver.moment(3))
    #expect(generation() == second, "another channel is none either")
    try driver.engine.apply([.constant("x", 91)], at: EngineDriver.moment(3))
    #expect(generation() != second)
  }

  private static func interrupt(
    _ driver: inout EngineDriver, _ step: Int, _ now: Double, _ generator: inout SeededGenerator
  ) throws {
    let timings: [Animation] = [
      .spring(try Spring(response: 0.4, dampingRatio: 0.6)),
      .spring(try Spring(response: 0.3, dampingRatio: 1), delay: 0.05),
      .spring(try Spring(response: 0.5, dampingRatio: 2)),
      .curve(.ease, duration: 0.5, delay: 0.1), .curve(.easeOut, duration: 0.3),
      Animation(.curve(.easeInOut, duration: 0.2), repeatCount: 2.5, autoreverses: true),
    ]
    let animation = timings.randomElement(using: &generator)
    let number = Double.random(in: -50...90, using: &generator).rounded()
    let changes: [[SceneChange]] = [
      [.constant("x", number)], [.constant("w", 150 + number), .alpha("label", 0.4)],
      [.scale("label", Vector(dx: 1 + number / 100, dy: 1.2)), .constant("y", number)],
    ]
    switch step % 4 {
    case 0...2:
      try driver.engine.apply(
        changes[step % 3], animation: animation, at: EngineDriver.moment(now))
    default:
      let start = Point(x: 150, y: 90)
      driver.drag(from: start, to: start + Vector(dx: number, dy: 60), now - 0.015...now)
      driver.lift(now)
    }
  }
}

/// Motions as a renderer received them, drawn by textbook formulas.
private struct Told {
  private let motions: [Int: [Channel: ChannelMotion]]
  private let levers: [(x: ChannelMotion, y: ChannelMotion)]

  init(_ engine: borrowing Engine) {
    var motions: [Int: [Channel: ChannelMotion]] = [:]
    for view in 1...2 {
      for channel in Channel.allCases {
        motions[view, default: [:]][channel] = engine.motion(of: channel, view: view)
      }
    }
    self.motions = motions
    levers = (0...2).map { engine.levers(of: $0) }
  }

  /// The first difference from what the engine draws.
  func fault(_ frame: SceneFrame, at now: Instant) -> String? {
    for view in 1...2 {
      let seen = frame.views[view]
      let parent = view == 2 ? (value(.left, 1, now), value(.top, 1, now)) : (0, 0)
      let edges = (value(.left, view, now) - parent.0, value(.top, view, now) - parent.1)
      let turn = value(.rotation, view, now)
      let scale = (value(.scaleX, view, now), value(.scaleY, view, now))
      let (cosine, sine) = (cos(turn), sin(turn))
      let lever = Vector(
        dx: levers[view].x.presentation(at: now).value,
        dy: levers[view].y.presentation(at: now).value)
      // t = d + ℓ − R·S·ℓ
      let image = (
        cosine * scale.0 * lever.dx - sine * scale.1 * lever.dy,
        sine * scale.0 * lever.dx + cosine * scale.1 * lever.dy
      )
      let pairs: [(String, Double, Double)] = [
        ("left", seen.frame.left, edges.0), ("top", seen.frame.top, edges.1),
        ("alpha", seen.alpha, value(.alpha, view, now)),
        ("rotation", seen.transform.rotation, turn),
        ("scale", seen.transform.scale.dx, scale.0),
        (
          "translation x", seen.transform.translation.dx,
          value(.translationX, view, now) + lever.dx - image.0
        ),
        (
          "translation y", seen.transform.translation.dy,
          value(.translationY, view, now) + lever.dy - image.1
        ),
      ]
      for (name, engine, own) in pairs where !(abs(engine - own) <= 1e-9) {
        return "\(name) of view \(view) is \(engine) and by the segments \(own)"
      }
    }
    return nil
  }

  private func value(_ channel: Channel, _ view: Int, _ now: Instant) -> Double {
    guard let motion = motions[view]?[channel] else { return .nan }
    var sum = motion.held.value
    for term in motion.terms { sum += Self.offset(of: term, at: now) }
    if let map = motion.map {
      sum += map.tilt.angle * tanh(value(map.source, view, now) / map.tilt.reach)
    }
    return sum
  }

  private static func offset(of term: ResidualTerm, at now: Instant) -> Double {
    guard now < term.end else { return 0 }
    let u = term.clock.local + term.clock.rate * now.seconds(since: term.clock.anchor)
    let (x, v) = (term.state.value, term.state.velocity)
    switch term.course {
    case .spring(let spring):
      if u < 0 { return term.isLater ? 0 : x }
      let (beta, square) = (
        spring.decayRate, spring.stiffness - spring.decayRate * spring.decayRate
      )
      let fade = exp(-beta * u)
      if abs(square) < 1e-9 * spring.stiffness { return fade * (x + (v + beta * x) * u) }
      let root = sqrt(abs(square))
      return square > 0
        ? fade * (x * cos(root * u) + (v + beta * x) / root * sin(root * u))
        : fade * (x * cosh(root * u) + (v + beta * x) / root * sinh(root * u))
    case .decay(let decay):
      return x + v * (1 - exp(-decay.rate * u)) / decay.rate
    case .animation(let animation):
      return x * (1 - progress(of: animation, after: u))
    case .pieces(let pieces):
      return x * Textbook.pieces(pieces.knots, at: u)
    }
  }

  /// The progress of curves, by bisection on their cubic.
  private static func progress(of animation: Animation, after seconds: Double) -> Double {
    guard case .curve(let curve, let duration) = animation.timing else { return .nan }
    let run = seconds - animation.delay
    guard run > 0 else { return 0 }
    let legs = animation.repeatCount * (animation.autoreverses ? 2 : 1)
    guard run < legs * duration else { return 1 }
    let leg = (run / duration).rounded(.down)
    var fraction = run / duration - leg
    if animation.autoreverses, leg.truncatingRemainder(dividingBy: 2) == 1 {
      fraction = 1 - fraction
    }
    func cubic(_ a: Double, _ b: Double, _ s: Double) -> Double {
      3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if cubic(curve.x1, curve.x2, middle) < fraction { low = middle } else { high = middle }
    }
    return cubic(curve.y1, curve.y2, low)
  }
}
