import SnapbackBasics
import SnapbackGestures
import SnapbackLayout
import SnapbackProtocol
import SnapbackTouches

/// The contacts and pointers on a scene, and the gestures that its recognizers recognize.
///
/// The methods take contacts, scrolls and hovers; ``nextStep()`` returns the results of the
/// recognizers, in order. Only this type changes the arena.
struct Interaction: ~Copyable {
  /// A gesture of the scene; its recognizer has the same index in the arena.
  struct Gesture {
    let name: String?
    let kind: GestureKind
    let view: Int
    let cancelsTouches: Bool
    let identity: GestureIdentity
    let condition: VariationCondition?
    /// The id of the gesture's last run, assigned when it began.
    fileprivate(set) var id: UInt64 = 0
    /// Whether the gesture has seen an injected contact since it last began.
    fileprivate(set) var isInjected = false
  }

  private(set) var gestures: [Gesture]
  private(set) var arena: GestureArena
  /// Contacts that are down, in the order in which they touched.
  private(set) var contacts: [Contact] = []
  /// The views that contacts and pointers can hit.
  var touchable: TouchableViews
  /// The time of the touch frame or step being handled; velocities and events refer to this time.
  ///
  /// It may be earlier than the engine's time: after the kernel has timestamped an event and before
  /// the daemon reads it, the engine may advance to send a frame to clients.
  private(set) var time = Instant.zero
  /// Whether the scroll being handled is a step of a wheel.
  private(set) var isWheelStep = false
  /// The id of the next gesture.
  private(set) var nextID: UInt64
  /// The touches that may trigger actions.
  private(set) var touches: TouchList
  /// The gesture that a touchpad scrolls.
  private var scrolling: Int?
  /// The number of the arena's steps that have been handled.
  private var takenSteps = 0
  /// Whether a view has been hidden since the last call of ``cancelHidden(_:_:at:)``.
  private var hasNewlyHidden = false
  private let address = PassedByAddress()

  init(_ blueprint: SceneBlueprint, _ tree: ViewTree, firstID: UInt64) {
    arena = Self.arena(of: blueprint.gestures, tree)
    let identities = GestureIdentity.list(of: blueprint.gestures) {
      blueprint.views[$0].appearance.name
    }
    gestures = zip(blueprint.gestures, identities).map { gesture, identity in
      Gesture(
        name: gesture.name, kind: gesture.recognizer.settings.kind, view: gesture.view,
        cancelsTouches: gesture.cancelsTouches, identity: identity,
        condition: gesture.condition)
    }
    nextID = firstID
    touchable = TouchableViews(blueprint.views)
    touches = TouchList(delayedBy: blueprint.gestures)
    arena.setScreen(blueprint.screen.size)
    contacts.reserveCapacity(4 * FingerSet.limit)
  }

  /// The recognizers of a scene's gestures. Pans from an edge of the screen are first, then the
  /// gestures of deeper views; on one view, taps with larger tap counts are first.
  ///
  /// Invalid relations, which a scene reader refuses, are dropped.
  private static func arena(of gestures: [SceneGesture], _ tree: ViewTree) -> GestureArena {
    func rank(_ index: Int) -> (Int, Int, Int, Int) {
      let settings = gestures[index].recognizer.settings
      let taps = if case .tap(let tap) = settings { tap.taps } else { 1 }
      return (
        settings.kind == .edgePan ? 0 : 1, -tree.depth(of: gestures[index].view), -taps, index
      )
    }
    let order = gestures.indices.sorted { rank($0) < rank($1) }
    let descriptions = gestures.map(\.recognizer)
    let alone = descriptions.map { GestureDescription($0.settings) }
    return GestureArena(descriptions, order: order) ?? GestureArena(alone, order: order)
      ?? GestureArena.empty
  }

  // MARK: Reading

  /// Whether no gesture is running and no recognizer waits; a pointer may hover.
  var isAtRest: Bool {
    var isBusy = false
    arena.forEachActive { if gestures[$0].kind != .hover { isBusy = true } }
    return !isBusy && deadline == nil
  }

  /// The earliest time at which, without further input, a recognizer acts or a delayed touch is
  /// reported as down.
  @inline(__always)
  var deadline: Instant? {
    touches.isPending ? .earlier(arena.deadline, touches.deadline) : arena.deadline
  }

  /// Whether steps are waiting to be handled.
  var hasSteps: Bool { takenSteps < arena.steps.count }

  /// The next time at which a gesture changes without input: a recognizer acts on a deadline, or a
  /// finger is first considered still.
  func nextEvent(after now: Instant) -> Instant? {
    var earliest = deadline
    arena.forEachActive { index in
      guard let moment = arena.stopMoment(of: index, after: now) else { return }
      earliest = min(earliest ?? moment, moment)
    }
    return earliest
  }

  /// The event that reports a step of a gesture to clients.
  func event(of index: Int, _ phase: GesturePhase, _ motion: borrowing MotionStore) -> GestureEvent
  {
    let (gesture, recognizer) = (gestures[index], arena[index])
    let parent = motion.tree.parent(of: gesture.view)
    let toParent = Presentation(at: motion.now).toScreen(parent, motion).inverse
    let velocity = recognizer.velocity(at: time)
    var event = GestureEvent(
      id: gesture.id, time: time, view: gesture.view, kind: gesture.kind.rawValue,
      name: gesture.name, phase: phase, location: recognizer.location,
      translation: toParent.map { $0(recognizer.translation) } ?? recognizer.translation,
      velocity: toParent.map { $0(velocity) } ?? velocity)
    if gesture.kind == .pinch {
      event.scale = GestureEvent.Measure(
        value: recognizer.scale, velocity: recognizer.scaleVelocity(at: time))
    }
    if gesture.kind == .rotation {
      event.rotation = GestureEvent.Measure(
        value: recognizer.rotation, velocity: recognizer.rotationVelocity(at: time))
    }
    event.isInjected = gesture.isInjected
    return event
  }

  // MARK: Steps

  /// Removes and returns the next step of a recognizer; nil when there is none left.
  mutating func nextStep() -> GestureStep? {
    guard hasSteps else {
      arena.discardSteps()
      takenSteps = 0
      isWheelStep = false
      return nil
    }
    let step = arena.steps[takenSteps]
    takenSteps += 1
    time = step.time
    return step
  }

  /// Begins a gesture with a new id.
  mutating func begin(gesture index: Int) {
    gestures[index].id = nextID
    gestures[index].isInjected = false
    nextID += 1
  }

  /// Records whether a gesture has seen an injected contact.
  mutating func noteOrigin(of index: Int) {
    if arena.hasSeen(atLeast: Contact.firstInjectedID, index) { gestures[index].isInjected = true }
  }

  /// Cancels the taps of a recognized gesture's fingers, if the gesture cancels touches.
  mutating func dropTaps(of index: Int) {
    guard !touches.isEmpty, gestures[index].cancelsTouches else { return }
    touches.cancel { arena.hasSeen($0.contact, index) }
  }

  /// Removes and returns the next touch event up to a time; nil if there is none.
  mutating func nextTouchEvent(at time: Instant) -> TouchEvent? {
    touches.nextEvent(at: time, arena)
  }

  /// Advances to a moment, and handles the recognizers' deadlines up to it.
  mutating func advance(to moment: Instant) { arena.advance(to: moment) }

  // MARK: Contacts

  /// Begins a touch frame.
  mutating func beginFrame(at time: Instant) { self.time = time }

  /// Adds a contact that has begun, and assigns it to the gestures of the view that it hit, if any,
  /// and of that view's ancestors. The fingers of a touchpad have moved before they become
  /// contacts, so they cannot tap or press.
  mutating func begin(
    _ contact: Contact, on hit: Int?, _ tree: ViewTree, for interest: TouchInterest
  ) {
    contacts.removeAll { $0.id == contact.id }
    contacts.append(contact)
    guard let hit else { return }
    var (view, waits) = (hit, false)
    let hasMoved = contact.tool == .touchpadFinger
    while true {
      for index in gestures.indices
      where gestures[index].view == view && !gestures[index].kind.isPointer
        && !(hasMoved && gestures[index].kind.isStationary)
      {
        arena.give(contact.id, to: index, at: time)
        if touches.isDelayed(byGesture: index), arena.isEnabled(index) { waits = true }
      }
      guard view != 0 else { break }
      view = tree.parent(of: view)
    }
    let tap = Tap(contact: contact.id, view: hit, start: contact.position)
    touches.add(tap, for: hasMoved ? .nothing : interest, waits: waits, at: time)
  }

  /// Cancels the tap and the long press of the contact that has just begun, because the contact has
  /// stopped the content that a gesture scrolls.
  mutating func spendTouch(by index: Int) {
    guard let contact = contacts.last?.id, arena.hasSeen(contact, index) else { return }
    touches.cancel { $0.contact == contact }
    arena.spend(contact, by: index, at: time)
  }

  /// Updates a known contact after it has moved or lifted.
  mutating func update(_ contact: Contact) {
    switch contact.phase {
    case .began: break
    case .moved:
      guard let known = contacts.firstIndex(where: { $0.id == contact.id }) else { return }
      contacts[known].position = contact.position
      if !touches.isEmpty { touches.move(contact.id, to: contact.position) }
    case .ended, .cancelled: contacts.removeAll { $0.id == contact.id }
    }
  }

  /// Sets the directions in which travel begins a pan.
  mutating func setWays(_ ways: DragWays, of index: Int) { arena.setWays(ways, of: index) }

  /// Passes a touch frame to the recognizers of its contacts.
  mutating func recognize(_ frame: TouchFrame) { arena.handle(frame) }

  /// Lifts the tap of a contact that has ended, or cancels that of a cancelled contact.
  ///
  /// Call this method after the steps of the touch frame have been handled: a gesture that begins
  /// in that touch frame cancels the taps of its fingers.
  mutating func endTap(of contact: Contact) {
    guard contact.phase == .ended else { return touches.cancel { $0.contact == contact.id } }
    touches.lift(contact.id, at: contact.position)
  }

  // MARK: Pointers

  /// Cancels the running scroll because another one begins.
  mutating func endScroll(at position: Point) {
    guard let index = scrolling else { return }
    scrolling = nil
    let end = ScrollInput(phase: .cancelled, position: position, delta: .zero)
    arena.scroll(end, on: index, at: time)
  }

  /// The gesture by which a wheel or a touchpad scrolls a view; nil if there is none.
  func pointerScroll(of view: Int) -> Int? {
    gestures.indices.first {
      gestures[$0].view == view && gestures[$0].kind == .scroll && arena.isEnabled($0)
        && arena.mayBegin($0)
    }
  }

  /// Begins a scroll, or a step of a wheel, on a scroll gesture. Further scroll input goes to that
  /// gesture, wherever the pointer moves.
  mutating func begin(_ input: ScrollInput, on index: Int) {
    arena.scroll(input, on: index, at: time)
    if input.phase == .began { scrolling = index }
    isWheelStep = input.phase == .step
  }

  /// Continues or ends the running scroll.
  mutating func handle(_ input: ScrollInput) {
    guard let index = scrolling else { return }
    arena.scroll(input, on: index, at: time)
    if input.phase != .changed { scrolling = nil }
  }

  /// Passes the position of a hovering pointer to the hover gestures. The pointer is over the view
  /// under it and over that view's ancestors.
  mutating func handle(_ input: HoverInput, _ motion: borrowing MotionStore, _ layout: LayoutStage)
  {
    var point: Point?
    if case .at(let place) = input, place.isFinite { point = place }
    let hit = point.flatMap { HitTest.view(at: $0, touchable, motion, layout) }
    for index in gestures.indices where gestures[index].kind == .hover {
      let isOver = hit.map { motion.tree.isWithin($0, gestures[index].view) } ?? false
      arena.hover(isOver ? point : nil, on: index, at: time)
    }
  }

  // MARK: Canceling

  /// Enables or disables the gestures with a name; disabling cancels them.
  mutating func setEnabled(_ isEnabled: Bool, gesturesNamed name: String, at time: Instant) {
    for index in gestures.indices where gestures[index].name == name {
      arena.setEnabled(isEnabled, index, at: time)
    }
  }

  /// Evaluates the conditions under which gestures may begin.
  mutating func setContext(_ context: VariationContext) {
    for index in gestures.indices {
      guard let condition = gestures[index].condition else { continue }
      arena.setMayBegin(condition.matches(context), index)
    }
  }

  mutating func cancel(gesture index: Int, at time: Instant) { arena.cancel(index, at: time) }

  /// Cancels all gestures.
  mutating func cancelAll(at time: Instant) { arena.cancelAll(at: time) }

  /// Cancels the gestures that have no counterpart in another scene.
  mutating func cancel(missingIn others: Set<GestureIdentity>, at time: Instant) {
    for index in gestures.indices where !others.contains(gestures[index].identity) {
      arena.cancel(index, at: time)
    }
  }

  /// Discards all contacts. Each contact has no effect until it lifts and touches again.
  mutating func forgetContacts() {
    contacts.removeAll(keepingCapacity: true)
    touches.cancel { _ in true }
  }

  /// Records that a view has been hidden.
  mutating func noteHidden() { hasNewlyHidden = true }

  /// Cancels the gestures whose views or their ancestors have been hidden.
  mutating func cancelHidden(_ tree: ViewTree, _ layout: LayoutStage, at time: Instant) {
    guard hasNewlyHidden else { return }
    hasNewlyHidden = false
    for index in gestures.indices
    where tree.nearest(from: gestures[index].view, where: layout.isHidden) != nil {
      arena.cancel(index, at: time)
    }
  }

  /// Passes the size of the screen, and so the position of its edges, to the recognizers.
  mutating func setScreen(_ size: Size) { arena.setScreen(size) }

  // MARK: Another scene

  /// Takes over the contacts of another scene, and its gestures with counterparts in this scene.
  /// Returns each pair of indices.
  mutating func adopt(_ other: borrowing Interaction) -> [(new: Int, old: Int)] {
    contacts = other.contacts
    var kept: [(new: Int, old: Int)] = []
    for index in gestures.indices {
      let identity = gestures[index].identity
      guard let old = other.gestures.firstIndex(where: { $0.identity == identity }) else {
        continue
      }
      arena.adopt(index, from: other.arena, old)
      gestures[index].id = other.gestures[old].id
      gestures[index].isInjected = other.gestures[old].isInjected
      kept.append((index, old))
    }
    scrolling = other.scrolling.flatMap { old in kept.first { $0.old == old }?.new }
    return kept
  }
}
