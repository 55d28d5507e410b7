/// Names in the order in which they were added. Adding, removing and finding one is O(1).
struct NameList {
  private var order: [String]
  private var present: Set<String>

  /// A list of names; a name that is given twice is in it once.
  init(_ names: [String] = []) {
    order = names
    present = Set(names)
  }

  /// Whether the list has a name.
  func contains(_ name: String) -> Bool { present.contains(name) }

  /// Adds a name; false if the list has it already.
  @discardableResult
  mutating func insert(_ name: String) -> Bool {
    guard present.insert(name).inserted else { return false }
    order.append(name)
    return true
  }

  /// Takes a name out.
  mutating func remove(_ name: String) { present.remove(name) }

  /// The names in their order, each once. O(names ever added).
  var names: [String] {
    var left = present
    return order.filter { left.remove($0) != nil }
  }
}
