import SnapbackFrames
import SnapbackMotion
public import SnapbackTiming

/// The time of motions: as the clock's, slower or faster, or done at once.
extension Engine {
  /// The latest time that the engine was told.
  public var now: Instant { motion.now }
  /// How fast motions run against the clock.
  public var motionRate: Double { motion.rate }
  /// Whether a person has asked for less motion.
  public var reducesMotion: Bool { motion.settings.reducesMotion }
  /// Whether animations are done at once.
  public var completesInstantly: Bool { motion.settings.completesInstantly }

  /// The rates that motions can run at.
  public static let motionRates: ClosedRange<Double> = 0.001...1000

  /// Lets motions run at another rate from `time` on, those under way too: 0.1 is slow motion.
  ///
  /// Nothing jumps; fingers are as fast as ever. A view that is let go starts as fast by the
  /// motion's own time, so that it goes the way it would go at rate 1, only slower. The rate is
  /// held to ``motionRates``.
  public mutating func setMotionRate(_ rate: Double, at time: Instant) {
    advance(to: time)
    let range = Self.motionRates
    let rate = rate.isNaN ? 1 : min(max(rate, range.lowerBound), range.upperBound)
    motion.setRate(rate)
  }

  /// Whether animations are done at once, those under way too.
  public mutating func setCompletesInstantly(_ flag: Bool, at time: Instant) {
    advance(to: time)
    motion.setCompletesInstantly(flag)
    if flag { reportTransactions() }
  }

  /// Whether a person has asked for less motion; animations from now on regard it.
  public mutating func setReducesMotion(_ flag: Bool, at time: Instant) {
    advance(to: time)
    motion.setReducesMotion(flag)
  }

  /// Ends all motions where they were going, and the transactions that they belong to.
  mutating func finishMotions() {
    motion.finishAll()
    reportTransactions()
  }
}
