/// The elements of an array while a patch is merged into it: a linked list with an index of names.
///
/// Finding, adding, moving and removing an element are each O(1).
struct NamedElements {
  private var nodes: [DocumentNode]
  /// The indices of each element's neighbors; index 0 stands for both ends of the list.
  private var next: [Int]
  private var previous: [Int]
  private var places: [String: Int] = [:]

  private static var ends: Int { 0 }

  /// Makes a list of the elements in their order. Of several elements with the same name, the index
  /// contains the first.
  init(_ elements: [DocumentNode]) {
    // Index 0 stands for both ends of the list.
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

  /// The index of the element with a name. It is valid until this element is removed.
  func index(of name: String) -> Int? { places[name] }

  /// Adds an element at the end.
  mutating func append(_ element: DocumentNode, named name: String) {
    insert(element, named: name, before: Self.ends)
  }

  /// Inserts an element in front of the one at index `target`.
  mutating func insert(_ element: DocumentNode, named name: String, before target: Int) {
    let place = nodes.count
    nodes.append(element)
    next.append(target)
    previous.append(previous[target])
    next[previous[target]] = place
    previous[target] = place
    places[name] = place
  }

  /// Removes an element.
  mutating func remove(_ place: Int) {
    next[previous[place]] = next[place]
    previous[next[place]] = previous[place]
    if let name = nodes[place].identity { places[name] = nil }
  }

  /// The elements in order. O(elements).
  var elements: [DocumentNode] {
    var list: [DocumentNode] = []
    var place = next[Self.ends]
    while place != Self.ends {
      list.append(nodes[place])
      place = next[place]
    }
    return list
  }

  /// The error for a name that no element has. Its hint is the most similar existing name.
  func unknown(_ name: String, in element: DocumentNode, file: String) -> DocumentError {
    element.unknownName(name, of: "element", in: elements.compactMap(\.identity), file: file)
  }
}
