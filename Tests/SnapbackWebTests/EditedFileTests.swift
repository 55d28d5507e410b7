import Glibc
import SnapbackLinux
import SnapbackTestSupport
import Testing

@testable import SnapbackWeb

/// The file that the page may change: its versions, and how it is replaced.
@Suite struct EditedFileTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A folder with the file `scene.json5`.
  private struct Place {
    let folder: TemporaryFolder
    var path: String { folder.path + "/scene.json5" }

    init(_ text: String = "old") throws {
      folder = try TemporaryFolder()
      try Files.write(EditedFileTests.bytes(text), to: path)
    }

    func text() throws -> String { String(decoding: try Files.read(path), as: UTF8.self) }

    func information() throws -> stat {
      var information = stat()
      try #require(lstat(path, &information) == 0)
      return information
    }
  }

  @Test func theFileIsReplacedByANewOneWithTheSameMode() throws {
    let place = try Place()
    chmod(place.path, 0o640)
    let before = try place.information()
    let file = EditedFile(place.path)
    #expect(file.name == "scene.json5")
    let next = try file.write(Self.bytes("new"), replacing: try file.read().version)
    let after = try place.information()
    #expect(try place.text() == "new")
    #expect(after.st_ino != before.st_ino && after.st_mode == before.st_mode)
    #expect(try file.read().version == next)
    // The draft is gone.
    #expect(Files.names(in: place.folder.path) == ["scene.json5"])
  }

  @Test func aFileThatHasChangedSinceIsKept() throws {
    let place = try Place()
    let file = EditedFile(place.path)
    let version = try file.read().version
    // As long as before, so only the contents differ.
    try Files.write(Self.bytes("odd"), to: place.path)
    let fault = #expect(throws: ServiceFault.self) {
      try file.write(Self.bytes("new"), replacing: version)
    }
    #expect(fault?.status == 409)
    #expect(try place.text() == "odd")
    // A change back to the old contents is no change.
    try Files.write(Self.bytes("old"), to: place.path)
    _ = try file.write(Self.bytes("new"), replacing: version)
    #expect(try place.text() == "new")
  }

  @Test func theSameContentsAreNotWritten() throws {
    let place = try Place()
    let before = try place.information()
    let file = EditedFile(place.path)
    let version = try file.read().version
    #expect(try file.write(Self.bytes("old"), replacing: version) == version)
    #expect(try place.information().st_ino == before.st_ino)
  }

  @Test func aLinkStaysAndItsTargetIsReplaced() throws {
    let place = try Place()
    let link = place.folder.path + "/link.json5"
    try #require(symlink("scene.json5", link) == 0)
    let file = EditedFile(link)
    _ = try file.write(Self.bytes("new"), replacing: try file.read().version)
    #expect(try place.text() == "new")
    var information = stat()
    #expect(lstat(link, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func aFolderThatCannotBeWrittenIsAnErrorAndTheFileStays() throws {
    let place = try Place()
    // Root may write everywhere.
    guard geteuid() != 0 else { return }
    let file = EditedFile(place.path)
    let version = try file.read().version
    chmod(place.folder.path, 0o500)
    defer { chmod(place.folder.path, 0o700) }
    let fault = #expect(throws: ServiceFault.self) {
      try file.write(Self.bytes("new"), replacing: version)
    }
    #expect(fault?.status == 500 && fault?.message.contains(place.path) == true)
    #expect(try place.text() == "old")
  }

  @Test func aMissingFileIsAnError() throws {
    let place = try Place()
    let file = EditedFile(place.path)
    let version = try file.read().version
    try #require(unlink(place.path) == 0)
    #expect(throws: ServiceFault.self) { try file.read() }
    #expect(throws: ServiceFault.self) {
      try file.write(Self.bytes("new"), replacing: version)
    }
    #expect(Files.names(in: place.folder.path) == [])
  }
}
