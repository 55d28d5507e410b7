public import SnapbackBasics

/// All views of a scene at one moment, with the revision in which each last changed.
///
/// A client that has seen revision r needs only the views whose revision is greater. Values are
/// absolute, so a skipped frame loses nothing.
public struct SceneFrame: Sendable {
  /// The moment that the values are for.
  public var time: Instant
  /// Counts the frames in which something changed, from 1.
  public var revision: UInt64
  /// The views in the order of the scene; parents come first, later siblings are in front.
  public var views: [ViewState]
  /// The revision in which each view last changed.
  public var revisions: [UInt64]

  /// Creates a frame of `count` views with default values.
  public init(count: Int) {
    time = .zero
    revision = 0
    views = Array(repeating: ViewState(), count: count)
    revisions = Array(repeating: 0, count: count)
  }
}

/// The screen that a scene is laid out for.
public struct ScreenDescription: Hashable, Sendable {
  /// Width and height in points.
  public var size: Size
  /// Pixels per point.
  public var scale: Double
  /// The color behind all views.
  public var background: Color

  /// Creates a screen.
  public init(size: Size, scale: Double = 1, background: Color) {
    self.size = size
    self.scale = scale
    self.background = background
  }
}
