import Glibc
public import SnapbackBasics

extension SeededGenerator {
  /// A number whose logarithm is uniformly distributed: 10^exponents.
  public mutating func logUniform(_ exponents: ClosedRange<Double>) -> Double {
    pow(10, Double.random(in: exponents, using: &self))
  }
}
