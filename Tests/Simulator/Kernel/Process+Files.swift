public import Glibc

/// Files and directories.
extension Process {
  private var files: FileSystem { kernel.files }

  /// Opens a path.
  public func open(
    _ path: String, _ flags: Int32 = O_RDONLY, mode: mode_t = 0o644
  ) throws(Errno) -> Int32 {
    try checkRoom()
    var place = try files.find(path, by: self, followsLast: flags & O_NOFOLLOW == 0)
    let isNew = place.node == nil
    if isNew {
      guard flags & O_CREAT != 0 else { throw Errno(ENOENT) }
      place.node = try files.make(.file, at: place, mode: mode & ~mask, by: self)
    } else if flags & O_CREAT != 0, flags & O_EXCL != 0 {
      throw Errno(EEXIST)
    }
    guard let node = place.node else { throw Errno(ENOENT) }
    try check(node, flags, isNew: isNew)
    if flags & O_TRUNC != 0, flags & O_ACCMODE != O_RDONLY, case .file = node.content {
      try files.resize(node, to: 0)
      node.tellAll(Inotify.modify)
    }
    let file: OpenFile
    if case .device(.evdev(let device)) = node.content {
      file = try EvdevFile(self, device, node, path: path, status: flags)
    } else {
      file = NodeFile(self, node, path: path, status: flags)
    }
    return try install(file, closesOnExec: flags & O_CLOEXEC != 0)
  }

  private func check(_ node: Inode, _ flags: Int32, isNew: Bool) throws(Errno) {
    let writes = flags & O_ACCMODE != O_RDONLY
    switch node.content {
    case .link: throw Errno(ELOOP)
    case .directory where writes || flags & O_CREAT != 0: throw Errno(EISDIR)
    case .directory: break
    default: if flags & O_DIRECTORY != 0 { throw Errno(ENOTDIR) }
    }
    let reads = flags & O_ACCMODE != O_WRONLY
    guard isNew || may((reads ? 4 : 0) | (writes ? 2 : 0), node) else { throw Errno(EACCES) }
    if node.isSocket { throw Errno(ENXIO) }
  }

  func describe(
    _ path: String, followsLast: Bool, into information: UnsafeMutablePointer<stat>
  ) throws(Errno) {
    let node = try files.existing(path, by: self, followsLast: followsLast)
    information.pointee = stat()
    node.describe(&information.pointee)
  }

  func describe(_ number: Int32, into information: UnsafeMutablePointer<stat>) throws(Errno) {
    let file = try file(number)
    information.pointee = stat()
    file.describe(&information.pointee)
  }

  /// Checks that the process may access a path as `bits` (R_OK, W_OK, X_OK) say.
  func checkAccess(_ path: String, _ bits: Int32) throws(Errno) {
    let node = try files.existing(path, by: self)
    guard may(mode_t(bits & 7), node) else { throw Errno(EACCES) }
  }

  /// Removes a file, a link or a socket.
  public func unlink(_ path: String) throws(Errno) {
    let place = try files.find(path, by: self, followsLast: false)
    if place.node?.isDirectory == true { throw Errno(EISDIR) }
    try files.remove(place, by: self)
  }

  func removeDirectory(_ path: String) throws(Errno) {
    let place = try files.find(path, by: self, followsLast: false)
    guard let node = place.node else { throw Errno(ENOENT) }
    guard node.isDirectory else { throw Errno(ENOTDIR) }
    guard place.name != "." else { throw Errno(EINVAL) }
    guard node.entries.isEmpty else { throw Errno(ENOTEMPTY) }
    try files.remove(place, by: self)
  }

  /// Creates a directory.
  public func makeDirectory(_ path: String, mode: mode_t = 0o755) throws(Errno) {
    let place = try files.find(path, by: self, followsLast: false)
    _ = try files.make(.directory, at: place, mode: mode & ~mask, by: self)
  }

  /// Renames a path; replaces anything at the new path.
  public func rename(_ path: String, to other: String) throws(Errno) {
    let old = try files.find(path, by: self, followsLast: false)
    let new = try files.find(other, by: self, followsLast: false)
    try files.move(old, to: new, by: self)
  }

  func readLink(_ path: String, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let node = try files.existing(path, by: self, followsLast: false)
    guard case .link(let target) = node.content, !buffer.isEmpty else { throw Errno(EINVAL) }
    let bytes = target.utf8.prefix(buffer.count)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }

  /// Locks or unlocks (LOCK_SH, LOCK_EX, LOCK_UN, with LOCK_NB) a file.
  public func flock(_ number: Int32, _ operation: Int32) throws(Errno) {
    guard let file = try file(number) as? NodeFile else {
      kernel.refuse("flock of what is no file")
    }
    switch operation & ~LOCK_NB {
    case LOCK_UN: file.unlock()
    case LOCK_SH, LOCK_EX:
      try file.waiting(nonblocking: operation & LOCK_NB != 0) { () throws(Errno) in
        try file.lock(exclusively: operation & LOCK_EX != 0)
      }
    default: throw Errno(EINVAL)
    }
  }

  func openDirectory(_ path: String) throws(Errno) -> Int {
    let number = try open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard let node = (try file(number) as? NodeFile)?.node else { throw Errno(ENOTDIR) }
    let stream = DirectoryStream(number, node)
    streams[stream.handle] = stream
    return stream.handle
  }

  func closeDirectory(_ handle: Int) throws(Errno) {
    guard let stream = streams.removeValue(forKey: handle) else { throw Errno(EBADF) }
    try close(stream.descriptor)
  }
}
