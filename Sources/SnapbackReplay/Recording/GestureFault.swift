/// An error in a gesture that cannot be drawn, with the part that causes it.
public struct GestureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faulty part, as its key in a script; nil for the whole gesture.
  public var part: String?
  /// The problem and how to fix it.
  public var description: String

  /// Creates a fault of a part.
  public init(_ part: String?, _ description: String) {
    self.part = part
    self.description = description
  }
}
