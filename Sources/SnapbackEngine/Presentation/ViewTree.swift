import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The view hierarchy of a scene, with the anchors and tilts of transforms.
///
/// Parents precede their children. The first view is the screen and is its own parent.
struct ViewTree: Sendable {
  private var nodes: [Node]

  private struct Node: Sendable {
    let parent: Int
    var children: [Int] = []
    let anchor: Point
    var tilt: TiltMap?
  }

  /// Creates the tree of a blueprint's views, with the tilts that its pans define.
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

  /// The anchor point of a view's transform, as a fraction of its size.
  func anchor(of view: Int) -> Point { nodes[view].anchor }

  /// The tilt of a view: the rotation as a function of the translation along x; nil if the view has
  /// none.
  func tilt(of view: Int) -> TiltMap? { nodes[view].tilt }

  /// The nearest view for which `isMeant` holds, starting with `view` and continuing with its
  /// ancestors.
  func nearest(from view: Int, where isMeant: (Int) -> Bool) -> Int? {
    var view = view
    while true {
      if isMeant(view) { return view }
      guard view != 0 else { return nil }
      view = nodes[view].parent
    }
  }

  /// Whether a view is another view or one of its descendants.
  func isWithin(_ view: Int, _ other: Int) -> Bool {
    nearest(from: view) { $0 == other } != nil
  }

  /// The number of ancestors of a view.
  func depth(of view: Int) -> Int { view == 0 ? 0 : depth(of: nodes[view].parent) + 1 }
}
