import SnapbackBasics

/// Formats elements of SVG, the format of all pictures that the tool draws.
///
/// The style of an element is a list of CSS classes, which ``PictureStyle`` and the rules of each
/// picture define. Numbers have at most two decimals.
enum SVG {
  /// A whole picture of the size and origin of `box`, with a title that viewers show as a tooltip.
  static func document(
    _ box: Rect, title: String? = nil, style: String, font: String = "sans-serif",
    paperRadius: Double = 10, _ body: [String]
  ) -> String {
    let (width, height) = (number(box.size.width), number(box.size.height))
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"\(number(box.left)) \(number(box.top)) \(width) \(height)\" "
        + "font-family=\"\(font)\" font-size=\"12\" role=\"img\">"
    ]
    if let title { lines.append("<title>\(escaped(title))</title>") }
    lines += [style, rect(box, "paper", radius: paperRadius)] + body
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  static func number(_ value: Double) -> String {
    ReadableNumber.trimmed(ReadableNumber.fixed(value, 2))
  }

  static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
  ) -> String {
    "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" "
      + "class=\"\(style)\"/>"
  }

  static func rect(_ box: Rect, _ style: String, radius: Double = 0) -> String {
    "<rect \(position(box, radius))class=\"\(style)\"/>"
  }

  /// A rectangle with its own color, `#rrggbb`, and an opacity from 0 to 1.
  static func rect(_ box: Rect, fill: String, opacity: Double, radius: Double = 0) -> String {
    "<rect \(position(box, radius))fill=\"\(fill)\" fill-opacity=\"\(number(opacity))\"/>"
  }

  private static func position(_ box: Rect, _ radius: Double) -> String {
    "x=\"\(number(box.left))\" y=\"\(number(box.top))\" "
      + "width=\"\(number(box.size.width))\" height=\"\(number(box.size.height))\" "
      + (radius > 0 ? "rx=\"\(number(radius))\" " : "")
  }

  static func dot(_ x: Double, _ y: Double, _ style: String) -> String {
    "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"4\" class=\"\(style)\"/>"
  }

  static func path(_ points: [(Double, Double)], _ style: String) -> String {
    let steps = points.map { "\(number($0.0)) \(number($0.1))" }
    return "<path d=\"M\(steps.joined(separator: "L"))\" class=\"\(style)\"/>"
  }

  /// Text at a baseline. `size` is in pixels; nil for the text size of the picture.
  static func text(
    _ string: String, _ x: Double, _ y: Double, _ style: String, size: Double? = nil
  ) -> String {
    let font = size.map { " font-size=\"\(number($0))\"" } ?? ""
    return "<text x=\"\(number(x))\" y=\"\(number(y))\"\(font) class=\"\(style)\">"
      + "\(escaped(string))</text>"
  }

  static func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String) -> String {
    "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" class=\"\(style)\"/>"
  }

  /// A diagonal cross of width `2 × reach`.
  static func cross(_ x: Double, _ y: Double, _ reach: Double, _ style: String) -> String {
    let (left, right) = (number(x - reach), number(x + reach))
    let (top, bottom) = (number(y - reach), number(y + reach))
    return "<path d=\"M\(left) \(top)L\(right) \(bottom)M\(left) \(bottom)L\(right) \(top)\" "
      + "class=\"\(style)\"/>"
  }

  /// An element with a title, which viewers show as a tooltip.
  static func titled(_ element: String, _ title: String) -> String {
    guard element.hasSuffix("/>"), let name = element.dropFirst().split(separator: " ").first
    else { return element }
    return "\(element.dropLast(2))><title>\(escaped(title))</title></\(name)>"
  }

  /// Vertical lines from `top` to `bottom`.
  static func ticks(_ places: [Double], from top: Double, to bottom: Double, _ style: String)
    -> String
  {
    let steps = places.map { "M\(number($0)) \(number(top))V\(number(bottom))" }
    return "<path d=\"\(steps.joined())\" class=\"\(style)\"/>"
  }

  /// A group clipped to a box.
  static func clipped(_ parts: [String], to box: Rect, id: String) -> [String] {
    guard !parts.isEmpty else { return [] }
    return ["<clipPath id=\"\(id)\">" + rect(box, "clip") + "</clipPath>"]
      + ["<g clip-path=\"url(#\(id))\">"] + parts + ["</g>"]
  }

  static func escaped(_ string: String) -> String {
    var text = ""
    for character in string {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
    return text
  }
}

extension Rect {
  /// Whether the two rectangles overlap.
  func touches(_ other: Rect) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}
