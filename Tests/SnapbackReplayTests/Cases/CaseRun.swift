import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene
import SnapbackTestSupport
import SnapbackTouches

/// A case that was played: one of `Tests/Cases`, or one that a test has written.
struct CaseRun {
  var replayCase: ReplayCase
  let blueprint: SceneBlueprint
  let recording: Recording
  let golden: Golden?
  let commands: ReplayCommands?

  struct Unplayable: Error {}

  /// The names of the cases in `Tests/Cases`.
  static let names = [
    "beside-the-card", "card-catch-in-flight", "card-flick", "card-on-a-tablet", "card-slow-pan",
    "card-two-fingers", "keyboard-during-a-drag", "login-keyboard", "retarget-during-a-drag",
    "square-springs", "todo-bar", "zoom",
  ]

  init(bundled name: String) throws {
    let folder = Fixture.repository + "/Tests/Cases/"
    try self.init(String(decoding: Fixture.bytes(folder + name + ".case"), as: UTF8.self))
  }

  /// A case whose files are named as in `Tests/Cases`.
  init(_ text: String) throws {
    let folder = Fixture.repository + "/Tests/Cases/"
    var scene: SceneBlueprint?
    var fault: (any Error)?
    let bytes = Array(text.utf8)
    replayCase = try CaseReader.read(bytes, file: "a.case") {
      (reference, size) throws(DocumentError) -> SceneNames in
      do {
        let path = folder + reference.path
        let blueprint = try SceneReader.read(Fixture.bytes(path), file: path, size: size)
        scene = blueprint
        return SceneNames(blueprint)
      } catch {
        fault = error
        return SceneNames(views: [], gestures: [])
      }
    }
    if let fault { throw fault }
    guard let scene else { throw Unplayable() }
    blueprint = scene
    let document = try DocumentNode.parse(
      Fixture.bytes(folder + replayCase.scene.path), file: "scene")
    let desk = ControlDesk(scene: document, file: "scene", blueprint: scene)
    commands = try replayCase.commands.map { node in
      try ReplayCommands(node, file: "a.case", for: desk)
    }
    let path = folder + replayCase.recording.path
    recording = try EvemuReader.read(Fixture.bytes(path), file: path)
    golden = try replayCase.golden.map { reference in
      let path = folder + reference.file.path
      return try Golden.read(Fixture.bytes(path), file: path)
    }
  }

  /// The flick of the card with these comma-separated expectations.
  init(flick expectations: String, rate: Double = 60) throws {
    try self.init(Self.flick(expectations, rate: rate))
  }

  static func flick(_ expectations: String, rate: Double = 60) -> String {
    """
    { recording: "../../recordings/flick.evemu", scene: "../../configs/scenes/card.json5",
      rate: \(rate), expect: [ \(expectations) ] }
    """
  }

  func trace(of recording: Recording? = nil) throws -> CaseTrace {
    guard
      let trace = CaseTrace(
        recording ?? self.recording, scene: blueprint, rate: replayCase.rate,
        rotation: replayCase.rotation ?? .none, rules: replayCase.deviceRules,
        commands: commands)
    else { throw Unplayable() }
    return trace
  }

  func failures(of recording: Recording? = nil) throws -> [CaseFailure] {
    replayCase.failures(of: try trace(of: recording), golden: golden)
  }
}
