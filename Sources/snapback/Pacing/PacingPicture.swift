import SnapbackBasics

/// A picture of the distance between finger and view during one drag, for each policy.
struct PacingPicture {
  /// The lines of one panel.
  struct Panel {
    let title: String
    let lines: [(name: String, run: PacingRun)]
  }

  let panels: [Panel]
  var isDark = false

  private static let width = 900.0
  private static let left = 64.0
  private static let height = 190.0

  var text: String {
    let time = ChartAxis(0.1...0.75, ticks: 8)
    var (body, top): ([String], Double) = ([], 84)
    for panel in panels {
      let errors = panel.lines.flatMap { line in line.run.pictures.map(line.run.error) }
      let range = (errors.min() ?? -1)...max(errors.min() ?? -1, errors.max() ?? 1)
      let reach = 0.08 * (range.upperBound - range.lowerBound)
      let box = Rect(x: Self.left, y: top, width: Self.width - Self.left - 28, height: Self.height)
      let curve = ChartPanel(
        box: box, time: time,
        value: ChartAxis((range.lowerBound - reach)...(max(0, range.upperBound) + reach), ticks: 5))
      body += curve.background(title: panel.title) + curve.timeLabels
      var x = box.right
      for (index, line) in panel.lines.enumerated().reversed() {
        x -= PlotInk.letter * Double(line.name.count) + 34
        body.append(SVG.line(x, box.top - 12, x + 18, box.top - 12, "line c\(index)"))
        body.append(SVG.text(line.name, x + 24, box.top - 8, "muted"))
        let points = line.run.pictures.filter { $0.time < time.high }
          .map { (time: $0.time, value: line.run.error(of: $0)) }
        body += curve.path([points], "thin c\(index)")
        body += points.map {
          SVG.circle(curve.x($0.time), curve.y($0.value), 1.8, "fill c\(index)")
        }
      }
      top += Self.height + 66
    }
    let title = "Finger and view: points that the view is drawn ahead of the finger along its path"
    return SVG.document(
      Rect(x: 0, y: 0, width: Self.width, height: top - 20), title: title,
      style: PlotInk.style(isDark: isDark), [SVG.text(title, Self.left, 34, "ink title")] + body)
  }
}
