import SnapbackBasics
import SnapbackLinux

/// The watch of the scene file. A change of the file causes a reload.
struct SceneWatch: ~Copyable {
  /// The time from the first change of the file to the reload, in seconds.
  ///
  /// Some editors write a file twice, or remove it before they write it. The changes within this
  /// time cause one reload.
  private static let delay = 0.1

  private var watch: FileWatch?
  /// The time at which the changed file is due to be read; nil if it has not changed.
  private(set) var due: Instant?

  /// The path of the watched file; nil if no file is watched.
  var path: String? {
    switch watch {
    case .some(let watch): watch.path
    case nil: nil
    }
  }

  /// The descriptor that is readable after changes; nil if no file is watched.
  var descriptor: Int32? {
    switch watch {
    case .some(let watch): watch.descriptor
    case nil: nil
    }
  }

  /// Watches another file, or no file if `path` is nil.
  mutating func follow(_ path: String?) throws(SystemError) {
    watch = nil
    due = nil
    if let path { watch = try FileWatch(path) }
  }

  /// Handles the events of the descriptor.
  mutating func noteEvents(at now: Instant) {
    guard watch?.drain() == true, due == nil else { return }
    due = now.advanced(bySeconds: Self.delay)
  }

  /// Records that the change is handled now. Returns whether the file exists.
  mutating func consumeChange() -> Bool {
    due = nil
    // Changes that have arrived since are part of this one.
    _ = watch?.drain()
    switch watch {
    case .some(let watch): return watch.exists
    case nil: return false
    }
  }
}
