import SnapbackEngine

/// How much an untrusted client may ask for; beyond it a command is refused with the code `limit`.
///
/// A patch of a larger scene is held to the size of that scene. Commands within these limits hold
/// the loop for up to about 10 ms, by the measurements of decision 17.
public enum ControlLimits {
  /// The processor time that reading and laying out a scene of an untrusted client may take, in
  /// seconds. The worker does it, so the loop goes on meanwhile.
  public static let sceneSeconds = 0.1
  /// The views of a scene that a client loads or patches, the screen included.
  public static let views = 100
  /// Its constraints, those that are added while it runs included.
  public static let constraints = 240
  /// The bytes of an `id` or a `name` in a message.
  public static let nameBytes = 200
  /// Its gestures.
  public static let gestures = 50
  /// Its actions.
  public static let actions = 50
  /// The changes of its actions, all together.
  public static let actionChanges = 500
  /// The least time, in seconds, that an action takes which another sets off when it is made,
  /// unless it takes none: two of them can set each other off for ever.
  public static let chainedDuration = 0.05
  /// The characters of its texts, and of those that a message sets, all together.
  public static let textCharacters = 1000
  /// The values of its document: numbers, texts, arrays, objects and so on.
  public static let documentValues = 2400
  /// The changes of a message, those in blocks included.
  public static let changes = 100
  /// The layout passes that a message or a step of an action asks for.
  public static let passes = 4
  /// The layout passes that all actions of one trigger ask for, each by its longest step.
  public static let triggerPasses = 8
  /// The transactions under way, those of the scene's actions included.
  public static let transactions = 1000
  /// What they move, all together: a channel of a view counts once for each of them.
  public static let movedChannels = 10_000
  /// The contacts that a client holds down at once.
  public static let contacts = 10
  /// The touch frames of a client that wait for their moment.
  public static let waitingTouchFrames = 500
  /// How far ahead of the clock touches may be, and how far behind, in seconds.
  public static let touchLead = 1.0
  /// The texts that a renderer is asked to measure and has not measured yet.
  public static let measureRequests = 64
  /// The work of the solver in a layout pass of a scene that a client has loaded or patched,
  /// ``LayoutTree/workLimit``. The sensible scenes of `scripts/bench commands` took up to 1300.
  public static let layoutWork = 60_000
  /// How often the measure of texts may lead to another width of one before the estimate stays.
  public static let measureRounds = 8
  /// The constraints that an inspection lists. In scenes of more it does not look for ambiguities,
  /// which takes as long as a layout pass.
  public static let inspectedConstraints = 1000
  /// The conflicts that an inspection lists, and the ambiguities.
  public static let inspectedFaults = 100
  /// The warnings and conflicts that a reply lists.
  public static let warnings = 20

  /// The work of the solver in a layout pass of a scene of so many views. The work of sensible
  /// layouts grows with their size.
  static func work(views: Int) -> Int { layoutWork * max(1, views / ControlLimits.views) }

  static func work(of engine: borrowing Engine) -> Int { work(views: engine.appearances.count) }
}
