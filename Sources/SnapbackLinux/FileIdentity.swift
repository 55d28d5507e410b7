import Glibc

/// The device and inode of a file, which distinguish it from another file at the same path.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// The file at a path, without following links; nil if there is none.
  init?(_ path: String) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    self.init(information)
  }

  /// An open file; nil if the descriptor is not open.
  init?(_ descriptor: Int32) {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return nil }
    self.init(information)
  }

  private init(_ information: stat) {
    device = UInt64(information.st_dev)
    inode = UInt64(information.st_ino)
  }
}
