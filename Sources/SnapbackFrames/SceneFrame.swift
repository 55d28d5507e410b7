public import SnapbackGeometry
public import SnapbackTiming

/// All views of a scene at one moment, with the revision in which each last changed.
///
/// A client that has seen revision r needs the views whose revision is greater, and nothing else:
/// values are absolute, so a frame that was skipped loses nothing.
public struct SceneFrame: Sendable {
  /// The moment that the values are for.
  public var time: Instant
  /// Counts the frames in which something changed, from 1.
  public var revision: UInt64
  /// The views in the order of the scene; parents come first, later siblings are in front.
  public var views: [ViewState]
  /// For each view the revision in which it last changed.
  public var revisions: [UInt64]

  /// A frame of `count` views that nobody has filled in.
  public init(count: Int) {
    time = .zero
    revision = 0
    views = Array(repeating: ViewState(), count: count)
    revisions = Array(repeating: 0, count: count)
  }
}

/// The screen that a scene is laid out for.
public struct ScreenDescription: Hashable, Sendable {
  /// Width and height in points.
  public var size: Size
  /// Pixels per point.
  public var scale: Double
  /// What is behind all views.
  public var background: Color

  /// A screen by its parts.
  public init(size: Size, scale: Double = 1, background: Color) {
    self.size = size
    self.scale = scale
    self.background = background
  }
}

/// The life of a gesture, by UIKit's names.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// It has been recognised.
  case began
  /// Its fingers moved.
  case changed
  /// Its last finger lifted.
  case ended
  /// It was taken away: a lost contact, a palm, an unplugged device.
  case cancelled
}

/// One step of a gesture on a view.
public struct GestureEvent: Hashable, Sendable {
  /// Which gesture of the session, from 1; the same from began to ended.
  public var id: UInt64
  /// The time of the touch frame that made the step.
  public var time: Instant
  /// The view that the gesture drives, by its place in the scene.
  public var view: Int
  /// What happened.
  public var phase: GesturePhase
  /// Where the gesture is, in points on the screen.
  public var location: Point
  /// How far it has come since it began, in points of the view's parent.
  public var translation: Vector
  /// How fast it moves, in points of the parent per second.
  public var velocity: Vector

  /// A step by its parts.
  public init(
    id: UInt64, time: Instant, view: Int, phase: GesturePhase, location: Point,
    translation: Vector, velocity: Vector
  ) {
    self.id = id
    self.time = time
    self.view = view
    self.phase = phase
    self.location = location
    self.translation = translation
    self.velocity = velocity
  }
}
