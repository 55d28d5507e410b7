public import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
public import SnapbackTiming
import SnapbackTouches

/// The one owner of all state: touches, changes and the time go in, frames and events come out.
///
/// It is told the time and reads no clock, so the same input gives the same output, live or
/// replayed. Three rules hold it together:
/// - Constraints own the **frame**; a gesture drives the **transform**, which is applied after
///   layout and never disturbs it. A pan of any length costs no layout pass.
/// - What is drawn is model + residual terms (``AnimatedValue``). A change of the model adds the
///   term that keeps the picture where it was; a finger that lets go adds one with its velocity.
/// - Time never runs backwards: an input older than the last one counts as simultaneous with it.
public struct Engine: ~Copyable {
  /// A view as the engine keeps it.
  struct View {
    var parent: Int
    var children: [Int]
    /// The point that transforms are about, as a share of the size.
    var anchor: Point
    var tilt: TiltMap?
    /// From the anchor to the grabbed point, in the view's own untransformed space; zero when
    /// the anchor itself follows the finger.
    var lever: Vector
  }

  /// The screen that the scene is laid out for.
  public internal(set) var screen: ScreenDescription
  /// What a renderer needs of each view, in the order of the frames.
  public let appearances: [ViewAppearance]
  /// The latest time that the engine was told.
  public internal(set) var now = Instant.zero
  /// The time of the touch frame at work; velocities and events are of this time.
  ///
  /// It may be older than ``now``: something may have been drawn between the kernel's stamp and
  /// the reading of it.
  var touchTime = Instant.zero
  /// Steps of gestures since they were last taken by ``takeGestureEvents()``.
  public internal(set) var gestureEvents: [GestureEvent] = []
  /// What the last layout pass had to say.
  var layoutReport = LayoutReport()

  var layout: LayoutTree
  var views: [View]
  var channels: [AnimatedValue]
  var pans: [Pan]
  /// Contacts that are down, in the order in which they touched.
  var contacts: [Contact] = []
  /// The contacts of one frame that are for one pan; storage that is used again.
  var panContacts: [Contact] = []
  /// From when on nothing moves by itself any more.
  var restTime = Instant.zero
  /// The id of the next gesture.
  public internal(set) var nextGestureID: UInt64
  /// What counts as arrived: a quarter of a pixel.
  let threshold: RestThreshold

  /// An engine at rest, laid out.
  ///
  /// The blueprint's views have to be those of its layout tree, parents first.
  ///
  /// `firstGesture` is the id of its first gesture; an engine that replaces another goes on
  /// counting.
  public init(_ blueprint: SceneBlueprint, firstGesture: UInt64 = 1) {
    precondition(
      blueprint.views.count == blueprint.layout.viewCount,
      "A blueprint describes exactly the views of its layout tree.")
    precondition(
      blueprint.views.indices.dropFirst().allSatisfy {
        (0..<$0).contains(blueprint.views[$0].appearance.parent ?? 0)
      },
      "A blueprint names parents before their children.")
    nextGestureID = firstGesture
    screen = blueprint.screen
    appearances = blueprint.views.map(\.appearance)
    layout = blueprint.layout
    threshold = RestThreshold(offset: 0.25 / max(1, blueprint.screen.scale))
    views = blueprint.views.map { view in
      View(
        parent: view.appearance.parent ?? 0, children: [], anchor: view.appearance.anchor,
        lever: .zero)
    }
    for index in views.indices.dropFirst() { views[views[index].parent].children.append(index) }
    channels = blueprint.views.flatMap { view in
      Channel.allCases.map { channel in
        switch channel {
        case .scaleX, .scaleY: AnimatedValue(1)
        case .alpha: AnimatedValue(view.alpha)
        default: AnimatedValue(0)
        }
      }
    }
    pans = []
    for pan in blueprint.pans where views.indices.contains(pan.view) {
      guard !pans.contains(where: { $0.view == pan.view }) else { continue }
      views[pan.view].tilt = pan.behavior.tilt
      pans.append(Pan(view: pan.view, behavior: pan.behavior))
    }
    gestureEvents.reserveCapacity(64)
    contacts.reserveCapacity(PanRecognizer.fingerLimit)
    panContacts.reserveCapacity(PanRecognizer.fingerLimit)
    passLayout(animatedBy: nil)
  }

  /// What the last layout pass has to tell a person, a line each; empty as a rule.
  public var layoutWarnings: [String] { layoutReport.warnings }
  /// How many layout passes there have been, the first included.
  public var layoutPasses: Int { layout.statistics.passes }
  /// How often the constraints have been solved.
  public var layoutSolves: Int { layout.statistics.solves }

  /// When the engine wants to be asked for the next frame, if nothing else happens.
  public enum WakeUp: Hashable, Sendable {
    /// Nothing changes by itself.
    case never
    /// Something changes at this moment.
    case at(Instant)
    /// Something moves: as often as frames are drawn.
    case everyFrame
  }

  /// When the next frame can differ without new input. O(pans), no allocation.
  public var wakeUp: WakeUp {
    if restTime > now { return .everyFrame }
    var earliest: Instant?
    for pan in pans {
      guard let moment = pan.recognizer.stopMoment(after: now) else { continue }
      earliest = min(earliest ?? moment, moment)
    }
    return earliest.map { .at($0) } ?? .never
  }

  /// Whether nothing moves and no pan is under way.
  public var isAtRest: Bool { restTime <= now && !pans.contains { $0.recognizer.isActive } }

  /// Takes the steps of gestures since the last call, in order.
  public mutating func takeGestureEvents() -> [GestureEvent] {
    defer { gestureEvents.removeAll(keepingCapacity: true) }
    return gestureEvents
  }

  /// Forgets the steps of gestures that nobody took, and keeps their storage.
  public mutating func discardGestureEvents() {
    gestureEvents.removeAll(keepingCapacity: true)
  }

  /// Moves on to `time`, unless it has passed.
  public mutating func advance(to time: Instant) {
    now = max(now, time)
    for index in pans.indices { settleVelocity(ofPan: index) }
    guard restTime != .zero, restTime <= now else { return }
    for index in channels.indices { channels[index].dropFinishedTerms(at: now) }
    restTime = .zero
    dropLevers()
  }

  /// Fills in the frame for `time`; false when no view differs from what `frame` held.
  ///
  /// O(views), no allocation. `frame` has to be the one of the last call, or new.
  @discardableResult
  public mutating func update(_ frame: inout SceneFrame, at time: Instant) -> Bool {
    advance(to: time)
    passLayout(animatedBy: nil)
    frame.time = now
    let revision = frame.revision + 1
    var isChanged = false
    for index in views.indices {
      let state = state(of: index, parentToScreen: frame.views[views[index].parent].toScreen)
      guard state != frame.views[index] || frame.revision == 0 else { continue }
      frame.views[index] = state
      frame.revisions[index] = revision
      isChanged = true
    }
    if isChanged { frame.revision = revision }
    return isChanged
  }

  /// A frame of the scene's size for ``update(_:at:)``.
  public func makeFrame() -> SceneFrame { SceneFrame(count: views.count) }

  /// Runs a layout pass if one is due and lets `spring` carry what it moved; without one it jumps.
  mutating func passLayout(animatedBy spring: Spring?) {
    guard let report = layout.layoutIfNeeded() else { return }
    layoutReport = report
    for (index, frame) in layout.frames.enumerated() where views.indices.contains(index) {
      set(.left, of: index, to: frame.left, with: spring)
      set(.top, of: index, to: frame.top, with: spring)
      set(.right, of: index, to: frame.right, with: spring)
      set(.bottom, of: index, to: frame.bottom, with: spring)
    }
  }

  /// Sets the model of a channel; `spring` carries what is seen, without one it jumps.
  mutating func set(_ channel: Channel, of view: Int, to value: Double, with spring: Spring?) {
    let index = channel.index(view: view)
    guard channels[index].model != value || channels[index].modelVelocity != 0 else { return }
    guard let spring else { return channels[index].jump(to: value) }
    channels[index].animate(
      to: value, with: spring, threshold: threshold(of: channel, view: view), at: now)
    restTime = max(restTime, channels[index].restTime)
  }

  /// What nobody sees of a channel: a length, or what moves the view's farthest corner by it.
  func threshold(of channel: Channel, view: Int) -> RestThreshold {
    switch channel {
    case .left, .top, .right, .bottom:
      return threshold
    case .translationX, .translationY:
      // The tilt makes an angle of the translation, and an angle moves the corners.
      let turn = (views[view].tilt?.slope(at: 0) ?? 0).magnitude * reach(of: view)
      return RestThreshold(offset: threshold.offset / max(1, turn))
    case .rotation, .scaleX, .scaleY:
      return RestThreshold(offset: threshold.offset / max(1, reach(of: view)))
    case .alpha:
      return RestThreshold(offset: 1.0 / 512)
    }
  }

  /// The distance from the anchor to the farthest corner, in points.
  private func reach(of view: Int) -> Double {
    let (size, anchor) = (layout.frames[view].size, views[view].anchor)
    let across = max(anchor.x.magnitude, (1 - anchor.x).magnitude) * size.width
    let down = max(anchor.y.magnitude, (1 - anchor.y).magnitude) * size.height
    return Vector(dx: across, dy: down).length + views[view].lever.length
  }

  /// Forgets where views were grabbed that have come home, so that they turn about their anchor.
  private mutating func dropLevers() {
    for pan in pans where !pan.recognizer.isActive {
      let channels: [Channel] = [.translationX, .translationY, .rotation]
      let isHome = channels.allSatisfy { value($0, of: pan.view).value == 0 }
      if isHome { views[pan.view].lever = .zero }
    }
  }
}
