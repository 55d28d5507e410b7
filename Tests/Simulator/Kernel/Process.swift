import CSimulatedKernel
import Glibc

/// A process: its credentials, its table of descriptors, its signals and its environment.
///
/// The methods of its extensions are the system calls. Guest code reaches them through the hooks. A
/// simulated program calls them itself, and a call that would block throws EAGAIN.
public final class Process {
  unowned let kernel: Kernel
  /// Its name.
  public let name: String
  /// Its process ID.
  public let pid: Int32
  /// Its user ID.
  public var uid: UInt32
  /// Its group ID.
  public var gid: UInt32
  /// Its supplementary groups.
  public var groups: [UInt32]
  /// RLIMIT_NOFILE.
  public var descriptorLimit = 1024
  /// Its environment.
  public var environment: [String: String] = [:] {
    didSet { environmentPointers.removeAll() }
  }
  /// The directory at which relative paths begin.
  public var directory = "/"
  /// Whether the process has not ended.
  public internal(set) var isAlive = true
  var mask: mode_t = 0o022
  var alarm: UInt64?
  var signals = Signals()
  var signalFiles: [SignalFile] = []
  var streams: [Int: DirectoryStream] = [:]
  var mappings: [Int: Int] = [:]

  private struct Slot {
    var file: OpenFile
    var closesOnExec: Bool
    /// The call that created it.
    var origin: Int
  }

  private var slots: [Slot?] = []
  private var closed: [Int32: (file: FileIdentity, closedBy: Int)] = [:]
  private var environmentPointers: [String: UnsafeMutablePointer<CChar>] = [:]

  init(
    _ kernel: Kernel, name: String, pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32]
  ) {
    self.kernel = kernel
    self.name = name
    self.pid = pid
    self.uid = uid
    self.gid = gid
    self.groups = groups
  }

  /// How many bytes of memories the process has mapped.
  public var mappedBytes: Int { mappings.values.reduce(0, +) }

  // MARK: Descriptors

  /// The open descriptors in ascending order, each with its file and the index of the call that
  /// created it.
  public var descriptors: [(number: Int32, file: FileIdentity, madeBy: Int)] {
    slots.indices.compactMap { index in
      slots[index].map { (Int32(index), $0.file.identity, $0.origin) }
    }
  }

  /// How many descriptors are open.
  public var descriptorCount: Int { slots.reduce(0) { $1 == nil ? $0 : $0 + 1 } }

  func openFile(_ number: Int32) -> OpenFile? {
    let index = Int(number)
    return index >= 0 && index < slots.count ? slots[index]?.file : nil
  }

  /// The file of a descriptor; one that is not open is reported if guest code asks.
  func file(_ number: Int32) throws(Errno) -> OpenFile {
    if let file = openFile(number) { return file }
    if let call = kernel.guest?.call, kernel.guest?.process === self {
      kernel.onMisuse?(
        Misuse(process: pid, call: call, descriptor: number, last: closed[number]))
    }
    throw Errno(EBADF)
  }

  func file<File: OpenFile>(
    _ number: Int32, as type: File.Type, else code: Int32
  ) throws(Errno) -> File {
    guard let file = try file(number) as? File else { throw Errno(code) }
    return file
  }

  /// Throws if the table has no room for `count` more descriptors.
  func checkRoom(for count: Int = 1) throws(Errno) {
    guard descriptorCount + count <= descriptorLimit else { throw Errno(EMFILE) }
  }

  /// Installs a description at the lowest free number that is at least `lowest`.
  func install(
    _ file: OpenFile, closesOnExec: Bool, lowest: Int = 0
  ) throws(Errno) -> Int32 {
    var index = lowest
    while index < slots.count, slots[index] != nil { index += 1 }
    guard index < descriptorLimit else { throw Errno(EMFILE) }
    place(file, at: index, closesOnExec)
    return Int32(index)
  }

  private func place(_ file: OpenFile, at index: Int, _ closesOnExec: Bool) {
    while slots.count <= index { slots.append(nil) }
    file.retain()
    slots[index] = Slot(
      file: file, closesOnExec: closesOnExec, origin: kernel.guest?.call?.sequence ?? -1)
  }

  /// Closes a descriptor.
  public func close(_ number: Int32) throws(Errno) {
    let file = try file(number)
    closed[number] = (file.identity, kernel.guest?.call?.sequence ?? -1)
    slots[Int(number)] = nil
    file.release()
  }

  /// Duplicates a descriptor; both refer to one description.
  public func duplicate(
    _ number: Int32, lowest: Int32 = 0, closesOnExec: Bool = true
  ) throws(Errno) -> Int32 {
    let file = try file(number)
    guard lowest >= 0, Int(lowest) < descriptorLimit else { throw Errno(EINVAL) }
    return try install(file, closesOnExec: closesOnExec, lowest: Int(lowest))
  }

  /// dup2 and dup3.
  func duplicate(_ number: Int32, to target: Int32, closesOnExec: Bool) throws(Errno) -> Int32 {
    let file = try file(number)
    guard target >= 0, Int(target) < descriptorLimit else { throw Errno(EBADF) }
    if number == target { return target }
    if openFile(target) != nil { try close(target) }
    place(file, at: Int(target), closesOnExec)
    return target
  }

  /// Gives this process a descriptor for an open file of another one, as inheriting does.
  public func inherit(_ number: Int32, of other: Process, as target: Int32) throws(Errno) {
    let file = try other.file(number)
    if openFile(target) != nil { try close(target) }
    place(file, at: Int(target), false)
  }

  func closesOnExec(_ number: Int32) -> Bool { slots[Int(number)]?.closesOnExec ?? false }

  func setClosesOnExec(_ number: Int32, _ closes: Bool) {
    slots[Int(number)]?.closesOnExec = closes
  }

  /// Ends the process: closes every descriptor and unmaps the mappings of its guest.
  public func exit() {
    isAlive = false
    alarm = nil
    for index in slots.indices where slots[index] != nil { try? close(Int32(index)) }
    for (address, length) in mappings.sorted(by: { $0.key < $1.key }) {
      munmap(UnsafeMutableRawPointer(bitPattern: address), length)
    }
    mappings.removeAll()
  }

  // MARK: Environment

  /// The value as a C string, valid until the environment changes.
  func variable(_ name: String) -> UnsafeMutablePointer<CChar>? {
    if let pointer = environmentPointers[name] { return pointer }
    guard let value = environment[name] else { return nil }
    let pointer = strdup(value)
    environmentPointers[name] = pointer
    return pointer
  }

  // MARK: Permission

  /// Whether the process has the permissions `bits` (4 read, 2 write, 1 search) on a node.
  func may(_ bits: mode_t, _ node: Inode) -> Bool {
    if uid == 0 { return bits & 1 == 0 || node.isDirectory || node.mode & 0o111 != 0 }
    let shift: mode_t =
      node.uid == uid ? 6 : node.gid == gid || groups.contains(node.gid) ? 3 : 0
    return (node.mode >> shift) & bits == bits
  }
}
