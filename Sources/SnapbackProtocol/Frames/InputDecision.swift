public import SnapbackBasics

/// A decision about input, with its reason. `snapback replay --explain` prints decisions; clients
/// that subscribed to `decisions` receive them.
public struct InputDecision: Hashable, Sendable {
  /// A gesture of the scene.
  public struct Gesture: Hashable, Sendable {
    /// Its kind: "tap", "pan", …
    public var kind: String
    /// The name that the scene gives it, if any.
    public var name: String?
    /// The name of the view that it is on.
    public var view: String

    /// Creates a gesture.
    public init(kind: String, name: String?, view: String) {
      self.kind = kind
      self.name = name
      self.view = view
    }
  }

  /// A view under a contact that hit testing rejects.
  public struct Miss: Hashable, Sendable {
    /// The view.
    public var view: String
    /// The reason: "hidden", "faint", "outside" or "covered".
    public var reason: String
    /// The view that causes the miss because it is hidden, too faint, does not reach the point or
    /// covers it; it may be the view itself.
    public var by: String?

    /// Creates a miss.
    public init(view: String, reason: String, by: String?) {
      self.view = view
      self.reason = reason
      self.by = by
    }
  }

  /// The hit test of a contact that has touched.
  public struct Hit: Hashable, Sendable {
    /// The id of the contact, as in `touch`.
    public var contact: UInt64
    /// The location of the touch, in points on the screen.
    public var point: Point
    /// The deepest, foremost view at that point; nil if there is none.
    public var view: String?
    /// The other views at that point that are not its ancestors, with the reasons why they are not
    /// hit.
    public var misses: [Miss]
    /// The gestures that observe the contact from now on.
    public var candidates: [Gesture]

    /// Creates a hit.
    public init(
      contact: UInt64, point: Point, view: String?, misses: [Miss], candidates: [Gesture]
    ) {
      self.contact = contact
      self.point = point
      self.view = view
      self.misses = misses
      self.candidates = candidates
    }
  }

  /// The state that a gesture has entered.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// It observes one more finger.
    case possible
    /// It was recognized.
    case recognized
    /// Its fingers lifted.
    case ended
    /// It was cancelled.
    case cancelled
    /// It would be recognized, but waits for another gesture to fail.
    case waits
    /// It can no longer be recognized.
    case failed
  }

  /// A step of a gesture.
  public struct Step: Hashable, Sendable {
    /// The gesture.
    public var gesture: Gesture
    /// The state that it has entered.
    public var state: State
    /// The reason why it failed, as a word for programs, such as "moved" or "too-slow".
    public var reason: String?
    /// The gesture that it waits for, or that was recognized instead.
    public var other: Gesture?

    /// Creates a step.
    public init(gesture: Gesture, state: State, reason: String?, other: Gesture?) {
      self.gesture = gesture
      self.state = state
      self.reason = reason
      self.other = other
    }
  }

  /// The subject of a decision.
  public enum Subject: Hashable, Sendable {
    /// A contact and the view that it hits.
    case hit(Hit)
    /// A step of a gesture.
    case step(Step)
  }

  /// The time of the decision.
  public var time: Instant
  /// The contact or gesture that the decision is about.
  public var subject: Subject
  /// The decision and its reason, in one readable line.
  public var text: String

  /// Creates a decision.
  public init(time: Instant, subject: Subject, text: String) {
    self.time = time
    self.subject = subject
    self.text = text
  }
}
