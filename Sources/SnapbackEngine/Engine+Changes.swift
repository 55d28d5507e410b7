import SnapbackConstraints
import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
public import SnapbackMotion
public import SnapbackTiming

/// Changes from outside, animated or not.
extension Engine {
  /// Makes all changes as one transaction, or none and throws.
  ///
  /// Every channel that changes gets the term old − new with the transaction's one timing, so
  /// whatever the layout ties together stays tied while it moves. Without an animation it jumps;
  /// motions under way go on. The pass at the end of the block runs inside it, so what was
  /// changed before and not laid out yet is animated too; ``flush(at:)`` before excludes it.
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
    let fits = motion.links == nil && !changes.contains { layout.isDriven($0) }
    layout.rehearse(fits ? rehearsal : nil)
    defer { layout.rehearse(nil) }
    let id = try applyNow(changes, animation: animation, isControlled: isControlled)
    runDueActions()
    return id
  }

  /// The same with one spring, or without animation.
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
      try check(change, in: nil)
    }
    _ = try layout.make(changes)
    for change in changes { parts.drive.stage(change, motion) }
  }

  /// Advances to a time, lays out staged changes without animation, and cancels the gestures on
  /// hidden views, so that a sample shows the present state of the scene.
  public mutating func flush(at time: Instant) {
    advance(to: time)
    passStaged()
    cancelHiddenGestures()
  }

  /// ``apply(_:animation:isControlled:rehearsal:at:)`` at the engine's own time.
  mutating func applyNow(
    _ changes: [SceneChange], animation: Animation?, isControlled: Bool = false
  ) throws(EngineError) -> UInt64? {
    for change in changes { try check(change, in: animation) }
    let undo = try layout.make(changes)
    let isNested = changes.contains(where: \.isStructure)
    if isNested {
      // Passes come between the changes: all are taken back, and made anew one by one. That they
      // can be made is known now.
      layout.undo(undo)
    }
    let wasUpright = isUpright
    if animation != nil || isNested { motion.transactions.begin(isControlled: isControlled) }
    if isControlled {
      motion.transactions.setUndo(undo + directUndo(of: changes))
    }
    if isNested {
      perform(changes, animation: animation)
    } else {
      finishBlock(direct: changes, animation: animation)
    }
    let id = motion.endTransaction()
    updateDrive()
    turned(since: wasUpright)
    return id
  }

  var isUpright: Bool { screen.size.height >= screen.size.width }

  /// Triggers what waits for the screen to turn, if it has.
  mutating func turned(since wasUpright: Bool) {
    if isUpright != wasUpright { actions.trigger(.rotate) }
  }

  /// Makes a block's changes one by one, with the passes that they ask for.
  private mutating func perform(_ changes: [SceneChange], animation: Animation?) {
    var direct: [SceneChange] = []
    for change in changes {
      switch change {
      case .layoutIfNeeded:
        finishBlock(direct: direct, animation: animation)
        direct.removeAll()
      case .animate(let inner, let list):
        finishDirect(direct, animation: animation)
        direct.removeAll()
        perform(list, animation: inner ?? animation)
      case let change where change.goesThroughLayout && !layout.isDriven(change):
        _ = try? layout.make([change])
      default: direct.append(change)
      }
    }
    finishBlock(direct: direct, animation: animation)
  }

  private mutating func finishBlock(direct: [SceneChange], animation: Animation?) {
    for change in direct { drive(change, with: animation) }
    passLayout(animatedBy: animation)
    makeDirectly(direct, animation: animation)
  }

  private mutating func finishDirect(_ changes: [SceneChange], animation: Animation?) {
    for change in changes { drive(change, with: animation) }
    makeDirectly(changes, animation: animation)
  }

  /// Makes a change of a driven constant, and ignores other changes. An animated change of a
  /// constant that a finger holds waits for the release.
  mutating func drive(_ change: SceneChange, with animation: Animation?) {
    switch change {
    case .constant(let name, let value):
      guard let place = parts.drive.place(ofConstant: name) else { return }
      setStaged(with: animation)
      set(.left, of: place, to: value, with: animation)
    case .constantBy(let name, let way):
      guard let place = parts.drive.place(ofConstant: name) else { return }
      setStaged(with: animation)
      set(.left, of: place, to: model(.left, of: place) + way, with: animation)
    default: break
    }
  }

  /// Sets the driven constants that wait for a pass.
  mutating func setStaged(with animation: Animation?) {
    parts.drive.adoptConstants(layout, &parts.motion)
    for (place, value) in parts.drive.takeStaged() {
      set(.left, of: place, to: value, with: animation)
    }
  }

  private mutating func makeDirectly(_ changes: [SceneChange], animation: Animation?) {
    motion.transactions.note(animation)
    for change in changes { makeDirectly(change, with: animation) }
    manipulation.keepPoints(with: animation, parts)
    carryOutCommands()
  }

  /// Makes a change that does not go through layout; what a finger holds waits for its release.
  mutating func makeDirectly(_ change: SceneChange, with animation: Animation?) {
    switch change {
    case .frame(let name, let frame):
      guard let view = view(named: name) else { return }
      setFrame(frame, of: view, with: animation)
    case .center(let name, let x, let y):
      guard let view = view(named: name) else { return }
      let (old, origin) = (
        motion.modelFrame(of: view), motion.modelFrame(of: motion.tree.parent(of: view)).origin
      )
      let center = Point(
        x: x.map { $0 + origin.x } ?? old.center.x, y: y.map { $0 + origin.y } ?? old.center.y)
      setFrame(old.offset(by: center - old.center), of: view, with: animation)
    case .centerBy(let name, let offset):
      guard let view = view(named: name) else { return }
      setFrame(motion.modelFrame(of: view).offset(by: offset), of: view, with: animation)
    case .gesture(let name, let isEnabled):
      interaction.setEnabled(isEnabled, gesturesNamed: name, at: now)
    case .scrollOffset(let name, let offset):
      guard let view = view(named: name) else { return }
      setScrollOffset(offset, of: view, with: animation)
    default:
      for (channel, view, value) in channelValues(of: change) {
        set(channel, of: view, to: value, with: animation)
      }
    }
  }

  /// Sets the model of a channel. An animated change of a channel that a finger holds waits for the
  /// release.
  private mutating func set(
    _ channel: Channel, of view: Int, to value: Double, with animation: Animation?
  ) {
    if let animation, manipulation.isHeld(channel, of: view, parts),
      let change = motion.wait(channel, of: view, to: value, animation)
    {
      manipulation.wait(for: change, of: view, parts)
      carryOutCommands()
    } else {
      motion.set(channel, of: view, to: value, with: animation)
    }
  }

  /// The channels that a change sets, with their values.
  private mutating func channelValues(
    of change: SceneChange
  ) -> [(channel: Channel, view: Int, value: Double)] {
    switch change {
    case .transform(let name, let to):
      guard let view = view(named: name) else { return [] }
      // The shorter way round: the number that is nearest to the one now.
      let old = model(.rotation, of: view)
      let turn = old + TransformComponents.shortestArc(from: old, to: to.rotation)
      return [
        (.translationX, view, to.translation.dx), (.translationY, view, to.translation.dy),
        (.rotation, view, turn), (.shear, view, to.shear), (.scaleX, view, to.scale.dx),
        (.scaleY, view, to.scale.dy),
      ]
    case .translation(let name, let vector):
      guard let view = view(named: name) else { return [] }
      return [(.translationX, view, vector.dx), (.translationY, view, vector.dy)]
    case .rotation(let name, let angle):
      return view(named: name).map { [(.rotation, $0, angle)] } ?? []
    case .scale(let name, let scale):
      guard let view = view(named: name) else { return [] }
      return [(.scaleX, view, scale.dx), (.scaleY, view, scale.dy)]
    case .alpha(let name, let alpha):
      return view(named: name).map { [(.alpha, $0, alpha)] } ?? []
    case .color(let name, let color):
      guard let view = view(named: name) else { return [] }
      motion.startColor(color, of: view)
      return [
        (.red, view, Double(color.red)), (.green, view, Double(color.green)),
        (.blue, view, Double(color.blue)),
      ]
    default: return []
    }
  }

  /// Puts a frame where no constraint has it; what is in the view goes along.
  private mutating func setFrame(_ frame: Rect, of view: Int, with animation: Animation?) {
    let way = frame.origin - motion.modelFrame(of: view).origin
    motion.set(.left, of: view, to: frame.left, with: animation)
    motion.set(.top, of: view, to: frame.top, with: animation)
    motion.set(.right, of: view, to: frame.right, with: animation)
    motion.set(.bottom, of: view, to: frame.bottom, with: animation)
    guard way != .zero else { return }
    for child in motion.tree.children(of: view) {
      setFrame(motion.modelFrame(of: child).offset(by: way), of: child, with: animation)
    }
  }

  private mutating func setScrollOffset(
    _ offset: Vector, of view: Int, with animation: Animation?
  ) {
    let offset = layout.onGrid(offset)
    if !layout.tiesScrollOffset(of: view) { layout.setScrollOffset(offset, of: view) }
    if animation != nil { motion.endMomentum(of: view) }
    motion.set(.scrollX, of: view, to: offset.dx, with: animation)
    motion.set(.scrollY, of: view, to: offset.dy, with: animation)
    passLayout(animatedBy: animation)
  }
}
