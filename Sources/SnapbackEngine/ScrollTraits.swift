public import SnapbackLayout

/// The traits of a scroll view that determine its range, its drags and its release.
public struct ScrollTraits: Hashable, Sendable {
  /// Whether a release ends at a page, a multiple of the view's size, as with `isPagingEnabled`.
  public var isPaging = false
  /// Whether the content can be dragged along x even if all of it is visible along x.
  public var alwaysBouncesHorizontally = false
  /// Whether the content can be dragged along y even if all of it is visible along y.
  public var alwaysBouncesVertically = false
  /// The insets by which the range of the offset extends beyond the content, as `contentInset`.
  public var inset = EdgeInsets.zero
  /// Whether actions are notified of a touch in the content only after a delay, or when the finger
  /// lifts without having scrolled, as with `delaysContentTouches`.
  public var delaysTouches = true
  /// Whether the view's safe area adds to the insets, as with `contentInsetAdjustmentBehavior`.
  public var addsSafeArea = false
  /// Whether the part of the view that the keyboard covers adds to the bottom inset.
  public var avoidsKeyboard = false
  /// How pinches zoom the content; nil if they do not.
  public var zoom: ContentZoom?
  /// The index of the gesture that moves the sheet around the scroll view; nil if there is none.
  public var sheet: Int?

  /// Creates the traits of a scroll view without pages that bounces only where it scrolls.
  public init() {}
}

/// The view that pinches scale in a scroll view, as with `viewForZooming(in:)`.
public struct ContentZoom: Hashable, Sendable {
  /// The index of the view. Its anchor is its top left corner, which zooming does not move in the
  /// content.
  public var view: Int
  /// The limits of its scale, as `minimumZoomScale` and `maximumZoomScale`, and the resistance
  /// beyond them.
  public var limits: PanLimits

  /// Creates the zoom of a view within limits.
  public init(of view: Int, within limits: PanLimits) {
    self.view = view
    self.limits = limits
  }
}
