import CSnapbackLinux
import Glibc

/// Reports that an entry of a directory was added or removed, or that its attributes, such as its
/// mode, have changed. The directory need not exist yet.
///
/// The report does not name the entry, so the caller reads the whole directory. Therefore the
/// caller misses no change, even if the kernel drops events because too many wait to be read.
public struct DirectoryWatch: ~Copyable {
  private let watch: Descriptor
  private let paths: [String]

  /// Watches the directories at `paths`. For a directory that does not exist, watches the nearest
  /// existing parent.
  public init(_ paths: [String]) throws(SystemError) {
    watch = Descriptor(owning: try checked(snapback_watch_open(), "inotify"))
    self.paths = paths
    rearm()
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { watch.raw }

  /// Discards the events that have arrived, and watches directories that have been created since.
  public func drain() {
    while snapback_watch_drain(watch.raw) > 0 {}
    rearm()
  }

  private func rearm() {
    let raw = watch.raw
    for path in paths { watchNearest(path) { snapback_watch_add(raw, $0) } }
  }
}

/// Calls `add` with a path and then with its parents, until it succeeds.
///
/// Adding an existing watch again changes nothing.
func watchNearest(_ path: String, _ add: (String) -> Int32) {
  var candidate = path
  while add(candidate) < 0, candidate != "/", candidate != "." {
    candidate = FilePaths.parent(candidate)
  }
}
