import SnapbackBasics
import SnapbackClient
import SnapbackProtocol

/// Draws the column beside the scene: the selected view, its curves, and the list of events.
extension WatchModel {
  /// The height of a curve in rows of cells.
  private static let curveRows = 3
  /// The maximum number of curves.
  private static let curveLimit = 4
  /// The maximum number of lines of a note.
  private static let noteLines = 3

  func drawPanel(on grid: inout CellGrid, _ area: CellArea) {
    var row = area.row
    if let selection, let state = tape.state(of: selection, at: position) {
      row = drawNumbers(of: selection, state, on: &grid, area)
      row = drawCurves(of: selection, state, on: &grid, area, from: row + 1)
    }
    row = drawTouches(on: &grid, area, from: row)
    drawNotes(on: &grid, area, from: row)
  }

  // MARK: Numbers

  private func drawNumbers(
    of view: Int, _ state: ViewState, on grid: inout CellGrid, _ area: CellArea
  ) -> Int {
    let frame = state.frame
    let shape = state.transform
    let turn = shape.rotation * 180 / .pi
    let speed = state.translationVelocity
    let rows: [(String, String)] = [
      (
        "frame",
        "\(WatchText.pair(frame.left, frame.top))   "
          + "\(WatchText.number(frame.size.width)) × \(WatchText.number(frame.size.height))"
      ),
      (
        "moved",
        "\(WatchText.pair(shape.translation.dx, shape.translation.dy)) pt   "
          + "turned \(WatchText.number(turn))°"
      ),
      (
        "scale",
        "\(WatchText.number(shape.scale.dx, 3)) × \(WatchText.number(shape.scale.dy, 3))   "
          + "alpha \(WatchText.number(state.alpha, 2))"
      ),
      (
        "speed",
        "\(WatchText.pair(speed.dx, speed.dy, 0)) pt/s   "
          + "\(WatchText.number(state.rotationVelocity * 180 / .pi, 0)) °/s"
      ),
    ]
    let name = tape.views[view].name
    grid.write(name, area.column, area.row, width: area.columns, WatchColors.accent)
    let note = isChosen ? "selected" : state.isVisible ? "" : "hidden"
    grid.write(
      note, area.column + area.columns - note.count, area.row, width: note.count, WatchColors.dim)
    for (index, (title, text)) in rows.enumerated() where index + 1 < area.rows {
      let row = area.row + 1 + index
      grid.write(title, area.column, row, width: area.columns, WatchColors.dim)
      grid.write(text, area.column + 7, row, width: area.columns - 7, WatchColors.text)
    }
    return area.row + 1 + rows.count
  }

  // MARK: Curves

  /// The times of the curves' columns of dots, before and after the current moment. Nil for a time
  /// before zero.
  private func moments(_ count: Int) -> [Instant?] {
    let span = Self.past + Self.future
    return (0..<count).map { index in
      let seconds = Double(index) / Double(max(count - 1, 1)) * span - Self.past
      let isThere = position.seconds(since: .zero) >= -seconds
      return isThere ? position.advanced(bySeconds: seconds) : nil
    }
  }

  /// The states of a view at these times. Nil for a time at which the state is unknown.
  private func states(of view: Int, _ moments: [Instant?]) -> [ViewState?] {
    var all: [ViewState] = []
    let rest = mirror.restTime
    var last: ViewState?
    return moments.map { moment in
      guard let moment, moment >= tape.start else { return nil }
      // Recorded states are known up to the end of the tape; after that, motions are evaluated in
      // closed form.
      if moment <= tape.end || !isLive {
        return moment <= tape.end ? tape.state(of: view, at: moment) : nil
      }
      guard !tape.isIdle else { return nil }
      if let last, moment > rest { return last }
      mirror.evaluate(at: moment, into: &all)
      last = all.indices.contains(view) ? all[view] : nil
      return last
    }
  }

  private func drawCurves(
    of view: Int, _ state: ViewState, on grid: inout CellGrid, _ area: CellArea, from start: Int
  ) -> Int {
    let states = states(of: view, moments(area.columns * 2))
    // Keep half of the height for the list of events.
    let limit = min(Self.curveLimit, max(1, (area.rows / 2 + 2) / (Self.curveRows + 1)))
    let curves = WatchNumber.allCases.compactMap { number -> Curve? in
      let values = states.map { $0.map(number.value) }
      let known = values.compactMap { $0 }.filter(\.isFinite)
      guard let low = known.min(), let high = known.max(), high - low >= number.leastExtent else {
        return nil
      }
      return Curve(
        number: number, value: number.value(state), values: values, range: low...high)
    }
    var row = start
    for (index, curve) in curves.prefix(limit).enumerated() {
      guard row + Self.curveRows + 1 < area.row + area.rows else { break }
      let color = WatchColors.curves[index % WatchColors.curves.count]
      draw(curve, color, on: &grid, area, row: row)
      row += Self.curveRows + 1
    }
    guard curves.isEmpty else { return row + 1 }
    grid.write("it does not move", area.column, row, width: area.columns, WatchColors.dim)
    return row + 2
  }

  private struct Curve {
    var number: WatchNumber
    /// The current value.
    var value: Double
    var values: [Double?]
    var range: ClosedRange<Double>
  }

  private func draw(
    _ curve: Curve, _ color: Color, on grid: inout CellGrid, _ area: CellArea, row: Int
  ) {
    let now = min(
      max(0, Int(saturating: Double(area.columns) * Self.past / (Self.past + Self.future))),
      area.columns - 1)
    grid.write(curve.number.title, area.column, row, width: area.columns, color)
    grid.write(
      curve.number.text(curve.value), area.column + 15, row, width: max(0, area.columns - 15),
      WatchColors.text)
    let (low, high) = (curve.range.lowerBound, curve.range.upperBound)
    let range =
      "\(WatchText.number(low, curve.number.places)) … "
      + WatchText.number(high, curve.number.places)
    if area.columns > 30 + range.count {
      grid.write(range, area.column + area.columns - range.count, row, WatchColors.dim)
    }
    var graph = BrailleGraph(columns: area.columns, rows: Self.curveRows)
    graph.draw(curve.values, in: curve.range)
    let faint = WatchColors.background.mixed(with: color, share: 0.5)
    for line in 0..<Self.curveRows {
      for column in 0..<area.columns {
        let place = (area.column + column, row + 1 + line)
        if let character = graph.character(column, line) {
          grid.write(String(character), place.0, place.1, column <= now ? color : faint)
        } else if column == now {
          grid.write("│", place.0, place.1, WatchColors.line)
        }
      }
    }
  }

  // MARK: What happens

  private func drawTouches(
    on grid: inout CellGrid, _ area: CellArea, from row: Int
  ) -> Int {
    var texts: [String] = []
    for finger in tape.fingers where !(finger.end.map { $0 <= position } ?? false) {
      guard let sample = finger.samples.last(where: { $0.time <= position }) else { continue }
      texts.append(WatchText.point(sample.position))
    }
    guard !texts.isEmpty, row < area.row + area.rows else { return row }
    let count = texts.count == 1 ? "1 touch" : "\(texts.count) touches"
    grid.write(count, area.column, row, width: area.columns, WatchColors.touch)
    grid.write(
      texts.joined(separator: "  "), area.column + 11, row, width: max(0, area.columns - 11),
      WatchColors.dim)
    return row + 1
  }

  private func drawNotes(on grid: inout CellGrid, _ area: CellArea, from start: Int) {
    let bottom = area.row + area.rows
    guard start + 1 < bottom else { return }
    let rule = String(repeating: "─", count: area.columns)
    grid.write(rule, area.column, start, WatchColors.line)
    grid.write(" what happened ", area.column + 2, start, WatchColors.dim)
    // Collect the last notes that fit.
    var shown: [(text: String, time: String, color: Color)] = []
    for note in tape.notes.reversed() where note.time <= position {
      let lines = CellText.wrapped(
        note.text, width: area.columns - 10, indent: 2, limit: Self.noteLines)
      guard shown.count + lines.count < bottom - start else { break }
      let seconds = WatchText.padded(WatchText.seconds(note.time, since: tape.start), 8)
      for (index, line) in lines.enumerated().reversed() {
        shown.append((line, index == 0 ? seconds : "", color(of: note.tone)))
      }
    }
    for (index, line) in shown.reversed().enumerated() {
      let row = start + 1 + index
      grid.write(line.time, area.column, row, width: area.columns, WatchColors.dim)
      grid.write(line.text, area.column + 10, row, line.color)
    }
  }

  private func color(of tone: WatchTape.Tone) -> Color {
    switch tone {
    case .plain: WatchColors.text
    case .good: WatchColors.good
    case .bad: WatchColors.bad
    case .dim: WatchColors.dim
    }
  }
}
