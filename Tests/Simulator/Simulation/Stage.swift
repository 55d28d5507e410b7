/// What comes after the script, and how long it takes, in microseconds.
enum Stage: CaseIterable {
  /// Clients that do not read are disconnected, and motion ends.
  case settling
  /// Nothing may happen.
  case resting
  /// Clients connect that are told how things are.
  case comparing
  /// All disconnect but one.
  case leaving
  /// The one that is left asks what is left of the others.
  case counting
  /// It disconnects, too.
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
