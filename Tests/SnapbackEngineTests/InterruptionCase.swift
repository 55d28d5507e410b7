import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackLinux
import SnapbackMotion
import SnapbackReplay
import SnapbackTestSupport

/// A sequence of interruptions as a case of `snapback test`: its scene, its fingers as a recording
/// and its other operations as commands.
struct InterruptionCase {
  /// The scene, with as many pixels per point as the tool accepts.
  let scene: String
  /// Whether the sequence has finer pixels.
  private let isCoarser: Bool
  private let text: ChangeText
  private var panels = InterruptionPanels()
  private var commands: [String] = []
  /// The number of each transaction in a replay of the case.
  private var transactions: [UInt64: Int] = [:]
  /// The operations that a case cannot express, as comments.
  private(set) var omissions: [String] = []
  /// The time of the first of them, in seconds.
  private(set) var firstOmission = Double.infinity

  /// An empty case for a sequence that begins.
  init(of world: borrowing InterruptionWorld) {
    scene = InterruptionScene.readable(world.scene)
    isCoarser = scene != world.scene
    text = ChangeText(views: world.driver.engine.appearances.map(\.name))
  }

  var recording: Recording { panels.recording }

  /// The expectations that a transaction ends once; none if the case does not contain it.
  func ends(of transaction: UInt64) -> [String] {
    guard let number = transactions[transaction] else { return [] }
    return ["finished", "settled"].map {
      "{ done: \"\($0)\", transaction: \(number), count: 1 }"
    }
  }

  // MARK: Operations

  /// Notes a change; `id` is its transaction, or 0.
  mutating func change(
    _ changes: [SceneChange], _ animation: Animation?, isControlled: Bool = false, id: UInt64,
    at seconds: Double
  ) {
    var changes = changes
    if text.list(changes) == nil {
      omit("a shear, and the shorter way of a turn", at: seconds)
      changes = changes.flatMap(\.withoutShear)
    }
    guard let list = text.list(changes) else { return omit("a change", at: seconds) }
    if id != 0 { transactions[id] = transactions.count + 1 }
    var members = ["changes: \(list)"]
    if let animation { members.append("animate: \(ChangeText.text(animation))") }
    if isControlled { members.append("controlled: true") }
    add("change: { \(members.joined(separator: ", ")) }", at: seconds)
  }

  /// Notes a verb of the command `animation`, with its other members.
  mutating func animation(
    _ id: UInt64, _ verb: String, _ members: String = "", at seconds: Double
  ) {
    guard let number = transactions[id] else {
      return omit("\(verb) of a transaction that is left out", at: seconds)
    }
    let rest = members.isEmpty ? "" : ", \(members)"
    add("animation: { transaction: \(number), do: \"\(verb)\"\(rest) }", at: seconds)
  }

  mutating func rate(_ rate: Double, at seconds: Double) {
    add("motion: { rate: \(rate) }", at: seconds)
  }

  /// Notes an operation that a case cannot express.
  mutating func omit(_ operation: String, at seconds: Double) {
    firstOmission = min(firstOmission, seconds)
    omissions.append("\(seconds) s: \(operation)")
    commands.append("    // \(seconds) s: \(operation), left out")
  }

  /// Adds a remark to the next command.
  mutating func remark(_ remark: String) { commands.append("    // \(remark)") }

  private mutating func add(_ command: String, at seconds: Double) {
    commands.append("    { at: \(seconds), \(command) },")
  }

  // MARK: Fingers

  mutating func put(_ touches: [(id: UInt64, place: Point)], at seconds: Double, on screen: Size) {
    if touches.contains(where: { InterruptionPanels.nearest(to: $0.place, on: screen) == nil }) {
      omit("a finger far from the screen", at: seconds)
    }
    panels.put(touches, at: EngineDriver.moment(seconds), on: screen)
  }

  mutating func lift(
    _ fingers: [UInt64], isCancelled: Bool, at seconds: Double, on screen: Size
  ) {
    let moment = EngineDriver.moment(seconds)
    panels.lift(fingers, isCancelled: isCancelled, at: moment, on: screen)
  }

  /// Cancels all contacts, one hand after the other.
  mutating func cancelAll(at seconds: Double, on screen: Size) {
    for hand in [[1], [2], [3], [4, 5]] as [[UInt64]] {
      let fingers = hand.filter(panels.fingers.contains)
      if !fingers.isEmpty { lift(fingers, isCancelled: true, at: seconds, on: screen) }
    }
  }

  // MARK: Writing

  /// The case as text; the scene and the recording have the same name.
  ///
  /// After the expectations of the fault, the case expects that the scene comes to rest.
  func text(name: String, fault: InterruptionFault?) -> String {
    var lines = ["// A sequence of InterruptionTests, written by its seed."]
    if let fault {
      let words = fault.description.split(whereSeparator: \.isNewline).joined(separator: " ")
      lines.append("// Fault: \(words)")
    }
    if isCoarser { lines.append("// The sequence has finer pixels than this scene.") }
    if !omissions.isEmpty {
      lines.append("// The case is partial; it leaves out:")
      lines += omissions.map { "//   \($0)" }
    }
    lines += ["{", "  recording: \"\(name).jsonl\",", "  scene: \"\(name).json5\","]
    lines += ["  commands: ["] + commands + ["  ],", "  expect: ["]
    let expected = (fault?.expectations ?? []) + ["{ settled: true }"]
    lines += expected.map { "    \($0)," } + ["  ],", "}", ""]
    return lines.joined(separator: "\n")
  }

  /// Writes the case with its scene and recording to a folder, and returns the case's path.
  func write(to folder: String, name: String, fault: InterruptionFault?) throws -> String {
    var parent = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      parent += part + "/"
      _ = mkdir(parent, 0o755)
    }
    let path = "\(folder)/\(name)"
    try Files.write(Array(scene.utf8), to: "\(path).json5")
    try Files.write(Array(FrameLinesWriter.text(recording).utf8), to: "\(path).jsonl")
    let text = text(name: name, fault: fault)
    try Files.write(Array(text.utf8), to: "\(path).case")
    return "\(path).case"
  }

  /// Performs the sequence of a seed that fails again, writes its case, and returns words about it.
  ///
  /// After the fault, the case lifts all fingers and lets everything come to rest.
  static func save(seed: UInt64, scene: String, name: String) -> String {
    do {
      var world = try InterruptionWorld(seed: seed, scene: scene)
      world.record = InterruptionCase(of: world)
      let fault = try world.run()
      if !world.hasFinished { try world.finish() }
      guard let record = world.record else { return "" }
      let path = try record.write(to: folder, name: name, fault: fault)
      guard !record.omissions.isEmpty else { return "case: \(path)" }
      let list = record.omissions.joined(separator: "\n  ")
      return "partial case: \(path)\nIt leaves out:\n  \(list)"
    } catch {
      return "its case cannot be written: \(error)"
    }
  }

  /// The folder for the cases of seeds that fail: SNAPBACK_FAILED_CASES in the environment, or
  /// `.build/failed-cases`.
  static var folder: String {
    guard let path = getenv("SNAPBACK_FAILED_CASES") else {
      return Fixture.repository + "/.build/failed-cases"
    }
    return String(cString: path)
  }
}

/// A fault of a sequence, and the expectations of a case that show it, if there are any.
struct InterruptionFault: ExpressibleByStringInterpolation, CustomStringConvertible {
  var description: String
  var expectations: [String] = []

  init(stringLiteral text: String) { self.init(text) }

  init(_ text: String, expectations: [String] = []) {
    description = text
    self.expectations = expectations
  }

  /// A view that moves farther than its speed explains, by `way` points at a time.
  ///
  /// The expectation allows half of the way, and what the view moves in a frame at its speed. A
  /// movement too small to see gets no expectation.
  init(_ text: String, view: String, way: Double, speed: Double, at seconds: Double) {
    self.init(text)
    guard way.magnitude > 0.1, way.isFinite, speed.isFinite else { return }
    let most = way.magnitude / 2 + speed / 60
    let span = "[\(max(0, seconds - 1.0 / 60)), \(seconds + 1.0 / 60)]"
    expectations = ["{ value: \"\(view).step\", max: \(most), between: \(span) }"]
  }
}

extension InterruptionScene {
  /// A scene with as many pixels per point as the tool accepts.
  static func readable(_ scene: String) -> String {
    scene.replacing("scale: \(finestScale)", with: "scale: 16")
  }
}

extension SceneChange {
  /// The change without shears, which scenes cannot express.
  fileprivate var withoutShear: [SceneChange] {
    switch self {
    case .transform(let view, let parts):
      [
        .translation(view, parts.translation), .rotation(view, parts.rotation),
        .scale(view, parts.scale),
      ]
    case .animate(let animation, let changes):
      [.animate(animation, changes.flatMap(\.withoutShear))]
    default: [self]
    }
  }
}
