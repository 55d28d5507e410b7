import Glibc
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol

/// The listening socket, with a spare descriptor for refusing clients when the process has no
/// descriptor left.
struct Door: ~Copyable {
  private let listener: UnixListener
  private var reserve: Descriptor?

  /// Listens at the socket from the service manager, or at a path.
  init(at path: String?) throws(Failure) {
    listener = try Self.listen(at: path)
    reserve = Self.spareDescriptor()
  }

  private static func listen(at path: String?) throws(Failure) -> UnixListener {
    do throws(ListenError) {
      if let socket = ServiceManager.adoptListeningSocket() {
        return try UnixListener(adopting: socket)
      }
      return try UnixListener(path: SocketPath.candidates(explicit: path)[0])
    } catch {
      if case .system = error { throw Failure(.system, error.description) }
      throw Failure(.unavailable, error.description)
    }
  }

  private static func spareDescriptor() -> Descriptor? {
    let raw = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return raw >= 0 ? Descriptor(owning: raw) : nil
  }

  var path: String { listener.path }
  /// The descriptor of the listening socket.
  var descriptor: Int32 { listener.descriptor }

  /// Accepts the next waiting client; nil if there is none.
  func accept() throws(SystemError) -> Int32? { try listener.accept() }

  /// Disconnects a waiting client for which no descriptor is left.
  ///
  /// If the client kept waiting, it would wake the loop again and again. The spare descriptor is
  /// closed, so that the connection can be accepted and closed.
  mutating func refuse() {
    if reserve == nil { reserve = Self.spareDescriptor() }
    guard reserve != nil else { return }
    reserve = nil
    if let client = try? listener.accept() { close(client) }
    reserve = Self.spareDescriptor()
  }
}
