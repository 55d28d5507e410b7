import SnapbackGeometry
import SnapbackTiming

/// What gestures did when: a row for each, and one each for layout passes and ends of animations.
struct PlotStates {
  let run: PlotRun
  let panel: CurvePanel

  private static let rowHeight = 20.0
  /// The most rows of gestures.
  static let rowLimit = 16

  init(_ run: PlotRun, time: CurveAxis, top: Double) {
    self.run = run
    let count = min(run.rows.count, Self.rowLimit) + 1 + (run.ends.isEmpty ? 0 : 1)
    panel = CurvePanel(
      box: Rect(
        left: PlotInk.left, top: top, right: PlotInk.right,
        bottom: top + Self.rowHeight * Double(count)),
      time: time, value: CurveAxis(0...1, ticks: 1))
  }

  var lines: [String] {
    var lines = panel.time.ticks.map {
      SVG.line(panel.x($0), panel.box.top, panel.x($0), panel.box.bottom, "grid")
    }
    var title = "gestures"
    if run.rows.isEmpty { title += ": none was recognised" }
    if run.rows.count > Self.rowLimit {
      title += ": \(Self.rowLimit) of \(run.rows.count) rows"
    }
    lines.append(SVG.text(title, panel.box.left, panel.box.top - 8, "muted"))
    var y = panel.box.top
    for (index, row) in run.rows.prefix(Self.rowLimit).enumerated() {
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

  private func spans(of row: PlotRun.Row, color: String, _ y: Double) -> [String] {
    var lines: [String] = []
    // Where words end, so that they do not run into each other.
    var free = panel.box.left
    for span in row.spans where span.end >= panel.time.low && span.start <= panel.time.high {
      let left = max(panel.x(span.start), panel.box.left)
      let right = min(panel.x(span.end), panel.box.right)
      let isActive = span.state == "began"
      let style = isActive ? "fill \(color)" : "fill pale \(color)"
      if span.end > span.start {
        lines.append(
          SVG.rect(
            Rect(left: left, top: y + 4, right: max(right, left + 1.5), bottom: y + 16), style))
      }
      guard let closing = span.closing, shows(span.end) else { continue }
      let isGood = closing == "ended" || closing == "recognized"
      lines.append(
        isGood
          ? SVG.circle(right, y + 10, 4, "mark \(color)")
          : SVG.cross(right, y + 10, 4, "cross \(color)"))
      let width = PlotInk.letter * Double(closing.count)
      let x = right + 9
      guard !isGood, x >= free, x + width < panel.box.right + 20 else { continue }
      lines.append(SVG.text(closing, x, y + 14, "muted small halo"))
      free = x + width + 6
    }
    return lines
  }
}
