/// The views that a client wants to receive, as patterns of their names.
///
/// A pattern is a name. If it ends with `*`, it matches all names that begin with the part before
/// the star. Elsewhere, a star is an ordinary character. Names are compared byte by byte.
public struct ViewFilter: Equatable, Sendable {
  /// The filter that matches every name.
  public static let all = ViewFilter(["*"])

  /// The names, sorted.
  private let names: [[UInt8]]
  /// The prefixes, sorted. None is a prefix of another.
  private let beginnings: [[UInt8]]

  /// Creates a filter for names that match one of `patterns`. Without patterns, no name matches.
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
    // In sorted order, all strings that begin with a prefix follow this prefix.
    for beginning in beginnings where !(kept.last.map { beginning.starts(with: $0) } ?? false) {
      kept.append(beginning)
    }
    self.names = names
    self.beginnings = kept
  }

  /// Whether every name matches.
  public var isAll: Bool { beginnings.first?.isEmpty ?? false }

  /// Whether a view of this name matches. O(log patterns · name).
  ///
  /// Call this once per view and snapshot, not once per frame.
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
