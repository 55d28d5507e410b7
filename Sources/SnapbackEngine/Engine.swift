public import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
public import SnapbackTiming
import SnapbackTouches

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
  /// The time of the touch frame at work; velocities and events are of this time.
  ///
  /// It may be older than ``now``: something may have been drawn between the kernel's stamp and
  /// the reading of it.
  var touchTime = Instant.zero
  /// Counts what may have changed what will be seen; equal counts mean that nothing has.
  var changes: UInt64 = 0
  /// Counts the scenes that it has had.
  var sceneNumber: UInt64 = 1

  var layout: LayoutStage
  var motion: MotionStore
  /// For each view, where it was going when a finger stopped it; nil when none has.
  var caught: [CaughtGoals?]
  /// The scene's gestures, and what recognises them, by the same places.
  var gestures: [Gesture] = []
  var arena: GestureArena
  /// What gestures drive.
  var pans: [Pan] = []
  var constants: [ConstantDrive] = []
  /// The gesture that a wheel or a touchpad scrolls.
  var scrolling: Int?
  /// Whether the scroll at work is a step of a wheel.
  var isWheelStep = false
  /// Whether a view has been hidden since gestures on hidden views were taken away.
  var hasNewlyHidden = false
  /// Whether a gesture has been switched off since its steps were taken.
  var hasCancelledGestures = false
  /// Contacts that are down, in the order in which they touched.
  var contacts: [Contact] = []
  /// The scene's own actions.
  var actions: [RunningAction]
  /// Whether the actions for the scene's appearance have been set off.
  var hasAppeared = false
  /// Fingers that may become taps.
  var taps: [Tap] = []
  /// The view that a tap has given the focus.
  var focusedView: Int?
  /// What the sample at work looks at, and storage that it uses.
  var sampler = Presentation(at: .zero)
  var heldLeads: [HeldLead] = []
  /// What waits to be taken.
  var log = EventLog()
  /// The id of the next gesture.
  public internal(set) var nextGestureID: UInt64
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
    nextGestureID = firstGesture
    screen = blueprint.screen
    appearances = blueprint.views.map(\.appearance)
    layout = LayoutStage(blueprint)
    motion = MotionStore(blueprint)
    caught = Array(repeating: nil, count: blueprint.views.count)
    actions = blueprint.actions.map { RunningAction(action: $0) }
    arena = Self.arena(of: blueprint.gestures, motion.tree)
    addGestures(blueprint.gestures)
    arena.setScreen(screen.size)
    taps.reserveCapacity(64)
    contacts.reserveCapacity(4 * FingerSet.limit)
    if layout.passFirst(or: blueprint.layoutReport) { takeFrames(animatedBy: nil) }
  }

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
    _ = motion.takeTransactionEvents()
  }

  /// How many ends of transactions are worked through in order of time in one call: a scene whose
  /// actions set each other off would hold up the loop after a long sleep.
  private static let eventLimit = 1000

  /// Moves on to `time`, unless it has passed.
  ///
  /// What transactions set off when they end happens at the moment of that end, also if it lies
  /// between two frames. O(channels) when something ends, else O(pans + transactions).
  public mutating func advance(to time: Instant) {
    // All that comes from outside comes by here, and changes something.
    changes &+= 1
    move(to: time)
  }

  /// Moves on to `time` without news from outside; what happens on the way is counted.
  private mutating func move(to time: Instant) {
    if !hasAppeared { appear(at: time) }
    var count = 0
    while let moment = nextMoment, moment <= max(now, time), count < Self.eventLimit {
      motion.advance(to: moment)
      changes &+= 1
      reportTransactions()
      arena.advance(to: moment)
      takeSteps()
      count += 1
    }
    motion.advance(to: time)
    for index in pans.indices { settleVelocity(ofPan: index) }
    for index in constants.indices { settleVelocity(ofConstant: index) }
    guard motion.settle() else { return }
    changes &+= 1
    dropLevers()
  }

  /// When something that time alone brings is next: the end of a transaction, or what a recogniser
  /// waits for.
  private var nextMoment: Instant? {
    guard let deadline = arena.deadline else { return motion.transactions.nextEvent }
    return motion.transactions.nextEvent.map { min($0, deadline) } ?? deadline
  }

  private mutating func appear(at time: Instant) {
    hasAppeared = true
    changes &+= 1
    motion.advance(to: time)
    fire(.appear)
  }

  /// Fills in the frame for `time`; false when no view differs from what `frame` held.
  ///
  /// O(views), no allocation. `frame` has to be the one of the last call, or new.
  @discardableResult
  public mutating func update(_ frame: inout SceneFrame, at time: Instant) -> Bool {
    move(to: time)
    passStaged()
    cancelHiddenGestures()
    motion.keepHints()
    sampler.move(to: now)
    return fill(&frame)
  }

  /// Puts what ``sampler`` sees into a frame; false when no view differs from what it held.
  func fill(_ frame: inout SceneFrame) -> Bool {
    frame.time = sampler.time
    let revision = frame.revision + 1
    var isChanged = false
    for index in motion.tree.indices {
      let parent = frame.views[motion.tree.parent(of: index)]
      let state = sampler.state(of: index, in: parent, motion)
      guard state != frame.views[index] || frame.revision == 0 else { continue }
      frame.views[index] = state
      frame.revisions[index] = revision
      isChanged = true
    }
    if isChanged { frame.revision = revision }
    return isChanged
  }

  /// A frame of the scene's size for ``update(_:at:)``.
  public func makeFrame() -> SceneFrame { SceneFrame(count: motion.tree.indices.count) }

  /// Runs a layout pass if one is due and lets `animation` carry what it moved; without one it
  /// jumps.
  mutating func passLayout(animatedBy animation: Animation?) {
    if layout.pass() { takeFrames(animatedBy: animation) }
  }

  /// Sets the frames to those of the last layout pass.
  private mutating func takeFrames(animatedBy animation: Animation?) {
    changes &+= 1
    if screen.size != layout.screenSize {
      screen.size = layout.screenSize
      arena.setScreen(screen.size)
    }
    motion.note(animation)
    noteHiding(isAnimated: animation != nil)
    if log.recordsLayout { recordLayout() }
    for (index, frame) in layout.frames.enumerated() where motion.tree.indices.contains(index) {
      motion.set(.left, of: index, to: frame.left, with: animation)
      motion.set(.top, of: index, to: frame.top, with: animation)
      motion.set(.right, of: index, to: frame.right, with: animation)
      motion.set(.bottom, of: index, to: frame.bottom, with: animation)
    }
  }

  /// Lays out what was changed and not laid out yet, without animation.
  mutating func passStaged() {
    let wasUpright = isUpright
    passLayout(animatedBy: nil)
    turned(since: wasUpright)
  }

  /// Forgets where views were grabbed that have come home, so that they turn about their anchor.
  private mutating func dropLevers() {
    for pan in pans where !arena.isActive(pan.gesture) {
      let channels: [Channel] = [.translationX, .translationY, .rotation]
      let isHome = channels.allSatisfy { value($0, of: pan.view).value == 0 }
      if isHome { motion.setLever(.zero, of: pan.view) }
    }
  }
}
