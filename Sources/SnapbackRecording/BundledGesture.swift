import SnapbackGeometry

/// The gestures that come with the project, drawn for the card in `configs/scenes/card.json5`.
public enum BundledGesture: String, CaseIterable, Sendable {
  /// A slow pan that rests before it lifts: the release velocity is zero.
  case slowPan = "slow-pan"
  /// A quick pan that lifts while it moves.
  case flick
  /// A flick, and a second touch that catches the card on its way home.
  case catchInFlight = "catch-in-flight"
  /// A pan that starts beside the card: nothing moves.
  case offCardPan = "off-card-pan"
  /// A second finger joins a pan, and the first one leaves it.
  case twoFingers = "two-fingers"

  /// The fingers' ways, in points of the synthesizer's screen.
  public var strokes: [Stroke] {
    switch self {
    case .slowPan:
      [stroke((195, 400), (272, 340), at: 0, duration: 1.1, rest: 0.2)]
    case .flick:
      [stroke((150, 470), (330, 420), at: 0, duration: 0.32, liftShare: 0.6)]
    case .catchInFlight:
      [
        stroke((150, 470), (330, 420), at: 0, duration: 0.32, liftShare: 0.6),
        stroke((250, 450), (130, 480), at: 0.3, duration: 0.5, rest: 0.1),
      ]
    case .offCardPan:
      [stroke((195, 80), (195, 420), at: 0, duration: 0.6)]
    case .twoFingers:
      [
        stroke((140, 380), (210, 420), at: 0, duration: 0.7),
        stroke((240, 480), (290, 400), at: 0.2, duration: 0.9, liftShare: 0.9),
      ]
    }
  }

  /// The recording that is bundled as `recordings/<name>.evemu`.
  public var recording: Recording {
    var synthesizer = TouchSynthesizer(seed: 412)
    return synthesizer.recording(of: strokes)
  }

  private func stroke(
    _ start: (Double, Double), _ end: (Double, Double), at time: Double, duration: Double,
    liftShare: Double = 1, rest: Double = 0
  ) -> Stroke {
    Stroke(
      from: Point(x: start.0, y: start.1), to: Point(x: end.0, y: end.1), at: time,
      duration: duration, liftShare: liftShare, rest: rest)
  }
}
