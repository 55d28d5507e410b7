import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// A picture of a layout: solved edges blue, ambiguous ones dashed red, conflicting ones solid red.
struct Wireframe {
  private let scene: LaidOutScene
  private let blueprint: SceneBlueprint

  private static let solved = "#2563eb"
  private static let wrong = "#dc2626"
  /// The margin around the screen, for views that stick out and for the legend, in points.
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
    var named: [ViewID] = []
    lines += drawing(of: .root, &named)
    lines += surroundings
    // Names come last, so that nothing covers them; first those of views without children, which
    // have only one possible position.
    var labels: [Rect] = []
    let holders = named.filter(holdsOthers)
    for view in named where !holders.contains(view) { lines += leafLabel(of: view, &labels) }
    for view in holders { lines += holderLabel(of: view, &labels) }
    lines += legend(y: size.height + Self.margin)
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Draws a view and its children, clipped if the view clips.
  private func drawing(of view: ViewID, _ named: inout [ViewID]) -> [String] {
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
      named.append(view)
    }
    let children = scene.layout.children(of: view)
    let inside = children.flatMap { drawing(of: $0, &named) }
    guard clips(view), !inside.isEmpty else { return lines + inside }
    return lines + [
      "<clipPath id=\"clip\(view.index)\"><rect \(position(frame))/></clipPath>",
      "<g clip-path=\"url(#clip\(view.index))\">",
    ] + inside + ["</g>"]
  }

  private func clips(_ view: ViewID) -> Bool { blueprint.views[view.index].appearance.clips }

  private func fill(of view: ViewID, in frame: Rect) -> [String] {
    let appearance = blueprint.views[view.index].appearance
    guard let color = appearance.color, frame.size.width > 0, frame.size.height > 0 else {
      return []
    }
    // Keep names legible on dark fills.
    let brightness =
      (0.3 * Double(color.red) + 0.6 * Double(color.green) + 0.1 * Double(color.blue)) / 255
    let opacity = view == .root ? 0.04 : 0.1 + 0.15 * brightness
    return [
      "<rect \(position(frame)) rx=\"\(number(appearance.cornerRadius))\" "
        + "fill=\"\(color.hexadecimal)\" fill-opacity=\"\(number(opacity))\"/>"
    ]
  }

  private func position(_ frame: Rect) -> String {
    "x=\"\(number(frame.left))\" y=\"\(number(frame.top))\" "
      + "width=\"\(number(frame.size.width))\" height=\"\(number(frame.size.height))\""
  }

  /// Whether the center of a view is inside all ancestors that clip.
  private func isInSight(_ view: ViewID, _ frame: Rect) -> Bool {
    var next = scene.layout.parent(of: view)
    while let current = next {
      if clips(current), !scene.frame(of: current).contains(frame.center) {
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

  private func holdsOthers(_ view: ViewID) -> Bool {
    scene.layout.children(of: view).contains { !scene.layout.isHidden($0) }
  }

  /// The name at the center of its view, with the size below if there is room.
  private func leafLabel(of view: ViewID, _ labels: inout [Rect]) -> [String] {
    let frame = scene.frame(of: view)
    let name = scene.layout.name(of: view)
    let fitting = min(1.5 * frame.size.width / Double(max(1, name.count)), frame.size.height)
    let font = max(4, min(12, fitting))
    let hasRoom = frame.size.height > 2.6 * font && frame.size.width > 0.62 * font * 11
    let words = hasRoom ? [name, sizeText(frame)] : [name]
    let (width, height) = (Self.width(of: words, font), 1.25 * font * Double(words.count))
    let box = Rect(
      x: frame.center.x - width / 2, y: frame.center.y - height / 2, width: width, height: height)
    labels.append(box)
    return words.enumerated().map { index, word in
      text(
        word, x: box.center.x, y: box.top + font * (0.95 + 1.25 * Double(index)), font,
        anchor: "middle", color: index > 0 ? "#475569" : "#0f172a")
    }
  }

  /// The name at the top of a view with children, or lower if another name is in the way; none if
  /// there is no room.
  private func holderLabel(of view: ViewID, _ labels: inout [Rect]) -> [String] {
    let frame = scene.frame(of: view)
    let font = 10.0
    let name = scene.layout.name(of: view)
    for word in ["\(name) \(sizeText(frame))", name] {
      var box = Rect(
        x: frame.left + 4, y: frame.top + 2, width: Self.width(of: [word], font),
        height: 1.25 * font)
      guard box.right <= frame.right else { continue }
      while box.bottom <= frame.bottom, let other = labels.first(where: { $0.meets(box) }) {
        box = box.offset(by: Vector(dx: 0, dy: other.bottom - box.top))
      }
      guard box.bottom <= frame.bottom else { continue }
      labels.append(box)
      return [
        text(word, x: box.left, y: box.top + 0.95 * font, font, anchor: "start", color: "#475569")
      ]
    }
    return []
  }

  private func sizeText(_ frame: Rect) -> String {
    "\(number(frame.size.width)) × \(number(frame.size.height))"
  }

  private static func width(of words: [String], _ font: Double) -> Double {
    0.62 * font * Double(words.map(\.count).max() ?? 0)
  }

  private func text(
    _ string: String, x: Double, y: Double, _ font: Double, anchor: String, color: String
  ) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(font))\" "
      + "text-anchor=\"\(anchor)\" fill=\"\(color)\">\(string)</text>"
  }

  /// The keyboard and the edge of the safe area, if there are any.
  private var surroundings: [String] {
    let traits = scene.layout.traits
    let size = scene.layout.screenSize
    var lines: [String] = []
    if traits.safeArea != .zero {
      let rest = Rect(
        left: traits.safeArea.left, top: traits.safeArea.top,
        right: size.width - traits.safeArea.right, bottom: size.height - traits.safeArea.bottom)
      lines.append(
        "<rect \(position(rest)) fill=\"none\" stroke=\"#94a3b8\" stroke-width=\"1\" "
          + "stroke-dasharray=\"1 3\"/>")
    }
    if traits.keyboardHeight > 0 {
      let keyboard = Rect(
        x: 0, y: size.height - traits.keyboardHeight, width: size.width,
        height: traits.keyboardHeight)
      lines.append("<rect \(position(keyboard)) fill=\"#94a3b8\" fill-opacity=\"0.35\"/>")
      lines.append(
        text(
          "keyboard", x: keyboard.center.x, y: keyboard.center.y, 12, anchor: "middle",
          color: "#475569"))
    }
    return lines
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

  /// A number with at most two decimals.
  private func number(_ value: Double) -> String {
    var text = value.fixedText(2)
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
