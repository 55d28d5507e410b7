public import SnapbackBasics

/// The properties of a view that a renderer needs in addition to its state. They do not change
/// while a scene runs. Exception: if the radius of the corners can move, the state has the present
/// one.
public struct ViewAppearance: Hashable, Sendable {
  /// The view's name in the scene; unique.
  public var name: String
  /// The index of the parent in the scene's list of views; nil for the root.
  public var parent: Int?
  /// The initial fill; nil means no fill.
  public var color: Color?
  /// The center of rotation and scaling: (0, 0) is top left, (1, 1) is bottom right.
  public var anchor: Point
  /// The view's text, if it has one and the caller requested it. The engine does not set it,
  /// because the text depends on the text size that the user has chosen.
  public var text: TextAppearance?
  // generated: numbers and Booleans of a view
  /// The radius of its corners, in points.
  public var cornerRadius = 0.0
  /// True if its contents are clipped to its bounds and rounded corners.
  public var clips = false
  // end of generated

  /// Creates an appearance.
  public init(
    name: String, parent: Int?, color: Color? = nil, cornerRadius: Double = 0,
    clips: Bool = false, anchor: Point = Point(x: 0.5, y: 0.5), text: TextAppearance? = nil
  ) {
    self.name = name
    self.parent = parent
    self.color = color
    self.cornerRadius = cornerRadius
    self.clips = clips
    self.anchor = anchor
    self.text = text
  }

  /// The radius of the corners in a state of the view, in points.
  public func cornerRadius(in state: ViewState) -> Double {
    state.hasMovingRadius ? state.cornerRadius : cornerRadius
  }
}
