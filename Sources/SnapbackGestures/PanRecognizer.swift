public import SnapbackBasics
public import SnapbackTouches

/// The settings of a pan.
public struct PanSettings: Hashable, Sendable {
  /// The directions in which a pan may begin.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Any direction.
    case any
    /// More horizontal than vertical.
    case horizontal
    /// More vertical than horizontal.
    case vertical
  }

  /// The minimum number of fingers, 1…10.
  public var minimumFingers = 1
  /// The maximum number of fingers; if more fingers touch before the pan has begun, it fails.
  public var maximumFingers = Int.max
  /// The distance that the fingers must move along an axis before the pan begins.
  public var slop = TouchDistance.panSlop
  /// The direction in which the pan may begin; a drag in another direction makes it fail.
  public var direction = Direction.any
  /// The screen edge where the pan must start; nil for anywhere.
  public var edge: SwipeDirection?
  /// The largest distance between the edge and the first finger's touch-down.
  public var edgeWidth = TouchDistance.edgeWidth

  /// The method of estimating the velocity from the last positions.
  public var velocity = VelocityStrategy.boundedFit

  /// Creates settings for any number of fingers and any direction.
  public init() {}
}

/// Recognizes a drag of one or more fingers: possible → began → changed… → ended or cancelled, or
/// possible → failed.
///
/// The pan tracks the center of its fingers, without jumps when a finger joins or leaves. An active
/// pan ends when its last finger lifts. While fewer fingers than the minimum are down, the
/// translation of an active pan stays constant; it continues when enough fingers are down again. A
/// finger beyond the maximum makes the pan fail before it has begun; an active pan ignores it.
///
/// **Slop**: the pan begins when the travel along either axis reaches the slop. Travel is measured
/// from the ``location`` at which the number of fingers reaches the minimum. Along an axis whose
/// travel has reached the slop, the translation begins at the travel minus the slop; along the
/// other axis, at the whole travel. Travel in a direction outside ``ways`` neither begins the pan
/// nor is part of its initial translation. Travel while the pan waits for another recognizer is
/// discarded. Source: the traces in docs/fidelity.md.
public struct PanRecognizer: Sendable, RecognizerMachine {
  /// The settings of the pan.
  public let settings: PanSettings
  /// The size of the screen, for pans from its edges.
  public var screen = Size(width: 0, height: 0)
  /// The directions in which travel can reach the slop.
  public var ways = DragWays.all
  /// The axis whose travel alone reached the slop when the pan was detected; `any` if both axes
  /// reached it, and before detection.
  public private(set) var axis = PanSettings.Direction.any
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  /// Whether the pan is active.
  public private(set) var isActive = false
  /// The ``location`` at which the number of fingers reached the minimum; nil before that.
  private var origin: Point?
  /// The translation with which the pan begins, the travel minus the slop; nil before detection.
  private var excess: Vector?
  /// The location at which the translation of the active pan is zero.
  private var start = Point.zero
  /// The rounding error, in points, by which a travel may be less than the slop and still reach it.
  private static let slack = 1e-9
  private var estimator: VelocityEstimator

  /// Creates a recognizer in its initial state.
  public init(_ settings: PanSettings = PanSettings()) {
    self.settings = settings
    estimator = VelocityEstimator(strategy: settings.velocity)
  }

  /// The location of the pan, in points on the screen: the center of its fingers without jumps.
  public var location: Point { fingers.location }

  /// The translation in points on the screen: the travel minus the slop; zero before the pan has
  /// begun.
  public var translation: Vector { isActive ? fingers.location - start : .zero }

  /// Returns the velocity at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }

  /// Returns when the fingers will be considered still without further input; nil if they already
  /// are.
  public func stopMoment(after now: Instant) -> Instant? {
    isActive ? estimator.stopMoment(after: now) : nil
  }

  /// Returns to the initial state.
  public mutating func reset() {
    fingers.removeAll()
    isActive = false
    origin = nil
    excess = nil
    axis = .any
    estimator.reset()
  }

  /// Starts the pan at the current location, with the initial translation in `excess`.
  public mutating func begin() {
    isActive = true
    start = fingers.location - (excess ?? .zero)
  }

  /// Consumes the recognizer's contacts in one touch frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    var isTouched = false
    var lastPhase = Contact.Phase.moved
    for contact in contacts {
      if !isActive, contact.phase == .began {
        if fingers.isEmpty, let failure = farFromEdge(contact.position, scale: scale) {
          return .failed(failure)
        }
        guard fingers.count < settings.maximumFingers else {
          return .failed(
            .tooManyFingers(fingers.count + 1, limit: settings.maximumFingers))
        }
      }
      let isTooMany = fingers.count >= settings.maximumFingers && contact.phase == .began
      guard !isTooMany else { continue }
      switch fingers.update(contact, at: time, continues: isActive) {
      case .none: continue
      case .lifted, .lost: lastPhase = contact.phase
      case .joined:
        if fingers.count == 1, !isActive { (origin, excess) = (nil, nil) }
      case .moved: break
      }
      isTouched = true
    }
    guard isTouched else { return .nothing }
    let isHeld = isActive && fingers.count < settings.minimumFingers
    if isHeld { fingers.hold() } else { fingers.settle() }
    guard !fingers.isEmpty else { return end(lastPhase) }
    guard isActive || fingers.count >= settings.minimumFingers else {
      (origin, excess) = (nil, nil)
      return .nothing
    }
    if origin == nil {
      origin = fingers.location
      estimator.reset()
    }
    estimator.add(fingers.location, at: time)
    return isActive ? .changed : judge(at: scale)
  }

  private func end(_ phase: Contact.Phase) -> RecognizerStep {
    guard isActive else { return .failed(phase == .cancelled ? .taken : .lifted) }
    return phase == .cancelled ? .cancelled : .ended
  }

  private mutating func judge(at scale: Double?) -> RecognizerStep {
    let way = fingers.location - (origin ?? fingers.location)
    let slop = settings.slop.points(at: scale)
    let counted = ways.part(of: way)
    let reach = max(counted.dx.magnitude, counted.dy.magnitude)
    guard reach > 0, reach >= slop - Self.slack else { return .nothing }
    switch settings.direction {
    case .any: break
    case .horizontal:
      guard way.dx.magnitude > way.dy.magnitude else { return .failed(.wrongWay) }
    case .vertical:
      guard way.dy.magnitude > way.dx.magnitude else { return .failed(.wrongWay) }
    }
    if let unit = settings.edge?.inward {
      // The movement must lead away from the edge by more than it leads along the edge.
      let along = way.dx * unit.dx + way.dy * unit.dy
      let aside = (way.dx * unit.dy - way.dy * unit.dx).magnitude
      guard along > aside else { return .failed(.wrongWay) }
    }
    if excess == nil {
      excess = Vector(dx: Self.less(slop, counted.dx), dy: Self.less(slop, counted.dy))
      let limit = slop - Self.slack
      axis =
        counted.dy.magnitude < limit
        ? .horizontal : counted.dx.magnitude < limit ? .vertical : .any
    }
    return .recognized
  }

  /// The travel along an axis minus the slop, or the whole travel if it has not reached the slop.
  private static func less(_ slop: Double, _ travel: Double) -> Double {
    guard travel.magnitude >= slop - slack else { return travel }
    return travel < 0 ? min(0, travel + slop) : max(0, travel - slop)
  }

  private func farFromEdge(_ point: Point, scale: Double?) -> GestureFailure? {
    guard let edge = settings.edge else { return nil }
    let distance =
      switch edge {
      case .left: point.x
      case .right: screen.width - point.x
      case .up: point.y
      case .down: screen.height - point.y
      }
    let limit = settings.edgeWidth.points(at: scale)
    return distance <= limit ? nil : .farFromEdge(distance, limit: limit)
  }
}

extension SwipeDirection {
  /// The unit vector from the edge of this name into the screen.
  fileprivate var inward: Vector { -1 * vector }
}

extension PanRecognizer {
  mutating func setScreen(_ size: Size) { screen = size }
  mutating func setWays(_ ways: DragWays) { self.ways = ways }
}
