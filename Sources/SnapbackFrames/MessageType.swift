/// What a binary message of the daemon is; raw values are those of its header.
public enum MessageType: UInt16, Hashable, Sendable, CaseIterable {
  /// JSON: what is too rare to have a form of its own.
  case text = 1
  /// The answer to a hello.
  case welcome = 16
  /// Everything.
  case snapshot = 18
  /// Views that changed.
  case frame = 19
  /// What channels do from now on.
  case segment = 20
  /// A step of a gesture.
  case gesture = 21
  /// What a layout pass did.
  case layout = 22
  /// An end of a transaction.
  case done = 23
  /// Nothing moves.
  case idle = 24
  /// Events were dropped.
  case lagged = 25
  /// Why the connection ends.
  case error = 26
  /// The answer to a ping.
  case pong = 27
  /// A device has come or gone.
  case device = 29
  /// The contacts of a touch frame.
  case touch = 30
  /// Memory that frames are written to.
  case sharedMemory = 32
}
