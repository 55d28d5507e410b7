public import SnapbackBasics

/// A decision about input with its reason, such as which view a touch hits or why a gesture fails,
/// or a consequence of input that has no gesture: a follower begins to move or comes to rest.
/// `snapback replay --explain` prints decisions; clients that subscribed to `decisions` receive
/// them.
public struct InputDecision: Hashable, Sendable {
  /// A gesture of the scene.
  public struct Gesture: Hashable, Sendable {
    /// The kind of the gesture: "tap", "pan", …
    public var kind: String
    /// The name of the gesture in the scene; nil if it has none.
    public var name: String?
    /// The name of the gesture's view.
    public var view: String

    /// Creates a gesture.
    public init(kind: String, name: String?, view: String) {
      self.kind = kind
      self.name = name
      self.view = view
    }
  }

  /// A view that hit testing rejects for a contact.
  public struct Miss: Hashable, Sendable {
    /// The view.
    public var view: String
    /// The reason: "hidden", "faint", "outside" or "covered".
    public var reason: String
    /// The view that causes the rejection: it is hidden, too transparent, does not contain the
    /// point, or covers the rejected view. It may be the rejected view itself.
    public var by: String?

    /// Creates a miss.
    public init(view: String, reason: String, by: String?) {
      self.view = view
      self.reason = reason
      self.by = by
    }
  }

  /// The hit test of a contact at touch-down.
  public struct Hit: Hashable, Sendable {
    /// The id of the contact, as in `touch`.
    public var contact: UInt64
    /// The location of the touch, in points on the screen.
    public var point: Point
    /// The deepest, foremost view at that point; nil if there is none.
    public var view: String?
    /// The other views at that point, without ancestors of the hit view, with the reasons for which
    /// hit testing rejects them.
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
    /// The gesture observes one more finger.
    case possible
    /// The gesture was recognized.
    case recognized
    /// The fingers of the gesture lifted.
    case ended
    /// The gesture was cancelled.
    case cancelled
    /// The gesture would be recognized, but waits for another gesture to fail.
    case waits
    /// The gesture failed: it can no longer be recognized.
    case failed
  }

  /// A step of a gesture.
  public struct Step: Hashable, Sendable {
    /// The gesture.
    public var gesture: Gesture
    /// The state that the gesture has entered.
    public var state: State
    /// The reason for which the gesture failed, as a word for programs, such as "moved" or
    /// "too-slow".
    public var reason: String?
    /// The gesture that has to fail first, or that was recognized instead.
    public var other: Gesture?

    /// Creates a step.
    public init(gesture: Gesture, state: State, reason: String?, other: Gesture?) {
      self.gesture = gesture
      self.state = state
      self.reason = reason
      self.other = other
    }
  }

  /// The beginning or the end of the motion of a binding with `follow`.
  public struct Follower: Hashable, Sendable {
    /// The name of the binding.
    public var binding: String
    /// The view whose number follows.
    public var view: String
    /// Whether the number moves from now on; otherwise it rests.
    public var isMoving: Bool

    /// Creates the beginning or the end of a motion.
    public init(binding: String, view: String, isMoving: Bool) {
      self.binding = binding
      self.view = view
      self.isMoving = isMoving
    }
  }

  /// The subject of a decision.
  public enum Subject: Hashable, Sendable {
    /// A contact and the view that it hits.
    case hit(Hit)
    /// A step of a gesture.
    case step(Step)
    /// A binding with `follow`, whose target begins to move or comes to rest.
    case follower(Follower)
  }

  /// The time of the decision.
  public var time: Instant
  /// The contact, gesture or binding that the decision is about.
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
