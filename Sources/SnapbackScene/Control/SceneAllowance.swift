import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion

/// The size limits for a scene that an untrusted client loads or patches.
///
/// Each limit is that in ``ControlLimits`` or, for a `patch`, the size of the running scene if that
/// is larger. An untrusted client may change a large scene that the daemon already runs, but not
/// enlarge it.
struct SceneAllowance {
  private var views = ControlLimits.views
  private var constraints = ControlLimits.constraints
  private var gestures = ControlLimits.gestures
  private var bindings = ControlLimits.bindings
  private var crossings = ControlLimits.crossings
  private var actions = ControlLimits.actions
  private var actionChanges = ControlLimits.actionChanges
  private var textCharacters = ControlLimits.textCharacters
  private var dataBytes = ControlLimits.dataBytes
  private var documentValues = ControlLimits.documentValues

  /// The allowance for a `load`, which does not depend on the running scene.
  init() {}

  /// The allowance for a `patch` of a scene.
  init(of scene: SceneBlueprint, _ document: DocumentNode) {
    views = max(views, scene.views.count)
    constraints = max(constraints, scene.layout.constraintCount)
    gestures = max(gestures, scene.gestures.count)
    bindings = max(bindings, Self.bindings(in: scene))
    crossings = max(crossings, Self.crossings(in: scene))
    actions = max(actions, scene.actions.count)
    actionChanges = max(actionChanges, Self.actionChanges(in: scene))
    textCharacters = max(textCharacters, Self.characters(in: scene))
    dataBytes = max(dataBytes, SceneReader.dataBytes(in: document))
    // A patch may spell out values that the document leaves at their defaults.
    documentValues += document.valueCount
  }

  /// The limits beyond which the reader stops reading a scene.
  var limits: SceneLimits {
    var limits = SceneLimits()
    limits.views = views
    limits.constraints = constraints
    return limits
  }

  /// Throws if a document has too many values, too much `data` or too long names.
  func check(_ document: DocumentNode) throws(ControlError) {
    guard document.hasValues(atMost: documentValues) else {
      throw Self.tooLarge("values", documentValues)
    }
    guard SceneReader.dataBytes(in: document) <= dataBytes else {
      throw Self.tooLarge("bytes of \"data\"", dataBytes)
    }
    try Self.checkNames(in: document)
  }

  /// Throws if a scene exceeds a limit; otherwise limits the work of its layout passes.
  func check(_ scene: inout SceneBlueprint) throws(ControlError) {
    let counts: [(String, Int, Int)] = [
      ("gestures", scene.gestures.count, gestures),
      ("bindings", Self.bindings(in: scene), bindings),
      ("crossings in triggers", Self.crossings(in: scene), crossings),
      ("actions", scene.actions.count, actions),
      ("characters in texts", Self.characters(in: scene), textCharacters),
      ("changes in actions", Self.actionChanges(in: scene), actionChanges),
      (
        "layout passes in a step of an action",
        scene.actions.flatMap(\.steps).map { SceneChange.count($0).passes }.max() ?? 0,
        ControlLimits.passes
      ),
      (
        "layout passes in actions of one trigger", Self.greatestPasses(in: scene),
        ControlLimits.triggerPasses
      ),
    ]
    for (noun, count, limit) in counts where count > limit { throw Self.tooLarge(noun, limit) }
    for action in scene.actions where action.triggers.contains(where: \.canRepeat) {
      let duration = action.animation?.logicalDuration ?? 0
      guard duration == 0 || duration >= ControlLimits.chainedDuration else {
        throw ControlError(
          .limit,
          "action \(DocumentError.quoted(action.name)) is triggered by a completion or a crossing "
            + "and takes less than \(ControlLimits.chainedDuration) s")
      }
    }
    scene.layout.workLimit = ControlLimits.work(views: scene.views.count)
  }

  /// Throws if an `id` or `name` is too long. Names are limited because replies repeat them.
  static func checkNames(in node: DocumentNode) throws(ControlError) {
    switch node.value {
    case .array(let elements): for element in elements { try checkNames(in: element) }
    case .object(let members):
      for member in members {
        if case .string(let text) = member.value.value, ["id", "name"].contains(member.key),
          text.utf8.count > ControlLimits.nameBytes
        {
          throw .beyondLimit("a name is longer than \(ControlLimits.nameBytes) bytes")
        }
        try checkNames(in: member.value)
      }
    default: break
    }
  }

  private static func tooLarge(_ noun: String, _ limit: Int) -> ControlError {
    .beyondLimit("the scene has more than \(limit) \(noun)")
  }

  private static func characters(in scene: SceneBlueprint) -> Int {
    scene.views.indices.reduce(0) { sum, index in
      let text = scene.layout.properties(of: ViewID(index: index)).text
      return sum + (text?.string.unicodeScalars.count ?? 0)
    }
  }

  /// The largest number of layout passes that the actions of one trigger can request at once.
  private static func greatestPasses(in scene: SceneBlueprint) -> Int {
    var sums: [SceneAction.Trigger: Int] = [:]
    for action in scene.actions {
      let passes = action.steps.map { SceneChange.count($0).passes }.max() ?? 0
      let triggers = Set(action.triggers.map(\.event))
      for trigger in triggers { sums[trigger, default: 0] += passes }
    }
    return sums.values.max() ?? 0
  }

  private static func bindings(in scene: SceneBlueprint) -> Int {
    scene.bindings.count + scene.progressBindings.count
  }

  private static func crossings(in scene: SceneBlueprint) -> Int {
    scene.actions.flatMap(\.triggers).count { if case .crossing = $0 { true } else { false } }
  }

  private static func actionChanges(in scene: SceneBlueprint) -> Int {
    scene.actions.flatMap(\.steps).reduce(0) { $0 + SceneChange.count($1).changes }
  }
}

extension SceneAction.Trigger {
  /// The trigger without the distance of a pull and without the threshold of a crossing, because a
  /// fast motion reaches all of them at once, and without the place of a landing, because a place
  /// can have several names.
  fileprivate var event: SceneAction.Trigger {
    switch self {
    case .pull(var pull):
      pull.distance = 0
      return .pull(pull)
    case .landing(let landing): return .landing(LandingTrigger(landing.gesture, landing.moment))
    case .crossing(let crossing): return .crossing(CrossingTrigger(crossing.source, at: 0, .up))
    default: return self
    }
  }

  /// Whether the motion of an action can cause the trigger, so that actions can trigger each other
  /// again and again.
  fileprivate var canRepeat: Bool {
    switch self {
    case .completion, .crossing: true
    default: false
    }
  }
}

extension DocumentNode {
  /// The number of values, including this one. O(values).
  var valueCount: Int {
    switch value {
    case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.valueCount }
    default: 1
    }
  }

  /// Whether the node has at most this many values, including itself. O(limit).
  func hasValues(atMost limit: Int) -> Bool {
    var left = limit
    return countValues(&left)
  }

  private func countValues(_ left: inout Int) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    switch value {
    case .array(let elements):
      for element in elements where !element.countValues(&left) { return false }
    case .object(let members):
      for member in members where !member.value.countValues(&left) { return false }
    default: break
    }
    return true
  }
}
