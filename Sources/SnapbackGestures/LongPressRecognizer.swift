public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// What makes a long press.
public struct LongPressSettings: Hashable, Sendable {
  /// How long the fingers have to be down, in seconds; UIKit's 0.5.
  public var duration = 0.5
  /// With how many fingers, 1…10.
  public var fingers = 1
  /// How far a finger may move before it is recognised.
  public var slop = TouchDistance.slop

  /// Half a second of one finger.
  public init(duration: Double = 0.5, fingers: Int = 1) {
    self.duration = duration
    self.fingers = fingers
  }
}

/// Recognises fingers that stay: possible → began at the moment the time is up → changed… → ended.
///
/// The time counts from when the last of the fingers touched. Once begun the fingers may move, and
/// it ends when any of them lifts; more that touch then are none of it, as with
/// `UILongPressGestureRecognizer`.
public struct LongPressRecognizer: Sendable {
  /// What makes the press.
  public let settings: LongPressSettings
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  /// Whether it was recognised.
  public private(set) var isActive = false
  private var start = Point.zero
  /// When the last of the fingers touched; nil when there are too few.
  private var since: Instant?
  private var estimator = VelocityEstimator()

  /// A recogniser in its first state.
  public init(_ settings: LongPressSettings = LongPressSettings()) {
    self.settings = settings
  }

  /// Where the press is, in points on the screen.
  public var location: Point { fingers.location }
  /// The way since it was recognised.
  public var translation: Vector { isActive ? fingers.location - start : .zero }
  /// The velocity as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }
  /// When the fingers will count as still if nothing comes.
  public func stopMoment(after now: Instant) -> Instant? {
    isActive ? estimator.stopMoment(after: now) : nil
  }

  /// Forgets everything.
  public mutating func reset() {
    fingers.removeAll()
    isActive = false
    since = nil
    estimator.reset()
  }

  /// It is recognised from here on.
  public mutating func begin() {
    isActive = true
    start = fingers.location
  }

  /// When it will be recognised if nothing comes.
  public var deadline: Instant? {
    isActive ? nil : since?.advanced(bySeconds: settings.duration)
  }

  /// The deadline has come.
  public mutating func reachDeadline() -> RecognizerStep {
    since = nil
    return .recognized
  }

  /// Takes its contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    let slop = settings.slop.points(at: scale)
    var lost: Contact.Phase?
    for contact in contacts {
      if isActive, contact.phase == .began { continue }
      if !isActive, contact.phase == .moved,
        let finger = fingers.fingers.first(where: { $0.id == contact.id })
      {
        let end = contact.position.isFinite ? contact.position : finger.position
        let way = end.distance(to: finger.start)
        guard way <= slop else { return .failed(.moved(way, limit: slop)) }
      }
      switch fingers.take(contact, at: time) {
      case .joined:
        guard fingers.count <= settings.fingers else {
          return .failed(.tooManyFingers(fingers.count, limit: settings.fingers))
        }
        if fingers.count == settings.fingers { since = time }
      case .lifted, .lost:
        lost = contact.phase
        guard isActive else { return .failed(contact.phase == .ended ? .lifted : .taken) }
      case .moved, .none: break
      }
    }
    fingers.settle()
    guard isActive else { return .nothing }
    if let lost { return lost == .cancelled ? .cancelled : .ended }
    estimator.add(fingers.location, at: time)
    return .changed
  }
}
