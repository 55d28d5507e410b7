public import SnapbackFrames
public import SnapbackGeometry
import SnapbackGestures
public import SnapbackLayout
public import SnapbackMotion
public import SnapbackTiming
public import SnapbackTouches

/// A scene that runs: touches, changes and the time go in, frames and events come out.
///
/// It is told the time and reads no clock, so the same input gives the same output, live or
/// replayed. Three rules hold it together:
/// - Constraints own the **frame**; a gesture drives the **transform**, which is applied after
///   layout and never disturbs it. A pan of any length costs no layout pass.
/// - What is drawn is model + residual terms (``AnimatedValue``). A change of the model adds the
///   term that keeps the picture where it was; a finger that lets go adds one with its velocity.
/// - Time never runs backwards: an input older than the last one counts as simultaneous with it.
public struct Engine: ~Copyable {
  /// The properties of each view that renderers need, in the order of the frames.
  public let appearances: [ViewAppearance]
  var loop: SceneLoop
  var sampler = Sampler()

  /// An engine at rest, laid out.
  ///
  /// The blueprint's views have to be those of its layout tree, parents first.
  ///
  /// `firstGesture` is the id of its first gesture; an engine that replaces another goes on
  /// counting.
  public init(_ blueprint: SceneBlueprint, firstGesture: UInt64 = 1) {
    blueprint.validate()
    appearances = blueprint.views.map(\.appearance)
    loop = SceneLoop(blueprint, firstGesture: firstGesture, number: 1, changes: 0)
  }

  private init(_ loop: consuming SceneLoop, _ appearances: [ViewAppearance]) {
    self.appearances = appearances
    self.loop = loop
  }

  // MARK: Time

  /// The latest time that the engine was told.
  public var now: Instant { loop.now }

  /// Moves on to `time`, unless it has passed.
  ///
  /// What transactions trigger when they end happens at the moment of that end, also if it lies
  /// between two frames. O(channels) when something ends, else O(pans + transactions).
  public mutating func advance(to time: Instant) { loop.advance(to: time) }

  /// When the next frame can differ without new input. O(gestures), no allocation.
  public var wakeUp: WakeUp { loop.wakeUp }

  /// The next event except motions in closed form: a transaction or all motion comes
  /// to its end, a recogniser decides, a finger counts as still. Never ``WakeUp/everyFrame``.
  ///
  /// A client that evaluates motions in closed form needs no frame until then. O(gestures), no
  /// allocation.
  public var nextChange: WakeUp { loop.nextChange }

  /// Whether nothing moves or waits to, and no gesture is under way; a pointer may hover.
  public var isAtRest: Bool { loop.isAtRest }

  /// The rates that motions can run at.
  public static let motionRates: ClosedRange<Double> = 0.001...1000
  /// How fast motions run against the clock.
  public var motionRate: Double { loop.parts.motion.rate }
  /// Whether the user has asked for reduced motion.
  public var reducesMotion: Bool { loop.parts.motion.settings.reducesMotion }
  /// Whether animations complete at once.
  public var completesInstantly: Bool { loop.parts.motion.settings.completesInstantly }

  /// Lets motions run at another rate from `time` on, those under way too: 0.1 is slow motion.
  ///
  /// Nothing jumps; fingers are as fast as ever. A view that is let go starts as fast by the
  /// motion's own time, so that it goes the way it would go at rate 1, only slower. The rate is
  /// held to ``motionRates``.
  public mutating func setMotionRate(_ rate: Double, at time: Instant) {
    advance(to: time)
    let range = Self.motionRates
    loop.parts.motion.setRate(rate.isNaN ? 1 : min(max(rate, range.lowerBound), range.upperBound))
  }

  /// Sets whether animations complete at once, those under way too.
  public mutating func setCompletesInstantly(_ flag: Bool, at time: Instant) {
    advance(to: time)
    loop.parts.motion.setCompletesInstantly(flag)
    if flag { loop.reportTransactions() }
  }

  /// Sets whether the user has asked for reduced motion; it applies to animations from now on.
  public mutating func setReducesMotion(_ flag: Bool, at time: Instant) {
    advance(to: time)
    loop.parts.motion.setReducesMotion(flag)
  }

  // MARK: Input

  /// Takes the input of one device at one moment.
  ///
  /// A contact belongs to the gestures of the view under it when it begins, and of the views that
  /// this one is in, until it lifts. O(gestures × contacts²) besides a hit test per contact that
  /// begins; no allocation.
  public mutating func handle(_ frame: TouchFrame) { loop.handle(frame) }

  /// The contacts that are down, in the order in which they touched.
  public var touches: [(id: UInt64, position: Point)] {
    loop.parts.interaction.contacts.map { ($0.id, $0.position) }
  }

  /// The id of the next gesture.
  public var nextGestureID: UInt64 { loop.parts.interaction.nextID }

  /// Cancels all gestures and forgets all contacts; views go home as after any cancelled pan.
  ///
  /// A finger that still touches has no effect until it lifts and touches again.
  public mutating func cancelContacts(at time: Instant) {
    advance(to: time)
    loop.parts.interaction.cancelAll(at: now)
    loop.takeSteps()
    loop.parts.interaction.forgetContacts()
  }

  /// Ends all motions at their goals and forgets all contacts, because time has stood still.
  ///
  /// Gestures under way are cancelled, and their views are home at once.
  public mutating func settle(at time: Instant) {
    cancelContacts(at: time)
    loop.parts.motion.finishAll()
    loop.reportTransactions()
  }

  // MARK: Changes

  /// How deep blocks of changes may be nested.
  public static let blockDepthLimit = 8

  /// Makes all changes as one transaction, or none and throws.
  ///
  /// Every channel that changes gets the term old − new with the transaction's one timing, so views
  /// that the layout ties together stay tied while they move. Without an animation it jumps;
  /// motions under way go on. The pass at the end of the block runs inside it, so changes that were
  /// staged before are animated too; ``flush(at:)`` before excludes them.
  ///
  /// - Parameters:
  ///   - isControlled: whether the transaction can be paused, scrubbed and reversed by its id; it
  ///     then merges with no other.
  ///   - rehearsal: the layout passes of these changes, where they have been run ahead.
  /// - Returns: the transaction's id, whose events tell when it is over; nil without animation.
  @discardableResult
  public mutating func apply(
    _ changes: [SceneChange], animation: Animation? = nil, isControlled: Bool = false,
    rehearsal: LayoutRehearsal? = nil, at time: Instant
  ) throws(EngineError) -> UInt64? {
    advance(to: time)
    if loop.parts.layout.waitsForMeasuredOnly { loop.passStaged() }
    let isDriven =
      loop.parts.motion.links != nil || changes.contains { loop.parts.layout.isDriven($0) }
    loop.parts.layout.rehearse(isDriven ? nil : rehearsal)
    defer { loop.parts.layout.rehearse(nil) }
    let block = ChangeBlock(changes, animation: animation, isControlled: isControlled)
    let id = try block.make(in: &loop)
    loop.runDueActions()
    return id
  }

  /// Makes all changes as one transaction with a spring, or at once without one.
  @discardableResult
  public mutating func apply(
    _ changes: [SceneChange], animatedBy spring: Spring?, at time: Instant
  ) throws(EngineError) -> UInt64? {
    try apply(changes, animation: spring.map { .spring($0) }, at: time)
  }

  /// Makes changes that go through layout and leaves the pass to the next block, flush or frame.
  public mutating func stage(_ changes: [SceneChange], at time: Instant) throws(EngineError) {
    advance(to: time)
    for change in changes {
      guard change.goesThroughLayout else { throw .notStaged }
      try change.check(in: nil, loop.parts, loop.manipulation)
    }
    _ = try loop.parts.layout.make(changes)
    for change in changes { loop.parts.drive.stage(change, loop.parts.motion) }
  }

  /// Advances to a time, lays out staged changes without animation, and cancels the gestures on
  /// hidden views, so that a sample shows the present state of the scene.
  public mutating func flush(at time: Instant) {
    advance(to: time)
    loop.passStaged()
    loop.cancelHiddenGestures()
  }

  /// Sets the size of a text that a renderer with fonts has measured. The next pass, at the latest
  /// that of the next frame, uses it.
  public mutating func setMeasuredSize(
    width: Double, height: Double, firstBaseline: Double? = nil, lastBaseline: Double? = nil,
    of question: TextQuestion, at time: Instant
  ) throws(EngineError) {
    advance(to: time)
    try loop.parts.layout.setMeasuredSize(
      width: width, height: height, firstBaseline: firstBaseline, lastBaseline: lastBaseline,
      of: question)
  }

  /// Runs the action with a name; if its changes are refused, it logs a warning.
  @discardableResult
  public mutating func run(
    action name: String, at time: Instant
  ) throws(EngineError) -> UInt64? {
    advance(to: time)
    guard let index = loop.actions.index(of: name) else { throw .unknownAction(name) }
    let id = loop.run(action: index)
    loop.runDueActions()
    return id
  }

  /// Runs the action with a name; if its changes are refused, it throws the reason.
  @discardableResult
  public mutating func start(
    action name: String, at time: Instant
  ) throws(EngineError) -> UInt64? {
    advance(to: time)
    guard let index = loop.actions.index(of: name) else { throw .unknownAction(name) }
    let id = try loop.start(action: index)
    loop.runDueActions()
    return id
  }

  // MARK: Controlled transactions

  /// The positions at which a controlled transaction can be ended.
  public enum EndPosition: String, Hashable, Sendable, CaseIterable {
    /// As it was asked for.
    case end
    /// As it was before; the changes are undone.
    case start
    /// As it is seen; frames are then as if set by hand, until the next layout pass.
    case current
  }

  /// Whether a transaction of this id is under way that can be paused, scrubbed and reversed.
  public func isControlled(_ id: UInt64) -> Bool {
    loop.parts.motion.transactions[id]?.control != nil
  }

  /// Stops a controlled transaction where it is; its velocity is then 0.
  public mutating func pause(_ id: UInt64, at time: Instant) throws(EngineError) {
    advance(to: time)
    try TransactionControl(of: id, in: loop).setTime(isPaused: true, in: &loop)
  }

  /// Lets a controlled transaction that was paused or scrubbed go on from there.
  public mutating func resume(_ id: UInt64, at time: Instant) throws(EngineError) {
    advance(to: time)
    try TransactionControl(of: id, in: loop).setTime(isPaused: false, in: &loop)
  }

  /// Shows a controlled transaction at a fraction of its duration, 0…1, and pauses it there.
  ///
  /// The fractions of a transaction that repeats for ever are those of its first run.
  public mutating func scrub(
    _ id: UInt64, to fraction: Double, at time: Instant
  ) throws(EngineError) {
    advance(to: time)
    let control = try TransactionControl(of: id, in: loop)
    guard fraction >= 0, fraction <= 1 else { throw .notAFraction(fraction) }
    control.setTime(toFraction: fraction, isPaused: true, in: &loop)
  }

  /// The share of a controlled transaction's duration that has passed, 0…1; nil without one.
  public func fraction(of id: UInt64) -> Double? {
    loop.parts.motion.transactions[id]?.fraction(at: now)
  }

  /// Reverses a controlled transaction: its changes are undone, and it returns to where it came
  /// from. A second call reverses it again.
  ///
  /// A curve runs backwards. A spring has a velocity and keeps it: it is aimed at the start. The
  /// way back is the transaction's new whole for ``scrub(_:to:at:)``.
  public mutating func reverse(_ id: UInt64, at time: Instant) throws(EngineError) {
    advance(to: time)
    try TransactionControl(of: id, in: loop).reverse(in: &loop)
  }

  /// Ends a controlled transaction at once.
  public mutating func end(
    _ id: UInt64, at position: EndPosition, time: Instant
  ) throws(EngineError) {
    advance(to: time)
    try TransactionControl(of: id, in: loop).end(at: position, in: &loop)
  }

  /// Forgets a transaction, so that it is neither counted nor reported.
  ///
  /// A controlled transaction ends at its end; the motion of any other continues. Does nothing
  /// without a transaction of this id.
  public mutating func abandon(_ id: UInt64, at time: Instant) {
    advance(to: time)
    if let control = try? TransactionControl(of: id, in: loop) {
      control.end(at: .end, in: &loop)
    } else {
      loop.manipulate { manipulation, _ in manipulation.freeAims(of: id) }
      loop.parts.motion.transactions.forget(id)
    }
  }

  // MARK: Another scene

  /// Replaces the scene; motions and gestures on views of the same name continue.
  ///
  /// Motions of views of the same name run on over the new scene's models, and `animation` carries
  /// the differences of the models; without one they jump. New views appear in their places.
  /// Transforms are kept, and gestures under way if the view has one of that kind and name again.
  /// Cancel the others first: ``cancelGestures(missingIn:at:)``. The actions of the new scene start
  /// at their first steps.
  ///
  /// - Parameter goesOn: whether it is the same scene, changed: actions of the same name and number
  ///   of steps keep their step, those for the scene's appearance are not triggered again, and
  ///   actions that wait for the completion of a running one keep waiting.
  /// - Returns: the id of the transaction that carries the change; nil without animation.
  @discardableResult
  public mutating func replaceScene(
    _ blueprint: SceneBlueprint, animation: Animation? = nil, goesOn: Bool = false
  ) -> UInt64? {
    var blueprint = blueprint
    blueprint.layout.takeMeasuredSizes(of: loop.parts.layout.copy)
    blueprint.validate()
    var next = SceneLoop(
      blueprint, firstGesture: nextGestureID, number: loop.number &+ 1,
      changes: loop.changes &+ 1)
    let handover = SceneHandover(
      from: loop, to: next, blueprint, animation: animation, goesOn: goesOn)
    let id = handover.perform(from: &loop, to: &next)
    self = Engine(next, blueprint.views.map(\.appearance))
    loop.manipulate { $0.restartConstants($1) }
    loop.updateDrive()
    return id
  }

  /// Cancels the gestures that have no successor in another scene; their events say so.
  public mutating func cancelGestures(missingIn blueprint: SceneBlueprint, at time: Instant) {
    advance(to: time)
    let kept = GestureIdentity.list(of: blueprint.gestures) {
      blueprint.views[$0].appearance.name
    }
    loop.parts.interaction.cancel(missingIn: Set(kept), at: now)
    loop.takeSteps()
  }
}
