public import SnapbackDocument

/// Writes parsed JSON5 documents as JSON.
extension JSONWriter {
  /// Writes a node with its contents, as the value of `key` if given. O(size of the node).
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

  /// Writes nodes as an array, which is the value of `key`.
  public mutating func documents(_ nodes: [DocumentNode], _ key: String) {
    beginArray(key)
    for node in nodes { document(node) }
    endArray()
  }

  /// Escapes a key for use between quotation marks.
  private static func escaped(_ key: String) -> String {
    let needsNothing = key.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    guard !needsNothing else { return key }
    var writer = JSONWriter(precision: .shortest)
    writer.string(key)
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
