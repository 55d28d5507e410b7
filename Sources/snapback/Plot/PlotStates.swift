import SnapbackBasics

/// Draws the states of gestures over time: a row for each gesture, a row for the ends of
/// transactions and a row for layout passes.
struct PlotStates {
  let run: PlotRun
  let panel: ChartPanel
  private let rows: [PlotGestures.Row]

  private static let rowHeight = 20.0
  /// The maximum number of gesture rows.
  static let rowLimit = 16

  init(_ run: PlotRun, time: ChartAxis, top: Double) {
    self.run = run
    rows = run.states.touched
    let count = min(rows.count, Self.rowLimit) + 1 + (run.ends.isEmpty ? 0 : 1)
    panel = ChartPanel(
      box: Rect(
        left: PlotInk.left, top: top, right: PlotInk.right,
        bottom: top + Self.rowHeight * Double(count)),
      time: time, value: ChartAxis(0...1, ticks: 1))
  }

  var lines: [String] {
    var lines = panel.time.ticks.map {
      SVG.line(panel.x($0), panel.box.top, panel.x($0), panel.box.bottom, "grid")
    }
    var title = "gestures: pale while possible, full while they run"
    if rows.isEmpty { title = "gestures: none was touched" }
    if rows.count > Self.rowLimit { title += "; \(Self.rowLimit) of \(rows.count) rows" }
    lines.append(SVG.text(title, panel.box.left, panel.box.top - 8, "muted"))
    var y = panel.box.top
    for (index, row) in rows.prefix(Self.rowLimit).enumerated() {
      lines += label(row.label, y)
      lines += spans(of: row, color: PlotInk.color(index + 1), y)
      y += Self.rowHeight
    }
    if !run.ends.isEmpty {
      lines += label("animations end", y)
      for end in run.ends where shows(end.time) {
        let x = panel.x(end.time)
        let style = end.isSettled ? "fill muted" : "start bar"
        lines.append(SVG.circle(x, y + 9, 4, style))
      }
      y += Self.rowHeight
    }
    lines += label("layout passes", y)
    let passes = run.layouts.filter(shows).map(panel.x)
    if passes.isEmpty {
      lines.append(SVG.text("none", panel.box.left + 6, y + 13, "muted small"))
    } else {
      lines.append(SVG.ticks(passes, from: y + 3, to: y + 16, "pass"))
      let text = "\(run.layouts.count)"
      let x = min((passes.last ?? 0) + 5, panel.box.right - 20)
      lines.append(SVG.text(text, x, y + 13, "muted small"))
    }
    return lines
  }

  private func shows(_ time: Double) -> Bool {
    time >= panel.time.low && time <= panel.time.high
  }

  private func label(_ text: String, _ y: Double) -> [String] {
    [
      SVG.text(PlotInk.cut(text, 19), panel.box.left - 8, y + 13, "ink small end"),
      SVG.line(
        panel.box.left, y + Self.rowHeight, panel.box.right, y + Self.rowHeight, "grid"),
    ]
  }

  private func spans(of row: PlotGestures.Row, color: String, _ y: Double) -> [String] {
    var lines: [String] = []
    for span in row.spans where span.end >= panel.time.low && span.start <= panel.time.high {
      let left = max(panel.x(span.start), panel.box.left)
      let right = min(panel.x(span.end), panel.box.right)
      let box = Rect(left: left, top: y + 4, right: max(right, left + 1.5), bottom: y + 16)
      lines.append(SVG.rect(box, span.isActive ? "fill \(color)" : "fill pale \(color)"))
    }
    for span in row.spans where shows(span.end) {
      let x = panel.x(span.end)
      switch span.closing {
      case .begins, .open: break
      case .good: lines.append(SVG.circle(x, y + 10, 4, "mark \(color)"))
      case .cancelled: lines.append(SVG.cross(x, y + 10, 4, "cross \(color)"))
      case .failed(let reason):
        lines.append(SVG.titled(SVG.cross(x, y + 10, 4, "cross \(color)"), reason))
      }
    }
    return lines + words(of: row, y)
  }

  /// Returns the reasons for state changes, next to their marks. A reason that would overlap the
  /// next span or reason is omitted.
  private func words(of row: PlotGestures.Row, _ y: Double) -> [String] {
    var words: [(Double, String)] = []
    var edges = row.spans.map { panel.x($0.start) }
    for span in row.spans where shows(span.end) {
      let x = panel.x(span.end) + 9
      switch span.closing {
      case .cancelled: words.append((x, "cancelled"))
      case .failed(let reason): words.append((x, reason))
      case .good: if let wait = span.wait { words.append((x, "waited for \(wait)")) }
      case .begins, .open: continue
      }
    }
    edges.append(panel.box.right + 20)
    var free = panel.box.left
    return words.compactMap { x, text in
      let end = x + 6.4 * Double(text.count)
      let next = edges.first { $0 > x } ?? panel.box.right
      guard x >= free, end < next else { return nil }
      free = end + 6
      return SVG.text(text, x, y + 14, "muted small halo")
    }
  }
}
