import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// Checks that apply to every sequence of interruptions.
extension InterruptionWorld {
  /// A channel by the view's name.
  struct Key: Hashable {
    var view: String
    var channel: Channel
  }

  /// Everything that is compared, at one moment.
  struct Sight {
    var frames: [MotionState]
    var looks: [MotionState]
    /// The scroll offset of the list, if the scene has one.
    var offsets: [MotionState]
    /// The followers, if the scene has any.
    var followers: [MotionState]
    var card: ViewState
    /// The position of the point of the card that the finger has grabbed.
    var grabbed: Point
  }

  private static let looks: [Key] =
    [Channel.alpha, .scaleX, .scaleY, .shear].map { Key(view: "card", channel: $0) }
    + [.red, .green, .blue].map { Key(view: "left", channel: $0) }
    + [.translationX, .translationY, .rotation, .scaleX, .scaleY].map {
      Key(view: "middle", channel: $0)
    }

  mutating func sight() -> Sight {
    let card = driver.see("card", now)
    let offsets = isBusy ? [driver.seen(.scrollY, of: "list", now)] : []
    var frames: [MotionState] = []
    for name in driver.engine.appearances.map(\.name)
    where !InterruptionScene.measured.contains(name) {
      for edge in Channel.frameEdges { frames.append(driver.seen(edge, of: name, now)) }
    }
    var looks: [MotionState] = []
    for key in Self.looks { looks.append(driver.seen(key.channel, of: key.view, now)) }
    let levers = driver.engine.levers(of: driver.place(of: "card"))
    let lever = [levers.x, levers.y].map { $0.presentation(at: moment).value }
    let size = card.frame.size
    let grabbed = card.toScreen(Point(x: size.width / 2 + lever[0], y: size.height / 2 + lever[1]))
    return Sight(
      frames: frames, looks: looks, offsets: offsets, followers: followers(), card: card,
      grabbed: grabbed)
  }

  /// Performs the whole sequence, and returns the first fault.
  mutating func run() throws -> InterruptionFault? {
    for number in 0..<30 {
      guard var fault = try step() else { continue }
      fault.description = "step \(number): \(fault)"
      return fault
    }
    try finish()
    return faultAtRest()
  }

  /// Lets time pass, performs an operation, and returns the first fault.
  mutating func step() throws -> InterruptionFault? {
    now += generator.once(in: 6) ? generator.number(0...2) : generator.number(0...0.12)
    show()
    if let fault = walk() ?? brokenInequality() { return fault }
    let rate = driver.engine.motionRate
    let before = sight()
    movedDriver = nil
    begunBy = nil
    guard let jumps = try operate() else { return nil }
    let after = sight()
    events += driver.engine.drainTransactionEvents()
    // The motion rate scales neither the velocity of a finger nor that of the residual that dies
    // out where an edge starts to follow a driver.
    let isScaled = rate != driver.engine.motionRate && !drivesConstant
    if let fault = jump(
      before, after, jumps, factor: isScaled ? driver.engine.motionRate / rate : nil)
      ?? followerJump(before, after, jumps, factor: driver.engine.motionRate / rate)
      ?? strayBegin(before, after) ?? strayEdge(before, after) ?? brokenInequality()
    {
      return fault
    }
    return tear() ?? velocityFault() ?? bindingFault() ?? followingFault()
  }

  /// The first value that jumped without permission.
  private func jump(
    _ before: Sight, _ after: Sight, _ jumps: Jumps, factor: Double?
  ) -> InterruptionFault? {
    let hasLooks = !jumps.contains(.looks)
    if !jumps.contains(.frames) {
      if let (index, fault) = compare(before.frames, after.frames, jumps, factor) {
        return jump(of: index, fault, before.frames, after.frames)
      }
      if let (_, fault) = compare(before.offsets, after.offsets, jumps, factor) {
        return "offset \(fault)"
      }
    }
    if hasLooks {
      if let (_, fault) = compare(before.looks, after.looks, jumps, factor) {
        return "look \(fault)"
      }
    }
    guard hasLooks, !jumps.contains(.card) else { return nil }
    let (a, b) = (before.card, after.card)
    if jumps.contains(.frames), isDragging, scene.contains("follow: 'point'") {
      // The frame jumps, and the translation compensates for it at the grabbed point.
      let way = before.grabbed.distance(to: after.grabbed)
      guard way >= 1e-9 else { return nil }
      return InterruptionFault(
        "grabbed point moves by \(way)", view: "card", way: way,
        speed: a.translationVelocity.length, at: now)
    }
    guard (a.transform.translation - b.transform.translation).length < 1e-6,
      abs(a.transform.rotation - b.transform.rotation) < 1e-9
    else {
      let way = (a.transform.translation - b.transform.translation).length
      return InterruptionFault(
        "card \(a.transform) \(b.transform)", view: "card", way: way,
        speed: a.translationVelocity.length, at: now)
    }
    guard jumps.isDisjoint(with: [.velocities, .cardVelocity]) else { return nil }
    guard (a.translationVelocity - b.translationVelocity).length < 1e-6,
      abs(a.rotationVelocity - b.rotationVelocity) < 1e-6
    else {
      return InterruptionFault(
        "card's velocity \(a.translationVelocity), \(a.rotationVelocity) → "
          + "\(b.translationVelocity), \(b.rotationVelocity)")
    }
    return nil
  }

  /// A pan that begins and moves the point of the card that it grabs by another distance than the
  /// travel beyond the slop.
  private func strayBegin(_ before: Sight, _ after: Sight) -> InterruptionFault? {
    guard let way = begunBy else { return nil }
    let size = after.card.frame.size
    let levers = driver.engine.levers(of: driver.place(of: "card"))
    let grabbed = Point(
      x: size.width / 2 + levers.x.presentation(at: moment).value,
      y: size.height / 2 + levers.y.presentation(at: moment).value)
    let error = after.card.toScreen(grabbed) - before.card.toScreen(grabbed) - way
    guard error.length > 1e-6 else { return nil }
    return "the card begins \(error) beside its finger"
  }

  /// A jump of an edge.
  private func jump(
    of index: Int, _ text: String, _ before: [MotionState], _ after: [MotionState]
  ) -> InterruptionFault {
    let view = index / Channel.frameEdges.count
    let speeds = (0..<before.count).filter { $0 / Channel.frameEdges.count == view }.map {
      max(before[$0].velocity.magnitude, after[$0].velocity.magnitude)
    }
    return InterruptionFault(
      "frame \(text)", view: driver.engine.appearances[view].name,
      way: after[index].value - before[index].value, speed: 2 * (speeds.max() ?? 0), at: now)
  }

  /// The first value that jumped, by its index.
  private func compare(
    _ before: [MotionState], _ after: [MotionState], _ jumps: Jumps, _ factor: Double?
  ) -> (index: Int, fault: String)? {
    for (index, (a, b)) in zip(before, after).enumerated() {
      let scale = max(1, abs(a.value))
      // With a driver, a spring that takes up a velocity may be a quarter of a pixel off.
      let tolerance = drivesConstant ? 1e-6 : 1e-9 * scale
      if abs(a.value - b.value) > tolerance {
        return (index, "\(index): \(a.value) → \(b.value)")
      }
      if jumps.contains(.velocities), factor == nil { continue }
      let wanted = a.velocity * (factor ?? 1)
      let size = max(1000, abs(wanted))
      if abs(wanted - b.velocity) > 1e-9 * size {
        return (index, "\(index)'s velocity: \(wanted) → \(b.velocity)")
      }
    }
    return nil
  }

  /// The first equation that is violated now or later, if nothing else happens. Checks now, at
  /// random moments, and around the nanoseconds at which motions end.
  private mutating func tear() -> InterruptionFault? {
    var motions: [Key: ChannelMotion] = [:]
    var moments: Set<Instant> = [moment]
    let equations =
      InterruptionScene.equations + (isBusy ? InterruptionScene.busyEquations : [])
    for equation in equations {
      for term in equation.terms {
        let key = Key(view: term.view, channel: term.edge)
        guard motions[key] == nil, let motion = driver.motion(term.edge, of: term.view) else {
          continue
        }
        motions[key] = motion
        for term in motion.terms where term.end != .distantFuture {
          moments.formUnion((0...2).map { Instant(nanoseconds: term.end.nanoseconds + $0 - 1) })
        }
      }
    }
    for _ in 0..<4 { moments.insert(EngineDriver.moment(now + generator.number(0...2))) }
    for moment in moments {
      for (index, equation) in equations.enumerated() {
        var sum = -equation.constant
        for term in equation.terms {
          let key = Key(view: term.view, channel: term.edge)
          sum += term.factor * (motions[key]?.presentation(at: moment).value ?? .nan)
        }
        if !(abs(sum) <= (drivesConstant ? 1e-6 : 1e-9)) {
          return "equation \(index) is off by \(sum), \(moment.seconds(since: self.moment)) s on"
        }
      }
    }
    return nil
  }

  /// The first fault when every finite motion is over.
  mutating func faultAtRest() -> InterruptionFault? {
    guard driver.engine.isAtRest, driver.engine.wakeUp == .never else {
      return InterruptionFault(
        "not at rest: \(driver.engine.wakeUp), \(driver.engine.motions.count) motions, "
          + "transactions \(driver.engine.transactionIDs)")
    }
    guard driver.engine.motions.isEmpty else { return "motions at rest" }
    for view in driver.engine.appearances.indices {
      for channel in Channel.allCases {
        guard let motion = driver.engine.motion(of: channel, view: view) else { return "no motion" }
        let seen = motion.presentation(at: moment)
        guard seen.value == motion.held.value, seen.velocity == 0 else {
          return "\(channel) of \(view) is \(seen) and not \(motion.held)"
        }
      }
    }
    if let fault = misplacedView() ?? offsetOutOfRange() { return fault }
    for id in issued {
      let own = events.filter { $0.id == id }
      guard own.map(\.moment) == [.finished, .settled] else {
        return InterruptionFault(
          "transaction \(id) ends as \(own.map(\.moment.rawValue))",
          expectations: record?.ends(of: id) ?? [])
      }
      guard own[0].time <= own[1].time else { return "transaction \(id) settles before it ends" }
      guard mayInterrupt || !own[1].isInterrupted else { return "\(id) is interrupted by nobody" }
    }
    guard events.count == 2 * issued.count else { return "events of nobody" }
    return nil
  }
}
