public import SnapbackBasics
import SnapbackGestures
public import SnapbackLayout
public import SnapbackMotion
public import SnapbackProtocol
public import SnapbackTouches

/// A running scene: it takes touches, changes and times, and produces frames for clients and
/// events.
///
/// The caller passes the time; the engine reads no clock, so the same input gives the same output,
/// live or replayed. It follows three rules:
/// - Constraints determine the **frame**, the rectangle of a view. A gesture drives the
///   **transform**, which is applied after layout and never affects layout. A pan of any length
///   costs no layout pass.
/// - The drawn value is model + residual terms (``AnimatedValue``). A change of the model adds a
///   term that keeps the drawn value where it was; a release adds a term with the finger's
///   velocity.
/// - Time never runs backwards: input that is older than the last input is handled at the time of
///   the last input.
public struct Engine: ~Copyable {
  /// The properties of each view that renderers need, in the order of the frames.
  public let appearances: [ViewAppearance]
  var loop: SceneLoop
  var sampler = Sampler()

  /// Creates an engine at rest, with its layout done.
  ///
  /// The blueprint's views must be those of its layout tree, parents first.
  ///
  /// `firstGesture` is the id of the first gesture, so that an engine that replaces another can
  /// continue its count.
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

  /// The latest time that was passed to the engine.
  public var now: Instant { loop.now }

  /// Advances to `time`, unless that time has passed.
  ///
  /// Actions that the end of a transaction triggers run at the moment of that end, even if that
  /// moment is between two frames sent to clients. O(channels that move) when something ends, else
  /// O(pans + transactions).
  public mutating func advance(to time: Instant) { loop.advance(to: time) }

  /// The moment at which the next frame sent to clients can differ without new input. O(gestures),
  /// no allocation.
  public var wakeUp: WakeUp { loop.wakeUp }

  /// The next event other than motion in closed form. Never ``WakeUp/everyFrame``.
  ///
  /// At such an event, a transaction or the last motion ends, a recognizer acts on a deadline, or a
  /// finger is first considered still. Or a driver leaves the present piece of the layout, the
  /// source of a binding reaches a kink of its map, or the search for such a moment continues. A
  /// client that evaluates motions in closed form needs no frame until that event. O(gestures), no
  /// allocation.
  public var nextChange: WakeUp { loop.nextChange }

  /// Whether nothing moves or waits to move, and no gesture is running; a pointer may hover.
  public var isAtRest: Bool { loop.isAtRest }

  /// The valid range of ``motionRate``.
  public static let motionRates: ClosedRange<Double> = 0.001...1000
  /// The speed of motions relative to the clock.
  public var motionRate: Double { loop.parts.motion.rate }
  /// Whether the user has asked for reduced motion.
  public var reducesMotion: Bool { loop.parts.motion.settings.reducesMotion }
  /// Whether animations complete immediately.
  public var completesInstantly: Bool { loop.parts.motion.settings.completesInstantly }

  /// Sets the rate of motions from `time` on, including running ones: 0.1 is slow motion.
  ///
  /// Nothing jumps, and fingers are not slowed down. A released view keeps the finger's velocity
  /// relative to the motion's own time, so it follows the same path as at rate 1, only slower. The
  /// rate is clamped to ``motionRates``.
  public mutating func setMotionRate(_ rate: Double, at time: Instant) {
    advance(to: time)
    let range = Self.motionRates
    loop.parts.motion.setRate(rate.isNaN ? 1 : min(max(rate, range.lowerBound), range.upperBound))
    loop.updateDrive()
  }

  /// Sets whether animations complete immediately, including running ones.
  public mutating func setCompletesInstantly(_ flag: Bool, at time: Instant) {
    advance(to: time)
    loop.parts.motion.setCompletesInstantly(flag)
    loop.updateDrive()
    if flag { loop.reportTransactions() }
  }

  /// Sets whether the user has asked for reduced motion; applies to animations that begin later.
  public mutating func setReducesMotion(_ flag: Bool, at time: Instant) {
    advance(to: time)
    loop.parts.motion.setReducesMotion(flag)
  }

  // MARK: Input

  /// Handles the input of one device at one moment.
  ///
  /// From touch to lift, a contact is tracked by the gestures of the view under it and of that
  /// view's ancestors. O(gestures × contacts²) plus one hit test per new contact; no allocation.
  public mutating func handle(_ frame: TouchFrame) { loop.handle(frame) }

  /// The contacts that are down, in the order in which they touched.
  public var touches: [(id: UInt64, position: Point)] {
    loop.parts.interaction.contacts.map { ($0.id, $0.position) }
  }

  /// The id of the next gesture.
  public var nextGestureID: UInt64 { loop.parts.interaction.nextID }

  /// Cancels all gestures and discards all contacts. Views then return to their frames, as after
  /// any cancelled pan.
  ///
  /// A finger that is down has no effect until it lifts and touches again.
  public mutating func cancelContacts(at time: Instant) {
    advance(to: time)
    loop.parts.interaction.cancelAll(at: now)
    loop.handleSteps()
    loop.parts.interaction.forgetContacts()
    loop.reportTouches()
  }

  /// Ends all motions at their goals and discards all contacts, for use after time has stood still.
  ///
  /// Running gestures are cancelled, and their views jump to their frames.
  public mutating func settle(at time: Instant) {
    cancelContacts(at: time)
    loop.parts.motion.finishAll()
    loop.updateDrive()
    loop.reportTransactions()
  }

  // MARK: Changes

  /// The maximum nesting depth of blocks of changes.
  public static let blockDepthLimit = 8

  /// Makes all changes as one transaction; if one is invalid, makes none and throws.
  ///
  /// With an animation, every channel that changes gets a residual term that starts at the old
  /// value minus the new one and has the transaction's timing. Views that the layout ties together
  /// therefore stay together while they move. Without an animation, the changed channels jump;
  /// running motions continue. The changes form a block; the layout pass at its end also animates
  /// changes that were staged before. Call ``flush(at:)`` first to exclude staged changes.
  ///
  /// - Parameters:
  ///   - isControlled: whether the transaction can be paused, scrubbed and reversed by its id. Its
  ///     terms are then not merged with those of other transactions.
  ///   - rehearsal: the layout passes of these changes, if they were run ahead of time.
  /// - Returns: the transaction's id, which the event that reports its end contains; nil without an
  ///   animation.
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

  /// Makes all changes as one transaction with a spring; without a spring they take effect
  /// immediately.
  @discardableResult
  public mutating func apply(
    _ changes: [SceneChange], animatedBy spring: Spring?, at time: Instant
  ) throws(EngineError) -> UInt64? {
    try apply(changes, animation: spring.map { .spring($0) }, at: time)
  }

  /// Makes changes that go through layout, and leaves the layout pass to the next block, flush or
  /// frame.
  public mutating func stage(_ changes: [SceneChange], at time: Instant) throws(EngineError) {
    advance(to: time)
    for change in changes {
      guard change.goesThroughLayout else { throw .notStaged }
      try change.check(in: nil, loop.parts, loop.manipulation)
    }
    _ = try loop.parts.make(changes)
    for change in changes { loop.parts.drive.stage(change, loop.parts.motion) }
    loop.noteContext()
  }

  /// Advances to a time, lays out staged changes without animation, and cancels the gestures on
  /// hidden views. A sample then shows the present state of the scene.
  public mutating func flush(at time: Instant) {
    advance(to: time)
    loop.passStaged()
    loop.cancelHiddenGestures()
  }

  /// Sets the size of a text as measured by a renderer with fonts. The next layout pass uses it, at
  /// the latest the pass for the next frame sent to clients.
  public mutating func setMeasuredSize(
    width: Double, height: Double, firstBaseline: Double? = nil, lastBaseline: Double? = nil,
    of question: TextQuestion, at time: Instant
  ) throws(EngineError) {
    advance(to: time)
    try loop.parts.layout.setMeasuredSize(
      width: width, height: height, firstBaseline: firstBaseline, lastBaseline: lastBaseline,
      of: question)
  }

  /// Runs the action with a name; if its changes are refused, logs a warning instead of throwing.
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

  /// Runs the action with a name; if its changes are refused, throws the reason.
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
    /// The goal of the transaction.
    case end
    /// The start of the transaction; its changes are undone.
    case start
    /// The positions as drawn. Frames then stay as if set directly, until the next layout pass.
    case current
  }

  /// Whether a transaction with this id is running and can be paused, scrubbed and reversed.
  public func isControlled(_ id: UInt64) -> Bool {
    loop.parts.motion.transactions[id]?.control != nil
  }

  /// Pauses a controlled transaction at its present position, with velocity 0.
  public mutating func pause(_ id: UInt64, at time: Instant) throws(EngineError) {
    advance(to: time)
    try TransactionControl(of: id, in: loop).setTime(isPaused: true, in: &loop)
  }

  /// Resumes a controlled transaction that was paused or scrubbed.
  ///
  /// If there is an animation, it takes over the remaining distance from the drawn values and
  /// velocities, as in UIKit's `continueAnimation(withTimingParameters:durationFactor:)`. Later
  /// fractions of the transaction are then measured from this point.
  public mutating func resume(
    _ id: UInt64, with animation: Animation? = nil, at time: Instant
  ) throws(EngineError) {
    advance(to: time)
    try TransactionControl(of: id, in: loop).resume(with: animation, in: &loop)
  }

  /// Shows a controlled transaction at a fraction of its distance, 0…1, and pauses it there.
  ///
  /// Each value is shown at that fraction between its start and its goal, as with UIKit's
  /// `scrubsLinearly`, and continues from the time at which its timing first reaches the fraction.
  /// For repeated runs, the fraction is that of the total time, and for endless runs that of the
  /// first run.
  ///
  /// - Parameter linearly: whether `fraction` is a fraction of the distance. Otherwise it is a
  ///   fraction of the duration, and each value is shown where its timing places it at that time.
  public mutating func scrub(
    _ id: UInt64, to fraction: Double, linearly: Bool = true, at time: Instant
  ) throws(EngineError) {
    advance(to: time)
    let control = try TransactionControl(of: id, in: loop)
    guard fraction >= 0, fraction <= 1 else { throw .notAFraction(fraction) }
    control.scrub(to: fraction, linearly: linearly, in: &loop)
  }

  /// The fraction of its distance that a controlled transaction has covered. If the transaction was
  /// last scrubbed by time, the fraction of its duration that has passed. 0…1; nil if there is no
  /// such transaction.
  ///
  /// Scrubbing a paused transaction to this fraction changes nothing. If the transaction has
  /// several timings, the fraction is that of the timing that ends last. O(channels that move).
  public func fraction(of id: UInt64) -> Double? { loop.parts.motion.fraction(of: id) }

  /// Reverses a controlled transaction: its changes are undone, and it returns to its start. A
  /// second call reverses it again.
  ///
  /// A curve runs backwards. A spring keeps its velocity and gets the start as its target.
  /// Afterwards, ``scrub(_:to:linearly:at:)`` refers to the return path.
  public mutating func reverse(_ id: UInt64, at time: Instant) throws(EngineError) {
    advance(to: time)
    try TransactionControl(of: id, in: loop).reverse(in: &loop)
  }

  /// Ends a controlled transaction immediately.
  public mutating func end(
    _ id: UInt64, at position: EndPosition, time: Instant
  ) throws(EngineError) {
    advance(to: time)
    try TransactionControl(of: id, in: loop).end(at: position, in: &loop)
  }

  /// Stops tracking a transaction, so that it is neither counted nor reported.
  ///
  /// A controlled transaction ends at its goal; the motion of another transaction continues. Does
  /// nothing if there is no transaction with this id.
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

  /// Replaces the scene; motions and gestures on views with the same name continue.
  ///
  /// Motions continue on top of the new scene's models, and `animation` moves the values from the
  /// old models to the new ones; without an animation they jump. New views appear at their
  /// positions. Transforms are kept. A running gesture is kept if the view again has a gesture with
  /// the same kind and name. Cancel the remaining gestures first:
  /// ``cancelGestures(missingIn:at:)``. The actions of the new scene start at their first steps.
  ///
  /// - Parameter goesOn: whether this is a changed version of the same scene. Then actions with the
  ///   same name and number of steps keep their step, actions for the scene's appearance are not
  ///   triggered again, and actions that wait for the completion of a running one keep waiting.
  /// - Returns: the id of the transaction that moves the values; nil without an animation.
  @discardableResult
  public mutating func replaceScene(
    _ blueprint: SceneBlueprint, animation: Animation? = nil, goesOn: Bool = false
  ) -> UInt64? {
    var blueprint = blueprint
    blueprint.layout.copyMeasuredSizes(of: loop.parts.layout.copy)
    blueprint.validate()
    var next = SceneLoop(
      blueprint, firstGesture: nextGestureID, number: loop.number &+ 1,
      changes: loop.changes &+ 1)
    let handover = SceneHandover(
      from: loop, to: next, blueprint, animation: animation, goesOn: goesOn)
    let id = handover.perform(from: &loop, to: &next)
    self = Engine(next, blueprint.views.map(\.appearance))
    loop.manipulate { $0.constants.restart($1, &$0.commands) }
    loop.updateDrive()
    return id
  }

  /// Cancels the gestures that have no counterpart in another scene; gesture events report this.
  public mutating func cancelGestures(missingIn blueprint: SceneBlueprint, at time: Instant) {
    advance(to: time)
    let kept = GestureIdentity.list(of: blueprint.gestures) {
      blueprint.views[$0].appearance.name
    }
    loop.parts.interaction.cancel(missingIn: Set(kept), at: now)
    loop.handleSteps()
  }
}
