import SnapbackGeometry

/// The gestures that come with the project, drawn for scenes in `configs/scenes`.
public enum BundledGesture: String, CaseIterable, Sendable {
  // Drawn for the card.

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

  // Drawn for scenes with actions.

  /// A tap near the top edge, where there is nothing: for scenes that begin by themselves.
  case tap
  /// Six taps in the middle of the screen, one a second.
  case taps
  /// Four taps on a bar at the top edge; the last one comes while the bar still moves.
  case barTaps = "bar-taps"
  /// Taps on the button of a picture that zooms, two of them within one zoom.
  case zoomTaps = "zoom-taps"
  /// A tap beside everything, then one on a field, and one on the keyboard.
  case focusTaps = "focus-taps"

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
    case .tap:
      [tap((195, 40), at: 0)]
    case .taps:
      (0..<6).map { tap((195, 422), at: Double($0)) }
    case .barTaps:
      [0, 1.6, 3.2, 3.5].map { tap((195, 30), at: $0) }
    case .zoomTaps:
      [
        tap((262, 497), at: 0), tap((312, 547), at: 0.5),
        tap((280, 512), at: 1), tap((280, 512), at: 1.08),
        tap((312, 547), at: 1.6), tap((312, 547), at: 2.1),
      ]
    case .focusTaps:
      [tap((195, 40), at: 0), tap((195, 540), at: 1), tap((195, 700), at: 2)]
    }
  }

  /// The recording that is bundled as `recordings/<name>.evemu`.
  public var recording: Recording {
    var synthesizer = TouchSynthesizer(seed: 412)
    return synthesizer.recording(of: strokes)
  }

  /// A finger that touches for 60 ms and does not move.
  private func tap(_ place: (Double, Double), at time: Double) -> Stroke {
    stroke(place, place, at: time, duration: 0.06)
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
