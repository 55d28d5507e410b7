public import SnapbackBasics

/// The room that a layout has along one axis: UIKit's two size classes.
public enum SizeClass: String, Hashable, Sendable, CaseIterable {
  /// Little room: the width of a phone in portrait, the height of a phone in landscape.
  case compact
  /// Much room: the width of a tablet, the height of a phone in portrait.
  case regular
}

/// The size classes of a screen or a window along both axes.
public struct SizeClasses: Hashable, Sendable {
  /// The horizontal size class.
  public var width: SizeClass
  /// The vertical size class.
  public var height: SizeClass

  /// The minimum of a regular height, in points.
  ///
  /// In landscape, the tallest phone is 440 points high, which is compact. In portrait, the
  /// shortest phone is 480 points high, which is regular.
  public static let regularHeight = 480.0
  /// The minimum of a regular width if the height is regular, in points.
  ///
  /// Among iPad window sizes with a known class, the widest compact one is 639 points wide, and the
  /// narrowest regular one 678. The threshold in between is Snapback's choice.
  public static let regularWidth = 640.0
  /// The minimum size of a phone in landscape that has a regular width, in points.
  ///
  /// The smallest such phone has 736 × 414 points. The width alone is not sufficient: a phone of
  /// 874 × 402 points is compact.
  public static let regularLandscape = Size(width: 736, height: 414)

  /// Makes a pair of size classes.
  public init(width: SizeClass, height: SizeClass) {
    self.width = width
    self.height = height
  }

  /// The size classes of a screen or window with the size `screen`, in points.
  ///
  /// The height is regular from ``regularHeight`` on. The width is regular from ``regularWidth`` on
  /// if the height is regular, and from ``regularLandscape`` on if it is compact. A size that is
  /// not a number gives compact.
  ///
  /// The rule is Snapback's own: UIKit decides by the device, and Apple publishes only the results.
  /// The rule agrees with the Human Interface Guidelines (Layout, Specifications) for each iPhone
  /// from 320 × 480 to 440 × 956 points and each iPad in full screen, in both orientations. It also
  /// agrees with UIKit's classes for the thirds and halves of Split View on iPads of 7.9 to 12.9
  /// inches. The rule differs from UIKit for an iPad window less than 480 points high: UIKit
  /// considers more than the size and reports a regular height. Apple publishes nothing about
  /// Display Zoom and free windows.
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
