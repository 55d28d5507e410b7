/// Whether renderers draw dark content on a light background or the reverse. It is a trait like the
/// size classes: conditions can depend on it.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark content on a light background.
  case light
  /// Light content on a dark background.
  case dark
}
