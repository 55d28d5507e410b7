/// A key as the view understands it.
public enum WatchKey: Hashable, Sendable {
  /// A character.
  case character(Character)
  /// Tab.
  case tab
  /// Tab with shift.
  case backTab
  /// An arrow to the left.
  case left
  /// An arrow to the right.
  case right
  /// To the beginning.
  case home
  /// To the end.
  case end
  /// Escape.
  case escape
}

/// Reads keys from the bytes that a terminal sends for them.
public struct KeyReader: Sendable {
  /// A sequence that has begun and is not over.
  private var pending: [UInt8] = []
  /// The longest sequence that is waited for.
  private static let sequenceLimit = 16

  /// A reader that has seen nothing.
  public init() {}

  /// The keys of some bytes; what is no key that is known is left out. An escape at the end of
  /// `bytes` is the key of that name. O(bytes).
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
      // A sequence goes on through digits and the like, up to a letter or `~`.
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
