/// A set of indices below a bound, in ascending order.
///
/// It stores a bit for each index, and a bit for each word of 64 indices that has a member.
/// Inserting, removing and testing an index are O(1), finding the next member is O(bound / 4096),
/// and visiting all members is O(members + bound / 4096). Only the initializer allocates.
///
/// The methods are inlinable, because loops over members call them for each member.
public struct OrderedIndices: Sendable {
  /// A bit for each index.
  @usableFromInline var words: [UInt64]
  /// A bit for each word that is not 0.
  @usableFromInline var summary: [UInt64]

  /// Creates an empty set for the indices below `bound`. A bound below 0 counts as 0.
  public init(below bound: Int) {
    words = Array(repeating: 0, count: Self.wordCount(Swift.max(0, bound)))
    summary = Array(repeating: 0, count: Self.wordCount(words.count))
  }

  private static func wordCount(_ bits: Int) -> Int { (bits + 63) / 64 }

  /// Whether the set has no members. O(bound / 4096).
  @inlinable public var isEmpty: Bool { first(from: 0) == nil }

  /// Whether an index is a member.
  @inlinable
  public func contains(_ index: Int) -> Bool {
    words[index &>> 6] & Self.bit(index) != 0
  }

  /// Adds an index, which must be below the bound.
  @inlinable
  public mutating func insert(_ index: Int) {
    if contains(index) { return }
    let word = index &>> 6
    words[word] |= Self.bit(index)
    summary[word &>> 6] |= Self.bit(word)
  }

  /// Removes an index, which must be below the bound.
  @inlinable
  public mutating func remove(_ index: Int) {
    let word = index &>> 6
    words[word] &= ~Self.bit(index)
    if words[word] == 0 { summary[word &>> 6] &= ~Self.bit(word) }
  }

  /// Removes all members. O(members + bound / 4096).
  public mutating func removeAll() {
    for place in summary.indices {
      while summary[place] != 0 {
        let bit = summary[place].trailingZeroBitCount
        words[place * 64 + bit] = 0
        summary[place] &= summary[place] - 1
      }
    }
  }

  /// The smallest member that is at least `start`; nil if there is none. `start` must not be
  /// negative, but may be beyond the bound.
  ///
  /// A loop that continues with `first(from: index + 1)` may insert and remove members.
  @inlinable
  public func first(from start: Int) -> Int? {
    let word = start &>> 6
    guard word < words.count else { return nil }
    let rest = words[word] & (~0 &<< UInt64(truncatingIfNeeded: start))
    if rest != 0 { return word &<< 6 | rest.trailingZeroBitCount }
    guard word + 1 < words.count, let next = firstWord(from: word + 1) else { return nil }
    return next &<< 6 | words[next].trailingZeroBitCount
  }

  /// The first word that is not 0, at or after `start`.
  @usableFromInline
  func firstWord(from start: Int) -> Int? {
    var place = start &>> 6
    guard place < summary.count else { return nil }
    var rest = summary[place] & (~0 &<< UInt64(truncatingIfNeeded: start))
    while rest == 0 {
      place += 1
      guard place < summary.count else { return nil }
      rest = summary[place]
    }
    return place &<< 6 | rest.trailingZeroBitCount
  }

  @inlinable
  static func bit(_ index: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: index)
  }
}

/// Visits the members in ascending order.
extension OrderedIndices: Sequence {
  /// The members from a member on.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let indices: OrderedIndices
    @usableFromInline var place = 0

    @usableFromInline init(_ indices: OrderedIndices) { self.indices = indices }

    /// The next member; nil after the last one.
    @inlinable
    public mutating func next() -> Int? {
      guard let index = indices.first(from: place) else { return nil }
      place = index + 1
      return index
    }
  }

  /// An iterator over the present members. Changing the set while the iterator exists copies it.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(self) }
}
