import Glibc

/// Owns one file descriptor and closes it exactly once.
public struct Descriptor: ~Copyable {
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
