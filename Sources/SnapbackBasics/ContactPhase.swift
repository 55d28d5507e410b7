/// The state of a contact in a touch frame, both in input and in messages.
public enum ContactPhase: String, Hashable, Sendable, CaseIterable {
  /// The contact has just touched down.
  case began
  /// The contact is down, whether it moved or not.
  case moved
  /// The contact has lifted; its position is the last known position.
  case ended
  /// The contact ended without a lift: it was lost, is a palm, or its device has gone. No further
  /// touch frame contains the contact.
  case cancelled
}
