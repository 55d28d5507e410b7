extension FixedWidthInteger {
  /// The whole number nearest to zero's side of `value`, held to this type's range.
  ///
  /// Swift's own `Int64(_: Double)` traps on not-a-number and out of range, so whatever input
  /// can reach is converted here: not-a-number is 0, and numbers beyond the range are its end.
  ///
  /// Inlined, because a call from another module goes through the tables of a generic type, three
  /// times for each view of each frame.
  @inlinable
  public init(saturating value: Double) {
    if let exact = Self(exactly: value.rounded(.towardZero)) {
      self = exact
    } else if value > 0 {
      self = .max
    } else if value < 0 {
      self = .min
    } else {
      self = 0
    }
  }
}

extension UInt64 {
  /// The same; of what this type does by itself, `init(exactly:)` is ten times as fast.
  @inlinable
  public init(saturating value: Double) {
    if let exact = UInt64(exactly: value.rounded(.towardZero)) {
      self = exact
    } else {
      self = value > 0 ? .max : 0
    }
  }
}
