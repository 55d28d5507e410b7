public import SnapbackFrames
public import SnapbackLayout

/// The views, gestures and layout of a running scene, as a value that another thread can use.
///
/// Creating it is O(gestures); it shares its arrays with the engine until either of them changes
/// them.
public struct RunningScene: Sendable {
  /// The layout, with all changes that were made while the scene ran.
  public private(set) var layout: LayoutTree
  /// The views, in the order of the layout.
  public let appearances: [ViewAppearance]
  /// The names of all gestures that are named.
  public let gestureNames: [String]

  /// The scene that an engine runs.
  public init(_ engine: borrowing Engine) {
    layout = engine.layoutTree
    appearances = engine.appearances
    gestureNames = engine.gestureNames
  }

  /// Lowers ``LayoutTree/workLimit``, as ``Engine/limitLayoutWork(to:)`` does.
  public mutating func limitLayoutWork(to limit: Int) {
    layout.workLimit = min(layout.workLimit, limit)
  }
}
