/// The text size that the user chose, smallest first: UIKit's `UIContentSizeCategory`.
///
/// The names are those of SwiftUI's `DynamicTypeSize`, the raw values those of UIKit's constants.
public enum ContentSizeCategory: String, CaseIterable, Comparable, Hashable, Sendable {
  /// The smallest size.
  case xSmall = "extraSmall"
  /// Two steps below the default.
  case small
  /// One step below the default.
  case medium
  /// The default.
  case large
  /// One step above the default.
  case xLarge = "extraLarge"
  /// Two steps above the default.
  case xxLarge = "extraExtraLarge"
  /// The largest size that is not one of the accessibility sizes.
  case xxxLarge = "extraExtraExtraLarge"
  /// The first accessibility size, AX1 in the Human Interface Guidelines.
  case accessibility1 = "accessibilityMedium"
  /// The second accessibility size, AX2.
  case accessibility2 = "accessibilityLarge"
  /// The third accessibility size, AX3.
  case accessibility3 = "accessibilityExtraLarge"
  /// The fourth accessibility size, AX4.
  case accessibility4 = "accessibilityExtraExtraLarge"
  /// The largest size, AX5.
  case accessibility5 = "accessibilityExtraExtraExtraLarge"

  /// Whether this is one of the five accessibility sizes.
  public var isAccessibility: Bool { self >= .accessibility1 }

  /// Whether text is smaller in `left` than in `right`.
  public static func < (left: ContentSizeCategory, right: ContentSizeCategory) -> Bool {
    left.index < right.index
  }

  /// The index in ``allCases``.
  var index: Int {
    switch self {
    case .xSmall: 0
    case .small: 1
    case .medium: 2
    case .large: 3
    case .xLarge: 4
    case .xxLarge: 5
    case .xxxLarge: 6
    case .accessibility1: 7
    case .accessibility2: 8
    case .accessibility3: 9
    case .accessibility4: 10
    case .accessibility5: 11
    }
  }
}
