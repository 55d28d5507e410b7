import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

/// The connected sets of constraints, compared with what a constraint really moves.
@Suite struct LayoutConnectionsTests {
  private static let attributes: [LayoutAttribute] = [
    .left, .top, .right, .bottom, .width, .height,
  ]

  /// An edge relative to the parent, or a size.
  private func value(_ attribute: LayoutAttribute, of view: ViewID, in tree: LayoutTree) -> Double {
    let frame = tree.unroundedFrame(of: view)
    let outer = tree.unroundedFrame(of: tree.parent(of: view) ?? .root)
    switch attribute {
    case .left: return frame.left - outer.left
    case .top: return frame.top - outer.top
    case .right: return frame.right - outer.left
    case .bottom: return frame.bottom - outer.top
    case .width: return frame.size.width
    default: return frame.size.height
    }
  }

  /// A layout of six views with random constraints along both axes.
  private func randomTree(_ generator: inout SeededGenerator) throws -> LayoutTree {
    var tree = try LayoutTree(screen: Size(width: 400, height: 800))
    var views = [ViewID.root]
    for _ in 0..<6 {
      let parent = views.randomElement(using: &generator) ?? .root
      views.append(try tree.addView(in: parent))
    }
    let kinds: [[LayoutAttribute]] = [
      [.left, .right, .centerX], [.top, .bottom, .centerY], [.width, .height],
    ]
    for number in 0..<9 {
      let kind = kinds[Int.random(in: 0..<3, using: &generator)]
      let anchors = [1, 0].map { first in
        Anchor(
          views[Int.random(in: first..<views.count, using: &generator)],
          kind.randomElement(using: &generator) ?? kind[0])
      }
      guard anchors[0] != anchors[1] else { continue }
      let constraint = LayoutConstraint(
        identifier: "c\(number)", first: anchors[0],
        relation: Bool.random(using: &generator) ? .equal : .greaterThanOrEqual,
        terms: [LayoutConstraint.Term(1, anchors[1])],
        constant: Double.random(in: 0...50, using: &generator).rounded(), priority: .defaultHigh)
      try tree.add(constraint)
    }
    return tree
  }

  @Test func aConstraintMovesOnlyWhatItIsConnectedWith() throws {
    var generator = SeededGenerator(seed: 58)
    var (moved, apart) = (0, 0)
    for _ in 0..<60 {
      var tree = try randomTree(&generator)
      let connections = LayoutConnections(tree)
      tree.layoutIfNeeded()
      for name in tree.constraintIdentifiers {
        var other = tree
        try other.setConstant((tree.constraint(name)?.constant ?? 0) + 37, of: name)
        other.layoutIfNeeded()
        for view in (1..<tree.viewCount).map(ViewID.init) {
          for attribute in Self.attributes {
            let isConnected = connections.connects(name, to: attribute, of: view)
            if !isConnected { apart += 1 }
            let way = value(attribute, of: view, in: other) - value(attribute, of: view, in: tree)
            guard abs(way) > 1e-6 else { continue }
            moved += 1
            #expect(isConnected, "\(name) moves \(attribute) of \(view.index) by \(way)")
          }
        }
      }
    }
    #expect(moved > 300 && apart > 300, "\(moved) moved, \(apart) apart")
  }

  @Test func theScreenConnectsNothing() throws {
    var tree = try LayoutTree(screen: Size(width: 400, height: 800))
    let (one, two) = (try tree.addView(in: .root), try tree.addView(in: .root))
    let screen = LayoutItem.view(.root)
    for view in [one, two] {
      try tree.add(LayoutItem.view(view).left.constraint(to: screen.left, plus: 8))
      try tree.add(LayoutItem.view(view).right.constraint(to: screen.right, plus: -8))
    }
    try tree.add(LayoutItem.view(one).height.constraint(toConstant: 20).named("high"))
    var connections = LayoutConnections(tree)
    #expect(connections.connects("high", to: .height, of: one))
    #expect(!connections.connects("high", to: .width, of: one))
    #expect(!connections.connects("high", to: .height, of: two))
    #expect(!connections.connects("high", to: .height, of: .root))
    #expect(!connections.connects("low", to: .height, of: one))
    try tree.add(LayoutItem.view(two).top.constraint(to: LayoutItem.view(one).bottom))
    connections = LayoutConnections(tree)
    #expect(connections.connects("high", to: .bottom, of: two))
    #expect(!connections.connects("high", to: .height, of: two))
  }
}
