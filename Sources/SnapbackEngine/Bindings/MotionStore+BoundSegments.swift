import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The motions of bound channels in closed form.
///
/// A binding whose map is linear contributes the terms of its source, multiplied by the slope of
/// the map. These terms are valid until the next kink. A product, a curve, or the part of a
/// follower's motion while its source moves has no finite sum of such terms; it is sampled.
extension MotionStore {
  /// A motion: the value that it has in the end, and the terms that lead there.
  private struct Course {
    var held: MotionState
    var terms: [ResidualTerm] = []

    func state(at moment: Instant) -> MotionState {
      terms.reduce(held) { $0 + $1.state(at: moment) }
    }

    /// The largest error of the sampled terms.
    var error: Double {
      terms.reduce(0) {
        guard case .pieces(let pieces) = $1.course else { return $0 }
        return $0 + $1.state.value.magnitude * pieces.error
      }
    }

    /// The value without the velocity of the finger that holds it, which does not change the value.
    func stateWithoutFinger(at moment: Instant) -> MotionState {
      terms.reduce(MotionState(value: held.value)) { $0 + $1.state(at: moment) }
    }
  }

  /// Adds the contributions of the bindings of a channel to its motion.
  func addBindings(
    to motion: inout ChannelMotion, of index: Int, by links: EdgeLinks?, from moment: Instant
  ) {
    guard let first = bindings.place(of: index) else { return }
    var total = course(ofEntry: first, by: links, from: moment)
    if bindings.isProduct(first) { total = product(from: first, by: links, from: moment) }
    var entry = bindings.isProduct(first) ? nil : bindings.place(after: first)
    while let place = entry {
      let next = course(ofEntry: place, by: links, from: moment)
      total.held = total.held + next.held
      total.terms += next.terms
      entry = bindings.place(after: place)
    }
    motion.held = motion.held + total.held
    motion.terms += total.terms
  }

  /// The motion of the product of an entry and all later entries of its channel.
  private func product(from first: Int, by links: EdgeLinks?, from moment: Instant) -> Course {
    var factors: [Factor] = []
    var entry: Int? = first
    while let place = entry {
      factors.append(factor(place, by: links, from: moment))
      entry = bindings.place(after: place)
    }
    // Slopes change at kinks, so the maps themselves are sampled, not their present pieces.
    func product(_ state: (Factor) -> MotionState) -> MotionState {
      factors.reduce(MotionState(value: 1)) { $0.product(state($1)) }
    }
    return sampled(
      from: moment, to: product { held(by: $0) }, moving: factors.flatMap(\.course.terms),
      of: first, inherited: factors.reduce(0) { $0 + $1.error }
    ) { time in product { state(of: $0, at: time) } }
  }

  /// A factor of a product. The course is that of the factor for a follower, else of its source.
  private struct Factor {
    let place: Int
    let course: Course
    /// The largest error that the sampled terms of the course cause in the product.
    let error: Double
  }

  private func factor(_ place: Int, by links: EdgeLinks?, from moment: Instant) -> Factor {
    if bindings.follower(of: place) != nil {
      let own = course(ofEntry: place, by: links, from: moment)
      return Factor(place: place, course: own, error: 0)
    }
    let source = source(of: place, by: links, from: moment)
    return Factor(place: place, course: source, error: bindings.gain(of: place) * source.error)
  }

  private func held(by factor: Factor) -> MotionState {
    bindings.follower(of: factor.place) != nil
      ? factor.course.held : bindings.state(of: factor.place, at: factor.course.held)
  }

  private func state(of factor: Factor, at time: Instant) -> MotionState {
    if let follower = bindings.follower(of: factor.place) {
      return bindings.followers[follower].motion.state(at: time)
    }
    return bindings.state(of: factor.place, at: factor.course.stateWithoutFinger(at: time))
  }

  /// The motion that an entry contributes to its channel, from `moment` on.
  private func course(ofEntry place: Int, by links: EdgeLinks?, from moment: Instant) -> Course {
    if let follower = bindings.follower(of: place) {
      let motion = bindings.followers[follower].motion
      return Course(
        held: MotionState(value: motion.goal),
        terms: motion.terms(from: moment, within: largestError(of: place)))
    }
    let source = source(of: place, by: links, from: moment)
    guard bindings.isLinear(place) else {
      return sampled(
        from: moment, to: bindings.state(of: place, at: source.held), moving: source.terms,
        of: place, inherited: bindings.gain(of: place) * source.error
      ) { bindings.state(of: place, at: source.stateWithoutFinger(at: $0)) }
    }
    let way = way(of: source.state(at: moment)) {
      source.state(at: moment.advanced(bySeconds: $0)).value
    }
    let piece = bindings.piece(of: place, at: way.value, isRising: way.isRising)
    return Course(
      held: piece.state(at: source.held),
      terms: piece.slope == 0 ? [] : source.terms.map { $0.scaled(by: piece.slope) })
  }

  /// The motion of the source of an entry.
  private func source(of place: Int, by links: EdgeLinks?, from moment: Instant) -> Course {
    let number = bindings.source(of: place)
    if let links, let constants = linked.barriers.constants(followedBy: number) {
      return course(ofSource: number, by: links, following: constants, from: moment)
    }
    var course = Course(held: .rest)
    for part in bindings.parts(of: number) {
      guard
        let source = self.motion(of: part.channel, view: part.view, by: links, from: moment)
      else { continue }
      course.held = course.held + part.factor * source.held
      course.terms += source.terms.map { $0.scaled(by: part.factor) }
    }
    return course
  }

  /// The motion of a source that determines a bound constant, as
  /// ``Presentation/value(ofSource:by:following:_:)``.
  private func course(
    ofSource source: Int, by links: EdgeLinks, following constants: [Int], from moment: Instant
  ) -> Course {
    var course = Course(held: .rest)
    for part in bindings.parts(of: source) {
      let value = self[part.index]
      var own = ChannelMotion(
        view: part.view, channel: .animated(part.channel), generation: 0,
        held: MotionState(value: value.model, velocity: value.modelVelocity),
        terms: value.terms.filter { $0.end > now })
      if linked.moves(part.channel, of: part.view, by: links) {
        own.held.value += offset(of: part.channel, part.view, by: links)
      }
      addBindings(to: &own, of: part.index, by: links, from: moment)
      course.held = course.held + part.factor * own.held
      course.terms += own.terms.map { $0.scaled(by: part.factor) }
    }
    for driver in links.sources.indices {
      guard linked.barriers.follows(links.sources[driver], among: constants) else { continue }
      let slope = slope(ofSource: source, by: driver, of: links)
      guard slope != 0 else { continue }
      var own = motion(ofDriver: driver, of: links, from: moment)
      own.held.value -= links.reference[driver]
      course.held = course.held + slope * own.held
      course.terms += own.terms.map { $0.scaled(by: slope) }
    }
    return course
  }

  /// A motion of an entry that ends at `held`, sampled until the last of `terms` ends, or for
  /// ``sampledTime``. `error` is the largest error of `motion`.
  ///
  /// A term that ends jumps by an invisible amount. The jump at the end is that of the sampled term
  /// itself, so the pieces lead up to it.
  private func sampled(
    from moment: Instant, to held: MotionState, moving terms: [ResidualTerm],
    of place: Int, inherited error: Double,
    _ motion: (Instant) -> MotionState
  ) -> Course {
    let rest = terms.reduce(Instant.zero) { $1.isRunning ? max($0, $1.end) : $0 }
    let end = min(rest, moment.advanced(bySeconds: Self.sampledTime))
    guard end > moment else { return Course(held: held) }
    let last = end.advanced(bySeconds: -1e-9)
    let pieces = CubicPieces(
      to: end.seconds(since: moment), within: largestError(of: place), inherited: error
    ) {
      motion(min(moment.advanced(bySeconds: $0), last)) - MotionState(value: held.value)
    }
    return Course(
      held: held,
      terms: [
        ResidualTerm(
          .pieces(pieces), from: MotionState(value: 1), clock: MotionClock(anchor: moment),
          until: end)
      ])
  }

  /// The largest error of the sampled motion of an entry: a tenth of the largest invisible change
  /// of its channel, or less if errors of many motions add up. Their sum is at most a fifth.
  private func largestError(of place: Int) -> Double {
    let (channel, view) = bindings.target(of: place)
    let share = max(10, 5 * Double(bindings.errorCount(of: place)))
    return threshold(of: channel, view: view).offset / share
  }

  /// The motions that bound channels of views have from `moment` on if edges then follow `links`.
  /// Channels whose motion stays as it is are left out. O(bindings).
  func boundMotions(by links: EdgeLinks?, from moment: Instant) -> [ChannelMotion] {
    bindings.targets.compactMap { channel, view in
      guard tree.indices.contains(view) || looks.view(at: view) != nil,
        let next = motion(of: channel, view: view, by: links, from: moment),
        let present = motion(of: channel, view: view, by: self.links),
        !agrees(present, with: next, from: moment)
      else { return nil }
      return next
    }
  }

  /// Whether two motions of a channel are equal from `moment` on. Sampled motions are compared at
  /// some times, because their pieces depend on the moment from which they are sampled.
  private func agrees(
    _ present: ChannelMotion, with next: ChannelMotion, from moment: Instant
  ) -> Bool {
    if present.held == next.held, present.terms == next.terms { return true }
    guard next.terms.contains(where: \.isSampled), next.channel == present.channel else {
      return false
    }
    let limit: Double
    switch next.channel {
    case .animated(let channel): limit = 0.3 * threshold(of: channel, view: next.view).offset
    case .look(let channel): limit = 0.3 * thresholds.threshold(of: channel).offset
    case .leverX, .leverY: return false
    }
    return [0, 0.01, 0.1, 0.5].allSatisfy { seconds in
      let time = moment.advanced(bySeconds: seconds)
      let (old, new) = (
        Course(held: present.held, terms: present.terms), Course(held: next.held, terms: next.terms)
      )
      return (old.state(at: time).value - new.state(at: time).value).magnitude <= limit
    }
  }
}
