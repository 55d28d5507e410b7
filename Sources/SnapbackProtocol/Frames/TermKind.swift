import SnapbackMotion

/// The kinds of terms, by their numbers in binary messages.
enum TermKind: UInt8 {
  /// A kind without a closed form here: the client draws its channel from frames.
  case other
  case spring
  case decay
  case curve
  case keyframes
  case springCurve

  /// The kind's name in messages.
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

  /// Whether every run returns to its start.
  var autoreverses: Bool {
    guard case .animation(let animation) = course else { return false }
    return animation.autoreverses
  }
}
