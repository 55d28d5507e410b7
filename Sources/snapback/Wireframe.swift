import SnapbackEngine
import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout

/// A picture of a layout: solved edges blue, ambiguous ones dashed red, conflicting ones solid red.
struct Wireframe {
  private let scene: LaidOutScene
  private let blueprint: SceneBlueprint

  private static let solved = "#2563eb"
  private static let wrong = "#dc2626"
  /// Points around the screen, for what sticks out and for the legend.
  private static let margin = 24.0
  private static let legendHeight = 26.0

  init(_ scene: LaidOutScene, _ blueprint: SceneBlueprint) {
    self.scene = scene
    self.blueprint = blueprint
  }

  var text: String {
    let size = scene.layout.screenSize
    let (width, height) = (
      size.width + 2 * Self.margin, size.height + 2 * Self.margin + Self.legendHeight
    )
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(width))\" "
        + "height=\"\(number(height))\" "
        + "viewBox=\"\(number(-Self.margin)) \(number(-Self.margin)) "
        + "\(number(width)) \(number(height))\" font-family=\"DejaVu Sans, sans-serif\">",
      "<rect x=\"\(number(-Self.margin))\" y=\"\(number(-Self.margin))\" "
        + "width=\"\(number(width))\" height=\"\(number(height))\" fill=\"#ffffff\"/>",
    ]
    var labels: [Rect] = []
    var texts: [String] = []
    lines += drawing(of: .root, &labels, &texts)
    // Names come last, so that nothing is drawn over them.
    lines += texts
    lines += legend(y: size.height + Self.margin)
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// A view and what is in it; what scrolls is cut off where it cannot be seen.
  private func drawing(
    of view: ViewID, _ labels: inout [Rect], _ texts: inout [String]
  ) -> [String] {
    if scene.layout.isHidden(view) { return [] }
    let frame = scene.frame(of: view)
    var lines = fill(of: view, in: frame)
    let horizontal = style(view, .horizontal)
    let vertical = style(view, .vertical)
    lines.append(line(frame.left, frame.top, frame.left, frame.bottom, horizontal))
    lines.append(line(frame.right, frame.top, frame.right, frame.bottom, horizontal))
    lines.append(line(frame.left, frame.top, frame.right, frame.top, vertical))
    lines.append(line(frame.left, frame.bottom, frame.right, frame.bottom, vertical))
    if view != .root, frame.size.width > 0, frame.size.height > 0, isInSight(view, frame) {
      texts += label(of: view, in: frame, &labels)
    }
    let children = scene.layout.children(of: view)
    let inside = children.flatMap { drawing(of: $0, &labels, &texts) }
    guard scene.layout.scrolls(view), !inside.isEmpty else { return lines + inside }
    return lines + [
      "<clipPath id=\"clip\(view.index)\"><rect \(position(frame))/></clipPath>",
      "<g clip-path=\"url(#clip\(view.index))\">",
    ] + inside + ["</g>"]
  }

  private func fill(of view: ViewID, in frame: Rect) -> [String] {
    let appearance = blueprint.views[view.index].appearance
    guard let color = appearance.color, frame.size.width > 0, frame.size.height > 0 else {
      return []
    }
    let opacity = view == .root ? 0.06 : 0.22
    return [
      "<rect \(position(frame)) rx=\"\(number(appearance.cornerRadius))\" "
        + "fill=\"\(color.hexadecimal)\" fill-opacity=\"\(opacity)\"/>"
    ]
  }

  private func position(_ frame: Rect) -> String {
    "x=\"\(number(frame.left))\" y=\"\(number(frame.top))\" "
      + "width=\"\(number(frame.size.width))\" height=\"\(number(frame.size.height))\""
  }

  /// Whether the middle of a view lies within all scroll views around it.
  private func isInSight(_ view: ViewID, _ frame: Rect) -> Bool {
    var next = scene.layout.parent(of: view)
    while let current = next {
      if scene.layout.scrolls(current), !scene.frame(of: current).contains(frame.center) {
        return false
      }
      next = scene.layout.parent(of: current)
    }
    return true
  }

  private func style(_ view: ViewID, _ axis: Axis) -> String {
    if scene.isConflicting(view, axis) { return "stroke=\"\(Self.wrong)\" stroke-width=\"2\"" }
    if scene.isAmbiguous(view, axis) {
      return "stroke=\"\(Self.wrong)\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\""
    }
    return "stroke=\"\(Self.solved)\" stroke-width=\"1\""
  }

  private func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
  ) -> String {
    "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" "
      + "\(style)/>"
  }

  /// The name, and the size where there is room, in the middle; at the top of what holds others,
  /// below the names that are there already.
  private func label(of view: ViewID, in frame: Rect, _ labels: inout [Rect]) -> [String] {
    let name = scene.layout.name(of: view)
    let size = "\(number(frame.size.width)) × \(number(frame.size.height))"
    let isParent = scene.layout.children(of: view).contains { !scene.layout.isHidden($0) }
    let fitting = min(1.6 * frame.size.width / Double(max(1, name.count)), frame.size.height)
    let font = max(7, min(12, fitting))
    let hasRoom = frame.size.height > 2.6 * font && frame.size.width > 0.62 * font * 11
    var words = isParent ? [hasRoom ? "\(name) \(size)" : name] : hasRoom ? [name, size] : [name]
    var box = labelBox(words, font, isParent, in: frame)
    for _ in 0..<8 {
      guard let other = labels.first(where: { $0.meets(box) }) else { break }
      if words.count > 1 {
        words.removeLast()
        box = labelBox(words, font, isParent, in: frame)
        continue
      }
      box = box.offset(by: Vector(dx: 0, dy: other.bottom - box.top))
    }
    labels.append(box)
    let x = isParent ? box.left : box.center.x
    return words.enumerated().map { index, word in
      let y = box.top + font * (0.95 + 1.25 * Double(index))
      let color = isParent || index > 0 ? "#64748b" : "#0f172a"
      return "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(font))\" "
        + "text-anchor=\"\(isParent ? "start" : "middle")\" fill=\"\(color)\">\(word)</text>"
    }
  }

  private func labelBox(
    _ words: [String], _ font: Double, _ isParent: Bool, in frame: Rect
  ) -> Rect {
    let width = 0.62 * font * Double(words.map(\.count).max() ?? 0)
    let height = 1.25 * font * Double(words.count)
    return Rect(
      x: isParent ? frame.left + 4 : frame.center.x - width / 2,
      y: isParent ? frame.top + 2 : frame.center.y - height / 2, width: width, height: height)
  }

  private func legend(y: Double) -> [String] {
    let entries = [
      ("solved", "stroke=\"\(Self.solved)\" stroke-width=\"1\""),
      ("ambiguous", "stroke=\"\(Self.wrong)\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\""),
      ("conflicting", "stroke=\"\(Self.wrong)\" stroke-width=\"2\""),
    ]
    var x = 0.0
    return entries.flatMap { name, style in
      defer { x += 96 }
      return [
        line(x, y, x + 18, y, style),
        "<text x=\"\(number(x + 23))\" y=\"\(number(y + 4))\" font-size=\"11\" "
          + "fill=\"#475569\">\(name)</text>",
      ]
    }
  }

  /// A number with two decimals at most.
  private func number(_ value: Double) -> String {
    var text = LayoutText.shown(value)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension Rect {
  fileprivate func meets(_ other: Rect) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}
