public import SnapbackBasics
public import SnapbackEngine
public import SnapbackLayout
public import SnapbackProtocol
public import SnapbackTouches

/// The result of a command: the fields of the reply and the follow-up work for the daemon.
public struct ControlReply: Sendable {
  /// The instant at which the command took effect; nil for queries and `inject`. The daemon sets
  /// it.
  public var time: Instant?
  /// The transaction that the command began; nil if nothing is animated.
  public var transaction: UInt64?
  /// The fraction of the transaction's way that is covered, 0…1, in the reply to `animation`.
  public var fraction: Double?
  /// The names given to constraints that the command added without an `id`.
  public var constraints: [String] = []
  /// The warnings of the layout pass that the command caused, one line each.
  public var warnings: [String] = []
  /// The conflicts that the layout pass found: required constraints that cannot all be satisfied.
  public var conflicts: [LayoutReport.Conflict] = []
  /// The items and attributes that the constraint's end can have, in the reply to `retarget`.
  public var choices: RetargetChoices?

  /// The inspection of the scene, in the reply to `inspect`.
  public var inspection: SceneInspection?
  /// The document of the running scene as JSON, in the reply to `document`.
  public var document: String?
  /// The epoch of the running scene, in the reply to `document`. The daemon sets it.
  public var epoch: UInt64?

  /// Whether the scene was replaced, so that per-view state must be rebuilt.
  public var isSceneReplaced = false
  /// Whether something changed that only a snapshot can convey.
  public var needsSnapshot = false
  /// The new rotation of the picture on the panel; nil if the command did not set it.
  public var rotation: PanelRotation?
  /// The last gesture events of a replaced scene, with the names of their views.
  public var gestures: [(event: GestureEvent, view: String)] = []

  /// The decisions about input in a replaced scene, if the engine records decisions.
  public var decisions: [GestureDecision] = []

  /// Creates a reply that only reports success.
  public init() {}

  /// Writes the fields of the reply to the open object.
  public func write(to writer: inout JSONWriter) {
    if let time { writer.integer(time.nanoseconds, "time") }
    if let transaction { writer.integer(transaction, "transaction") }
    if let fraction { writer.factor(fraction, "fraction") }
    Self.write(constraints, "constraints", to: &writer)
    Self.write(warnings, "warnings", to: &writer)
    if !conflicts.isEmpty {
      writer.beginArray("conflicts")
      for conflict in conflicts { conflict.write(to: &writer) }
      writer.endArray()
    }
    inspection?.write(to: &writer)
    if let epoch { writer.integer(epoch, "epoch") }
    if let document { writer.string(document, "document") }
    guard let choices else { return }
    writer.string(choices.view, "view")
    writer.string(choices.attribute.rawValue, "attribute")
    Self.write(choices.attributes.map(\.rawValue), "attributes", to: &writer)
    Self.write(choices.views, "views", to: &writer)
    Self.write(choices.guides, "guides", to: &writer)
  }

  private static func write(_ names: [String], _ key: String, to writer: inout JSONWriter) {
    guard !names.isEmpty else { return }
    writer.beginArray(key)
    for name in names { writer.string(name) }
    writer.endArray()
  }
}

/// The current end of a constraint, and the items and attributes that could replace it.
public struct RetargetChoices: Hashable, Sendable {
  /// The current view or guide, as rules name it.
  public var view: String
  /// The current attribute.
  public var attribute: LayoutAttribute
  /// The attributes that the current view or guide can have at this end.
  public var attributes: [LayoutAttribute]
  /// The views that can replace the current item with the current attribute.
  public var views: [String]
  /// The guides that can replace the current item with the current attribute, including built-in
  /// guides such as `card.margins`.
  public var guides: [String]
}
