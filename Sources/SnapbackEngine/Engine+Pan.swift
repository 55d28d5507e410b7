import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackMotion
import SnapbackTiming
import SnapbackTouches

/// Gestures that move what they hold: translations, scroll offsets, and scales and rotations with
/// the translation that keeps what is grabbed under the fingers.
extension Engine {
  /// A gesture that moves a view or what is in it, and what it needs to know of its start.
  struct Pan {
    /// What of the view it moves.
    enum Target: Hashable {
      case translation, scrollOffset
    }
    /// What it drives besides.
    enum Part: Hashable {
      case scale(PanLimits?)
      case rotation(PanLimits?)
    }

    /// Its place among the gestures, which is that of its recogniser.
    let gesture: Int
    let view: Int
    let behavior: PanBehavior
    var target = Target.translation
    var part: Part?
    /// Whether it has begun and not been released.
    var isRunning = false
    /// Whether it has the channels of its target; of the gestures that move one view, one does.
    var leads = false
    /// Where the finger was when it took the lead, in the coordinates that it is measured in.
    var fingerStart = Point.zero
    /// What the channels of the target were then.
    var channelStart = Vector.zero
    /// What scale and shear made of the lever then.
    var leverStart = Vector.zero
    /// What the scale, as x and y, or the rotation, as x, was when it began.
    var partStart = Vector.zero
    /// Where its fingers were at the last scans.
    var trail = FingerTrail()
    /// Where animations wait to take the view when the fingers let go, besides its own way home.
    var aims: [WaitingChange] = []

    init(gesture: Int, view: Int, behavior: PanBehavior) {
      self.gesture = gesture
      self.view = view
      self.behavior = behavior
    }

    var xChannel: Channel { target == .translation ? .translationX : .scrollX }
    var yChannel: Channel { target == .translation ? .translationY : .scrollY }
    /// Content goes with the finger, so the offset goes against it.
    var sign: Double { target == .translation ? 1 : -1 }

    /// Goes on where the pan of the same view in another scene is.
    mutating func takeOver(_ other: Pan) {
      isRunning = other.isRunning
      leads = other.leads
      fingerStart = other.fingerStart
      channelStart = other.channelStart
      leverStart = other.leverStart
      partStart = other.partStart
      trail = other.trail
      aims = other.aims
    }
  }

  /// The pan begins: from here on its channels are what the finger says.
  mutating func begin(pan index: Int) {
    let view = pans[index].view
    if isWheelStep { return turnWheel(ofPan: index) }
    takeCaught(byPan: index)
    pans[index].isRunning = true
    startTrail(ofPan: index)
    if let part = pans[index].part { begin(part, ofPan: index) }
    let target = pans[index].target
    let leader = pans.indices.first {
      pans[$0].view == view && pans[$0].leads && pans[$0].target == target
    }
    if let leader {
      // Two fingers scale and turn about their middle, which is not where a pan grabbed the view.
      if pans[index].part != nil, pans[leader].part == nil { lead(pan: leader, handedOver: true) }
    } else {
      lead(pan: index)
    }
  }

  /// Takes the channels of the target into the fingers' hands; handed over, into those of fingers
  /// that hold the view already.
  mutating func lead(pan index: Int, handedOver: Bool = false) {
    pans[index].leads = true
    startTrail(ofPan: index)
    guard pans[index].target == .translation else {
      return leadScroll(pan: index, handedOver: handedOver)
    }
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    let grabbed = grabbedPoint(ofPan: index)
    let anchor = frame(of: view).point(at: motion.tree.anchor(of: view))
    let seen = pose(of: view)
    var start = Vector.zero
    var lever = Vector.zero
    let isPaired = pans.contains {
      $0.view == view && $0.part != nil && arena.isActive($0.gesture)
    }
    let follow = isPaired ? .point : behavior.follow
    if behavior.origin == .presentation || handedOver {
      start = seen.transform.translation
      if follow == .point, let inverse = seen.transform.linear.inverse {
        lever = inverse(grabbed - anchor - seen.transform.translation)
        start = grabbed - anchor - seen.transform.upright(lever)
      }
    } else if follow == .point {
      var upright = seen.transform
      upright.rotation = 0
      lever = upright.linear.inverse.map { $0(grabbed - anchor) } ?? .zero
    }
    motion.setLever(lever, of: view)
    pans[index].leverStart = seen.transform.upright(lever)
    if handedOver {
      // Fingers had it before: it is as fast as they are, and terms under way go on.
      keepTilt(ofPan: index, at: start.dx)
      start = start - residual(ofPan: index)
    } else {
      take(pan: index, at: start, seen: seen, lever: lever)
    }
    pans[index].fingerStart = measuredFinger(ofPan: index, in: present)
    // The finger's way, of which the limits make what is drawn.
    pans[index].channelStart = Vector(
      dx: behavior.limits.x?.finger(for: start.dx) ?? start.dx,
      dy: behavior.limits.y?.finger(for: start.dy) ?? start.dy)
    if handedOver { followLead(pan: index) }
  }

  /// Lets the difference die out between the tilt that is seen and that of another translation.
  private mutating func keepTilt(ofPan index: Int, at start: Double) {
    let view = pans[index].view
    guard let tilt = motion.tree.tilt(of: view) else { return }
    let seen = tilt.rotation(at: value(.translationX, of: view).value)
    motion.yieldTo(MotionState(value: seen - tilt.rotation(at: start)), .rotation, of: view)
  }

  /// What terms under way add to the translation.
  private func residual(ofPan index: Int) -> Vector {
    let view = pans[index].view
    return Vector(
      dx: value(.translationX, of: view).value - model(.translationX, of: view),
      dy: value(.translationY, of: view).value - model(.translationY, of: view))
  }

  /// What the fingers have grabbed, in the parent's coordinates: the point between the two that
  /// scale or turn the view, if there are such, else the middle of the pan's.
  ///
  /// A pan is measured without the jumps of the middle where fingers come and go; what it grabs is
  /// where they are.
  private func grabbedPoint(ofPan index: Int) -> Point {
    let view = pans[index].view
    let pair = pans.first {
      $0.view == view && $0.part != nil && arena.isActive($0.gesture)
    }
    let point = pair.map { arena[$0.gesture].location } ?? arena[pans[index].gesture].fingers.middle
    return space(ofPan: index, in: present).inverse.map { $0(point) } ?? point
  }

  /// The finger moved: so does what it drives, within its limits.
  mutating func follow(pan index: Int) {
    let view = pans[index].view
    noteFingers(ofPan: index)
    if let part = pans[index].part { follow(part, ofPan: index) }
    // Also what another gesture of the view leads: the lever is longer or shorter than it was.
    for leader in pans.indices
    where pans[leader].view == view && pans[leader].leads
      && (leader == index || pans[leader].target == .translation)
    {
      followLead(pan: leader)
    }
  }

  private mutating func followLead(pan index: Int) {
    let view = pans[index].view
    let velocity = fingerVelocity(pan: index)
    let held = heldState(ofPan: index, velocity: velocity, in: present)
    motion.follow(pans[index].xChannel, of: view, held.x)
    motion.follow(pans[index].yChannel, of: view, held.y)
    if pans[index].target == .scrollOffset { tellLayout(ofView: view) }
  }

  /// What the channels are under the finger where it is, or would be, and how fast they change.
  func heldState(
    ofPan index: Int, velocity: Vector, figure: FingerFigure? = nil, in seen: Presentation
  ) -> (x: MotionState, y: MotionState) {
    // Part by part: the whole of a pan is much to copy for each scan.
    let (sign, start) = (pans[index].sign, pans[index].channelStart)
    let grown =
      pans[index].target == .translation ? leverGrowth(ofPan: index, in: seen) : (.zero, .zero)
    let finger = measuredFinger(ofPan: index, figure: figure, in: seen)
    let way = start + sign * (finger - pans[index].fingerStart) - grown.way
    let rate = sign * velocity - grown.velocity
    var x = MotionState(value: way.dx, velocity: rate.dx)
    var y = MotionState(value: way.dy, velocity: rate.dy)
    let axes = pans[index].behavior.axes
    if axes == .vertical { x = MotionState(value: start.dx) }
    if axes == .horizontal { y = MotionState(value: start.dy) }
    let limits = limits(ofPan: index, in: seen)
    return (limits.x?.translation(for: x) ?? x, limits.y?.translation(for: y) ?? y)
  }

  /// How far fingers that scale the view have carried the grabbed point since the start, and how
  /// fast: the translation takes it back.
  private func leverGrowth(
    ofPan index: Int, in seen: Presentation
  ) -> (way: Vector, velocity: Vector) {
    let view = pans[index].view
    let lever = motion.lever(of: view)
    let isScaled = pans.contains { pan in
      guard pan.view == view, pan.isRunning, case .scale = pan.part else { return false }
      return true
    }
    // A scale that changes by itself does so between the scans, too, where nobody takes it back.
    guard lever != .zero, isScaled else { return (.zero, .zero) }
    let x = seen.value(.scaleX, of: view, motion)
    let y = seen.value(.scaleY, of: view, motion)
    let shear = seen.value(.shear, of: view, motion)
    let upright = Vector(
      dx: x.value * lever.dx + shear.value * y.value * lever.dy, dy: y.value * lever.dy)
    let sheared = shear.velocity * y.value + shear.value * y.velocity
    let rate = Vector(dx: x.velocity * lever.dx + sheared * lever.dy, dy: y.velocity * lever.dy)
    return (upright - pans[index].leverStart, rate)
  }

  /// The bounds of the channels: what the scene says, and for a scroll offset the content.
  func limits(ofPan index: Int, in seen: Presentation) -> (x: PanLimits?, y: PanLimits?) {
    pans[index].target == .translation
      ? pans[index].behavior.limits : scrollLimits(ofPan: index, in: seen)
  }

  /// A finger that rests has no velocity, although nothing arrives to say so.
  mutating func settleVelocity(ofPan index: Int) {
    let gesture = pans[index].gesture
    guard arena.isActive(gesture), arena.stopMoment(of: gesture, after: now) == nil else { return }
    let view = pans[index].view
    if pans[index].leads {
      settleVelocity(pans[index].xChannel, of: view)
      settleVelocity(pans[index].yChannel, of: view)
    }
    switch pans[index].part {
    case .scale:
      settleVelocity(.scaleX, of: view)
      settleVelocity(.scaleY, of: view)
    case .rotation: settleVelocity(.rotation, of: view)
    case nil: break
    }
  }

  private mutating func settleVelocity(_ channel: Channel, of view: Int) {
    if motion.rest(channel, of: view) { changes &+= 1 }
  }

  /// Puts a view into the finger's hands without a jump in position, turn or velocity.
  ///
  /// From the frame, on purpose, everything is reset and jumps.
  private mutating func take(pan index: Int, at start: Vector, seen: Pose, lever: Vector) {
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    guard behavior.origin == .presentation else {
      motion.hold(.translationX, of: view, at: 0, velocity: 0)
      motion.hold(.translationY, of: view, at: 0, velocity: 0)
      if !isTurnedByFingers(view) { motion.hold(.rotation, of: view, at: 0, velocity: 0) }
      return
    }
    // What is left of a catch goes on as the velocity of the point under the finger.
    let drift = seen.translationVelocity + seen.leverVelocity(lever)
    motion.hold(.translationX, of: view, at: start.dx, velocity: drift.dx)
    motion.hold(.translationY, of: view, at: start.dy, velocity: drift.dy)
    // A turn that fingers gave it stays theirs.
    guard !isTurnedByFingers(view) else { return }
    // The tilt that belongs to the new translation may differ from the one that is seen; the
    // difference is a residual that dies out by the view's own spring.
    var turn = MotionState(
      value: seen.transform.rotation, velocity: seen.rotationVelocity)
    if let tilt = motion.tree.tilt(of: view) {
      turn.value -= tilt.rotation(at: start.dx)
      turn.velocity -= tilt.slope(at: start.dx) * drift.dx
    }
    motion.hold(.rotation, of: view, at: 0, velocity: 0)
    motion.yieldTo(turn, .rotation, of: view)
  }

  /// The finger in the coordinates that the pan is measured in: those of the view's parent, where
  /// that is drawn now, and for what is in a scroll view the view's own.
  ///
  /// A parent that is flattened has no such point; the screen's stands in for it.
  func measuredFinger(
    ofPan index: Int, less way: Vector = .zero, figure: FingerFigure? = nil, in seen: Presentation
  ) -> Point {
    let (gesture, recognizer) = (pans[index].gesture, arena[pans[index].gesture])
    // A pointer that scrolls stays where it is; what it asks for moves.
    let isPointer = gestures[gesture].kind == .scroll
    let place =
      isPointer ? recognizer.location + (recognizer.translation - way) : recognizer.location
    let point = figure?.location ?? place
    return space(ofPan: index, in: seen).inverse.map { $0(point) } ?? point
  }

  /// The finger's velocity in the same coordinates.
  func fingerVelocity(pan index: Int) -> Vector {
    let velocity = arena[pans[index].gesture].velocity(at: touchTime)
    return space(ofPan: index, in: present).inverse.map { $0(velocity) } ?? velocity
  }

  private func space(ofPan index: Int, in seen: Presentation) -> AffineTransform {
    let view = pans[index].view
    return seen.toScreen(
      pans[index].target == .translation ? motion.tree.parent(of: view) : view, motion)
  }
}
