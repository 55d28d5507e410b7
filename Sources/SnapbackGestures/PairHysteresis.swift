import SnapbackBasics

/// Detects that two fingers have moved enough relative to each other to begin a pinch or a
/// rotation.
///
/// Travel of both fingers together is ignored. A sample is taken when there were two reports of the
/// fingers since the last sample: usually one of each finger. Some panels send each finger in its
/// own touch frame, so the positions after a single report belong to different moments. A resting
/// finger may not be reported at all; two reports of the moving finger then give a sample.
struct PairHysteresis: Sendable {
  private var detector = ChangeDetector()
  private var firstSpan: Double?
  /// The number of reports of the two fingers since the last sample.
  private var reports = 0

  /// Forgets all samples.
  mutating func reset() { self = PairHysteresis() }

  /// Counts a report of a contact, if the contact is one of the pair.
  mutating func note(_ contact: UInt64, of ids: PairTracker.IDs) {
    if contact == ids.first || contact == ids.second { reports += 1 }
  }

  /// Returns whether the measure has changed enough; call it once for each touch frame.
  ///
  /// `slop` is the distance by which the fingers must part, or the arc that each finger moves
  /// around the midpoint; nil for the default. `noise` is the assumed noise of a coordinate.
  /// Distance, arc and noise are in points. O(1), no allocation.
  mutating func judge(
    _ pair: FingerPair, turn: Double, _ measure: PairTracker.Measure, slop: Double?, noise: Double
  ) -> Bool {
    guard firstSpan == nil || reports > 1 else { return false }
    reports = 0
    let firstSpan = firstSpan ?? pair.span
    self.firstSpan = firstSpan
    // The distance of two points contains the independent noise of both points.
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
