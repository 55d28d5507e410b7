import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport

/// One random sequence of interruptions from a seed, and its checks.
struct InterruptionWorld: ~Copyable {
  /// The values that an operation may make jump because it asks for that.
  struct Jumps: OptionSet {
    let rawValue: Int
    /// Frames: a change without animation, a scrub, an end.
    static let frames = Jumps(rawValue: 1)
    /// Transforms, opacity and color, for the same reasons.
    static let looks = Jumps(rawValue: 2)
    /// Velocities: a pause, a scrub, a reversed curve.
    static let velocities = Jumps(rawValue: 4)
    /// The card that the finger moves.
    static let card = Jumps(rawValue: 8)
    /// The velocity of the card when the finger lets it go.
    static let cardVelocity = Jumps(rawValue: 16)
  }

  var driver: EngineDriver
  var generator: SeededGenerator
  var now = 0.0
  /// The timings of this sequence.
  var animations: [Animation]
  /// All transactions, and the controlled ones.
  var issued: [UInt64] = []
  var controlled: [UInt64] = []
  var finger: Point?
  /// Whether the finger drags the card instead of only touching it.
  var isDragging = false
  var lastMove = -1.0
  /// The travel beyond the slop with which the card's pan has begun in this step.
  var begunBy: Vector?
  /// The finger on the handle that drives a constant, if the scene has one.
  var drivingFinger: Point?
  let drivesConstant: Bool
  /// Whether the scene is ``InterruptionScene/busy``, and where its fingers are.
  let isBusy: Bool
  var scrollFinger: Point?
  var pinch: Vector?
  var events: [TransactionEvent] = []
  var mayInterrupt = false
  /// The driver that a finger has moved in this step.
  var movedDriver: DriverKind?
  /// Whether ``finish()`` has been called.
  var hasFinished = false
  /// The operations so far.
  var log: [String] = []
  /// The operations so far as a case, if one is written.
  var record: InterruptionCase?
  /// The frames so far, if they are compared with those of a replay.
  var trace: Trace?

  /// The scene that is interrupted.
  let scene: String

  init(seed: UInt64, scene: String = InterruptionScene.text) throws {
    var generator = SeededGenerator(seed: seed)
    var animations: [Animation] = []
    for _ in 0..<3 { animations.append(try generator.animation()) }
    var limits = SceneLimits()
    limits.scales = 1...Double(InterruptionScene.finestScale)
    driver = try EngineDriver(scene: scene, limits: limits)
    self.scene = scene
    drivesConstant = scene.contains("drives: { constant:")
    isBusy = scene.contains("{ scroll: \"list\" }")
    self.generator = generator
    self.animations = animations
  }

  var moment: Instant { EngineDriver.moment(now) }

  mutating func animation() -> Animation {
    animations.randomElement(using: &generator) ?? .spring(.critical(response: 0.3))
  }

  /// Performs an operation; nil if there was nothing to do.
  mutating func operate() throws -> Jumps? {
    if isBusy, generator.once(in: 2) { return try operateBusily() }
    if drivesConstant, generator.once(in: 3) { return driveConstant() }
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...3: return try change()
    case 4: return try changeAtOnce()
    case 5: return try changeInBlocks()
    case 6: return try stage()
    case 7...9: return touch()
    case 10, 11: return lift()
    case 12: return changeRate()
    case 13: return try replaceScene()
    case 14: return try pileUp()
    case 15: return cancelContacts()
    default: return try control()
    }
  }

  private mutating func change() throws -> Jumps {
    let isControlled = generator.once(in: 3)
    let changes = generator.changes(isDirect: true)
    var animation = animation()
    if isControlled, generator.once(in: 4) { animation.repeatCount = .infinity }
    log.append("change \(changes) \(animation.timing) controlled \(isControlled)")
    try apply(changes, animation, isControlled: isControlled)
    return []
  }

  /// Starts more curves on one channel than the engine keeps as curves.
  private mutating func pileUp() throws -> Jumps? {
    guard generator.once(in: 4) else { return nil }
    log.append("pile up")
    for _ in 0..<12 {
      let change = SceneChange.constantBy("lx", generator.eighths(-80...80))
      try apply([change], .curve(.easeInOut, duration: 1))
    }
    return []
  }

  /// Reads the scene again, which restores its initial state.
  private mutating func replaceScene() throws -> Jumps? {
    guard generator.once(in: 3) else { return nil }
    log.append("replace the scene")
    try replaceScene(by: scene, animation())
    return []
  }

  private mutating func cancelContacts() -> Jumps? {
    guard finger != nil, generator.once(in: 3) else { return nil }
    log.append("cancel contacts")
    finger = nil
    isDragging = false
    let drives = drivingFinger != nil || scrollFinger != nil
    if drivingFinger != nil { lift([2], isCancelled: true) }
    drivingFinger = nil
    (scrollFinger, pinch) = (nil, nil)
    cancelAllContacts()
    // A released driver continues with the finger's velocity in the time of the motions, so the
    // velocity that is seen changes by the motion rate.
    return drives ? [.cardVelocity, .velocities] : [.cardVelocity]
  }

  private mutating func changeInBlocks() throws -> Jumps {
    let isControlled = generator.once(in: 2)
    let inner = generator.changes(isDirect: true)
    let changes =
      generator.changes(isDirect: false) + [.layoutIfNeeded, .animate(animation(), inner)]
      + generator.changes(isDirect: true)
    log.append("blocks \(changes) controlled \(isControlled)")
    try apply(changes, animation(), isControlled: isControlled)
    return []
  }

  private mutating func changeAtOnce() throws -> Jumps {
    let changes = generator.changes(isDirect: finger == nil)
    log.append("at once \(changes)")
    try apply(changes, nil)
    return [.frames, .looks]
  }

  private mutating func stage() throws -> Jumps {
    let changes = generator.changes(isDirect: false)
    log.append("stage")
    if generator.once(in: 2) {
      try stage(changes, next: nil)
      // Setting a held constant also sets its velocity, until the finger moves again.
      return drivingFinger == nil ? [.frames] : [.frames, .velocities]
    }
    try stage(changes, next: animation())
    return []
  }

  /// Puts a finger on the card, or moves it.
  private mutating func touch() -> Jumps {
    guard let place = finger else {
      let state = driver.see("card", now)
      let size = state.frame.size
      let share = Point(x: generator.number(0.2...0.8), y: generator.number(0.2...0.8))
      let point = state.toScreen(Point(x: share.x * size.width, y: share.y * size.height))
      // The list is in front of the card.
      if isBusy, point.x > 540 { return [] }
      log.append("finger down at \(point)")
      finger = point
      mayInterrupt = true
      put([(1, point)])
      return []
    }
    let point = place + Vector(dx: generator.number(-40...40), dy: generator.number(-40...40))
    log.append("finger to \(point)")
    finger = point
    _ = driver.phases()
    put([(1, point)])
    // The finger moves the card if it already held it, or by the travel beyond the slop.
    let steps = driver.engine.drainGestureEvents()
    if steps.first?.phase == .began {
      isDragging = true
      begunBy = steps[0].translation
    }
    guard begunBy != nil || steps.map(\.phase) == [.changed] else { return [] }
    lastMove = now
    return [.card]
  }

  /// Puts a second finger on the handle, moves it or lifts it.
  private mutating func driveConstant() -> Jumps {
    guard let place = drivingFinger else {
      let point = Point(x: 750, y: 30)
      log.append("hold the constant")
      drivingFinger = point
      mayInterrupt = true
      put([(2, point)])
      return []
    }
    if generator.once(in: 4) {
      log.append("let the constant go")
      drivingFinger = nil
      lift([2], isCancelled: generator.once(in: 4))
      return [.velocities]
    }
    let point = place + Vector(dx: generator.number(-60...60), dy: 0)
    log.append("move the constant by \(point.x - place.x)")
    drivingFinger = point
    movedDriver = .constant
    put([(2, point)])
    return [.frames, .velocities]
  }

  private mutating func lift() -> Jumps? {
    guard finger != nil else { return nil }
    log.append("lift")
    finger = nil
    isDragging = false
    lift([1], isCancelled: generator.once(in: 4))
    // In slow motion a released view takes the same path, slower. A finger that has rested has no
    // velocity, although the last scan had one.
    let isAsFast = driver.engine.motionRate == 1 && now - lastMove < 0.005
    return isAsFast ? [] : [.cardVelocity]
  }

  private mutating func changeRate() -> Jumps {
    let rates = [0.1, 0.5, 1, 1, 2]
    let rate = rates.randomElement(using: &generator) ?? 1
    log.append("rate \(rate)")
    setRate(rate)
    return [.velocities]
  }

  /// Pauses, resumes, scrubs, reverses or ends a controlled transaction.
  private mutating func control() throws -> Jumps? {
    // A frame without changes does not advance the engine.
    driver.engine.advance(to: moment)
    controlled.removeAll { driver.engine.fraction(of: $0) == nil }
    guard let id = controlled.randomElement(using: &generator) else { return nil }
    let verb = Int.random(in: 0..<8, using: &generator)
    log.append("verb \(verb) on \(id)")
    switch verb {
    case 0: try pause(id)
    case 1, 2: try resume(id)
    case 3:
      let shares = [0, 1, generator.number(0...1)]
      let share = shares.randomElement(using: &generator) ?? 0.5
      try scrub(id, to: share)
      return [.frames, .looks, .velocities]
    case 4:
      // A driver that ends at its current position is not on the pixel grid, and half a pixel tears
      // a midpoint.
      let positions = Engine.EndPosition.allCases.filter { !drivesConstant || $0 != .current }
      let position = positions.randomElement(using: &generator) ?? .end
      log.append("end at \(position)")
      mayInterrupt = true
      try end(id, at: position)
      return position == .current ? [.velocities] : [.frames, .looks, .velocities]
    default: try reverse(id)
    }
    return [.velocities]
  }

  /// Lifts all fingers, waits until every finite motion has ended, and ends those that repeat
  /// forever.
  mutating func finish(after wait: Double = 200) throws {
    log.append("finish")
    hasFinished = true
    // At one time, a replay carries out commands before touches.
    now += 0.01
    show()
    setRate(1)
    driver.engine.advance(to: moment)
    for id in controlled where driver.engine.fraction(of: id) != nil { try resume(id) }
    finger = nil
    isDragging = false
    cancelAllContacts()
    now += wait
    show()
    driver.engine.advance(to: moment)
    // Only transactions that repeat forever are left.
    for id in controlled where driver.engine.fraction(of: id) != nil { try end(id, at: .end) }
    // An offset comes to rest on the pixel grid first; edges that follow it do so afterwards.
    for _ in 0..<2 {
      now += 1
      show()
    }
    events += driver.engine.drainTransactionEvents()
  }
}
