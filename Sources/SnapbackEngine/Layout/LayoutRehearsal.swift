import SnapbackLayout
public import SnapbackTouches

/// The layout passes for a list of changes, run on a copy of the layout.
///
/// In a large scene a layout pass can take longer than a display frame. The daemon therefore runs
/// the rehearsal on a separate thread while its loop serves clients. It then passes the rehearsal
/// to ``Engine/apply(_:animation:isControlled:rehearsal:at:)``, which takes over the results. If
/// the layout has changed in the meantime, the engine runs the layout passes itself.
public struct LayoutRehearsal: Sendable {
  /// A layout pass: the layout's statistics before it, and the layout and its report after it.
  struct Pass: Sendable {
    let start: LayoutTree.Statistics
    let layout: LayoutTree
    let report: LayoutReport
  }

  /// The maximum number of layout passes kept; each contains a whole layout. The engine runs
  /// further passes itself.
  static let passLimit = 8

  /// The layout's statistics at the start of the rehearsal.
  let start: LayoutTree.Statistics
  private(set) var passes: [Pass] = []

  /// Makes changes on a copy of a scene's layout and runs the layout passes that they request.
  ///
  /// Returns nil if a change is invalid or the layout already needs a pass. The engine then makes
  /// the changes without a rehearsal and reports any error.
  public init?(of changes: [SceneChange], in scene: RunningScene) {
    self.init(of: changes, in: scene.layout)
  }

  /// Rehearses the rotation of a scene in ``Engine/turn(to:of:rehearsal:at:)``.
  ///
  /// - Parameters:
  ///   - rotation: the new rotation of the picture on its panel.
  ///   - blueprint: the scene for the unrotated picture.
  ///   - laidOut: the scene for the present rotation, laid out.
  public init?(
    turningTo rotation: PanelRotation, of blueprint: SceneBlueprint, from laidOut: SceneBlueprint
  ) {
    self.init(of: blueprint.changes(turningTo: rotation), in: laidOut.layout)
  }

  private init?(of changes: [SceneChange], in tree: LayoutTree) {
    var layout = tree
    guard !layout.needsLayout else { return nil }
    start = layout.statistics
    let items = layout.items
    let view = { (name: String) -> ViewID? in
      if case .view(let id)? = items[name] { id } else { nil }
    }
    do throws(LayoutError) {
      if changes.contains(where: \.isStructure) {
        // The engine makes all changes and undoes them first, after which the layout needs a pass.
        var undo: [Undo] = []
        try layout.make(changes, undo: &undo, viewNamed: view)
        layout.undo(undo, viewNamed: view)
      }
      try perform(changes, in: &layout, viewNamed: view)
    } catch {
      return nil
    }
  }

  /// Whether an engine can take over the layout passes: its layout is the same as at the start of
  /// the rehearsal.
  public func fits(_ engine: borrowing Engine) -> Bool {
    engine.loop.parts.motion.links == nil && engine.loop.parts.layout.fits(self)
  }

  /// Makes changes in the order in which the engine makes them, with a layout pass at the end of
  /// each block.
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
