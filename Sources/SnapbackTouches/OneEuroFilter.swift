public import SnapbackGeometry
public import SnapbackTiming

/// The 1€ filter of one contact: a low-pass filter that is slow for slow fingers and fast for fast
/// ones, so that a finger that rests does not tremble and one that moves does not lag.
///
/// With te the seconds since the last scan and α(f) = 1/(1 + 1/(2πf·te)):
///
/// ```
/// v̂ = v̂ + α(derivativeCutoff)·((x − x̂)/te − v̂)
/// x̂ = x̂ + α(minimumCutoff + slope·|v̂|)·(x − x̂)
/// ```
///
/// Both axes have one cut-off, by the speed, so that it does not matter which way a finger goes.
/// A finger of constant speed v is followed 1/(2πf) seconds late at most, with
/// f = minimumCutoff + slope·v.
///
/// Source: Casiez, Roussel and Vogel, "1€ Filter: A Simple Speed-based Low-pass Filter for Noisy
/// Input in Interactive Systems", CHI 2012.
public struct OneEuroFilter: Hashable, Sendable {
  /// The numbers of the filter. The defaults are Chromium's (`ui/base/prediction/
  /// one_euro_filter.h`), found by measuring how often the drawn finger trembles.
  public struct Settings: Hashable, Sendable {
    /// What the cut-off frequencies may be, in hertz.
    public static let cutoffs = 0.01...1000.0
    /// What the slope may be, in hertz per point per second.
    public static let slopes = 0.0...100.0

    /// The cut-off frequency of a finger that rests, in hertz, 0.01…1000. Less is smoother.
    public var minimumCutoff = 4.7
    /// How the cut-off grows with the speed, in hertz per point per second, 0…100. More lags less.
    public var slope = 0.01
    /// The cut-off frequency of the speed itself, in hertz, 0.01…1000.
    public var derivativeCutoff = 1.0

    /// The defaults.
    public init() {}

    /// The same with numbers in their ranges; what is not a number is the default.
    var bounded: Settings {
      func held(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
        value.isNaN ? usual : min(max(value, range.lowerBound), range.upperBound)
      }
      let usual = Settings()
      var settings = self
      settings.minimumCutoff = held(minimumCutoff, Self.cutoffs, usual.minimumCutoff)
      settings.slope = held(slope, Self.slopes, usual.slope)
      settings.derivativeCutoff = held(derivativeCutoff, Self.cutoffs, usual.derivativeCutoff)
      return settings
    }
  }

  /// The numbers of the filter, in their ranges.
  public let settings: Settings
  private var last: Last?
  private var velocity = Vector.zero

  private struct Last: Hashable, Sendable {
    var time: Instant
    var position: Point
  }

  /// A filter that has seen nothing.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.bounded
  }

  /// Forgets everything: the next position is taken as it is.
  public mutating func reset() {
    last = nil
    velocity = .zero
  }

  /// The filtered position. O(1), no allocation.
  ///
  /// The first one is taken as it is. A scan that is not later than the last one says nothing new,
  /// and neither does a position that is not finite.
  public mutating func filter(_ position: Point, at time: Instant) -> Point {
    guard let last else {
      if position.isFinite { self.last = Last(time: time, position: position) }
      return position
    }
    let span = time.seconds(since: last.time)
    guard span > 0, position.isFinite else { return last.position }
    let way = position - last.position
    velocity =
      velocity + Self.share(settings.derivativeCutoff, span) * ((1 / span) * way - velocity)
    let cutoff = settings.minimumCutoff + settings.slope * velocity.length
    let seen = last.position + Self.share(cutoff, span) * way
    guard seen.isFinite, velocity.isFinite else {
      reset()
      self.last = Last(time: time, position: position)
      return position
    }
    self.last = Last(time: time, position: seen)
    return seen
  }

  /// α: how much of what is new is taken over after so many seconds.
  private static func share(_ cutoff: Double, _ span: Double) -> Double {
    1 / (1 + 1 / (2 * Double.pi * cutoff * span))
  }
}
