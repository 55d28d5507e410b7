import SnapbackBasics
import SnapbackTouches

/// Tracks the two fingers of a pinch or rotation.
///
/// Possible → found → began → … → ended when the last finger lifts.
///
/// The pair consists of the first two of the fingers that are down. When one of them lifts after
/// the gesture has begun, the value is kept and the location follows the remaining finger. When a
/// finger returns, or a third one is down, the value continues with the new pair.
struct PairTracker: Sendable {
  /// The quantity that is measured.
  enum Measure {
    /// The distance between the fingers.
    case span
    /// The rotation about the midpoint.
    case turn
  }

  /// The contacts of the pair; nil for a finger that is missing.
  struct IDs: Hashable, Sendable {
    var first: UInt64?
    var second: UInt64?
  }

  let measure: Measure
  private(set) var fingers = FingerSet()
  /// Whether the gesture was recognized.
  private(set) var isActive = false
  /// The measure since the first pair was formed: the ratio of the spans, or the rotation in
  /// radians, not limited to ±π. It does not jump when the fingers of an active gesture change.
  private(set) var value = 0.0
  /// The midpoint between the fingers, or the position of the only finger; unchanged when all have
  /// lifted.
  private(set) var location = Point.zero
  /// The number of times that the fingers have changed since the gesture began.
  private(set) var grips = 0
  /// The current pair; nil with fewer than two fingers.
  private var pair: FingerPair?
  private var ids = IDs()
  /// The span at which ``value`` is 1.
  private var unit = 1.0
  /// The negated sum of the jumps of ``location`` when the fingers changed.
  private var shift = Vector.zero
  /// Whether the gesture was detected; it may still wait for another recognizer.
  private var isFound = false
  /// The location at recognition.
  private var start = Point.zero
  private var hysteresis = PairHysteresis()
  /// Estimates the speed of the measure, which is passed as the x coordinate.
  private var measures = VelocityEstimator()
  private var middles = VelocityEstimator()

  init(_ measure: Measure) {
    self.measure = measure
  }

  /// The translation of the location since recognition, without jumps.
  var translation: Vector { isActive ? location + shift - start : .zero }

  /// Returns the rate of change of the value at `now`, per second.
  func speed(at now: Instant) -> Double { isActive ? measures.velocity(at: now).dx : 0 }

  /// Returns the velocity of the location at `now`, in points per second.
  func velocity(at now: Instant) -> Vector { middles.velocity(at: now) }

  /// Returns when the fingers will be considered still without further input.
  func stopMoment(after now: Instant) -> Instant? {
    isActive ? measures.stopMoment(after: now) : nil
  }

  mutating func reset() {
    fingers.removeAll()
    pair = nil
    ids = IDs()
    isActive = false
    isFound = false
    measures.reset()
    middles.reset()
  }

  /// Starts the gesture at the current location.
  mutating func begin() {
    isActive = true
    grips = 0
    shift = .zero
    start = location
  }

  /// Consumes the contacts in one touch frame. The gesture is detected when ``PairHysteresis``
  /// finds that the measure has changed enough. `slop` is in points, nil for the default; `scale`
  /// is points per millimeter. O(fingers²), no allocation.
  mutating func consume(
    _ contacts: [Contact], at time: Instant, slop: Double?, scale: Double?
  ) -> RecognizerStep {
    let lost = update(contacts, at: time)
    if isActive, lost == .cancelled { return .cancelled }
    if isActive, fingers.isEmpty { return .ended }
    if let lost, !isActive, isFound || fingers.isEmpty {
      return .failed(lost == .cancelled ? .taken : .lifted)
    }
    follow(at: time)
    guard !isActive else { return .changed }
    guard let pair else { return .nothing }
    for contact in contacts { hysteresis.note(contact.id, of: ids) }
    let noise = TouchDistance.fingerNoise.points(at: scale)
    if hysteresis.judge(pair, turn: value, measure, slop: slop, noise: noise) { isFound = true }
    return isFound ? .recognized : .nothing
  }

  /// Updates the fingers from the contacts in a touch frame. If the pair lost a finger, returns
  /// whether that finger ended or was cancelled.
  private mutating func update(_ contacts: [Contact], at time: Instant) -> Contact.Phase? {
    var lost: Contact.Phase?
    for contact in contacts {
      switch fingers.update(contact, at: time) {
      case .lifted, .lost:
        let isOfPair = contact.id == ids.first || contact.id == ids.second
        if isOfPair, lost != .cancelled { lost = contact.phase }
      case .none, .joined, .moved: break
      }
    }
    return lost
  }

  /// Updates the value and the location from the current fingers.
  private mutating func follow(at time: Instant) {
    guard let first = fingers.fingers.first else {
      (pair, ids) = (nil, IDs())
      return
    }
    let now = FingerPair(fingers)
    let middle = now?.middle ?? first.position
    let found = IDs(first: first.id, second: now == nil ? nil : fingers.fingers[1].id)
    if found != ids {
      change(to: now, middle)
    } else if let now, let pair {
      value = measure == .span ? Self.span(now) / unit : value + now.turn(since: pair)
    }
    (pair, ids, location) = (now, found, middle)
    if pair != nil { measures.add(Point(x: value, y: 0), at: time) }
    if pair != nil || isActive { middles.add(middle + shift, at: time) }
  }

  /// Continues an active gesture with other fingers, or restarts the measurement.
  private mutating func change(to pair: FingerPair?, _ middle: Point) {
    let span = pair.map(Self.span) ?? 1
    if isActive {
      grips += 1
      shift = shift + (location - middle)
      if measure == .span { unit = span / value }
    } else {
      shift = .zero
      (value, unit) = (measure == .span ? 1 : 0, span)
      hysteresis.reset()
      measures.reset()
      middles.reset()
    }
  }

  private static func span(_ pair: FingerPair) -> Double {
    max(PinchRecognizer.leastSpan, pair.span)
  }
}
