/// The trigger of a client's frames.
public enum Pacing: String, CaseIterable, Hashable, Sendable {
  /// At a rate, synchronized with the client's screen if the client reports its presentation times.
  case timer
  /// On request.
  case pull
  /// As soon as input has changed the scene.
  case push

  /// The pacing's number in the binary `welcome`.
  public var number: UInt8 {
    switch self {
    case .timer: 0
    case .pull: 1
    case .push: 2
    }
  }

  /// The pacing with a number in the binary `welcome`; nil for a number of a later version.
  public init?(number: UInt8) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}
