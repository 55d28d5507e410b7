public import SnapbackBasics

/// The 1€ filter of one contact: a low-pass filter whose cutoff rises with the finger's speed. The
/// filter suppresses the jitter of a resting finger without delaying a moving one much.
///
/// With te as the seconds since the last position and α(f) = 1/(1 + 1/(2πf·te)):
///
/// ```
/// v̂ = v̂ + α(derivativeCutoff)·((x − x̂)/te − v̂)
/// x̂ = x̂ + α(minimumCutoff + slope·|v̂|)·(x − x̂)
/// ```
///
/// Both axes share one cutoff, which depends on the speed, so the direction of the movement does
/// not matter. The filtered position lags behind a finger of constant speed v by at most 1/(2πf)
/// seconds, with f = minimumCutoff + slope·v.
///
/// Source: Casiez, Roussel and Vogel, "1€ Filter: A Simple Speed-based Low-pass Filter for Noisy
/// Input in Interactive Systems", CHI 2012.
public struct OneEuroFilter: Hashable, Sendable {
  /// The parameters of the filter. The defaults are Chromium's
  /// (`ui/base/prediction/one_euro_filter.h`), which were found by measuring how often the drawn
  /// finger jitters.
  public struct Settings: Hashable, Sendable {
    /// The valid cutoff frequencies, in hertz.
    public static let cutoffs = 0.01...1000.0
    /// The valid slopes, in hertz per point per second.
    public static let slopes = 0.0...100.0

    /// The cutoff frequency for a resting finger, in hertz, 0.01…1000. A lower cutoff smooths more.
    public var minimumCutoff = 4.7
    /// The increase of the cutoff with the speed, in hertz per point per second, 0…100. A higher
    /// slope lags less.
    public var slope = 0.01
    /// The cutoff frequency for smoothing the speed, in hertz, 0.01…1000.
    public var derivativeCutoff = 1.0

    /// Creates the default settings.
    public init() {}

    /// The settings with every number clamped to its range and NaN replaced by the default.
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

  /// The parameters of the filter, clamped to their ranges.
  public let settings: Settings
  private var last: Last?
  private var velocity = Vector.zero

  private struct Last: Hashable, Sendable {
    var time: Instant
    var position: Point
  }

  /// Creates a filter without a previous position.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.bounded
  }

  /// Resets the filter; the next position is returned unchanged.
  public mutating func reset() {
    last = nil
    velocity = .zero
  }

  /// Returns the filtered position. O(1), no allocation.
  ///
  /// The first position is returned unchanged. A position that is not finite, or not later than the
  /// previous one, is ignored and the last result is returned.
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

  /// α: the fraction of the difference that is applied after `span` seconds.
  private static func share(_ cutoff: Double, _ span: Double) -> Double {
    1 / (1 + 1 / (2 * Double.pi * cutoff * span))
  }
}
