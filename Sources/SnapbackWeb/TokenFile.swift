import Glibc
public import SnapbackFiles
import SnapbackLinux

/// A file that contains the token, so that it stays the same at each start.
///
/// Only the user who runs snapback-web may read the file, because the token grants that user's
/// rights.
public enum TokenFile {
  /// The maximum size of the file, in bytes.
  private static let limit = 256

  /// Returns the token in a file. If there is no such file, makes a token from `generator` and a
  /// file with it, which only its owner may read.
  public static func token(
    at path: String, using generator: inout some RandomNumberGenerator
  ) throws(Failure) -> WebToken {
    if let token = try read(path) { return token }
    let token = WebToken(using: &generator)
    if try create(path, token) { return token }
    // Another process has made the file in the meantime.
    guard let token = try read(path) else {
      throw Failure(.noInput, SystemError("cannot open \(path)", code: ENOENT).description)
    }
    return token
  }

  /// The token in a file; nil if there is no file.
  private static func read(_ path: String) throws(Failure) -> WebToken? {
    let raw = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let code = errno
    guard raw >= 0 else {
      if code == ENOENT { return nil }
      throw Failure(.noInput, SystemError("cannot open \(path)", code: code).description)
    }
    let file = Descriptor(owning: raw)
    try check(file, path)
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(file.raw, &buffer, limit)
    let fault = errno
    guard count >= 0 else {
      throw Failure(.noInput, SystemError("cannot read \(path)", code: fault).description)
    }
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard let token = WebToken(line) else {
      throw Failure(
        .data,
        "\(path): expected one line with a token: \(WebToken.lengths.lowerBound) to "
          + "\(WebToken.lengths.upperBound) letters, digits, - or _; without the file, "
          + "snapback-web makes one")
    }
    return token
  }

  /// Checks that no other user can have read or written the file.
  private static func check(_ file: borrowing Descriptor, _ path: String) throws(Failure) {
    var information = stat()
    guard fstat(file.raw, &information) == 0 else {
      throw Failure(.noInput, SystemError("cannot read \(path)", code: errno).description)
    }
    guard information.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.data, "\(path): expected a regular file")
    }
    guard information.st_uid == geteuid() else {
      throw Failure(
        .data,
        "\(path): belongs to the user \(information.st_uid); the file of a token belongs to the "
          + "user who runs snapback-web, \(geteuid())")
    }
    guard information.st_mode & 0o077 == 0 else {
      throw Failure(
        .data, "\(path): other users may read or write the file; first run: chmod 600 \(path)")
    }
  }

  /// Makes a file with a token. Returns false if the file exists.
  private static func create(_ path: String, _ token: WebToken) throws(Failure) -> Bool {
    let raw = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let code = errno
    guard raw >= 0 else {
      if code == EEXIST { return false }
      throw Failure(.output, SystemError("cannot create \(path)", code: code).description)
    }
    let file = Descriptor(owning: raw)
    do throws(SystemError) {
      try Files.writeAll(
        Array("\(token.text)\n".utf8), to: file.raw, action: "cannot write \(path)")
    } catch {
      // A file without a token would be refused at the next start.
      unlink(path)
      throw Failure(.output, error.description)
    }
    fsync(file.raw)
    return true
  }
}
