extension FixedWidthInteger {
  /// The whole number nearest to zero's side of `value`, held to this type's range.
  ///
  /// Swift's own `Int64(_: Double)` traps on not-a-number and out of range, so whatever input
  /// can reach is converted here: not-a-number is 0, and numbers beyond the range are its end.
  ///
  /// Inlined, because a call from another module goes through the tables of a generic type.
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
  /// The same, in a few instructions.
  @inlinable
  public init(saturating value: Double) {
    guard value < 0x1p64 else {
      self = value.isNaN ? 0 : .max
      return
    }
    self = value > 0 ? UInt64(value) : 0
  }

  /// The whole number nearest to `value`, halves upwards, held to this type's range; not-a-number
  /// is 0.
  ///
  /// As `value.rounded()`, for which processors that are old enough need a function of C's library.
  @inlinable
  public init(nearestTo value: Double) {
    let whole = UInt64(saturating: value)
    // From 2⁵³ on there are whole numbers only; below, the difference is exact.
    self = value - Double(whole) >= 0.5 && value < 0x1p53 ? whole &+ 1 : whole
  }
}
