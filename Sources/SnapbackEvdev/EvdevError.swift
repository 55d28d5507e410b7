/// An error that prevents reading a device.
public struct EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: the device, the problem and how to fix it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
