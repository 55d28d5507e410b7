public import SnapbackDocument
public import SnapbackFrames

/// Documents on the wire: what was read as JSON5 is written as JSON.
extension JSONWriter {
  /// A value with all that is in it, as the value of `key` if given. O(its size).
  public mutating func document(_ node: DocumentNode, _ key: String? = nil) {
    let key = key.map(Self.escaped)
    switch node.value {
    case .null: factor(.nan, key)
    case .boolean(let flag): boolean(flag, key)
    case .number(let number): factor(number, key)
    case .string(let text): string(text, key)
    case .array(let items):
      beginArray(key)
      for item in items { document(item) }
      endArray()
    case .object(let members):
      beginObject(key)
      for member in members { document(member.value, member.key) }
      endObject()
    }
  }

  /// A key as it stands between quotation marks.
  private static func escaped(_ key: String) -> String {
    let needsNothing = key.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    guard !needsNothing else { return key }
    var writer = JSONWriter(precision: .shortest)
    writer.string(key)
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
