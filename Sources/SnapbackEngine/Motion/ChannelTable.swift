import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The channels of all views, by ``Channel/index(view:)``, with a count of accesses to each view.
///
/// The constants that gestures drive or bindings set or read, the numbers of gestures, the
/// thresholds that depend on the layout, and the progress of actions are stored after the views
/// (``ValuePlaces``). The channels of looks follow (``LookStore``).
///
/// Every access that can change a channel is counted, whether it changes the channel or not. A
/// search for changes can therefore skip most views: with a finger on one view of a hundred, it
/// checks the channels of that view only. Operations on terms visit only the channels that have
/// terms (``moving``).
struct ChannelTable: RandomAccessCollection, MutableCollection, Sendable {
  private var values: [AnimatedValue]
  /// The number of accesses to the channels of each view.
  private(set) var visits: [UInt64]
  /// The number of accesses to each of ``ViewBlocks``.
  private(set) var blockVisits: [UInt64]
  /// The number of accesses to each group of ``ViewBlocks``.
  private(set) var groupVisits: [UInt64]
  /// The indices of the channels with terms.
  private(set) var moving: OrderedIndices

  /// The indices of the translations that compensate for motions of edges.
  private var compensating: [Int] = []

  private static let width = Channel.allCases.count

  /// Creates the channels of a scene at rest. The first layout pass sets the frames.
  init(_ blueprint: SceneBlueprint) {
    values = blueprint.views.enumerated().flatMap { index, view in
      let offset = blueprint.layout.scrollOffset(of: ViewID(index: index))
      return Channel.allCases.map { AnimatedValue(view.start(of: $0, scrolled: offset)) }
    }
    for binding in blueprint.bindings where binding.constraint == nil {
      for channel in binding.channels {
        values[channel.index(view: binding.view)] = AnimatedValue(0)
      }
    }
    let bound = Set(blueprint.boundConstraints)
    for name in blueprint.constants {
      let constant = bound.contains(name) ? nil : blueprint.layout.constraint(name)?.constant
      values.append(AnimatedValue(constant ?? 0))
      values += Array(repeating: AnimatedValue(0), count: Self.width - 1)
    }
    for number in blueprint.gestureNumbers {
      values.append(AnimatedValue(number.neutral))
      values += Array(repeating: AnimatedValue(0), count: Self.width - 1)
    }
    // The first layout pass sets thresholds.
    values += Array(
      repeating: AnimatedValue(0), count: Self.width * blueprint.thresholds.count)
    values += Array(
      repeating: AnimatedValue(0), count: Self.width * blueprint.progresses.count)
    values += LookStore.values(of: blueprint)
    visits = Array(repeating: 0, count: values.count / Self.width)
    blockVisits = Array(repeating: 0, count: ViewBlocks.count(of: visits.count))
    groupVisits = Array(repeating: 0, count: ViewBlocks.groupCount(of: visits.count))
    moving = OrderedIndices(below: values.count)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { values.count }

  /// The end of a channel's last term, zero without terms, and the channel's generation.
  func trace(of index: Int) -> (end: Instant, generation: UInt64) {
    let generation = values[index].generation
    if values[index].terms.isEmpty { return (.zero, generation) }
    var latest = Instant.zero
    // A paused term without an end does not move.
    for term in values[index].terms where term.isRunning || term.end != .distantFuture {
      latest = Swift.max(latest, term.end)
    }
    return (latest, generation)
  }

  subscript(index: Int) -> AnimatedValue {
    _read { yield values[index] }
    _modify {
      visit(index / Self.width)
      defer {
        if values[index].terms.isEmpty { moving.remove(index) } else { moving.insert(index) }
      }
      yield &values[index]
    }
  }

  /// Calls `body` with each channel that has a term for which `isMeant` holds, and with the index
  /// of the channel, in ascending order. O(channels with terms).
  private mutating func change(
    where isMeant: (ResidualTerm) -> Bool, amongAligned: Bool = false,
    _ body: (_ index: Int, _ channel: inout AnimatedValue) -> Void
  ) {
    var next = moving.first(from: 0)
    while let index = next {
      if !amongAligned || isAligned(index), values[index].terms.contains(where: isMeant) {
        body(index, &self[index])
      }
      next = moving.first(from: index + 1)
    }
  }

  /// Counts a change of a view that does not change its channels.
  mutating func visit(_ view: Int) {
    visits[view] &+= 1
    let block = ViewBlocks.block(of: view)
    blockVisits[block] &+= 1
    groupVisits[ViewBlocks.group(ofBlock: block)] &+= 1
  }

  /// Increments the generations of channels of a view, so that clients get new segments for them.
  mutating func interrupt(_ list: [Channel], of view: Int) {
    for channel in list { self[channel.index(view: view)].interrupt() }
  }

  /// The end of the last running term. O(channels with terms).
  var restTime: Instant {
    var latest = Instant.zero
    for index in moving { latest = Swift.max(latest, values[index].restTime) }
    return latest
  }

  /// The models of all channels.
  var models: [Double] { values.map(\.model) }

  /// Removes the terms that are over.
  mutating func dropFinishedTerms(at now: Instant) {
    change(where: { $0.end <= now }) { $1.dropFinishedTerms(at: now) }
  }

  /// Removes the terms of a controlled transaction that are over.
  mutating func dropFinishedTerms(of owner: UInt64, at now: Instant) {
    change(where: { $0.owner == owner }) { $1.dropFinishedTerms(of: owner, at: now) }
  }

  /// Changes the rate of all terms. `moved` maps the old end of a term to the new one.
  mutating func setRate(_ rate: Double, from now: Instant, moved: (Instant) -> Instant) {
    change(where: { _ in true }) { $1.setRate(rate, from: now, moved: moved) }
  }

  /// Ends all terms; the channels jump to their goals.
  mutating func finishAll() {
    change(where: { _ in true }) { $1.hold($1.model) }
  }

  /// Removes the terms of a controlled transaction. With `keepsSeen`, adds their present values to
  /// the models, so that no channel moves.
  mutating func removeTerms(of owner: UInt64, keepsSeen: Bool, at now: Instant) {
    change(where: { $0.owner == owner }) { _, channel in
      let left = channel.removeTerms(at: now) { $0.owner == owner }
      if keepsSeen, left.value != 0 { channel.jump(to: channel.model + left.value) }
    }
  }

  /// Reverses the terms of a controlled transaction. Springs animate the change of the models since
  /// `before`; `law` gives the spring for a channel, nil for none. Returns the parts that move.
  mutating func reverse(
    _ owner: UInt64, from before: [Double], law: (Channel) -> Spring?, rate: Double, whole: Double,
    at now: Instant, thresholds: [RestThreshold]
  ) -> [Transaction.Part] {
    var parts: [Transaction.Part] = []
    for index in indices {
      let shift = before[index] - values[index].model
      guard shift != 0 || values[index].terms.contains(where: { $0.owner == owner }) else {
        continue
      }
      self[index].reverse(
        owner: owner, shift: shift, law: law(Channel(of: index)), rate: rate, whole: whole,
        threshold: thresholds[index], at: now)
      parts.append(Transaction.Part(channel: index, end: now))
    }
    return parts
  }

  /// Shows the terms of a controlled transaction at a fraction of their distances, and stops them
  /// there.
  ///
  /// Terms that cover equal shares at every time are set to the same local time, so values that the
  /// layout ties together stay together. The term with the largest distance determines this time.
  /// At fraction 1 each term is at its own end. O(timings × channels).
  mutating func scrub(_ owner: UInt64, to fraction: Double, at now: Instant) {
    var leaders: [ResidualTerm] = []
    for index in moving {
      for term in values[index].terms where term.owner == owner {
        let place = leaders.firstIndex { $0.keepsStep(with: term, at: now) }
        guard let place else {
          leaders.append(term)
          continue
        }
        if term.length > leaders[place].length { leaders[place] = term }
      }
    }
    let times = leaders.map { $0.localTime(ofShare: fraction) }
    setClocks(of: owner) { term in
      let place = leaders.firstIndex { $0.keepsStep(with: term, at: now) }
      let common = fraction < 1 ? place.map { times[$0] } : nil
      return MotionClock(
        anchor: now, local: common ?? term.localTime(ofShare: fraction), rate: 0)
    }
  }

  /// Returns the terms of a controlled transaction to where they began, all at the same moment, and
  /// stops them there.
  mutating func rewind(_ owner: UInt64, at now: Instant) {
    setClocks(of: owner) {
      MotionClock(anchor: now, local: $0.localTime(ofShare: 0), rate: 0)
    }
  }

  /// Sets the clocks of the terms of a controlled transaction; channels may jump.
  mutating func setClocks(of owner: UInt64, _ clock: (ResidualTerm) -> MotionClock) {
    change(where: { $0.owner == owner }) { $1.setClocks(of: owner, clock) }
  }

  /// The term of a controlled transaction that ends last; if several do, the one with the largest
  /// distance. O(channels with terms).
  func lastTerm(of owner: UInt64, at now: Instant) -> ResidualTerm? {
    var last: ResidualTerm?
    for index in moving {
      for term in values[index].terms where term.owner == owner {
        let (left, most) = (term.remaining(at: now), last?.remaining(at: now) ?? -1)
        if left > most || left == most && term.length > last?.length ?? 0 { last = term }
      }
    }
    return last
  }

  /// Makes an animation take over the remaining distance of a controlled transaction. `law` gives
  /// the animation for a channel, nil for a jump.
  mutating func carryOn(
    _ owner: UInt64, with law: (Channel) -> Animation?, rate: Double, at now: Instant,
    thresholds: [RestThreshold]
  ) {
    change(where: { $0.owner == owner }) { index, channel in
      channel.carryOn(
        owner: owner, with: law(Channel(of: index)), threshold: thresholds[index], at: now,
        rate: rate)
    }
  }

  /// Fades in a view that has jumped to its new position.
  mutating func fadeIn(
    _ view: Int, owner: UInt64, rate: Double, threshold: RestThreshold, at now: Instant
  ) -> Transaction.Part {
    let index = Channel.alpha.index(view: view)
    let fade = Animation.curve(.easeInOut, duration: 0.2)
    self[index].add(
      ResidualTerm(
        .animation(fade), from: MotionState(value: -values[index].model),
        clock: MotionClock(anchor: now, rate: rate), duration: fade.duration, owner: owner),
      threshold: threshold, at: now)
    return Transaction.Part(
      channel: index, end: now.advanced(bySeconds: fade.duration / rate))
  }

  // MARK: Ends

  /// Makes the terms of each spring on all edges end at the same moment.
  ///
  /// Each term is a fraction of a pixel from zero at its end. If the terms ended one by one, views
  /// that the layout ties together would be apart by that fraction for an instant. If they end
  /// together, the fraction is the same on both sides of every equation. O(springs × channels with
  /// terms).
  mutating func alignEnds(of springs: [Spring], owner: UInt64, at now: Instant) {
    for spring in springs {
      // A stopped term has no end moment, but is over if it is scrubbed to its end.
      if owner != 0 {
        alignLengths(at: now) { $0.course == .spring(spring) && $0.owner == owner }
      }
      alignEnds {
        // A term that starts now may be over immediately, if its channel hardly changes.
        $0.course == .spring(spring) && $0.owner == owner && $0.isRunning
          && ($0.end > now || $0.clock.anchor == now)
      }
    }
  }

  private mutating func alignEnds(where isMeant: (ResidualTerm) -> Bool) {
    var latest = Instant.zero
    for index in moving where isAligned(index) {
      for term in values[index].terms where isMeant(term) { latest = Swift.max(latest, term.end) }
    }
    change(where: isMeant, amongAligned: true) { $1.extendTerms(to: latest, where: isMeant) }
  }

  private mutating func alignLengths(at now: Instant, where isMeant: (ResidualTerm) -> Bool) {
    var left = -Double.infinity
    for index in moving where isAligned(index) {
      left = Swift.max(left, values[index].secondsLeft(at: now, where: isMeant))
    }
    change(where: isMeant, amongAligned: true) {
      $1.extendTerms(bySeconds: left, at: now, where: isMeant)
    }
  }

  /// Sets whether the translation of a view compensates for edges. If it does, its terms end with
  /// those of the edges.
  mutating func setCompensates(_ flag: Bool, _ view: Int) {
    let translations = Channel.translations.map { $0.index(view: view) }
    compensating.removeAll { translations.contains($0) }
    if flag { compensating += translations }
  }

  /// Whether the channel at an index is an edge of a view, a driven constant, or a translation that
  /// compensates for edges.
  private func isAligned(_ index: Int) -> Bool {
    index % Self.width <= Channel.bottom.rawValue || compensating.contains(index)
  }
}
