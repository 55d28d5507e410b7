import SnapbackBasics

/// A table of the contacts.
struct PlotTable {
  let data: PlotData
  let tracks: [PlotTrack]
  let left: Double
  let top: Double
  let height: Double

  private static let rowHeight = 17.0

  /// The columns: the heading, and the x offset at which the text ends.
  private var columns: [(title: String, end: Double)] {
    let units = Set(tracks.map { data.devices[$0.device].surface.unit })
    let unit = units.count == 1 ? ", \(units.first ?? "")" : ""
    return [
      ("contact", 52), ("begins", 112), ("lasts", 168), ("samples", 232), ("per s", 282),
      ("way\(unit)", 358), ("reach", 414), ("let go at", 488),
    ]
  }

  var lines: [String] {
    guard !tracks.isEmpty else { return [] }
    let room = max(1, Int(saturating: (height / Self.rowHeight).rounded(.down)) - 2)
    // If there is no room for all contacts, list the contacts with the longest paths.
    let hidden = tracks.count > room
    let shown =
      hidden
      ? tracks.sorted { ($0.length, $1.number) > ($1.length, $0.number) }.prefix(room - 1)
        .sorted { $0.number < $1.number } : tracks
    var lines = columns.map { SVG.text($0.title, left + $0.end, top + 12, "muted small end") }
    for (index, track) in shown.enumerated() {
      lines += row(track, y: top + 14 + Self.rowHeight * Double(index + 1))
    }
    if hidden {
      let text =
        "and \(tracks.count - shown.count) more; these have the longest ways"
      let y = top + 14 + Self.rowHeight * Double(shown.count + 1)
      lines.append(SVG.text(text, left + 24, y, "muted small"))
    }
    return lines
  }

  private func row(_ track: PlotTrack, y: Double) -> [String] {
    let surface = data.devices[track.device].surface
    var unit = ""
    if Set(tracks.map { data.devices[$0.device].surface.unit }).count > 1 {
      unit = " \(surface.unit)"
    }
    let rate = track.interval.map { ReadableNumber.fixed(1 / max($0, 1e-6), 0) } ?? "–"
    let release =
      switch track.end {
      case _ where !track.showsEnd: "later"
      case .lifted: track.release.map { speed(surface.perPoint * $0) } ?? "–"
      case .cancelled: "cancelled"
      case .never: "never lifts"
      }
    let texts = [
      "\(track.number)", PlotInk.seconds(track.startTime),
      PlotInk.seconds(track.endTime - track.startTime), "\(track.samples.count)", rate,
      PlotInk.number(surface.perPoint * track.length) + unit,
      PlotInk.number(surface.perPoint * track.reach), release,
    ]
    let color = PlotInk.color(track.number)
    return [SVG.circle(left + 16, y - 4, 4.5, "fill \(color)")]
      + zip(columns, texts).map { SVG.text($1, left + $0.end, y, "ink small end") }
  }

  private func speed(_ value: Double) -> String {
    value == 0 ? "0" : "\(PlotInk.number(value))/s"
  }
}
