import CSnapbackLinux
import Glibc

/// Waits for descriptors to become ready: a thin layer over epoll, level-triggered.
public struct EventLoop: ~Copyable {
  /// What to wait for, or what is; closed is told whether it was asked for or not.
  public struct Readiness: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// There is something to read, or to accept.
    public static let readable = Readiness(rawValue: UInt32(SNAPBACK_READABLE))
    /// There is room to write.
    public static let writable = Readiness(rawValue: UInt32(SNAPBACK_WRITABLE))
    /// The other side has gone, or the descriptor has failed.
    public static let closed = Readiness(rawValue: UInt32(SNAPBACK_CLOSED))

    /// A set by its bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }
  }

  private let epoll: Descriptor
  private var ready = [snapback_ready](repeating: snapback_ready(), count: 64)

  /// A loop that watches nothing.
  public init() throws(SystemError) {
    epoll = Descriptor(owning: try checked(snapback_epoll_create(), "epoll"))
  }

  /// Watches a descriptor; `token` comes back with its events.
  public func watch(
    _ descriptor: Int32, token: UInt64, for readiness: Readiness
  ) throws(SystemError) {
    _ = try checked(
      snapback_epoll_watch(epoll.raw, descriptor, token, readiness.rawValue, 1), "epoll add")
  }

  /// Changes what a watched descriptor is watched for.
  public func change(
    _ descriptor: Int32, token: UInt64, to readiness: Readiness
  ) throws(SystemError) {
    _ = try checked(
      snapback_epoll_watch(epoll.raw, descriptor, token, readiness.rawValue, 0), "epoll change")
  }

  /// Stops watching a descriptor; to be called before it is closed.
  public func forget(_ descriptor: Int32) {
    snapback_epoll_forget(epoll.raw, descriptor)
  }

  /// Waits until something is ready, for ever or not at all, and says what.
  public mutating func wait(
    blocking: Bool, _ handle: (UInt64, Readiness) -> Void
  ) throws(SystemError) {
    let count = snapback_epoll_wait(
      epoll.raw, &ready, Int32(ready.count), blocking ? -1 : 0)
    guard count >= 0 else {
      if count == -EINTR { return }
      throw SystemError("epoll wait", code: -count)
    }
    for index in 0..<Int(count) {
      handle(ready[index].token, Readiness(rawValue: ready[index].events))
    }
  }
}
