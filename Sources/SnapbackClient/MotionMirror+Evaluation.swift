import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Computes the drawn states of views from the motions of channels, as described in
/// `docs/segments.md`.
extension MotionMirror {
  /// Computes the state of a view. `states` must already contain the state of its parent.
  func state(of view: Int, at now: Instant, _ states: [ViewState]) -> ViewState {
    var state = lastStates[view]
    // A parent must precede its children. A view with any other parent is treated as a root view.
    let parent = views[view].parent.flatMap { $0 < view ? $0 : nil }
    setFrame(&state, view, parent, at: now)
    pose(&state, view, at: now)
    color(&state, view, at: now)
    // In segments, a hidden view has an opacity of 0.
    state.isVisible = state.alpha > 0 && (parent.map { states[$0].isVisible } ?? true)
    if let motion = motion(of: .animated(.cornerRadius), view: view, at: now) {
      state.cornerRadius = max(0, motion.presentation(at: now).value)
      state.hasMovingRadius = true
    }
    guard let parent else {
      state.toScreen = .identity
      return state
    }
    let anchor = Point(
      x: state.frame.size.width * views[view].anchor.x,
      y: state.frame.size.height * views[view].anchor.y)
    state.toScreen =
      states[parent].toScreen * .translation(state.frame.origin - .zero)
      * state.transform.transform(about: anchor)
    return state
  }

  private func value(_ channel: Channel, _ view: Int, at now: Instant) -> MotionState {
    value(of: .animated(channel), view: view, at: now)
  }

  /// Computes the layout rectangle in the parent's coordinates, and its rate of change.
  private func setFrame(
    _ state: inout ViewState, _ view: Int, _ parent: Int?, at now: Instant
  ) {
    let (left, top) = (value(.left, view, at: now), value(.top, view, at: now))
    let (right, bottom) = (value(.right, view, at: now), value(.bottom, view, at: now))
    var (x, y) = (left, top)
    if let parent {
      x = x - value(.left, parent, at: now) - value(.scrollX, parent, at: now)
      y = y - value(.top, parent, at: now) - value(.scrollY, parent, at: now)
    }
    let (width, height) = (right - left, bottom - top)
    state.frame = Rect(
      x: x.value, y: y.value, width: max(0, width.value), height: max(0, height.value))
    state.frameVelocity = FrameVelocity(
      x: x.velocity, y: y.velocity, width: width.value < 0 ? 0 : width.velocity,
      height: height.value < 0 ? 0 : height.velocity)
  }

  /// Computes the transform about the view's anchor, and its rate of change.
  ///
  /// The lever is the vector from the anchor to the grabbed point. Let g be the lever after scale
  /// and shear, and R the rotation. The translation is that of the channels plus g − R·g. So
  /// rotation does not move the grabbed point; only the translation channels do.
  private func pose(_ state: inout ViewState, _ view: Int, at now: Instant) {
    let (x, y) = (value(.translationX, view, at: now), value(.translationY, view, at: now))
    let (scaleX, scaleY) = (value(.scaleX, view, at: now), value(.scaleY, view, at: now))
    let (turn, shear) = (value(.rotation, view, at: now), value(.shear, view, at: now))
    state.transform = TransformComponents(
      translation: Vector(dx: x.value, dy: y.value), rotation: turn.value, shear: shear.value,
      scale: Vector(dx: scaleX.value, dy: scaleY.value))
    state.translationVelocity = Vector(dx: x.velocity, dy: y.velocity)
    state.rotationVelocity = turn.velocity
    state.scaleVelocity = Vector(dx: scaleX.velocity, dy: scaleY.velocity)
    state.shearVelocity = shear.velocity
    let leverX = value(of: .leverX, view: view, at: now)
    let leverY = value(of: .leverY, view: view, at: now)
    let lever = Vector(dx: leverX.value, dy: leverY.value)
    guard lever != .zero else { return }
    let upright = Vector(
      dx: scaleX.value * lever.dx + shear.value * scaleY.value * lever.dy,
      dy: scaleY.value * lever.dy)
    let rotation = AffineTransform.rotation(turn.value)
    let turned = rotation(upright)
    state.transform.translation = state.transform.translation + (upright - turned)
    // (g − R·g)′ = g′ − R·g′ − θ′·(R·g turned by a right angle).
    let sheared = shear.velocity * scaleY.value + shear.value * scaleY.velocity
    let growing = Vector(
      dx: scaleX.velocity * lever.dx + scaleX.value * leverX.velocity + sheared * lever.dy
        + shear.value * scaleY.value * leverY.velocity,
      dy: scaleY.velocity * lever.dy + scaleY.value * leverY.velocity)
    let turning = Vector(dx: -turn.velocity * turned.dy, dy: turn.velocity * turned.dx)
    state.translationVelocity =
      state.translationVelocity + (growing - rotation(growing) - turning)
  }

  private func color(_ state: inout ViewState, _ view: Int, at now: Instant) {
    state.alpha = min(max(value(.alpha, view, at: now).value, 0), 1)
    guard state.color != nil else { return }
    state.color = Color(
      red: UInt8(saturating: value(.red, view, at: now).value.rounded()),
      green: UInt8(saturating: value(.green, view, at: now).value.rounded()),
      blue: UInt8(saturating: value(.blue, view, at: now).value.rounded()))
  }
}
