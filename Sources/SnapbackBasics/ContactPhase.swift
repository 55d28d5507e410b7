/// The state of a contact in a frame, in input and in messages.
public enum ContactPhase: String, Hashable, Sendable, CaseIterable {
  /// The contact has just touched down.
  case began
  /// The contact is down, whether it moved or not.
  case moved
  /// The contact has lifted; its position is the last known one.
  case ended
  /// The contact was lost, is a palm, or its device has gone; no further frames contain it.
  case cancelled
}
