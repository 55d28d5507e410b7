import SnapbackFrames
import SnapbackGeometry
import SnapbackMotion

/// The views of a scene, as they stand in each other, and what their transforms are about.
///
/// Parents come before their children; the first view is the screen and its own parent.
struct ViewTree: Sendable {
  private var nodes: [Node]

  private struct Node: Sendable {
    let parent: Int
    var children: [Int] = []
    let anchor: Point
    var tilt: TiltMap?
  }

  /// The views of a blueprint, with the tilts that its pans give them.
  init(_ blueprint: SceneBlueprint) {
    nodes = blueprint.views.map {
      Node(parent: $0.appearance.parent ?? 0, anchor: $0.appearance.anchor)
    }
    for index in nodes.indices.dropFirst() { nodes[nodes[index].parent].children.append(index) }
    for gesture in blueprint.gestures {
      guard case .translation(let behavior) = gesture.binding, let tilt = behavior.tilt else {
        continue
      }
      nodes[gesture.view].tilt = tilt
    }
  }

  var indices: Range<Int> { nodes.indices }

  func parent(of view: Int) -> Int { nodes[view].parent }

  func children(of view: Int) -> [Int] { nodes[view].children }

  /// The point that transforms are about, as a share of the size.
  func anchor(of view: Int) -> Point { nodes[view].anchor }

  /// The rotation as a function of the translation along x, if there is one.
  func tilt(of view: Int) -> TiltMap? { nodes[view].tilt }

  /// The nearest of a view and the views that it is in for which `isMeant` holds.
  func nearest(from view: Int, where isMeant: (Int) -> Bool) -> Int? {
    var view = view
    while true {
      if isMeant(view) { return view }
      guard view != 0 else { return nil }
      view = nodes[view].parent
    }
  }

  /// Whether a view is another one or is in it.
  func isWithin(_ view: Int, _ other: Int) -> Bool {
    nearest(from: view) { $0 == other } != nil
  }

  /// The number of views around a view.
  func depth(of view: Int) -> Int { view == 0 ? 0 : depth(of: nodes[view].parent) + 1 }
}
