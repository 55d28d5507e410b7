import SnapbackGeometry
import SnapbackLayout
import Testing

/// A layout tree whose views and guides have names, for tests that draw by rules.
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

  /// Adds constraints; each is called what it says.
  mutating func rules(_ texts: String...) throws {
    for text in texts {
      let rule = try ConstraintExpression(parsing: text)
      try tree.add(rule.resolve(identifier: text) { items[$0] })
    }
  }

  /// Places a view in its parent by its left and top edges and its size.
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

  /// The view with a name; the screen if there is none.
  func view(_ name: String) -> ViewID {
    guard case .view(let view)? = items[name] else { return .root }
    return view
  }

  /// Expects a view, after layout, at x, y on the screen with a width and height, within 10⁻⁶.
  mutating func expect(
    _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ place: SourceLocation = #_sourceLocation
  ) {
    tree.layoutIfNeeded()
    let frame = tree.exactFrame(of: view(name))
    #expect(frame.isAt(x, y, width, height), "\(name) is at \(frame)", sourceLocation: place)
  }

  /// Expects that after layout everything holds and nothing is open.
  mutating func expectClean(_ place: SourceLocation = #_sourceLocation) {
    tree.setNeedsLayout()
    #expect(tree.layoutIfNeeded()?.warnings == [], sourceLocation: place)
    #expect(tree.ambiguities().map(\.description) == [], sourceLocation: place)
  }
}
