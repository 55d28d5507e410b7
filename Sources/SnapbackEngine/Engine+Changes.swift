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
    if let rehearsal, rehearsal.fits(self) { rehearsed = rehearsal.passes }
    defer { rehearsed = [] }
    return try applyNow(changes, animation: animation, isControlled: isControlled)
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
    var undo: [Undo] = []
    try makeInLayout(changes, undo: &undo)
  }

  /// Lays out what was changed, without animation.
  public mutating func flush(at time: Instant) {
    advance(to: time)
    passStaged()
  }

  /// ``apply(_:animation:isControlled:rehearsal:at:)`` at the engine's own time.
  mutating func applyNow(
    _ changes: [SceneChange], animation: Animation?, isControlled: Bool = false
  ) throws(EngineError) -> UInt64? {
    for change in changes { try check(change, in: animation) }
    var undo: [Undo] = []
    try makeInLayout(changes, undo: &undo)
    let isNested = changes.contains(where: \.isStructure)
    if isNested {
      // Passes come between the changes: all are taken back, and made anew one by one. That they
      // can be made is known now.
      let indexes = viewIndexes
      layout.undo(undo) { name in indexes[name].map(ViewID.init) }
    }
    let wasUpright = isUpright
    begin(isControlled: isControlled, hasAnimation: animation != nil || isNested)
    if isControlled {
      let direct = directUndo(of: changes)
      openTransaction?.undo = undo + direct
    }
    if isNested {
      perform(changes, animation: animation)
    } else {
      finishBlock(direct: changes, animation: animation)
    }
    let id = endTransaction()
    turned(since: wasUpright)
    return id
  }

  var isUpright: Bool { screen.size.height >= screen.size.width }

  /// Sets off what waits for the screen to turn, if it has.
  mutating func turned(since wasUpright: Bool) {
    if isUpright != wasUpright { fire(.rotate) }
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
      case let change where change.goesThroughLayout:
        var undo: [Undo] = []
        try? makeInLayout([change], undo: &undo)
      default: direct.append(change)
      }
    }
    finishBlock(direct: direct, animation: animation)
  }

  private mutating func finishBlock(direct: [SceneChange], animation: Animation?) {
    passLayout(animatedBy: animation)
    finishDirect(direct, animation: animation)
  }

  private mutating func finishDirect(_ changes: [SceneChange], animation: Animation?) {
    openTransaction?.note(animation)
    for change in changes { makeDirectly(change, with: animation) }
  }

  /// Makes what goes through layout in it, also within blocks, or nothing and throws.
  private mutating func makeInLayout(
    _ changes: [SceneChange], undo: inout [Undo]
  ) throws(EngineError) {
    let indexes = viewIndexes
    let names = { name in indexes[name].map(ViewID.init) }
    do throws(LayoutError) {
      try layout.make(changes, undo: &undo, viewNamed: names)
    } catch {
      layout.undo(undo, viewNamed: names)
      undo = []
      throw .layout(error)
    }
    if changes.contains(where: \.isDescribed) { descriptionRevision += 1 }
  }

  /// Makes a change that does not go through layout; what a finger holds waits for its release.
  mutating func makeDirectly(_ change: SceneChange, with animation: Animation?) {
    switch change {
    case .frame(let name, let frame):
      guard let view = view(named: name) else { return }
      setFrame(frame, of: view, with: animation)
    case .center(let name, let x, let y):
      guard let view = view(named: name) else { return }
      let (old, origin) = (modelFrame(of: view), modelFrame(of: views[view].parent).origin)
      let center = Point(
        x: x.map { $0 + origin.x } ?? old.center.x, y: y.map { $0 + origin.y } ?? old.center.y)
      setFrame(old.offset(by: center - old.center), of: view, with: animation)
    case .centerBy(let name, let offset):
      guard let view = view(named: name) else { return }
      setFrame(modelFrame(of: view).offset(by: offset), of: view, with: animation)
    case .gesture(let name, let isEnabled):
      for index in gestures.indices where gestures[index].name == name {
        arena.setEnabled(isEnabled, index, at: now)
      }
      hasCancelledGestures = true
    case .scrollOffset(let name, let offset):
      guard let view = view(named: name) else { return }
      setScrollOffset(offset, of: view, with: animation)
    default:
      for (channel, view, value) in channelValues(of: change) {
        if holds(channel, ofView: view), let animation, wait(channel, view, value, animation) {
          continue
        }
        set(channel, of: view, to: value, with: animation)
      }
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
      let isFirst = !views[view].hasColor
      views[view].hasColor = true
      let parts: [(Channel, UInt8)] = [
        (.red, color.red), (.green, color.green), (.blue, color.blue),
      ]
      // A view without a colour has none to come from.
      for (channel, part) in parts where isFirst {
        channels[channel.index(view: view)].jump(to: Double(part))
      }
      return parts.map { ($0.0, view, Double($0.1)) }
    default: return []
    }
  }

  func modelFrame(of view: Int) -> Rect {
    Rect(
      left: model(.left, of: view), top: model(.top, of: view), right: model(.right, of: view),
      bottom: model(.bottom, of: view))
  }

  /// Puts a frame where no constraint has it; what is in the view goes along.
  private mutating func setFrame(_ frame: Rect, of view: Int, with animation: Animation?) {
    let way = frame.origin - modelFrame(of: view).origin
    set(.left, of: view, to: frame.left, with: animation)
    set(.top, of: view, to: frame.top, with: animation)
    set(.right, of: view, to: frame.right, with: animation)
    set(.bottom, of: view, to: frame.bottom, with: animation)
    guard way != .zero else { return }
    for child in views[view].children {
      setFrame(modelFrame(of: child).offset(by: way), of: child, with: animation)
    }
  }

  private mutating func setScrollOffset(
    _ offset: Vector, of view: Int, with animation: Animation?
  ) {
    try? layout.setScrollOffset(offset, of: ViewID(index: view))
    let offset = layout.scrollOffset(of: ViewID(index: view))
    set(.scrollX, of: view, to: offset.dx, with: animation)
    set(.scrollY, of: view, to: offset.dy, with: animation)
    passLayout(animatedBy: animation)
  }
}
