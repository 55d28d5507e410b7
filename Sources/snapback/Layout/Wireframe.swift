import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// A picture of a layout. Determined edges are blue, ambiguous edges dashed red, and edges in a
/// conflict solid red. Of looks, it shows only the opacity of fills: texts, borders and shadows
/// would cover names and edges.
struct Wireframe {
  private let scene: LaidOutScene
  private let blueprint: SceneBlueprint

  /// The margin around the screen, for views that extend beyond the screen and for the legend, in
  /// points.
  private static let margin = 24.0
  private static let legendHeight = 26.0

  init(_ scene: LaidOutScene, _ blueprint: SceneBlueprint) {
    self.scene = scene
    self.blueprint = blueprint
  }

  var text: String {
    let size = scene.layout.screenSize
    let page = Rect(
      x: -Self.margin, y: -Self.margin, width: size.width + 2 * Self.margin,
      height: size.height + 2 * Self.margin + Self.legendHeight)
    var lines: [String] = []
    var named: [ViewID] = []
    lines += drawing(of: .root, &named)
    lines += surroundings
    // Draw names last, so that nothing covers them. Names of views without children are first,
    // because they have only one possible position.
    var labels: [Rect] = []
    let holders = named.filter(holdsOthers)
    for view in named where !holders.contains(view) { lines += leafLabel(of: view, &labels) }
    for view in holders { lines += holderLabel(of: view, &labels) }
    lines += legend(y: size.height + Self.margin)
    return SVG.document(
      page, style: Self.rules, font: "DejaVu Sans, sans-serif", paperRadius: 0, lines)
  }

  /// Draws a view and its children, clipped if the view clips.
  private func drawing(of view: ViewID, _ named: inout [ViewID]) -> [String] {
    if scene.layout.isHidden(view) { return [] }
    let frame = scene.frame(of: view)
    var lines = fill(of: view, in: frame)
    let horizontal = style(view, .horizontal)
    let vertical = style(view, .vertical)
    lines.append(SVG.line(frame.left, frame.top, frame.left, frame.bottom, horizontal))
    lines.append(SVG.line(frame.right, frame.top, frame.right, frame.bottom, horizontal))
    lines.append(SVG.line(frame.left, frame.top, frame.right, frame.top, vertical))
    lines.append(SVG.line(frame.left, frame.bottom, frame.right, frame.bottom, vertical))
    if view != .root, frame.size.width > 0, frame.size.height > 0, isInSight(view, frame) {
      named.append(view)
    }
    let children = scene.layout.children(of: view)
    let inside = children.flatMap { drawing(of: $0, &named) }
    guard clips(view) else { return lines + inside }
    return lines + SVG.clipped(inside, to: frame, id: "clip\(view.index)")
  }

  private func clips(_ view: ViewID) -> Bool { blueprint.views[view.index].appearance.clips }

  private func fill(of view: ViewID, in frame: Rect) -> [String] {
    let appearance = blueprint.views[view.index].appearance
    guard let color = appearance.color, frame.size.width > 0, frame.size.height > 0 else {
      return []
    }
    // Draw dark fills more transparent, so that names remain legible.
    let brightness =
      (0.3 * Double(color.red) + 0.6 * Double(color.green) + 0.1 * Double(color.blue)) / 255
    let look = blueprint.views[view.index].look?[scene.layout.context].moving
    let opacity = view == .root ? 0.04 : (0.1 + 0.15 * brightness) * (look?.fillAlpha ?? 1)
    return [
      SVG.rect(
        frame, fill: color.hexadecimal, opacity: opacity, radius: appearance.cornerRadius)
    ]
  }

  /// Whether the center of a view is inside all ancestors that clip their children.
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
    if scene.isConflicting(view, axis) { return "conflicting" }
    return scene.isAmbiguous(view, axis) ? "ambiguous" : "solved"
  }

  private func holdsOthers(_ view: ViewID) -> Bool {
    scene.layout.children(of: view).contains { !scene.layout.isHidden($0) }
  }

  /// Draws a name at the center of its view, and the view's size below the name if there is room.
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
      SVG.text(
        word, box.center.x, box.top + font * (0.95 + 1.25 * Double(index)),
        index > 0 ? "middle muted" : "middle ink", size: font)
    }
  }

  /// Draws the name at the top of a view with children, or lower if another name is there. Draws
  /// nothing if there is no room.
  private func holderLabel(of view: ViewID, _ labels: inout [Rect]) -> [String] {
    let frame = scene.frame(of: view)
    let font = 10.0
    let name = scene.layout.name(of: view)
    for word in ["\(name) \(sizeText(frame))", name] {
      var box = Rect(
        x: frame.left + 4, y: frame.top + 2, width: Self.width(of: [word], font),
        height: 1.25 * font)
      guard box.right <= frame.right else { continue }
      while box.bottom <= frame.bottom, let other = labels.first(where: { $0.touches(box) }) {
        box = box.offset(by: Vector(dx: 0, dy: other.bottom - box.top))
      }
      guard box.bottom <= frame.bottom else { continue }
      labels.append(box)
      return [SVG.text(word, box.left, box.top + 0.95 * font, "muted", size: font)]
    }
    return []
  }

  private func sizeText(_ frame: Rect) -> String {
    "\(SVG.number(frame.size.width)) × \(SVG.number(frame.size.height))"
  }

  private static func width(of words: [String], _ font: Double) -> Double {
    0.62 * font * Double(words.map(\.count).max() ?? 0)
  }

  /// The keyboard and the edge of the safe area, if the scene has these.
  private var surroundings: [String] {
    let traits = scene.layout.traits
    let size = scene.layout.screenSize
    var lines: [String] = []
    if traits.safeArea != .zero {
      let rest = Rect(
        left: traits.safeArea.left, top: traits.safeArea.top,
        right: size.width - traits.safeArea.right, bottom: size.height - traits.safeArea.bottom)
      lines.append(SVG.rect(rest, "safe"))
    }
    if traits.keyboardHeight > 0 {
      let keyboard = Rect(
        x: 0, y: size.height - traits.keyboardHeight, width: size.width,
        height: traits.keyboardHeight)
      lines.append(SVG.rect(keyboard, "keyboard"))
      lines.append(SVG.text("keyboard", keyboard.center.x, keyboard.center.y, "middle muted"))
    }
    return lines
  }

  private func legend(y: Double) -> [String] {
    ["solved", "ambiguous", "conflicting"].enumerated().flatMap { index, name in
      let x = 96 * Double(index)
      return [
        SVG.line(x, y, x + 18, y, name), SVG.text(name, x + 23, y + 4, "muted", size: 11),
      ]
    }
  }

  private static let rules = """
    <style>
    .paper{fill:#ffffff}.ink{fill:#0f172a}.muted{fill:#475569}.middle{text-anchor:middle}
    .solved{stroke:#2563eb}.ambiguous{stroke:#dc2626;stroke-width:1.5;stroke-dasharray:5 4}
    .conflicting{stroke:#dc2626;stroke-width:2}
    .safe{fill:none;stroke:#94a3b8;stroke-dasharray:1 3}.keyboard{fill:#94a3b8;fill-opacity:.35}
    </style>
    """
}
