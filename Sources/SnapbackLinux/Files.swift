import Glibc

/// Reads and writes whole files.
public enum Files {
  /// Returns the bytes of a file. Throws if the file has more than `limit` bytes.
  public static func read(_ path: String, limit: Int = 64 << 20) throws(SystemError) -> [UInt8] {
    let file = try opened(path)
    return try contents(of: file, path, limit: limit)
  }

  /// Returns the bytes of an open file from its present position. `path` is for errors.
  static func contents(
    of file: borrowing Descriptor, _ path: String, limit: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(file.raw, &buffer, buffer.count)
      let code = errno
      if count < 0 {
        if code == EINTR { continue }
        throw SystemError("cannot read \(path)", code: code)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw SystemError("cannot read \(path), which has over \(limit) bytes", code: EFBIG)
      }
    }
  }

  /// Returns the first bytes of a file, at most `count`.
  public static func start(of path: String, count: Int) throws(SystemError) -> [UInt8] {
    let file = try opened(path)
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let length = Glibc.read(file.raw, &buffer, count)
      let code = errno
      if length >= 0 { return Array(buffer[..<length]) }
      if code != EINTR { throw SystemError("cannot read \(path)", code: code) }
    }
  }

  /// Opens a regular file for reading.
  private static func opened(_ path: String) throws(SystemError) -> Descriptor {
    let file = Descriptor(
      // Without `O_NONBLOCK`, opening a FIFO that has no writer would block forever.
      owning: try checked(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), "cannot open \(path)"))
    try expectRegular(file, path)
    return file
  }

  /// Throws unless an open file is a regular file. `path` is for errors.
  static func expectRegular(_ file: borrowing Descriptor, _ path: String) throws(SystemError) {
    var information = stat()
    _ = try checked(fstat(file.raw, &information), "cannot read \(path)")
    guard information.st_mode & S_IFMT != S_IFDIR else {
      throw SystemError("cannot read \(path)", code: EISDIR)
    }
    guard information.st_mode & S_IFMT == S_IFREG else {
      throw SystemError("cannot read \(path), which is not a regular file", code: EINVAL)
    }
  }

  /// Writes a file, replacing its previous contents.
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = Descriptor(
      owning: try checked(
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644), "cannot write \(path)"))
    try writeAll(bytes, to: file.raw, action: "cannot write \(path)")
  }

  /// Writes all bytes to a blocking descriptor.
  public static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, action: String
  ) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + offset }, bytes.count - offset)
      }
      let code = errno
      if count < 0 {
        if code == EINTR { continue }
        throw SystemError(action, code: code)
      }
      offset += count
    }
  }

  /// The names of the entries of a directory, sorted. Empty if the directory cannot be read.
  public static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes text to the standard error output. Swift's `stderr` is a mutable global variable, which
  /// code that is checked for data races cannot use.
  public static func writeError(_ text: String) {
    try? writeAll(Array(text.utf8), to: STDERR_FILENO, action: "stderr")
  }
}
