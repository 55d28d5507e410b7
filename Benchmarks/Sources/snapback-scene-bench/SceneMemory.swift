import Glibc
import SnapbackDocument
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches

/// What a daemon holds of a scene that it has read from a file.
struct SceneMemory: ~Copyable {
  private let engine: Engine
  private var journal = MotionJournal()
  private let frame: SceneFrame
  private let appearances: [ViewAppearance]
  private let desk: ControlDesk

  private init(_ text: String) throws(DocumentError) {
    let document = try DocumentNode.parse(Array(text.utf8), file: "scene")
    var scene = try SceneReader.read(document, file: "scene")
    scene.layOut()
    engine = Engine(scene)
    frame = engine.makeFrame()
    appearances = engine.appearancesWithTexts
    desk = ControlDesk(scene: document, file: "scene")
    journal.note(engine)
  }

  /// Whether all parts know the views.
  private var isComplete: Bool {
    journal.revision > 0 && frame.views.count == appearances.count
      && desk.rotation == .none && engine.appearances.count == appearances.count
  }

  /// The resident bytes that a scene adds to this process, after memory that was only used to read
  /// it has been released, as the daemon does; nil if they are not known.
  ///
  /// Measure only one scene in a process: a second one reuses memory that the first one has freed.
  static func bytes(of text: String) throws(DocumentError) -> Int? {
    guard let start = resident else { return nil }
    let memory = try SceneMemory(text)
    FreedMemory.release()
    guard let end = resident, memory.isComplete else { return nil }
    return end - start
  }

  /// The resident bytes of this process, from statm of proc(5).
  private static var resident: Int? {
    let file = open("/proc/self/statm", O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
