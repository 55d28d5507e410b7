/// When a client gets frames.
public enum Pacing: String, CaseIterable, Hashable, Sendable {
  /// At a rate, in step with the screen as far as the client tells of it.
  case timer
  /// When it asks for one.
  case pull
  /// As soon as input has changed something.
  case push

  /// Its number in the binary `welcome`.
  public var number: UInt8 {
    switch self {
    case .timer: 0
    case .pull: 1
    case .push: 2
    }
  }

  /// The pacing with a number of the binary `welcome`; nil for one of a later version.
  public init?(number: UInt8) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}
