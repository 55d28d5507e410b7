import Glibc
import SnapbackFiles
import SnapbackLinux
import SnapbackWeb
import Testing

/// The file of the token: it is made once, and refused if others may read it.
@Suite struct TokenFileTests {
  private static func path(_ name: String) -> String {
    "/tmp/snapback-token-\(getpid())-\(name)"
  }

  private static func token(_ path: String) throws(Failure) -> WebToken {
    var generator = SystemRandomNumberGenerator()
    return try TokenFile.token(at: path, using: &generator)
  }

  /// The failure of reading a file with a text and a mode.
  private static func failure(_ text: String, mode: mode_t, _ name: String) throws -> Failure? {
    let path = path(name)
    defer { remove(path) }
    try Files.write(Array(text.utf8), to: path)
    chmod(path, mode)
    do throws(Failure) {
      _ = try token(path)
      return nil
    } catch {
      return error
    }
  }

  @Test func aFileIsMadeForItsOwnerAloneAndKeepsItsToken() throws {
    let path = Self.path("made")
    defer { remove(path) }
    let first = try Self.token(path)
    #expect(first.text.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    var information = stat()
    #expect(stat(path, &information) == 0)
    #expect(information.st_mode & 0o7777 == 0o600)
    #expect(try Files.read(path) == Array("\(first.text)\n".utf8))
    #expect(try Self.token(path).text == first.text)
    #expect(try Files.read(path) == Array("\(first.text)\n".utf8))
  }

  @Test func aTokenOfAPersonIsTakenWithOrWithoutItsNewline() throws {
    for text in ["a-token-of-mine-0123", "a-token-of-mine-0123\n"] {
      let path = Self.path("person")
      defer { remove(path) }
      try Files.write(Array(text.utf8), to: path)
      chmod(path, 0o400)
      #expect(try Self.token(path).text == "a-token-of-mine-0123")
    }
  }

  @Test func aFileThatOthersMayReadOrWriteIsRefused() throws {
    for mode: mode_t in [0o640, 0o604, 0o620, 0o602, 0o610, 0o644, 0o666] {
      let failure = try #require(
        try Self.failure("0123456789abcdef\n", mode: mode, "mode-\(mode)"))
      #expect(failure.code == .data)
      #expect(failure.description.contains("chmod 600 \(Self.path("mode-\(mode)"))"))
    }
  }

  @Test func aFileWithoutATokenIsRefused() throws {
    for text in [
      "", "\n", "short", "0123456789abcdef\n\n", "0123456789abcdef 0123456789abcdef",
      " 0123456789abcdef", "0123456789abcdef\r\n", String(repeating: "a", count: 300),
    ] {
      let failure = try #require(try Self.failure(text, mode: 0o600, "content"), "\(text)")
      #expect(failure.code == .data)
      #expect(failure.description.contains("16 to 128 letters"), "\(failure)")
    }
  }

  @Test func whatIsNoFileIsRefused() throws {
    let folder = Self.path("folder")
    defer { remove(folder) }
    mkdir(folder, 0o700)
    #expect(throws: Failure.self) { try Self.token(folder) }
    let pipe = Self.path("pipe")
    defer { remove(pipe) }
    mkfifo(pipe, 0o600)
    #expect(throws: Failure.self) { try Self.token(pipe) }
    #expect(throws: Failure.self) { try Self.token("/nowhere/token") }
  }
}
