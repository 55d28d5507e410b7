import SnapbackBasics

/// Reads the bytes of one binary message from front to back and never beyond its end.
struct PayloadReader {
  /// A problem and its offset in the message.
  struct Fault: Error {
    var offset: Int
    var problem: String
  }

  private let bytes: ArraySlice<UInt8>
  private(set) var at: Int
  private let base: Int

  /// Creates a reader of bytes that begin at offset `base` of their message.
  init(_ bytes: ArraySlice<UInt8>, base: Int) {
    self.bytes = bytes
    at = bytes.startIndex
    self.base = base
  }

  /// The current offset in the message.
  var offset: Int { at - bytes.startIndex + base }
  /// The number of bytes left.
  var left: Int { bytes.endIndex - at }

  func fault(_ problem: String) -> Fault { Fault(offset: offset, problem: problem) }

  /// Reads the next `count` bytes.
  mutating func bytes(_ count: Int, for what: String) throws(Fault) -> ArraySlice<UInt8> {
    guard count <= left else {
      throw fault("\(what) has \(count) bytes, but the message ends after \(left)")
    }
    defer { at += count }
    return bytes[at..<(at + count)]
  }

  /// Returns a reader of the next `count` bytes, and skips them.
  mutating func part(_ count: Int, for what: String) throws(Fault) -> PayloadReader {
    let start = offset
    return PayloadReader(try bytes(count, for: what), base: start)
  }

  mutating func integer<Number: FixedWidthInteger>(
    _ what: String, as type: Number.Type = Number.self
  ) throws(Fault) -> Number {
    var value: Number = 0
    for byte in try bytes(Number.bitWidth / 8, for: what).reversed() {
      value = value << 8 | Number(truncatingIfNeeded: byte)
    }
    return value
  }

  mutating func skip(_ count: Int) throws(Fault) { _ = try bytes(count, for: "a part") }

  /// Reads a finite 64-bit number.
  mutating func number(_ what: String) throws(Fault) -> Double {
    let place = offset
    let value = Double(bitPattern: try integer(what))
    guard value.isFinite else {
      throw Fault(offset: place, problem: "\(what) is \(value), but must be finite")
    }
    return value
  }

  /// Reads a 64-bit number of at least 0, which may be infinite.
  mutating func extent(_ what: String) throws(Fault) -> Double {
    let place = offset
    let value = Double(bitPattern: try integer(what))
    guard value >= 0 else {
      throw Fault(offset: place, problem: "\(what) is \(value), but must be at least 0")
    }
    return value
  }

  /// Reads a finite 32-bit number.
  mutating func short(_ what: String) throws(Fault) -> Double {
    let place = offset
    let value = Double(Float(bitPattern: try integer(what)))
    guard value.isFinite else {
      throw Fault(offset: place, problem: "\(what) is \(value), but must be finite")
    }
    return value
  }

  /// Reads a finite 32-bit number that the message always contains. Returns nil if `isPresent` is
  /// false.
  mutating func short(_ what: String, if isPresent: Bool) throws(Fault) -> Double? {
    let value = try short(what)
    return isPresent ? value : nil
  }

  /// Reads a 64-bit integer. Nil for 0.
  mutating func optionalInteger(_ what: String) throws(Fault) -> UInt64? {
    let value: UInt64 = try integer(what)
    return value == 0 ? nil : value
  }

  /// Reads the index of a view that must precede view `handle`. Nil for "no view".
  mutating func earlier(_ what: String, than handle: Int) throws(Fault) -> Int? {
    let place = self
    let view: UInt32 = try integer(what)
    guard view == .max || view < handle else {
      throw place.fault("view \(handle) has the \(what) \(view), which is not before it")
    }
    return view == .max ? nil : numericCast(view)
  }

  mutating func instant(_ what: String) throws(Fault) -> Instant {
    Instant(nanoseconds: try integer(what))
  }

  mutating func point(_ what: String) throws(Fault) -> Point {
    Point(x: try short(what), y: try short(what))
  }

  mutating func vector(_ what: String) throws(Fault) -> Vector {
    Vector(dx: try short(what), dy: try short(what))
  }

  /// Reads a rectangle as its position and size.
  mutating func rect(_ what: String) throws(Fault) -> Rect {
    Rect(
      x: try short(what), y: try short(what), width: try short(what), height: try short(what))
  }

  mutating func string(_ what: String) throws(Fault) -> String {
    let count: UInt16 = try integer("the length of \(what)")
    let place = offset
    guard let text = String(validating: try bytes(numericCast(count), for: what), as: UTF8.self)
    else { throw Fault(offset: place, problem: "\(what) is not UTF-8") }
    return text
  }

  /// Reads a string. Nil for an empty string.
  mutating func optionalString(_ what: String) throws(Fault) -> String? {
    let text = try string(what)
    return text.isEmpty ? nil : text
  }

  /// Reads a number of elements that have at least `size` bytes each. Skips the 4 bytes after the
  /// number.
  mutating func count(_ what: String, atLeast size: Int) throws(Fault) -> Int {
    try flaggedCount(what, atLeast: size).count
  }

  /// Reads a number of elements that have at least `size` bytes each, and the flags after the
  /// number.
  mutating func flaggedCount(
    _ what: String, atLeast size: Int
  ) throws(Fault) -> (count: Int, flags: UInt32) {
    let place = offset
    let count = Int(clamping: try integer("the number of \(what)", as: UInt32.self))
    let flags: UInt32 = try integer("flags")
    guard count <= left / size else {
      throw Fault(offset: place, problem: "\(count) \(what) do not fit into \(left) bytes")
    }
    return (count, flags)
  }
}
