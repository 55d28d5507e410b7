import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

// The drawn value of a bound channel is its own part plus the sum or the product of the values of
// its bindings. The value of a binding is map(source) or, for a follower, that of its spring. The
// model of the channel is 0, so its own part is the sum of its terms. A bound channel has terms
// only after its scene has replaced another one, or after a map has changed with an animation: they
// animate the difference to the previously drawn value. Exception: after a transaction has been
// ended at its present position, the model is the rest of this difference, until the next layout
// pass.

extension Presentation {
  /// The value and velocity that bindings give to a channel: the sum or the product over the entry
  /// at the index `first` of the binding table and all later entries of the same channel. O(terms
  /// of all chains to the channel).
  func value(boundBy first: Int, _ motion: borrowing MotionStore) -> MotionState {
    var result = value(ofEntry: first, motion)
    var entry = motion.bindings.place(after: first)
    while let place = entry {
      let state = value(ofEntry: place, motion)
      result = motion.bindings.isProduct(first) ? result.product(state) : result + state
      entry = motion.bindings.place(after: place)
    }
    return result
  }

  /// The value and velocity that one binding contributes to a channel.
  private func value(ofEntry place: Int, _ motion: borrowing MotionStore) -> MotionState {
    if let follower = motion.bindings.follower(of: place) {
      return motion.bindings.followers[follower].motion.state(at: time)
    }
    return motion.bindings.state(
      of: place, at: value(ofSource: motion.bindings.source(of: place), motion))
  }

  /// The value and velocity of a source: the sum of its channels, each multiplied by its factor.
  func value(ofSource source: Int, _ motion: borrowing MotionStore) -> MotionState {
    if motion.bindings.setsConstants,
      let constants = motion.linked.barriers.constants(followedBy: source),
      let links = drawnLinks(motion)
    {
      return value(ofSource: source, by: links, following: constants, motion)
    }
    var sum = MotionState.rest
    for number in 0..<motion.bindings.partCount(of: source) {
      let part = motion.bindings.part(number, of: source)
      sum = sum + part.factor * value(part.channel, of: part.view, motion)
    }
    return sum
  }
}

extension MotionStore {
  /// The time after which the value of a source without a velocity is read to find the direction of
  /// its motion, in seconds. A spring that starts at rest, for example, has no velocity yet. The
  /// direction matters if the source is at a kink.
  private static let outlook = 0.001
  /// The time by which the value of a moving source is extrapolated before the piece of a map is
  /// looked up, in seconds. Because of it, one update renews all bindings of a chain whose kinks
  /// are at the same moment, even if rounding makes these moments differ.
  private static let lead = 1e-8

  /// Renews the motions of bound channels whose sources have changed or have reached a kink, and
  /// searches for the next kinks of these sources, up to `limit` at most. Returns whether the
  /// motion of any channel was renewed.
  ///
  /// The cost is O(sources), plus O(samples of the search + bindings) for each source that is due.
  mutating func updateBindings(before limit: Instant?) -> Bool {
    extendBindings()
    var (isDue, isChanged) = (false, false)
    for source in 0..<bindings.sourceCount {
      let stamp = stamp(ofSource: source)
      guard bindings.isDue(source, stamp: stamp, at: now) else { continue }
      isDue = true
      if updateBindings(of: source, stamp: stamp, before: limit) { isChanged = true }
    }
    if isDue { bindings.findNext(after: now) }
    if isChanged, !bindings.followers.isEmpty { findRestTime() }
    return isChanged
  }

  /// Extends the known motions of bindings whose sources drivers move only outside the present
  /// piece of the layout. O(sources) while a sample has used another piece, else O(1).
  mutating func extendBindings() {
    guard linked.movesLater else { return }
    for source in 0..<bindings.sourceCount {
      let end = end(ofSource: source)
      guard end > bindings.end(of: source) else { continue }
      bindings.extend(source, to: end)
      for place in bindings.entries(of: source) { visit(bindings.target(of: place).view) }
    }
  }

  /// The moment from which a source rests.
  func end(ofSource source: Int) -> Instant {
    let constants = linked.barriers.constants(followedBy: source)
    var end = Instant.zero
    for number in 0..<bindings.partCount(of: source) {
      let part = bindings.part(number, of: source)
      end = max(
        end, self[part.index].restTime, linkedUntil(part.view, following: constants),
        bindings.end(ofChannel: part.index))
    }
    return end
  }

  private mutating func updateBindings(
    of source: Int, stamp: UInt64, before limit: Instant?
  ) -> Bool {
    let state = Presentation(at: now).value(ofSource: source, self)
    let way = way(of: state) {
      Presentation(at: now.advanced(bySeconds: $0)).value(ofSource: source, self).value
    }
    let isNew = bindings.stamp(of: source) != stamp
    let renewal = bindings.renewal(of: source)
    let isRenewed = isNew || renewal.map { $0 <= now } ?? false
    var (isChanged, isSampled, lower, upper) = (false, false, -Double.infinity, Double.infinity)
    for place in bindings.entries(of: source) {
      let isDue: Bool
      if bindings.hasClosedForm(place) {
        let (isOther, piece) = bindings.setPiece(of: place, at: way.value, isRising: way.isRising)
        (lower, upper) = (max(lower, piece.lower), min(upper, piece.upper))
        isDue = isNew || isOther
      } else {
        isDue = isRenewed
        isSampled = true
      }
      guard isDue else { continue }
      isChanged = true
      if let follower = bindings.follower(of: place) { renew(follower, of: place) }
      let (channel, view) = bindings.target(of: place)
      interrupt(channel, of: view)
    }
    // Motions that are not renewed now are still known to the moment found before.
    let next = !isRenewed ? renewal : isSampled ? nextRenewal(of: source) : nil
    bindings.setCourse(
      course(of: source, stamp: stamp, renewal: next, in: lower...upper, before: limit),
      of: source)
    return isChanged
  }

  /// The value by which a source selects the pieces of its maps, and whether the source rises. The
  /// value is that of a moment later if the source moves. `later` returns the value of the source
  /// after a number of seconds.
  func way(
    of state: MotionState, later: (Double) -> Double
  ) -> (value: Double, isRising: Bool) {
    guard state.velocity == 0 else {
      return (state.value + Self.lead * state.velocity, state.velocity > 0)
    }
    return (state.value, later(Self.outlook) >= state.value)
  }

  /// The number of terms of the motions that determine a source.
  private func termCount(ofSource source: Int) -> Int {
    var count = 0
    for number in 0..<bindings.partCount(of: source) {
      let index = bindings.part(number, of: source).index
      count += self[index].terms.count
      var entry = bindings.place(of: index)
      while let place = entry {
        count +=
          bindings.follower(of: place) == nil
          ? termCount(ofSource: bindings.source(of: place)) : 1
        entry = bindings.place(after: place)
      }
    }
    return count
  }

  private func stamp(ofSource source: Int) -> UInt64 {
    var sum: UInt64 = 0
    for number in 0..<bindings.partCount(of: source) {
      sum &+= self[bindings.part(number, of: source).index].generation
    }
    return sum
  }

  /// The moment at which the motions of a source's bindings that are computed ahead now have to be
  /// renewed; nil if they are known to their ends.
  private func nextRenewal(of source: Int) -> Instant? {
    var end = end(ofSource: source)
    // A product moves until its last factor rests.
    for place in bindings.entries(of: source) where bindings.isProduct(place) {
      let (channel, view) = bindings.target(of: place)
      end = max(end, bindings.end(ofChannel: channel.index(view: view)))
    }
    guard end > now.advanced(bySeconds: Self.sampledTime) else { return nil }
    return now.advanced(bySeconds: Self.renewalTime)
  }

  private func course(
    of source: Int, stamp: UInt64, renewal: Instant?, in range: ClosedRange<Double>,
    before limit: Instant?
  ) -> BindingTable.Course {
    var course = BindingTable.Course(
      stamp: stamp, end: end(ofSource: source), next: renewal, renewal: renewal)
    guard course.end > now, range.lowerBound > -.infinity || range.upperBound < .infinity
    else { return course }
    let search = KinkSearch(
      from: now, to: course.end, terms: termCount(ofSource: source), before: limit)
    let found = search.leave(range) { Presentation(at: $0).value(ofSource: source, self) }
    let own = found ?? search.continuation
    course.next = .earlier(own, renewal)
    course.isFound = found != nil && course.next == found
    return course
  }

  /// The largest change of the channel at an index that is invisible in all channels that are bound
  /// to it; infinite if none is.
  func largestChangeInvisibleInBound(_ index: Int) -> Double {
    var least = Double.infinity
    for source in bindings.sources(with: index) {
      for place in bindings.entries(of: source) {
        let gain = bindings.gain(of: place)
        guard gain > 0 else { continue }
        let (channel, view) = bindings.target(of: place)
        least = min(least, threshold(of: channel, view: view).offset / gain)
      }
    }
    return least
  }

  // MARK: Another scene

  /// Continues the bound channels of this scene from their state in the scene that it replaces.
  ///
  /// With an animation, a channel moves from its last drawn value to the value that its binding
  /// gives to it; without one, it jumps. A channel that was bound before, too, keeps its own terms.
  /// Exception: a channel that is a follower continues from its last drawn state.
  ///
  /// - Parameter places: for each view of this scene, its index in the other scene; nil if the
  ///   other scene does not have the view.
  mutating func adoptBindings(
    from other: borrowing MotionStore, _ places: [Int?], animation: Animation?
  ) {
    for (channel, view) in bindings.targets {
      let look = looks.channel(channel, at: view)
      guard look != nil || tree.indices.contains(view) else { continue }
      guard let old = formerEntry(of: channel, at: view, look, in: other, places) else {
        restFollowers(of: channel, view)
        continue
      }
      let seen = Presentation(at: other.now).value(channel, of: old, other)
      if startFollower(of: channel, view, from: seen) { continue }
      let former = channel.index(view: old)
      if other.bindings.place(of: former) != nil {
        replace(channel, of: view, by: other[former])
      }
      guard let animation else { continue }
      let gap = seen - Presentation(at: now).value(channel, of: view, self)
      guard gap.value.magnitude > 1e-9 else { continue }
      jump(channel, of: view, to: gap.value)
      carry(gap.velocity, channel, of: view)
      set(channel, of: view, to: 0, with: animation)
    }
    bindings.invalidate()
  }

  /// The entry, in another scene, of a channel of a view or of a look; nil if the other scene has
  /// no such value. A view without a color has no color to animate from.
  private func formerEntry(
    of channel: Channel, at entry: Int, _ look: LookChannel?, in other: borrowing MotionStore,
    _ places: [Int?]
  ) -> Int? {
    if let look {
      guard let view = looks.view(at: entry).flatMap({ places[$0] }),
        let rank = other.looks.rank(of: view)
      else { return nil }
      return other.looks.place(of: look, rank: rank)
    }
    guard let view = places[entry], !channel.isColor || other.hasColor(view) else { return nil }
    return view
  }
}
