import SnapbackBasics
import SnapbackLayout
import SnapbackTestSupport

/// Sizes of labels that were measured in UIKit, and the estimates of them.
enum TextFidelity {
  /// A label of one line.
  struct Label {
    let name: String
    let size: String
    let platform: String
    /// The measured width or height, in points.
    let measured: Double
    /// The estimated one.
    let estimate: Double

    /// The relative difference.
    var difference: Double { estimate / measured - 1 }
  }

  /// `text_widths.csv`: widths of labels, in pixels.
  static func widths() throws -> [Label] {
    try FixtureTable("uikit/text_widths.csv").rows.map { row in
      let (size, scale) = (row.text("size"), row.number("scale"))
      let isSemibold = row.text("weight") == "semibold"
      // The headline is the only semibold style; it has 17 points at `large`.
      let category = size == "28" ? "accessibilityMedium" : "large"
      let label = try estimate(
        row.text("string"), isSemibold ? "style: \"headline\"" : "pointSize: \(size)", scale,
        category)
      return Label(
        name: row.text("string"), size: "\(size) \(row.text("weight"))",
        platform: row.text("platform"), measured: row.number("width") / scale,
        estimate: label.width)
    }
  }

  /// `text_heights.csv`: heights of labels of one line, in pixels.
  static func heights() throws -> [Label] {
    try FixtureTable("uikit/text_heights.csv").rows.map { row in
      let scale = row.number("scale")
      let label = try estimate("x", "pointSize: \(row.text("size"))", scale, "large")
      return Label(
        name: "", size: row.text("size"), platform: row.text("platform"),
        measured: row.number("height") / scale, estimate: label.height)
    }
  }

  /// `dynamic_type.csv`: the font sizes of the text styles, and the heights of labels in them with
  /// three pixels per point.
  static func styles() throws -> [(name: String, pointSize: Double, height: Double)] {
    try FixtureTable("uikit/dynamic_type.csv").rows.flatMap { row in
      try TextStyle.allCases.compactMap { style in
        guard let pointSize = Double(row.text(style.rawValue)) else { return nil }
        let category = row.text("category")
        let label = try estimate("x", "style: \"\(style.rawValue)\"", 3, category)
        return ("\(style.rawValue) at \(category)", pointSize, label.height)
      }
    }
  }

  /// The size of a label that nothing else constrains, in points.
  private static func estimate(
    _ string: String, _ font: String, _ scale: Double, _ category: String
  ) throws -> Size {
    let layout = try FidelityLayout(
      scene: """
        { snapback: 1,
          screen: { width: 1000, height: 1000, scale: \(scale), contentSize: "\(category)" },
          views: [ { id: "label", text: { string: "\(string)", \(font) } } ],
          constraints: [ "label.left = 0", "label.top = 0" ] }
        """)
    return layout.exactFrame("label")?.size ?? .zero
  }
}
