import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The views as drawn at a moment. For each view, the frame is applied first, then the transform,
/// then the map of the parent. The result is a pure function of the motions, the time, and the
/// shifts of the channels that fingers hold.
struct Presentation {
  /// An offset of a held channel: the resampled finger is not at the position of its last scan.
  private struct Shift {
    let channel: Int
    let way: Double
  }

  /// The moment for which views are drawn.
  private(set) var time: Instant
  private var shifts: [Shift] = []
  /// The links for ``time``; nil for the present links of the motions.
  private var links: EdgeLinks?
  /// Whether edges have their model values.
  private var showsModels = false

  init(at time: Instant) { self.time = time }

  /// Draws a channel at an offset from its value.
  mutating func shift(_ channel: Channel, of view: Int, by way: Double) {
    guard way != 0, way.isFinite else { return }
    shifts.append(Shift(channel: channel.index(view: view), way: way))
  }

  /// Moves to another moment and clears the shifts. No allocation after the first call.
  mutating func move(to time: Instant) {
    self.time = time
    if !shifts.isEmpty { shifts.removeAll(keepingCapacity: true) }
    links = nil
  }

  /// A copy of the presentation in which edges have their model values, without terms. Drivers have
  /// the values for which the layout was solved.
  var models: Presentation {
    var result = self
    result.showsModels = true
    return result
  }

  /// Sets the links for ``time``; nil selects the present links of the motions.
  mutating func use(_ links: EdgeLinks?) { self.links = links }

  /// The links that determine drawn values; nil if edges have their model values, or while the
  /// motions have no links.
  func drawnLinks(_ motion: borrowing MotionStore) -> EdgeLinks? {
    guard !showsModels, let present = motion.links else { return nil }
    return links ?? present
  }

  /// The value and velocity of a channel. O(terms + shifts); for an edge, multiplied by the number
  /// of drivers that it depends on; for a bound channel, that of all channels of the chain of
  /// bindings. No allocation.
  func value(_ channel: Channel, of view: Int, _ motion: borrowing MotionStore) -> MotionState {
    let index = channel.index(view: view)
    if showsModels {
      if channel.isEdge { return MotionState(value: motion.restValue(ofDriverAt: index)) }
      if let reference = motion.links?.reference(of: index) { return MotionState(value: reference) }
    }
    let state = value(at: index, motion)
    guard motion.derives else { return state }
    return derivedValue(channel, of: view, state, motion)
  }

  /// The value and velocity of a channel with the parts that drivers of the layout, or the channels
  /// to which a binding ties it, give to it.
  private func derivedValue(
    _ channel: Channel, of view: Int, _ own: MotionState, _ motion: borrowing MotionStore
  ) -> MotionState {
    let linked = motion.links == nil ? own : linkedValue(channel, of: view, own, motion)
    guard let place = motion.bindings.place(of: channel.index(view: view)) else { return linked }
    return linked + value(boundBy: place, motion)
  }

  /// The value and velocity of a channel, given its value and velocity without the links.
  private func linkedValue(
    _ channel: Channel, of view: Int, _ own: MotionState, _ motion: borrowing MotionStore
  ) -> MotionState {
    guard channel.isEdge || channel.isTranslation || channel.isOffset,
      let links = links ?? motion.links, motion.linked.moves(channel, of: view, by: links)
    else { return own }
    var state = own
    state.value += motion.offset(of: channel, view, by: links)
    for driver in links.sources.indices {
      let rate = motion.linked.rate(of: channel, view, by: driver, of: links)
      guard rate != 0 else { continue }
      let source =
        links.hasOffsets || motion.bindings.setsConstants
        ? value(ofDriver: driver, of: links, motion) : value(at: links.sources[driver], motion)
      state.value += rate * (source.value - links.reference[driver])
      state.velocity += rate * source.velocity
    }
    return state
  }

  /// The value and velocity of a driver of `links`. A scroll offset at the end of its range depends
  /// on the other drivers.
  func value(
    ofDriver driver: Int, of links: EdgeLinks, _ motion: borrowing MotionStore
  ) -> MotionState {
    var state = value(ofDriverAt: links.sources[driver], motion)
    guard let offset = links.offset(ofDriver: driver) else { return state }
    state.value += motion.offset(of: offset.channel, offset.view, by: links)
    for other in links.sources.indices where offset.rates[other] != 0 {
      let source = value(ofDriverAt: links.sources[other], motion)
      state.value += offset.rates[other] * (source.value - links.reference[other])
      state.velocity += offset.rates[other] * source.velocity
    }
    return state
  }

  /// The value and velocity of the channel at an index, without the links.
  @inline(__always)
  func value(at index: Int, _ motion: borrowing MotionStore) -> MotionState {
    var state = motion[index].presentation(at: time)
    if shifts.isEmpty { return state }
    for shift in shifts where shift.channel == index { state.value += shift.way }
    return state
  }

  /// The state of a view, given the state of its parent.
  func state(of view: Int, in parent: ViewState, _ motion: borrowing MotionStore) -> ViewState {
    state(
      of: view, parentToScreen: parent.toScreen, isParentVisible: parent.isVisible, motion)
  }

  func state(
    of view: Int, parentToScreen: AffineTransform, isParentVisible: Bool = true,
    _ motion: borrowing MotionStore
  ) -> ViewState {
    let pose = pose(of: view, motion)
    let isDrawn = motion.isDrawn(view, at: time)
    let (frame, frameVelocity) = movingFrame(of: view, motion)
    let (radius, hasMovingRadius) = radius(of: view, motion)
    let state = ViewState(
      frame: frame, transform: pose.transform,
      alpha: isDrawn ? value(.alpha, of: view, motion).value : 0,
      color: color(of: view, motion),
      isVisible: isDrawn && (isParentVisible || view == 0),
      cornerRadius: radius, hasMovingRadius: hasMovingRadius, frameVelocity: frameVelocity,
      translationVelocity: pose.translationVelocity, rotationVelocity: pose.rotationVelocity,
      scaleVelocity: pose.scaleVelocity, shearVelocity: pose.shearVelocity)
    var result = state
    result.toScreen = toScreen(state, view: view, parentToScreen: parentToScreen, motion)
    return result
  }

  /// The radius of the corners, and whether it can move.
  private func radius(of view: Int, _ motion: borrowing MotionStore) -> (Double, Bool) {
    if let fixed = motion.fixedRadius(of: view) { return (fixed, false) }
    return (max(0, value(.cornerRadius, of: view, motion).value), true)
  }

  private func color(of view: Int, _ motion: borrowing MotionStore) -> Color? {
    guard motion.hasColor(view) else { return nil }
    return Color(
      red: UInt8(clamping: UInt64(nearestTo: value(.red, of: view, motion).value)),
      green: UInt8(clamping: UInt64(nearestTo: value(.green, of: view, motion).value)),
      blue: UInt8(clamping: UInt64(nearestTo: value(.blue, of: view, motion).value)))
  }

  private func toScreen(
    _ state: ViewState, view: Int, parentToScreen: AffineTransform, _ motion: borrowing MotionStore
  ) -> AffineTransform {
    // The root is the screen, so its coordinates are screen coordinates.
    guard view != 0 else { return .identity }
    let size = state.frame.size
    let share = motion.tree.anchor(of: view)
    let anchor = Point(x: size.width * share.x, y: size.height * share.y)
    return parentToScreen * .translation(state.frame.origin - .zero)
      * state.transform.transform(about: anchor)
  }

  /// The transform from a view's own coordinates to the screen. O(depth), no allocation.
  func toScreen(_ view: Int, _ motion: borrowing MotionStore) -> AffineTransform {
    guard view != 0 else { return .identity }
    let parent = toScreen(motion.tree.parent(of: view), motion)
    return state(of: view, parentToScreen: parent, motion).toScreen
  }

  /// The layout frame, in the parent's coordinates.
  func frame(of view: Int, _ motion: borrowing MotionStore) -> Rect {
    movingFrame(of: view, motion).frame
  }

  /// The layout frame and its velocity. A side whose length is clamped to 0 has velocity 0.
  private func movingFrame(
    of view: Int, _ motion: borrowing MotionStore
  ) -> (frame: Rect, velocity: FrameVelocity) {
    let (left, top) = (value(.left, of: view, motion), value(.top, of: view, motion))
    let (right, bottom) = (value(.right, of: view, motion), value(.bottom, of: view, motion))
    let edges = Rect(
      left: left.value, top: top.value, right: right.value, bottom: bottom.value)
    var velocity = FrameVelocity(
      x: left.velocity, y: top.velocity,
      width: edges.right < edges.left ? 0 : right.velocity - left.velocity,
      height: edges.bottom < edges.top ? 0 : bottom.velocity - top.velocity)
    guard view != 0 else { return (edges, velocity) }
    let parent = motion.tree.parent(of: view)
    let (parentLeft, parentTop) = (
      value(.left, of: parent, motion), value(.top, of: parent, motion)
    )
    let (scrollX, scrollY) = (
      value(.scrollX, of: parent, motion), value(.scrollY, of: parent, motion)
    )
    velocity.x += -parentLeft.velocity - scrollX.velocity
    velocity.y += -parentTop.velocity - scrollY.velocity
    let way = Vector(
      dx: -parentLeft.value - scrollX.value, dy: -parentTop.value - scrollY.value)
    return (edges.offset(by: way), velocity)
  }

  /// The transform of a view and its rate of change.
  ///
  /// Let d be the translation channels, θ the rotation channel plus the tilt f(dx), and R the
  /// rotation by θ. Let ℓ be the lever from the anchor to the grabbed point and g = K·S·ℓ the lever
  /// after scale and shear. The translation is t = d + g − R·g: the grabbed point moves by exactly
  /// d, whatever the tilt. Scale and shear are about the anchor, so an unrotated view is translated
  /// by d, and is at its frame for d = 0.
  func pose(of view: Int, _ motion: borrowing MotionStore) -> Pose {
    let x = value(.translationX, of: view, motion)
    let y = value(.translationY, of: view, motion)
    let (scaleX, scaleY) = (value(.scaleX, of: view, motion), value(.scaleY, of: view, motion))
    let shear = value(.shear, of: view, motion)
    var turn = value(.rotation, of: view, motion)
    if let tilt = motion.tree.tilt(of: view) {
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
    let grabbed = motion.lever(of: view)
    guard !grabbed.isZero else { return pose }
    let (lever, velocity) = vector(of: grabbed, view, motion)
    let image = pose.transform.linear(lever)
    pose.transform.translation =
      pose.transform.translation + (pose.transform.upright(lever) - image)
    pose.translationVelocity =
      pose.translationVelocity - pose.leverVelocity(lever, changing: velocity)
    return pose
  }

  /// A lever for the present size of a view, and its rate of change as the size changes.
  func vector(
    of lever: Lever, _ view: Int, _ motion: borrowing MotionStore
  ) -> (value: Vector, velocity: Vector) {
    let width = value(.right, of: view, motion) - value(.left, of: view, motion)
    let height = value(.bottom, of: view, motion) - value(.top, of: view, motion)
    let share = lever.share
    return (
      lever.vector(in: Size(width: width.value, height: height.value)),
      Vector(dx: share.dx * width.velocity, dy: share.dy * height.velocity)
    )
  }
}
