/// Converts times to and from text: clock values, and the time of day in UTC.
enum UTCTime {
  private static let second: Int64 = 1_000_000_000

  /// Parses a clock value such as `4711.000000000`; returns nil if it is invalid.
  static func clock(_ text: String) -> Int64? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let bytes = Array(text.utf8.dropFirst(isNegative ? 1 : 0))
    var cursor = LineCursor(bytes, bytes.indices)
    guard let stamp = cursor.stamp(), cursor.isAtEnd else { return nil }
    return isNegative ? -stamp : stamp
  }

  /// Returns a clock value as text, in seconds with nine decimals.
  static func text(clock: Int64) -> String {
    let magnitude = clock.magnitude
    let sign = clock < 0 ? "-" : ""
    return sign + String(magnitude / second.magnitude) + "."
      + padded(magnitude % second.magnitude, digits: 9)
  }

  /// Returns nanoseconds since 1970 as a date and time in RFC 3339 format.
  static func text(_ nanoseconds: Int64) -> String {
    let day = 86_400 * second
    var days = nanoseconds / day
    var rest = nanoseconds % day
    if rest < 0 {
      days -= 1
      rest += day
    }
    let (year, month, dayOfMonth) = date(days)
    let seconds = rest / second
    return padded(year.magnitude, digits: 4) + "-" + padded(month.magnitude, digits: 2) + "-"
      + padded(dayOfMonth.magnitude, digits: 2) + "T"
      + padded((seconds / 3600).magnitude, digits: 2) + ":"
      + padded((seconds / 60 % 60).magnitude, digits: 2) + ":"
      + padded((seconds % 60).magnitude, digits: 2) + "."
      + padded((rest % second).magnitude, digits: 9) + "Z"
  }

  /// Parses a date and time in the format of ``text(_:)`` as nanoseconds since 1970.
  static func nanoseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    let signs: [(Int, Character)] = [
      (4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "."), (29, "Z"),
    ]
    guard bytes.count == 30, signs.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }) else {
      return nil
    }
    func number(_ start: Int, _ count: Int) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[start..<(start + count)] {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        value = value * 10 + Int64(truncatingIfNeeded: byte &- 48)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let seconds = number(17, 2),
      let part = number(20, 9), (1678...2261).contains(year), (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, seconds < 60
    else { return nil }
    let whole = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + seconds
    return whole * second + part
  }

  // These functions use the civil calendar with years that begin on 1 March, so that a leap day is
  // the last day of a year. There are 719 468 days between the start of year 0 in this calendar and
  // 1970. Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // All times that fit into an Int64 of nanoseconds are after year 0.
    let z = days + 719_468
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// Returns decimal digits with leading zeros.
  static func padded(_ value: UInt64, digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
