/// A measured workload: passes over the cases of a group.
protocol MotionWorkload {
  /// Computes every case once and keeps the results.
  ///
  /// An implementation is not inlined, so that callgrind can count inside it alone.
  mutating func measurePass()

  /// The results of the last pass.
  var answers: [Double] { get }
}
