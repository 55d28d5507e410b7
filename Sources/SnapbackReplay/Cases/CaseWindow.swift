/// The part of a replay in which an expectation must be met.
public struct CaseWindow: Hashable, Sendable {
  /// The moment from which seconds are measured.
  public enum Origin: String, CaseIterable, Sendable {
    /// The recording's first event.
    case start
    /// The moment at which the first contact touches.
    case touch
    /// The moment at which the last contact lifts or is cancelled.
    case lift
  }

  /// A part of a replay, in seconds from the origin.
  public enum Span: Hashable, Sendable {
    /// The whole replay.
    case whole
    /// The screen at a moment.
    case at(Double)
    /// The screen at the end of the replay.
    case end
    /// From one moment to another, inclusive.
    case between(Double, Double)
    /// From the start to a moment, inclusive.
    case until(Double)
  }

  /// The part.
  public var span: Span
  /// The moment from which the seconds in ``span`` are measured.
  public var origin: Origin

  /// Makes a part of a replay.
  public init(_ span: Span, since origin: Origin = .start) {
    self.span = span
    self.origin = origin
  }

  /// The part as the end of a sentence: ` at 0.5 s after the first touch`; empty for the whole
  /// replay.
  var words: String {
    let suffix =
      switch origin {
      case .start: ""
      case .touch: " after the first touch"
      case .lift: " after the last lift"
      }
    func seconds(_ value: Double) -> String { CaseNumber.short(value) + " s" }
    switch span {
    case .whole: return ""
    case .end: return " at the end"
    case .at(let time): return " at \(seconds(time))\(suffix)"
    case .until(let time): return " by \(seconds(time))\(suffix)"
    case .between(let first, let last):
      return " between \(CaseNumber.short(first)) and \(seconds(last))\(suffix)"
    }
  }
}
