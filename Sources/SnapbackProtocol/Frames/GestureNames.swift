/// The names of the kinds of gestures, and their numbers in binary messages.
public enum GestureNames {
  // generated: gestures
  private static let kinds = [
    "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll", "hover",
  ]
  // end of generated

  /// The number of a kind; 255 for an unknown kind.
  public static func number(ofKind kind: String) -> UInt8 {
    kinds.firstIndex(of: kind).map { UInt8(clamping: $0) } ?? .max
  }

  /// The kind with a number; nil for an unknown number, which a later version may define.
  public static func kind(_ number: UInt8) -> String? {
    kinds.indices.contains(numericCast(number)) ? kinds[numericCast(number)] : nil
  }
}
