public import SnapbackBasics

/// The share of a term's distance that the term has covered, and the time at which it has covered a
/// given share.
///
/// The distance, called the term's way, is measured from where the term began, or where it was last
/// reversed, to zero.
extension ResidualTerm {
  /// Whether another term covers the same share of its distance as this one at every time.
  ///
  /// The result is false if another motion, such as that of a finger, was added to one of the two
  /// terms.
  public func keepsStep(with other: ResidualTerm, at now: Instant) -> Bool {
    course == other.course && isReversed == other.isReversed && begin == other.begin
      && clock.seconds(at: now) == other.clock.seconds(at: now)
  }

  /// The magnitude of the term's distance.
  public var length: Double { localState(after: begin).value.magnitude }

  /// The share of its distance that the term has covered at `now`, 0…1. For repeated runs, the
  /// share of the term's time.
  public func share(at now: Instant) -> Double {
    share(after: secondsRun(at: now))
  }

  /// The local time at which the term has first covered a share of its distance since it began. For
  /// repeated runs and for a distance of 0, the local time at which that share of the time has
  /// passed.
  public func localTime(ofShare share: Double) -> Double {
    begin + direction * time(ofShare: share)
  }

  /// Seconds of local time since the term began, or was last reversed.
  public func secondsRun(at now: Instant) -> Double {
    (clock.seconds(at: now) - begin).magnitude
  }

  private var direction: Double { isReversed ? -1 : 1 }

  /// The seconds from the term's beginning to its end; for endless runs, to the end of the first
  /// run.
  private var time: Double {
    guard isReversed, case .animation(let animation) = course else {
      return max(0, firstRun - begin)
    }
    return max(0, begin - animation.delay)
  }

  /// Whether shares refer to the time instead of the distance.
  private var countsTime: Bool {
    if case .animation(let animation) = course, !animation.isSimple { return true }
    return length == 0
  }

  private func share(after seconds: Double) -> Double {
    guard seconds < time else { return 1 }
    guard !countsTime else { return seconds / time }
    return min(max(progress(after: seconds), 0), 1)
  }

  /// The progress `seconds` after the term's beginning; not limited to 0…1.
  private func progress(after seconds: Double) -> Double {
    1 - localState(after: begin + direction * seconds).value / localState(after: begin).value
  }

  /// The seconds after the term's beginning at which it has covered a share.
  private func time(ofShare share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return time }
    let linear = share * time
    // A linear motion needs no search.
    guard !countsTime, (progress(after: linear) - share).magnitude > 1e-13 else { return linear }
    guard var (low, high) = span(ofShare: share) else { return time }
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if progress(after: middle) < share { low = middle } else { high = middle }
    }
  }

  /// A time span, in seconds, in which the term first covers a share; nil if it ends before.
  private func span(ofShare share: Double) -> (Double, Double)? {
    if case .spring(let spring) = course {
      // Before a spring first passes its target it turns at most once, on the far side of its
      // start.
      let start = localState(after: 0)
      let end = min(spring.crossingTime(from: start).map { $0 - begin } ?? time, time)
      return progress(after: end) < share ? nil : (max(0, -begin), end)
    }
    // A curve may pass a share several times.
    let steps = 256
    for step in 1...steps {
      let end = time * Double(step) / Double(steps)
      let start = time * Double(step - 1) / Double(steps)
      guard progress(after: end) < share else { return (start, end) }
    }
    return nil
  }
}
