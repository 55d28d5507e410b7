import SnapbackBasics
import SnapbackEngine
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene

/// The content of answers, independent of connections: files, the lists of scenes and recordings,
/// and replays.
public struct WebService: Sendable {
  /// The maximum size of a scene file, in bytes.
  private static let sceneLimit = WebLimits.body

  private let files: PageFiles
  private let site: SiteFiles?
  private let scenes: NamedFiles
  private let recordings: NamedFiles
  private let scene: String?
  private let demo: DemoDaemon?
  /// The file that the page may change.
  let edited: EditedFile?

  /// Makes a service with these options.
  public init(_ options: WebOptions) {
    files = PageFiles(pageFolder: options.pageFolder, clientFolder: options.clientFolder)
    site = options.site.map(SiteFiles.init(folder:))
    scenes = NamedFiles(
      folders: options.scenes, single: options.scene, endings: [".json5", ".json"])
    recordings = NamedFiles(folders: options.recordings)
    scene = options.scene.map(NamedFiles.baseName)
    demo = options.demo
    edited = options.edited
  }

  /// The path of the demo's scene; nil if the demo does not run.
  private var demoScene: String? { demo.flatMap { $0.socket == nil ? nil : $0.scene } }

  /// The answer with a file of the page or the client.
  func file(_ shelf: PageFiles.Shelf, _ name: String) -> WebAnswer {
    files.answer(shelf, name) ?? .error(404, "there is no file \"\(name)\"")
  }

  /// The answer with a file of the user's site.
  func siteFile(_ path: [String]) -> WebAnswer {
    site?.answer(path) ?? .error(404, "there is no such path")
  }

  /// The answer with the lists of recordings and scenes.
  func about() -> WebAnswer {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.string(SnapbackVersion.text, "version")
    let recordings = recordings.entries()
    let running = demoScene.map(NamedFiles.baseName)
    let scenes = Set(scenes.names() + [running].compactMap { $0 }).sorted()
    for (key, names) in [("recordings", recordings.map { $0.name }), ("scenes", scenes)] {
      writer.beginArray(key)
      for name in names { writer.string(name) }
      writer.endArray()
    }
    writer.beginArray("pairs")
    for (name, path) in recordings {
      guard let scene = RecordingScenes.scene(of: name, at: path, among: scenes) else { continue }
      writer.beginObject()
      writer.string(name, "recording")
      writer.string(scene, "scene")
      writer.endObject()
    }
    writer.endArray()
    if let scene = running ?? scene { writer.string(scene, "scene") } else { writer.null("scene") }
    if let edited { writer.string(edited.name, "edit") } else { writer.null("edit") }
    if demo == nil {
      writer.null("demo")
    } else {
      writer.string(running == nil ? "stopped" : "running", "demo")
    }
    writer.endObject()
    writer.endLine()
    return .document(writer.bytes, type: "application/json")
  }

  /// Starts the demo unless it runs, and answers like ``about()``.
  func startDemo() -> WebAnswer {
    guard let demo else {
      return .error(503, "there is no demo, because snapbackd, its scene or recording is missing")
    }
    do throws(Failure) {
      try demo.start()
    } catch {
      return .error(503, error.description)
    }
    return about()
  }

  /// The answer with the text of a scene.
  func sceneText(_ name: String) -> WebAnswer {
    do throws(ServiceFault) {
      return .document(try sceneBytes(name), type: "text/plain; charset=utf-8")
    } catch {
      return error.answer
    }
  }

  /// Reads and checks the input of a replay. The time is proportional to the size of the recording.
  func prepare(_ order: ReplayOrder, body: [UInt8]) throws(ServiceFault) -> PreparedReplay {
    let document: [UInt8]
    if order.isPosted {
      document = body
    } else {
      document = try sceneBytes(order.scene ?? "")
    }
    guard let path = recordings.path(order.recording) else {
      throw ServiceFault(404, "there is no recording \"\(order.recording)\"")
    }
    do {
      let scene = try SceneReader.read(document, file: order.scene ?? "scene")
      let bytes = try Files.read(path)
      let recording = try RecordingFile.read(bytes, file: order.recording).recording
      return PreparedReplay(
        recording: recording, scene: scene, rate: order.rate, explains: order.explains)
    } catch {
      throw ServiceFault(400, "\(error)")
    }
  }

  private func sceneBytes(_ name: String) throws(ServiceFault) -> [UInt8] {
    // While the demo runs, its name means the scene of the demo.
    let demoScene = demoScene.flatMap { NamedFiles.baseName($0) == name ? $0 : nil }
    guard let path = demoScene ?? scenes.path(name) else {
      throw ServiceFault(404, "there is no scene \"\(name)\"")
    }
    do throws(SystemError) {
      return try Files.read(path, limit: Self.sceneLimit)
    } catch {
      throw ServiceFault(400, error.description)
    }
  }
}

/// The reason for which a request cannot be answered.
struct ServiceFault: Error, Hashable {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  var answer: WebAnswer { .error(status, message) }
}

/// A replay that is ready to run.
struct PreparedReplay: Sendable {
  let recording: Recording
  let scene: SceneBlueprint
  let rate: Double
  let explains: Bool

  /// Plays the whole recording. `write` receives the same lines as `snapback replay --json` writes,
  /// and can stop the replay by throwing. `start` is called once, before the first line and after
  /// the last check that can return a fault.
  func run<Stop: Error>(
    _ write: ([UInt8]) throws(Stop) -> Void, start: () throws(Stop) -> Void
  ) throws(Stop) -> ServiceFault? {
    guard
      var replay = Replay(recording, scene: scene, rate: rate, explains: explains)
    else {
      return ServiceFault(400, "no device of the recording reports positions to replay")
    }
    try start()
    _ = try replay.run(write)
    return nil
  }
}
