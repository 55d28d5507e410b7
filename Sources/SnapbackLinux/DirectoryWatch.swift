import CSnapbackLinux
import Glibc

/// Tells that something came, went or changed in directories, existing or not yet.
///
/// It does not say what: whoever asks looks at the directory itself, so nothing is missed when
/// events come faster than they are read.
public struct DirectoryWatch: ~Copyable {
  private let watch: Descriptor
  private let paths: [String]

  /// A watch on directories; the nearest existing parent stands in for one that is missing.
  public init(_ paths: [String]) throws(SystemError) {
    watch = Descriptor(owning: try checked(snapback_watch_open(), "inotify"))
    self.paths = paths
    rearm()
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { watch.raw }

  /// Reads away what has been told, and watches directories that have appeared since.
  public func drain() {
    while snapback_watch_drain(watch.raw) > 0 {}
    rearm()
  }

  private func rearm() {
    for path in paths {
      var candidate = path
      // Adding a watch that exists changes nothing, so this may be repeated.
      while snapback_watch_add(watch.raw, candidate) < 0, candidate != "/", candidate != "." {
        candidate = FilePaths.parent(candidate)
      }
    }
  }
}
