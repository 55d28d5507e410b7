public import SnapbackGeometry

/// How much room a layout has along one axis, in UIKit's two steps.
public enum SizeClass: String, Hashable, Sendable, CaseIterable {
  /// Little room: the width of a phone held upright, the height of one held sideways.
  case compact
  /// Much room: the width of a tablet, the height of a phone held upright.
  case regular
}

/// The size classes of a screen or a window along both axes.
public struct SizeClasses: Hashable, Sendable {
  /// The room from left to right.
  public var width: SizeClass
  /// The room from top to bottom.
  public var height: SizeClass

  /// From this height on, in points, the height is regular.
  ///
  /// The tallest phone held sideways has 440 points and is compact, the lowest held upright has
  /// 480 and is regular.
  public static let regularHeight = 480.0
  /// From this width on, in points, a width beside a regular height is regular.
  ///
  /// Of the parts of an iPad whose class is known, the widest compact one has 639 points and the
  /// narrowest regular one 678; where between them the step lies is ours.
  public static let regularWidth = 640.0
  /// From this size on, in points, a phone held sideways has a regular width.
  ///
  /// The smallest of these has 736 × 414 points. The width alone does not tell: 874 × 402 is
  /// compact.
  public static let regularLandscape = Size(width: 736, height: 414)

  /// Size classes that are known.
  public init(width: SizeClass, height: SizeClass) {
    self.width = width
    self.height = height
  }

  /// The size classes of a screen or window of `screen` points.
  ///
  /// The height is regular from ``regularHeight`` on. The width is regular from ``regularWidth``
  /// on beside a regular height, and from ``regularLandscape`` on beside a compact one. What is
  /// no number counts as compact.
  ///
  /// The rule is ours: UIKit decides by the device, and Apple publishes results only. It agrees
  /// with the Human Interface Guidelines (Layout, Specifications) for each iPhone from 320 × 480
  /// to 440 × 956 points and each iPad in full screen, both ways up, and with what UIKit reports
  /// for the thirds and halves of Split View on iPads of 7.9 to 12.9 inches. It does not follow
  /// UIKit where that looks at more than the size: a window of an iPad lower than 480 points
  /// has a regular height there. For Display Zoom and free windows nothing is published.
  public init(of screen: Size) {
    height = screen.height >= Self.regularHeight ? .regular : .compact
    let isWide =
      switch height {
      case .regular:
        screen.width >= Self.regularWidth
      case .compact:
        screen.width >= Self.regularLandscape.width
          && screen.height >= Self.regularLandscape.height
      }
    width = isWide ? .regular : .compact
  }
}
