import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout

/// One way to stack views whose contents have intrinsic sizes.
struct StackSetting: Hashable, Sendable {
  /// The size of the stack, compared with the size that its views need.
  enum Room: Hashable, Sendable, CaseIterable {
    /// Determined by its views.
    case free
    /// Five points more than its views need along the axis.
    case tight
    /// Far more than its views need.
    case wide
  }

  var distribution = StackProperties.Distribution.fill
  var alignment = StackProperties.Alignment.fill
  var axis = Axis.horizontal
  var direction = LayoutDirection.leftToRight
  var spacing = 0.0
  var room = Room.free
  var isMarginsRelative = false
  var count = 1

  /// The content of one view of the stack.
  struct Content {
    var size: Size
    var firstBaseline: Double?
    var lastBaseline: Double?
  }

  /// Different sizes along both axes; one content has no baselines.
  static let contents = [
    Content(size: Size(width: 30, height: 20), firstBaseline: 14, lastBaseline: 5),
    Content(size: Size(width: 50, height: 40), firstBaseline: 30, lastBaseline: 8),
    Content(size: Size(width: 20, height: 30)),
    Content(size: Size(width: 60, height: 10), firstBaseline: 8, lastBaseline: 2),
    Content(size: Size(width: 40, height: 50), firstBaseline: 20, lastBaseline: 20),
  ]

  var isRow: Bool { axis == .horizontal }
  /// The content's extent along the axis.
  func along(_ index: Int) -> Double {
    isRow ? Self.contents[index].size.width : Self.contents[index].size.height
  }
  /// The content's extent across the axis.
  func across(_ index: Int) -> Double {
    isRow ? Self.contents[index].size.height : Self.contents[index].size.width
  }

  /// The fixed extents of the stack; nil if it has none.
  var extents: (along: Double, across: Double)? {
    let needed = (0..<count).reduce(0) { $0 + along($1) } + spacing * Double(count - 1)
    let insets = isMarginsRelative ? 8.0 + 8 : 0
    switch room {
    case .free: return nil
    case .tight: return (needed + 5 + insets, 75 + insets)
    case .wide: return (500, 130)
    }
  }
}

/// A stack in a tree, with its views.
struct StackFixture {
  var tree: LayoutTree
  let stack: ViewID
  let views: [ViewID]

  /// The stack at (40, 30), or as far from the right edge in right-to-left layouts.
  init(_ setting: StackSetting) throws {
    // The grid is so fine that rounding does not matter.
    tree = try LayoutTree(screen: Size(width: 1000, height: 1000), scale: 1e9)
    var traits = LayoutTraits()
    traits.direction = setting.direction
    try tree.setTraits(traits)
    stack = try tree.addView(in: .root, name: "stack")
    var views: [ViewID] = []
    for content in StackSetting.contents.prefix(setting.count) {
      let view = try tree.addView(in: stack)
      try tree.update(view) {
        $0.intrinsicSize = PerAxis(
          horizontal: content.size.width, vertical: content.size.height)
        $0.firstBaseline = content.firstBaseline
        $0.lastBaseline = content.lastBaseline
      }
      views.append(view)
    }
    self.views = views
    try arrange(setting)
    let item = LayoutItem.view(stack)
    try tree.add(item.leading.constraint(to: LayoutItem.view(.root).leading, plus: 40))
    try tree.add(item.top.constraint(to: LayoutItem.view(.root).top, plus: 30))
    guard let extents = setting.extents else { return }
    let (width, height) =
      setting.isRow ? (extents.along, extents.across) : (extents.across, extents.along)
    try tree.add(item.width.constraint(toConstant: width))
    try tree.add(item.height.constraint(toConstant: height))
  }

  /// Applies new stacking settings; the stack's own size does not change.
  mutating func arrange(_ setting: StackSetting) throws {
    let views = views
    try tree.update(stack) {
      var properties = StackProperties()
      properties.axis = setting.axis
      properties.distribution = setting.distribution
      properties.alignment = setting.alignment
      properties.spacing = .points(setting.spacing)
      properties.isMarginsRelative = setting.isMarginsRelative
      properties.arranged = views
      $0.stack = properties
    }
  }

  /// Hides the views whose bits are set in `mask`, shows the others, and lays out.
  mutating func layOut(hiding mask: Int) throws -> LayoutReport {
    for (index, view) in views.enumerated() {
      try tree.setHidden(mask & 1 << index != 0, of: view)
    }
    return tree.layoutIfNeeded() ?? LayoutReport()
  }

  /// The edges of the stack and of its views on the screen.
  var frames: [Rect] { ([stack] + views).map { tree.frames[$0.index] } }
}
