public import SnapbackFrames
public import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
public import SnapbackTiming
public import SnapbackTouches

/// The one owner of all state: touches, changes and the time go in, frames and events come out.
///
/// It is told the time and reads no clock, so the same input gives the same output, live or
/// replayed. Three rules hold it together:
/// - Constraints own the **frame**; a gesture drives the **transform**, which is applied after
///   layout and never disturbs it. A pan of any length costs no layout pass.
/// - What is drawn is model + residual terms (``AnimatedValue``). A change of the model adds the
///   term that keeps the picture where it was; a finger that lets go adds one with its velocity.
/// - Time never runs backwards: an input older than the last one counts as simultaneous with it.
public struct Engine: ~Copyable {
  /// The screen that the scene is laid out for.
  public internal(set) var screen: ScreenDescription
  /// What a renderer needs of each view, in the order of the frames.
  public let appearances: [ViewAppearance]
  /// Counts what may have changed what will be seen; equal counts mean that nothing has.
  var changes: UInt64 = 0
  /// Counts the scenes that it has had.
  var sceneNumber: UInt64 = 1

  var parts: SceneParts
  var manipulation: Manipulation
  var actions: ActionQueue
  /// What the sample at work looks at, and storage that it uses.
  var sampler = Presentation(at: .zero)
  /// Events, decisions and warnings that wait to be taken.
  var log = EventLog()

  /// An engine at rest, laid out.
  ///
  /// The blueprint's views have to be those of its layout tree, parents first.
  ///
  /// `firstGesture` is the id of its first gesture; an engine that replaces another goes on
  /// counting.
  public init(_ blueprint: SceneBlueprint, firstGesture: UInt64 = 1) {
    precondition(
      blueprint.views.count == blueprint.layout.viewCount,
      "A blueprint describes exactly the views of its layout tree.")
    precondition(
      blueprint.gestures.allSatisfy { blueprint.views.indices.contains($0.view) },
      "A blueprint's gestures are on its views.")
    precondition(
      blueprint.views.indices.dropFirst().allSatisfy {
        (0..<$0).contains(blueprint.views[$0].appearance.parent ?? 0)
      },
      "A blueprint names parents before their children.")
    screen = blueprint.screen
    appearances = blueprint.views.map(\.appearance)
    let motion = MotionStore(blueprint)
    parts = SceneParts(
      interaction: Interaction(blueprint, motion.tree, firstID: firstGesture), motion: motion,
      layout: LayoutStage(blueprint), drive: LayoutDrive(blueprint))
    manipulation = Manipulation(blueprint)
    actions = ActionQueue(blueprint.actions)
    if layout.passFirst(or: blueprint.layoutReport) { takeFrames(animatedBy: nil) }
    manipulation.keepInRange(byDrivers: false, with: nil, parts)
  }

  var interaction: Interaction {
    _read { yield parts.interaction }
    _modify { yield &parts.interaction }
  }
  var motion: MotionStore {
    _read { yield parts.motion }
    _modify { yield &parts.motion }
  }
  var layout: LayoutStage {
    _read { yield parts.layout }
    _modify { yield &parts.layout }
  }

  /// The id of the next gesture.
  public var nextGestureID: UInt64 { interaction.nextID }
  /// What the last layout pass has to tell a person, a line each; empty as a rule.
  public var layoutWarnings: [String] { layout.report.warnings }
  /// How many layout passes there have been, the first included.
  public var layoutPasses: Int { layout.statistics.passes }
  /// How often the constraints have been solved.
  public var layoutSolves: Int { layout.statistics.solves }

  /// Counts the changes of what a description of the scene tells and frames do not: the size of the
  /// screen, and the words, sizes and baselines of texts.
  public var descriptionRevision: UInt64 { layout.descriptionRevision }
  /// Whether decisions about input are recorded.
  public var explains: Bool { log.explains }
  /// Steps of gestures since they were last taken by ``takeGestureEvents()``.
  public var gestureEvents: [GestureEvent] { log.gestures }

  /// Whether ``takeGestureEvents()`` tells of steps of gestures. Off, they cost nothing.
  public var recordsGestures: Bool {
    get { log.recordsGestures }
    set { log.recordsGestures = newValue }
  }

  /// Whether ``takeLayoutEvents()`` tells of layout passes. Off, they cost nothing.
  public var recordsLayout: Bool {
    get { log.recordsLayout }
    set { log.recordsLayout = newValue }
  }

  /// Takes the steps of gestures since the last call, in order.
  public mutating func takeGestureEvents() -> [GestureEvent] {
    log.takeGestures()
  }

  /// Forgets the steps of gestures, the decisions about input, the ends of transactions and the
  /// changes of the layout that nobody took, and keeps their storage.
  public mutating func discardEvents() {
    log.discard()
    _ = motion.transactions.takeEvents()
  }

  // MARK: The loop

  /// How many ends of transactions are worked through in order of time in one call: a scene whose
  /// actions trigger each other would hold up the loop after a long sleep.
  private static let eventLimit = 1000

  /// Moves on to `time`, unless it has passed.
  ///
  /// What transactions trigger when they end happens at the moment of that end, also if it lies
  /// between two frames. O(channels) when something ends, else O(pans + transactions).
  public mutating func advance(to time: Instant) {
    // All that comes from outside comes by here, and changes something.
    changes &+= 1
    move(to: time)
  }

  /// Moves on to `time` without news from outside; what happens on the way is counted.
  mutating func move(to time: Instant) {
    if !actions.hasAppeared {
      changes &+= 1
      motion.advance(to: time)
      actions.appear()
      runDueActions()
    }
    var count = 0
    while let moment = nextMoment, moment <= max(now, time), count < Self.eventLimit {
      motion.advance(to: moment)
      changes &+= 1
      updateDrive()
      reportTransactions()
      interaction.advance(to: moment)
      takeSteps()
      count += 1
    }
    motion.advance(to: time)
    manipulation.settleVelocities(parts)
    carryOutCommands()
    updateDrive()
    guard motion.settle() else { return }
    changes &+= 1
    updateDrive()
    manipulation.dropLevers(parts)
    carryOutCommands()
  }

  /// Updates the links of the edges for the present motion of the drivers.
  mutating func updateDrive() {
    guard parts.drive.update(&parts.layout, &parts.motion, manipulation) else { return }
    changes &+= 1
    manipulation.keepInRange(byDrivers: true, with: nil, parts)
    carryOutCommands()
  }

  /// The next moment at which time alone changes something: a transaction ends, or a recogniser
  /// reaches its deadline.
  private var nextMoment: Instant? {
    .earlier(interaction.arena.deadline, motion.transactions.nextEvent)
  }

  /// The contacts that are down, in the order in which they touched.
  public var touches: [(id: UInt64, position: Point)] {
    interaction.contacts.map { ($0.id, $0.position) }
  }

  /// Takes what one device says of one moment.
  ///
  /// A contact belongs to the gestures of the view under it when it begins, and of the views that
  /// this one is in, until it lifts. O(gestures × contacts²) besides a hit test per contact that
  /// begins; no allocation.
  public mutating func handle(_ frame: TouchFrame) {
    advance(to: frame.time)
    passStaged()
    cancelHiddenGestures()
    interaction.beginFrame(at: frame.time)
    for contact in frame.contacts {
      guard contact.phase == .began else {
        interaction.update(contact)
        continue
      }
      begin(contact)
      takeSteps()
    }
    interaction.recognize(frame)
    takeSteps()
    interaction.beginFrame(at: frame.time)
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      guard let tap = interaction.takeTap(of: contact) else { continue }
      actions.take(tap, at: contact.position, motion)
      runDueActions()
    }
    if let scroll = frame.scroll { take(scroll) }
    if let hover = frame.hover { parts.interaction.take(hover, parts.motion, parts.layout) }
    takeSteps()
  }

  private mutating func begin(_ contact: Contact) {
    let hit = HitTest.view(at: contact.position, motion, layout)
    if log.explains, contact.position.isFinite {
      log.note(
        .hit(
          HitDecision(
            contact: contact.id, time: interaction.time, point: contact.position, view: hit,
            misses: HitTest.misses(at: contact.position, hit: hit, motion, layout))))
    }
    parts.interaction.begin(contact, on: hit, parts.motion.tree, canTap: !actions.isEmpty)
  }

  private mutating func take(_ scroll: ScrollInput) {
    if scroll.phase == .began || scroll.phase == .step {
      interaction.endScroll(at: scroll.position)
      takeSteps()
    }
    parts.interaction.take(scroll, parts.motion, parts.layout)
    takeSteps()
  }

  /// Does what the recognisers have decided since the last call, and runs the actions that this
  /// triggers.
  mutating func takeSteps() {
    while let step = interaction.nextStep() {
      take(step)
      runDueActions()
    }
  }

  private mutating func take(_ step: GestureStep) {
    if log.explains { log.note(.step(step)) }
    let index = step.recognizer
    switch step.outcome {
    case .touched:
      // A gesture that runs holds the view already.
      guard !parts.isActive(index) else { return }
      manipulation.catch(gesture: index, parts)
      carryOutCommands()
    case .recognized: begin(gesture: index)
    case .changed:
      interaction.dropTaps(of: index)
      follow(gesture: index)
      report(index, .changed)
    case .ended: end(gesture: index, .ended)
    case .cancelled: end(gesture: index, .cancelled)
    case .failed:
      manipulation.letGo(gesture: index, parts)
      carryOutCommands()
    case .waits: break
    }
  }

  private mutating func begin(gesture index: Int) {
    interaction.dropTaps(of: index)
    interaction.begin(gesture: index)
    if let constraint = manipulation.constraint(ofGesture: index),
      layout.usualConstant(of: constraint) == nil
    {
      // An action has taken the constraint out.
      interaction.cancel(gesture: index, at: interaction.time)
    }
    manipulation.begin(gesture: index, parts)
    carryOutCommands()
    let kind = interaction.gestures[index].kind
    report(index, kind.isDiscrete ? .recognized : .began)
    // A scroll has a translation when it begins.
    if kind == .scroll { follow(gesture: index) }
  }

  private mutating func follow(gesture index: Int) {
    manipulation.followPart(gesture: index, parts)
    carryOutCommands()
    manipulation.followLeads(gesture: index, parts)
    carryOutCommands()
  }

  private mutating func end(gesture index: Int, _ phase: GesturePhase) {
    report(index, phase)
    manipulation.release(gesture: index, parts)
    carryOutCommands()
    manipulation.finishRelease(gesture: index, parts)
    carryOutCommands()
  }

  /// Tells of a step of a gesture, and triggers the actions that wait for it.
  private mutating func report(_ index: Int, _ phase: GesturePhase) {
    interaction.noteOrigin(of: index)
    if log.recordsGestures { log.note(interaction.event(of: index, phase, motion)) }
    actions.trigger(.gesture(index, phase))
  }

  /// Carries out what gestures ask of views.
  mutating func carryOutCommands() {
    guard !manipulation.commands.isEmpty else { return }
    for index in manipulation.commands.indices { carryOut(manipulation.commands[index]) }
    manipulation.discardCommands()
    updateDrive()
  }

  private mutating func carryOut(_ command: ManipulationCommand) {
    let view = command.view
    switch command.action {
    case .layOutScroll:
      // An offset that constraints are tied to is a driver of the layout.
      guard !layout.tiesScrollOffset(of: view) else { return }
      let offset = Vector(
        dx: motion.model(.scrollX, of: view), dy: motion.model(.scrollY, of: view))
      layout.setScrollOffset(offset, of: view)
    default: if motion.carryOut(command) { changes &+= 1 }
    }
  }

  /// Cancels the gestures whose views have been hidden, and carries out all steps that wait, those
  /// of gestures that were switched off included.
  mutating func cancelHiddenGestures() {
    parts.interaction.cancelHidden(parts.motion.tree, parts.layout, at: now)
    guard interaction.hasSteps else { return }
    changes &+= 1
    takeSteps()
  }

  /// Runs a layout pass if one is due and lets `animation` carry what it moved; without one it
  /// jumps.
  mutating func passLayout(animatedBy animation: Animation?) {
    // A pass may change the range of an offset, and with that the offset.
    for _ in 0..<2 where parts.drive.needsPass(layout, motion) { runPass(animatedBy: animation) }
  }

  private mutating func runPass(animatedBy animation: Animation?) {
    setStaged(with: animation)
    parts.drive.prepare(&parts.layout, &parts.motion)
    let links = motion.links
    guard layout.pass() else { return }
    parts.drive.relink(&parts.layout, &parts.motion)
    takeFrames(animatedBy: animation, from: links)
    manipulation.keepInRange(byDrivers: false, with: animation, parts)
    carryOutCommands()
  }

  /// Sets the edges' models to the frames of the last layout pass. Where the present links move an
  /// edge at another velocity than `old` did, `animation` starts with the difference.
  mutating func takeFrames(animatedBy animation: Animation?, from old: EdgeLinks? = nil) {
    changes &+= 1
    if screen.size != layout.screenSize {
      screen.size = layout.screenSize
      interaction.setScreen(screen.size)
    }
    motion.transactions.notePass(animation)
    noteHiding(animation)
    if log.recordsLayout { recordLayout() }
    let views = motion.tree.indices
    if views.contains(where: { motion.movesEndless($0, to: layout.frames[$0]) }) {
      motion.endEndlessEdges()
    }
    for (view, frame) in layout.frames.enumerated() where views.contains(view) {
      let follows = motion.links?.moves(view) == true
      let frame = follows ? layout.exactFrame(of: view) : frame
      if animation != nil, follows || old?.moves(view) == true {
        motion.carryVelocities(of: view, from: old)
      }
      motion.set(.left, of: view, to: frame.left, with: animation)
      motion.set(.top, of: view, to: frame.top, with: animation)
      motion.set(.right, of: view, to: frame.right, with: animation)
      motion.set(.bottom, of: view, to: frame.bottom, with: animation)
    }
    manipulation.keepPoints(with: animation, parts)
    carryOutCommands()
  }

  /// Lays out staged changes without animation. Exception: if only measured sizes are staged, they
  /// join the last layout change that is still animated.
  mutating func passStaged() {
    let wasUpright = isUpright
    if layout.waitsForMeasuredOnly,
      let last = motion.transactions.lastPass(at: now, rate: motion.rate)
    {
      motion.transactions.begin(isControlled: false)
      passLayout(animatedBy: last.animation)
      if let id = motion.endTransaction() { motion.transactions.join(id, to: last.id) }
    }
    passLayout(animatedBy: nil)
    turned(since: wasUpright)
    runDueActions()
  }
}
