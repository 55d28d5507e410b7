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
      .height, .scrollX, .scrollY:
      .points
    case .rotation: .degrees
    case .scale, .scaleX, .scaleY, .alpha: .plain
    case .color: .color
    }
  }

  /// The channels that a binding of the number sets; empty if a binding cannot set it. All are set
  /// to the same value, except those of a color.
  var targets: [Channel] {
    switch self {
    case .translationX: [.translationX]
    case .translationY: [.translationY]
    case .rotation: [.rotation]
    case .scale: [.scaleX, .scaleY]
    case .scaleX: [.scaleX]
    case .scaleY: [.scaleY]
    case .alpha: [.alpha]
    case .cornerRadius: [.cornerRadius]
    case .color: [.red, .green, .blue]
    case .left, .top, .right, .bottom, .width, .height, .scrollX, .scrollY: []
    }
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
    default: .channel(targets[0], view: view)
    }
  }

  /// The names of the numbers that a binding can set.
  static var targetNames: [String] {
    allCases.filter { !$0.targets.isEmpty }.map(\.rawValue)
  }

  /// The keys of changes that set numbers which a binding can set, too, with their channels. A key
  /// has the name of a number or, as `translation`, the part of it before the dot.
  static let changeKeys: [(key: String, channels: [Channel])] = {
    let whole = allCases.filter { !$0.targets.isEmpty && !$0.rawValue.contains(".") }
    return [(key: "translation", channels: translationX.targets + translationY.targets)]
      + whole.map { (key: $0.rawValue, channels: $0.targets) }
  }()

  /// The names of the numbers that a binding can read.
  static var sourceNames: [String] { allCases.filter { $0 != .color }.map(\.rawValue) }

  /// The name, in scenes, of a number of a frame.
  static func name(of number: BindingSource.FrameNumber) -> String {
    allCases.first { $0.source(of: 0) == .frame(number, view: 0) }?.rawValue ?? "frame"
  }

  /// The name, in scenes, of a channel that a binding can set. The name of a channel of its own
  /// comes after ``scale``, which has two channels.
  static func name(of channel: Channel) -> String {
    allCases.last { $0.targets.contains(channel) }?.rawValue ?? "frame"
  }
}
