import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import Testing

/// A recognizer of a script, with a name of one word.
struct Actor: Sendable {
  var name: String
  var settings: GestureSettings
  var simultaneous: [String] = []
  /// The recognizers that must fail first.
  var after: [String] = []

  init(
    _ name: String, _ settings: GestureSettings, with simultaneous: [String] = [],
    after: [String] = []
  ) {
    self.name = name
    self.settings = settings
    self.simultaneous = simultaneous
    self.after = after
  }
}

/// Finger input and the expected outcomes, drawn below each other: a column is a scan.
///
/// A finger's row has its name, the position where it touches, and its actions:
/// `o` touches, `→ ← ↑ ↓` moves 8 points, `⇒ ⇐ ⇑ ⇓` moves 40, `=` rests, `x` lifts, `!` is
/// cancelled, `-` is absent from the scan. With `a@pan,tap` only these recognizers are given the
/// finger.
/// The row of a recognizer has its outcomes: `r` recognized or began, `c` changed, `e` ended, `x`
/// cancelled, `w` waits, `-` nothing; failed: `M` moved, `L` lifted, `T` taken, `N` too many
/// fingers, `S` too slow, `W` wrong way, `F` far from the edge, `P` prevented, `R` preceded, `D`
/// disabled. Two outcomes in one scan are in brackets. After `|` are the outcomes of time alone.
/// `off:pan` and `on:pan` switch at `!`; `all` forgets all fingers there; `wheel:scroll` has `o`
/// began, `>` changed, `1` a step, `x` ended, `!` cancelled; `mouse:hover` has `>` over, `x` gone.
struct GestureScript: Sendable {
  enum Row: Sendable {
    case finger(id: UInt64, start: Point, givenTo: [String]?)
    case enabling(Bool, String)
    case canceling
    case wheel(String)
    case mouse(String)
  }

  let title: String
  let scan: UInt64
  var actors: [Actor]
  let rows: [(row: Row, track: [Character])]
  let expected: [(name: String, track: String)]

  init(_ title: String, scan: UInt64 = 10, _ actors: [Actor], _ text: String) {
    self.title = title
    self.scan = scan
    self.actors = actors
    var rows: [(row: Row, track: [Character])] = []
    var expected: [(name: String, track: String)] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let track = Array(words[words.count - 1])
      let head = words[0].split(separator: ":").map(String.init)
      switch head[0] {
      case "off", "on": rows.append((.enabling(head[0] == "on", head[1]), track))
      case "all": rows.append((.canceling, track))
      case "wheel": rows.append((.wheel(head[1]), track))
      case "mouse": rows.append((.mouse(head[1]), track))
      default:
        guard words.count == 3 else {
          expected.append((words[0], words[1]))
          continue
        }
        let name = words[0].split(separator: "@").map(String.init)
        let place = words[1].split(separator: ",").compactMap { Double($0) }
        let givenTo = name.count > 1 ? name[1].split(separator: ",").map(String.init) : nil
        rows.append(
          (
            .finger(
              id: UInt64(rows.count + 1), start: Point(x: place[0], y: place[1]), givenTo: givenTo),
            track
          ))
      }
    }
    self.rows = rows
    self.expected = expected
  }

  var columns: Int { rows.map(\.track.count).max() ?? 0 }

  func place(of name: String) -> Int { actors.firstIndex { $0.name == name } ?? -1 }

  func arena() -> GestureArena? {
    var arena = GestureArena(
      actors.map { actor in
        GestureDescription(
          actor.settings, simultaneous: actor.simultaneous.map(place(of:)),
          requiredFailures: actor.after.map(place(of:)))
      })
    arena?.setScreen(Size(width: 800, height: 600))
    return arena
  }

  static func way(_ sign: Character) -> Vector? {
    switch sign {
    case "→": Vector(dx: 8, dy: 0)
    case "←": Vector(dx: -8, dy: 0)
    case "↑": Vector(dx: 0, dy: -8)
    case "↓": Vector(dx: 0, dy: 8)
    case "⇒": Vector(dx: 40, dy: 0)
    case "⇐": Vector(dx: -40, dy: 0)
    case "⇑": Vector(dx: 0, dy: -40)
    case "⇓": Vector(dx: 0, dy: 40)
    case "=": .zero
    default: nil
    }
  }
}

extension GestureScript: CustomTestStringConvertible {
  var testDescription: String { title }
}

/// A running script: the steps of each column; the last entry has those that follow afterwards.
struct ScriptRun {
  let script: GestureScript
  var arena: GestureArena
  var positions: [UInt64: Point] = [:]
  var columns: [[GestureStep]] = []

  init?(_ script: GestureScript) {
    guard let arena = script.arena() else { return nil }
    self.script = script
    self.arena = arena
    for column in 0..<script.columns { run(column) }
    self.arena.advance(to: time(of: script.columns + 10_000))
    collect()
  }

  func time(of column: Int) -> Instant {
    Instant(nanoseconds: 1_000_000_000 + UInt64(column) * script.scan * 1_000_000)
  }

  private mutating func collect() {
    var steps: [GestureStep] = []
    arena.drainSteps { steps.append($0) }
    columns.append(steps)
  }

  private mutating func run(_ column: Int) {
    let time = time(of: column)
    var frame = TouchFrame(time: time)
    arena.advance(to: time)
    for (row, track) in script.rows where column < track.count {
      let sign = track[column]
      switch row {
      case .finger(let id, let start, let givenTo):
        guard let contact = contact(id, start, sign) else { continue }
        if contact.phase == .began { give(id, to: givenTo, at: time) }
        frame.contacts.append(contact)
      case .enabling(let isEnabled, let name):
        if sign == "!" { arena.setEnabled(isEnabled, script.place(of: name), at: time) }
      case .canceling: if sign == "!" { arena.cancelAll(at: time) }
      case .wheel(let name):
        let phases: [Character: ScrollInput.Phase] = [
          "o": .began, ">": .changed, "1": .step, "x": .ended, "!": .cancelled,
        ]
        guard let phase = phases[sign] else { continue }
        let input = ScrollInput(
          phase: phase, position: Point(x: 50, y: 50), delta: Vector(dx: 0, dy: 10))
        arena.scroll(input, on: script.place(of: name), at: time)
      case .mouse(let name):
        guard sign == ">" || sign == "x" else { continue }
        let position = sign == "x" ? nil : Point(x: Double(column), y: 50)
        arena.hover(position, on: script.place(of: name), at: time)
      }
    }
    if !frame.contacts.isEmpty { arena.handle(frame) }
    collect()
  }

  private mutating func give(_ id: UInt64, to names: [String]?, at time: Instant) {
    for (index, actor) in script.actors.enumerated() where names?.contains(actor.name) ?? true {
      arena.give(id, to: index, at: time)
    }
  }

  private mutating func contact(_ id: UInt64, _ start: Point, _ sign: Character) -> Contact? {
    let position = positions[id] ?? start
    var phase = Contact.Phase.moved
    switch sign {
    case "o": phase = .began
    case "x": phase = .ended
    case "!": phase = .cancelled
    default:
      guard let way = GestureScript.way(sign) else { return nil }
      positions[id] = position + way
      return Contact(id: id, phase: .moved, position: position + way)
    }
    positions[id] = phase == .began ? start : position
    return Contact(id: id, phase: phase, position: phase == .began ? start : position)
  }

  /// The outcomes of a recognizer, as a script draws them.
  func outcome(of name: String) -> String {
    let index = script.place(of: name)
    var signs = columns.map { steps in
      let column = steps.filter { $0.recognizer == index }.compactMap { Self.sign($0.outcome) }
      return column.count > 1 ? "(" + column.joined() + ")" : column.first ?? "-"
    }
    let last = signs.removeLast()
    return signs.joined() + (last == "-" ? "" : "|" + last)
  }

  static func sign(_ outcome: GestureStep.Outcome) -> String? {
    switch outcome {
    case .touched: nil
    case .recognized: "r"
    case .changed: "c"
    case .ended: "e"
    case .cancelled: "x"
    case .waits: "w"
    case .failed(let failure): sign(failure)
    }
  }

  private static func sign(_ failure: GestureFailure) -> String {
    switch failure {
    case .moved: "M"
    case .lifted: "L"
    case .taken: "T"
    case .tooManyFingers: "N"
    case .tooSlow: "S"
    case .wrongWay: "W"
    case .farFromEdge: "F"
    case .prevented: "P"
    case .preceded: "R"
    case .stoppedContent: "O"
    case .refused: "A"
    case .disabled: "D"
    }
  }
}
