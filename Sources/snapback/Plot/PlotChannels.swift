import SnapbackBasics

/// A panel that plots a group of a view's channels over time.
struct PlotChannels {
  let group: PlotRun.Group
  let run: PlotRun
  let panel: ChartPanel
  private let id: String

  private static let height = 92.0

  init(_ group: PlotRun.Group, _ run: PlotRun, time: ChartAxis, top: Double, id: String) {
    self.group = group
    self.run = run
    self.id = id
    let values = group.channels.flatMap { channel in
      channel.samples.filter { $0.time <= time.high }.map(\.value)
    }.filter(\.isFinite)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let margin = max((high - low) * 0.08, 1e-9)
    panel = ChartPanel(
      box: Rect(
        left: PlotInk.left, top: top, right: PlotInk.right, bottom: top + Self.height),
      time: time, value: ChartAxis((low - margin)...(high + margin), ticks: 4))
  }

  var lines: [String] {
    let unit = group.unit.isEmpty ? "" : ", \(group.unit)"
    let only = group.channels.count == 1 ? group.channels[0].name : ""
    var lines = panel.background(
      title: group.name + (only.isEmpty ? "" : " \(only)") + unit)
    let passes = run.layouts.filter { $0 >= panel.time.low && $0 <= panel.time.high }
    var parts: [String] = []
    if !passes.isEmpty {
      parts.append(
        SVG.ticks(passes.map(panel.x), from: panel.box.top, to: panel.box.bottom, "rise bar"))
    }
    for (index, channel) in group.channels.enumerated() {
      var samples = channel.samples
      if let last = samples.last, last.time < panel.time.high {
        samples.append((panel.time.high, last.value))
      }
      let second = index % 2 == 1 ? " second" : ""
      parts += panel.path(
        [PlotThinning.line(samples, in: panel)], "way c\(index)\(second)")
    }
    lines += SVG.clipped(parts, to: panel.box, id: id)
    return lines + legend
  }

  /// The names of the lines, right-aligned above the panel.
  private var legend: [String] {
    guard group.channels.count > 1 else { return [] }
    var x = panel.box.right
    var lines: [String] = []
    for (index, channel) in group.channels.enumerated().reversed() {
      let y = panel.box.top - 8
      lines.append(SVG.text(channel.name, x, y, "muted end"))
      x -= 6.4 * Double(channel.name.count) + 6
      let second = index % 2 == 1 ? " second" : ""
      lines.append(SVG.line(x - 18, y - 4, x, y - 4, "way c\(index)\(second)"))
      x -= 34
    }
    return lines
  }
}
