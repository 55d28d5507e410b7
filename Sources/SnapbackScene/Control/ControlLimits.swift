import SnapbackEngine

/// The limits for untrusted clients. A command that exceeds a limit is refused with the code
/// `limit`.
///
/// A patch of a larger scene may be as large as that scene. Commands within these limits block the
/// loop for up to about 10 ms, according to the measurements of decision 17.
public enum ControlLimits {
  /// The processor time for reading and laying out a scene of an untrusted client, in seconds. The
  /// worker thread reads and lays out the scene while the loop continues.
  public static let sceneSeconds = 0.1
  /// The number of views in a scene that a client loads or patches, including the screen.
  public static let views = 100
  /// The number of constraints in a scene, including those added at run time.
  public static let constraints = 240
  /// The length of an `id` or `name` in a message, in bytes.
  public static let nameBytes = 200
  /// The number of gestures in a scene.
  public static let gestures = 50
  /// The number of bindings in a scene. A change of a source costs a search in its motion for each
  /// source that depends on it.
  public static let bindings = 50
  /// The number of crossings in the triggers of a scene; one without a direction counts twice. A
  /// change of a number costs a search in its motion.
  public static let crossings = 100
  /// The number of actions in a scene.
  public static let actions = 50
  /// The number of changes in all actions of a scene together.
  public static let actionChanges = 500
  /// The minimum duration, in seconds, of an action that the completion of another action triggers.
  /// The minimum exists because two actions can trigger each other forever. A duration of zero is
  /// also allowed.
  public static let chainedDuration = 0.05
  /// The number of characters in all texts of a scene, including those that a message sets.
  public static let textCharacters = 1000
  /// The size of the `data` of all views of a scene, in bytes of its JSON. The message `looks` has
  /// all of it.
  public static let dataBytes = 16_384
  /// The number of values in a scene's document: numbers, strings, arrays, objects and so on.
  public static let documentValues = 2400
  /// The number of changes in a message, including those in blocks.
  public static let changes = 100
  /// The number of layout passes that a message or a step of an action requests.
  public static let passes = 4
  /// The number of layout passes that all actions of one trigger request together. For each action,
  /// the step with the most passes is counted.
  public static let triggerPasses = 8
  /// The number of active transactions, including those of the scene's actions.
  public static let transactions = 1000
  /// The number of channels that all active transactions move. A channel is counted once for each
  /// transaction that moves it.
  public static let movedChannels = 10_000
  /// The number of contacts that a client holds down at the same time.
  public static let contacts = 10
  /// The number of a client's touch frames that are scheduled for later.
  public static let waitingTouchFrames = 500
  /// The maximum distance between the time of injected touches and the clock, in seconds.
  public static let touchLead = 1.0
  /// The number of unanswered measure requests.
  public static let measureRequests = 64
  /// The solver's work in a layout pass of a scene that a client loaded or patched; see
  /// ``LayoutTree/workLimit``. The realistic scenes in `scripts/bench commands` need a work of up
  /// to 1300.
  public static let layoutWork = 60_000
  /// The number of times that the measured size of a text may change the width of that text. After
  /// that, the text keeps its estimated size.
  public static let measureRounds = 8
  /// The number of constraints that an inspection lists. A scene with more constraints or views is
  /// not searched for ambiguities, because the search takes as long as a layout pass.
  public static let inspectedConstraints = 1000
  /// The number of bindings that an inspection lists.
  public static let inspectedBindings = 1000
  /// The number of conflicts that an inspection lists, and the number of ambiguities.
  public static let inspectedFaults = 100
  /// The number of warnings that a reply lists, and the number of conflicts.
  public static let warnings = 20

  /// The limit of the solver's work in a layout pass of a scene with `views` views. The work of
  /// realistic layouts grows with their size.
  static func work(views: Int) -> Int { layoutWork * max(1, views / ControlLimits.views) }

  static func work(of engine: borrowing Engine) -> Int { work(views: engine.appearances.count) }
}
