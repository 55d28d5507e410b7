import Glibc
import SnapbackBasics
import SnapbackLinux
import SnapbackTestSupport
import Testing

@testable import SnapbackDaemon

/// A daemon that watches its scene file.
@Suite(.serialized) struct SceneWatchTests {
  private static func scene(_ width: Int) -> [UInt8] {
    Array("{ snapback: 1, screen: { width: \(width), height: 844 } }".utf8)
  }

  /// A running daemon, its scene file, and a client that waits for scenes of a width.
  private struct Stage {
    let folder: TemporaryFolder
    let path: String
    let daemon: RunningDaemon
    let client: TestClient

    init(_ arguments: (String) throws -> [String]) throws {
      folder = try TemporaryFolder()
      path = folder.path + "/scene.json5"
      try Files.write(SceneWatchTests.scene(390), to: path)
      daemon = try RunningDaemon(arguments: try arguments(folder.path), in: folder)
      client = try TestClient(daemon)
      try wait(for: 390)
    }

    init() throws { try self.init { ["--scene", $0 + "/scene.json5", "--watch"] } }

    func wait(for width: Double) throws {
      while client.mirror.screen.size.width != width { _ = try client.next() }
    }

    /// Writes a new file and gives it the name of the scene, as many editors do.
    func replace(_ width: Int) throws {
      try Files.write(SceneWatchTests.scene(width), to: path + ".new")
      try #require(rename(path + ".new", path) == 0)
    }
  }

  @Test func aSceneThatIsWrittenOrReplacedTakesEffect() throws {
    let stage = try Stage()
    try Files.write(Self.scene(500), to: stage.path)
    try stage.wait(for: 500)
    try stage.replace(600)
    try stage.wait(for: 600)
    // The new file is watched, not only the one that was there at the start.
    try Files.write(Self.scene(700), to: stage.path)
    try stage.wait(for: 700)
    stage.daemon.signal(SIGTERM)
    #expect(stage.daemon.end() == 0)
  }

  @Test func anInvalidSceneIsLoggedAndTheOldOneRunsOn() throws {
    let stage = try Stage()
    try Files.write(Array("{ snapback: 1".utf8), to: stage.path)
    try stage.daemon.wait("the fault is logged") {
      stage.daemon.log.contains("\(stage.path):1:14:")
        && stage.daemon.log.contains("nothing was changed")
    }
    let late = try TestClient(stage.daemon)
    while late.mirror.screen.size.width == 0 { _ = try late.next() }
    #expect(late.mirror.screen.size.width == 390)
    try stage.replace(500)
    try stage.wait(for: 500)
  }

  @Test func aMissingSceneIsAwaited() throws {
    let stage = try Stage()
    try #require(unlink(stage.path) == 0)
    try stage.daemon.wait("the missing file is logged") {
      stage.daemon.log.contains("\(stage.path) does not exist; the scene stays as it was")
    }
    try Files.write(Self.scene(500), to: stage.path)
    try stage.wait(for: 500)
  }

  @Test func theConfigurationStartsAndEndsTheWatchAtAReload() throws {
    func configuration(_ watches: Bool) -> [UInt8] {
      Array("{ scene: \"scene.json5\", watch: \(watches) }".utf8)
    }
    // The option --scene, which RunningDaemon passes, would override the key `scene`.
    let stage = try Stage { folder in
      try Files.write(configuration(false), to: folder + "/d.json5")
      return ["--config", folder + "/d.json5", "--scene", folder + "/scene.json5"]
    }
    let count = stage.daemon.descriptorCount
    try Files.write(configuration(true), to: stage.folder.path + "/d.json5")
    stage.daemon.signal(SIGHUP)
    try stage.daemon.wait("the watch starts") { stage.daemon.descriptorCount == count + 1 }
    try stage.replace(500)
    try stage.wait(for: 500)
    try Files.write(configuration(false), to: stage.folder.path + "/d.json5")
    stage.daemon.signal(SIGHUP)
    try stage.daemon.wait("the watch ends") { stage.daemon.descriptorCount == count }
  }

  @Test func changesInQuickSuccessionAreOneReload() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/scene.json5"
    try Files.write(Self.scene(390), to: path)
    var watch = SceneWatch()
    try watch.follow(path)
    let start = Instant.zero.advanced(bySeconds: 5)
    watch.noteEvents(at: start)
    #expect(watch.due == nil)
    try Files.write([], to: path)
    watch.noteEvents(at: start)
    // An editor that writes the file a second time, removes it and writes it again.
    let due = start.advanced(bySeconds: 0.1)
    for step in 1...3 {
      #expect(watch.due == due)
      if step == 2 { try #require(unlink(path) == 0) }
      try Files.write(Self.scene(500 + step), to: path)
      watch.noteEvents(at: start.advanced(bySeconds: 0.02 * Double(step)))
    }
    #expect(watch.due == due)
    let exists = watch.consumeChange()
    #expect(exists)
    #expect(watch.due == nil)
    watch.noteEvents(at: due)
    #expect(watch.due == nil)
  }
}
