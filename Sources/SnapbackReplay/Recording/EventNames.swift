import SnapbackTouches

/// Looks up numbers by the kernel's names, and names by numbers.
enum EventNames {
  private static let types = numbers(EventNameTable.types, prefix: "EV_")
  private static let codes: [UInt16: [String: UInt16]] = [
    0x00: numbers(EventNameTable.synchronizations, prefix: "SYN_"),
    0x01: numbers(EventNameTable.keys, prefix: "", radix: 16),
    0x02: numbers(EventNameTable.relativeAxes, prefix: "REL_"),
    0x03: numbers(EventNameTable.axes, prefix: "ABS_"),
    0x04: numbers(EventNameTable.miscellaneous, prefix: "MSC_"),
    0x05: numbers(EventNameTable.switches, prefix: "SW_"),
    0x11: numbers(EventNameTable.lights, prefix: "LED_"),
    0x12: numbers(EventNameTable.sounds, prefix: "SND_"),
    0x14: numbers(EventNameTable.repeats, prefix: "REP_"),
  ]
  private static let properties = numbers(EventNameTable.properties, prefix: "INPUT_PROP_")
  private static let axisNames: [UInt16: String] = {
    var names: [UInt16: String] = [:]
    for (name, code) in codes[EventCode.absolute] ?? [:] {
      // If a code has several names, use the alphabetically first one.
      if let known = names[code], known < name { continue }
      names[code] = name
    }
    return names
  }()

  /// Returns the number of an event type, given by name or four hexadecimal digits.
  static func type(_ text: String) -> UInt16? {
    types[text] ?? number(text).flatMap { $0 <= EventCode.greatestType ? $0 : nil }
  }

  /// Returns the number of a code of `type`, given by name or four hexadecimal digits.
  static func code(_ text: String, type: UInt16) -> UInt16? {
    codes[type]?[text] ?? number(text)
  }

  /// Returns the number of a property, given by name or four hexadecimal digits.
  static func property(_ text: String) -> UInt16? {
    properties[text] ?? number(text).flatMap { $0 < 64 ? $0 : nil }
  }

  /// Returns the name of an absolute axis, or `ABS_` with its hexadecimal code if the axis has no
  /// name.
  static func axis(_ code: UInt16) -> String {
    axisNames[code] ?? "ABS_" + String(code, radix: 16)
  }

  private static func number(_ text: String) -> UInt16? {
    text.utf8.count == 4 ? UInt16(text, radix: 16) : nil
  }

  private static func numbers(
    _ table: String, prefix: String, radix: Int = 10
  ) -> [String: UInt16] {
    var result: [String: UInt16] = [:]
    var name: String?
    for word in table.split(separator: " ") {
      if let known = name {
        result[prefix + known] = UInt16(word, radix: radix)
        name = nil
      } else {
        name = String(word)
      }
    }
    return result
  }
}
