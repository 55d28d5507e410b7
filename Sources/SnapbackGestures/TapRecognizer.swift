public import SnapbackBasics
public import SnapbackTouches

/// The settings of a tap.
public struct TapSettings: Hashable, Sendable {
  /// The number of taps in a row, 1…10.
  public var taps = 1
  /// The number of fingers at once, 1…10.
  public var fingers = 1
  /// The distance that a finger may move.
  public var slop = TouchDistance.slop
  /// The maximum time between a lift and the next touch-down, in seconds; UIKit's 0.35.
  public var interval = 0.35
  /// The maximum distance of the following taps from the first one.
  public var reach = TouchDistance.tapReach
  /// The maximum time for which fingers may stay down, in seconds; ∞ by default, as in UIKit.
  public var duration = Double.infinity

  /// Creates settings; by default for one tap with one finger.
  public init(taps: Int = 1, fingers: Int = 1) {
    self.taps = taps
    self.fingers = fingers
  }
}

/// Recognizes one or more taps of one or more fingers: possible → recognized or failed.
///
/// All fingers must be down at once, and each must lift near where it touched. Source of the
/// numbers: UIKit's documented behavior and Android's `ViewConfiguration` (double taps within 300
/// ms and 100 dp).
public struct TapRecognizer: Sendable, RecognizerMachine {
  /// The settings of the tap.
  public let settings: TapSettings
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  /// The number of completed taps.
  private var count = 0
  /// The largest number of fingers that were down at the same time in this tap.
  private var reached = 0
  /// The center of the touch-down positions of the first tap.
  private var place = Point.zero
  private var lift = Instant.zero

  /// Creates a recognizer in its initial state.
  public init(_ settings: TapSettings = TapSettings()) {
    self.settings = settings
  }

  /// The location of the current or last tap, in points on the screen.
  public var location: Point { fingers.location }

  /// Returns to the initial state.
  public mutating func reset() {
    fingers.removeAll()
    count = 0
    reached = 0
  }

  /// The time at which the tap fails without further input; nil if there is none.
  public var deadline: Instant? {
    if !fingers.isEmpty {
      return settings.duration.isFinite
        ? fingers.touchTime.advanced(bySeconds: settings.duration) : nil
    }
    return count > 0 ? lift.advanced(bySeconds: settings.interval) : nil
  }

  /// Handles the deadline: the tap fails.
  public mutating func reachDeadline() -> RecognizerStep {
    .failed(.tooSlow(limit: fingers.isEmpty ? settings.interval : settings.duration))
  }

  /// Consumes the recognizer's contacts in one touch frame. O(fingers²), no allocation.
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
      switch fingers.update(contact, at: time) {
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
