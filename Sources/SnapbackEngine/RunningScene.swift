public import SnapbackFrames
public import SnapbackLayout

/// The views, gestures and layout of a running scene, as a value that another thread can work on.
///
/// Making one is O(gestures); the arrays are shared with the engine until either changes them.
public struct RunningScene: Sendable {
  /// The layout, with all that has been changed in it.
  public let layout: LayoutTree
  /// The views, in the order of the layout.
  public let appearances: [ViewAppearance]
  /// The names of the gestures that have one.
  public let gestureNames: [String]

  /// The scene of an engine.
  public init(_ engine: borrowing Engine) {
    layout = engine.layoutTree
    appearances = engine.appearances
    gestureNames = engine.gestureNames
  }
}
