/// The views that touches and pointers can hit, apart from hidden and faint ones.
struct TouchableViews: Sendable {
  private var receiving: [Bool]
  private let passing: [Bool]

  init(_ views: [SceneBlueprint.View]) {
    receiving = views.map(\.receivesTouches)
    passing = views.map(\.passesTouches)
  }

  /// Whether a view and its descendants can be hit.
  func receives(_ view: Int) -> Bool { receiving[view] }

  /// Whether a view passes on points that hit none of its descendants.
  func passes(_ view: Int) -> Bool { passing[view] }

  /// Sets whether a view and its descendants can be hit.
  mutating func set(_ receives: Bool, _ view: Int) { receiving[view] = receives }
}
