import SnapbackBasics
public import SnapbackProtocol

/// A number of a view that a case can refer to; see `docs/replay-tests.md`.
public enum ViewProperty: String, CaseIterable, Sendable {
  /// The transform's translation along x, in points.
  case translationX = "translation.x"
  /// The transform's translation along y, in points.
  case translationY = "translation.y"
  /// The transform's rotation, clockwise, in degrees.
  case rotation
  /// The transform's scale along x.
  case scaleX = "scale.x"
  /// The transform's scale along y.
  case scaleY = "scale.y"
  /// The transform's shear, dimensionless.
  case shear
  /// Opacity, 0…1.
  case alpha
  /// The radius of the corners, in points.
  case cornerRadius
  /// The left edge of the layout frame, in points from the parent's left edge.
  case frameX = "frame.x"
  /// The top edge of the layout frame, in points from the parent's top edge.
  case frameY = "frame.y"
  /// The width of the layout frame.
  case frameWidth = "frame.width"
  /// The height of the layout frame.
  case frameHeight = "frame.height"
  /// The red component of the fill, 0…255; 0 without a fill.
  case colorRed = "color.red"
  /// The green component of the fill.
  case colorGreen = "color.green"
  /// The blue component of the fill.
  case colorBlue = "color.blue"
  /// The opacity of the fill, 0…1. Like all numbers of a look, 0 for a view without a look.
  case colorAlpha = "color.alpha"
  /// The red component of the text, 0…255.
  case textRed = "textColor.red"
  /// The green component of the text.
  case textGreen = "textColor.green"
  /// The blue component of the text.
  case textBlue = "textColor.blue"
  /// The opacity of the text's color, 0…1.
  case textAlpha = "textColor.alpha"
  /// The red component of the border, 0…255.
  case borderRed = "border.color.red"
  /// The green component of the border.
  case borderGreen = "border.color.green"
  /// The blue component of the border.
  case borderBlue = "border.color.blue"
  /// The opacity of the border's color, 0…1.
  case borderAlpha = "border.color.alpha"
  /// The width of the border, in points.
  case borderWidth = "border.width"
  /// The opacity of the shadow, 0…1.
  case shadowOpacity = "shadow.opacity"
  /// The blur radius of the shadow, in points.
  case shadowRadius = "shadow.radius"
  /// The offset of the shadow along x, in points of the view.
  case shadowX = "shadow.offset.x"
  /// The offset of the shadow along y, in points of the view.
  case shadowY = "shadow.offset.y"
  /// The x of the center as drawn on the screen, in points.
  case centerX = "center.x"
  /// The y of the center as drawn on the screen, in points.
  case centerY = "center.y"
  /// The rate of change of the translation along x, in points per second.
  case velocityX = "velocity.x"
  /// The rate of change of the translation along y, in points per second.
  case velocityY = "velocity.y"
  /// The distance that the view's corners moved since the previous frame, in points on the screen:
  /// that of the corner that moved farthest.
  case step

  /// The numbers that a golden stores by default. All other numbers can be computed from these.
  public static let independent: [ViewProperty] = [
    .translationX, .translationY, .rotation, .scaleX, .scaleY, .shear, .alpha, .frameX, .frameY,
    .frameWidth, .frameHeight, .colorRed, .colorGreen, .colorBlue, .cornerRadius,
    .colorAlpha, .textRed, .textGreen, .textBlue, .textAlpha, .borderRed, .borderGreen, .borderBlue,
    .borderAlpha, .borderWidth, .shadowOpacity, .shadowRadius, .shadowX, .shadowY,
  ]

  /// The parts of the transform.
  static let transform: [ViewProperty] = [
    .translationX, .translationY, .rotation, .scaleX, .scaleY, .shear,
  ]

  /// The channel of a look whose value the number is; nil for other numbers.
  private var lookChannel: LookChannel? {
    switch self {
    case .colorAlpha: .fillAlpha
    case .textRed: .textRed
    case .textGreen: .textGreen
    case .textBlue: .textBlue
    case .textAlpha: .textAlpha
    case .borderRed: .borderRed
    case .borderGreen: .borderGreen
    case .borderBlue: .borderBlue
    case .borderAlpha: .borderAlpha
    case .borderWidth: .borderWidth
    case .shadowOpacity: .shadowOpacity
    case .shadowRadius: .shadowRadius
    case .shadowX: .shadowX
    case .shadowY: .shadowY
    default: nil
    }
  }

  /// Returns the number in `state` or in `look`, which is nil for a view without a look. `earlier`
  /// is the state in the previous frame.
  public func value(
    of state: ViewState, _ look: MovingLook? = nil, after earlier: ViewState
  ) -> Double {
    switch self {
    case .colorAlpha, .textRed, .textGreen, .textBlue, .textAlpha, .borderRed, .borderGreen,
      .borderBlue, .borderAlpha, .borderWidth, .shadowOpacity, .shadowRadius, .shadowX, .shadowY:
      lookChannel.flatMap { look?[$0] } ?? 0
    case .translationX: state.transform.translation.dx
    case .translationY: state.transform.translation.dy
    case .rotation: state.transform.rotation * 180 / .pi
    case .scaleX: state.transform.scale.dx
    case .scaleY: state.transform.scale.dy
    case .shear: state.transform.shear
    case .alpha: min(max(state.alpha, 0), 1)
    case .cornerRadius: state.cornerRadius
    case .frameX: state.frame.left
    case .frameY: state.frame.top
    case .frameWidth: state.frame.size.width
    case .frameHeight: state.frame.size.height
    case .colorRed: Double(state.color?.red ?? 0)
    case .colorGreen: Double(state.color?.green ?? 0)
    case .colorBlue: Double(state.color?.blue ?? 0)
    case .centerX: Self.middle(of: state).x
    case .centerY: Self.middle(of: state).y
    case .velocityX: state.translationVelocity.dx
    case .velocityY: state.translationVelocity.dy
    case .step: Self.step(from: earlier, to: state)
    }
  }

  private static func middle(of state: ViewState) -> Point {
    state.toScreen(Point(x: state.frame.size.width / 2, y: state.frame.size.height / 2))
  }

  private static func step(from earlier: ViewState, to state: ViewState) -> Double {
    zip(corners(of: earlier), corners(of: state)).map { $0.distance(to: $1) }.max() ?? 0
  }

  private static func corners(of state: ViewState) -> [Point] {
    let size = state.frame.size
    return [
      Point(x: 0, y: 0), Point(x: size.width, y: 0), Point(x: 0, y: size.height),
      Point(x: size.width, y: size.height),
    ].map { state.toScreen($0) }
  }
}

/// A number of a view, written `card.translation.x`.
public struct ViewValue: Hashable, Sendable, CustomStringConvertible {
  /// The view's name, which contains no dots.
  public var view: String
  /// The property whose value is the number.
  public var property: ViewProperty

  /// Creates a reference to a number of the view named `view`.
  public init(view: String, property: ViewProperty) {
    self.view = view
    self.property = property
  }

  /// The number as written in cases and goldens.
  public var description: String { "\(view).\(property.rawValue)" }
}

extension ViewValue {
  /// The number that a golden's column names; nil if the column is not a number of a view.
  public init?(_ column: String) {
    let view = column.prefix { $0 != "." }
    guard let property = ViewProperty(rawValue: String(column.dropFirst(view.count + 1))) else {
      return nil
    }
    self.init(view: String(view), property: property)
  }
}
