import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// Where views are drawn: frame, then transform, then parent.
extension Engine {
  func value(_ channel: Channel, of view: Int) -> MotionState {
    channels[channel.index(view: view)].presentation(at: now)
  }

  /// What is drawn of a view now, given where its parent is drawn and whether that is there.
  func state(of view: Int, in parent: ViewState) -> ViewState {
    state(of: view, parentToScreen: parent.toScreen, isParentVisible: parent.isVisible)
  }

  func state(
    of view: Int, parentToScreen: AffineTransform, isParentVisible: Bool = true
  ) -> ViewState {
    let pose = pose(of: view)
    let isDrawn = isDrawn(view)
    let (frame, frameVelocity) = motion(ofFrameOf: view)
    let state = ViewState(
      frame: frame, transform: pose.transform,
      alpha: isDrawn ? value(.alpha, of: view).value : 0, color: color(of: view),
      isVisible: isDrawn && (isParentVisible || view == 0), frameVelocity: frameVelocity,
      translationVelocity: pose.translationVelocity, rotationVelocity: pose.rotationVelocity,
      scaleVelocity: pose.scaleVelocity, shearVelocity: pose.shearVelocity)
    var result = state
    result.toScreen = toScreen(state, view: view, parentToScreen: parentToScreen)
    return result
  }

  /// Whether it is there at all: what a stack hides is, until the animation that hides it ends.
  private func isDrawn(_ view: Int) -> Bool {
    guard layout.isHidden(ViewID(index: view)) else { return true }
    return transactions.contains { $0.hidingViews.contains(view) && $0.isUnderWay(at: now) }
  }

  private func color(of view: Int) -> Color? {
    guard views[view].hasColor else { return nil }
    return Color(
      red: UInt8(clamping: UInt64(nearestTo: value(.red, of: view).value)),
      green: UInt8(clamping: UInt64(nearestTo: value(.green, of: view).value)),
      blue: UInt8(clamping: UInt64(nearestTo: value(.blue, of: view).value)))
  }

  private func toScreen(
    _ state: ViewState, view: Int, parentToScreen: AffineTransform
  ) -> AffineTransform {
    // The root is the screen: its coordinates are the screen's.
    guard view != 0 else { return .identity }
    let size = state.frame.size
    let anchor = Point(
      x: size.width * views[view].anchor.x, y: size.height * views[view].anchor.y)
    return parentToScreen * .translation(state.frame.origin - .zero)
      * state.transform.transform(about: anchor)
  }

  /// From a view's own coordinates to the screen now. O(depth), no allocation.
  func toScreen(_ view: Int) -> AffineTransform {
    guard view != 0 else { return .identity }
    let parent = toScreen(views[view].parent)
    return state(of: view, parentToScreen: parent).toScreen
  }

  /// The layout frame now, in the parent's coordinates.
  func frame(of view: Int) -> Rect { motion(ofFrameOf: view).frame }

  /// The layout frame now, and how fast it changes; of a side that is drawn as 0 not at all.
  private func motion(ofFrameOf view: Int) -> (frame: Rect, velocity: FrameVelocity) {
    let (left, top) = (value(.left, of: view), value(.top, of: view))
    let (right, bottom) = (value(.right, of: view), value(.bottom, of: view))
    let edges = Rect(
      left: left.value, top: top.value, right: right.value, bottom: bottom.value)
    var velocity = FrameVelocity(
      x: left.velocity, y: top.velocity,
      width: edges.right < edges.left ? 0 : right.velocity - left.velocity,
      height: edges.bottom < edges.top ? 0 : bottom.velocity - top.velocity)
    guard view != 0 else { return (edges, velocity) }
    let parent = views[view].parent
    let (parentLeft, parentTop) = (value(.left, of: parent), value(.top, of: parent))
    let (scrollX, scrollY) = (value(.scrollX, of: parent), value(.scrollY, of: parent))
    velocity.x += -parentLeft.velocity - scrollX.velocity
    velocity.y += -parentTop.velocity - scrollY.velocity
    let way = Vector(
      dx: -parentLeft.value - scrollX.value, dy: -parentTop.value - scrollY.value)
    return (edges.offset(by: way), velocity)
  }

  /// The transform of a view and how fast it changes.
  struct Pose {
    var transform: TransformComponents
    var translationVelocity: Vector
    var rotationVelocity: Double
    var shearVelocity: Double
    var scaleVelocity: Vector
  }

  /// The transform of a view now.
  ///
  /// With d the translation channel, θ the rotation channel plus the tilt f(dx), R its rotation, ℓ
  /// the lever from the anchor to the grabbed point and g = K·S·ℓ what scale and shear make of it,
  /// the translation is t = d + g − R·g: the grabbed point moves by d and nothing else, whatever
  /// the tilt. Scale and shear are about the anchor, so upright the view is at d, and home at
  /// zero.
  func pose(of view: Int) -> Pose {
    let (x, y) = (value(.translationX, of: view), value(.translationY, of: view))
    let (scaleX, scaleY) = (value(.scaleX, of: view), value(.scaleY, of: view))
    let shear = value(.shear, of: view)
    var turn = value(.rotation, of: view)
    if let tilt = views[view].tilt {
      turn.value += tilt.rotation(at: x.value)
      turn.velocity += tilt.slope(at: x.value) * x.velocity
    }
    var pose = Pose(
      transform: TransformComponents(
        translation: Vector(dx: x.value, dy: y.value), rotation: turn.value,
        shear: shear.value, scale: Vector(dx: scaleX.value, dy: scaleY.value)),
      translationVelocity: Vector(dx: x.velocity, dy: y.velocity),
      rotationVelocity: turn.velocity, shearVelocity: shear.velocity,
      scaleVelocity: Vector(dx: scaleX.velocity, dy: scaleY.velocity))
    let lever = views[view].lever
    guard lever != .zero else { return pose }
    let image = pose.transform.linear(lever)
    pose.transform.translation =
      pose.transform.translation + (pose.transform.upright(lever) - image)
    pose.translationVelocity = pose.translationVelocity - leverVelocity(pose, lever)
    return pose
  }

  /// The rate of R·g − g: θ̇ times R·g turned by 90°, and R·ġ − ġ.
  func leverVelocity(_ pose: Pose, _ lever: Vector) -> Vector {
    let (transform, scale) = (pose.transform, pose.transform.scale)
    let image = transform.linear(lever)
    let turning = pose.rotationVelocity * Vector(dx: -image.dy, dy: image.dx)
    let sheared = pose.shearVelocity * scale.dy + transform.shear * pose.scaleVelocity.dy
    let growing = Vector(
      dx: pose.scaleVelocity.dx * lever.dx + sheared * lever.dy,
      dy: pose.scaleVelocity.dy * lever.dy)
    return turning + AffineTransform.rotation(transform.rotation)(growing) - growing
  }
}

extension TransformComponents {
  /// What scale and shear alone make of a vector.
  func upright(_ vector: Vector) -> Vector {
    Vector(dx: scale.dx * vector.dx + shear * scale.dy * vector.dy, dy: scale.dy * vector.dy)
  }
}
