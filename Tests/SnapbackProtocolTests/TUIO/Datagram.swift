/// A bundle of TUIO messages, parsed without the writer's code.
struct Datagram {
  struct Cursor: Hashable {
    var number: Int32
    var x: Float
    var y: Float
    var dx: Float
    var dy: Float
    var acceleration: Float
  }

  var source: String?
  var alive: [Int32] = []
  var cursors: [Cursor] = []
  var sequence: Int32?
  /// The commands in their order.
  var order: [String] = []

  private enum Value: Hashable {
    case integer(Int32)
    case float(Float)
    case string(String)
  }

  /// Parses a bundle; nil if it violates OSC or has anything but cursor messages.
  init?(_ bytes: [UInt8]) {
    guard bytes.count.isMultiple(of: 4), Array(bytes.prefix(8)) == Array("#bundle\0".utf8),
      Array(bytes[8..<16]) == [0, 0, 0, 0, 0, 0, 0, 1]
    else { return nil }
    var place = 16
    while place < bytes.count {
      let length = Int(Self.word(bytes, place))
      place += 4
      guard place + length <= bytes.count, length.isMultiple(of: 4),
        take(Array(bytes[place..<(place + length)]))
      else { return nil }
      place += length
    }
  }

  private mutating func take(_ message: [UInt8]) -> Bool {
    var place = 0
    guard Self.text(message, &place) == "/tuio/2Dcur", let types = Self.text(message, &place),
      types.first == ","
    else { return false }
    var values: [Value] = []
    for type in types.dropFirst() {
      switch type {
      case "i":
        values.append(.integer(Int32(bitPattern: Self.word(message, place))))
        place += 4
      case "f":
        values.append(.float(Float(bitPattern: Self.word(message, place))))
        place += 4
      case "s":
        guard let text = Self.text(message, &place) else { return false }
        values.append(.string(text))
      default: return false
      }
    }
    guard place == message.count, case .string(let command) = values.first else { return false }
    order.append(command)
    return take(command, Array(values.dropFirst()))
  }

  private mutating func take(_ command: String, _ values: [Value]) -> Bool {
    let integers = values.compactMap { if case .integer(let value) = $0 { value } else { nil } }
    let floats = values.compactMap { if case .float(let value) = $0 { value } else { nil } }
    switch command {
    case "source":
      guard values.count == 1, case .string(let text) = values[0] else { return false }
      source = text
    case "alive":
      guard integers.count == values.count else { return false }
      alive = integers
    case "set":
      guard integers.count == 1, floats.count == 5, case .integer = values[0] else { return false }
      cursors.append(
        Cursor(
          number: integers[0], x: floats[0], y: floats[1], dx: floats[2], dy: floats[3],
          acceleration: floats[4]))
    case "fseq":
      guard integers.count == 1 else { return false }
      sequence = integers[0]
    default: return false
    }
    return true
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func text(_ bytes: [UInt8], _ place: inout Int) -> String? {
    guard let end = bytes[place...].firstIndex(of: 0) else { return nil }
    let text = String(decoding: bytes[place..<end], as: UTF8.self)
    place = (end / 4 + 1) * 4
    return place <= bytes.count ? text : nil
  }
}
