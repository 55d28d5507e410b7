import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The motions of a scene: the channels of its views, the transactions that move them, and their
/// time. Only this type changes channels.
///
/// The drawn value of a channel is model + residual terms. While a finger holds a channel, the
/// model moves with the finger, and the terms that moved the channel are removed. An animation sets
/// the model and adds a term that starts at the old model minus the new one.
struct MotionStore: ~Copyable, Sendable {
  let tree: ViewTree
  /// The latest time that was passed in.
  private(set) var now = Instant.zero
  /// The moment from which nothing moves without input.
  private(set) var restTime = Instant.zero
  private(set) var settings = MotionSettings()
  private var channels: ChannelTable
  private var bodies: [ViewBody]
  var looks: LookStore
  /// The running transactions. Their terms are in the channels.
  var transactions = TransactionList()
  private(set) var linked: LinkedEdges
  var bindings: BindingTable
  /// Whether drawn values may depend on other channels: by links to drivers, or by bindings.
  private(set) var derives: Bool
  let thresholds: RestThresholds
  private let address = PassedByAddress()

  /// Creates the motions of a scene at rest. The first layout pass sets the frames.
  init(_ blueprint: SceneBlueprint) {
    tree = ViewTree(blueprint)
    thresholds = RestThresholds(scale: blueprint.screen.scale)
    bodies = ViewBody.all(of: blueprint)
    looks = LookStore(blueprint)
    channels = ChannelTable(blueprint)
    bindings = BindingTable(blueprint, tree)
    (linked, derives) = (LinkedEdges(ConstantBarriers(bindings)), !bindings.isEmpty)
  }

  // MARK: Reading

  /// The speed of motions relative to the clock.
  var rate: Double { settings.rate }

  subscript(index: Int) -> AnimatedValue { _read { yield channels[index] } }

  /// The end of a channel's last term, zero without terms, and the channel's generation.
  func trace(of index: Int) -> (end: Instant, generation: UInt64) { channels.trace(of: index) }

  /// The links of the edges that depend on drivers of the layout; nil while no driver moves.
  var links: EdgeLinks? { linked.links }

  /// The models of all channels. O(channels).
  var models: [Double] { channels.models }
  var channelCount: Int { channels.count }
  /// The goal of a channel: its value without terms.
  func model(_ channel: Channel, of view: Int) -> Double {
    channels[channel.index(view: view)].model
  }

  func lever(of view: Int) -> Lever { bodies[view].lever }
  func hasColor(_ view: Int) -> Bool { bodies[view].hasColor }
  func fixedRadius(of view: Int) -> Double? { bodies[view].fixedRadius }
  func isHidden(_ view: Int) -> Bool { bodies[view].isHidden }

  /// The number of entries with channels: views and, after them, other values and parts of looks.
  var placeCount: Int { channels.visits.count }
  /// The numbers of accesses to the channels of an entry, of a block of entries, of a group of
  /// blocks.
  func visits(of place: Int) -> UInt64 { channels.visits[place] }
  func visits(ofBlock block: Int) -> UInt64 { channels.blockVisits[block] }
  func visits(ofGroup group: Int) -> UInt64 { channels.groupVisits[group] }

  // MARK: Time

  /// Advances to a time, unless it has passed.
  mutating func advance(to time: Instant) { now = max(now, time) }

  /// Removes all terms if all of them are over. Returns false while a term is running.
  mutating func settle() -> Bool {
    guard restTime != .zero, restTime <= now else { return false }
    channels.dropFinishedTerms(at: now)
    restTime = .zero
    return true
  }

  /// Sets the rate of motions from now on, including running ones.
  mutating func setRate(_ rate: Double) {
    guard rate != self.rate else { return }
    let (factor, start) = (self.rate / rate, now)
    func moved(_ moment: Instant) -> Instant {
      guard moment > start, moment != .distantFuture else { return moment }
      return start.advanced(bySeconds: moment.seconds(since: start) * factor)
    }
    channels.setRate(rate, from: now, moved: moved)
    transactions.modifyAll { $0.setRate(rate, from: start, moved: moved) }
    settings.rate = rate
    bindings.invalidate()
    findRestTime()
  }

  /// Ends all motions at their goals, and their transactions.
  mutating func finishAll() {
    channels.finishAll()
    transactions.modifyAll { [now] in $0.finish(at: now) }
    restTime = .zero
    finishFollowers()
  }

  /// Sets whether animations complete immediately.
  mutating func setCompletesInstantly(_ flag: Bool) {
    settings.completesInstantly = flag
    if flag { finishAll() }
  }

  /// Sets whether later animations are reduced.
  mutating func setReducesMotion(_ flag: Bool) { settings.reducesMotion = flag }

  /// Finds the moment when the last motion ends. O(channels with terms).
  mutating func findRestTime() { restTime = max(channels.restTime, bindings.followers.restTime) }

  // MARK: Writing channels

  /// Sets the model of a channel. With an animation, the drawn value moves; without one, it jumps.
  mutating func set(
    _ channel: Channel, of view: Int, to value: Double, with animation: Animation?
  ) {
    settleOffsets()
    let index = channel.index(view: view)
    guard channels[index].model != value || channels[index].modelVelocity != 0 else { return }
    endEndless(channel, of: view)
    guard let animation = effective(animation, on: channel, of: view) else {
      return channels[index].jump(to: value)
    }
    let end = animate(channel, of: view, to: value, animation, owner: transactions.open?.owner ?? 0)
    transactions.add(Transaction.Part(channel: index, end: end))
  }

  /// Removes terms of a channel; their present value and velocity are added to the model.
  mutating func fold(_ channel: Channel, of view: Int, where isOut: (ResidualTerm) -> Bool) {
    let index = channel.index(view: view)
    guard channels[index].terms.contains(where: isOut) else { return }
    let (value, sum) = (channels[index], channels[index].removeTerms(at: now, where: isOut))
    channels[index].follow(
      value.model + sum.value, velocity: value.modelVelocity + sum.velocity / rate)
    findRestTime()
  }

  mutating func animate(
    _ channel: Channel, of view: Int, to value: Double, _ animation: Animation, owner: UInt64
  ) -> Instant {
    let index = channel.index(view: view)
    let end = channels[index].animate(
      to: value, with: animation, threshold: threshold(of: channel, view: view), at: now,
      rate: rate, owner: owner)
    restTime = max(restTime, channels[index].restTime)
    return end
  }

  /// Sets the model of a channel without animation; running terms continue.
  mutating func jump(_ channel: Channel, of view: Int, to value: Double) {
    channels[channel.index(view: view)].jump(to: value)
  }

  /// Replaces a channel by that of another scene.
  mutating func replace(_ channel: Channel, of view: Int, by value: AnimatedValue) {
    channels[channel.index(view: view)] = value
  }

  /// Makes a finger hold a channel: removes the channel's terms, and lets `velocity` decay.
  mutating func hold(_ channel: Channel, of view: Int, at value: Double, velocity: Double) {
    let index = channel.index(view: view)
    if !channels[index].terms.isEmpty {
      transactions.modifyAll { [now] in $0.interrupt(channel: index, at: now) }
    }
    let wasLast = channels[index].restTime >= restTime
    channels[index].hold(value)
    if wasLast { findRestTime() }
    yieldTo(MotionState(value: 0, velocity: velocity), channel, of: view)
  }

  /// Adds a motion that decays fast to a channel that a finger holds.
  mutating func yieldTo(_ state: MotionState, _ channel: Channel, of view: Int) {
    let index = channel.index(view: view)
    // Use a hundredth of the visible threshold: a term that starts below its threshold is over
    // immediately, and grabbing a view must not cause a step that is nearly visible.
    let least = RestThreshold(offset: threshold(of: channel, view: view).offset / 100)
    channels[index].add(state, spring: .catching, threshold: least, at: now)
    restTime = max(restTime, channels[index].restTime)
  }

  /// Adds a term to a channel; the model does not change, and the term keeps its end.
  mutating func add(_ term: ResidualTerm, _ channel: Channel, of view: Int) {
    channels[channel.index(view: view)].append(term)
    restTime = max(restTime, channels[channel.index(view: view)].restTime)
  }

  /// Moves a held channel with its finger; running terms continue.
  mutating func follow(_ channel: Channel, of view: Int, _ state: MotionState) {
    channels[channel.index(view: view)].follow(state.value, velocity: state.velocity)
  }

  /// Makes a channel continue with its momentum.
  mutating func coast(_ channel: Channel, of view: Int, _ flight: BouncingDecay) {
    let index = channel.index(view: view)
    guard !settings.completesInstantly else { return channels[index].jump(to: flight.target) }
    let least = threshold(of: channel, view: view)
    channels[index].coast(flight, threshold: least, at: now, rate: rate)
    restTime = max(restTime, channels[index].restTime)
  }

  /// Makes a scroll offset continue with its momentum.
  mutating func scroll(_ channel: Channel, of view: Int, _ motion: ScrollMomentum) {
    let index = channel.index(view: view)
    guard !settings.completesInstantly else { return channels[index].jump(to: motion.target) }
    channels[index].coast(motion, threshold: thresholds.length, at: now, rate: rate)
    restTime = max(restTime, channels[index].restTime)
  }

  // MARK: Writing views

  mutating func setLever(_ lever: Lever, of view: Int) {
    bodies[view].lever = lever
    channels.visit(view)
  }

  /// Sets the point of a view that fingers hold; nil after the release.
  mutating func setGrab(_ grab: Grab?, of view: Int) {
    linked.setGrab(grab, of: view, in: tree.parent(of: view), &channels)
  }

  /// Records a displacement of a grabbed point by drivers that the translation does not follow.
  mutating func addDrift(_ way: Vector, of view: Int) { linked.addDrift(way, of: view) }

  /// Sets whether a layout pass found a view hidden. No transaction keeps the view drawn any more.
  mutating func setHidden(_ isHidden: Bool, _ view: Int) {
    bodies[view].isHidden = isHidden
    channels.visit(view)
    transactions.modifyAll { $0.stopDrawing(view) }
  }

  /// Records that a view has a color from now on.
  mutating func noteColor(of view: Int) { bodies[view].hasColor = true }
  /// Lets the radius of a view's corners move from now on.
  mutating func freeRadius(of view: Int) {
    if bodies[view].fixedRadius != nil { interrupt(.cornerRadius, of: view) }
    bodies[view].fixedRadius = nil
  }

  /// Aligns the ends of the springs that take up velocities and rounding differences of edges.
  mutating func alignCatches() {
    channels.alignEnds(of: [.catching], owner: 0, at: now)
    findRestTime()
  }

  // MARK: Edges that depend on drivers

  /// The value of a channel at the reference of some links, minus its model.
  func offset(of channel: Channel, _ view: Int, by links: EdgeLinks) -> Double {
    linked.offset(of: channel, view, by: links, channels)
  }

  /// Sets the links through which edges depend on drivers; nil removes the links. The caller sets
  /// the models of the edges to the solution for the reference values.
  mutating func link(_ links: EdgeLinks?) {
    linked.replace(by: links, &channels)
    derives = links != nil || !bindings.isEmpty
  }

  /// Takes the rates of a piece of the layout into account in the thresholds of its drivers.
  mutating func noteRates(of piece: LayoutPiece, by sources: [Int]) {
    linked.noteRates(of: piece, by: sources)
  }

  /// Records that the motion of a channel has changed because its source has.
  mutating func interrupt(_ channel: Channel, of view: Int) {
    channels[channel.index(view: view)].interrupt()
  }

  /// Records the views that drivers move outside the present piece.
  mutating func noteLinkedLater(_ views: [ViewID]) { linked.noteLater(views, &channels) }

  /// Counts a change of a view that does not change its channels.
  mutating func visit(_ view: Int) { channels.visit(view) }

  /// Sets the models of the edges that depend on drivers to the solution for the present values.
  mutating func updateLinkedModels() { linked.updateModels(&channels, at: now, boundDrivers) }

  /// Replaces the links of the scroll offsets whose ranges drivers move.
  mutating func setOffsetLinks(_ offsets: [OffsetLink]) { linked.setOffsets(offsets, &channels) }

  // MARK: Transactions

  /// Closes the open transaction. All motions that one spring gives it end at the same moment.
  mutating func endTransaction() -> UInt64? {
    guard let open = transactions.open else { return nil }
    for view in open.fadingViews.sorted() {
      let least = threshold(of: .alpha, view: view)
      transactions.add(
        channels.fadeIn(view, owner: open.owner, rate: rate, threshold: least, at: now))
    }
    if transactions.hasPile(channels) {
      transactions.collapseCurves(&channels, at: now, thresholds: allThresholds)
    }
    let id = transactions.close(rate: rate, &channels, at: now)
    alignCatches()
    return id
  }

  /// Starts a change that has waited for a release.
  mutating func start(_ change: WaitingChange, of view: Int) {
    var part = Transaction.Part(channel: change.channel.index(view: view), end: now)
    if let animation = effective(change.animation, on: change.channel, of: view) {
      part.end = animate(
        change.channel, of: view, to: change.value, animation, owner: change.owner)
    } else {
      jump(change.channel, of: view, to: change.value)
    }
    transactions.arrive(change, part, rate: rate, &channels, at: now)
    findRestTime()
  }

  /// Drops a change that has waited for a release.
  mutating func drop(_ change: WaitingChange) {
    transactions.arrive(change, nil, rate: rate, &channels, at: now)
  }

  /// Reports transactions that have ended. Returns the actions whose transactions finished, and the
  /// reports of these ends.
  mutating func reportTransactions() -> [(action: Int, end: TransactionEvent)] {
    transactions.report(&channels, at: now)
  }

  // MARK: Controlled transactions

  /// Sets the time of a controlled transaction to a fraction of its length; nil keeps the time.
  mutating func setTime(of id: UInt64, toFraction fraction: Double?, isPaused: Bool) {
    guard let place = transactions.index(of: id) else { return }
    transactions[at: place].setTime(
      toFraction: fraction, isPaused: isPaused, rate: rate, &channels, at: now)
    findRestTime()
  }

  /// Shows a controlled transaction at a fraction of its distance, and pauses it there.
  mutating func scrub(_ id: UInt64, to fraction: Double) {
    guard let place = transactions.index(of: id) else { return }
    transactions[at: place].scrub(to: fraction, rate: rate, &channels, at: now)
    findRestTime()
  }

  /// Resumes a controlled transaction with an animation for the remaining distance.
  mutating func carryOn(_ id: UInt64, with animation: Animation) {
    guard let place = transactions.index(of: id) else { return }
    channels.carryOn(
      id, with: { [settings] in settings.reduced(animation, on: $0).animation }, rate: rate,
      at: now, thresholds: allThresholds)
    transactions[at: place].carryOn(with: animation, rate: rate, &channels, at: now)
    alignCatches()
  }

  /// The fraction that a controlled transaction has reached; nil if there is no such transaction.
  func fraction(of id: UInt64) -> Double? { transactions[id]?.fraction(channels, at: now) }

  /// Reverses a controlled transaction, after its changes have been undone.
  ///
  /// - Parameters:
  ///   - before: the models of all channels before the changes were undone.
  ///   - undo: the changes that redo the transaction.
  ///   - hiding: the views in stacks that stay drawn until the transaction ends.
  mutating func reverse(_ id: UInt64, from before: [Double], undo: [Undo], hiding: [Int]) {
    guard let place = transactions.index(of: id), let control = transactions[at: place].control
    else { return }
    let law = control.reversalSpring
    let parts = channels.reverse(
      id, from: before, law: { [settings] in settings.jumps($0) ? nil : law },
      rate: control.isPaused ? 0 : rate, whole: control.duration, at: now,
      thresholds: allThresholds)
    transactions[at: place].reverse(
      moving: parts, undo: undo, hiding: hiding, rate: rate, &channels, at: now)
    findRestTime()
  }

  /// Ends a controlled transaction and removes its terms. With `keepsSeen`, the terms' present
  /// values are added to the models; otherwise they are dropped.
  mutating func end(_ id: UInt64, keepsSeen: Bool, isInterrupted: Bool) {
    channels.removeTerms(of: id, keepsSeen: keepsSeen, at: now)
    transactions.modify(id) { [now] in $0.end(isInterrupted: isInterrupted, at: now) }
    findRestTime()
  }

  // MARK: Another scene

  /// Takes over the time, the settings and the transaction ids of another scene's motions.
  mutating func continueTime(of other: borrowing MotionStore) {
    (now, settings) = (other.now, other.settings)
    transactions.continueIDs(of: other.transactions)
  }
}
