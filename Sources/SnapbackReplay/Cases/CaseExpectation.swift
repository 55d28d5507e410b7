import SnapbackBasics
public import SnapbackDocument
public import SnapbackGestures
public import SnapbackProtocol

/// One condition that a case checks.
public struct CaseExpectation: Sendable {
  /// The statement that must be true.
  public enum Claim: Sendable {
    /// A number of a view.
    case value(ViewValue, ValueBounds)
    /// A view stops moving. With `inIdentity`, its transform must then be the identity.
    case rests(view: String, inIdentity: Bool)
    /// Everything stops (`true`), or something still moves at the end of the replay (`false`).
    case settled(Bool)
    /// Gestures occur.
    case gesture(GestureClaim)
    /// Transactions end.
    case done(DoneClaim)
    /// Events of actions, releases or views occur.
    case event(EventClaim)
    /// A state has a value.
    case state(StateClaim)
    /// The scene has this number of layout passes, including the first.
    case layoutPasses(Int)
  }

  /// The statement that must be true.
  public var claim: Claim
  /// The part of the replay in which the claim must be true.
  public var window: CaseWindow
  /// The position of the expectation in the case's file.
  public var position: SourcePosition
}

/// The bounds of a number; bounds that are nil are not checked.
public struct ValueBounds: Hashable, Sendable {
  /// The expected value, within ``tolerance``.
  public var near: Double?
  /// The allowed distance from ``near``.
  public var tolerance = defaultTolerance
  /// The smallest allowed value.
  public var minimum: Double?
  /// The largest allowed value.
  public var maximum: Double?
  /// A value that the number must reach or pass at some time.
  public var reached: Double?

  /// The tolerance of a case that does not set one.
  public static let defaultTolerance = 0.01

  /// Makes bounds that allow every number.
  public init() {}

  /// Whether no bound is set.
  var isEmpty: Bool { near == nil && minimum == nil && maximum == nil && reached == nil }

  /// Returns the amount by which a number is out of bounds: 0 within bounds, infinite for NaN.
  /// ``reached`` is not considered.
  public func excess(_ value: Double) -> Double {
    guard !value.isNaN else { return .infinity }
    var excess = 0.0
    if let near { excess = max(excess, (value - near).magnitude - tolerance) }
    if let minimum { excess = max(excess, minimum - value) }
    if let maximum { excess = max(excess, value - maximum) }
    return excess
  }

  /// The bounds as text after a number's name: `near 120 ± 0.5, at most 130`.
  var words: String {
    var parts: [String] = []
    if let near { parts.append("near \(CaseNumber.short(near)) ± \(CaseNumber.short(tolerance))") }
    if let minimum { parts.append("at least \(CaseNumber.short(minimum))") }
    if let maximum { parts.append("at most \(CaseNumber.short(maximum))") }
    if let reached { parts.append("\(CaseNumber.short(reached)) reached") }
    return parts.joined(separator: ", ")
  }
}

/// The gestures that a case expects, and how many of them.
public struct GestureClaim: Sendable {
  /// The kind of gesture.
  public var kind: GestureKind
  /// The name in the scene; nil for any name.
  public var name: String?
  /// The view of the gesture; nil for any view.
  public var view: String?
  /// The phase in which a step of the gesture is expected; nil for the gesture's first step.
  public var phase: GesturePhase?
  /// The allowed speed at that step, in points per second; nil for any speed.
  public var speed: ClosedRange<Double>?
  /// The number of gestures; nil for one or more.
  public var count: Int?
}

/// The transaction ends that a case expects, and how many of them.
public struct DoneClaim: Sendable {
  /// The kind of end, such as `settled`.
  public var moment: String
  /// The number of the transaction, from 1; nil for any transaction.
  public var transaction: UInt64?
  /// Whether the transaction was interrupted; nil for either.
  public var isInterrupted: Bool?
  /// The number of ends; nil for one or more.
  public var count: Int?
}

/// The events that a case expects, and how many of them.
public struct EventClaim: Sendable {
  /// The kind of event.
  public var kind: SceneEvent.Kind
  /// The name of the action, the gesture or the state; nil for any name.
  public var name: String?
  /// The view; nil for any view.
  public var view: String?
  /// The name of the place, or the value of the state; nil for any.
  public var place: String?
  /// The number of events; nil for one or more.
  public var count: Int?

  /// The keys of the expectation whose values differ from those of an event, each with the value of
  /// the event, as in `"name" is "drag"`. Empty for an expected event.
  func differences(from event: SceneEvent) -> [String] {
    let keys: [(String, String?, String?)] = [
      ("event", kind.rawValue, event.kind.rawValue), ("name", name, event.name),
      ("view", view, event.view), ("at", place, event.place),
    ]
    return keys.compactMap { (key, expected, seen) -> String? in
      guard let expected, expected != seen else { return nil }
      return "\"\(key)\" is \(seen.map { "\"\($0)\"" } ?? "absent")"
    }
  }
}

/// The value of a state that a case expects.
public struct StateClaim: Sendable {
  /// The name of the state.
  public var name: String
  /// The name of the value.
  public var value: String
}

/// Formats numbers as in cases and goldens: to a thousandth.
enum CaseNumber {
  /// Three decimals; numbers that cannot be written so, such as NaN, as Swift writes them.
  static func fixed(_ value: Double) -> String { value.fixedText(3) }

  /// At most three decimals, without trailing zeros. A number that three decimals would round to
  /// zero has all its digits.
  static func short(_ value: Double) -> String {
    fixed(value) == "0.000" && value != 0 ? value.description : value.shortText(3)
  }

  /// Seconds with three decimals and their unit.
  static func seconds(_ time: Instant) -> String {
    fixed(time.seconds(since: .zero)) + " s"
  }
}
