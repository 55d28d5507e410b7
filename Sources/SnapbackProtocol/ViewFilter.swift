/// Which views a client wants to hear of, by their names.
///
/// A pattern is a name. With `*` at its end it stands for all names that begin with what is before
/// the star; a star elsewhere is a character like any other. Names are compared byte by byte.
public struct ViewFilter: Equatable, Sendable {
  /// Lets everything pass.
  public static let all = ViewFilter(["*"])

  /// Names, in order.
  private let names: [[UInt8]]
  /// Beginnings, in order; none of them begins with another.
  private let beginnings: [[UInt8]]

  /// A filter that lets pass what fits one of `patterns`; no pattern lets nothing pass.
  ///
  /// - Complexity: O(n log n) in the number of patterns.
  public init(_ patterns: some Sequence<String>) {
    var names: [[UInt8]] = []
    var beginnings: [[UInt8]] = []
    for pattern in patterns {
      let bytes = Array(pattern.utf8)
      if bytes.last == UInt8(ascii: "*") {
        beginnings.append(Array(bytes.dropLast()))
      } else {
        names.append(bytes)
      }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    beginnings.sort { $0.lexicographicallyPrecedes($1) }
    var kept: [[UInt8]] = []
    // In this order everything that begins with a beginning follows it.
    for beginning in beginnings where !(kept.last.map { beginning.starts(with: $0) } ?? false) {
      kept.append(beginning)
    }
    self.names = names
    self.beginnings = kept
  }

  /// Whether every name passes.
  public var isAll: Bool { beginnings.first?.isEmpty ?? false }

  /// Whether a view of this name passes. O(log patterns · name).
  ///
  /// It is meant to be asked once for each view and snapshot, not for each frame.
  public func matches(_ name: String) -> Bool {
    if isAll { return true }
    let bytes = Array(name.utf8)
    if let nearest = Self.last(notAfter: bytes, in: beginnings), bytes.starts(with: nearest) {
      return true
    }
    return Self.last(notAfter: bytes, in: names) == bytes
  }

  private static func last(notAfter name: [UInt8], in sorted: [[UInt8]]) -> [UInt8]? {
    let place = sorted.partitioningIndex { name.lexicographicallyPrecedes($0) }
    return place > 0 ? sorted[place - 1] : nil
  }
}
