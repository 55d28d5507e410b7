import SnapbackBasics
import SnapbackLayout
import Testing

/// A layout tree with named views and guides, for tests that lay out by constraints.
struct Sketch {
  var tree: LayoutTree
  private var items: [String: LayoutItem] = ["screen": .view(.root)]

  init(_ width: Double, _ height: Double) throws {
    tree = try LayoutTree(screen: Size(width: width, height: height))
  }

  /// Adds a view with the given properties.
  mutating func add(
    _ name: String, in parent: String = "screen", scrolls: Bool = false,
    _ change: (inout ViewProperties) -> Void = { _ in }
  ) throws {
    let id = try tree.addView(in: view(parent), name: name, scrolls: scrolls)
    items[name] = .view(id)
    try tree.update(id, change)
  }

  /// Adds a guide.
  mutating func addGuide(_ name: String, in owner: String = "screen") throws {
    items[name] = .guide(try tree.addGuide(in: view(owner), name: name))
  }

  /// Adds constraints; the text of each is its identifier.
  mutating func rules(_ texts: String...) throws {
    for text in texts {
      let rule = try ConstraintExpression(parsing: text)
      try tree.add(rule.resolve(identifier: text) { items[$0] })
    }
  }

  /// Constrains a view's left and top edges and its size in its parent.
  mutating func place(
    _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) throws {
    let view = view(name)
    let numbers: [(LayoutAttribute, Double)] = [
      (.left, x), (.top, y), (.width, width), (.height, height),
    ]
    for (attribute, number) in numbers {
      try tree.add(
        LayoutConstraint(
          identifier: "\(name) \(attribute)", first: Anchor(view, attribute), constant: number))
    }
  }

  mutating func setProperties(
    of name: String, _ change: (inout ViewProperties) -> Void
  ) throws {
    try tree.update(view(name), change)
  }

  mutating func setTraits(_ change: (inout LayoutTraits) -> Void) throws {
    var traits = tree.traits
    change(&traits)
    try tree.setTraits(traits)
  }

  /// The view with a name; the screen if none has it.
  func view(_ name: String) -> ViewID {
    guard case .view(let view)? = items[name] else { return .root }
    return view
  }

  /// Lays out, then expects a view's position on the screen and its size, within 10⁻⁶.
  mutating func expect(
    _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ place: SourceLocation = #_sourceLocation
  ) {
    tree.layoutIfNeeded()
    let frame = tree.exactFrame(of: view(name))
    #expect(frame.isAt(x, y, width, height), "\(name) is at \(frame)", sourceLocation: place)
  }

  /// Lays out, then expects no conflicts and no ambiguities.
  mutating func expectClean(_ place: SourceLocation = #_sourceLocation) {
    tree.setNeedsLayout()
    #expect(tree.layoutIfNeeded()?.warnings == [], sourceLocation: place)
    #expect(tree.ambiguities().map(\.description) == [], sourceLocation: place)
  }
}
