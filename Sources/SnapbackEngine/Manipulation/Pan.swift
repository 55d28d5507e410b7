import SnapbackBasics
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// A gesture that moves a view or its content, and its state since the start.
struct Pan {
  /// The property of the view that the pan moves.
  enum Target: Hashable {
    case translation, scrollOffset
  }
  /// A property that the gesture drives in addition to the translation.
  enum Part: Hashable {
    case scale(PanLimits?)
    case rotation(PanLimits?)

    /// The channels of the property.
    var channels: [Channel] {
      switch self {
      case .scale: Self.scales
      case .rotation: Self.turns
      }
    }
    private static let scales: [Channel] = [.scaleX, .scaleY]
    private static let turns: [Channel] = [.rotation]

    var limits: PanLimits? {
      switch self {
      case .scale(let limits), .rotation(let limits): limits
      }
    }
  }

  /// A point of the view that stays under the fingers when the layout moves the view.
  struct HeldPoint {
    /// The grab with the view's scale when the point was grabbed.
    private(set) var grab: Grab
    /// The grab with the view's scale at the last scan; the translation compensates with this grab.
    var scaledGrab: Grab
    let lever: Lever
    /// The position of the point in the parent when it was grabbed, computed from the model values
    /// of the edges and without the translation.
    let start: Vector
    /// The transform of the view when the point was grabbed.
    let transform: TransformComponents
    /// The value of `Manipulation.grips(of:_:)` when the point was grabbed.
    var grips = 0
    /// The motion of the frame that the translation compensated for when the point was grabbed.
    var compensation = Vector.zero

    /// Returns the held point for another scene; `successor` maps the views.
    func moved(_ successor: (Int) -> Int?) -> HeldPoint {
      var point = self
      point.grab = grab.moved(successor)
      point.scaledGrab = scaledGrab.moved(successor)
      return point
    }
  }

  /// A leading pan, and the values of its channels for its last scan.
  struct HeldLead {
    let pan: Int
    let figure: FingerFigure
    let x: Double
    let y: Double
  }

  /// The index of the gesture and its recognizer.
  let gesture: Int
  let view: Int
  private(set) var behavior: PanBehavior
  let target: Target
  let part: Part?
  /// Whether the gesture has begun and has not been released.
  var isRunning = false
  /// Whether the pan drives the channels of its target. Only one of the pans with the same target
  /// of a view leads.
  var leads = false
  /// The position of the finger when the pan took the lead, in the coordinates of ``space(_:in:)``.
  var fingerStart = Point.zero
  /// The values of the target's channels when the pan took the lead.
  var channelStart = Vector.zero
  /// The held point; nil if the view's anchor moves with the finger.
  var held: HeldPoint?
  /// The point of zoomed content that two fingers hold; nil unless they zoom it.
  var zoomGrab: ZoomGrab?
  /// The scale, as x and y, or the rotation, as x, when the gesture began.
  var partStart = Vector.zero
  /// The range of the scroll offset in the last layout pass.
  var range: ScrollRange?
  /// The positions of the fingers at the last scans.
  private(set) var trail = FingerTrail()
  /// The changes that wait for the pan's release. Each replaces the release motion of one channel.
  var aims = WaitingChanges()

  /// Creates the pan of a gesture; nil if the gesture drives no channel of its view.
  init?(_ gesture: SceneGesture, at index: Int) {
    switch gesture.binding {
    case .none, .constant: return nil
    case .translation(let behavior): (self.behavior, target, part) = (behavior, .translation, nil)
    case .scrollOffset(let behavior):
      let zoom = gesture.recognizer.settings.kind == .pinch ? behavior.scroll.zoom : nil
      (self.behavior, target, part) = (behavior, .scrollOffset, zoom.map { .scale($0.limits) })
    case .scale(let behavior, let limits):
      (self.behavior, target, part) = (behavior, .translation, .scale(limits))
    case .rotation(let behavior, let limits):
      (self.behavior, target, part) = (behavior, .translation, .rotation(limits))
    }
    self.gesture = index
    view = gesture.view
  }

  var xChannel: Channel { target == .translation ? .translationX : .scrollX }
  var yChannel: Channel { target == .translation ? .translationY : .scrollY }
  /// 1 if the channels increase with the finger's travel, −1 for content: the offset decreases as
  /// the content moves with the finger.
  var sign: Double { target == .translation ? 1 : -1 }
  var isRotation: Bool { if case .rotation = part { true } else { false } }
  var isScale: Bool { if case .scale = part { true } else { false } }
  /// The view whose scale or rotation the gesture drives: its view, or the content that it zooms.
  var partView: Int { behavior.scroll.zoom?.view ?? view }
  /// The ratio of the scale along y to that along x.
  var scaleRatio: Double { partStart.dx == 0 ? 1 : partStart.dy / partStart.dx }

  /// Whether the fingers of the pan can set a channel (an animated number) of the pan's view.
  func holds(_ channel: Channel) -> Bool {
    switch channel {
    case .translationX, .translationY: target == .translation
    case .rotation: target == .translation
    case .scaleX, .scaleY: isScale && target == .translation
    case .scrollX, .scrollY: target == .scrollOffset
    default: false
    }
  }

  /// Uses other limits and places from now on.
  mutating func use(_ behavior: PanBehavior) { self.behavior = behavior }

  /// Continues the pan of the same view in another scene; `successor` maps the views.
  mutating func adopt(_ other: Pan, _ successor: (Int) -> Int?) {
    isRunning = other.isRunning
    leads = other.leads
    fingerStart = other.fingerStart
    channelStart = other.channelStart
    held = other.held?.moved(successor)
    zoomGrab = other.zoomGrab
    partStart = other.partStart
    trail = other.trail
    aims = other.aims
  }

  // MARK: Fingers

  /// Records the present position of the fingers.
  mutating func noteFingers(_ interaction: borrowing Interaction) {
    let recognizer = interaction.arena[gesture]
    let way = interaction.gestures[gesture].kind == .scroll ? recognizer.translation : .zero
    var figure = FingerFigure(location: recognizer.location + way, scale: 1, rotation: 0)
    if part != nil { (figure.scale, figure.rotation) = (recognizer.scale, recognizer.rotation) }
    trail.add(figure, at: interaction.time)
  }

  /// Clears the trail and records the present position of the fingers.
  mutating func startTrail(_ interaction: borrowing Interaction) {
    trail.reset()
    noteFingers(interaction)
  }

  /// The gesture's translation when it began, in points on the screen.
  ///
  /// This is the travel beyond the slop for a pan, and the first scroll for a touchpad.
  func firstWay(_ interaction: borrowing Interaction) -> Vector {
    switch interaction.gestures[gesture].kind {
    case .pan, .edgePan, .scroll: interaction.arena[gesture].translation
    default: .zero
    }
  }

  /// The position and velocity of the finger in the coordinates of the pan. These are the
  /// coordinates of the view's parent as drawn or, for scrolling content, those of the view itself.
  /// For a resampled `figure` the velocity is zero.
  ///
  /// If the transform has no inverse, returns the position on the screen. `way` is subtracted from
  /// the position.
  func measuredFinger(
    less way: Vector = .zero, figure: FingerFigure? = nil, _ parts: borrowing SceneParts,
    in seen: Presentation
  ) -> (position: Point, velocity: Vector) {
    let recognizer = parts.interaction.arena[gesture]
    // A scrolling pointer does not move; add the translation that moves the content.
    let isPointer = parts.interaction.gestures[gesture].kind == .scroll
    let place = recognizer.location + ((isPointer ? recognizer.translation : .zero) - way)
    let position = figure?.location ?? place
    let velocity = figure == nil ? recognizer.velocity(at: parts.interaction.time) : .zero
    guard let measure = space(parts, in: seen).inverse else { return (position, velocity) }
    return (measure(position), measure(velocity))
  }

  /// The transform from the coordinates of the pan to the screen. A pan that holds a point uses the
  /// model frames, because the translation compensates for the animation of the frames. Exception:
  /// a pan whose grab is relative to the parent uses the drawn frames.
  func space(_ parts: borrowing SceneParts, in seen: Presentation) -> AffineTransform {
    guard target == .translation else { return seen.toScreen(view, parts.motion) }
    let seen = held.map { $0.grab.isInParent } == false ? seen.models : seen
    return seen.toScreen(parts.motion.tree.parent(of: view), parts.motion)
  }

  // MARK: Limits

  /// The limits of the channels, from the scene or, for a scroll offset, from the content.
  func limits(_ parts: borrowing SceneParts, in seen: Presentation) -> (
    x: PanLimits?, y: PanLimits?
  ) {
    guard target == .scrollOffset else {
      guard let detents = behavior.detents else { return behavior.limits }
      return (nil, detents.limits(in: sheetMeasures(parts)))
    }
    let size = seen.frame(of: view, parts.motion).size
    let content = parts.contentSize(of: view) ?? size
    let (limits, traits) = (behavior.limits, behavior.scroll)
    let inset = parts.layout.contentInset(of: view)
    return (
      Self.scrollLimits(
        from: -inset.left, to: content.width + inset.right - size.width, like: limits.x,
        extent: size.width, alwaysYields: traits.alwaysBouncesHorizontally),
      Self.scrollLimits(
        from: -inset.top, to: content.height + inset.bottom - size.height, like: limits.y,
        extent: size.height, alwaysYields: traits.alwaysBouncesVertically)
    )
  }

  /// The range in which the content, with its insets, covers the view. Along an axis on which the
  /// content fits, it does not move, unless `alwaysYields` is set or the scene defines a rubber
  /// band.
  ///
  /// The default band is UIKit's, with the length of the view as its dimension.
  private static func scrollLimits(
    from lower: Double, to end: Double, like given: PanLimits?, extent: Double,
    alwaysYields: Bool
  ) -> PanLimits? {
    let upper = end > lower && end.isFinite ? end : lower
    let band =
      given == nil && (upper > lower || alwaysYields)
      ? try? RubberBand(dimension: max(1, extent)) : given?.band
    return PanLimits(lower: lower, upper: upper, band: band)
  }

  // MARK: Held values

  /// The axes along which the fingers move the target. They are those of the scene or, with a
  /// directional lock, the axis whose travel alone reached the slop.
  private func axes(_ interaction: borrowing Interaction) -> PanBehavior.Axes {
    guard behavior.locksDirection, behavior.axes == .both else { return behavior.axes }
    return switch interaction.arena[gesture].axis {
    case .any: .both
    case .horizontal: .horizontal
    case .vertical: .vertical
    }
  }

  /// The values of the target's channels for a position of the fingers, without limits.
  func travel(of finger: Point) -> Vector { channelStart + sign * (finger - fingerStart) }

  /// The values and velocities of the target's channels for the present fingers, or for `figure` if
  /// given. `isScaled` tells whether fingers scale the view. The limits apply to the travel of the
  /// fingers; the compensation for the layout is unlimited.
  func held(
    figure: FingerFigure? = nil, isScaled: Bool, _ parts: borrowing SceneParts,
    in seen: Presentation
  ) -> (x: MotionState, y: MotionState) {
    let moved = pointMotion(isScaled: isScaled, parts.motion, in: seen)
    let finger = measuredFinger(figure: figure, parts, in: seen)
    let travel = travel(of: finger.position) - moved.growth.value
    let rate = sign * finger.velocity - moved.growth.velocity
    var x = MotionState(value: travel.dx, velocity: rate.dx)
    var y = MotionState(value: travel.dy, velocity: rate.dy)
    // Two fingers that zoom hold a point of the content, along both axes and beyond the limits.
    guard zoomGrab == nil else { return (x, y) }
    let axes = axes(parts.interaction)
    if axes == .vertical { x = MotionState(value: channelStart.dx) }
    if axes == .horizontal { y = MotionState(value: channelStart.dy) }
    let limits = limits(parts, in: seen)
    (x, y) = (limits.x?.translation(for: x) ?? x, limits.y?.translation(for: y) ?? y)
    let compensation = held?.compensation ?? .zero
    x.value += compensation.dx - moved.layout.dx
    y.value += compensation.dy - moved.layout.dy
    return (x, y)
  }

  /// The position of a grabbed point in the view's parent, without the translation and without the
  /// motions by drivers that the translation does not follow.
  func position(of grab: Grab, _ motion: borrowing MotionStore, in seen: Presentation) -> Vector {
    let point = seen.point(of: grab, view, motion)
    var place = Vector(dx: point.x.value, dy: point.y.value) - motion.linked.drift(of: view)
    guard !grab.isInParent else { return place }
    func value(_ x: Channel, _ y: Channel, of view: Int) -> Vector {
      Vector(dx: seen.value(x, of: view, motion).value, dy: seen.value(y, of: view, motion).value)
    }
    let parent = motion.tree.parent(of: view)
    place = place - value(.left, .top, of: parent)
    // The transform of the parent already includes the offset of an outer scroll view.
    if let scroller = grab.scroller, scroller != parent {
      place = place + value(.scrollX, .scrollY, of: scroller)
    }
    return place
  }

  /// The displacement of the held point since the pan took the lead: `layout` is caused by layout,
  /// and `growth` by fingers that scale the view, with its velocity. The translation compensates
  /// for layout and growth.
  private func pointMotion(
    isScaled: Bool, _ motion: borrowing MotionStore, in seen: Presentation
  ) -> (layout: Vector, growth: (value: Vector, velocity: Vector)) {
    if let zoomGrab { return (.zero, zoomGrab.growth(of: partView, motion, in: seen)) }
    guard target == .translation, let held else { return (.zero, (.zero, .zero)) }
    let models = seen.models
    var way = position(of: held.grab, motion, in: models) - held.start
    if !held.grab.moves(.translationX) { way.dx = 0 }
    if !held.grab.moves(.translationY) { way.dy = 0 }
    guard isScaled else { return (way, (.zero, .zero)) }
    let lever = models.vector(of: held.lever, view, motion).value
    let x = seen.value(.scaleX, of: view, motion)
    let y = seen.value(.scaleY, of: view, motion)
    let shear = seen.value(.shear, of: view, motion)
    let upright = Vector(
      dx: x.value * lever.dx + shear.value * y.value * lever.dy, dy: y.value * lever.dy)
    let sheared = shear.velocity * y.value + shear.value * y.velocity
    let rate = Vector(dx: x.velocity * lever.dx + sheared * lever.dy, dy: y.velocity * lever.dy)
    return (way, (upright - held.transform.upright(lever), rate))
  }

  /// The value and velocity of the scale along x, or of the rotation, for the present fingers, or
  /// for `figure` if given.
  func held(
    _ part: Part, _ figure: FingerFigure? = nil, _ interaction: borrowing Interaction
  ) -> MotionState {
    let recognizer = interaction.arena[gesture]
    let state =
      switch part {
      case .scale:
        MotionState(
          value: partStart.dx * (figure?.scale ?? recognizer.scale),
          velocity: partStart.dx * recognizer.scaleVelocity(at: interaction.time))
      case .rotation:
        MotionState(
          value: partStart.dx + (figure?.rotation ?? recognizer.rotation),
          velocity: recognizer.rotationVelocity(at: interaction.time))
      }
    return part.limits?.translation(for: state) ?? state
  }

  // MARK: Resampling

  /// The resampled position, scale and rotation of the fingers; nil if they equal those of the last
  /// scan.
  func resampled(
    _ resampling: TouchResampling, at moment: Instant, _ parts: borrowing SceneParts
  ) -> FingerFigure? {
    guard isRunning, parts.isActive(gesture), let last = trail.last,
      let figure = trail.figure(at: moment, by: resampling), figure != last.figure
    else { return nil }
    return figure
  }
}
