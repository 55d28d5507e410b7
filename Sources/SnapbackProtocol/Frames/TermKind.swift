import SnapbackMotion

/// The kinds of terms of a channel's motion. Raw values are their names in messages.
enum TermKind: String, NumberedName {
  case spring, decay, curve, keyframes, springCurve, pieces

  /// The number of a term without a closed form. The client draws the channel of such a term from
  /// frames.
  static let unknown: UInt8 = 0

  // generated: term kinds
  var number: UInt8 {
    switch self {
    case .spring: 1
    case .decay: 2
    case .curve: 3
    case .keyframes: 4
    case .springCurve: 5
    case .pieces: 6
    }
  }
  // end of generated
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
    case .pieces: .pieces
    }
  }

  /// Whether every run of the animation returns to its start.
  var autoreverses: Bool {
    guard case .animation(let animation) = course else { return false }
    return animation.autoreverses
  }
}
