import SnapbackDocument
import Testing

/// Finds lines and columns from bytes alone, by counting back from an offset.
enum PositionOracle {
  static func position(of offset: Int, in bytes: [UInt8]) -> SourcePosition {
    var line = 1
    var lineStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 3 : 0
    for index in 0..<offset {
      let endsLine =
        bytes[index] == 0x0A
        || (bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
      if endsLine {
        line += 1
        lineStart = index + 1
      }
    }
    let scalars = bytes[lineStart..<offset].count { $0 & 0xC0 != 0x80 }
    return SourcePosition(line: line, column: scalars + 1, offset: offset)
  }

  /// Whether the position of every node and key is right and points at a byte that can start it.
  static func agrees(with node: DocumentNode, in bytes: [UInt8]) -> Bool {
    let offset = node.position.offset
    guard offset < bytes.count, position(of: offset, in: bytes) == node.position else {
      return false
    }
    let rest = bytes[offset...]
    switch node.value {
    case .null: return rest.starts(with: "null".utf8)
    case .boolean(let flag): return rest.starts(with: (flag ? "true" : "false").utf8)
    case .number: return "+-.0123456789".utf8.contains(bytes[offset])
    case .string: return bytes[offset] == 0x22 || bytes[offset] == 0x27
    case .array(let elements):
      return bytes[offset] == 0x5B && elements.allSatisfy { agrees(with: $0, in: bytes) }
    case .object(let members):
      return bytes[offset] == 0x7B
        && members.allSatisfy { member in
          let start = member.keyPosition.offset
          guard start < bytes.count,
            position(of: start, in: bytes) == member.keyPosition
          else { return false }
          let first = bytes[start]
          let fits =
            first == 0x22 || first == 0x27 || first == 0x5C
            || bytes[start...].starts(with: member.key.utf8.prefix(1))
          return fits && agrees(with: member.value, in: bytes)
        }
    }
  }
}
