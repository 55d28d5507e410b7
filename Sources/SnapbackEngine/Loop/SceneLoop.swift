import SnapbackBasics
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The loop over the parts of a scene: it advances the parts, passes input to them, carries out the
/// commands of gestures, runs layout passes and triggers actions.
///
/// A part changes only its own state and returns follow-up work as values: steps of recognizers,
/// commands of ``Manipulation``, due actions. The loop works through these in order, so no part is
/// reentered. Exception: ``LayoutDrive`` runs layout passes and links edges, so the loop passes it
/// ``LayoutStage`` and ``MotionStore`` as `inout`.
struct SceneLoop: ~Copyable {
  /// The maximum number of transaction ends and recognizer deadlines that one call handles. Without
  /// a limit, actions that trigger each other would block the loop after a long sleep.
  private static let eventLimit = 1000

  /// The screen that the scene is laid out for.
  private(set) var screen: ScreenDescription
  /// The number of scenes that the engine has run, including this one.
  let number: UInt64
  /// The number of possible visible changes; while it stays equal, nothing has changed.
  private(set) var changes: UInt64
  var parts: SceneParts
  private(set) var manipulation: Manipulation
  var actions: ActionQueue
  private var pulls: PullWatch
  var landings: LandingList
  var crossings: CrossingWatch
  var scrubs: ActionScrubs
  /// The size classes and states of the last ``noteContext()``; nil before the first call.
  var context: VariationContext?
  /// The chain of crossings at a moment, each of which caused the next one, and its length.
  var chain = (moment: Instant.zero, length: 0)
  /// Whether the last update of bound constants came to an end.
  var settlesConstants = true
  /// Events, decisions and warnings that wait to be drained.
  var log = EventLog()

  /// Creates the loop of a scene at rest and lays the scene out.
  init(_ blueprint: SceneBlueprint, firstGesture: UInt64, number: UInt64, changes: UInt64) {
    screen = blueprint.screen
    (self.number, self.changes) = (number, changes)
    parts = SceneParts(blueprint, firstGesture: firstGesture)
    manipulation = Manipulation(blueprint)
    actions = ActionQueue(blueprint.actionsWithProgress)
    pulls = PullWatch(blueprint.actions)
    landings = LandingList(blueprint.actions)
    crossings = CrossingWatch(blueprint, parts.motion)
    scrubs = ActionScrubs(blueprint)
    noteContext()
    if parts.layout.passFirst(or: blueprint.layoutReport) { adoptFrames(animatedBy: nil) }
    followLayout(with: nil)
    keepPlaces(with: nil)
    if parts.motion.bindings.setsConstants { layOutConstants(with: nil) }
    DriverChannel.noteRates(of: blueprint, parts.layout, &parts.motion)
    manipulation.keepInRange(byDrivers: false, with: nil, parts)
    manipulate { $0.scrollToStart($1) }
  }

  /// Counts a possible visible change.
  mutating func countChange() { changes &+= 1 }

  // MARK: Parts

  var now: Instant { parts.motion.now }
  var isUpright: Bool { screen.size.height >= screen.size.width }

  // MARK: Time

  /// Advances to a time, unless it has passed.
  mutating func advance(to time: Instant) {
    // All input passes through this method and is counted as a change.
    changes &+= 1
    if !actions.hasAppeared {
      parts.motion.advance(to: time)
      actions.appear()
      runDueActions()
    }
    if crossings.start() { runDueActions() }
    var count = 0
    while let moment = nextMoment, moment <= max(now, time), count < Self.eventLimit {
      parts.motion.advance(to: moment)
      if hasFollowers { manipulate { $0.settleVelocities($1) } }
      updateDrive()
      reportTransactions()
      parts.interaction.advance(to: moment)
      handleSteps()
      reportTouches()
      settleLandings()
      count += 1
    }
    parts.motion.advance(to: time)
    manipulate { $0.settleVelocities($1) }
    updateDrive()
    guard parts.motion.settle() else { return }
    updateDrive()
    manipulate { $0.dropLevers($1) }
  }

  /// The next moment at which something changes without input: a transaction ends, a recognizer or
  /// a touch reaches its deadline, a released view comes to rest, a number crosses a threshold,
  /// momentum reaches the moving end of a range, or the input of a follower changes.
  private var nextMoment: Instant? {
    var next = Instant.earlier(parts.interaction.deadline, parts.motion.transactions.nextEvent)
    if !landings.isEmpty { next = .earlier(next, landings.next(manipulation, parts)) }
    if !crossings.isEmpty { next = .earlier(next, crossings.next) }
    if hasFollowers { next = .earlier(next, nextEventOfFollowers) }
    return parts.motion.linked.hasFlights ? .earlier(next, parts.drive.pieceEnd.next) : next
  }

  /// Moves a presentation to a moment. Held channels are set from the resampled fingers, and edges
  /// from the drivers.
  mutating func move(
    _ seen: inout Presentation, to moment: Instant, _ resampling: TouchResampling, lead: Double
  ) {
    seen.move(to: moment)
    if resampling != .none {
      let range = TouchResampling.leads
      let lead = lead.isNaN ? 0 : min(max(lead, range.lowerBound), range.upperBound)
      let fingers = moment.advanced(bySeconds: -lead)
      manipulation.moveHeld(in: &seen, by: resampling, at: fingers, parts)
    }
    guard parts.motion.links != nil else { return }
    seen.use(links(for: seen))
  }

  /// The links for the moment of a presentation.
  mutating func links(for seen: Presentation) -> EdgeLinks? {
    let known = parts.drive.knownPieces
    let links = parts.drive.links(for: seen, parts.layout, &parts.motion)
    // The views that a new piece moves may look different.
    if parts.drive.knownPieces != known { changes &+= 1 }
    return links
  }

  /// Triggers the rotation actions if the screen has rotated.
  mutating func turned(since wasUpright: Bool) {
    if isUpright != wasUpright { actions.trigger(.rotate) }
  }

  // MARK: Steps

  /// Handles the recognizers' steps since the last call, and runs the actions that these steps
  /// trigger.
  mutating func handleSteps() {
    while let step = parts.interaction.nextStep() {
      handle(step)
      runDueActions()
    }
  }

  private mutating func handle(_ step: GestureStep) {
    if log.explains { log.note(.step(step)) }
    let index = step.recognizer
    // The grabbed point is computed from model values; update those of linked edges first.
    if manipulation.holdsPoint(gesture: index) { parts.motion.updateLinkedModels() }
    switch step.outcome {
    case .touched:
      // A running gesture already holds the view.
      guard !parts.isActive(index), parts.interaction.arena.mayBegin(index) else { return }
      if manipulation.stopsContent(gesture: index, parts) {
        parts.interaction.spendTouch(by: index)
      }
      manipulate { $0.catch(gesture: index, $1) }
    case .recognized: begin(gesture: index)
    case .changed:
      parts.interaction.dropTaps(of: index)
      follow(gesture: index)
      report(index, .changed)
    case .ended: end(gesture: index, .ended)
    case .cancelled: end(gesture: index, .cancelled)
    case .failed: manipulate { $0.releaseCaught(gesture: index, $1) }
    case .waits: break
    }
  }

  private mutating func begin(gesture index: Int) {
    parts.interaction.dropTaps(of: index)
    parts.interaction.begin(gesture: index)
    if let constraint = manipulation.constraint(ofGesture: index),
      parts.layout.usualConstant(of: constraint) == nil
    {
      // The gesture has nothing to drive, because an action has removed the constraint.
      parts.interaction.cancel(gesture: index, at: parts.interaction.time)
    }
    manipulate { $0.begin(gesture: index, $1) }
    if !scrubs.isEmpty { beginScrubs(of: index) }
    let kind = parts.interaction.gestures[index].kind
    report(index, kind.isDiscrete ? .recognized : .began)
    // These kinds of gestures already have a translation when they begin.
    if kind == .scroll || kind == .pan || kind == .edgePan { follow(gesture: index) }
  }

  private mutating func follow(gesture index: Int) {
    manipulate { $0.followPart(gesture: index, $1) }
    manipulate { $0.followLeads(gesture: index, $1) }
    if manipulation.hasSheets { manipulate { $0.handOver(gesture: index, $1) } }
    if !scrubs.isEmpty { followScrubs(of: index) }
    if !pulls.isEmpty { notePulls(by: index) }
  }

  /// Triggers the actions that wait until a gesture has pulled its content far enough.
  private mutating func notePulls(by index: Int) {
    let view = parts.interaction.gestures[index].view
    for trigger in pulls.follow(gesture: index, of: view, parts) { actions.trigger(trigger) }
  }

  private mutating func end(gesture index: Int, _ phase: GesturePhase) {
    report(index, phase)
    for trigger in pulls.end(gesture: index, isCancelled: phase == .cancelled) {
      actions.trigger(trigger)
    }
    if !scrubs.isEmpty { endScrubs(of: index, isCancelled: phase == .cancelled) }
    release(gesture: index)
    if manipulation.hasDismissed(gesture: index, parts) { actions.trigger(.dismissal(index)) }
  }

  /// Records a step of a gesture, and triggers the actions that wait for it.
  private mutating func report(_ index: Int, _ phase: GesturePhase) {
    parts.interaction.noteOrigin(of: index)
    if log.recordsGestures { log.note(parts.interaction.event(of: index, phase, parts.motion)) }
    actions.trigger(.gesture(index, phase))
  }

  /// Calls a method of the manipulation and carries out the commands that it adds.
  mutating func manipulate(_ method: (inout Manipulation, borrowing SceneParts) -> Void) {
    method(&manipulation, parts)
    guard !manipulation.commands.isEmpty else { return }
    while !manipulation.commands.isEmpty { carryOut(manipulation.commands.removeFirst()) }
    updateDrive()
  }

  private mutating func carryOut(_ command: ManipulationCommand) {
    guard case .layOutScroll = command.action else {
      if parts.motion.carryOut(command) { changes &+= 1 }
      return
    }
    let view = command.view
    // An offset that constraints refer to is a driver of the layout, which the drive sets.
    guard !parts.layout.tiesScrollOffset(of: view) else { return }
    let offset = Vector(
      dx: parts.motion.model(.scrollX, of: view), dy: parts.motion.model(.scrollY, of: view))
    parts.layout.setScrollOffset(offset, of: view)
  }

  /// Cancels the gestures whose views have been hidden, and handles all waiting steps, including
  /// those of disabled gestures.
  mutating func cancelHiddenGestures() {
    parts.interaction.cancelHidden(parts.motion.tree, parts.layout, at: now)
    guard parts.interaction.hasSteps else { return }
    changes &+= 1
    handleSteps()
    reportTouches()
  }

  // MARK: Layout

  /// Runs a layout pass if one is due. `animation` animates the changes; without an animation they
  /// jump.
  mutating func passLayout(animatedBy animation: Animation?) {
    // The constant for a new state may equal the present one. No pass is needed then, but the
    // channel still needs its new goal.
    if parts.layout.hasVaried { setStaged(with: animation) }
    // A layout pass may change the range of an offset, and therefore the offset.
    for _ in 0..<2 where parts.needsPass {
      runPass(animatedBy: animation)
      keepOffsets(with: animation)
    }
  }

  /// Moves what rests at places that depend on the layout to these places, and scroll offsets into
  /// their ranges, after a layout pass has changed them.
  mutating func keepOffsets(with animation: Animation?) {
    keepPlaces(with: animation)
    manipulate { $0.keepInRange(byDrivers: false, with: animation, $1) }
  }

  private mutating func keepPlaces(with animation: Animation?) {
    if manipulation.followsLayout { manipulate { $0.keepPlaces(with: animation, $1) } }
  }

  /// Runs a layout pass and leaves scroll offsets unchanged; see ``followLayout(with:keepsSeen:)``.
  mutating func runPass(animatedBy animation: Animation?, keepsSeen: Bool = false) {
    setStaged(with: animation)
    parts.drive.prepare(&parts.layout, &parts.motion)
    let links = parts.motion.links
    guard parts.layout.pass() else { return }
    followLayout(with: animation, keepsSeen: keepsSeen)
    parts.drive.relink(&parts.layout, &parts.motion, manipulation)
    adoptFrames(animatedBy: animation, from: links)
  }

  /// Sets the edges to the frames of the last layout pass; `old` contains the links before it.
  private mutating func adoptFrames(animatedBy animation: Animation?, from old: EdgeLinks? = nil) {
    changes &+= 1
    if screen.size != parts.layout.screenSize {
      screen.size = parts.layout.screenSize
      parts.interaction.setScreen(screen.size)
    }
    parts.motion.transactions.notePass(animation)
    noteHiding(animation)
    if log.recordsLayout, let event = LayoutEvent(to: parts.layout, from: parts.motion) {
      log.note(event)
    }
    parts.motion.setFrames(of: parts.layout, from: old, with: animation)
    keepPoints(with: animation)
  }

  /// Finds the drivers that move, or that fingers hold, when the scene begins. Lays the scene out
  /// for their values.
  mutating func startDrive() {
    parts.drive.prepare(&parts.layout, &parts.motion)
    if parts.layout.pass() { followLayout(with: nil) }
    parts.drive.start(&parts.layout, &parts.motion, manipulation)
    adoptFrames(animatedBy: nil)
    keepPlaces(with: nil)
  }

  /// Continues the gestures of another scene.
  mutating func adopt(
    _ other: borrowing SceneLoop, gestures: [(new: Int, old: Int)], views: [Int?]
  ) {
    manipulation.adopt(other.manipulation, gestures: gestures, views: views)
    for place in manipulation.numbers.adopt(other.manipulation.numbers, gestures: gestures) {
      let old = other.parts.motion[Channel.left.index(view: place.old)]
      parts.motion.replace(.left, of: place.new, by: old)
    }
  }

  /// Sets the driven constants that were staged for a layout pass, or that changes of states vary.
  mutating func setStaged(with animation: Animation?) {
    parts.drive.adoptConstants(parts.layout, &parts.motion)
    for goal in parts.layout.drainVaried() {
      guard let place = parts.drive.index(ofConstant: goal.constraint) else { continue }
      set(.left, of: place, to: goal.value, with: animation)
    }
    for (place, value) in parts.drive.drainStaged() {
      set(.left, of: place, to: value, with: animation)
    }
  }

  /// Sets the model (the requested value) of a channel. While a finger holds the channel, an
  /// animated change waits for the release.
  mutating func set(
    _ channel: Channel, of view: Int, to value: Double, with animation: Animation?
  ) {
    if let animation, manipulation.isHeld(channel, of: view, parts),
      let change = parts.motion.wait(channel, of: view, to: value, animation)
    {
      manipulate { $0.wait(for: change, of: view, $1) }
    } else {
      parts.motion.set(channel, of: view, to: value, with: animation)
    }
  }

  /// Keeps held points under the fingers after the layout, or a change, has moved views.
  mutating func keepPoints(with animation: Animation?) {
    manipulate { $0.keepPoints(with: animation, $1) }
  }

  /// Lays out staged changes without animation. Exception: if only measured sizes are staged, they
  /// are animated with the last layout change that is still running.
  mutating func passStaged() {
    guard parts.needsPass || parts.layout.hasVaried else { return runDueActions() }
    let wasUpright = isUpright
    if parts.drive.stagesNothing, parts.layout.waitsForMeasuredOnly,
      let last = parts.motion.transactions.lastPass(at: now, rate: parts.motion.rate)
    {
      parts.motion.transactions.begin(isControlled: false)
      passLayout(animatedBy: last.animation)
      if let id = parts.motion.endTransaction() { parts.motion.transactions.join(id, to: last.id) }
    }
    passLayout(animatedBy: nil)
    updateBindings()
    turned(since: wasUpright)
    runDueActions()
  }

  /// Records the views that became hidden in a layout pass. Arranged views stay drawn until the
  /// open transaction ends.
  private mutating func noteHiding(_ animation: Animation?) {
    for view in parts.motion.tree.indices.dropFirst() {
      let isHidden = parts.layout.isHidden(view)
      guard isHidden != parts.motion.isHidden(view) else { continue }
      parts.motion.setHidden(isHidden, view)
      guard isHidden else { continue }
      parts.interaction.noteHidden()
      parts.motion.endEndless(of: view, with: animation)
      if animation != nil, parts.isArranged(view) { parts.motion.transactions.hide(view) }
    }
  }
}
