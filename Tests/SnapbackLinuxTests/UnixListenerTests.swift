import Glibc
import SnapbackLinux
import Testing

/// Listening at a path: refusals, permissions, and the files that stay behind.
@Suite(.serialized) struct UnixListenerTests {
  private let folder: ScratchFolder
  private var path: String { folder.path + "/run/socket" }

  init() throws {
    folder = try ScratchFolder()
  }

  /// Binds a socket to a path without a ``UnixListener``.
  private func bind(
    _ path: String, kind: __socket_type = SOCK_STREAM, listens: Bool = true
  ) throws -> Descriptor {
    let socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(kind.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(socket.raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, !listens || listen(socket.raw, 8) == 0 else {
      throw SystemError("cannot bind \(path)", code: errno)
    }
    return socket
  }

  /// The reason why listening at a path is refused; nil if it succeeds.
  private func refusal(_ path: String) -> String? {
    do throws(ListenError) {
      let listener = try UnixListener(path: path)
      return listener.path == path ? nil : "listens at \(listener.path)"
    } catch {
      switch error {
      case .inUse: return "in use"
      case .occupied: return "occupied"
      case .system(let error): return error.description
      }
    }
  }

  private func inode(_ path: String) -> UInt64? {
    var information = stat()
    return lstat(path, &information) == 0 ? UInt64(information.st_ino) : nil
  }

  @Test func clientsAreAcceptedOneByOne() throws {
    let listener = try UnixListener(path: path)
    #expect(try listener.accept() == nil)
    let client = try UnixConnection(connectingTo: path)
    #expect(UnixConnection.waitUntilReadable(listener.descriptor, milliseconds: 1000))
    let number = try #require(try listener.accept())
    let server = UnixConnection(owning: number)
    #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0 && fcntl(number, F_GETFL) & O_NONBLOCK != 0)
    #expect(client.write([1, 2], from: 0) == .bytes(2))
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(server.read(into: &buffer) == .bytes(2))
    #expect(try listener.accept() == nil)
  }

  @Test func theSocketIsForTheGroupAndTheLockForItsOwner() throws {
    mkdir(folder.path + "/run", 0o750)
    // The state that older daemons left.
    let old = Descriptor(owning: open(path + ".lock", O_RDWR | O_CREAT, 0o640))
    _ = fchmod(old.raw, 0o640)
    for _ in 0..<2 {
      let listener = try UnixListener(path: path)
      #expect(folder.mode("run/socket") == 0o660)
      #expect(folder.mode("run/socket.lock") == 0o600)
      _ = consume listener
      unlink(path + ".lock")
    }
    rmdir(folder.path + "/run")
    let listener = try UnixListener(path: path)
    #expect(folder.mode("run") == 0o750 && listener.path == path)
  }

  @Test func aSecondListenerIsRefusedAndTheFirstServesOn() throws {
    let listener = try UnixListener(path: path)
    let before = inode(path)
    #expect(refusal(path) == "in use")
    #expect(inode(path) == before)
    let client = try UnixConnection(connectingTo: path)
    let number = try #require(try listener.accept())
    #expect(client.descriptor != number)
    close(number)
  }

  @Test func aHeldLockRefusesOthersEvenWithoutASocket() throws {
    let listener = try UnixListener(path: path)
    unlink(path)
    #expect(refusal(path) == "in use")
    #expect(inode(path) == nil)
    _ = consume listener
    #expect(refusal(path) == nil)
  }

  @Test func aLiveSocketWithoutALockIsNotReplaced() throws {
    let place = folder.path + "/other"
    let other = try bind(place)
    let before = inode(place)
    #expect(refusal(place) == "in use" && inode(place) == before)
    _ = consume other
  }

  @Test func aStaleSocketIsReplaced() throws {
    let place = folder.path + "/stale"
    let left = try bind(place)
    _ = consume left
    #expect(inode(place) != nil && (try? UnixConnection(connectingTo: place).descriptor) == nil)
    let listener = try UnixListener(path: place)
    _ = try UnixConnection(connectingTo: place).descriptor
    #expect(UnixConnection.waitUntilReadable(listener.descriptor, milliseconds: 0))
  }

  @Test func aFileThatIsNoSocketIsNotReplaced() throws {
    let place = folder.path + "/file"
    try Files.write([1, 2, 3], to: place)
    #expect(refusal(place) == "occupied")
    #expect(try Files.read(place) == [1, 2, 3])
    #expect(inode(place + ".lock") == nil)
  }

  @Test func itRemovesItsSocketAndKeepsTheLockFile() throws {
    let listener = try UnixListener(path: path)
    #expect(inode(path) != nil)
    _ = consume listener
    #expect(inode(path) == nil && inode(path + ".lock") != nil)
  }

  @Test func itKeepsASocketThatAnotherProcessBound() throws {
    let listener = try UnixListener(path: path)
    unlink(path)
    let other = try bind(path)
    let before = inode(path)
    _ = consume listener
    #expect(before != nil && inode(path) == before)
    _ = consume other
  }

  @Test func aLockFileThatIsALinkIsNotFollowed() throws {
    mkdir(folder.path + "/run", 0o750)
    try Files.write([5], to: folder.path + "/secret")
    chmod(folder.path + "/secret", 0o644)
    symlink(folder.path + "/secret", path + ".lock")
    #expect(refusal(path)?.contains("cannot create \(path).lock") == true)
    #expect(folder.mode("secret") == 0o644)
  }

  @Test func aGivenSocketIsUsedAndKept() throws {
    let place = folder.path + "/given"
    let given = try bind(place)
    let listener = try UnixListener(adopting: dup(given.raw))
    #expect(listener.path == place && inode(place + ".lock") == nil)
    // The passed socket was blocking and inheritable.
    #expect(try listener.accept() == nil)
    #expect(fcntl(listener.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    let client = try UnixConnection(connectingTo: place)
    let number = try #require(try listener.accept())
    #expect(number != client.descriptor)
    close(number)
    _ = consume listener
    #expect(inode(place) != nil)
    _ = consume given
  }

  @Test func onlyListeningStreamSocketsAreAdopted() throws {
    func isRefused(_ descriptor: Int32) -> Bool {
      let number = dup(descriptor)
      do throws(ListenError) {
        _ = try UnixListener(adopting: number).path
        return false
      } catch {
        close(number)
        return error.description.contains("not a listening Unix stream socket")
      }
    }
    let silent = try bind(folder.path + "/silent", listens: false)
    let datagrams = try bind(folder.path + "/datagrams", kind: SOCK_DGRAM, listens: false)
    let internet = Descriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    listen(internet.raw, 1)
    for number in [silent.raw, datagrams.raw, internet.raw, -1] { #expect(isRefused(number)) }
  }
}
