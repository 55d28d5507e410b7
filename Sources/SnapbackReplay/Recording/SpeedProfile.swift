#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The course of a finger's speed along its path.
///
/// Time and distance are fractions: 0 at the touch and 1 at the end of the movement.
public enum SpeedProfile: Hashable, Sendable {
  /// The smoothest movement from rest: s(τ) = (10 − 4w)τ³ + (7w − 15)τ⁴ + (6 − 3w)τ⁵.
  ///
  /// w is the final speed as a multiple of the mean speed; with 0 the finger comes to rest. A
  /// reaching hand minimizes jerk, which gives this quintic without acceleration at either end.
  /// Within ``finalSpeeds`` the movement never reverses. Source: Flash and Hogan, "The coordination
  /// of arm movements", J. Neuroscience 5, 1985.
  case minimumJerk(finalSpeed: Double)
  /// A constant speed, such as a robot's.
  case constant
  /// Fast at the start and slow at the end: the speed is a lognormal density, truncated at the end.
  ///
  /// The peak speed is at a third of the time. Source: Plamondon, "A kinematic theory of rapid
  /// human movements", Biological Cybernetics 72, 1995; with σ = 0.4.
  case lognormal

  /// A minimum-jerk movement that comes to rest.
  public static let toRest = SpeedProfile.minimumJerk(finalSpeed: 0)
  /// The first half of a movement to rest: the finger lifts at the peak speed.
  public static let midway = SpeedProfile.minimumJerk(finalSpeed: 1.875)
  /// The valid final speeds of a minimum-jerk movement from rest, as multiples of the mean speed.
  public static let finalSpeeds: ClosedRange<Double> = 0...2.5

  private static let deviation = 0.4
  /// The mean μ of the logarithm for which the mode, exp(μ − σ²), is 1/3.
  private static let mean = -1.0986122886681098 + deviation * deviation
  /// The fraction of the density before the truncation at time 1.
  private static let wholeWay = normalShare(-mean / deviation)

  /// Returns the fraction of the distance after a fraction of the time. O(1).
  public func way(at share: Double) -> Double {
    let share = Self.held(share)
    switch self {
    case .minimumJerk(let w):
      return share * share * share * ((10 - 4 * w) + share * ((6 - 3 * w) * share + (7 * w - 15)))
    case .constant:
      return share
    case .lognormal:
      guard share > 0 else { return 0 }
      return Self.normalShare((log(share) - Self.mean) / Self.deviation) / Self.wholeWay
    }
  }

  /// Returns the speed after a fraction of the time, as a multiple of the mean speed. O(1).
  public func speed(at share: Double) -> Double {
    let share = Self.held(share)
    switch self {
    case .minimumJerk(let w):
      return share * share
        * (3 * (10 - 4 * w) + share * (4 * (7 * w - 15) + 5 * share * (6 - 3 * w)))
    case .constant:
      return 1
    case .lognormal:
      guard share > 0 else { return 0 }
      let place = (log(share) - Self.mean) / Self.deviation
      let density = exp(-place * place / 2) / (2 * Double.pi).squareRoot()
      return density / (Self.deviation * share * Self.wholeWay)
    }
  }

  private static func held(_ share: Double) -> Double {
    share.isNaN ? 0 : min(max(share, 0), 1)
  }

  /// Returns the cumulative normal distribution at `place`.
  private static func normalShare(_ place: Double) -> Double {
    erfc(-place * 0.5.squareRoot()) / 2
  }
}
