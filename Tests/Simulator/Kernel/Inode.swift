import CSimulatedKernel
import Glibc

/// A node of the file system.
public final class Inode {
  /// The kind of a node, with its contents.
  enum Content {
    case file
    case directory
    case link(String)
    case socket
    case device(Device)
  }

  /// A character device.
  enum Device {
    case null
    case evdev(EvdevDevice)
  }

  let number: UInt64
  let content: Content
  var mode: mode_t
  var uid: UInt32
  var gid: UInt32
  var links = 1
  var bytes: [UInt8] = []
  /// The entries in order of creation, which is also directory order.
  var entries: [(name: String, node: Inode)] = []
  var changed: UInt64 = 0
  /// The directory in which the node is or last was, and its name there.
  private(set) weak var directory: Inode?
  private(set) var name = ""
  /// The socket bound to the node.
  var bound: UnixSocket?
  var watches: [InotifyFile.Watch] = []
  /// The descriptions that hold a lock, and whether it is exclusive.
  var locks: [(file: OpenFile, isExclusive: Bool)] = []

  init(_ number: UInt64, _ content: Content, mode: mode_t, uid: UInt32, gid: UInt32) {
    self.number = number
    self.content = content
    self.mode = mode & 0o7777
    self.uid = uid
    self.gid = gid
  }

  var isDirectory: Bool { if case .directory = content { true } else { false } }
  var isSocket: Bool { if case .socket = content { true } else { false } }

  func entry(_ name: String) -> Inode? { entries.first { $0.name == name }?.node }

  var type: mode_t {
    switch content {
    case .file: S_IFREG
    case .directory: S_IFDIR
    case .link: S_IFLNK
    case .socket: S_IFSOCK
    case .device: S_IFCHR
    }
  }

  func describe(_ information: inout stat) {
    information.st_dev = 1
    information.st_ino = ino_t(number)
    information.st_mode = type | mode
    information.st_nlink = nlink_t(links)
    information.st_uid = uid
    information.st_gid = gid
    information.st_blksize = 4096
    switch content {
    case .file: information.st_size = off_t(bytes.count)
    case .link(let target): information.st_size = off_t(target.utf8.count)
    case .device(.null): information.st_rdev = 0x103
    case .device(.evdev(let device)): information.st_rdev = dev_t(0xD40 + device.number)
    default: break
    }
    information.st_blocks = blkcnt_t((information.st_size + 511) / 512)
    information.st_mtim.tv_sec = Int(changed / 1_000_000_000)
    information.st_mtim.tv_nsec = Int(changed % 1_000_000_000)
    information.st_ctim = information.st_mtim
    information.st_atim = information.st_mtim
  }

  /// Records the directory that has the node, and its name there.
  func place(in directory: Inode, as name: String) {
    (self.directory, self.name) = (directory, name)
  }

  /// Notifies watches of the node's directory and of the node.
  func tellAll(_ event: UInt32) {
    directory?.tell(event, name)
    tell(event)
  }

  /// Notifies watches of this node, or of the directory in which it is called `name`.
  func tell(_ event: UInt32, _ name: String = "", cookie: UInt32 = 0) {
    let flags = event | (event & Inotify.isOfDirectory != 0 ? Inotify.isOfDirectory : 0)
    for watch in watches where watch.mask & event & Inotify.all != 0 {
      watch.file.add(watch.number, flags, cookie, name)
    }
  }
}
