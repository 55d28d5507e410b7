import SnapbackGestures
public import SnapbackLayout
public import SnapbackProtocol

/// The views, gestures and layout of a running scene, as a value that another thread can use.
///
/// Creating the value is O(gestures). It shares its arrays with the engine until one of them
/// changes.
public struct RunningScene: Sendable {
  /// The layout, with all changes that were made while the scene ran.
  public private(set) var layout: LayoutTree
  /// The views, in the order of the layout.
  public let appearances: [ViewAppearance]
  /// The names of all gestures that have one.
  public let gestureNames: [String]

  /// Copies the scene that an engine runs.
  public init(_ engine: borrowing Engine) {
    layout = engine.layoutTree
    appearances = engine.appearances
    gestureNames = engine.gestureNames
  }

  /// Lowers ``LayoutTree/workLimit``, as ``Engine/limitLayoutWork(to:)`` does.
  public mutating func limitLayoutWork(to limit: Int) {
    layout.workLimit = min(layout.workLimit, limit)
  }
}

extension Engine {
  /// The screen that the scene is laid out for.
  public var screen: ScreenDescription { loop.screen }

  /// The present views, guides and constraints; frames are those of the last layout pass.
  ///
  /// This is a copy: release it early, because the first change of the copy or of the engine's tree
  /// copies the storage. Constants that gestures drive and scroll offsets have their model values.
  public var layoutTree: LayoutTree {
    var tree = loop.parts.layout.copy
    loop.parts.drive.setGoals(in: &tree, loop.parts.motion)
    return tree
  }

  /// Lowers ``LayoutTree/workLimit`` for this scene, because an untrusted client has changed its
  /// constraints.
  public mutating func limitLayoutWork(to limit: Int) { loop.parts.layout.limitWork(to: limit) }

  /// The number of constraints in the layout. O(1).
  public var constraintCount: Int { loop.parts.layout.constraintCount }
  /// The report of the last layout pass.
  public var lastLayoutReport: LayoutReport { loop.parts.layout.report }
  /// The warnings of the last layout pass, and of the maps of bindings that are not valid in its
  /// layout, one line each; usually empty.
  public var layoutWarnings: [String] {
    loop.parts.layout.report.warnings + loop.parts.maps.warnings
  }
  /// The number of layout passes, including the first.
  public var layoutPasses: Int { loop.parts.layout.statistics.passes }
  /// How many times the constraints have been solved.
  public var layoutSolves: Int { loop.parts.layout.statistics.solves }
  /// The number of changes that appear in a description of the scene but not in frames sent to
  /// clients: the size of the screen, and the strings, sizes and baselines of texts.
  public var descriptionRevision: UInt64 { loop.parts.layout.descriptionRevision }

  /// The text of a view for the present text size; nil for a view without one. O(1).
  public func textAppearance(of view: Int) -> TextAppearance? {
    loop.parts.motion.tree.indices.contains(view) ? loop.parts.layout.text(of: view) : nil
  }

  /// ``appearances`` with the present texts. O(views). Shares storage with ``appearances`` if no
  /// view has a text.
  public var appearancesWithTexts: [ViewAppearance] {
    var result = appearances
    for view in result.indices {
      guard let text = textAppearance(of: view) else { continue }
      result[view].text = text
    }
    return result
  }

  /// The names of the gestures that have one, in scene order.
  public var gestureNames: [String] { loop.parts.interaction.gestures.compactMap(\.name) }

  /// The names of the gestures that are disabled.
  public var disabledGestureNames: [String] {
    loop.parts.interaction.gestures.indices.compactMap {
      loop.parts.interaction.arena.isEnabled($0) ? nil : loop.parts.interaction.gestures[$0].name
    }
  }

  /// The names of the scene's actions, in scene order.
  public var actionNames: [String] { loop.actions.names }
  /// The number of running transactions, including those that wait for a finger.
  public var transactionCount: Int { loop.parts.motion.transactions.count }
  /// The number of channels that the transactions move. A channel is counted once per transaction
  /// that moves it. O(transactions).
  public var movedChannelCount: Int { loop.parts.motion.transactions.partCount }
  /// The ids of the running transactions, in the order in which they began. O(transactions).
  public var transactionIDs: [UInt64] { loop.parts.motion.transactions.ids }
}
