import Glibc

/// File operations of the simulation itself, without a process.
extension FileSystem {
  /// Creates a directory and its parents.
  public func makeDirectory(
    _ path: String, mode: UInt32 = 0o755, uid: UInt32 = 0, gid: UInt32 = 0
  ) {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/" + part
      guard let place = try? find(prefix, by: nil), place.node == nil else { continue }
      guard let node = try? make(.directory, at: place, mode: mode, by: nil) else { return }
      (node.uid, node.gid) = (uid, gid)
    }
  }

  private func makeParents(of path: String) {
    makeDirectory("/" + path.split(separator: "/").dropLast().joined(separator: "/"))
  }

  /// Truncates and rewrites a file in place, as some editors do; creates its directories.
  public func write(
    _ text: String, to path: String, mode: UInt32 = 0o644, uid: UInt32 = 0, gid: UInt32 = 0
  ) {
    makeParents(of: path)
    guard let place = try? find(path, by: nil) else { return }
    guard let node = place.node ?? (try? make(.file, at: place, mode: mode, by: nil)) else {
      return
    }
    if place.node == nil { (node.uid, node.gid) = (uid, gid) }
    if let room { self.room = room + node.bytes.count }
    node.bytes = Array(text.utf8)
    if let room { self.room = room - node.bytes.count }
    node.changed = realtime
    for event in [Inotify.modify, Inotify.closeWrite] { node.tellAll(event) }
  }

  /// The bytes of a file; nil if it does not exist.
  public func contents(of path: String) -> [UInt8]? {
    guard let node = try? existing(path, by: nil), case .file = node.content else { return nil }
    return node.bytes
  }

  /// Whether a path exists.
  public func exists(_ path: String) -> Bool { (try? existing(path, by: nil)) != nil }

  /// The names in a directory, in directory order.
  public func names(in path: String) -> [String] {
    (try? existing(path, by: nil))?.entries.map(\.name) ?? []
  }

  /// Removes a file, a link, a socket or a directory.
  public func remove(_ path: String) {
    guard let place = try? find(path, by: nil, followsLast: false) else { return }
    try? remove(place, by: nil)
  }

  /// Renames a path; replaces anything at the new path.
  public func rename(_ path: String, to other: String) {
    guard let old = try? find(path, by: nil, followsLast: false),
      let new = try? find(other, by: nil, followsLast: false)
    else { return }
    try? move(old, to: new, by: nil)
  }

  /// Creates a symbolic link.
  public func link(_ path: String, to target: String) {
    guard let place = try? find(path, by: nil, followsLast: false) else { return }
    _ = try? make(.link(target), at: place, mode: 0o777, by: nil)
  }

  /// Changes mode and owner.
  public func setAttributes(
    _ path: String, mode: UInt32? = nil, uid: UInt32? = nil, gid: UInt32? = nil
  ) {
    guard let place = try? find(path, by: nil), let node = place.node else { return }
    if let mode { node.mode = mode & 0o7777 }
    node.uid = uid ?? node.uid
    node.gid = gid ?? node.gid
    node.tellAll(Inotify.attributes)
  }

  /// Creates the node of a device, and its parent directories.
  func makeDevice(_ path: String, _ device: Inode.Device, mode: mode_t) {
    makeParents(of: path)
    guard let place = try? find(path, by: nil) else { return }
    _ = try? make(.device(device), at: place, mode: mode, by: nil)
  }
}
