import SnapbackMotion

/// Timing curves frame after frame, each continued from the last frame.
struct CurveWorkload: MotionWorkload {
  private let curves: [CubicBezier]
  private let fractions: [Double]
  private var states: [MotionState]

  init(_ curves: [CubicBezier], frames: Int) {
    self.curves = curves
    fractions = (1...frames).map { Double($0) / Double(frames) }
    states = [MotionState](repeating: .rest, count: curves.count * frames)
  }

  @inline(never)
  mutating func measurePass() {
    var place = 0
    for curve in curves {
      var parameter = 0.0
      for fraction in fractions {
        states[place] = curve.state(at: fraction, near: &parameter)
        place += 1
      }
    }
  }

  var answers: [Double] { states.flatMap { [$0.value, $0.velocity] } }
}
