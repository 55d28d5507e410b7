/// The lines of a recording by `libinput record`, with one record in each.
///
/// If the end of a line is lost, YAML rejects the line or, if the line contains a comment, skips
/// the records behind it without an error. Such a line is split before each record, which is
/// indented as `libinput record` indents it.
public struct LibinputLines: Sendable {
  /// The kind of a record, determined by its first characters.
  private enum Kind {
    /// `- node:`, a device.
    case device
    /// `codes:`, `absinfo:` or `properties:`.
    case section
    /// `N: [`, a list of codes or an axis.
    case entry
    /// `events:`.
    case events
    /// A comment in a line of its own.
    case comment
    /// `- evdev:`, a frame.
    case frame
    /// `- [`, an event.
    case row
  }

  /// The text with one record per line.
  public private(set) var bytes: [UInt8] = []
  /// The numbers of the lines in ``bytes`` that begin where the file has lost the end of a line.
  private var added: [Int] = []
  private var merged = MergedLines()

  /// Splits the lines of a file.
  public init(_ bytes: [UInt8]) {
    var lines = LineIterator(bytes)
    var kept = 0
    var number = 0
    while let line = lines.next() {
      number += 1
      guard line.count <= LineIterator.lengthLimit, let first = Self.firstRecord(bytes, line) else {
        continue
      }
      var (kind, column) = (first.kind, first.place - line.lowerBound)
      var isSplit = false
      for (next, place) in Self.laterRecords(bytes, first.place..<line.upperBound) {
        column = Self.column(of: next, after: kind, at: column)
        kind = next
        self.bytes += bytes[kept..<place]
        self.bytes.append(UInt8(ascii: "\n"))
        self.bytes += repeatElement(UInt8(ascii: " "), count: column)
        kept = place
        added.append(number + added.count + 1)
        isSplit = true
      }
      if isSplit { merged.note(line: number) }
    }
    self.bytes += bytes[kept...]
  }

  /// The number in the file of a line in ``bytes``. O(log lines that were split).
  public func source(of line: Int) -> Int {
    var (low, high) = (0, added.count)
    while low < high {
      let middle = (low + high) / 2
      if added[middle] <= line { low = middle + 1 } else { high = middle }
    }
    return line - low
  }

  /// The warning about the lines that were split, if there are any.
  var warnings: [String] { merged.warnings }

  /// The first record of a line, if the line begins with one.
  private static func firstRecord(
    _ bytes: [UInt8], _ line: Range<Int>
  ) -> (kind: Kind, place: Int)? {
    guard let place = line.first(where: { bytes[$0] != 0x20 }),
      let kind = kind(LineCursor(bytes, place..<line.upperBound))
    else { return nil }
    return (kind, place)
  }

  /// The records of a line after the first one. They begin outside of brackets.
  private static func laterRecords(
    _ bytes: [UInt8], _ line: Range<Int>
  ) -> [(kind: Kind, place: Int)] {
    var records: [(kind: Kind, place: Int)] = []
    var isInList = false
    var last = line.lowerBound
    for place in line {
      switch bytes[place] {
      case UInt8(ascii: "["): isInList = true
      case UInt8(ascii: "]"): isInList = false
      default:
        // Digits in the middle of a number do not begin a record.
        guard !isInList, place > last, !isDigit(bytes[place - 1]) || !isDigit(bytes[place]),
          let kind = kind(LineCursor(bytes, place..<line.upperBound))
        else { continue }
        records.append((kind, place))
        last = place
      }
    }
    return records
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// The kind of the record that begins here; nil if none does.
  private static func kind(_ line: LineCursor) -> Kind? {
    var line = line
    switch line.peek {
    case UInt8(ascii: "-"):
      _ = line.next()
      line.skipBlanks()
      if line.take("[") { return .row }
      return line.take("evdev:") ? .frame : line.take("node:") ? .device : nil
    case UInt8(ascii: "#"):
      return line.take("# Current time ") || line.take("# Touch device ") ? .comment : nil
    case UInt8(ascii: "e"): return line.take("events:") ? .events : nil
    case UInt8(ascii: "c"): return line.take("codes:") ? .section : nil
    case UInt8(ascii: "a"): return line.take("absinfo:") ? .section : nil
    case UInt8(ascii: "p"): return line.take("properties:") ? .section : nil
    case let byte? where isDigit(byte):
      guard line.decimal() != nil, line.take(":") else { return nil }
      line.skipBlanks()
      return line.take("[") ? .entry : nil
    default: return nil
    }
  }

  /// The column of a record that follows a record of another kind in the same line.
  private static func column(of kind: Kind, after last: Kind, at column: Int) -> Int {
    switch (last, kind) {
    // libinput indents rows by four spaces, frames and the lists of a device by two.
    case (_, .device): 0
    case (.frame, .row), (.section, .entry): column + 2
    case (.row, .frame), (.row, .comment), (.entry, .section): max(0, column - 2)
    case (_, .events): 2
    default: column
    }
  }
}
