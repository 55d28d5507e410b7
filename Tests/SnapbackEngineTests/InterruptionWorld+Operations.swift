import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// The operations on the engine. Each is noted in ``record``, if there is one.
extension InterruptionWorld {
  private var screen: Size { driver.engine.screen.size }

  // MARK: Changes

  /// Makes changes, and keeps the id of their transaction.
  mutating func apply(
    _ changes: [SceneChange], _ animation: Animation?, isControlled: Bool = false
  ) throws {
    let id = try driver.apply(changes, animation, isControlled: isControlled, now)
    record?.change(changes, animation, isControlled: isControlled, id: id, at: now)
    guard animation != nil else { return }
    issued.append(id)
    if isControlled { controlled.append(id) }
  }

  /// Stages changes, and lays them out without animation or in the next transaction.
  mutating func stage(_ changes: [SceneChange], next animation: Animation?) throws {
    try driver.engine.stage(changes, at: moment)
    record?.remark("The sequence stages these changes.")
    guard let animation else {
      driver.engine.flush(at: moment)
      record?.change(changes, nil, id: 0, at: now)
      return
    }
    let further = SceneChange.alpha("card", 0.75)
    let id = try driver.apply([further], animation, now)
    record?.change(changes + [further], animation, id: id, at: now)
    issued.append(id)
  }

  /// Replaces the scene by one that `text` describes.
  mutating func replaceScene(by text: String, _ animation: Animation) throws {
    record?.omit("the scene is replaced", at: now)
    try driver.replaceScene(by: text, animation: animation)
    let events = driver.engine.drainTransactionEvents()
    let id = (issued + events.map(\.id)).max() ?? 0
    self.events += events
    issued.append(id + 1)
  }

  // MARK: Transactions

  mutating func pause(_ id: UInt64) throws {
    try driver.engine.pause(id, at: moment)
    record?.animation(id, "pause", at: now)
  }

  mutating func resume(_ id: UInt64) throws {
    try driver.engine.resume(id, at: moment)
    record?.animation(id, "continue", at: now)
  }

  mutating func reverse(_ id: UInt64) throws {
    try driver.engine.reverse(id, at: moment)
    record?.animation(id, "reverse", at: now)
  }

  mutating func scrub(_ id: UInt64, to share: Double) throws {
    try driver.engine.scrub(id, to: share, at: moment)
    record?.animation(id, "scrub", "fraction: \(share)", at: now)
  }

  mutating func end(_ id: UInt64, at position: Engine.EndPosition) throws {
    try driver.engine.end(id, at: position, time: moment)
    record?.animation(id, "stop", "at: \"\(position.rawValue)\"", at: now)
  }

  mutating func setRate(_ rate: Double) {
    driver.engine.setMotionRate(rate, at: moment)
    record?.rate(rate, at: now)
  }

  // MARK: Fingers

  /// Puts fingers down or moves them, in one frame.
  ///
  /// The positions are rounded to those that a panel of ``InterruptionPanels`` can report.
  mutating func put(_ touches: [(id: UInt64, place: Point)]) {
    let screen = screen
    let touches = touches.map { touch in
      (touch.id, InterruptionPanels.nearest(to: touch.place, on: screen) ?? touch.place)
    }
    record?.put(touches, at: now, on: screen)
    driver.fingers(touches, now)
  }

  mutating func lift(_ fingers: [UInt64], isCancelled: Bool = false) {
    let screen = screen
    record?.lift(fingers, isCancelled: isCancelled, at: now, on: screen)
    driver.lift(fingers: fingers, now, phase: isCancelled ? .cancelled : .ended)
  }

  mutating func cancelAllContacts() {
    let screen = screen
    record?.cancelAll(at: now, on: screen)
    driver.engine.cancelContacts(at: moment)
  }

  // MARK: Time

  /// Draws the present frame, or with a ``trace`` only those that a replay draws before it.
  mutating func show() {
    while let next = trace?.nextTime, next < moment {
      driver.updateFrame(at: next)
      trace?.frames.append(driver.frame.views)
    }
    if trace == nil { driver.updateFrame(at: moment) }
  }

  /// The frames of a sequence at the times of a replay.
  struct Trace {
    private static let schedule = FrameSchedule(origin: .zero, rate: 60)

    /// The views in each frame, from frame 0 on.
    var frames: [[ViewState]]

    var nextTime: Instant { Self.schedule.time(ofFrame: UInt64(frames.count)) }

    func time(of frame: Int) -> Instant { Self.schedule.time(ofFrame: UInt64(frame)) }
  }
}
