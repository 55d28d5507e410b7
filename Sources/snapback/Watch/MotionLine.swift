import SnapbackBasics
import SnapbackClient
import SnapbackProtocol

/// Formats a view's transform as one line of text.
enum MotionLine {
  /// Returns `0.317 s card (+96.2, -27.1) pt +6.4°`, without the time if `time` is nil.
  static func text(_ view: SceneMirror.View, at time: Double?) -> String {
    let transform = view.state.transform
    let moved = transform.translation
    let place = "(\(signed(moved.dx, 1)), \(signed(moved.dy, 1))) pt"
    let turn = "\(signed(transform.rotation * 180 / .pi, 1))°"
    let start = time.map { padded(decimals($0, 3), 7) + " s  " } ?? ""
    return start + view.name + "  " + padded(place, 20) + padded(turn, 8)
  }

  private static func signed(_ value: Double, _ places: Int) -> String {
    let text = decimals(value, places)
    return text.hasPrefix("-") ? text : "+" + text
  }

  private static func decimals(_ value: Double, _ places: Int) -> String {
    let unit: Double = places == 1 ? 10 : 1000
    let scaled = Int64(saturating: (value * unit).rounded())
    let part = String(scaled.magnitude % UInt64(unit))
    let zeros = String(repeating: "0", count: max(0, places - part.count))
    return (scaled < 0 ? "-" : "") + "\(scaled.magnitude / UInt64(unit)).\(zeros)\(part)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
