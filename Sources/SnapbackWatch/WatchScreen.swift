import SnapbackBasics
import SnapbackProtocol

/// Draws `snapback watch` into cells: the scene on the left, the selected view and the events on
/// the right, the state in the last line.
extension WatchModel {
  /// The minimum terminal width for a second column.
  static let splitWidth = 72

  /// Draws the contents of a terminal of a given size. O(cells + views × pixels).
  public func grid(columns: Int, rows: Int) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows)
    let height = grid.rows - 1
    guard height > 0 else { return grid }
    let panel = panelWidth(grid.columns, height)
    let width = grid.columns - panel - (panel > 0 ? 1 : 0)
    drawScene(on: &grid, CellArea(0, 0, width, height))
    if panel > 0 {
      for row in 0..<height { grid.write("│", width, row, WatchColors.line) }
      drawPanel(on: &grid, CellArea(width + 2, 0, panel - 2, height))
    }
    drawBar(on: &grid, row: height)
    if showsHelp { drawHelp(on: &grid, CellArea(0, 0, grid.columns, height)) }
    return grid
  }

  /// The width of the second column: the width that remains beside a scene of this aspect ratio,
  /// within bounds. 0 if there is no second column.
  private func panelWidth(_ columns: Int, _ rows: Int) -> Int {
    guard columns >= Self.splitWidth else { return 0 }
    let size = tape.screen.size
    let shape = size.height > 0 ? size.width / size.height : 1
    let scene = Int(saturating: min(Double(rows * 2) * max(0, shape), 1e6).rounded(.up))
    return min(max(columns - scene - 5, 34, columns * 2 / 5), columns / 2 + 8, 84)
  }

  // MARK: The scene

  private func drawScene(on grid: inout CellGrid, _ area: CellArea) {
    let size = tape.screen.size
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      return grid.write("waiting for a scene", 2, 1, WatchColors.dim)
    }
    // A cell is approximately twice as high as it is wide, so each of its two pixels is square.
    let scale = min(
      Double(area.columns) / size.width, Double(area.rows * 2) / size.height)
    let columns = max(1, Int(saturating: (size.width * scale).rounded()))
    let rows = max(1, Int(saturating: (size.height * scale / 2).rounded()))
    let left = area.column + max(0, (area.columns - columns) / 2)
    let top = area.row + max(0, (area.rows - rows) / 2)
    let views = tape.views(at: position)
    let picture = ScenePicture(
      screen: tape.screen, views: views, columns: columns, rows: rows * 2, samples: 2)
    for row in 0..<picture.rows / 2 {
      for column in 0..<picture.columns {
        grid[left + column, top + row] = Cell(
          "▀", picture[column, row * 2], on: picture[column, row * 2 + 1])
      }
    }
    let place = ScenePlace(
      left: left, top: top, columns: picture.columns, rows: picture.rows / 2, size: size)
    drawTexts(of: views, on: &grid, place)
    if isChosen, let selection, views.indices.contains(selection) {
      drawCorners(of: views[selection], on: &grid, place)
    }
    drawFingers(on: &grid, place)
  }

  /// Marks the corners of the selected view.
  private func drawCorners(
    of view: SceneMirror.View, on grid: inout CellGrid, _ place: ScenePlace
  ) {
    let size = view.state.frame.size
    for (x, y, mark) in [
      (0.0, 0.0, "┌"), (1.0, 0.0, "┐"), (0.0, 1.0, "└"), (1.0, 1.0, "┘"),
    ] as [(Double, Double, Character)] {
      // Position the mark just inside the view, so that it is drawn on the view's color.
      let inset = Point(
        x: size.width * x + (x == 0 ? 1 : -1), y: size.height * y + (y == 0 ? 1 : -1))
      put(mark, WatchColors.accent, at: view.state.toScreen(inset), on: &grid, place)
    }
  }

  private func drawFingers(on grid: inout CellGrid, _ place: ScenePlace) {
    for finger in tape.fingers {
      guard let first = finger.samples.first, first.time <= position else { continue }
      let isOver = finger.end.map { $0 <= position } ?? false
      let color = finger.isInjected ? WatchColors.injected : WatchColors.touch
      var last: Point?
      for sample in finger.samples where sample.time <= position {
        let age = position.seconds(since: sample.time)
        last = sample.position
        guard age < Self.trailTime else { continue }
        put("∙", color, share: 1 - age / Self.trailTime, at: sample.position, on: &grid, place)
      }
      if let last, !isOver { put("●", color, at: last, on: &grid, place) }
    }
  }

  /// Draws a mark on the picture; `share` is its opacity, 0…1.
  func put(
    _ mark: Character, _ color: Color, share: Double = 1, at point: Point,
    on grid: inout CellGrid, _ place: ScenePlace
  ) {
    guard let (column, row) = place.cell(of: point) else { return }
    let cell = grid[column, row]
    // A cell with a mark already has a single background color.
    let back =
      cell.character == "▀"
      ? cell.foreground.mixed(with: cell.background, share: 0.5)
      : cell.background
    grid[column, row] = Cell(mark, back.mixed(with: color, share: share), on: back)
  }

  // MARK: The last line

  private func drawBar(on grid: inout CellGrid, row: Int) {
    grid.fill(columns: 0..<grid.columns, rows: row..<(row + 1), WatchColors.bar)
    if let notice {
      return grid.write(notice, 1, row, width: grid.columns - 2, WatchColors.bad)
    }
    var place = 1
    func add(_ text: String, _ color: Color) {
      grid.write(text, place, row, width: max(0, grid.columns - place), color)
      place += text.count + 2
    }
    let symbol = isPaused ? "‖" : "►"
    switch source {
    case .live:
      add("\(symbol) live", isPaused ? WatchColors.injected : WatchColors.good)
      add(tape.isIdle ? "at rest" : "moving", WatchColors.text)
      if isPaused {
        let behind = tape.end.seconds(since: position)
        add("\(WatchText.number(behind, 2)) s ago", WatchColors.text)
      }
    case .recording(let name):
      add("\(symbol) \(name)", isPaused ? WatchColors.injected : WatchColors.good)
      let now = WatchText.seconds(position, since: tape.start)
      add("\(now) / \(WatchText.seconds(tape.end, since: tape.start)) s", WatchColors.text)
    }
    if speed != 1 { add("×\(WatchText.number(speed, 2))", WatchColors.injected) }
    if lacksTouches { add("no touches: not allowed", WatchColors.bad) }
    if tape.isFull { add("the rest is too long", WatchColors.bad) }
    let hints = "space pause  s slow  tab view  ←→ scrub  ? help  q quit"
    let free = grid.columns - place - hints.count - 1
    if free > 10, case .recording = source { drawProgress(on: &grid, place, row, free - 2) }
    if free >= 0 {
      grid.write(hints, grid.columns - hints.count - 1, row, WatchColors.dim)
    } else if grid.columns - place > 6 {
      grid.write("? help", grid.columns - 7, row, WatchColors.dim)
    }
  }

  private func drawProgress(on grid: inout CellGrid, _ column: Int, _ row: Int, _ width: Int) {
    let whole = tape.end.seconds(since: tape.start)
    let share = whole > 0 ? position.seconds(since: tape.start) / whole : 1
    let done = min(max(Int(saturating: (share * Double(width - 1)).rounded()), 0), width - 1)
    for step in 0..<width {
      let mark = step == done ? "●" : "─"
      grid.write(
        mark, column + step, row, step <= done ? WatchColors.accent : WatchColors.line)
    }
  }

  // MARK: Help

  private static let keys = [
    ("space", "pause, resume"), ("s", "slow motion: 1, 0.5, 0.1 times the speed"),
    ("tab", "select a view, backwards with shift; esc: none"),
    ("← →", "0.1 s back or ahead, and pause"),
    ("[ ]", "one frame or touch back or ahead, and pause"),
    ("home end", "to the beginning, to the end"), ("?", "these keys"), ("q", "quit"),
  ]

  private func drawHelp(on grid: inout CellGrid, _ area: CellArea) {
    let width = min(60, area.columns)
    let height = min(Self.keys.count + 4, area.rows)
    let left = area.column + (area.columns - width) / 2
    let top = area.row + (area.rows - height) / 2
    grid.fill(
      columns: left..<(left + width), rows: top..<(top + height), WatchColors.bar)
    let edge = String(repeating: "─", count: max(0, width - 2))
    grid.write("┌\(edge)┐", left, top, WatchColors.accent)
    for row in (top + 1)..<max(top + 1, top + height - 1) {
      grid.write("│", left, row, WatchColors.accent)
      grid.write("│", left + width - 1, row, WatchColors.accent)
    }
    grid.write("└\(edge)┘", left, top + height - 1, WatchColors.accent)
    grid.write(" keys ", left + 2, top, WatchColors.text)
    for (index, (key, meaning)) in Self.keys.enumerated() where index + 3 < height {
      grid.write(key, left + 3, top + 2 + index, WatchColors.accent)
      grid.write(meaning, left + 14, top + 2 + index, width: width - 16, WatchColors.text)
    }
  }
}

/// A rectangle of cells.
struct CellArea {
  let column: Int
  let row: Int
  let columns: Int
  let rows: Int

  init(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// The position of the scene's screen in the grid.
struct ScenePlace {
  let left: Int
  let top: Int
  let columns: Int
  let rows: Int
  let size: Size

  /// The size of a cell, in points.
  var cell: Size {
    Size(width: size.width / Double(columns), height: size.height / Double(rows))
  }

  /// The cell of a point; nil outside the screen.
  func cell(of point: Point) -> (column: Int, row: Int)? {
    let x = (point.x / size.width * Double(columns)).rounded(.down)
    let y = (point.y / size.height * Double(rows)).rounded(.down)
    guard x >= 0, y >= 0, x < Double(columns), y < Double(rows) else { return nil }
    return (left + Int(saturating: x), top + Int(saturating: y))
  }
}
