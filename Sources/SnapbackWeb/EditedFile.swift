import Glibc
import NIOConcurrencyHelpers
import SnapbackLinux

/// The file of a scene that the page may change. It is read and replaced as a whole.
///
/// A file that has changed since the page read it is not replaced, so a change that an editor made
/// meanwhile is not lost.
public final class EditedFile: Sendable {
  /// The contents of the file, and the version by which a later change is noticed.
  struct Contents: Hashable {
    let bytes: [UInt8]
    let version: String

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      // FNV-1a.
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes {
        hash = (hash ^ UInt64(truncatingIfNeeded: byte)) &* 0x100_0000_01B3
      }
      version = "\(bytes.count)-" + String(hash, radix: 16)
    }
  }

  /// The name of the file, without its folders.
  public let name: String
  private let path: String
  /// Only one request at a time replaces the file.
  private let lock = NIOLock()

  /// Offers the file at a path. If the path is a symbolic link, the link stays as it is.
  public init(_ path: String) {
    self.path = path
    name = NamedFiles.baseName(path)
  }

  /// Reads the file.
  func read() throws(ServiceFault) -> Contents {
    do throws(SystemError) {
      return Contents(try Files.read(path, limit: WebLimits.body))
    } catch {
      throw ServiceFault(400, error.description)
    }
  }

  /// Replaces the contents if the file still has a version. Returns the new version.
  func write(_ bytes: [UInt8], replacing version: String) throws(ServiceFault) -> String {
    lock.lock()
    defer { lock.unlock() }
    let present = try read()
    guard present.version == version else {
      throw ServiceFault(
        409, "\(name) has changed since the page read it; read the file again, then save")
    }
    let next = Contents(bytes)
    guard next != present else { return version }
    do throws(SystemError) {
      try Self.replace(try target(), with: bytes)
    } catch {
      throw ServiceFault(500, error.description)
    }
    return next.version
  }

  /// The path of the file without symbolic links.
  private func target() throws(SystemError) -> String {
    guard let real = realpath(path, nil) else {
      throw SystemError("cannot write \(path)", code: errno)
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// Replaces a file by a new one with the same name and mode. A reader finds the old contents or
  /// the new ones, never a part of them.
  private static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let action = "cannot write \(path)"
    var old = stat()
    guard stat(path, &old) == 0 else { throw SystemError(action, code: errno) }
    guard old.st_uid == geteuid() else {
      throw SystemError("\(action), which belongs to another user", code: EPERM)
    }
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    let draft = "\(FilePaths.parent(path))/.\(NamedFiles.baseName(path)).\(number)"
    let raw = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard raw >= 0 else { throw SystemError(action, code: errno) }
    let file = Descriptor(owning: raw)
    do throws(SystemError) {
      try Files.writeAll(bytes, to: file.raw, action: action)
      guard fchmod(file.raw, old.st_mode & 0o7777) == 0, fsync(file.raw) == 0,
        rename(draft, path) == 0
      else { throw SystemError(action, code: errno) }
    } catch {
      unlink(draft)
      throw error
    }
  }
}
