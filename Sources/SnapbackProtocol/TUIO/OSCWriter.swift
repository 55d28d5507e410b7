/// Writes Open Sound Control 1.0 messages and bundles as bytes.
///
/// Numbers are big-endian, and everything is padded to a multiple of four bytes
/// (opensoundcontrol.stanford.edu, specification 1.0 of 2002).
public struct OSCWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  public init() {}

  /// An argument of a message.
  public enum Argument: Hashable, Sendable {
    /// An integer, type `i`.
    case integer(Int32)
    /// A number, type `f`. NaN is written as 0, and infinity as the largest finite number.
    case float(Float)
    /// A string, type `s`; see ``OSCWriter/text(_:)``.
    case string(String)
  }

  /// Begins a bundle with the time tag 1, which means "immediately".
  public mutating func beginBundle() {
    text("#bundle")
    append(UInt32(0))
    append(UInt32(1))
  }

  /// Adds a message to the bundle: its length, its address, the types and the arguments.
  public mutating func message(_ address: String, _ arguments: [Argument]) {
    let start = bytes.count
    append(UInt32(0))
    text(address)
    text("," + arguments.map(\.type).joined())
    for argument in arguments {
      switch argument {
      case .integer(let value): append(UInt32(bitPattern: value))
      case .float(let value): append(Self.finite(value).bitPattern)
      case .string(let value): text(value)
      }
    }
    let length = UInt32(clamping: bytes.count - start - 4)
    for index in 0..<4 { bytes[start + index] = Self.byte(index, of: length) }
  }

  /// Returns the number of bytes that ``message(_:_:)`` adds.
  public static func length(_ address: String, _ arguments: [Argument]) -> Int {
    arguments.reduce(4 + padded(address) + padded(arguments.count + 1)) { sum, argument in
      if case .string(let text) = argument { return sum + padded(text) }
      return sum + 4
    }
  }

  /// Writes a string with its terminating zero, padded with zeros to a multiple of four bytes. Only
  /// printable ASCII is written; any other character is replaced by `?`.
  private mutating func text(_ text: String) {
    for scalar in text.unicodeScalars {
      bytes.append((32..<127).contains(scalar.value) ? UInt8(clamping: scalar.value) : 0x3F)
    }
    repeat { bytes.append(0) } while !bytes.count.isMultiple(of: 4)
  }

  private static func padded(_ text: String) -> Int { padded(text.unicodeScalars.count) }

  /// Returns the padded size of a string of `count` bytes.
  private static func padded(_ count: Int) -> Int { count + 4 - count % 4 }

  private mutating func append(_ word: UInt32) {
    for index in 0..<4 { bytes.append(Self.byte(index, of: word)) }
  }

  private static func byte(_ index: Int, of word: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> UInt32(clamping: 24 - 8 * index))
  }

  private static func finite(_ value: Float) -> Float {
    value.isNaN
      ? 0 : min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}

extension OSCWriter.Argument {
  fileprivate var type: String {
    switch self {
    case .integer: "i"
    case .float: "f"
    case .string: "s"
    }
  }
}
