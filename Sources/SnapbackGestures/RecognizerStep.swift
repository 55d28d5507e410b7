/// The effect of an input on a recognizer, before arbitration with other recognizers.
public enum RecognizerStep: Hashable, Sendable {
  /// No visible change.
  case nothing
  /// The gesture was detected: the recognizer requests recognition.
  case recognized
  /// A recognized gesture changed.
  case changed
  /// The fingers of a recognized gesture lifted.
  case ended
  /// A recognized gesture was cancelled.
  case cancelled
  /// The gesture can no longer occur.
  case failed(GestureFailure)
}

/// The reason why a gesture was not recognized.
public enum GestureFailure: Hashable, Sendable {
  /// A finger moved farther than allowed, in points.
  case moved(Double, limit: Double)
  /// The fingers lifted before the gesture was complete.
  case lifted
  /// The contacts were cancelled, because of a palm or because their device was removed.
  case taken
  /// More fingers touched than the gesture allows.
  case tooManyFingers(Int, limit: Int)
  /// The gesture took longer than allowed, in seconds.
  case tooSlow(limit: Double)
  /// The fingers moved in a wrong direction.
  case wrongWay
  /// The first finger touched farther from the edge than `limit`. Its distance and the limit are in
  /// points.
  case farFromEdge(Double, limit: Double)
  /// Another recognizer, given by its index, was recognized with the same fingers.
  case prevented(by: Int)
  /// Another recognizer, given by its index, was recognized although it had to fail first.
  case preceded(by: Int)
  /// The touch stopped moving content. The index is that of the recognizer that scrolls the
  /// content.
  case stoppedContent(by: Int)
  /// The gesture may not begin in the present state of the scene.
  case refused
  /// The recognizer was disabled, its view was hidden or removed, or the input was cancelled.
  case disabled
}
