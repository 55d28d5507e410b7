import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The bindings of a scene in the order of their chains: a binding comes after the bindings that
/// set its source. The value of a channel is the sum or the product of the values of its bindings.
///
/// All bindings of a source share its ``Course``. A course is valid until the motion of the source
/// changes, or until the moment ``Course/next``. The bindings need no update before.
struct BindingTable: Sendable {
  /// The known future of a source's motion, up to its next kink. A kink is a value at which two
  /// pieces of a map meet.
  struct Course: Sendable {
    /// The sum of the generations of the source's channels. It differs after any of these channels
    /// has changed its motion.
    var stamp = UInt64.max
    /// The moment from which the source rests.
    var end = Instant.zero
    /// The moment at which the source reaches a kink or, if none is found yet, at which the search
    /// for one continues. Nil if the source reaches none.
    var next: Instant?
    /// Whether the source reaches a kink at ``next``.
    var isFound = false
    /// The moment at which motions without a closed form, which are computed ahead for a limited
    /// time, have to be renewed; nil if they are known to their ends.
    var renewal: Instant?
  }

  private struct Source: Sendable {
    let number: BindingSource
    let parts: [BindingSource.Part]
    let entries: Range<Int>
    /// The views at the beginning of the source's chain. Their channels determine the source, and
    /// no binding sets these channels.
    let roots: [Int]
    /// Whether a channel of the source has a follower in its chain.
    let readsFollowers: Bool
    /// The channels of the bound constants on which the source depends through the layout.
    let constants: [Int]
    var course = Course()
  }

  /// A binding, and one of the channels that it sets.
  private struct Entry: Sendable {
    /// The index of the binding in the scene.
    let binding: Int
    let name: String
    var map: PiecewiseMap
    let channel: Channel
    /// The index, among the views, of the entry that has the channel.
    let view: Int
    /// The view whose number the channel is; nil for a constant.
    let owner: Int?
    let source: Int
    /// The next entry of the same channel; nil for the last one.
    let next: Int?
    let combination: ChannelBinding.Combination
    /// Whether the binding's motion has a closed form if that of the source has one.
    let hasClosedForm: Bool
    /// The largest magnitude of the rate at which the binding changes the channel, per unit of the
    /// source.
    var gain: Double
    /// The largest number of approximate motions whose errors add up with that of the binding.
    let errorCount: Int
    /// The index of the follower that the binding has; nil for none.
    let follower: Int?
    /// The index of the piece of the map in which the source is.
    var piece = 0
  }

  /// The minimum time between two updates at moments ``Course/next``, in seconds. It bounds the
  /// work for maps with many kinks: if kinks follow each other faster, one update covers several of
  /// them. An update that is due to a changed motion does not wait.
  private static let pause = 1.0 / 4000

  private var sources: [Source] = []
  private var entries: [Entry] = []
  var followers = FollowerList()
  /// The index of the first entry of a channel, by the channel's index; −1 for none. Empty if the
  /// scene has no bindings. It ends with the channels of the constants that bindings set, if any.
  private var places: [Int] = []
  /// The channels that bindings of the scene set, of any view.
  private var channels: [Channel] = []
  /// The sources that a channel is a part of, by the channel's index.
  private var readers: [Int: [Int]] = [:]
  /// The moment of the next update, if no motion changes before: the earliest ``Course/next``, but
  /// not earlier than `ready`.
  private(set) var next: Instant?
  /// The moment ``next`` if a source then reaches a kink; otherwise nil, for example if the search
  /// for another source's kink continues before the next kink.
  private(set) var nextKink: Instant?
  /// The moment at which the pause after the last update at ``next`` ends.
  private var ready = Instant.zero
  /// The constraints whose constants bindings or triggers only read. `place` is the index at which
  /// ``MotionStore`` stores the constant, after the views.
  private(set) var constants: [(name: String, place: Int)] = []
  /// The thresholds of triggers that depend on the layout, and the indices at which
  /// ``MotionStore`` stores them.
  let thresholds: [(number: LayoutNumber, place: Int)]
  /// The actions whose progress bindings or triggers read, and the indices at which
  /// ``MotionStore`` stores it.
  let progresses: [(action: String, place: Int)]

  /// Whether bindings set constants of constraints.
  let setsConstants: Bool

  /// Creates the table of a blueprint's bindings.
  init(_ blueprint: SceneBlueprint, _ tree: ViewTree) {
    let values = ValuePlaces(blueprint)
    let bound = blueprint.boundConstraints.count
    let first = blueprint.drivenConstraints.count + bound
    setsConstants = bound > 0
    thresholds = values.thresholds.compactMap { number in
      values.place(ofThreshold: number).map { (number: number, place: $0) }
    }
    progresses = values.progresses.compactMap { action in
      values.place(ofProgress: action).map { (action: action, place: $0) }
    }
    constants = values.constants.enumerated().dropFirst(first).map {
      ($1, tree.indices.count + $0)
    }
    guard !blueprint.bindings.isEmpty else { return }
    let setsLooks = blueprint.bindings.contains { !$0.looks.isEmpty }
    let last = setsLooks ? values.count : tree.indices.count + (bound > 0 ? first : 0)
    places = Array(repeating: -1, count: last * Channel.count)
    let targets = Set(blueprint.bindings.flatMap(\.channels))
    channels = ChannelBinding.settable.filter(targets.contains)
    for (source, constants, group) in Self.groups(of: blueprint) {
      let parts = source.parts(in: tree, values)
      let roots = parts.flatMap { place(of: $0.index).map(allRoots(of:)) ?? [$0.view] }
      let start = entries.count
      for (index, gain, errorCount) in group {
        let binding = blueprint.bindings[index]
        for (channel, view, owner) in Self.targets(of: binding, values) {
          let target = channel.index(view: view)
          if let spring = binding.follow {
            followers.append(FollowerMotion(spring: spring))
          }
          entries.append(
            Entry(
              binding: index, name: binding.name, map: binding.map, channel: channel,
              view: view, owner: owner, source: sources.count, next: place(of: target),
              combination: binding.combination,
              hasClosedForm: binding.hasClosedForm, gain: gain, errorCount: errorCount,
              follower: binding.follow.map { _ in followers.count - 1 }))
          places[target] = entries.count - 1
        }
      }
      for part in parts { readers[part.index, default: []].append(sources.count) }
      sources.append(
        Source(
          number: source, parts: parts, entries: start..<entries.count, roots: roots,
          readsFollowers: parts.contains { isFollowed(place(of: $0.index)) },
          constants: constants.compactMap(values.place(ofConstant:)).map {
            Channel.left.index(view: $0)
          }))
    }
  }

  /// Whether the channel whose first entry is at `place` has a follower in its chain.
  private func isFollowed(_ place: Int?) -> Bool {
    guard let place else { return false }
    return entries[place].follower != nil || sources[entries[place].source].readsFollowers
      || isFollowed(entries[place].next)
  }

  /// The channels of the bound constants on which a source depends through the layout.
  func boundConstants(of source: Int) -> [Int] { sources[source].constants }

  /// Whether a channel of a source has a follower in its chain.
  func readsFollowers(_ source: Int) -> Bool { sources[source].readsFollowers }

  /// The views at the beginning of the chains to the channel whose first entry is at `place`.
  private func allRoots(of place: Int) -> [Int] {
    let others = entries[place].next.map(allRoots(of:)) ?? []
    return sources[entries[place].source].roots + others
  }

  /// The index among the views of a constant that bindings or triggers only read.
  func index(ofConstant name: String) -> Int? { constants.first { $0.name == name }?.place }

  // MARK: Channels

  /// Whether the scene has no bindings.
  var isEmpty: Bool { places.isEmpty }

  /// The first entry of the channel at an index; nil if no binding sets it. O(1).
  @inline(__always)
  func place(of index: Int) -> Int? {
    guard index < places.count, places[index] >= 0 else { return nil }
    return places[index]
  }

  /// The next entry of the channel of an entry; nil after the last one. O(1).
  @inline(__always)
  func place(after place: Int) -> Int? { entries[place].next }

  /// The name of a binding that sets the channel at an index; nil if none does.
  func name(of index: Int) -> String? { place(of: index).map { entries[$0].name } }

  var entryCount: Int { entries.count }

  /// The name of the binding of an entry.
  func name(ofEntry place: Int) -> String { entries[place].name }

  /// How the channel of an entry gets its value from the source of the entry.
  func kind(of place: Int) -> BindingStatus.Kind {
    let entry = entries[place]
    if entry.follower != nil { return .follower }
    if entry.combination == .multiply { return .product }
    let first = self.place(of: entry.channel.index(view: entry.view))
    if first != place || entry.next != nil { return .sum }
    return entry.map.isLinear ? .linear : .curve
  }

  func source(of place: Int) -> Int { entries[place].source }

  /// The number that a source is.
  func number(of source: Int) -> BindingSource { sources[source].number }

  func partCount(of source: Int) -> Int { sources[source].parts.count }

  func part(_ number: Int, of source: Int) -> BindingSource.Part { sources[source].parts[number] }

  /// The value and velocity of an entry's map for a state of its source.
  func state(of place: Int, at source: MotionState) -> MotionState {
    entries[place].map.state(at: source)
  }

  /// Whether the value of the channel of an entry is a product.
  func isProduct(_ place: Int) -> Bool { entries[place].combination == .multiply }

  /// Whether an entry's motion has a closed form if that of its source has one.
  func hasClosedForm(_ place: Int) -> Bool { entries[place].hasClosedForm }

  /// Whether an entry's map consists of lines.
  func isLinear(_ place: Int) -> Bool { entries[place].map.isLinear }

  /// The piece of a binding's map that contains a value of its source. Where two pieces meet,
  /// `isRising` selects the one for larger values.
  func piece(of place: Int, at value: Double, isRising: Bool) -> PiecewiseMap.Piece {
    let map = entries[place].map
    return map.pieces[map.index(at: value, isRising: isRising)]
  }

  /// The index of the follower of an entry; nil if the binding has none.
  @inline(__always)
  func follower(of place: Int) -> Int? { entries[place].follower }

  /// The channels that bindings set, and their views, each once. A channel comes after the channels
  /// that it depends on.
  var targets: [(channel: Channel, view: Int)] {
    // The first entry of a channel has its longest chain.
    entries.indices.filter { place(of: entries[$0].channel.index(view: entries[$0].view)) == $0 }
      .map(target)
  }

  /// The sources that the channel at an index is a part of.
  func sources(with index: Int) -> [Int] { readers[index] ?? [] }

  /// The largest magnitude of the rate at which an entry changes its channel, per unit of its
  /// source.
  func gain(of place: Int) -> Double { entries[place].gain }

  /// The largest number of approximate motions whose errors add up with that of an entry.
  func errorCount(of place: Int) -> Int { entries[place].errorCount }

  // MARK: Motion

  /// The source of a binding of the scene. O(bindings).
  func source(ofBinding index: Int) -> Int? { entries.first { $0.binding == index }?.source }

  /// Replaces the map of a binding, and makes its source due.
  mutating func setMap(_ map: PiecewiseMap, ofBinding index: Int) {
    for place in entries.indices where entries[place].binding == index {
      entries[place].map = map
      sources[entries[place].source].course = Course()
    }
  }

  /// Sets the largest magnitude of the rate at which each binding of the scene changes its
  /// channels, per unit of its source.
  mutating func setGains(_ gains: [Double]) {
    for place in entries.indices { entries[place].gain = gains[entries[place].binding] }
  }

  /// Makes all sources due, whatever the generations of their channels are. Sums of the generations
  /// of another scene can be equal by chance.
  mutating func invalidate() {
    for source in sources.indices { sources[source].course = Course() }
    (next, nextKink) = (nil, nil)
  }

  var sourceCount: Int { sources.count }

  func parts(of source: Int) -> [BindingSource.Part] { sources[source].parts }

  /// Whether the bindings of a source need an update: the motion of the source has changed, which
  /// `stamp` shows, or the moment ``Course/next`` has come.
  func isDue(_ source: Int, stamp: UInt64, at now: Instant) -> Bool {
    let course = sources[source].course
    guard course.stamp == stamp else { return true }
    guard let next, let own = course.next else { return false }
    return next <= now && own <= now
  }

  func stamp(of source: Int) -> UInt64 { sources[source].course.stamp }

  /// The moment at which motions without a closed form have to be renewed; nil for never.
  func renewal(of source: Int) -> Instant? { sources[source].course.renewal }

  func end(of source: Int) -> Instant { sources[source].course.end }

  /// The entries of the bindings of a source.
  func entries(of source: Int) -> Range<Int> { sources[source].entries }

  /// The view whose number an entry sets; nil for a constant.
  func owner(of place: Int) -> Int? { entries[place].owner }

  /// The channel that an entry sets, and the index of its entry among the views.
  func target(of place: Int) -> (channel: Channel, view: Int) {
    (entries[place].channel, entries[place].view)
  }

  /// Selects the piece of a binding's map that contains a value of the source. Returns the piece,
  /// and whether it differs from the piece that was selected before.
  mutating func setPiece(
    of place: Int, at value: Double, isRising: Bool
  ) -> (isOther: Bool, piece: PiecewiseMap.Piece) {
    let index = entries[place].map.index(at: value, isRising: isRising)
    let isOther = index != entries[place].piece
    entries[place].piece = index
    return (isOther, entries[place].map.pieces[index])
  }

  /// Sets the known future of a source's motion. Call ``findNext(after:)`` after the last source.
  mutating func setCourse(_ course: Course, of source: Int) { sources[source].course = course }

  /// Delays the moment from which a source rests.
  mutating func extend(_ source: Int, to end: Instant) { sources[source].course.end = end }

  /// Finds ``next`` and ``nextKink`` after an update at `now`.
  mutating func findNext(after now: Instant) {
    var earliest: Instant?
    for source in sources { earliest = Instant.earlier(earliest, source.course.next) }
    if let next, next <= now { ready = now.advanced(bySeconds: Self.pause) }
    next = earliest.map { max($0, ready) }
    let isKink = sources.contains { source in
      guard let next, let own = source.course.next else { return false }
      return source.course.isFound && own <= next
    }
    nextKink = isKink ? next : nil
  }

  /// The moment until which bindings move the channel at an index; zero if none sets it.
  func end(ofChannel index: Int) -> Instant {
    var (end, entry) = (Instant.zero, place(of: index))
    while let place = entry {
      end = max(end, self.end(ofEntry: place))
      entry = self.place(after: place)
    }
    return end
  }

  /// The moment from which the contribution of an entry rests.
  func end(ofEntry place: Int) -> Instant {
    entries[place].follower.map { followers[$0].motion.end } ?? end(of: entries[place].source)
  }

  /// The moment until which bindings move a view, and the moment until which they change its
  /// opacity or its color.
  func ends(of view: Int) -> (place: Instant, look: Instant) {
    var (moves, paints) = (Instant.zero, Instant.zero)
    for channel in channels {
      let end = end(ofChannel: channel.index(view: view))
      if channel.isSpatial { moves = max(moves, end) } else { paints = max(paints, end) }
    }
    return (moves, paints)
  }

  /// The views at the beginning of a source's chain, whose channels determine the source.
  func roots(of source: Int) -> [Int] { sources[source].roots }
}
