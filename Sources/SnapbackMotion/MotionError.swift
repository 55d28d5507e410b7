/// A parameter that no such motion can have.
public struct MotionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parameter's name, as the initialiser spells it.
  public let parameter: String
  /// What was given.
  public let value: Double
  /// What it has to be.
  public let requirement: String

  /// One line: the parameter, what it was, and what it has to be.
  public var description: String { "\(parameter) is \(value), but must be \(requirement)" }

  /// Throws unless `holds` and `value` is finite.
  static func require(
    _ holds: Bool, _ parameter: String, _ value: Double, _ requirement: String
  ) throws(MotionError) {
    // A comparison with not-a-number is false, so it ends here too.
    guard holds, value.isFinite else {
      throw MotionError(parameter: parameter, value: value, requirement: requirement)
    }
  }
}
