import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout

/// Stacks in a screen of 1000 by 1000 points, for frames worked out by hand.
struct StackBench {
  var tree: LayoutTree
  /// The report of the last pass.
  private(set) var report = LayoutReport()

  init(direction: LayoutDirection = .leftToRight) throws {
    tree = try LayoutTree(screen: Size(width: 1000, height: 1000), scale: 1e6)
    var traits = LayoutTraits()
    traits.direction = direction
    try tree.setTraits(traits)
  }

  /// A stack at the screen's top leading corner, with an optional width and height.
  mutating func stack(
    _ axis: Axis, width: Double? = nil, height: Double? = nil
  ) throws -> ViewID {
    let stack = try nestedStack(axis, in: .root)
    let item = LayoutItem.view(stack)
    try tree.add(item.leading.constraint(to: LayoutItem.view(.root).leading))
    try tree.add(item.top.constraint(to: LayoutItem.view(.root).top))
    if let width { try tree.add(item.width.constraint(toConstant: width)) }
    if let height { try tree.add(item.height.constraint(toConstant: height)) }
    return stack
  }

  /// A stack without constraints on its position.
  mutating func nestedStack(_ axis: Axis, in parent: ViewID) throws -> ViewID {
    let stack = try tree.addView(in: parent)
    try tree.update(stack) {
      $0.stack = StackProperties()
      $0.stack?.axis = axis
    }
    if parent != .root { try append(stack, to: parent) }
    return stack
  }

  /// Adds a view with a content at the end of a stack.
  @discardableResult
  mutating func view(
    _ width: Double?, _ height: Double?, in stack: ViewID,
    _ change: (inout ViewProperties) -> Void = { _ in }
  ) throws -> ViewID {
    let view = try tree.addView(in: stack)
    try tree.update(view) {
      $0.intrinsicSize = PerAxis(horizontal: width, vertical: height)
      change(&$0)
    }
    try append(view, to: stack)
    return view
  }

  /// Adds a line of text at the end of a stack.
  @discardableResult
  mutating func text(
    _ string: String, _ style: TextStyle = .body, lineLimit: Int = 1, in stack: ViewID
  ) throws -> ViewID {
    try view(nil, nil, in: stack) {
      $0.text = TextContent(string, style: style, lineLimit: lineLimit)
    }
  }

  private mutating func append(_ view: ViewID, to stack: ViewID) throws {
    try arrange(stack) { $0.arranged.append(view) }
  }

  /// Changes how a stack arranges its views.
  mutating func arrange(_ stack: ViewID, _ change: (inout StackProperties) -> Void) throws {
    try tree.update(stack) {
      guard var properties = $0.stack else { return }
      change(&properties)
      $0.stack = properties
    }
  }

  mutating func layOut() {
    report = tree.layoutIfNeeded() ?? LayoutReport()
  }

  func frame(_ view: ViewID) -> Rect { tree.frames[view.index] }

  /// Left and right edges.
  func across(_ views: [ViewID]) -> [[Double]] {
    views.map { [frame($0).left, frame($0).right] }
  }

  /// Top and bottom edges.
  func down(_ views: [ViewID]) -> [[Double]] {
    views.map { [frame($0).top, frame($0).bottom] }
  }
}
