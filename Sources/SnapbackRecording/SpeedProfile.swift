#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a finger's speed changes along its way.
///
/// Both the time and the way count in shares, 0 at the touch and 1 at the end of the movement.
public enum SpeedProfile: Hashable, Sendable {
  /// The smoothest movement from rest: s(τ) = (10 − 4w)τ³ + (7w − 15)τ⁴ + (6 − 3w)τ⁵.
  ///
  /// w is the speed at the end, as a multiple of the mean speed; 0 comes to rest. Source: Flash
  /// and Hogan, "The coordination of arm movements", J. Neuroscience 5, 1985: reaching has the
  /// least jerk there is, which is this quintic with no acceleration at either end. Within
  /// ``finalSpeeds`` it never turns round.
  case minimumJerk(finalSpeed: Double)
  /// The same speed all the way, as a robot's.
  case constant
  /// Quick to start and slow to arrive: the speed is a lognormal density, cut off at the end.
  ///
  /// Its greatest speed comes at a third of the time. Source: Plamondon, "A kinematic theory of
  /// rapid human movements", Biological Cybernetics 72, 1995; with σ = 0.4.
  case lognormal

  /// The movement that comes to rest.
  public static let toRest = SpeedProfile.minimumJerk(finalSpeed: 0)
  /// The first half of a movement to rest, let go at its greatest speed.
  public static let midway = SpeedProfile.minimumJerk(finalSpeed: 1.875)
  /// The speeds at the end, in mean speeds, to which a smooth movement from rest leads.
  public static let finalSpeeds: ClosedRange<Double> = 0...2.5

  private static let deviation = 0.4
  /// The logarithm's mean that puts the mode, exp(μ − σ²), at a third.
  private static let mean = -1.0986122886681098 + deviation * deviation
  /// The share of the density before the end.
  private static let wholeWay = normalShare(-mean / deviation)

  /// The share of the way after a share of the time. O(1).
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

  /// The speed after a share of the time, in mean speeds. O(1).
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

  /// The share of the normal distribution below a place.
  private static func normalShare(_ place: Double) -> Double {
    erfc(-place * 0.5.squareRoot()) / 2
  }
}
