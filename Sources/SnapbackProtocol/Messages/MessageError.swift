/// A message from the daemon that cannot be decoded.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name or number of the message.
  public var name: String
  /// The offset of the message in the stream, in bytes.
  public var start: UInt64
  /// The offset of the wrong byte in the message, including its header.
  public var offset: Int
  /// A description of the problem.
  public var problem: String

  /// One line with the message, the offset and the problem.
  public var description: String {
    "\(name), byte \(offset) of the message at byte \(start): \(problem)"
  }
}
