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

  /// An appearance by its parts.
  public init(
    name: String, parent: Int?, color: Color? = nil, cornerRadius: Double = 0,
    clips: Bool = false, anchor: Point = Point(x: 0.5, y: 0.5)
  ) {
    self.name = name
    self.parent = parent
    self.color = color
    self.cornerRadius = cornerRadius
    self.clips = clips
    self.anchor = anchor
  }
}

/// A colour of the sRGB space, each component 0…255, opaque.
public struct Color: Hashable, Sendable {
  /// Red, green and blue.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8

  /// A colour by its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour that CSS writes as `#rrggbb`; nil for anything else.
  public init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 7, digits[0] == UInt8(ascii: "#") else { return nil }
    let isDigit = digits.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard isDigit, let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// The colour as CSS writes it, `#rrggbb`.
  public var hexadecimal: String {
    "#"
      + [red, green, blue].map { component in
        let digits = String(component, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
      }.joined()
  }
}

/// Where a view is drawn at one moment, and how fast that changes.
public struct ViewState: Hashable, Sendable {
  /// The layout frame in the parent's coordinates, before the transform.
  public var frame: Rect
  /// The transform about the view's anchor, applied after layout.
  public var transform: TransformComponents
  /// Opacity, 0…1.
  public var alpha: Double
  /// The fill; nil draws nothing.
  public var color: Color?
  /// From the view's own coordinates, (0, 0) at its top left corner, to points on the screen.
  public var toScreen: AffineTransform
  /// The rate of change of the translation, in points per second.
  public var translationVelocity: Vector
  /// The rate of change of the rotation, in radians per second.
  public var rotationVelocity: Double

  /// A view that does not move.
  public init(
    frame: Rect = .zero, transform: TransformComponents = .identity, alpha: Double = 1,
    color: Color? = nil, toScreen: AffineTransform = .identity, translationVelocity: Vector = .zero,
    rotationVelocity: Double = 0
  ) {
    self.frame = frame
    self.transform = transform
    self.alpha = alpha
    self.color = color
    self.toScreen = toScreen
    self.translationVelocity = translationVelocity
    self.rotationVelocity = rotationVelocity
  }
}
