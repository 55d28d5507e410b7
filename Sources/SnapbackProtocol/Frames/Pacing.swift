/// The trigger of a client's frames.
public enum Pacing: String, CaseIterable, Hashable, Sendable {
  /// At a rate, synchronized with the client's screen if the client reports its presentation times.
  case timer
  /// On request.
  case pull
  /// As soon as input has changed the scene.
  case push
}
