import Glibc

/// Reads files below a folder by names from outside.
extension Files {
  /// Returns the bytes of a file below `folder`. Throws if the file has more than `limit` bytes.
  ///
  /// `names` are the names of the folders on the way and of the file. Symbolic links below `folder`
  /// are not followed. So nothing outside of the folder can be read, even if a name is replaced
  /// during the call.
  public static func read(
    _ names: [String], below folder: String, limit: Int
  ) throws(SystemError) -> [UInt8] {
    let path = names.joined(separator: "/")
    guard !names.isEmpty, names.allSatisfy(isName) else {
      throw SystemError("cannot open \(path)", code: EINVAL)
    }
    var place = Descriptor(
      owning: try checked(
        open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "cannot open \(folder)"))
    for name in names.dropLast() {
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      place = Descriptor(
        owning: try checked(openat(place.raw, name, flags), "cannot open \(path)"))
    }
    // Without `O_NONBLOCK`, opening a FIFO that has no writer would block forever.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = Descriptor(
      owning: try checked(
        openat(place.raw, names[names.count - 1], flags), "cannot open \(path)"))
    try expectRegular(file, path)
    return try contents(of: file, path, limit: limit)
  }

  /// Whether a text is the name of an entry of a folder, and not a path.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.utf8.contains { $0 == 0 || $0 == 0x2F }
  }
}
