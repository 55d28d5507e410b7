import SnapbackEngine
import SnapbackProtocol

/// A number of a view, as bindings name it: `translation.y` in `sheet.translation.y`.
enum BindingProperty: String, CaseIterable {
  case translationX = "translation.x"
  case translationY = "translation.y"
  case rotation
  case scale
  case scaleX = "scale.x"
  case scaleY = "scale.y"
  case alpha
  case cornerRadius
  case color
  case fillAlpha = "color.alpha"
  case textColor
  case textAlpha = "textColor.alpha"
  case borderColor = "border.color"
  case borderAlpha = "border.color.alpha"
  case borderWidth = "border.width"
  case shadowOpacity = "shadow.opacity"
  case shadowRadius = "shadow.radius"
  case shadowX = "shadow.offset.x"
  case shadowY = "shadow.offset.y"
  case left = "frame.left"
  case top = "frame.top"
  case right = "frame.right"
  case bottom = "frame.bottom"
  case width = "frame.width"
  case height = "frame.height"
  case scrollX = "scrollOffset.x"
  case scrollY = "scrollOffset.y"

  /// The unit of a number in a scene. The raw values complete the sentence "the number is …".
  enum Unit: String {
    case points = "in points"
    case degrees = "in degrees"
    /// A factor or an opacity.
    case plain = "a plain number"
    case velocity = "in points per second"
    /// Three components, each 0…255.
    case color = "a color"
    /// A fraction of an action, 0…1.
    case fraction = "a fraction of an action"

    /// The factor that converts a number from this unit to the unit of its channel.
    var factor: Double { self == .degrees ? .pi / 180 : 1 }
  }

  /// The unit of the number in scenes.
  var unit: Unit {
    switch self {
    case .translationX, .translationY, .cornerRadius, .left, .top, .right, .bottom, .width,
      .height, .scrollX, .scrollY, .borderWidth, .shadowRadius, .shadowX, .shadowY:
      .points
    case .rotation: .degrees
    case .scale, .scaleX, .scaleY, .alpha, .fillAlpha, .textAlpha, .borderAlpha, .shadowOpacity:
      .plain
    case .color, .textColor, .borderColor: .color
    }
  }

  /// The channels that a binding of the number sets; empty if a binding cannot set it. All are set
  /// to the same value, except those of a color.
  var targets: [MotionChannel] {
    switch self {
    case .translationX: [.animated(.translationX)]
    case .translationY: [.animated(.translationY)]
    case .rotation: [.animated(.rotation)]
    case .scale: [.animated(.scaleX), .animated(.scaleY)]
    case .scaleX: [.animated(.scaleX)]
    case .scaleY: [.animated(.scaleY)]
    case .alpha: [.animated(.alpha)]
    case .cornerRadius: [.animated(.cornerRadius)]
    case .color: [.animated(.red), .animated(.green), .animated(.blue)]
    case .fillAlpha: [.look(.fillAlpha)]
    case .textColor: [.look(.textRed), .look(.textGreen), .look(.textBlue)]
    case .textAlpha: [.look(.textAlpha)]
    case .borderColor: [.look(.borderRed), .look(.borderGreen), .look(.borderBlue)]
    case .borderAlpha: [.look(.borderAlpha)]
    case .borderWidth: [.look(.borderWidth)]
    case .shadowOpacity: [.look(.shadowOpacity)]
    case .shadowRadius: [.look(.shadowRadius)]
    case .shadowX: [.look(.shadowX)]
    case .shadowY: [.look(.shadowY)]
    case .left, .top, .right, .bottom, .width, .height, .scrollX, .scrollY: []
    }
  }

  /// Whether the number is one of a view's look.
  var isOfLook: Bool {
    if case .look? = targets.first { true } else { false }
  }

  /// The source that reads this number of a view. For ``scale``, it reads the scale along x. A
  /// color cannot be a source.
  func source(of view: Int) -> BindingSource {
    switch self {
    case .left: .frame(.left, view: view)
    case .top: .frame(.top, view: view)
    case .right: .frame(.right, view: view)
    case .bottom: .frame(.bottom, view: view)
    case .width: .frame(.width, view: view)
    case .height: .frame(.height, view: view)
    case .scrollX: .channel(.scrollX, view: view)
    case .scrollY: .channel(.scrollY, view: view)
    default:
      switch targets[0] {
      case .animated(let channel): .channel(channel, view: view)
      case .look(let channel): .look(channel, view: view)
      // The lever is no number of bindings.
      case .leverX, .leverY: .channel(.translationX, view: view)
      }
    }
  }

  /// The names of the numbers that a binding can set.
  static var targetNames: [String] {
    allCases.filter { !$0.targets.isEmpty }.map(\.rawValue)
  }

  /// The keys of changes that set numbers which a binding can set, too, with their channels. A key
  /// has the name of a number or, as `translation`, the part of it before the dot. Keys that set a
  /// look alone are not among them.
  static let changeKeys: [(key: String, channels: [MotionChannel])] = {
    let whole = allCases.filter {
      !$0.targets.isEmpty && !$0.isOfLook && !$0.rawValue.contains(".")
    }
    return [(key: "translation", channels: translationX.targets + translationY.targets)]
      + whole.map { (key: $0.rawValue, channels: $0.targets) }
  }()

  /// The names of the numbers that a binding can read.
  static var sourceNames: [String] { allCases.filter { $0.unit != .color }.map(\.rawValue) }

  /// The name, in scenes, of a number of a frame.
  static func name(of number: BindingSource.FrameNumber) -> String {
    allCases.first { $0.source(of: 0) == .frame(number, view: 0) }?.rawValue ?? "frame"
  }

  /// The name, in scenes, of a channel that a binding can set. The name of a channel of its own
  /// comes after ``scale``, which has two channels.
  static func name(of channel: MotionChannel) -> String {
    allCases.last { $0.targets.contains(channel) }?.rawValue ?? "frame"
  }
}
