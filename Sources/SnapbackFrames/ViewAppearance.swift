public import SnapbackGeometry

/// What a renderer needs of a view besides where it is; it does not change while a scene runs.
public struct ViewAppearance: Hashable, Sendable {
  /// The view's name in the scene; unique.
  public var name: String
  /// The place of the parent in the scene's list of views; nil for the root.
  public var parent: Int?
  /// The fill that it starts with; nil draws nothing.
  public var color: Color?
  /// The radius of the corners, in points.
  public var cornerRadius: Double
  /// Whether what is in it is cut off at its edges.
  public var clips: Bool
  /// The point that transforms turn and scale about: (0, 0) top left, (1, 1) bottom right.
  public var anchor: Point
  /// What it says, if it has a text and somebody has asked; the engine leaves it out, because it
  /// follows from the text size that a person has chosen.
  public var text: TextAppearance?

  /// An appearance by its parts.
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
}
