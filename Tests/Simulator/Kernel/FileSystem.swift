import Glibc

/// An in-memory file system.
///
/// The public methods are for the simulation, which may do everything; processes have their own.
public final class FileSystem {
  /// The number of bytes that files may use; nil for no limit.
  public var room: Int?

  weak var kernel: Kernel?
  let root = Inode(1, .directory, mode: 0o755, uid: 0, gid: 0)
  private var nextNode: UInt64 = 2
  private var nextCookie: UInt32 = 1
  private static let linkLimit = 40

  init() {}

  /// The target of a path: the node, if it exists, and its directory.
  struct Place {
    var directory: Inode
    var name: String
    var node: Inode?
  }

  // MARK: Paths

  /// Resolves a path with a process's permissions; nil has all permissions.
  func find(
    _ path: String, by process: Process?, followsLast: Bool = true, depth: Int = 0
  ) throws(Errno) -> Place {
    guard !path.isEmpty else { throw Errno(ENOENT) }
    guard path.utf8.count < Int(PATH_MAX) else { throw Errno(ENAMETOOLONG) }
    guard depth <= Self.linkLimit else { throw Errno(ELOOP) }
    var trail = [root]
    if !path.hasPrefix("/"), let process, process.directory != "/" {
      let start = try existing(process.directory, by: nil)
      trail = [root, start]
    }
    let parts = path.split(separator: "/").map(String.init)
    var place = Place(directory: root, name: "/", node: trail[trail.count - 1])
    for (index, part) in parts.enumerated() {
      let directory = trail[trail.count - 1]
      guard directory.isDirectory else { throw Errno(ENOTDIR) }
      if let process, !process.may(1, directory) { throw Errno(EACCES) }
      guard part.utf8.count <= Int(NAME_MAX) else { throw Errno(ENAMETOOLONG) }
      let isLast = index == parts.count - 1
      if part == "." || part == ".." {
        if part == "..", trail.count > 1 { trail.removeLast() }
        place = Place(directory: directory, name: part, node: trail[trail.count - 1])
        continue
      }
      var node = directory.entry(part)
      place = Place(directory: directory, name: part, node: node)
      if case .link(let target)? = node?.content, followsLast || !isLast || path.hasSuffix("/") {
        let there = try find(
          target.hasPrefix("/") ? target : self.path(of: trail) + "/" + target, by: process,
          depth: depth + 1)
        node = there.node
        place = Place(directory: there.directory, name: there.name, node: node)
      }
      guard let node else {
        if isLast { return place }
        throw Errno(ENOENT)
      }
      trail.append(node)
    }
    if path.hasSuffix("/"), let node = place.node, !node.isDirectory { throw Errno(ENOTDIR) }
    return place
  }

  private func path(of trail: [Inode]) -> String {
    var path = ""
    for index in trail.indices.dropFirst() {
      let entries = trail[index - 1].entries
      path += "/" + (entries.first { $0.node === trail[index] }?.name ?? "")
    }
    return path
  }

  func existing(
    _ path: String, by process: Process?, followsLast: Bool = true
  ) throws(Errno) -> Inode {
    guard let node = try find(path, by: process, followsLast: followsLast).node else {
      throw Errno(ENOENT)
    }
    return node
  }

  // MARK: Entries

  /// Adds a node to a directory if the process is permitted to.
  func make(
    _ content: Inode.Content, at place: Place, mode: mode_t, by process: Process?
  ) throws(Errno) -> Inode {
    guard place.node == nil else { throw Errno(EEXIST) }
    if let process, !process.may(3, place.directory) { throw Errno(EACCES) }
    let node = Inode(
      nextNode, content, mode: mode, uid: process?.uid ?? 0, gid: process?.gid ?? 0)
    nextNode += 1
    node.changed = realtime
    if node.isDirectory {
      node.links = 2
      place.directory.links += 1
    }
    place.directory.entries.append((place.name, node))
    node.place(in: place.directory, as: place.name)
    place.directory.tell(Inotify.create | flag(node), place.name)
    return node
  }

  func remove(_ place: Place, by process: Process?) throws(Errno) {
    guard let node = place.node else { throw Errno(ENOENT) }
    try checkRemoval(of: node, from: place.directory, by: process)
    detach(node, from: place.directory)
    place.directory.tell(Inotify.delete | flag(node), place.name)
  }

  private func checkRemoval(
    of node: Inode, from directory: Inode, by process: Process?
  ) throws(Errno) {
    guard let process, process.uid != 0 else { return }
    guard process.may(3, directory) else { throw Errno(EACCES) }
    if directory.mode & 0o1000 != 0, node.uid != process.uid, directory.uid != process.uid {
      throw Errno(EPERM)
    }
  }

  private func detach(_ node: Inode, from directory: Inode) {
    directory.entries.removeAll { $0.node === node }
    if node.isDirectory {
      directory.links -= 1
      node.links = 0
    } else {
      node.links -= 1
      node.tell(Inotify.attributes)
    }
    if node.links == 0 {
      node.tell(Inotify.deleteSelf)
      for watch in node.watches { watch.file.forget(watch) }
    }
  }

  func move(_ old: Place, to new: Place, by process: Process?) throws(Errno) {
    guard let node = old.node else { throw Errno(ENOENT) }
    if new.node === node { return }
    try checkRemoval(of: node, from: old.directory, by: process)
    if let process, !process.may(3, new.directory) { throw Errno(EACCES) }
    if let there = new.node {
      if there.isDirectory, !node.isDirectory { throw Errno(EISDIR) }
      if !there.isDirectory, node.isDirectory { throw Errno(ENOTDIR) }
      if !there.entries.isEmpty { throw Errno(ENOTEMPTY) }
      try checkRemoval(of: there, from: new.directory, by: process)
      detach(there, from: new.directory)
    }
    old.directory.entries.removeAll { $0.node === node }
    new.directory.entries.append((new.name, node))
    node.place(in: new.directory, as: new.name)
    if node.isDirectory {
      old.directory.links -= 1
      new.directory.links += 1
    }
    let cookie = nextCookie
    nextCookie += 1
    old.directory.tell(Inotify.movedFrom | flag(node), old.name, cookie: cookie)
    new.directory.tell(Inotify.movedTo | flag(node), new.name, cookie: cookie)
    node.tell(Inotify.moveSelf)
  }

  private func flag(_ node: Inode) -> UInt32 { node.isDirectory ? Inotify.isOfDirectory : 0 }

  var realtime: UInt64 { kernel.map { $0.now + $0.slept + $0.epoch } ?? 0 }

  // MARK: Bytes

  /// Writes to a file as many bytes as fit, at least one.
  func write(
    _ bytes: UnsafeRawBufferPointer, to node: Inode, at offset: Int
  ) throws(Errno) -> Int {
    var count = bytes.count
    let growth = max(0, offset + count - node.bytes.count)
    if let room, growth > room {
      count -= growth - room
      guard count > 0 else { throw Errno(ENOSPC) }
    }
    try resize(node, to: max(node.bytes.count, offset + count))
    node.bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[offset..<(offset + count)])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
    node.changed = realtime
    return count
  }

  func resize(_ node: Inode, to size: Int) throws(Errno) {
    let growth = size - node.bytes.count
    if let room {
      guard growth <= room else { throw Errno(ENOSPC) }
      self.room = room - growth
    }
    if growth < 0 {
      node.bytes.removeLast(-growth)
    } else {
      node.bytes.append(contentsOf: repeatElement(0, count: growth))
    }
  }
}
