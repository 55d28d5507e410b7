public import SnapbackBasics

/// A color in the sRGB color space with an opacity.
public struct Paint: Hashable, Sendable {
  /// The color.
  public var color: Color
  /// The opacity, 0…255.
  public var alpha: UInt8

  /// Opaque black.
  public static let black = Paint(.black)

  /// Creates a color with an opacity; it is opaque by default.
  public init(_ color: Color, alpha: UInt8 = 255) {
    self.color = color
    self.alpha = alpha
  }

  /// Parses a color in the CSS form `#rrggbb` or `#rrggbbaa`; nil for any other text.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.count == 9 ? String(text.prefix(7)) : text
    guard let color = Color(hexadecimal: digits) else { return nil }
    self.init(color)
    guard text.utf8.count == 9 else { return }
    // A number of 8 bits parses a sign, too.
    let last = text.suffix(2)
    guard last.allSatisfy(\.isHexDigit), let alpha = UInt8(last, radix: 16) else { return nil }
    self.alpha = alpha
  }

  /// Creates a color from 0xAARRGGBB.
  init(bits: UInt32) {
    self.init(
      Color(
        red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits)), alpha: UInt8(truncatingIfNeeded: bits >> 24))
  }

  /// The color in the CSS form `#rrggbbaa`.
  public var hexadecimal: String {
    let digits = String(alpha, radix: 16)
    return color.hexadecimal + (digits.utf8.count == 1 ? "0" : "") + digits
  }

  /// The color as 0xAARRGGBB.
  var bits: UInt32 { color.opaqueBits & 0xFF_FFFF | UInt32(alpha) << 24 }
}

/// The part of a view's look that can move.
public struct MovingLook: Hashable, Sendable {
  /// The color of the text.
  public var textColor = Paint.black
  /// The color of the border.
  public var borderColor = Paint.black
  /// The opacity of the fill, 0…1.
  public var fillAlpha = 1.0
  /// The width of the border in points, 0 or more.
  public var borderWidth = 0.0
  /// The opacity of the shadow, 0…1.
  public var shadowOpacity = 0.0
  /// The blur radius of the shadow in points, 0 or more.
  public var shadowRadius = 0.0
  /// The offset of the shadow, in points of the view.
  public var shadowOffset = Vector.zero

  /// Creates a look; by default, text is black, and there is no border and no shadow.
  public init(
    textColor: Paint = .black, borderColor: Paint = .black, fillAlpha: Double = 1,
    borderWidth: Double = 0, shadowOpacity: Double = 0, shadowRadius: Double = 0,
    shadowOffset: Vector = .zero
  ) {
    self.textColor = textColor
    self.borderColor = borderColor
    self.fillAlpha = fillAlpha
    self.borderWidth = borderWidth
    self.shadowOpacity = shadowOpacity
    self.shadowRadius = shadowRadius
    self.shadowOffset = shadowOffset
  }

  /// The numbers of the channels. Setting a number limits it to the range of its key: components of
  /// colors and opacities are clamped, and lengths except offsets are at least 0.
  public subscript(channel: LookChannel) -> Double {
    get {
      switch channel {
      case .textRed: Double(textColor.color.red)
      case .textGreen: Double(textColor.color.green)
      case .textBlue: Double(textColor.color.blue)
      case .textAlpha: Double(textColor.alpha) / 255
      case .fillAlpha: fillAlpha
      case .borderRed: Double(borderColor.color.red)
      case .borderGreen: Double(borderColor.color.green)
      case .borderBlue: Double(borderColor.color.blue)
      case .borderAlpha: Double(borderColor.alpha) / 255
      case .borderWidth: borderWidth
      case .shadowX: shadowOffset.dx
      case .shadowY: shadowOffset.dy
      case .shadowOpacity: shadowOpacity
      case .shadowRadius: shadowRadius
      }
    }
    set {
      switch channel {
      case .textRed: textColor.color.red = Self.byte(newValue)
      case .textGreen: textColor.color.green = Self.byte(newValue)
      case .textBlue: textColor.color.blue = Self.byte(newValue)
      case .textAlpha: textColor.alpha = Self.byte(newValue * 255)
      case .fillAlpha: fillAlpha = min(max(newValue, 0), 1)
      case .borderRed: borderColor.color.red = Self.byte(newValue)
      case .borderGreen: borderColor.color.green = Self.byte(newValue)
      case .borderBlue: borderColor.color.blue = Self.byte(newValue)
      case .borderAlpha: borderColor.alpha = Self.byte(newValue * 255)
      case .borderWidth: borderWidth = max(newValue, 0)
      case .shadowX: shadowOffset.dx = newValue
      case .shadowY: shadowOffset.dy = newValue
      case .shadowOpacity: shadowOpacity = min(max(newValue, 0), 1)
      case .shadowRadius: shadowRadius = max(newValue, 0)
      }
    }
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(saturating: value.rounded()) }
}

/// The look of a view: how its text, its border and its shadow are drawn. `docs/scene-format.md`
/// defines how renderers draw it.
public struct ViewLook: Hashable, Sendable {
  /// The horizontal alignment of lines of text.
  public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
    /// At the side where reading begins.
    case leading
    /// In the middle.
    case center
    /// At the side where reading ends.
    case trailing
    /// At the left side.
    case left
    /// At the right side.
    case right
  }

  /// The place of a text in a taller view.
  public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    /// At the top.
    case top
    /// In the middle.
    case center
    /// At the bottom.
    case bottom
  }

  /// How a text that has no room is shortened.
  public enum Truncation: String, Hashable, Sendable, CaseIterable {
    /// An ellipsis at the end of the last line.
    case tail
    /// An ellipsis in the middle of the last line.
    case middle
    /// An ellipsis at the beginning of the last line.
    case head
    /// Nothing: the text is cut at the bounds of the view.
    case clip
  }

  /// The index of the view in the scene.
  public var view: Int
  /// The values that can move.
  public var moving: MovingLook
  /// The color of the shadow.
  public var shadowColor = Paint.black
  /// The weight of the font, 1…1000; 400 is regular and 700 bold. With 0, it is that of the text
  /// style.
  public var fontWeight: UInt16 = 0
  /// The horizontal alignment of lines of text.
  public var textAlignment = TextAlignment.leading
  /// The place of a text in a taller view.
  public var verticalAlignment = VerticalAlignment.top
  /// How a text that has no room is shortened.
  public var truncation = Truncation.tail
  /// The name of an image; nil for none.
  public var image: String?
  /// The scene's `data` of the view as a text in JSON; nil without it.
  public var data: String?

  /// Creates a look from the values that can move; the others have their defaults.
  public init(view: Int, moving: MovingLook = MovingLook()) {
    self.view = view
    self.moving = moving
  }
}

/// A number of a view's look that can be animated. Only views with a look have these channels.
public enum LookChannel: Int, CaseIterable, Sendable {
  /// The red component of the text, 0…255.
  case textRed
  /// The green component of the text.
  case textGreen
  /// The blue component of the text.
  case textBlue
  /// The opacity of the text's color, 0…1.
  case textAlpha
  /// The opacity of the fill, 0…1.
  case fillAlpha
  /// The red component of the border, 0…255.
  case borderRed
  /// The green component of the border.
  case borderGreen
  /// The blue component of the border.
  case borderBlue
  /// The opacity of the border's color, 0…1.
  case borderAlpha
  /// The width of the border, in points.
  case borderWidth
  /// The offset of the shadow along x, in points of the view.
  case shadowX
  /// The offset of the shadow along y.
  case shadowY
  /// The opacity of the shadow, 0…1.
  case shadowOpacity
  /// The blur radius of the shadow, in points.
  case shadowRadius

  /// The components of the text's color, with its opacity.
  public static let text: [LookChannel] = [.textRed, .textGreen, .textBlue, .textAlpha]
  /// The components of the border's color, with its opacity.
  public static let border: [LookChannel] = [.borderRed, .borderGreen, .borderBlue, .borderAlpha]
  /// All channels, cached.
  public static let all = Array(allCases)
}
