import SnapbackBasics

/// Draws the speed of each contact over time. Light lines are differences between samples, heavy
/// lines are estimates, and a mark is the speed at release.
struct PlotSpeeds {
  let data: PlotData
  let tracks: [PlotTrack]
  let panel: ChartPanel
  private let unit: String
  /// The number of sample differences beyond the range of the panel.
  private let beyond: Int

  private static let height = 190.0
  /// The maximum number of release speeds that are labeled.
  private static let labelLimit = 10
  /// The maximum number of released contacts with which contacts of almost no speed have a mark.
  private static let markLimit = 60

  init(_ data: PlotData, _ tracks: [PlotTrack], time: ChartAxis, top: Double) {
    self.data = data
    self.tracks = tracks
    let unit = Self.unit(data, tracks)
    self.unit = unit
    let differences = tracks.flatMap { track in
      track.differences.map { $0.value * Self.scale(data, track, unit) }
    }.sorted()
    let estimated =
      tracks.flatMap { track in
        track.speeds.map { $0.value * Self.scale(data, track, unit) }
      }.max() ?? 0
    // Ignore the highest 2 %, because two time stamps can be so close together that the difference
    // is huge.
    let usual =
      differences.isEmpty
      ? 0 : differences[Int(saturating: Double(differences.count - 1) * 0.98)]
    let high = max(estimated, min(usual, 3 * estimated), estimated == 0 ? usual : 0)
    panel = ChartPanel(
      box: Rect(
        left: PlotInk.left, top: top, right: PlotInk.right, bottom: top + Self.height),
      time: time, value: ChartAxis(0...(high > 0 && high.isFinite ? 1.12 * high : 1), ticks: 5))
    let limit = panel.value.high
    beyond = differences.count { $0 > limit }
  }

  /// Returns one unit for all contacts: the unit of their surfaces, or surface diagonals if these
  /// units differ or are device units of several devices.
  private static func unit(_ data: PlotData, _ tracks: [PlotTrack]) -> String {
    let units = Set(tracks.map { data.devices[$0.device].surface.unit })
    let devices = Set(tracks.map(\.device))
    guard units.count == 1, let unit = units.first, unit != "units" || devices.count == 1 else {
      return tracks.isEmpty ? "pt" : "diagonals"
    }
    return unit
  }

  /// Returns the number of panel units per point of the contact's surface.
  private static func scale(_ data: PlotData, _ track: PlotTrack, _ unit: String) -> Double {
    let surface = data.devices[track.device].surface
    guard unit == "diagonals" else { return surface.perPoint }
    return 1 / Vector(dx: surface.screen.width, dy: surface.screen.height).length
  }

  var lines: [String] {
    var title = "speed, \(unit)/s: between samples (light) and as estimated (heavy)"
    if beyond > 0 { title += "; \(beyond) light peak\(beyond == 1 ? "" : "s") out of range" }
    var lines = panel.background(title: title)
    var parts: [String] = []
    for track in tracks {
      let scale = Self.scale(data, track, unit)
      let limit = 2 * panel.value.high
      let raw = track.differences.map { (time: $0.time, value: min($0.value * scale, limit)) }
      parts += panel.path(
        [PlotThinning.line(raw, in: panel)], "raw \(PlotInk.color(track.number))")
    }
    for track in tracks {
      let scale = Self.scale(data, track, unit)
      let line = track.speeds.map { (time: $0.time, value: $0.value * scale) }
      parts += panel.path(
        [PlotThinning.line(line, in: panel)], "way \(PlotInk.color(track.number))")
    }
    lines += SVG.clipped(parts, to: panel.box, id: "speeds")
    return lines + releases
  }

  private var releases: [String] {
    let released = tracks.filter { $0.release != nil }
    // Label only the fastest contacts, because there is no room for all labels.
    let told = Set(
      released.sorted { ($0.release ?? 0) > ($1.release ?? 0) }
        .prefix(Self.labelLimit).map(\.number))
    var taken = released.map { track in
      let place = place(of: track)
      return Rect(x: place.x - 4, y: place.y - 4, width: 8, height: 8)
    }
    return released.flatMap { track -> [String] in
      let value = (track.release ?? 0) * Self.scale(data, track, unit)
      let (x, y) = place(of: track)
      // A speed of almost zero needs no label. Many marks of such speeds would merge into a bar.
      let isNothing = value <= 0.03 * panel.value.high
      if isNothing, released.count > Self.markLimit { return [] }
      var lines = [SVG.circle(x, y, 3.5, "mark \(PlotInk.color(track.number))")]
      guard told.contains(track.number), !isNothing else { return lines }
      let text = "\(PlotInk.number(value))"
      let width = PlotInk.letter * Double(text.count)
      for (dx, dy) in [(7.0, 4.0), (7, -8), (7, 16), (-7 - width, 4), (-7 - width, -8)] {
        let area = Rect(x: x + dx, y: y + dy - 10, width: width, height: 12)
        guard area.right < PlotInk.right + 20, area.bottom < panel.box.bottom,
          !taken.contains(where: { $0.touches(area) })
        else {
          continue
        }
        taken.append(area)
        lines.append(SVG.text(text, area.left, y + dy, "ink small halo"))
        break
      }
      return lines
    }
  }

  /// Returns the position of the mark for a contact's release.
  private func place(of track: PlotTrack) -> (x: Double, y: Double) {
    let value = (track.release ?? 0) * Self.scale(data, track, unit)
    return (panel.x(track.endTime), panel.y(value))
  }
}
