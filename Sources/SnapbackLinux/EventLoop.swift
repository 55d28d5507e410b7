import CSnapbackLinux
import Glibc

/// Waits for descriptors to become ready: a thin layer over epoll, level-triggered.
public struct EventLoop: ~Copyable {
  /// The events to wait for, or the events that occurred. ``closed`` is reported even if it was not
  /// requested.
  public struct Readiness: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Bytes can be read, or a connection can be accepted.
    public static let readable = Readiness(rawValue: UInt32(SNAPBACK_READABLE))
    /// The descriptor has room for bytes to be written.
    public static let writable = Readiness(rawValue: UInt32(SNAPBACK_WRITABLE))
    /// The other side has closed its end, or the descriptor has failed.
    public static let closed = Readiness(rawValue: UInt32(SNAPBACK_CLOSED))

    /// A set with these bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }
  }

  private let epoll: Descriptor
  private var ready = [snapback_ready](repeating: snapback_ready(), count: 64)

  /// Makes a loop that watches no descriptors.
  public init() throws(SystemError) {
    epoll = Descriptor(owning: try checked(snapback_epoll_create(), "epoll"))
  }

  /// Watches a descriptor. ``wait(blocking:_:)`` reports its events with `token`.
  public func watch(
    _ descriptor: Int32, token: UInt64, for readiness: Readiness
  ) throws(SystemError) {
    _ = try checked(
      snapback_epoll_watch(epoll.raw, descriptor, token, readiness.rawValue, 1), "epoll add")
  }

  /// Changes the events for which a descriptor is watched.
  public func change(
    _ descriptor: Int32, token: UInt64, to readiness: Readiness
  ) throws(SystemError) {
    _ = try checked(
      snapback_epoll_watch(epoll.raw, descriptor, token, readiness.rawValue, 0), "epoll change")
  }

  /// Stops watching a descriptor. Call this before the descriptor is closed.
  public func forget(_ descriptor: Int32) {
    snapback_epoll_forget(epoll.raw, descriptor)
  }

  /// Calls `handle` with the token and the events of each ready descriptor. Waits forever for the
  /// first event if `blocking`, otherwise not at all.
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
