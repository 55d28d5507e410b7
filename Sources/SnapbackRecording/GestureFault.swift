/// Why a gesture cannot be drawn, and which of its parts says so.
public struct GestureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part, by its key in a script; nil when it is the whole.
  public var part: String?
  /// What is wrong and what to do about it.
  public var description: String

  /// A fault of a part.
  public init(_ part: String?, _ description: String) {
    self.part = part
    self.description = description
  }
}
