/// What is measured: passes over the cases of a group.
protocol MotionWorkload {
  /// Computes every case once and keeps the results.
  ///
  /// An implementation is a function of its own in the binary, so that callgrind can be told to
  /// count inside of it alone.
  mutating func measurePass()

  /// The results of the last pass.
  var answers: [Double] { get }
}
