/// The elements of an array while a patch is merged into it: a linked list with an index of names.
///
/// Finding, adding, moving and removing an element is O(1).
struct NamedElements {
  private var nodes: [DocumentNode]
  /// The places of the neighbours of each element; the last place stands for both ends.
  private var next: [Int]
  private var previous: [Int]
  private var places: [String: Int] = [:]

  private static var ends: Int { 0 }

  /// The elements of an array in their order; of elements of one name, the first is found.
  init(_ elements: [DocumentNode]) {
    // Place 0 stands for both ends of the list.
    nodes = [DocumentNode(value: .null, position: .start, path: .root)] + elements
    next = Array(1...nodes.count)
    next[nodes.count - 1] = Self.ends
    previous = Array(-1..<nodes.count - 1)
    previous[Self.ends] = nodes.count - 1
    for (index, element) in elements.enumerated() {
      guard let name = element.identity, places[name] == nil else { continue }
      places[name] = index + 1
    }
  }

  subscript(place: Int) -> DocumentNode {
    get { nodes[place] }
    set { nodes[place] = newValue }
  }

  /// The place of the element with a name; valid until that element is removed.
  func place(of name: String) -> Int? { places[name] }

  /// Adds an element at the end.
  mutating func append(_ element: DocumentNode, named name: String) {
    insert(element, named: name, before: Self.ends)
  }

  /// Adds an element in front of the one at `target`.
  mutating func insert(_ element: DocumentNode, named name: String, before target: Int) {
    let place = nodes.count
    nodes.append(element)
    next.append(target)
    previous.append(previous[target])
    next[previous[target]] = place
    previous[target] = place
    places[name] = place
  }

  /// Takes an element out.
  mutating func remove(_ place: Int) {
    next[previous[place]] = next[place]
    previous[next[place]] = previous[place]
    if let name = nodes[place].identity { places[name] = nil }
  }

  /// The elements in their order. O(elements).
  var elements: [DocumentNode] {
    var list: [DocumentNode] = []
    var place = next[Self.ends]
    while place != Self.ends {
      list.append(nodes[place])
      place = next[place]
    }
    return list
  }

  /// The error for a name that no element has, with the names that there are.
  func unknown(_ name: String, in element: DocumentNode, file: String) -> DocumentError {
    element.unknownName(name, of: "element", in: elements.compactMap(\.identity), file: file)
  }
}
