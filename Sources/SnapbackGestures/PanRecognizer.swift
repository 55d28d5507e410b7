public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// Recognises a drag of one or more fingers.
///
/// Possible → began → changed… → ended; possible → failed; began or changed → cancelled.
///
/// It follows the middle of the fingers that are down on it. When a finger joins or leaves, the
/// middle jumps; the location that is reported does not: it goes on from where it was.
/// **Slop**: nothing is reported until the location is ``slop`` away from where the first finger
/// touched down. The way up to there is absorbed, as by `UIPanGestureRecognizer`: the pan begins
/// with a translation of zero at the place where the finger then is, so nothing jumps.
public struct PanRecognizer: Sendable {
  /// Where the recogniser is, by UIKit's names.
  public enum State: Hashable, Sendable {
    /// Fingers may be down, but it is not a pan yet.
    case possible
    /// The pan runs; it began at `start`.
    case active(start: Point)
  }

  /// What an input made of it.
  public enum Outcome: Hashable, Sendable {
    /// Nothing that anybody else sees.
    case nothing
    /// The fingers moved past the slop: the pan runs from here.
    case began
    /// A finger of a running pan moved, came or went.
    case changed
    /// The last finger lifted.
    case ended
    /// The last finger was taken away.
    case cancelled
    /// The last finger lifted before it was a pan.
    case failed
  }

  /// The distance in points that a finger may move and still not pan; UIKit's 10 by default.
  public let slop: Double

  /// UIKit's hysteresis, in points.
  public static let defaultSlop = 10.0
  /// The most fingers that are followed; more are ignored.
  public static let fingerLimit = 16

  /// Whether the pan runs.
  public private(set) var state = State.possible
  /// Where the pan is, in points on the screen: the middle of its fingers without the jumps.
  public private(set) var location = Point.zero
  private var fingers: [Contact] = []
  private var touchDown = Point.zero
  /// From the middle of the fingers to ``location``.
  private var correction = Vector.zero
  private var estimator = VelocityEstimator()

  /// A recogniser in the state possible.
  public init(slop: Double = PanRecognizer.defaultSlop) {
    self.slop = slop
    fingers.reserveCapacity(Self.fingerLimit)
  }

  /// Whether a finger is down.
  public var hasFingers: Bool { !fingers.isEmpty }
  /// Whether the pan has begun and not ended.
  public var isActive: Bool { state != .possible }
  /// The number of fingers down.
  public var fingerCount: Int { fingers.count }

  /// Whether the contact is one of its fingers.
  public func follows(_ id: UInt64) -> Bool { fingers.contains { $0.id == id } }

  /// The way from where the pan began, in points on the screen; zero before.
  public var translation: Vector {
    guard case .active(let start) = state else { return .zero }
    return location - start
  }

  /// The velocity as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }

  /// When the finger will count as still if nothing more comes; nil when it already does.
  public func stopMoment(after now: Instant) -> Instant? {
    isActive ? estimator.stopMoment(after: now) : nil
  }

  /// Takes the contacts of one frame that are for this recogniser. O(fingers²), no allocation.
  ///
  /// Contacts that begin join; those it does not follow are ignored.
  public mutating func consume(_ contacts: [Contact], at time: Instant) -> Outcome {
    var isTouched = false
    var lastPhase = Contact.Phase.moved
    for contact in contacts {
      switch contact.phase {
      case .began:
        isTouched = join(contact) || isTouched
      case .moved:
        guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { continue }
        fingers[index].position = contact.position
        isTouched = true
      case .ended, .cancelled:
        guard leave(contact.id) else { continue }
        lastPhase = contact.phase
        isTouched = true
      }
    }
    guard isTouched else { return .nothing }
    guard hasFingers else { return finish(lastPhase) }
    location = middle + correction
    estimator.add(location, at: time)
    switch state {
    case .possible:
      guard location.distance(to: touchDown) > slop else { return .nothing }
      state = .active(start: location)
      return .began
    case .active:
      return .changed
    }
  }

  private var middle: Point {
    if fingers.count == 1 { return fingers[0].position }
    var sum = Vector.zero
    for finger in fingers { sum = sum + (finger.position - .zero) }
    return .zero + (1 / Double(max(1, fingers.count))) * sum
  }

  private mutating func join(_ contact: Contact) -> Bool {
    guard fingers.count < Self.fingerLimit, !follows(contact.id) else { return false }
    if fingers.isEmpty, isActive {
      // The last finger left in the same frame: the pan goes on with this one.
      fingers.append(contact)
      correction = location - contact.position
    } else if fingers.isEmpty {
      fingers.append(contact)
      touchDown = contact.position
      location = contact.position
      correction = .zero
      estimator.reset()
    } else {
      let before = middle + correction
      fingers.append(contact)
      correction = before - middle
    }
    return true
  }

  private mutating func leave(_ id: UInt64) -> Bool {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return false }
    let before = middle + correction
    fingers.remove(at: index)
    if hasFingers { correction = before - middle }
    return true
  }

  private mutating func finish(_ phase: Contact.Phase) -> Outcome {
    let wasActive = isActive
    state = .possible
    guard wasActive else { return .failed }
    return phase == .cancelled ? .cancelled : .ended
  }
}
