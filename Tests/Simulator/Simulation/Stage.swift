/// A stage after the script; its ``length`` is in microseconds.
enum Stage: CaseIterable {
  /// Clients that do not read are disconnected, and motion ends. The stage continues for
  /// ``stallLength`` after the last disconnection: it can end a touch of that client, which is
  /// reported to others, and the daemon checks after ``ProtocolLimits/stallSeconds`` whether they
  /// have read the report.
  case settling
  /// Nothing may happen.
  case resting
  /// Late clients connect and receive the current state.
  case comparing
  /// All clients but one disconnect.
  case leaving
  /// The remaining client asks for what the others left behind.
  case counting
  /// The last client disconnects.
  case departing
  /// Nothing may happen.
  case emptyRest
  /// The daemon is asked to stop.
  case stopping

  /// Longer than ``ProtocolLimits/stallSeconds``, in microseconds.
  static let stallLength: UInt64 = 5_500_000

  var length: UInt64 {
    switch self {
    case .settling: 9_000_000
    case .resting, .emptyRest: 5_000_000
    case .comparing, .counting, .departing: 500_000
    case .leaving: 1_000_000
    case .stopping: 1_000_000
    }
  }
}
