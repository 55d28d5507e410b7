import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol
import SnapbackReplay
import SnapbackTouches

/// Formats the contacts of a recording as lines of text, CSV or JSON.
enum ContactLines {
  /// Returns, for each device, a heading, a line for each contact and a line for each note about
  /// its input.
  static func text(
    _ tracks: [ContactTrack], _ playback: Playback, _ surfaces: [ContactSurface],
    _ notes: [InputNote]
  ) -> [String] {
    let names = ContactNames(tracks)
    var lines: [String] = []
    for (index, surface) in surfaces.enumerated() {
      let device = playback.devices[index].device
      let numbered = tracks.enumerated().filter { $0.element.device == index }
      let size = [surface.screen.width, surface.screen.height].map { ReadableNumber.fixed($0, 0) }
      lines.append(
        "\(playback.kind(of: index).rawValue) \(DocumentError.quoted(device.name)), "
          + "\(size.joined(separator: " x ")) \(surface.unit)")
      if numbered.isEmpty {
        lines.append("  no contacts")
      } else {
        lines += table(
          [
            "contact", "tool", "begin", "end", "ended", "samples", "from", "to", "path", "mean",
            "release", "confidence",
          ],
          numbered.map { row($0.element, number: $0.offset + 1) })
      }
      for note in notes where note.device == index {
        let line = note.line(names.name)
        lines.append("  \(seconds(note.time.nanoseconds))  \(line.text)")
      }
    }
    return lines
  }

  private static func row(_ track: ContactTrack, number: Int) -> [String] {
    let places = [track.samples[0], track.samples[track.samples.count - 1]].map {
      ReadableNumber.fixed($0.position.x, 1) + "," + ReadableNumber.fixed($0.position.y, 1)
    }
    let hasRelease = track.ending == .lifted
    return [
      String(number), track.tool.rawValue, seconds(track.begin.nanoseconds),
      seconds(track.end.nanoseconds), track.ending.rawValue, String(track.samples.count),
      places[0], places[1], ReadableNumber.fixed(track.pathLength, 1),
      ReadableNumber.fixed(track.meanSpeed, 0),
      hasRelease ? ReadableNumber.fixed(track.releaseVelocity.length, 0) : "-",
      track.releaseVelocity == .zero ? "-" : ReadableNumber.fixed(track.confidence, 2),
    ]
  }

  /// Aligns cells in columns: numbers to the right, words to the left.
  private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
    let widths = head.indices.map { column in
      rows.reduce(head[column].count) { max($0, $1[column].count) }
    }
    return ([head] + rows).map { cells in
      let line = zip(cells, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        return column == 1 || column == 4 ? cell.0 + space : space + cell.0
      }
      return "  " + line.joined(separator: "  ")
    }
  }

  /// Formats nanoseconds as seconds with three decimals.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    ReadableNumber.fixed(Double(nanoseconds) * 1e-9, 3)
  }

  /// Returns a heading, then a line for each contact. Times are in seconds, numbers have all
  /// digits.
  static func csv(
    _ tracks: [ContactTrack], _ playback: Playback, _ surfaces: [ContactSurface]
  ) -> [String] {
    let head =
      "contact,device,tool,unit,begin,end,ended,samples,from_x,from_y,to_x,to_y,path,mean_speed,"
      + "release_dx,release_dy,release_speed,confidence"
    return [head]
      + tracks.enumerated().map { index, track in
        let name = playback.devices[track.device].device.name.split(separator: "\"")
          .joined(separator: "\"\"")
        let (first, last) = (track.samples[0], track.samples[track.samples.count - 1])
        let numbers = [
          first.position.x, first.position.y, last.position.x, last.position.y,
          track.pathLength, track.meanSpeed, track.releaseVelocity.dx, track.releaseVelocity.dy,
          track.releaseVelocity.length, track.confidence,
        ]
        let texts = [
          String(index + 1), "\"\(name)\"", track.tool.rawValue, surfaces[track.device].unit,
          String(Double(track.begin.nanoseconds) * 1e-9),
          String(Double(track.end.nanoseconds) * 1e-9), track.ending.rawValue,
          String(track.samples.count),
        ]
        return (texts + numbers.map { String($0) }).joined(separator: ",")
      }
  }

  /// Returns an object for each contact, with all its positions, then an object for each note.
  /// Times are in nanoseconds.
  static func json(
    _ tracks: [ContactTrack], _ playback: Playback, _ surfaces: [ContactSurface],
    _ notes: [InputNote]
  ) -> [String] {
    var writer = JSONWriter(precision: .shortest)
    let names = ContactNames(tracks)
    let noteLines = notes.map { note in
      let line = note.line(names.name)
      writer.reset()
      writer.beginObject()
      writer.beginObject("note")
      writer.integer(note.time.nanoseconds, "time")
      writer.string(playback.devices[note.device].device.name, "device")
      writer.string(line.kind, "kind")
      if let number = line.contact.flatMap(names.number) {
        writer.integer(UInt64(clamping: number), "contact")
      }
      writer.string(line.text, "text")
      writer.endObject()
      writer.endObject()
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    return contactLines(tracks, playback, surfaces, &writer) + noteLines
  }

  private static func contactLines(
    _ tracks: [ContactTrack], _ playback: Playback, _ surfaces: [ContactSurface],
    _ writer: inout JSONWriter
  ) -> [String] {
    tracks.enumerated().map { index, track in
      writer.reset()
      writer.beginObject()
      writer.beginObject("contact")
      writer.integer(UInt64(clamping: index + 1), "id")
      writer.string(playback.devices[track.device].device.name, "device")
      if let node = playback.devices[track.device].node { writer.string(node, "node") }
      writer.string(track.tool.rawValue, "tool")
      writer.string(surfaces[track.device].unit, "unit")
      writer.integer(track.begin.nanoseconds, "begin")
      writer.integer(track.end.nanoseconds, "end")
      writer.string(track.ending.rawValue, "ended")
      writer.length(track.pathLength, "path")
      writer.length(track.meanSpeed, "meanSpeed")
      writer.beginObject("release")
      writer.beginArray("velocity")
      writer.length(track.releaseVelocity.dx)
      writer.length(track.releaseVelocity.dy)
      writer.endArray()
      writer.length(track.releaseVelocity.length, "speed")
      writer.factor(track.confidence, "confidence")
      writer.endObject()
      writer.beginArray("positions")
      for sample in track.samples {
        writer.beginArray()
        writer.integer(sample.time.nanoseconds)
        writer.length(sample.position.x)
        writer.length(sample.position.y)
        writer.endArray()
      }
      writer.endArray()
      writePens(track.samples.map(\.pen), &writer)
      writer.endObject()
      writer.endObject()
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  /// Writes pressure, tilt and buttons for each position of a pen. Writes nothing for other tools.
  private static func writePens(_ pens: [PenState?], _ writer: inout JSONWriter) {
    guard pens.contains(where: { $0 != nil }) else { return }
    func write(_ number: Double?) {
      if let number { writer.factor(number) } else { writer.null() }
    }
    writer.beginArray("pen")
    for pen in pens {
      writer.beginArray()
      write(pen?.pressure)
      write(pen?.tilt?.dx)
      write(pen?.tilt?.dy)
      writer.integer(UInt64(clamping: pen?.buttons.rawValue ?? 0))
      writer.endArray()
    }
    writer.endArray()
  }
}

/// The numbers that contacts have in the list, by contact id.
private struct ContactNames {
  private let numbers: [UInt64: Int]

  init(_ tracks: [ContactTrack]) {
    numbers = Dictionary(tracks.enumerated().map { ($1.id, $0 + 1) }) { first, _ in first }
  }

  func number(_ id: UInt64) -> Int? { numbers[id] }

  func name(_ id: UInt64) -> String { numbers[id].map { "contact \($0)" } ?? "a contact" }
}

/// The surface and the unit in which the contacts of a device are measured.
struct ContactSurface {
  /// The size of the screen onto which positions are mapped.
  let screen: Size
  /// The unit of that screen: points or mm.
  let unit: String

  /// Uses points on the requested screen. Without a requested screen, uses millimeters if the size
  /// of the device is known. Otherwise, uses points on a screen with the aspect ratio of the
  /// device's axes and a longer side of 1000 points. The screen rotates with the picture.
  init(of index: Int, _ playback: Playback, rotation: PanelRotation, asked: Size?) {
    let (device, settings) = (playback.devices[index].device, playback.settings[index])
    if let asked {
      (screen, unit) = (asked, "points")
      return
    }
    let panel: Size
    if let size = settings.size {
      (panel, unit) = (size, "mm")
    } else if device.physicalSize != nil, let (x, y) = device.positionAxes {
      // `count` includes both ends of the axis, so one point of this screen is one millimeter.
      panel = Size(
        width: x.count / Double(x.resolution), height: y.count / Double(y.resolution))
      unit = "mm"
    } else {
      let (x, y) = device.positionAxes.map { ($0.x.count, $0.y.count) } ?? (1, 1)
      panel = Size(width: 1000 * x / max(x, y), height: 1000 * y / max(x, y))
      unit = "points"
    }
    screen = rotation.picture(on: settings.rotation.picture(on: panel))
  }
}
