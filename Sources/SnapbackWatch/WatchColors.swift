public import SnapbackProtocol

/// The colors of `snapback watch`.
public enum WatchColors {
  /// The background.
  public static let background = Color(red: 16, green: 18, blue: 24)
  /// The background of the last line.
  static let bar = Color(red: 34, green: 38, blue: 50)
  /// Normal text.
  static let text = Color(red: 214, green: 219, blue: 230)
  /// Less important text.
  static let dim = Color(red: 128, green: 137, blue: 156)
  /// Separator lines.
  static let line = Color(red: 58, green: 64, blue: 82)
  /// The selected view and the names of keys.
  static let accent = Color(red: 122, green: 190, blue: 255)
  /// A finger.
  static let touch = Color(red: 255, green: 255, blue: 255)
  /// Injected touches.
  static let injected = Color(red: 255, green: 196, blue: 110)
  /// A recognized gesture.
  static let good = Color(red: 126, green: 217, blue: 150)
  /// A failed or cancelled gesture.
  static let bad = Color(red: 240, green: 130, blue: 125)
  /// Curves, in order.
  static let curves = [
    Color(red: 122, green: 190, blue: 255), Color(red: 255, green: 170, blue: 105),
    Color(red: 190, green: 160, blue: 255), Color(red: 126, green: 217, blue: 150),
  ]
}
