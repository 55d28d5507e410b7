import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol

/// The running scene, and the data about it that all clients share: the journal of changes, the
/// current sample, and the descriptions of the views.
struct LiveScene: ~Copyable {
  /// A random number that identifies this run of the daemon.
  let session = UInt64.random(in: 1 ... .max)
  /// The epoch: increases with each change that invalidates the clients' copies of the scene, such
  /// as a sleep of the machine or a new scene.
  private(set) var epoch: UInt64 = 1
  var engine: Engine
  private(set) var journal = MotionJournal()
  /// The last sample: the states of all views at one time. All clients share it.
  private(set) var sampled: SceneFrame
  private var sampledLead = 0.0
  private var resampling: TouchResampling
  /// The frames that several clients can get.
  var messages = SharedMessages()
  /// The views of the last call of ``differences(since:for:)``; reused storage.
  private var wanted: [Int] = []
  /// The motions of the next layout segment. `scheduledRevision` is the revision of the journal to
  /// which they belong.
  private var scheduled: ScheduledMotions?
  private var scheduledRevision: UInt64 = 0
  /// The properties of the views that renderers need, with their current texts.
  private(set) var appearances: [ViewAppearance]
  /// The revision of the engine's description that ``appearances`` reflects.
  private var describedRevision: UInt64
  /// The translator of decisions about input into words; nil while no client subscribes to
  /// decisions.
  private var explanation: Explanation?
  /// Whether the engine was changed since it was last advanced.
  private(set) var hasNews = true

  /// Creates the engine for a blueprint.
  init(_ blueprint: SceneBlueprint, resampling: TouchResampling) {
    engine = Engine(blueprint)
    self.resampling = resampling
    sampled = engine.makeFrame()
    appearances = engine.appearancesWithTexts
    describedRevision = engine.descriptionRevision
    journal.resamples = resampling != .none
  }

  mutating func setResampling(_ resampling: TouchResampling) {
    self.resampling = resampling
    journal.resamples = resampling != .none
  }

  // MARK: Time

  /// Records that the engine was changed.
  mutating func noteNews() { hasNews = true }

  /// Whether nothing moves, no gesture is running, and nothing will change without new input.
  var isIdle: Bool { !hasNews && engine.isAtRest && engine.nextChange == .never }

  /// Advances the engine to a time if it was changed or one of its events is due. Returns whether
  /// it did.
  mutating func advance(to now: Instant) -> Bool {
    guard hasNews || isDue(at: now) else { return false }
    hasNews = false
    engine.flush(at: now)
    return true
  }

  private func isDue(at now: Instant) -> Bool {
    switch engine.wakeUp {
    case .never: false
    case .everyFrame: true
    case .at(let moment): moment <= now
    }
  }

  /// Records changes of the engine in the journal.
  mutating func noteChanges() { journal.note(engine) }

  /// The time of the engine's next event, but not before `now`; nil if no event is known. Motions
  /// in closed form are not events.
  func nextEvent(after now: Instant) -> Instant? {
    guard case .at(let moment) = engine.nextChange else { return nil }
    return max(moment, now)
  }

  // MARK: Samples

  /// Updates ``sampled`` to the state at `target`, for a renderer that draws a frame `lead` seconds
  /// before it is displayed.
  mutating func sample(at target: Instant, lead: Double = 0) {
    let moment = engine.sampleTime(for: target)
    guard sampled.time != moment || sampled.revision != journal.revision || sampledLead != lead
    else { return }
    sampledLead = lead
    engine.sample(&sampled, at: target, resampling: resampling, lead: lead, journal: &journal)
  }

  /// Returns the views that differ between ``sampled`` and the sample that `mark` identifies, and
  /// to which a client subscribed. Release the list before the next call, which reuses the storage.
  mutating func differences(since mark: SampleMark, for subscription: Subscription) -> [Int] {
    _ = journal.findDifferences(since: mark, at: sampled.time)
    guard subscription.isPartial else { return journal.differences }
    wanted.removeAll(keepingCapacity: true)
    for view in journal.differences where subscription.wants(view: view) { wanted.append(view) }
    return wanted
  }

  /// Returns a frame with the views that differ between ``sampled`` and the sample that `mark`
  /// identifies, encoded with the sequence number 0; empty if no view differs. The frame is encoded
  /// only once for clients with equal subscriptions. Release it before the next call.
  mutating func frame(
    since mark: SampleMark, computed: Instant, for reader: SharedMessages.Reader,
    _ subscription: Subscription
  ) -> [UInt8] {
    let content = SharedMessages.Content(
      start: mark, end: SampleMark(sampled), lead: sampledLead, computed: computed, epoch: epoch)
    if let known = messages.known(content, for: reader) { return known }
    let news = differences(since: mark, for: subscription)
    let (frame, appearances) = (sampled, appearances)
    return messages.encode(content, for: reader) { encoder in
      guard !news.isEmpty else { return }
      encoder.frame(
        frame, views: news, computed: computed, appearances: appearances, sequence: 0)
    }
  }

  /// Calls `body` with ``sampled``, the journal and ``isIdle``.
  mutating func withSample(_ body: (SceneFrame, inout MotionJournal, Bool) -> Void) {
    let isIdle = isIdle
    body(sampled, &journal, isIdle)
  }

  /// The scene's activity for a client that has the sample that `mark` identifies.
  func activity(since mark: SampleMark, at now: Instant) -> Pacer.Activity {
    // A frame for `.input` is due no later than one for `.motion`, so `.input` has precedence.
    if journal.revision > mark.revision { return .input }
    return journal.differs(since: mark, at: now) ? .motion : []
  }

  /// The motions that changed since a revision; all motions for revision 0.
  func motions(since revision: UInt64) -> [ChannelMotion] {
    revision == 0
      ? journal.motions(of: engine) : journal.motions(since: revision, of: engine)
  }

  /// The time and motions of the next layout segment; nil if none is known. They are computed once
  /// for all clients.
  mutating func schedule() -> ScheduledMotions? {
    guard let start = engine.scheduledStart else { return nil }
    if scheduled?.start != start || scheduledRevision != journal.revision {
      (scheduled, scheduledRevision) = (engine.scheduledMotions(), journal.revision)
    }
    return scheduled
  }

  // MARK: The description

  /// Starts a new epoch, because clients' copies of the scene are no longer valid.
  mutating func startEpoch() {
    epoch += 1
    hasNews = true
  }

  /// Starts a new epoch with the views of the scene that the engine now runs.
  mutating func adoptScene(firstContact: UInt64) {
    startEpoch()
    messages.removeAll()
    sampled = engine.makeFrame()
    describe()
    if engine.explains {
      explanation?.follow(engine.explanation(firstContact: firstContact))
    }
    journal.note(engine)
  }

  /// Whether texts or their sizes have changed since the last call of ``describe()``.
  var needsDescription: Bool { engine.descriptionRevision != describedRevision }

  /// Updates ``appearances`` before clients are sent snapshots.
  mutating func describe() {
    describedRevision = engine.descriptionRevision
    appearances = engine.appearancesWithTexts
  }

  // MARK: Decisions

  /// Starts or stops recording decisions about input. Recording allocates. `firstContact` is the id
  /// of the first contact of the first device.
  mutating func explain(_ isWanted: Bool, firstContact: UInt64) {
    guard isWanted != engine.explains else { return }
    engine.setExplains(isWanted)
    explanation = isWanted ? engine.explanation(firstContact: firstContact) : nil
  }

  /// Returns the decisions since the last call, in words.
  mutating func drainDecisions() -> [InputDecision] {
    engine.explains ? words(for: engine.drainDecisions()) : []
  }

  /// Translates decisions into words. They must be about the scene that clients have.
  mutating func words(for decisions: [GestureDecision]) -> [InputDecision] {
    decisions.isEmpty ? [] : explanation?.add(decisions) ?? []
  }
}
