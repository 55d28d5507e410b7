/// Where the keys of an object stand among its members.
///
/// Objects have few keys as a rule, and to compare a key with those costs less than to hash it.
struct KeyPlaces: Sendable {
  /// How many keys are compared; with more they are hashed.
  private static let few = 16

  private var places: [String: Int] = [:]

  /// Places of no keys.
  init() {}

  /// Places of the keys of these members.
  init(_ members: [DocumentNode.Member]) {
    if members.count > Self.few { hash(members, from: 0) }
  }

  /// Takes note of a member that was put behind the others.
  mutating func noteLast(of members: [DocumentNode.Member]) {
    guard members.count > Self.few else { return }
    hash(members, from: places.count)
  }

  private mutating func hash(_ members: [DocumentNode.Member], from start: Int) {
    for place in start..<members.count { places[members[place].key] = place }
  }

  /// Where a key stands among the members; nil where it does not.
  func place(of key: String, in members: [DocumentNode.Member]) -> Int? {
    guard members.count <= Self.few else { return places[key] }
    for place in members.indices where members[place].key == key { return place }
    return nil
  }
}
