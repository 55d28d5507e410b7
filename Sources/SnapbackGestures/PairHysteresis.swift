import SnapbackBasics

/// Decides when two fingers have moved enough relative to each other to begin a pinch or a
/// rotation.
///
/// The travel of the pair does not count. A sample is taken when both fingers have been reported
/// since the last one, because some panels send each finger in a frame of its own, and the
/// positions in between are those of different moments. A finger that rests may not be reported at
/// all; therefore a sample is also taken when the other one is reported for the second time.
struct PairHysteresis: Sendable {
  private var detector = ChangeDetector()
  private var firstSpan: Double?
  /// The number of reports of the two fingers since the last sample.
  private var reports = 0

  /// Forgets all samples.
  mutating func reset() { self = PairHysteresis() }

  /// Notes that a contact was reported.
  mutating func note(_ contact: UInt64, of ids: PairTracker.IDs) {
    if contact == ids.first || contact == ids.second { reports += 1 }
  }

  /// Returns whether the measure has changed enough; call it once for each frame.
  ///
  /// `slop` is the distance by which the fingers must part, or the arc of each around the midpoint;
  /// nil for the default. `noise` is the assumed noise of a coordinate. All three are in points.
  /// O(1), no allocation.
  mutating func judge(
    _ pair: FingerPair, turn: Double, _ measure: PairTracker.Measure, slop: Double?, noise: Double
  ) -> Bool {
    guard firstSpan == nil || reports > 1 else { return false }
    reports = 0
    let firstSpan = firstSpan ?? pair.span
    self.firstSpan = firstSpan
    // The distance of two points with independent noise has the noise of both.
    let noise = noise * 2.0.squareRoot()
    switch measure {
    case .span:
      detector.add(pair.span)
      return detector.hasChanged(
        by: slop ?? PinchSettings.defaultShare * firstSpan, noise: noise)
    case .turn:
      detector.add(turn)
      let span = max(PinchRecognizer.leastSpan, (pair.span + firstSpan) / 2)
      return detector.hasChanged(
        by: slop.map { 2 * $0 / span } ?? RotationSettings.defaultAngle, noise: noise / span)
    }
  }
}
