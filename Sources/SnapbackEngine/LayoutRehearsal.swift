import SnapbackLayout

/// The layout passes of a list of changes, run in a copy of the layout.
///
/// In a large scene a pass can take longer than a frame. A daemon runs the rehearsal on a thread of
/// its own, while its loop goes on, and hands it to
/// ``Engine/apply(_:animation:isControlled:rehearsal:at:)``, which takes the results over. Where
/// the layout has changed in between, the engine runs the passes itself.
public struct LayoutRehearsal: Sendable {
  /// A pass: what the layout had done before it, and the layout and the report behind it.
  struct Pass: Sendable {
    let start: LayoutTree.Statistics
    let layout: LayoutTree
    let report: LayoutReport
  }

  /// How many passes are kept; each holds a whole layout. The engine runs further ones itself.
  static let passLimit = 8

  /// What the layout had done at the start.
  let start: LayoutTree.Statistics
  private(set) var passes: [Pass] = []

  /// Makes changes in a copy of a scene's layout and runs the passes that they ask for.
  ///
  /// Returns nil where a change is wrong or the layout waits for a pass; the engine then says what
  /// is wrong.
  public init?(of changes: [SceneChange], in scene: RunningScene) {
    var layout = scene.layout
    guard !layout.needsLayout else { return nil }
    start = layout.statistics
    let items = layout.items
    let view = { (name: String) -> ViewID? in
      if case .view(let id)? = items[name] { id } else { nil }
    }
    do throws(LayoutError) {
      if changes.contains(where: \.isStructure) {
        // The engine makes all and takes them back, which asks for a pass.
        var undo: [Undo] = []
        try layout.make(changes, undo: &undo, viewNamed: view)
        layout.undo(undo, viewNamed: view)
      }
      try perform(changes, in: &layout, viewNamed: view)
    } catch {
      return nil
    }
  }

  /// Whether an engine can take the passes over.
  public func fits(_ engine: borrowing Engine) -> Bool {
    !engine.layout.needsLayout && engine.layout.statistics == start
  }

  /// Makes changes in the order in which the engine does, with a pass at the end of each block.
  private mutating func perform(
    _ changes: [SceneChange], in layout: inout LayoutTree, viewNamed view: (String) -> ViewID?
  ) throws(LayoutError) {
    var undo: [Undo] = []
    for change in changes {
      switch change {
      case .layoutIfNeeded: pass(&layout)
      case .animate(_, let list): try perform(list, in: &layout, viewNamed: view)
      default: try layout.make(change, undo: &undo, viewNamed: view)
      }
    }
    pass(&layout)
  }

  private mutating func pass(_ layout: inout LayoutTree) {
    guard passes.count < Self.passLimit else { return }
    let start = layout.statistics
    guard let report = layout.layoutIfNeeded() else { return }
    passes.append(Pass(start: start, layout: layout, report: report))
  }
}
