import SnapbackBasics
import SnapbackFiles
import SnapbackReplay

/// Draws a failed case: expected and observed values over time, with the contacts and gestures
/// below.
struct TestPicture {
  private struct Panel {
    var title: [String]
    var panel: ChartPanel
    var body: [String]
  }

  private let result: TestResult
  private var panels: [Panel] = []
  private var top: Double
  private let time: ChartAxis

  static let width = 760.0
  private static let left = 76.0
  private static let right = width - 28
  private static let panelHeight = 150.0
  /// The height of a panel that shows only the times of events.
  private static let stripHeight = 42.0
  private static let lineHeight = 17.0
  private static let laneHeight = 16.0
  /// The maximum numbers of panels and of lanes, because a longer picture would be hard to read.
  private static let panelLimit = 6
  private static let laneLimit = 12

  init(_ result: TestResult) {
    self.result = result
    time = ChartAxis(0...Self.length(of: result), ticks: 8)
    top = 60
    for failure in result.failures {
      for channel in TestChannel.channels(of: failure, in: result.trace) {
        guard panels.count < Self.panelLimit else { return }
        add(channel)
      }
    }
  }

  /// Returns the length of the drawn time, in seconds. It includes the touches, the motion that
  /// they trigger, and the times that were checked.
  private static func length(of result: TestResult) -> Double {
    let trace = result.trace
    var last = trace.duration
    for failure in result.failures {
      for channel in TestChannel.channels(of: failure, in: trace) {
        for time in channel.times { last = max(last, time) }
      }
    }
    return max(0.1, last.seconds(since: .zero)) * 1.04
  }

  private mutating func add(_ channel: TestChannel) {
    let title = Self.wrapped(channel.title) + channel.notes.flatMap(Self.wrapped)
    top += 14 + Self.lineHeight * Double(title.count)
    let height = channel.hasNumbers ? Self.panelHeight : Self.stripHeight
    let range = channel.range
    let reach = max(1e-6, (range.upperBound - range.lowerBound) * 0.12)
    let panel = ChartPanel(
      box: Rect(left: Self.left, top: top, right: Self.right, bottom: top + height),
      time: time,
      value: ChartAxis((range.lowerBound - reach)...(range.upperBound + reach), ticks: 4))
    let body =
      SVG.clipped(channel.lines(in: panel), to: panel.box, id: "panel\(panels.count)")
      + channel.marks(in: panel)
    let grid = channel.hasNumbers ? panel.background(title: "") : panel.strip
    panels.append(Panel(title: title, panel: panel, body: grid + body))
    top += height + 16
  }

  var text: String {
    let lanes = lanes(from: top + 22)
    var lines = [
      SVG.text(result.test.name, 28, 34, "ink title"),
      SVG.line(Self.right - 186, 30, Self.right - 164, 30, "wanted"),
      SVG.text("expected", Self.right - 158, 34, "muted"),
      SVG.line(Self.right - 54, 30, Self.right - 34, 30, "line c0"),
      SVG.text("seen", Self.right, 34, "muted end"),
    ]
    for panel in panels {
      for (index, line) in panel.title.enumerated() {
        let y = panel.panel.box.top - 8 - Self.lineHeight * Double(panel.title.count - 1 - index)
        lines.append(SVG.text(line, 28, y, index == 0 ? "ink" : "muted"))
      }
      lines += panel.body
    }
    return SVG.document(
      Rect(x: 0, y: 0, width: Self.width, height: lanes.bottom + 34), title: result.test.name,
      style: CurvePicture.style + "\n" + Self.style, lines + lanes.lines)
  }

  // MARK: Lanes

  /// The contacts and gestures as bars, with the time labels below.
  private func lanes(from start: Double) -> (lines: [String], bottom: Double) {
    let trace = result.trace
    let bars = TestBar.contacts(of: trace) + TestBar.gestures(of: trace)
    let axis = { (y: Double, height: Double) in
      ChartPanel(
        box: Rect(left: Self.left, top: y, right: Self.right, bottom: y + height), time: time,
        value: ChartAxis(0...1, ticks: 1))
    }
    var lines: [String] = []
    var y = start
    for bar in bars.prefix(Self.laneLimit) {
      let panel = axis(y, Self.laneHeight)
      lines.append(bar.rect(in: panel, middle: y + Self.laneHeight / 2))
      let label = bar.label.count > 11 ? String(bar.label.prefix(10)) + "…" : bar.label
      lines.append(SVG.text(label, Self.left - 8, y + Self.laneHeight / 2 + 4, "muted end"))
      y += Self.laneHeight
    }
    if bars.count > Self.laneLimit {
      lines.append(SVG.text("and \(bars.count - Self.laneLimit) more", Self.left, y + 10, "muted"))
      y += Self.laneHeight
    }
    let whole = axis(start, max(1, y - start))
    let grid = time.ticks.map {
      SVG.line(whole.x($0), whole.box.top, whole.x($0), whole.box.bottom, "grid")
    }
    return (grid + lines + whole.timeLabels, y)
  }

  // MARK: Text

  /// Wraps text to the width of the picture.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + word.count > 108 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  private static let style = """
    <style>
    .wanted{fill:none;stroke:#16a34a;stroke-width:2;stroke-dasharray:6 4}
    .allowed{fill:#22c55e;fill-opacity:.2}.looked{fill:#64748b;fill-opacity:.1}
    .edge{stroke:#16a34a;stroke-width:1.25}.wrong{fill:#dc2626}
    .touch{fill:#64748b}.gesture{fill:#9333ea;fill-opacity:.75}.clip{fill:#fff}
    </style>
    """
}

/// The folder for pictures of failed cases.
struct TestPictureFolder {
  /// The path of the folder; nil if no pictures are drawn.
  let path: String?
  private var taken: Set<String> = []

  init(path: String?) {
    self.path = path
  }

  /// Draws a failed case. Returns the path of the picture; nil if no pictures are drawn.
  mutating func write(_ result: TestResult) throws(Failure) -> String? {
    guard let path else { return nil }
    if taken.isEmpty { try TestFiles.make(path) }
    let parts = result.test.name.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let name = parts.joined(separator: "-")
    var file = name
    var number = 2
    while !taken.insert(file).inserted {
      file = "\(name)-\(number)"
      number += 1
    }
    try TestFiles.write(TestPicture(result).text, to: "\(path)/\(file).svg")
    return "\(path)/\(file).svg"
  }
}
