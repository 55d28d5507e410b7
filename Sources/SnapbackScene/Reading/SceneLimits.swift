/// Size limits of the scenes that a reader accepts, for programs that must bound the work per
/// scene.
public struct SceneLimits: Sendable {
  /// The maximum number of views, including the screen.
  public var views = Int.max
  /// The maximum number of constraints in the document. Each constraint that a visual format
  /// produces is counted.
  public var constraints = Int.max
  /// The allowed range of a screen's pixels per point. Tests raise the upper limit to get layouts
  /// that are not rounded to pixels.
  public var scales = ScreenKeys.scaleRange

  /// No limits except those that apply to every scene.
  public init() {}
}
