/// An index of the keys of an object: finds the member with a key.
///
/// Most objects have few keys. Comparing few keys is cheaper than hashing.
struct KeyPlaces: Sendable {
  /// The maximum number of keys that are compared. If there are more, keys are hashed.
  private static let few = 16

  private var places: [String: Int] = [:]

  /// Makes an empty index.
  init() {}

  /// Indexes the keys of `members`.
  init(_ members: [DocumentNode.Member]) {
    if members.count > Self.few { hash(members, from: 0) }
  }

  /// Indexes the last member after it was appended.
  mutating func noteLast(of members: [DocumentNode.Member]) {
    guard members.count > Self.few else { return }
    hash(members, from: places.count)
  }

  private mutating func hash(_ members: [DocumentNode.Member], from start: Int) {
    for place in start..<members.count { places[members[place].key] = place }
  }

  /// The index of a key among the members; nil if it is absent.
  func index(of key: String, in members: [DocumentNode.Member]) -> Int? {
    guard members.count <= Self.few else { return places[key] }
    for place in members.indices where members[place].key == key { return place }
    return nil
  }
}
