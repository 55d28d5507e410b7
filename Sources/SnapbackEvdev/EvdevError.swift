/// Why a device cannot be read.
public struct EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether waiting can help: the node is not there or not ready yet, or its permissions are
  /// about to be set.
  public let isTransient: Bool
  /// One line: the device, what is wrong and what to do about it.
  public let description: String

  init(_ description: String, isTransient: Bool = false) {
    self.description = description
    self.isTransient = isTransient
  }
}
