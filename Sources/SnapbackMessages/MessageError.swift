/// A message of the daemon that cannot be read.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, by its name or its number.
  public var name: String
  /// Where the message begins in the stream, in bytes from its first.
  public var start: UInt64
  /// The byte of the message that is wrong, its header included.
  public var offset: Int
  /// What is wrong.
  public var problem: String

  /// One line: what, where and why.
  public var description: String {
    "\(name), byte \(offset) of the message at byte \(start): \(problem)"
  }
}
