/// The part of a replay that an expectation is about.
public struct CaseWindow: Hashable, Sendable {
  /// What the seconds count from.
  public enum Origin: String, CaseIterable, Sendable {
    /// The recording's first event.
    case start
    /// The moment at which the first contact touches.
    case touch
    /// The moment at which the last contact lifts or is taken back.
    case lift
  }

  /// Which part, in seconds from the origin.
  public enum Span: Hashable, Sendable {
    /// All of it.
    case whole
    /// What is on the screen at a moment.
    case at(Double)
    /// What is on the screen when all is over.
    case end
    /// From one moment to another, both included.
    case between(Double, Double)
    /// From the start to a moment, which is included.
    case until(Double)
  }

  /// Which part.
  public var span: Span
  /// What it counts from.
  public var origin: Origin

  /// A part of a replay.
  public init(_ span: Span, since origin: Origin = .start) {
    self.span = span
    self.origin = origin
  }

  /// As it ends a sentence: ` at 0.5 s after the first touch`; empty for all of the replay.
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
