import SnapbackFrames
import SnapbackMotion
public import SnapbackTiming

/// The time of motions: as the clock's, slower or faster, or done at once.
extension Engine {
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
    guard rate != motionRate else { return }
    let (factor, start) = (motionRate / rate, now)
    func moved(_ moment: Instant) -> Instant {
      guard moment > start, moment != .distantFuture else { return moment }
      return start.advanced(bySeconds: moment.seconds(since: start) * factor)
    }
    for index in channels.indices where !channels[index].terms.isEmpty {
      channels[index].setRate(rate, from: now, moved: moved)
    }
    for index in transactions.indices {
      transactions[index].logicalEnd = moved(transactions[index].logicalEnd)
      transactions[index].end = moved(transactions[index].end)
      for part in transactions[index].parts.indices {
        transactions[index].parts[part].end = moved(transactions[index].parts[part].end)
      }
      guard let control = transactions[index].control else { continue }
      transactions[index].control?.clock = control.clock.running(
        at: control.isPaused ? 0 : rate, from: now)
    }
    motionRate = rate
    findRestTime()
  }

  /// Whether animations are done at once, those under way too.
  public mutating func setCompletesInstantly(_ flag: Bool, at time: Instant) {
    advance(to: time)
    completesInstantly = flag
    if flag { finishMotions() }
  }

  /// Whether a person has asked for less motion; animations from now on regard it.
  public mutating func setReducesMotion(_ flag: Bool, at time: Instant) {
    advance(to: time)
    reducesMotion = flag
  }

  /// Ends all motions where they were going, and the transactions that they belong to.
  mutating func finishMotions() {
    for index in channels.indices where !channels[index].terms.isEmpty {
      channels[index].hold(channels[index].model)
    }
    for index in transactions.indices {
      transactions[index].parts.removeAll()
      transactions[index].control?.isPaused = false
      transactions[index].logicalEnd = min(transactions[index].logicalEnd, now)
      transactions[index].end = now
    }
    restTime = .zero
    reportTransactions()
  }
}
