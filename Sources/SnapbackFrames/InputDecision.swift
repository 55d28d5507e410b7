public import SnapbackGeometry
public import SnapbackTiming

/// One decision about input, and its reason: what `snapback replay --explain` shows, and what
/// clients are told that want `decisions`.
public struct InputDecision: Hashable, Sendable {
  /// A gesture of the scene.
  public struct Gesture: Hashable, Sendable {
    /// Its kind: "tap", "pan", …
    public var kind: String
    /// The name that the scene gives it, if any.
    public var name: String?
    /// The name of the view that it is on.
    public var view: String

    /// A gesture by its parts.
    public init(kind: String, name: String?, view: String) {
      self.kind = kind
      self.name = name
      self.view = view
    }
  }

  /// A view under a contact that is not hit.
  public struct Miss: Hashable, Sendable {
    /// The view.
    public var view: String
    /// Why: "hidden", "faint", "outside" or "covered".
    public var reason: String
    /// The view that is the reason: what hides it, is too faint, does not reach there or lies over
    /// it; it may be the view itself.
    public var by: String?

    /// A miss by its parts.
    public init(view: String, reason: String, by: String?) {
      self.view = view
      self.reason = reason
      self.by = by
    }
  }

  /// A contact has touched, and is on a view or on none.
  public struct Hit: Hashable, Sendable {
    /// The contact, as `touch` has it.
    public var contact: UInt64
    /// Where it touched, in points on the screen.
    public var point: Point
    /// The deepest, foremost view there; nil for none.
    public var view: String?
    /// The other views there that are not around it, and why they are not hit.
    public var misses: [Miss]
    /// The gestures that look at the contact from now on.
    public var candidates: [Gesture]

    /// A hit by its parts.
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

  /// What a gesture has come to.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// It looks at one more finger.
    case possible
    /// It was recognized.
    case recognized
    /// Its fingers let go.
    case ended
    /// It was taken away.
    case cancelled
    /// It is found, and waits for another to fail.
    case waits
    /// It cannot come any more.
    case failed
  }

  /// A step of a gesture.
  public struct Step: Hashable, Sendable {
    /// The gesture.
    public var gesture: Gesture
    /// What it has come to.
    public var state: State
    /// Why it failed: a word for programs, such as "moved" or "too-slow".
    public var reason: String?
    /// The gesture that it waits for, or that was recognized in its place.
    public var other: Gesture?

    /// A step by its parts.
    public init(gesture: Gesture, state: State, reason: String?, other: Gesture?) {
      self.gesture = gesture
      self.state = state
      self.reason = reason
      self.other = other
    }
  }

  /// What it is about.
  public enum Subject: Hashable, Sendable {
    /// A contact and its view.
    case hit(Hit)
    /// A gesture.
    case step(Step)
  }

  /// When it was decided.
  public var time: Instant
  /// What it is about.
  public var subject: Subject
  /// What was decided and why, in one line for people.
  public var text: String

  /// A decision by its parts.
  public init(time: Instant, subject: Subject, text: String) {
    self.time = time
    self.subject = subject
    self.text = text
  }
}
