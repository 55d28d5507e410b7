import SnapbackBasics
import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol

/// How fingers begin to hold the channels that a pan drives.
extension Pan {
  /// The spring that moves content to the offset that a wheel requests.
  private static var wheelSpring: Spring { .critical(response: 0.2) }

  /// Makes the fingers hold the channels of a scale or a rotation.
  mutating func begin(_ part: Part, _ parts: borrowing SceneParts, _ commands: inout CommandList) {
    switch part {
    case .scale(let limits):
      let (x, y) = (parts.value(.scaleX, of: partView), parts.value(.scaleY, of: partView))
      commands.hold(.scaleX, of: partView, at: x.value, velocity: x.velocity)
      commands.hold(.scaleY, of: partView, at: y.value, velocity: y.velocity)
      let finger = limits?.finger(for: x.value) ?? x.value
      // The ratio of the scales along x and y is kept.
      let ratio = x.value == 0 ? 1 : y.value / x.value
      partStart = Vector(dx: finger, dy: finger * ratio)
    case .rotation(let limits):
      let turn = parts.value(.rotation, of: view)
      commands.hold(.rotation, of: view, at: turn.value, velocity: turn.velocity)
      partStart = Vector(dx: limits?.finger(for: turn.value) ?? turn.value, dy: 0)
    }
  }

  /// Moves the scale or the rotation to the value for the present fingers, within its limits.
  func follow(_ part: Part, _ parts: borrowing SceneParts, _ commands: inout CommandList) {
    let held = held(part, nil, parts.interaction)
    switch part {
    case .scale:
      commands.follow(.scaleX, of: partView, held)
      commands.follow(
        .scaleY, of: partView,
        MotionState(value: held.value * scaleRatio, velocity: held.velocity * scaleRatio))
    case .rotation: commands.follow(.rotation, of: view, held)
    }
  }

  /// Moves the translation or the scroll offset with the fingers. `isScaled` tells whether fingers
  /// scale the view.
  mutating func follow(
    isScaled: Bool, _ parts: borrowing SceneParts, _ commands: inout CommandList
  ) {
    if target == .scrollOffset { adaptToLimits(parts) }
    let held = held(isScaled: isScaled, parts, in: parts.present)
    commands.follow(xChannel, of: view, held.x)
    commands.follow(yChannel, of: view, held.y)
  }

  /// Makes the finger hold the scroll offset. `handedOver` means that another finger held it
  /// before.
  mutating func leadScroll(
    handedOver: Bool, _ parts: borrowing SceneParts, _ commands: inout CommandList
  ) {
    let seen = parts.present
    let (x, y) = (parts.value(.scrollX, of: view), parts.value(.scrollY, of: view))
    let way = handedOver ? .zero : firstWay(parts.interaction)
    fingerStart = measuredFinger(less: way, parts, in: seen).position
    var (limitX, limitY): (PanLimits?, PanLimits?) = (nil, nil)
    if zoomGrab == nil { (limitX, limitY) = limits(parts, in: seen) }
    range?.held = ScrollRange.HeldLimits(x: limitX, y: limitY)
    channelStart = Vector(
      dx: limitX?.finger(for: x.value) ?? x.value, dy: limitY?.finger(for: y.value) ?? y.value)
    // A layout pass can leave the offset farther out than the rubber band reaches. Move it within
    // reach.
    let reached = Vector(
      dx: limitX?.translation(for: MotionState(value: channelStart.dx)).value ?? x.value,
      dy: limitY?.translation(for: MotionState(value: channelStart.dy)).value ?? y.value)
    // A handover keeps the velocity of the fingers; the velocity of running terms decays.
    func fingers(_ channel: Channel) -> Double {
      handedOver ? parts.motion[channel.index(view: view)].modelVelocity : 0
    }
    commands.hold(
      .scrollX, of: view, at: reached.dx, velocity: x.velocity - fingers(.scrollX))
    commands.hold(
      .scrollY, of: view, at: reached.dy, velocity: y.velocity - fingers(.scrollY))
    if handedOver {
      commands.follow(
        .scrollX, of: view, MotionState(value: reached.dx, velocity: fingers(.scrollX)))
      commands.follow(
        .scrollY, of: view, MotionState(value: reached.dy, velocity: fingers(.scrollY)))
    }
    commands.add(.yield(.scrollX, MotionState(value: x.value - reached.dx)), view)
    commands.add(.yield(.scrollY, MotionState(value: y.value - reached.dy)), view)
  }

  /// Makes the fingers hold the translation. `handedOver` means that fingers already hold the view.
  ///
  /// - Parameters:
  ///   - pair: the two-finger gesture that scales or rotates the view; nil if there is none.
  ///   - isTurned: whether a rotation gesture drives the view.
  mutating func leadTranslation(
    handedOver: Bool, pair: Int?, isTurned: Bool, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    let present = parts.present
    // Two fingers that scale or rotate the view hold it at the point midway between them. A pan is
    // measured without the jumps of that point when fingers are added or lifted, but the grabbed
    // point is the actual midpoint.
    let arena = parts.interaction.arena
    let way = handedOver || pair != nil ? .zero : firstWay(parts.interaction)
    let fingers = pair.map { arena[$0].location } ?? arena[gesture].fingers.middle - way
    let old = parts.motion.linked.grab(of: view)
    held = nil
    let space = space(parts, in: present)
    let grabbed = space.inverse.map { $0(fingers) } ?? fingers
    let anchor = present.frame(of: view, parts.motion).point(at: parts.motion.tree.anchor(of: view))
    let seen = present.pose(of: view, parts.motion)
    var (start, lever) = (Vector.zero, Vector.zero)
    let follow = pair != nil ? .point : behavior.follow
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
    hold(follow == .point ? lever : nil, seen, isInParent: !space.isShift, parts, &commands)
    if handedOver {
      // Fingers held the view before. It keeps their velocity, and running terms continue.
      keepTilt(at: start.dx, parts, &commands)
      start = start - residual(parts)
      compensateFrame(from: old, parts, &commands)
    } else {
      catchView(at: start, lever, seen: seen, isTurned: isTurned, parts, &commands)
    }
    fingerStart = measuredFinger(less: way, parts, in: present).position
    // The finger's travel that the limits map to the drawn translation.
    let limits = limits(parts, in: present)
    channelStart = Vector(
      dx: limits.x?.finger(for: start.dx) ?? start.dx,
      dy: limits.y?.finger(for: start.dy) ?? start.dy)
  }

  /// Holds the view at the point given by a lever from the anchor; nil holds no point.
  private mutating func hold(
    _ vector: Vector?, _ seen: Pose, isInParent: Bool, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    let lever = Lever(
      vector: vector ?? .zero, size: parts.present.frame(of: view, parts.motion).size)
    commands.add(.lever(lever), view)
    held = vector.map { _ in
      let grab = Grab(
        lever, anchor: parts.motion.tree.anchor(of: view), in: seen.transform,
        axes: behavior.axes, isInParent: isInParent,
        scroller: parts.scroller(of: view, isInParent: isInParent))
      let start = position(of: grab, parts.motion, in: parts.present.models)
      return HeldPoint(
        grab: grab, scaledGrab: grab, lever: lever, start: start, transform: seen.transform)
    }
    commands.add(.grab(held?.grab), view)
  }

  /// Adapts the compensation for motions of the frame to the view's present scale.
  mutating func scaleGrab(_ parts: borrowing SceneParts, _ commands: inout CommandList) {
    guard let held else { return }
    let old = held.scaledGrab
    let grab = Grab(
      held.lever, anchor: parts.motion.tree.anchor(of: view),
      in: parts.present.pose(of: view, parts.motion).transform, axes: behavior.axes,
      isInParent: old.isInParent, scroller: old.scroller)
    guard grab != old else { return }
    self.held?.scaledGrab = grab
    commands.add(.grab(grab), view)
    commands.add(.compensateFrame(from: old), view)
  }

  /// Lets the drawn tilt decay to the tilt for the translation `start`.
  private func keepTilt(
    at start: Double, _ parts: borrowing SceneParts, _ commands: inout CommandList
  ) {
    guard let tilt = parts.motion.tree.tilt(of: view) else { return }
    let seen = tilt.rotation(at: parts.value(.translationX, of: view).value)
    commands.add(.yield(.rotation, MotionState(value: seen - tilt.rotation(at: start))), view)
  }

  /// The sum of the running terms of the translation. If the view is now held at its anchor, the
  /// compensation that ends with that is subtracted.
  private func residual(_ parts: borrowing SceneParts) -> Vector {
    func residual(_ channel: Channel) -> Double {
      let sum = parts.value(channel, of: view).value - parts.motion.model(channel, of: view)
      return held != nil ? sum : sum - parts.motion.lastingCompensation(channel, of: view).value
    }
    return Vector(dx: residual(.translationX), dy: residual(.translationY))
  }

  /// Makes the translation compensate for the running motions of the frame. `old` is the grab for
  /// which the translation already compensates.
  private mutating func compensateFrame(
    from old: Grab?, _ parts: borrowing SceneParts, _ commands: inout CommandList
  ) {
    guard let held else { return }
    let (new, former) = (frameMotion(of: held.grab, parts), frameMotion(of: old, parts))
    self.held?.compensation = Vector(
      dx: new.x.value - former.x.value, dy: new.y.value - former.y.value)
    commands.add(.compensateFrame(from: old), view)
  }

  /// Makes the finger hold the view without a jump in position, rotation or velocity. The
  /// translation compensates for the motion of the frame.
  ///
  /// Exception: with the origin `frame`, the channels are reset and the view jumps.
  private mutating func catchView(
    at start: Vector, _ lever: Vector, seen: Pose, isTurned: Bool, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    let frame = frameMotion(of: held?.grab, parts)
    let model = start + Vector(dx: frame.x.value, dy: frame.y.value)
    guard behavior.origin == .presentation else {
      commands.hold(.translationX, of: view, at: model.dx)
      commands.hold(.translationY, of: view, at: model.dy)
      compensateFrame(from: nil, parts, &commands)
      if !isTurned { commands.hold(.rotation, of: view, at: 0) }
      return
    }
    // The remaining velocity of the point under the finger continues and decays, and so does the
    // velocity of the frame.
    let growth =
      held.map { parts.present.vector(of: $0.lever, view, parts.motion).velocity } ?? .zero
    let drift = seen.translationVelocity + seen.leverVelocity(lever, changing: growth)
    commands.hold(
      .translationX, of: view, at: model.dx, velocity: drift.dx + frame.x.velocity)
    commands.hold(
      .translationY, of: view, at: model.dy, velocity: drift.dy + frame.y.velocity)
    compensateFrame(from: nil, parts, &commands)
    // A rotation that fingers gave to the view is kept.
    guard !isTurned else { return }
    // The tilt for the new translation may differ from the drawn one; the difference becomes a
    // residual term that decays.
    var turn = MotionState(value: seen.transform.rotation, velocity: seen.rotationVelocity)
    if let tilt = parts.motion.tree.tilt(of: view) {
      turn.value -= tilt.rotation(at: start.dx)
      turn.velocity -= tilt.slope(at: start.dx) * drift.dx
    }
    commands.hold(.rotation, of: view, at: 0)
    commands.add(.yield(.rotation, turn), view)
  }

  /// The displacement of a grabbed point from its position in the model frames, and the velocity
  /// that the frames give to the point. Both are zero without a grab.
  private func frameMotion(
    of grab: Grab?, _ parts: borrowing SceneParts
  ) -> (x: MotionState, y: MotionState) {
    guard let grab else { return (.rest, .rest) }
    var seen = parts.present.point(of: grab, view, parts.motion)
    let models = parts.present.models.point(of: grab, view, parts.motion)
    seen.x.value -= models.x.value
    seen.y.value -= models.y.value
    return seen
  }

  /// Moves the goal of the content by a step of a wheel.
  func turnWheel(_ parts: borrowing SceneParts, _ commands: inout CommandList) {
    let limits = limits(parts, in: parts.present)
    let way = sign * parts.interaction.arena[gesture].translation
    let wheel = Animation(.spring(Self.wheelSpring), reducedMotion: .jump)
    func goal(_ channel: Channel, _ way: Double, _ limits: PanLimits?) -> Double {
      let sum = parts.motion.model(channel, of: view) + way
      return min(max(sum, limits?.lower ?? -.infinity), limits?.upper ?? .infinity)
    }
    let x = goal(xChannel, behavior.axes == .vertical ? 0 : way.dx, limits.x)
    let y = goal(yChannel, behavior.axes == .horizontal ? 0 : way.dy, limits.y)
    commands.set(xChannel, of: view, to: x, with: wheel)
    commands.set(yChannel, of: view, to: y, with: wheel)
    if target == .scrollOffset { commands.add(.layOutScroll, view) }
  }
}

extension AffineTransform {
  /// Whether the transform is a pure translation.
  fileprivate var isShift: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
}
