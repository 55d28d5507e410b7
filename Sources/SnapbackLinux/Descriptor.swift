import Glibc

/// Owns one file descriptor and closes it exactly once.
public struct Descriptor: ~Copyable, Sendable {
  /// The number; valid as long as this value lives.
  public let raw: Int32

  /// Takes over an open descriptor.
  public init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    close(raw)
  }
}

/// A file descriptor with several owners, closed when the last of them releases it.
///
/// A queue of descriptors for other processes uses this type. The kernel reuses the number of a
/// closed descriptor, so a plain number in the queue could later refer to another client's socket.
public final class SharedDescriptor: Sendable {
  private let descriptor: Descriptor

  /// Takes over a descriptor.
  public init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// The number; valid as long as this object lives.
  public var raw: Int32 { descriptor.raw }
}
