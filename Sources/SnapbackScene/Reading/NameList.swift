/// Names in insertion order. Adding, removing and finding a name are each O(1).
struct NameList {
  private var order: [String]
  private var present: Set<String>

  /// Makes a list of names; duplicates are dropped.
  init(_ names: [String] = []) {
    order = names
    present = Set(names)
  }

  /// Whether the list contains a name.
  func contains(_ name: String) -> Bool { present.contains(name) }

  /// Adds a name; returns false if the list already contains it.
  @discardableResult
  mutating func insert(_ name: String) -> Bool {
    guard present.insert(name).inserted else { return false }
    order.append(name)
    return true
  }

  /// Removes a name.
  mutating func remove(_ name: String) { present.remove(name) }

  /// The names in insertion order, without duplicates. O(names ever added).
  var names: [String] {
    var left = present
    return order.filter { left.remove($0) != nil }
  }
}
