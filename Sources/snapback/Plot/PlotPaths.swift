import Glibc
import SnapbackBasics

/// Draws the paths of contacts on the surface of one device.
struct PlotPaths {
  let device: PlotData.Device
  let tracks: [PlotTrack]
  let box: Rect
  private let scale: Double
  /// The surface position at the top left of the box, in points.
  private let origin: Point
  private let id: String
  /// The magnification relative to the drawing of the whole surface; nil for that drawing itself.
  private var magnification: Double?

  /// The maximum number of dots in a picture.
  private static let dotLimit = 4000
  /// The maximum number of contacts for which numbers are drawn beside the paths.
  private static let labelLimit = 24
  /// How far paths can extend beyond the surface, in pixels.
  private static let overlap = 10.0
  /// The distance between magnified paths and the edges of their box, in pixels.
  private static let inset = 28.0

  /// Draws the paths of the contacts of `device` as large as fits in `room`.
  init(_ device: PlotData.Device, _ tracks: [PlotTrack], in room: Rect, id: String) {
    self.device = device
    self.tracks = tracks
    self.id = id
    let screen = device.surface.screen
    let fit = min(room.size.width / screen.width, room.size.height / screen.height)
    scale = fit.isFinite ? max(fit, 1e-9) : 1
    origin = .zero
    box = Rect(
      x: room.left, y: room.top, width: scale * screen.width, height: scale * screen.height)
  }

  /// Draws the part of a surface that contains the contacts, magnified to fill `room`. Returns nil
  /// if the magnification would be at most 1.8.
  init?(magnifying whole: PlotPaths, in room: Rect, id: String) {
    let places = whole.tracks.flatMap { $0.samples.map(\.position) }.filter(\.isFinite)
    guard let first = places.first else { return nil }
    var area = Rect(x: first.x, y: first.y, width: 0, height: 0)
    for place in places {
      area.left = min(area.left, place.x)
      area.right = max(area.right, place.x)
      area.top = min(area.top, place.y)
      area.bottom = max(area.bottom, place.y)
    }
    // Show at least a tenth of the surface, so that noise does not look like movement.
    let least = 0.1 * max(whole.device.surface.screen.width, whole.device.surface.screen.height)
    let inset = 2 * Self.inset
    let fit = min(
      (room.size.width - inset) / max(area.size.width, least),
      (room.size.height - inset) / max(area.size.height, least))
    guard fit.isFinite, fit > 1.8 * whole.scale else { return nil }
    device = whole.device
    tracks = whole.tracks
    scale = fit
    self.id = id
    let height = min(
      room.size.height, max(0.75 * room.size.width, fit * area.size.height + inset))
    let room = Rect(x: room.left, y: room.top, width: room.size.width, height: height)
    box = room
    magnification = fit / whole.scale
    origin = Point(
      x: area.center.x - room.size.width / 2 / fit, y: area.center.y - room.size.height / 2 / fit)
  }

  /// The stride of the samples that have a dot: every `dotStride`-th sample has one.
  var dotStride: Int {
    PlotThinning.stride(of: tracks.reduce(0) { $0 + $1.samples.count }, limit: Self.dotLimit)
  }

  var lines: [String] {
    var lines = [SVG.rect(box, "frame")]
    var parts = device.hovers.map { run in
      SVG.path(PlotThinning.way(run.map(place), nearer: 0.5).map { ($0.x, $0.y) }, "hover")
    }
    for track in tracks { parts += way(of: track) }
    for track in tracks { parts += ends(of: track) }
    let overlap = magnification == nil ? Self.overlap : 0
    let room = Rect(
      left: box.left - overlap, top: box.top - overlap, right: box.right + overlap,
      bottom: box.bottom + overlap)
    lines += SVG.clipped(parts, to: room, id: id)
    if tracks.count <= Self.labelLimit { lines += labels }
    if let magnification {
      let text = "\(ReadableNumber.fixed(magnification, 1))× as large"
      lines.append(SVG.text(text, box.right, box.bottom + 20, "muted small end"))
    }
    return lines + scaleBar
  }

  private func place(_ sample: PlotTrack.Sample) -> (x: Double, y: Double) {
    (
      held(box.left + scale * (sample.position.x - origin.x)),
      held(box.top + scale * (sample.position.y - origin.y))
    )
  }

  /// The outline of the magnified part on the drawing of the whole surface.
  func outline(on whole: PlotPaths) -> String {
    let part = Rect(
      x: whole.box.left + whole.scale * origin.x, y: whole.box.top + whole.scale * origin.y,
      width: whole.scale * box.size.width / scale, height: whole.scale * box.size.height / scale)
    return SVG.rect(
      Rect(
        left: max(part.left, whole.box.left), top: max(part.top, whole.box.top),
        right: min(part.right, whole.box.right), bottom: min(part.bottom, whole.box.bottom)),
      "part")
  }

  private func held(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -1e5), 1e5)
  }

  private func way(of track: PlotTrack) -> [String] {
    let color = PlotInk.color(track.number)
    let places = track.samples.map(place)
    var lines: [String] = []
    if places.count > 1 {
      let shown = PlotThinning.way(places, nearer: 0.4).map { ($0.x, $0.y) }
      lines.append(SVG.path(shown, "way \(color)"))
    }
    let step = dotStride
    let dots = places.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    for dot in PlotThinning.way(dots, nearer: 1.5) {
      lines.append(SVG.circle(dot.x, dot.y, 2.1, "fill \(color)"))
    }
    return lines
  }

  private func ends(of track: PlotTrack) -> [String] {
    guard let first = track.samples.first.map(place), let last = track.samples.last.map(place)
    else { return [] }
    let color = PlotInk.color(track.number)
    var lines: [String] = []
    if track.showsTouch { lines.append(SVG.circle(first.x, first.y, 5.5, "start \(color)")) }
    if track.showsEnd { lines.append(PlotMark.end(of: track, last.x, last.y, color)) }
    return lines
  }

  /// The numbers of contacts near the positions where they touch, if there is room.
  private var labels: [String] {
    var taken: [Rect] = []
    return tracks.compactMap { track in
      guard let start = track.samples.first.map(place) else { return nil }
      let text = "\(track.number)"
      let width = PlotInk.letter * Double(text.count)
      let offsets = [(8.0, -6.0), (8, 14), (-8 - width, -6), (-8 - width, 14), (8, -18), (8, 26)]
      for (dx, dy) in offsets {
        let area = Rect(x: start.x + dx, y: start.y + dy - 10, width: width, height: 12)
        guard !taken.contains(where: { $0.touches(area) }), area.left > 0 else { continue }
        taken.append(area)
        return SVG.text(text, area.left, start.y + dy, "ink halo bold small")
      }
      return nil
    }
  }

  /// The scale bars below the surface: one in the displayed unit, and one in millimeters if the
  /// size in millimeters is known.
  private var scaleBar: [String] {
    let surface = device.surface
    var lines: [String] = []
    var units = [(surface.unit, 1 / surface.perPoint)]
    if surface.unit != "mm", let millimeters = surface.millimeters {
      units.append(("mm", 1 / millimeters))
    }
    var x = box.left
    for (unit, points) in units {
      let length = Self.round(0.25 * box.size.width / (scale * points))
      let end = x + scale * points * length
      let y = box.bottom + 16
      lines.append(SVG.line(x, y, end, y, "bar"))
      lines.append(SVG.line(x, y - 4, x, y + 4, "bar"))
      lines.append(SVG.line(end, y - 4, end, y + 4, "bar"))
      let text = "\(PlotInk.number(length)) \(unit)"
      lines.append(SVG.text(text, end + 8, y + 4, "muted small"))
      x = end + 8 + PlotInk.letter * Double(text.count) + 18
    }
    return lines
  }

  /// Returns the largest number not above `number` that is 1, 2 or 5 times a power of ten.
  private static func round(_ number: Double) -> Double {
    guard number.isFinite, number > 0 else { return 1 }
    let power = pow(10, log10(number).rounded(.down))
    return power * ([5.0, 2].first { $0 * power <= number } ?? 1)
  }
}

/// Marks that show how a contact ended.
enum PlotMark {
  static func end(of track: PlotTrack, _ x: Double, _ y: Double, _ color: String) -> String {
    switch track.end {
    case .lifted: SVG.circle(x, y, 3.5, "mark \(color)")
    case .cancelled: SVG.cross(x, y, 4.5, "cross \(color)")
    case .never: SVG.rect(Rect(x: x - 4, y: y - 4, width: 8, height: 8), "start \(color)")
    }
  }
}
