extension FixedWidthInteger {
  /// Converts `value` by truncation toward zero, clamped to this type's range; not-a-number gives
  /// 0.
  ///
  /// Swift's own `Int64(_: Double)` traps on not-a-number and on values out of range, so use this
  /// initializer for values that depend on input.
  ///
  /// Inlinable, because a generic call from another module otherwise goes through witness tables.
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
  /// Converts `value` by truncation toward zero in a few instructions, clamped to the range;
  /// not-a-number gives 0.
  @inlinable
  public init(saturating value: Double) {
    guard value < 0x1p64 else {
      self = value.isNaN ? 0 : .max
      return
    }
    self = value > 0 ? UInt64(value) : 0
  }

  /// Rounds `value` to the nearest whole number, halves upward, clamped to this type's range;
  /// not-a-number gives 0.
  ///
  /// Equals `value.rounded()`, but avoids the C library call that older processors need for it.
  @inlinable
  public init(nearestTo value: Double) {
    let whole = UInt64(saturating: value)
    // From 2⁵³ on, doubles are whole numbers; below, the difference is exact.
    self = value - Double(whole) >= 0.5 && value < 0x1p53 ? whole &+ 1 : whole
  }
}
