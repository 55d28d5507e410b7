import SnapbackMotion

/// A timing as given on the command line.
struct CurveTiming {
  enum Kind {
    /// A spring, with the mass for which its constants are printed.
    case spring(Spring, mass: Double)
    case curve(CubicBezier, duration: Double)
    case keyframes(Keyframes, duration: Double)
    case decay(Decay)
  }

  var kind: Kind
  /// The option and its text.
  var title: String
  /// UIKit's initial velocity, in multiples of the distance per second; nil if none was given.
  var relativeVelocity: Double?
  /// The duration of one run, in seconds, if it differs from the duration that ``kind`` implies.
  var runDuration: Double?

  var isDecay: Bool {
    if case .decay = kind { true } else { false }
  }

  /// Whether the initial velocity can be chosen.
  var takesVelocity: Bool {
    switch kind {
    case .spring, .decay: true
    case .curve, .keyframes: false
    }
  }
}
