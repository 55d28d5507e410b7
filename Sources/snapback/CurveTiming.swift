import SnapbackMotion

/// What a value moves by, as it was asked for.
struct CurveTiming {
  enum Kind {
    /// A spring, with the mass that its constants are shown for.
    case spring(Spring, mass: Double)
    case curve(CubicBezier, duration: Double)
    case keyframes(Keyframes, duration: Double)
    case decay(Decay)
  }

  var kind: Kind
  /// What the option was, and its text.
  var title: String
  /// UIKit's initial velocity, in distances a second; nil unless it was given.
  var relativeVelocity: Double?

  var isDecay: Bool {
    if case .decay = kind { true } else { false }
  }

  /// Whether the velocity at the start is free to choose.
  var takesVelocity: Bool {
    switch kind {
    case .spring, .decay: true
    case .curve, .keyframes: false
    }
  }
}
