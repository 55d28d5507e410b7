public import SnapbackEngine
public import SnapbackFrames
public import SnapbackLayout
public import SnapbackTouches

/// What has come of a command: what goes into the reply, and what is to be done besides.
public struct ControlReply: Sendable {
  /// The transaction that the command began; nil when nothing is animated.
  public var transaction: UInt64?
  /// How much of the transaction has passed, 0…1, where that was asked about.
  public var fraction: Double?
  /// The names of constraints that the command added without one.
  public var constraints: [String] = []
  /// What the layout pass had to say that the command brought, a line each.
  public var warnings: [String] = []
  /// The constraints that now give way, as of that pass.
  public var conflicts: [LayoutReport.Conflict] = []
  /// What an end of a constraint can be.
  public var choices: RetargetChoices?

  /// What holds the scene's views, where that was asked about.
  public var inspection: SceneInspection?

  /// Whether views are others: what is kept by views has to be made anew.
  public var isSceneReplaced = false
  /// Whether something has changed that only a snapshot tells.
  public var needsSnapshot = false
  /// How the picture lies on its panel from now on; nil when that was not asked for.
  public var rotation: PanelRotation?
  /// Last steps of gestures, and views, of a scene that is replaced.
  public var gestures: [(event: GestureEvent, view: String)] = []

  /// Decisions about input in a scene that is replaced, if the engine keeps them.
  public var decisions: [GestureDecision] = []

  /// A reply that says nothing but that all is well.
  public init() {}

  /// Writes what goes into the reply into the object that is open.
  public func write(to writer: inout JSONWriter) {
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

/// What stands at an end of a constraint, and what might.
public struct RetargetChoices: Hashable, Sendable {
  /// The view or guide that stands there, as rules write it.
  public var view: String
  /// Its attribute that stands there.
  public var attribute: LayoutAttribute
  /// The attributes that this view or guide may have there.
  public var attributes: [LayoutAttribute]
  /// The views that may stand there with this attribute.
  public var views: [String]
  /// The guides that may, those of views included: `card.margins`.
  public var guides: [String]
}
