import SnapbackBasics

extension SeededGenerator {
  /// Returns true with this probability, in percent.
  mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// Numbers that are typical of errors: small, near powers of two, at the limits.
  mutating func absurd() -> UInt64 {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: UInt64.random(in: 0...2, using: &self)
    case 1: UInt64.max - UInt64.random(in: 0...2, using: &self)
    case 2: (1 << UInt64.random(in: 0...63, using: &self)) &- UInt64.random(in: 0...1, using: &self)
    case 3: 1_000_000_000_000_000_000
    case 4: UInt64.random(in: 0...100_000_000, using: &self)
    default: next()
    }
  }
}
