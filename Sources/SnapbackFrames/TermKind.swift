import SnapbackMotion

/// The kinds of terms, by their numbers in binary messages.
enum TermKind: UInt8 {
  /// Not in closed form here: its channel is to be drawn from frames.
  case other
  case spring
  case decay
  case curve
  case keyframes
  case springCurve

  /// Its name in messages.
  var name: String {
    switch self {
    case .other: "other"
    case .spring: "spring"
    case .decay: "decay"
    case .curve: "curve"
    case .keyframes: "keyframes"
    case .springCurve: "springCurve"
    }
  }
}

extension ResidualTerm {
  var kind: TermKind {
    switch course {
    case .spring: .spring
    case .decay: .decay
    case .animation(let animation):
      switch animation.timing {
      case .curve: .curve
      case .keyframes: .keyframes
      case .spring: .springCurve
      }
    }
  }

  /// Whether every run goes back to where it began.
  var autoreverses: Bool {
    guard case .animation(let animation) = course else { return false }
    return animation.autoreverses
  }
}
