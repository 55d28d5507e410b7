/// The error of a motion parameter that is out of range.
public struct MotionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the parameter, as in the initializer.
  public let parameter: String
  /// The value that was passed.
  public let value: Double
  /// The condition that the value must meet.
  public let requirement: String

  /// One line with the parameter, its value and the requirement.
  public var description: String { "\(parameter) is \(value), but must be \(requirement)" }

  /// Throws unless `holds` and `value` is finite.
  static func require(
    _ holds: Bool, _ parameter: String, _ value: Double, _ requirement: String
  ) throws(MotionError) {
    // Comparisons with NaN are false, so NaN is rejected here, too.
    guard holds, value.isFinite else {
      throw MotionError(parameter: parameter, value: value, requirement: requirement)
    }
  }
}
