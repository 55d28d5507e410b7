import CSnapbackLinux
import Glibc

/// Reports that a file has new contents, has been replaced, or has appeared or disappeared.
///
/// Programs replace a file by renaming another one, so the watch is on the folder of the file. If
/// the path is a symbolic link, the folder of its target is watched too. The file's version (its
/// inode, size, mode and time of change) shows which events are about this file. The kernel reports
/// new contents when the program that writes the file closes it.
public struct FileWatch: ~Copyable {
  /// The properties of the file that change if a program writes or replaces it.
  private struct Version: Equatable {
    var device: dev_t
    var inode: ino_t
    var size: off_t
    var mode: mode_t
    var seconds: Int
    var nanoseconds: Int

    /// The version of the file at a path, after links; nil if there is no file.
    init?(_ path: String) {
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      (device, inode) = (information.st_dev, information.st_ino)
      (size, mode) = (information.st_size, information.st_mode)
      (seconds, nanoseconds) = (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)
    }
  }

  private let watch: Descriptor
  /// The path of the file.
  public let path: String
  private var known: Version?

  /// Watches the file at a path. The file and its folder need not exist yet.
  public init(_ path: String) throws(SystemError) {
    watch = Descriptor(owning: try checked(snapback_watch_open(), "inotify"))
    self.path = path
    rearm()
    known = Version(path)
  }

  /// The descriptor to watch. It is also readable after changes of other files in the folder.
  public var descriptor: Int32 { watch.raw }

  /// Whether the file existed at the last call of ``drain()``.
  public var exists: Bool { known != nil }

  /// Discards the events that have arrived. Returns whether the file has changed since the last
  /// call.
  public mutating func drain() -> Bool {
    while snapback_watch_drain(watch.raw) > 0 {}
    // Folders are watched before the file is examined, so that no change is missed in between.
    rearm()
    let version = Version(path)
    defer { known = version }
    return version != known
  }

  private func rearm() {
    let raw = watch.raw
    _ = FilePaths.followLinks(path) { link in
      watchNearest(FilePaths.parent(link)) { snapback_watch_add_contents(raw, $0) }
      return false
    }
  }
}
