import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import SnapbackTestSupport
import Testing

/// Which pinches and rotations begin when two fingers move as hands do, in every way at once.
@Suite struct TwoFingerMoveTests {
  /// How often a gesture began among those moves in which it is visible, and among those in which
  /// it is not.
  private struct Count {
    var visible = 0
    var begunVisible = 0
    var hidden = 0
    var begunHidden = 0

    mutating func add(isVisible: Bool, isHidden: Bool, hasBegun: Bool) {
      if isVisible { visible += 1 }
      if isVisible && hasBegun { begunVisible += 1 }
      if isHidden { hidden += 1 }
      if isHidden && hasBegun { begunHidden += 1 }
    }
  }

  private func seeds(_ first: UInt64) -> Range<UInt64> {
    first..<first + UInt64(Effort.cases(1000, inDebugBuilds: 400))
  }

  private func check(_ count: Count, _ name: String, seeds: Range<UInt64>) {
    let text = "\(name), seeds \(seeds): \(count)"
    #expect(count.visible > seeds.count / 5 && count.hidden > seeds.count / 5, "\(text)")
    #expect(Double(count.begunVisible) >= 0.98 * Double(count.visible), "\(text)")
    #expect(Double(count.begunHidden) <= 0.02 * Double(count.hidden), "\(text)")
  }

  /// Plays the moves on a pan, a pinch and a rotation that may run together.
  private func check(
    seeds: Range<UInt64>, noise: TwoFingerMove.Noise, span: ClosedRange<Double>,
    scale: Double? = nil
  ) throws {
    var (zooms, turns) = (Count(), Count())
    for seed in seeds {
      var hands = try #require(
        Hands(
          [
            GestureDescription(Settings.pan, simultaneous: [1, 2]),
            GestureDescription(.pinch(PinchSettings()), simultaneous: [2]),
            GestureDescription(.rotation(RotationSettings())),
          ], scale: scale))
      let (move, start) = (TwoFingerMove(seed: seed, noise: noise, span: span), hands.now)
      for frame in move.frames {
        hands.frame(at: start.advanced(bySeconds: frame.seconds), frame.contacts)
      }
      #expect(hands.arena.isAtRest, "seed \(seed)")
      let begun = Set(hands.steps().filter { $0.outcome == .recognized }.map(\.recognizer))
      let change = (move.zoom - 1).magnitude
      zooms.add(isVisible: change >= 0.08, isHidden: change < 0.02, hasBegun: begun.contains(1))
      let angle = move.turn.magnitude
      turns.add(isVisible: angle >= 5, isHidden: angle < 2, hasBegun: begun.contains(2))
    }
    check(zooms, "zooms", seeds: seeds)
    check(turns, "turns", seeds: seeds)
  }

  @Test(arguments: [0.0, 0.2, 0.5])
  func visibleZoomsAndTurnsBeginAndOthersDoNot(noise: Double) throws {
    try check(seeds: seeds(1), noise: .normal(noise), span: 60...260)
  }

  @Test func closeFingersHaveTheSameThresholds() throws {
    try check(seeds: seeds(2001), noise: .normal(0.5), span: 40...90)
  }

  @Test func noiseOfHalfAMillimeterBeginsNothing() throws {
    let scale = TouchDistance.uikitPointsPerMillimeter
    try check(
      seeds: seeds(3001), noise: .even(0.5 * scale), span: 120...300, scale: scale)
  }
}
