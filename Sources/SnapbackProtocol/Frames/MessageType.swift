/// The type of a binary message from the daemon. Raw values are those in the message header.
public enum MessageType: UInt16, Hashable, Sendable, CaseIterable {
  // generated: messages
  /// JSON, for messages without a binary form.
  case text = 1
  /// The answer to a hello.
  case welcome = 16
  /// The whole scene.
  case snapshot = 18
  /// The views that changed.
  case frame = 19
  /// The motion of channels from a time on.
  case segment = 20
  /// A step of a gesture.
  case gesture = 21
  /// The layout rectangles that a layout pass changed.
  case layout = 22
  /// A transaction has finished or settled.
  case done = 23
  /// Nothing moves until new input or a new command.
  case idle = 24
  /// Events were dropped.
  case lagged = 25
  /// The reason for which the daemon closes the connection.
  case error = 26
  /// The answer to a ping.
  case pong = 27
  /// A device was added or removed.
  case device = 29
  /// The contacts of a touch frame.
  case touch = 30
  /// Shared memory to which the daemon writes the states of views.
  case sharedMemory = 32
  /// An event of an action, a release, a view or a state.
  case event = 33
  /// The looks of views, for a client whose hello has `looks` in `parts`.
  case looks = 34
  // end of generated
}
