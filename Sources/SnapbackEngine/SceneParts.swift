import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol

/// The parts of a running scene that manipulation reads. Each part has its own storage.
struct SceneParts: ~Copyable {
  var interaction: Interaction
  var motion: MotionStore
  var layout: LayoutStage
  var drive: LayoutDrive
  var maps: VaryingMaps
  /// For each scroll view whose content pinches zoom, the view that they scale.
  private let zoomed: [Int: Int]

  init(_ blueprint: SceneBlueprint, firstGesture: UInt64) {
    motion = MotionStore(blueprint)
    interaction = Interaction(blueprint, motion.tree, firstID: firstGesture)
    layout = LayoutStage(blueprint)
    drive = LayoutDrive(blueprint)
    maps = VaryingMaps(blueprint)
    zoomed = blueprint.gestures.reduce(into: [:]) { views, gesture in
      guard case .scrollOffset(let behavior) = gesture.binding else { return }
      views[gesture.view] = behavior.scroll.zoom?.view
    }
  }

  /// Whether the layout needs a pass.
  var needsPass: Bool {
    layout.needsPass || !drive.isEmpty && drive.needsPass(layout, motion)
  }

  /// Makes the changes that go through layout and returns their inverses; see
  /// ``LayoutStage/make(_:goals:)``.
  mutating func make(_ changes: [SceneChange]) throws(EngineError) -> [Undo] {
    try layout.make(changes, goals: changes.contains(where: \.setsState) ? constantGoals : [])
  }

  /// Undoes changes and returns the changes that redo them; see ``LayoutStage/undo(_:goals:)``.
  @discardableResult
  mutating func undo(_ changes: [Undo]) -> [Undo] {
    layout.undo(changes, goals: changes.contains(where: \.setsState) ? constantGoals : [])
  }

  /// The requested values of the driven constants.
  var constantGoals: [ConstantGoal] {
    layout.drivenConstraints.sorted().compactMap { name in
      drive.index(ofConstant: name).map {
        ConstantGoal(constraint: name, value: motion.model(.left, of: $0))
      }
    }
  }

  /// Where views are drawn now.
  var present: Presentation { Presentation(at: motion.now) }

  /// The value and velocity of a channel as drawn now.
  func value(_ channel: Channel, of view: Int) -> MotionState {
    present.value(channel, of: view, motion)
  }

  /// The index among the views of a constant that gestures drive or bindings read; nil for others.
  func index(ofConstant name: String) -> Int? {
    drive.index(ofConstant: name) ?? motion.bindings.index(ofConstant: name)
  }

  /// The nearest ancestor of a view that is a scroll view whose offset drives the layout. With
  /// `isInParent`, only the parent is considered.
  func scroller(of view: Int, isInParent: Bool) -> Int? {
    var ancestor = motion.tree.parent(of: view)
    while !layout.tiesScrollOffset(of: ancestor) {
      guard ancestor != 0, !isInParent else { return nil }
      ancestor = motion.tree.parent(of: ancestor)
    }
    return ancestor
  }

  /// The view that pinches scale in a scroll view; nil if its content does not zoom.
  func zoomedView(in view: Int) -> Int? { zoomed.isEmpty ? nil : zoomed[view] }

  /// Whether a view's parent is a stack that arranges it.
  func isArranged(_ view: Int) -> Bool {
    layout.isArranged(view, in: motion.tree.parent(of: view))
  }

  /// Whether fingers of a gesture are down, or a pointer scrolls with it.
  func hasFingers(_ gesture: Int) -> Bool { interaction.arena.hasFingers(gesture) }

  func isActive(_ gesture: Int) -> Bool { interaction.arena.isActive(gesture) }
}
