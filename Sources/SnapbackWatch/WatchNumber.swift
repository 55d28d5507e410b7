import SnapbackBasics
import SnapbackProtocol

/// A number of a view's state that can be drawn as a curve.
enum WatchNumber: CaseIterable {
  case moveX, moveY, turn, scaleX, scaleY, left, top, width, height, alpha

  var title: String {
    switch self {
    case .moveX: "translation x"
    case .moveY: "translation y"
    case .turn: "rotation"
    case .scaleX: "scale x"
    case .scaleY: "scale y"
    case .left: "frame x"
    case .top: "frame y"
    case .width: "frame width"
    case .height: "frame height"
    case .alpha: "alpha"
    }
  }

  var unit: String {
    switch self {
    case .moveX, .moveY, .left, .top, .width, .height: " pt"
    case .turn: "°"
    case .scaleX, .scaleY, .alpha: ""
    }
  }

  var places: Int {
    switch self {
    case .scaleX, .scaleY, .alpha: 3
    default: 1
    }
  }

  /// The smallest visible change.
  var leastExtent: Double {
    switch self {
    case .scaleX, .scaleY, .alpha: 0.002
    case .turn: 0.05
    default: 0.05
    }
  }

  func value(_ state: ViewState) -> Double {
    switch self {
    case .moveX: state.transform.translation.dx
    case .moveY: state.transform.translation.dy
    case .turn: state.transform.rotation * 180 / .pi
    case .scaleX: state.transform.scale.dx
    case .scaleY: state.transform.scale.dy
    case .left: state.frame.left
    case .top: state.frame.top
    case .width: state.frame.size.width
    case .height: state.frame.size.height
    case .alpha: state.alpha
    }
  }

  /// Formats a number of this kind for display.
  func text(_ value: Double) -> String { WatchText.number(value, places) + unit }
}

/// Formats numbers and times for display.
enum WatchText {
  /// Formats a number with at most `places` decimals and a true minus sign. Gives `?` for NaN and
  /// `∞` for large numbers.
  static func number(_ value: Double, _ places: Int = 1) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return value.isNaN ? "?" : "∞" }
    let text = value.shortText(places)
    if text == "-0" { return "0" }
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  static func pair(_ x: Double, _ y: Double, _ places: Int = 1) -> String {
    "\(number(x, places)), \(number(y, places))"
  }

  static func point(_ point: Point) -> String { pair(point.x, point.y) }

  /// Formats a time as seconds since `start`, with three decimals.
  static func seconds(_ time: Instant, since start: Instant) -> String {
    time.seconds(since: start).fixedText(3)
  }

  static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
