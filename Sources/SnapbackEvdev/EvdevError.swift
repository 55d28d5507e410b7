/// Why a device cannot be read.
public struct EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: the device, what is wrong and what to do about it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
