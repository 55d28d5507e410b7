public import SnapbackBasics

/// The states of all views of a scene at one moment, with the revision in which each view last
/// changed.
///
/// A client that has received revision r needs only the views with a greater revision. Values are
/// absolute, so a client can skip frames without losing information.
public struct SceneFrame: Sendable {
  /// The moment at which the values are valid.
  public var time: Instant
  /// The number of scene frames so far in which something changed, from 1.
  public var revision: UInt64
  /// The states of the views in the order of the scene. Parents come before children; later
  /// siblings are in front.
  public var views: [ViewState]
  /// The revision in which each view last changed.
  public var revisions: [UInt64]
  /// The looks that can move, in the order of their views; empty in a scene without looks.
  public var looks: [Look] = []

  /// The present look of a view.
  public struct Look: Hashable, Sendable {
    /// The index of the view.
    public let view: Int
    /// Whether something can move it. Only then is it in frames.
    public var isFree = false
    /// The values at the time of the frame.
    public var values: MovingLook

    /// Creates a look that nothing moves.
    public init(view: Int, values: MovingLook) {
      self.view = view
      self.values = values
    }
  }

  /// Creates a frame of `count` views with default values.
  public init(count: Int) {
    time = .zero
    revision = 0
    views = Array(repeating: ViewState(), count: count)
    revisions = Array(repeating: 0, count: count)
  }
}

extension SceneFrame {
  /// The look of a view; nil if it has none, or none that can move. O(log looks).
  public func freeLook(of view: Int) -> MovingLook? {
    guard let look = look(of: view), look.isFree else { return nil }
    return look.values
  }

  /// The look of a view; nil if it has none. O(log looks).
  public func look(of view: Int) -> Look? {
    var (low, high) = (0, looks.count)
    while low < high {
      let middle = (low + high) / 2
      if looks[middle].view < view { low = middle + 1 } else { high = middle }
    }
    return low < looks.count && looks[low].view == view ? looks[low] : nil
  }
}

/// The screen for which a scene is laid out.
public struct ScreenDescription: Hashable, Sendable {
  /// The width and height in points.
  public var size: Size
  /// The number of pixels per point.
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
