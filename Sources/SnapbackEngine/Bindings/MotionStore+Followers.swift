import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Bindings whose channels follow their sources with springs.
///
/// A follower's motion is computed ahead when the motion of its source changes, and stored. Reading
/// it does not read the source.
extension MotionStore {
  /// The time for which motions without a closed form are computed ahead, in seconds.
  static let sampledTime = 1.0
  /// The time after which motions that are computed ahead for ``sampledTime`` are renewed, in
  /// seconds.
  static let renewalTime = 0.75

  /// Restarts the motion of a follower from its present state, for the present motion of its
  /// source. `place` is the index of the follower's entry in the binding table.
  ///
  /// If a report of fingers has moved the source, the input of the follower first moves along the
  /// straight line from the previous report to this one. Exception: if the source depends on other
  /// followers, the input has their motions since the previous report.
  mutating func renew(_ index: Int, of place: Int) {
    let (channel, view) = bindings.target(of: place)
    let source = bindings.source(of: place)
    let threshold = threshold(of: channel, view: view)
    var follower = FollowerList.Follower(motion: FollowerMotion(spring: .catching))
    swap(&follower, &bindings.followers[index])
    let (present, end) = (input(of: place, at: now), end(ofSource: source))
    defer { swap(&follower, &bindings.followers[index]) }
    // For example, a finger that has touched the source without moving it.
    if follower.isStarted, end <= now, follower.motion.horizon <= now,
      follower.motion.goal == present, follower.motion.rate == rate
    {
      return
    }
    if follower.isStarted, !settings.completesInstantly, rate > 0 {
      var state = follower.motion.state(at: now)
      if let start = bindings.followers.scanStart {
        state = follower.motion.move(
          to: now, since: start, readsFollowers: bindings.readsFollowers(source)
        ) { input(of: place, at: $0) }
      }
      state.velocity *= rate / follower.motion.rate
      follower.motion.start(
        from: state, at: now, rate: rate, until: end, within: threshold
      ) { input(of: place, at: $0) }
    } else {
      follower.motion.rest(at: present, now)
      follower.isStarted = true
    }
  }

  /// The value of an entry's map at a moment.
  private func input(of place: Int, at moment: Instant) -> Double {
    let source = Presentation(at: moment).value(ofSource: bindings.source(of: place), self)
    return bindings.state(of: place, at: source).value
  }

  /// Makes all followers rest at their inputs.
  mutating func finishFollowers() {
    guard !bindings.followers.isEmpty else { return }
    bindings.followers.stop()
    bindings.invalidate()
  }

  /// Starts the follower of a channel from a state; returns false if the channel has none, or has
  /// other bindings, too. In a sum or a product, followers start at rest at their inputs.
  mutating func startFollower(of channel: Channel, _ view: Int, from state: MotionState) -> Bool {
    guard let place = bindings.place(of: channel.index(view: view)),
      bindings.place(after: place) == nil, let index = bindings.follower(of: place)
    else {
      restFollowers(of: channel, view)
      return false
    }
    bindings.followers[index].motion.start(
      from: state, at: now, rate: rate, until: now, within: threshold(of: channel, view: view)
    ) { _ in state.value }
    bindings.followers[index].isStarted = true
    return true
  }

  /// Makes the followers of a channel rest at their inputs.
  mutating func restFollowers(of channel: Channel, _ view: Int) {
    var entry = bindings.place(of: channel.index(view: view))
    while let place = entry {
      if let index = bindings.follower(of: place) {
        let value = input(of: place, at: now)
        bindings.followers[index].motion.rest(at: value, now)
        bindings.followers[index].isStarted = true
      }
      entry = bindings.place(after: place)
    }
  }
}
