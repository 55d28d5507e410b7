import SnapbackBasics
import SnapbackGestures
import SnapbackTouches

/// Draws a bar for each contact while it is down, in as many rows as there are simultaneous
/// contacts.
struct PlotLanes {
  let data: PlotData
  let tracks: [PlotTrack]
  let time: ChartAxis
  let top: Double
  private let rowHeight: Double
  private let rows: [Int]

  /// The gap between the rows of two devices, in pixels.
  private static let gap = 8.0
  /// The height of all rows together, in pixels, as long as each row is 2.5 to 18 pixels high.
  private static let fullHeight = 220.0
  /// The maximum number of contacts with which times without samples are drawn.
  private static let detailLimit = 400

  init(_ data: PlotData, _ tracks: [PlotTrack], time: ChartAxis, top: Double) {
    self.data = data
    self.tracks = tracks
    self.time = time
    self.top = top
    let rows = data.devices.indices.map { device in
      (tracks.filter { $0.device == device }.map(\.lane).max() ?? -1) + 1
    }
    self.rows = rows
    let count = max(1, rows.reduce(0, +))
    rowHeight = min(18, max(2.5, Self.fullHeight / Double(count)))
  }

  var panel: ChartPanel {
    let count = max(1, rows.reduce(0, +))
    let gaps = Double(max(0, rows.count(where: { $0 > 0 }) - 1)) * Self.gap
    return ChartPanel(
      box: Rect(
        left: PlotInk.left, top: top, right: PlotInk.right,
        bottom: top + rowHeight * Double(count) + gaps),
      time: time, value: ChartAxis(0...1, ticks: 1))
  }

  var lines: [String] {
    let panel = panel
    var lines = time.ticks.map {
      SVG.line(panel.x($0), panel.box.top, panel.x($0), panel.box.bottom, "grid")
    }
    lines.append(
      SVG.text(
        "contacts, one per row at a time; pale after 40 ms without data, when a finger "
          + "counts as still", panel.box.left, panel.box.top - 8, "muted"))
    var parts: [String] = []
    var base = panel.box.top
    for (device, count) in rows.enumerated() where count > 0 {
      for track in tracks where track.device == device {
        parts += bar(track, top: base + rowHeight * Double(track.lane), panel)
      }
      let name = rows.count(where: { $0 > 0 }) > 1 ? data.devices[device].profile.name : ""
      if !name.isEmpty {
        lines.append(
          SVG.text(
            PlotInk.cut(name, 19), panel.box.left - 8, base + min(12, rowHeight),
            "muted small end"))
      }
      base += rowHeight * Double(count) + Self.gap
    }
    lines += SVG.clipped(parts, to: panel.box.widened, id: "lanes")
    return lines + losses(panel)
  }

  private func bar(_ track: PlotTrack, top: Double, _ panel: ChartPanel) -> [String] {
    let color = PlotInk.color(track.number)
    let (left, right) = (panel.x(track.startTime), panel.x(track.endTime))
    let height = rowHeight > 6 ? rowHeight - 3 : rowHeight - 0.5
    func rect(_ from: Double, _ to: Double, _ style: String) -> String {
      SVG.rect(
        Rect(left: from, top: top, right: max(to, from + 1.5), bottom: top + height), style)
    }
    var lines = [rect(left, right, "fill pale \(color)")]
    let awake = awake(track)
    for span in awake {
      lines.append(rect(panel.x(span.lowerBound), panel.x(span.upperBound), "fill \(color)"))
    }
    let places = track.times.dropFirst().map(panel.x)
    if height > 8, places.count > 1, (right - left) / Double(places.count) >= 4 {
      lines.append(SVG.ticks(places, from: top, to: top + 4, "tick"))
    }
    if height > 8, track.end != .lifted {
      lines.append(PlotMark.end(of: track, right, top + height / 2, color))
    }
    let text = "\(track.number)"
    let room = PlotInk.letter * Double(text.count) + 6
    if height >= 12, right - left > room {
      let place = max(left, panel.box.left)
      let isOnBar = awake.contains {
        panel.x($0.lowerBound) <= place && panel.x($0.upperBound) > place + room
      }
      lines.append(
        SVG.text(text, place + 4, top + height - 3.5, "\(isOnBar ? "onbar" : "ink") tiny bold"))
    }
    return lines
  }

  /// Returns the time spans in which samples arrived without a pause.
  private func awake(_ track: PlotTrack) -> [ClosedRange<Double>] {
    guard tracks.count <= Self.detailLimit else { return [track.startTime...track.endTime] }
    var spans: [ClosedRange<Double>] = []
    var start = track.startTime
    var last = start
    for time in track.times.dropFirst() + [track.endTime] {
      if time - last > VelocityEstimator.stopTime {
        spans.append(start...last)
        start = time
      }
      last = max(last, time)
    }
    if last > start || spans.isEmpty { spans.append(start...last) }
    return spans
  }

  /// Marks the times at which the kernel lost events.
  private func losses(_ panel: ChartPanel) -> [String] {
    let shown = data.devices.flatMap(\.losses).filter { $0 >= time.low && $0 <= time.high }
    guard let first = shown.first else { return [] }
    return [
      SVG.ticks(shown.map(panel.x), from: panel.box.top - 4, to: panel.box.bottom + 4, "loss"),
      SVG.text("events lost", panel.x(first) + 4, panel.box.bottom + 11, "alarm tiny halo"),
    ]
  }
}

extension Rect {
  /// The rectangle extended by 6 pixels on all sides, for marks at the edges.
  var widened: Rect {
    Rect(left: left - 6, top: top - 6, right: right + 6, bottom: bottom + 6)
  }
}
