/// The limits of a scene for a reader that has other things to do.
public struct SceneLimits: Sendable {
  /// The views, the screen included.
  public var views = Int.max
  /// The constraints that the document asks for, those of formats one by one.
  public var constraints = Int.max
  /// The pixels per point that a screen may have. Tests raise the limit to see layouts that are not
  /// rounded to pixels.
  public var scales = 0.25...16

  /// No limits but those of every scene.
  public init() {}
}
