import Glibc
import SnapbackLinux

/// A folder that is removed when this object is released.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/snapback-linux-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    _ = system("rm -rf '\(path)'")
  }

  /// The permissions of a file in the folder; nil if it does not exist.
  func mode(_ name: String) -> UInt32? {
    var information = stat()
    guard lstat(path + "/" + name, &information) == 0 else { return nil }
    return information.st_mode & 0o777
  }
}

/// Two connected descriptors.
struct Ends {
  let first: SharedDescriptor
  let second: SharedDescriptor

  private init(_ numbers: [Int32]) {
    first = SharedDescriptor(Descriptor(owning: numbers[0]))
    second = SharedDescriptor(Descriptor(owning: numbers[1]))
  }

  /// The reading and the writing end of a pipe; reads do not block.
  static func pipe() throws -> Ends {
    var numbers: [Int32] = [-1, -1]
    guard Glibc.pipe(&numbers) == 0 else { throw SystemError("pipe", code: errno) }
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
    return Ends(numbers)
  }

  /// A new file, open for reading and for appending.
  static func file(_ path: String) throws -> Ends {
    let writing = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let reading = open(path, O_RDONLY | O_CLOEXEC)
    guard writing >= 0, reading >= 0 else { throw SystemError("open", code: errno) }
    return Ends([reading, writing])
  }

  /// Two connected Unix sockets; the first one does not block.
  static func sockets() throws -> Ends {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else {
      throw SystemError("socketpair", code: errno)
    }
    _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
    return Ends(numbers)
  }
}

/// The result of a read that does not block.
enum Reading: Equatable {
  case bytes([UInt8]), end, nothing

  /// Waits up to ten seconds until there is something to read, and reads it.
  /// Waits up to ten seconds for data, and reads it.
  ///
  /// A process that another test starts holds copies of all descriptors for a moment, so the end of
  /// a file may be late.
  static func waitForEnd(_ descriptor: Int32) -> Reading {
    _ = UnixConnection.waitUntilReadable(descriptor, milliseconds: 10_000)
    return Reading(descriptor)
  }

  init(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    switch Glibc.read(descriptor, &buffer, buffer.count) {
    case 0: self = .end
    case let count where count > 0: self = .bytes(Array(buffer[..<count]))
    default: self = .nothing
    }
  }
}

/// Ends this process after half a minute, for tests of calls that must not block.
func endSoon() {
  // A process inherits the signal mask of the thread that started it.
  var alarms = sigset_t()
  sigemptyset(&alarms)
  sigaddset(&alarms, SIGALRM)
  pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
  alarm(30)
}

/// The device and inode of an open file.
func identity(_ descriptor: Int32) -> [UInt64] {
  var information = stat()
  guard fstat(descriptor, &information) == 0 else { return [] }
  return [UInt64(information.st_dev), UInt64(information.st_ino)]
}
