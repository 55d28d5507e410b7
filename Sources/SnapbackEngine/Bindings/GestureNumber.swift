import SnapbackLayout
public import SnapbackMotion
import SnapbackProtocol

/// A number of the fingers of a gesture, as a binding reads it.
///
/// From the moment at which the gesture begins, the number changes as the fingers move. After the
/// release, it returns to its neutral value on ``spring``. A gesture that begins before the end of
/// this motion continues from the present value. Exception: a velocity returns at once.
public struct GestureNumber: Hashable, Sendable {
  /// A number of a kind of gesture. The raw values are the names in scenes.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The translation of the fingers in points, in the coordinates of the view's parent.
    case translationX = "translation.x"
    case translationY = "translation.y"
    /// The ratio of the distance of the fingers to that at the beginning.
    case scale
    /// The angle by which the fingers have turned, in radians, clockwise.
    case rotation
    /// The velocity of the fingers in points per second, in the coordinates of the view's parent; 0
    /// after the release.
    case velocityX = "velocity.x"
    case velocityY = "velocity.y"
  }

  /// The index of the gesture in the scene.
  public var gesture: Int
  /// The number.
  public var kind: Kind
  /// The spring with which the number returns to its neutral value. A velocity returns at once.
  public var spring: Spring

  /// Creates a number from its parts.
  public init(gesture: Int, kind: Kind, spring: Spring) {
    self.gesture = gesture
    self.kind = kind
    self.spring = spring
  }

  /// The value without a gesture.
  var neutral: Double { kind == .scale ? 1 : 0 }

  /// Whether the number is a velocity.
  var isVelocity: Bool { kind == .velocityX || kind == .velocityY }
}

/// The indices at which the channels of constants, of gestures, of thresholds and of the progress
/// of actions are stored, after the views. Each is the left edge of an entry of its own. The
/// entries of looks follow (``LookStore``).
struct ValuePlaces: Sendable {
  /// The constraints whose constants are channels, in the order of their channels.
  let constants: [String]
  /// The numbers of gestures, in the order of their channels.
  let numbers: [GestureNumber]
  /// The thresholds that depend on the layout, in the order of their channels.
  let thresholds: [LayoutNumber]
  /// The actions whose progress is a channel, by name, in the order of their channels.
  let progresses: [String]
  /// For each view with a look, the number of views before it that have one.
  private let looks: [Int: Int]
  private let viewCount: Int

  init(_ blueprint: SceneBlueprint) {
    constants = blueprint.constants
    numbers = blueprint.gestureNumbers
    thresholds = blueprint.thresholds
    progresses = blueprint.progresses
    viewCount = blueprint.views.count
    let withLooks = blueprint.views.indices.filter { blueprint.views[$0].look != nil }
    looks = Dictionary(uniqueKeysWithValues: withLooks.enumerated().map { ($1, $0) })
  }

  /// The index of a constant; nil if it is no channel.
  func place(ofConstant name: String) -> Int? {
    constants.firstIndex(of: name).map { viewCount + $0 }
  }

  /// The index of a number of a gesture; nil if nothing reads it.
  func place(of number: GestureNumber) -> Int? {
    numbers.firstIndex(of: number).map { viewCount + constants.count + $0 }
  }

  /// The index of a threshold; nil if no trigger has it.
  func place(ofThreshold number: LayoutNumber) -> Int? {
    thresholds.firstIndex(of: number).map { viewCount + constants.count + numbers.count + $0 }
  }

  /// The index of the progress of an action; nil if nothing reads it.
  func place(ofProgress action: String) -> Int? {
    let first = viewCount + constants.count + numbers.count + thresholds.count
    return progresses.firstIndex(of: action).map { first + $0 }
  }

  /// The index of the first entry of a look.
  private var firstLook: Int {
    viewCount + constants.count + numbers.count + thresholds.count + progresses.count
  }

  /// The index of the entry that has a channel of a view's look; nil for a view without a look.
  func place(of channel: LookChannel, view: Int) -> Int? {
    looks[view].map { firstLook + LookStore.width * $0 + channel.part }
  }

  /// The number of all entries, with those of views.
  var count: Int { firstLook + LookStore.width * looks.count }
}
