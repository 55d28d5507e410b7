import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// Checks for positions that jump, stray edges, broken inequalities and misplaced views.
extension InterruptionWorld {
  /// The kind of driver that a finger moves.
  enum DriverKind {
    case constant, offset
  }

  /// The largest difference, in points, between the movement of a position in a millisecond and the
  /// integral of its velocity. It covers the error of the trapezoidal rule for the stiffest spring
  /// here, and the quarter of a pixel that each of two motions drops when it comes to rest.
  private static let stepLimit = 0.05

  /// Lets 10 ms pass, a millisecond at a time, and returns the first step of a position that its
  /// velocities do not explain.
  ///
  /// Exception: it compares nothing while a finger drives the layout, and no transform that a
  /// finger holds. After a finger stops, its last velocity still applies to these for a short time.
  /// The shade's y has this velocity, too, because a binding adds a part of the card's y to it. The
  /// other parts of the shade's translation are proportional to the dial's y and to the left edge
  /// of the middle view, which are compared.
  mutating func walk() -> InterruptionFault? {
    guard drivingFinger == nil, scrollFinger == nil else {
      for _ in 0..<10 {
        now += 0.001
        show()
      }
      return nil
    }
    var isSmooth = onlySpringsMove
    for _ in 0..<10 {
      let (before, wasSmooth) = (driver.frame.views, isSmooth)
      now += 0.001
      show()
      isSmooth = onlySpringsMove
      guard wasSmooth, isSmooth else { continue }
      for (view, (old, new)) in zip(before, driver.frame.views).enumerated() {
        let name = driver.engine.appearances[view].name
        let isHeld = finger != nil && ["card", "shade"].contains(name)
        if let step = Self.step(from: old, to: new, withTransform: !isHeld) {
          return InterruptionFault(
            "\(name) \(step.text) at \(now) s", view: name, way: step.way, speed: step.speed,
            at: now)
        }
      }
    }
    return nil
  }

  /// Whether neither curves nor keyframes move anything: curves may be as steep as a step, and
  /// repeated animations step between two runs.
  private var onlySpringsMove: Bool {
    driver.engine.motions.allSatisfy { motion in
      motion.terms.allSatisfy { term in
        guard case .animation(let animation) = term.course else { return true }
        if case .spring = animation.timing { return animation.isSimple }
        return false
      }
    }
  }

  /// A movement that the velocities do not explain.
  private struct Step {
    var text: String
    var way: Double
    var speed: Double
  }

  private static func step(
    from old: ViewState, to new: ViewState, withTransform: Bool
  ) -> Step? {
    func check(_ name: String, _ path: (ViewState) -> Double, _ rate: (ViewState) -> Double)
      -> Step?
    {
      let (first, last) = (rate(old), rate(new))
      let way = path(new) - path(old)
      if way.magnitude <= stepLimit { return nil }
      let error = (way - (first + last) / 2 * 0.001).magnitude
      // At a kink the velocity jumps within the millisecond.
      guard error > (last - first).magnitude * 0.001 + stepLimit else { return nil }
      return Step(
        text: "\(name) steps from \(path(old)) at \(first)/s to \(path(new)) at \(last)/s",
        way: way, speed: max(first.magnitude, last.magnitude))
    }
    let fault =
      check("left", { $0.frame.left }, { $0.frameVelocity.x })
      ?? check("top", { $0.frame.top }, { $0.frameVelocity.y })
      ?? check("width", { $0.frame.size.width }, { $0.frameVelocity.width })
      ?? check("height", { $0.frame.size.height }, { $0.frameVelocity.height })
    guard fault == nil, withTransform else { return fault }
    return check("x", { $0.transform.translation.dx }, { $0.translationVelocity.dx })
      ?? check("y", { $0.transform.translation.dy }, { $0.translationVelocity.dy })
  }

  /// The edges of a sight, in order.
  private func edges() -> [Key] {
    driver.engine.appearances.flatMap { view in
      Channel.frameEdges.map { Key(view: view.name, channel: $0) }
    }
  }

  /// The first edge that moved although no rule ties it to what a finger has moved.
  func strayEdge(_ before: Sight, _ after: Sight) -> InterruptionFault? {
    guard let moved = movedDriver else { return nil }
    for (index, key) in edges().enumerated() where !InterruptionScene.ties(key, to: moved) {
      let (old, new) = (before.frames[index], after.frames[index])
      if abs(old.value - new.value) > 1e-9 * max(1, abs(old.value)) {
        return "\(key.view).\(key.channel) is not tied to the \(moved): \(old.value) → \(new.value)"
      }
    }
    return nil
  }

  /// The first inequality that is violated although no transaction is running.
  func brokenInequality() -> InterruptionFault? {
    guard drivesConstant, driver.engine.transactionIDs.isEmpty else { return nil }
    for (index, rule) in InterruptionScene.inequalities.enumerated() {
      var sum = -rule.constant
      for term in rule.terms {
        sum += term.factor * driver.seen(term.edge, of: term.view, now).value
      }
      // A velocity that an edge took up may die out for longer than the transaction runs.
      if !(sum >= -1e-5) { return "inequality \(index) is off by \(sum)" }
    }
    return nil
  }

  /// Whether the list rests beyond an end of its content.
  func offsetOutOfRange() -> InterruptionFault? {
    guard isBusy else { return nil }
    let height =
      driver.seen(.bottom, of: "list", now).value - driver.seen(.top, of: "list", now).value
    let offset = driver.seen(.scrollY, of: "list", now).value
    guard offset < -1e-5 || offset > 1600 - height + 1e-5 else { return nil }
    return "the offset \(offset) rests outside 0 ... \(1600 - height)"
  }

  /// The first view that rests elsewhere than the layout has it.
  func misplacedView() -> InterruptionFault? {
    // A transaction that ends at `current` leaves views where they are, not where the layout puts
    // them.
    if log.contains("end at current") { return nil }
    let tree = driver.engine.layoutTree
    for (view, state) in driver.frame.views.enumerated() where state.isVisible {
      let id = ViewID(index: view)
      var origin = Point.zero
      if let parent = tree.parent(of: id) {
        let offset = driver.seen(.scrollY, of: driver.engine.appearances[parent.index].name, now)
        origin = tree.exactFrame(of: parent).origin + Vector(dx: 0, dy: offset.value)
      }
      let frame = tree.exactFrame(of: id).offset(by: .zero - origin)
      let ways = [
        frame.left - state.frame.left, frame.top - state.frame.top,
        frame.right - state.frame.right, frame.bottom - state.frame.bottom,
      ]
      if let way = ways.first(where: { $0.magnitude > 1e-5 }) {
        let name = driver.engine.appearances[view].name
        let places = [
          ("x", frame.left), ("y", frame.top), ("width", frame.size.width),
          ("height", frame.size.height),
        ]
        return InterruptionFault(
          "\(name) rests \(way) from its place",
          expectations: places.map {
            "{ value: \"\(name).frame.\($0)\", near: \($1), tolerance: 0.1, at: \"end\" }"
          })
      }
    }
    return nil
  }
}

extension InterruptionScene {
  /// Whether rules tie an edge to a driver, in any state of the scene.
  static func ties(_ key: InterruptionWorld.Key, to driver: InterruptionWorld.DriverKind) -> Bool {
    switch driver {
    case .offset: return key.channel.isVertical && ["heading", "mark"].contains(key.view)
    case .constant:
      if key.view == "left" { return key.channel == .right }
      if key.view == "list" { return key.channel == .bottom }
      // The constant moves the end of the list's range, and with it an offset at that end.
      if ["heading", "mark"].contains(key.view) { return key.channel.isVertical }
      return !key.channel.isVertical && followers.contains(key.view)
    }
  }

  /// The views that follow the width of the left one; the tail may hang on any of the others.
  private static let followers = [
    "right", "middle", "box", "child", "deep", "tail", "card", "flag",
  ]

  /// Σ factor × edge ≥ constant.
  static let inequalities = [
    Equation([(1, "flag", .left), (-1, "left", .right)], 8),
    Equation([(1, "flag", .left)], 180),
  ]
}

extension Channel {
  fileprivate var isVertical: Bool { self == .top || self == .bottom }
}
