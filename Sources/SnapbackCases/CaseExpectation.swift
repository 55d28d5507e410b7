public import SnapbackDocument
public import SnapbackFrames
public import SnapbackGestures

/// One thing that a case says must be so.
public struct CaseExpectation: Sendable {
  /// What must be so.
  public enum Claim: Sendable {
    /// A number of a view.
    case value(ViewValue, ValueBounds)
    /// A view stops; `inIdentity` with no transform.
    case rests(view: String, inIdentity: Bool)
    /// Everything stops, or something goes on.
    case settled(Bool)
    /// Gestures are recognised.
    case gesture(GestureClaim)
    /// Transactions come to an end.
    case done(DoneClaim)
    /// So many layout passes, the first included.
    case layoutPasses(Int)
  }

  /// What must be so.
  public var claim: Claim
  /// When.
  public var window: CaseWindow
  /// Where the case says it.
  public var position: SourcePosition
}

/// What a number may be; what is nil is not asked for.
public struct ValueBounds: Hashable, Sendable {
  /// It is this, give or take ``tolerance``.
  public var near: Double?
  /// How far from ``near`` it may be.
  public var tolerance = defaultTolerance
  /// It is at least this.
  public var minimum: Double?
  /// It is at most this.
  public var maximum: Double?
  /// It comes to this, or past it, at some time.
  public var reached: Double?

  /// The tolerance where a case names none.
  public static let defaultTolerance = 0.01

  /// Bounds that ask for nothing.
  public init() {}

  /// Whether it asks for nothing.
  var isEmpty: Bool { near == nil && minimum == nil && maximum == nil && reached == nil }

  /// By how much a number is out of bounds; zero within, infinite for what is no number.
  public func excess(_ value: Double) -> Double {
    guard !value.isNaN else { return .infinity }
    var excess = 0.0
    if let near { excess = max(excess, (value - near).magnitude - tolerance) }
    if let minimum { excess = max(excess, minimum - value) }
    if let maximum { excess = max(excess, value - maximum) }
    return excess
  }

  /// As it follows a number's name: `near 120 ± 0.5, at most 130`.
  var words: String {
    var parts: [String] = []
    if let near { parts.append("near \(CaseNumber.short(near)) ± \(CaseNumber.short(tolerance))") }
    if let minimum { parts.append("at least \(CaseNumber.short(minimum))") }
    if let maximum { parts.append("at most \(CaseNumber.short(maximum))") }
    if let reached { parts.append("\(CaseNumber.short(reached)) reached") }
    return parts.joined(separator: ", ")
  }
}

/// Which gestures are meant, and how many there are.
public struct GestureClaim: Sendable {
  /// The kind.
  public var kind: GestureKind
  /// The name that the scene gives it; nil for any.
  public var name: String?
  /// The view that it is on; nil for any.
  public var view: String?
  /// The step that counts; nil for the gesture's first.
  public var phase: GesturePhase?
  /// The length of the velocity at that step, in points per second; nil for any.
  public var speed: ClosedRange<Double>?
  /// How many; nil for one or more.
  public var count: Int?
}

/// Which ends of transactions are meant, and how many there are.
public struct DoneClaim: Sendable {
  /// Which of the two ends.
  public var moment: String
  /// The transaction, counted from 1; nil for any.
  public var transaction: UInt64?
  /// Whether some of it was removed before it was over; nil for either.
  public var isInterrupted: Bool?
  /// How many; nil for one or more.
  public var count: Int?
}
