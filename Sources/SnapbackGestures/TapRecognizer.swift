public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// What makes a tap.
public struct TapSettings: Hashable, Sendable {
  /// How many taps in a row, 1…10.
  public var taps = 1
  /// With how many fingers at once, 1…10.
  public var fingers = 1
  /// How far a finger may move.
  public var slop = TouchDistance.slop
  /// How long after a lift the next tap may touch, in seconds; UIKit's 0.35.
  public var interval = 0.35
  /// How far from the first tap the next ones may be.
  public var reach = TouchDistance.tapReach
  /// How long fingers may stay down, in seconds; ∞ by default: UIKit's taps may take their time.
  public var duration = Double.infinity

  /// One tap of one finger.
  public init(taps: Int = 1, fingers: Int = 1) {
    self.taps = taps
    self.fingers = fingers
  }
}

/// Recognises one or more taps of one or more fingers: possible → recognised or failed.
///
/// All fingers have to be down at once and each has to lift near where it touched. Source of the
/// numbers: UIKit's documented behaviour and Android's `ViewConfiguration` (double taps within
/// 300 ms and 100 dp).
public struct TapRecognizer: Sendable {
  /// What makes the tap.
  public let settings: TapSettings
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  /// The taps that are complete.
  private var count = 0
  /// The most fingers that were down at once in this tap.
  private var reached = 0
  /// Where the fingers of the first tap touched: their middle.
  private var place = Point.zero
  private var lift = Instant.zero

  /// A recogniser in its first state.
  public init(_ settings: TapSettings = TapSettings()) {
    self.settings = settings
  }

  /// Where the tap is or was, in points on the screen.
  public var location: Point { fingers.location }

  /// Forgets everything.
  public mutating func reset() {
    fingers.removeAll()
    count = 0
    reached = 0
  }

  /// When it fails if nothing comes.
  public var deadline: Instant? {
    if !fingers.isEmpty {
      return settings.duration.isFinite
        ? fingers.touchTime.advanced(bySeconds: settings.duration) : nil
    }
    return count > 0 ? lift.advanced(bySeconds: settings.interval) : nil
  }

  /// The deadline has come.
  public mutating func reachDeadline() -> RecognizerStep {
    .failed(.tooSlow(limit: fingers.isEmpty ? settings.interval : settings.duration))
  }

  /// Takes its contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    let slop = settings.slop.points(at: scale)
    var hasLifted = false
    for contact in contacts {
      if contact.phase == .moved || contact.phase == .ended,
        let finger = fingers.fingers.first(where: { $0.id == contact.id })
      {
        let end = contact.position.isFinite ? contact.position : finger.position
        let way = end.distance(to: finger.start)
        guard way <= slop else { return .failed(.moved(way, limit: slop)) }
      }
      switch fingers.take(contact, at: time) {
      case .joined:
        reached = max(reached, fingers.count)
        guard reached <= settings.fingers else {
          return .failed(.tooManyFingers(reached, limit: settings.fingers))
        }
        // All fingers are down.
        guard fingers.count == settings.fingers else { continue }
        let middle = fingers.middleOfStarts
        if count == 0 { place = middle }
        let way = middle.distance(to: place)
        let reach = settings.reach.points(at: scale)
        guard way <= reach else { return .failed(.moved(way, limit: reach)) }
      case .lost: return .failed(.taken)
      case .lifted: hasLifted = true
      case .moved, .none: break
      }
    }
    fingers.settle()
    return hasLifted && fingers.isEmpty ? completeTap(at: time) : .nothing
  }

  private mutating func completeTap(at time: Instant) -> RecognizerStep {
    guard reached == settings.fingers else { return .failed(.lifted) }
    count += 1
    reached = 0
    lift = time
    return count >= settings.taps ? .recognized : .nothing
  }
}
