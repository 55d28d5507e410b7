/// A stage after the script; its ``length`` is in microseconds.
enum Stage: CaseIterable {
  /// Clients that do not read are disconnected, and motion ends.
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
