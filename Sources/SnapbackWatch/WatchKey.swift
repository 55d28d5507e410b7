/// A key that `snapback watch` handles.
public enum WatchKey: Hashable, Sendable {
  /// A character.
  case character(Character)
  /// Tab.
  case tab
  /// Shift-Tab.
  case backTab
  /// Left arrow.
  case left
  /// Right arrow.
  case right
  /// Home.
  case home
  /// End.
  case end
  /// Escape.
  case escape
}

/// Parses keys from the bytes that a terminal sends.
public struct KeyReader: Sendable {
  /// The bytes of an incomplete escape sequence.
  private var pending: [UInt8] = []
  /// The maximum length of an escape sequence.
  private static let sequenceLimit = 16

  /// Makes a reader without pending bytes.
  public init() {}

  /// Returns the keys that `bytes` contains. Ignores unknown keys. An escape character at the end
  /// of `bytes` is treated as the Escape key. O(bytes).
  public mutating func keys(_ bytes: some Sequence<UInt8>) -> [WatchKey] {
    var keys: [WatchKey] = []
    for byte in bytes { take(byte, &keys) }
    if pending == [0x1B] {
      keys.append(.escape)
      pending = []
    }
    return keys
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [WatchKey]) {
    switch pending.count {
    case 0:
      switch byte {
      case 0x1B: pending = [byte]
      case 0x09: keys.append(.tab)
      case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
      default: break
      }
    case 1:
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
        pending.append(byte)
      } else {
        pending = []
        keys.append(.escape)
        take(byte, &keys)
      }
    default:
      pending.append(byte)
      // A sequence continues until a letter or `~`.
      guard (0x40..<0x7F).contains(byte) || pending.count > Self.sequenceLimit else { return }
      if let key = Self.key(pending.dropFirst(2)) { keys.append(key) }
      pending = []
    }
  }

  private static func key(_ sequence: ArraySlice<UInt8>) -> WatchKey? {
    switch String(decoding: sequence, as: UTF8.self) {
    case "D": .left
    case "C": .right
    case "H", "1~", "7~": .home
    case "F", "4~", "8~": .end
    case "Z": .backTab
    default: nil
    }
  }
}
