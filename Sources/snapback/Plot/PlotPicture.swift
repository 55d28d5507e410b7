import SnapbackBasics
import SnapbackTouches

/// Draws a recording as one picture: the paths of contacts, then all panels over time, one below
/// another.
struct PlotPicture {
  private let data: PlotData
  private let tracks: [PlotTrack]
  private let time: ChartAxis
  private let isDark: Bool

  /// The maximum number of surfaces drawn.
  private static let surfaceLimit = 4
  /// The maximum number of groups of channels drawn.
  private static let groupLimit = 8
  private static let pathHeight = 400.0
  private static let pathWidth = 600.0

  /// Creates a picture of the time span `span`, in seconds.
  init(_ data: PlotData, span: ClosedRange<Double>, isDark: Bool) {
    self.data = data
    self.isDark = isDark
    tracks = data.tracks.compactMap { $0.cut(to: span) }
    time = ChartAxis(span, ticks: 10)
  }

  var text: String {
    var (body, top) = header()
    add(surfaces(top: top + 12), to: &body, &top)
    add(panels(top: top + 44), to: &body, &top)
    return SVG.document(
      Rect(x: 0, y: 0, width: PlotInk.width, height: top + 30), title: data.title,
      style: PlotInk.style(isDark: isDark), body)
  }

  private func add(
    _ part: (lines: [String], bottom: Double), to body: inout [String], _ top: inout Double
  ) {
    body += part.lines
    top = part.bottom
  }

  // MARK: Words

  private func header() -> ([String], Double) {
    var lines = [SVG.text(data.title, PlotInk.margin, 34, "ink title")]
    let count = data.tracks.count
    var figures = "\(count) contact\(count == 1 ? "" : "s") · \(PlotInk.seconds(data.duration)) s"
    if time.low > 0 || time.high < data.length {
      figures += " · shown are \(PlotInk.seconds(time.low)) to \(PlotInk.seconds(time.high)) s"
    }
    lines.append(SVG.text(figures, PlotInk.right, 34, "muted end"))
    var y = 54.0
    for device in data.devices.prefix(Self.surfaceLimit) {
      lines.append(SVG.text(describe(device), PlotInk.margin, y, "muted"))
      y += 17
    }
    var rest = data.silent
    rest += data.devices.dropFirst(Self.surfaceLimit).map(\.profile.name)
    if !rest.isEmpty {
      let names = PlotInk.cut(rest.joined(separator: ", "), 100)
      lines.append(SVG.text("not drawn: \(names)", PlotInk.margin, y, "muted"))
      y += 17
    }
    return (lines, y - 6)
  }

  private func describe(_ device: PlotData.Device) -> String {
    let profile = device.profile
    var parts = ["\(profile.kind.rawValue) \(PlotInk.cut(profile.name, 60))"]
    if let (x, y) = profile.positionAxes {
      parts.append("x \(x.minimum)…\(x.maximum), y \(y.minimum)…\(y.maximum)")
    }
    if let size = profile.physicalSize {
      parts.append(
        "\(ReadableNumber.fixed(size.width, 0)) × \(ReadableNumber.fixed(size.height, 0)) mm")
    } else {
      parts.append("size not known")
    }
    if profile.hasSlots { parts.append("\(profile.slotCount) slots") }
    if !device.losses.isEmpty { parts.append("events lost \(device.losses.count)×") }
    return parts.joined(separator: " · ")
  }

  // MARK: Surfaces

  private func surfaces(top: Double) -> (lines: [String], bottom: Double) {
    let shown = data.devices.indices.filter { device in
      tracks.contains { $0.device == device } || !data.devices[device].hovers.isEmpty
        || data.devices.count == 1
    }.prefix(Self.surfaceLimit)
    guard !shown.isEmpty else {
      let text = "no device of the recording reports positions that can be drawn"
      return ([SVG.text(text, PlotInk.margin, top + 20, "ink")], top + 30)
    }
    // Beside a single surface, its touched part is drawn magnified.
    let columns = 2.0
    let rows = shown.count > 2 ? 2.0 : 1
    let width = (Self.pathWidth - 30 * (columns - 1)) / columns
    let height = (Self.pathHeight - 40 * (rows - 1)) / rows
    var lines: [String] = []
    var (bottom, right) = (top, PlotInk.margin)
    for (place, index) in shown.enumerated() {
      let room = Rect(
        x: PlotInk.margin + Double(place % 2) * (width + 30),
        y: top + Double(place / 2) * (height + 40), width: width, height: height)
      let own = tracks.filter { $0.device == index }
      var paths = PlotPaths(data.devices[index], own, in: room, id: "surface\(index)")
      if shown.count == 1 {
        var side = room
        side.left = paths.box.right + 30
        side.right = room.left + Self.pathWidth
        if let part = PlotPaths(magnifying: paths, in: side, id: "part") {
          lines += [part.outline(on: paths)] + part.lines
          bottom = part.box.bottom
          right = part.box.right
        } else {
          var wide = room
          wide.right = room.left + Self.pathWidth
          paths = PlotPaths(data.devices[index], own, in: wide, id: "surface\(index)")
        }
      }
      lines += paths.lines
      bottom = max(bottom, paths.box.bottom)
      right = max(right, paths.box.right)
    }
    if tracks.isEmpty {
      lines.append(SVG.text("no contacts", PlotInk.margin + 12, top + 24, "ink"))
    }
    let left = max(right + 20, 300)
    bottom = max(bottom, top + 200)
    let table = PlotTable(
      data: data, tracks: tracks, left: left, top: top, height: bottom - top - 22)
    lines += table.lines
    if !tracks.isEmpty { lines += legend(left: left, y: bottom + 4) }
    return (lines, bottom + 24)
  }

  private func legend(left: Double, y: Double) -> [String] {
    let entries: [(String, (Double) -> String)] = [
      ("touches", { SVG.circle($0, y - 4, 5.5, "start c7") }),
      ("sample", { SVG.circle($0, y - 4, 2.1, "fill c7") }),
      ("lifts", { SVG.circle($0, y - 4, 3.5, "mark c7") }),
      ("cancelled", { SVG.cross($0, y - 4, 4.5, "cross c7") }),
      (
        "never lifts",
        { SVG.rect(Rect(x: $0 - 4, y: y - 8, width: 8, height: 8), "start c7") }
      ),
    ]
    var x = left + 16
    return entries.flatMap { name, mark in
      defer { x += PlotInk.letter * Double(name.count) + 34 }
      return [mark(x), SVG.text(name, x + 10, y, "muted small")]
    }
  }

  // MARK: Over time

  private func panels(top: Double) -> (lines: [String], bottom: Double) {
    var (lines, bottom): ([String], Double) = ([], top - 20)
    var last: ChartPanel?
    func place(_ part: [String], _ panel: ChartPanel, gap: Double = 34) {
      lines += part
      bottom = panel.box.bottom + gap
      last = panel
    }
    if !tracks.isEmpty {
      let lanes = PlotLanes(data, tracks, time: time, top: top)
      place(lanes.lines, lanes.panel)
      let speeds = PlotSpeeds(data, tracks, time: time, top: bottom + 4)
      place(speeds.lines, speeds.panel)
    }
    for (index, device) in data.devices.enumerated() where !device.scrolls.isEmpty {
      let scrolls = PlotScrolls(device, time: time, top: bottom + 4, id: "scroll\(index)")
      place(scrolls.lines, scrolls.panel)
    }
    if let run = data.run {
      if let panel = last {
        lines += panel.timeLabels
        bottom += 16
      }
      let states = PlotStates(run, time: time, top: bottom + 4)
      place(states.lines, states.panel)
      for (index, group) in run.groups.prefix(Self.groupLimit).enumerated() {
        let channels = PlotChannels(
          group, run, time: time, top: bottom + 2, id: "channels\(index)")
        place(channels.lines, channels.panel, gap: 30)
      }
    }
    guard let last else { return (lines, bottom) }
    lines += last.timeLabels
    bottom = last.box.bottom + 26
    for note in notes {
      bottom += 15
      lines.append(SVG.text(note, PlotInk.left, bottom, "muted small"))
    }
    return (lines, bottom)
  }

  /// Notes about omissions in the picture and about the meaning of some marks.
  private var notes: [String] {
    var notes: [String] = []
    let samples = tracks.reduce(0) { $0 + $1.samples.count }
    let stride =
      data.devices.indices.map { device in
        PlotPaths(
          data.devices[device], tracks.filter { $0.device == device },
          in: Rect(x: 0, y: 0, width: 1, height: 1), id: ""
        ).dotStride
      }.max() ?? 1
    if stride > 1 { notes.append("a dot for one of \(stride) samples, of \(samples)") }
    guard let run = data.run else { return notes }
    if run.groups.count > Self.groupLimit {
      let rest = run.groups.dropFirst(Self.groupLimit).map(\.name).joined(separator: ", ")
      notes.append(PlotInk.cut("not drawn: \(rest)", 150))
    }
    if run.goesOn { notes.append("motions continue past the end of the picture") }
    if !run.layouts.isEmpty { notes.append("dotted lines: layout passes") }
    if !run.ends.isEmpty {
      notes.append("animations end: hollow as seen, filled when everything is at rest")
    }
    return notes
  }
}
