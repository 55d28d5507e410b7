import Glibc
import SnapbackLinux
import Testing

/// The watch of a file that programs write, replace and remove.
@Suite struct FileWatchTests {
  private func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    UnixConnection.waitUntilReadable(descriptor, milliseconds: milliseconds)
  }

  private func write(_ text: String, to path: String) -> Int32 {
    (try? Files.write(Array(text.utf8), to: path)) == nil ? -1 : 0
  }

  private func replace(_ text: String, at path: String) -> Int32 {
    write(text, to: path + ".new") | rename(path + ".new", path)
  }

  /// Whether events have arrived, and whether the file has changed.
  private func news(_ watch: inout FileWatch) -> [Bool] {
    let hasEvents = isReadable(watch.descriptor, within: 1000)
    return [hasEvents, watch.drain()]
  }

  @Test func eachWayToChangeAFileIsReportedOnce() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/scene"
    try Files.write([1], to: path)
    var watch = try FileWatch(path)
    #expect(!isReadable(watch.descriptor))
    #expect(watch.exists == true)
    let steps: [(String, Bool, () -> Int32)] = [
      ("it is written in place", true, { write("longer", to: path) }),
      ("its permissions change", true, { chmod(path, 0o600) }),
      ("a new file takes its name", true, { replace("new", at: path) }),
      ("it is renamed", false, { rename(path, path + "~") }),
      ("it comes back", true, { rename(path + "~", path) }),
      ("it is removed", false, { unlink(path) }),
      ("it appears", true, { write("again", to: path) }),
    ]
    for (name, exists, step) in steps {
      #expect(step() == 0)
      let seen = news(&watch)
      #expect(seen == [true, true], "\(name)")
      #expect(watch.exists == exists, "\(name)")
      #expect(!isReadable(watch.descriptor), "\(name)")
      let again = watch.drain()
      #expect(!again, "\(name)")
    }
  }

  @Test func aChangeOfAnotherFileIsNone() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/scene"
    try Files.write([1], to: path)
    var watch = try FileWatch(path)
    #expect(write("other", to: folder.path + "/other") == 0)
    #expect(rename(folder.path + "/other", folder.path + "/another") == 0)
    #expect(try Files.read(path) == [1])
    let seen = news(&watch)
    #expect(seen == [true, false])
    #expect(!isReadable(watch.descriptor))
  }

  @Test func theTargetOfALinkIsWatchedAndSoIsTheLink() throws {
    let folder = try ScratchFolder()
    for name in ["a", "b", "links"] { mkdir(folder.path + "/" + name, 0o755) }
    for name in ["a", "b"] { try Files.write([1], to: folder.path + "/\(name)/scene") }
    let path = folder.path + "/links/scene"
    #expect(symlink("../a/scene", path) == 0)
    var watch = try FileWatch(path)
    let steps: [(String, () -> Int32)] = [
      ("the target is written", { write("longer", to: folder.path + "/a/scene") }),
      ("the link gets another target", { unlink(path) | symlink("../b/scene", path) }),
      ("the other target is written", { write("longer", to: folder.path + "/b/scene") }),
    ]
    for (name, step) in steps {
      #expect(step() == 0)
      let seen = news(&watch)
      #expect(seen == [true, true], "\(name)")
    }
  }

  @Test func aFolderThatAppearsLaterIsWatchedFromThenOn() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/one/two/scene"
    var watch = try FileWatch(path)
    #expect(watch.exists == false)
    for name in ["/one", "/one/two"] {
      #expect(mkdir(folder.path + name, 0o755) == 0)
      let seen = news(&watch)
      #expect(seen == [true, false], "\(name)")
    }
    #expect(write("new", to: path) == 0)
    var seen = news(&watch)
    #expect(seen == [true, true])
    #expect(watch.exists == true)
    // The folder is moved away, and another one takes its name.
    #expect(rename(folder.path + "/one/two", folder.path + "/one/old") == 0)
    seen = news(&watch)
    #expect(seen == [true, true])
    #expect(watch.exists == false)
    #expect(mkdir(folder.path + "/one/two", 0o755) == 0)
    seen = news(&watch)
    #expect(seen == [true, false])
    #expect(write("new", to: path) == 0)
    seen = news(&watch)
    #expect(seen == [true, true])
    #expect(watch.exists == true)
  }
}
