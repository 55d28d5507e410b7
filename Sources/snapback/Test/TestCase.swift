import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene

/// A case with all files that it names.
struct TestCase {
  let file: String
  let name: String
  let replayCase: ReplayCase
  private let blueprint: SceneBlueprint
  private let recording: Recording
  private let reading: DeviceReading
  private let commands: ReplayCommands?
  /// The warnings of the recording's reader, one per line.
  let warnings: [String]
  /// The golden; nil if the case names no golden, or if the golden's file does not exist.
  let golden: Golden?

  /// Reads a case. If `replacesGolden` is true, a golden that cannot be read is treated as missing.
  init(
    file: String, name: String, traits: TraitsOptions, devices: DeviceOptions,
    replacesGolden: Bool
  ) throws(Failure) {
    self.file = file
    self.name = name
    let bytes = try InputFiles.bytes(file)
    var scene: (blueprint: SceneBlueprint, document: DocumentNode)?
    var fault: Failure?
    do throws(DocumentError) {
      replayCase = try CaseReader.read(bytes, file: file) {
        (reference, size) throws(DocumentError) -> SceneNames in
        do throws(Failure) {
          let path = FilePaths.resolve(reference.path, besideFile: file)
          let found = try InputFiles.sceneWithDocument(path, size: size)
          scene = (found.scene, found.document)
          return SceneNames(found.scene)
        } catch {
          fault = Self.placed(error, at: reference, in: file)
          throw reference.node.error(error.description, file: file)
        }
      }
    } catch {
      throw fault ?? Failure(.data, error.description)
    }
    guard var scene else { throw Failure(.software, "\(file): the scene was not read") }
    try traits.apply(to: &scene.blueprint)
    blueprint = scene.blueprint
    let desk = ControlDesk(
      scene: scene.document, file: replayCase.scene.path, blueprint: scene.blueprint)
    do throws(DocumentError) {
      commands = try replayCase.commands.map { node throws(DocumentError) in
        try ReplayCommands(node, file: file, for: desk)
      }
    } catch {
      throw Failure(.data, error.description)
    }
    do throws(Failure) {
      let path = FilePaths.resolve(replayCase.recording.path, besideFile: file)
      let input = try InputFiles.recording(path, isLenient: replayCase.isLenient)
      recording = input.recording
      warnings =
        input.omissions.descriptions.map { "left out: \($0)" }
        + input.warnings.map { "\(path) \($0)" }
    } catch {
      throw Self.placed(error, at: replayCase.recording, in: file)
    }
    reading = try Self.reading(of: replayCase, devices, file: file)
    guard Playback(recording, rules: reading.rules) != nil else {
      let reference = replayCase.recording
      throw Failure(
        .data,
        reference.node.error("no device in the recording reports positions", file: file)
          .description)
    }
    golden = try Self.golden(of: replayCase, file: file, replacesGolden: replacesGolden)
  }

  /// Reads the rules and the rotation for the recorded devices.
  private static func reading(
    of replayCase: ReplayCase, _ devices: DeviceOptions, file: String
  ) throws(Failure) -> DeviceReading {
    do throws(Failure) {
      return try devices.read(
        config: replayCase.config.map { FilePaths.resolve($0.path, besideFile: file) },
        rules: replayCase.deviceRules, rotation: replayCase.rotation)
    } catch {
      guard let reference = replayCase.config else { throw error }
      throw placed(error, at: reference, in: file)
    }
  }

  /// Returns a failure with a position. For a missing file, this is the position of the reference
  /// in the case; other errors already have a position in the file itself.
  private static func placed(
    _ failure: Failure, at reference: ReplayCase.Reference, in file: String
  ) -> Failure {
    guard failure.code == .noInput else { return Failure(.data, failure.description) }
    let error = reference.node.error(failure.description, file: file)
    return Failure(.data, error.description)
  }

  private static func golden(
    of replayCase: ReplayCase, file: String, replacesGolden: Bool
  ) throws(Failure) -> Golden? {
    guard let reference = replayCase.golden else { return nil }
    let path = FilePaths.resolve(reference.file.path, besideFile: file)
    guard TestFiles.isThere(path) else { return nil }
    let bytes = try InputFiles.bytes(path)
    do throws(DocumentError) {
      return try Golden.read(bytes, file: path)
    } catch {
      if replacesGolden { return nil }
      throw Failure(.data, error.description)
    }
  }

  /// The path of the golden; nil if the case has none.
  var goldenPath: String? {
    replayCase.golden.map { FilePaths.resolve($0.file.path, besideFile: file) }
  }

  /// Plays the recording on the scene.
  func trace() throws(Failure) -> CaseTrace {
    guard
      let trace = CaseTrace(
        recording, scene: blueprint, rate: replayCase.rate, rotation: reading.rotation,
        rules: reading.rules, commands: commands)
    else { throw Failure(.data, "\(file): no device of the recording reports positions") }
    return trace
  }

  /// The timeline of the case's replay, as lines of text.
  var timeline: [String] {
    guard
      let driver = ReplayDriver(
        recording, scene: blueprint, rate: replayCase.rate, rotation: reading.rotation,
        rules: reading.rules, commands: commands, explains: true)
    else { return [] }
    return ReplayTimeline(driver, scene: blueprint).lines
  }
}
