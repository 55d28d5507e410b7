// A replacement for the module FoundationEssentials, of which Debian has no text interface. It has
// only the declarations that swift-argument-parser uses. The encoder always throws, so
// `--experimental-dump-help` prints nothing.

public protocol LocalizedError: Error { var errorDescription: String? { get } }

public struct Data {}

public final class JSONEncoder {
  public struct OutputFormatting {
    public static let prettyPrinted = OutputFormatting()
    public static let sortedKeys = OutputFormatting()

    public mutating func insert(_ other: OutputFormatting) {}
  }

  public struct Unavailable: Error {}

  public var outputFormatting = OutputFormatting()

  public init() {}

  public func encode<T: Encodable>(_ value: T) throws -> Data { throw Unavailable() }
}

extension String {
  public enum Encoding { case utf8 }

  public init?(data: Data, encoding: Encoding) { nil }
}
