import SnapbackBasics
import SnapbackGestures
public import SnapbackProtocol
import SnapbackTouches

/// Puts decisions about input into words: sentences for the timeline that a person reads, and names
/// for clients.
///
/// A touch and the gestures that may recognize it are reported together.
public struct Explanation: Sendable {
  /// A running gesture: when it was recognized, and how often it has changed since.
  private struct Run: Sendable {
    var start: Instant
    var steps = 0
  }

  private let views: [String]
  private let gestures: [InputDecision.Gesture]
  /// The names of the bindings that follow each gesture.
  private let followers: [[String]]
  /// The id of the first contact of the first device.
  private let firstContact: UInt64
  /// A contact that has touched. It is reported when all gestures that may recognize it are known.
  private var touch: (time: Instant, hit: InputDecision.Hit, text: String)?
  /// The running gestures, by index.
  private var running: [Run?]
  private var completed: [InputDecision] = []

  /// Creates the timeline of a scene with the names of its views and with its gestures, both in
  /// scene order. `followers` has, for each gesture, the names of the bindings that follow it; it
  /// may be empty.
  ///
  /// The contact ids of each device begin 2³² after those of the previous device; `firstContact` is
  /// the first id of the first device.
  public init(
    views: [String], gestures: [InputDecision.Gesture], followers: [[String]] = [],
    firstContact: UInt64 = 1
  ) {
    self.firstContact = firstContact
    self.views = views
    self.gestures = gestures
    self.followers = followers
    running = gestures.map { _ in nil }
  }

  /// Adds a decision and returns the explanations that it completes.
  public mutating func add(_ decision: GestureDecision) -> [InputDecision] {
    completed.removeAll()
    note(decision)
    return completed
  }

  /// Returns the explanation of the last touch, if it has not been reported yet; nothing more can
  /// be added to it.
  public mutating func finish() -> [InputDecision] {
    completed.removeAll()
    finishTouch()
    return completed
  }

  /// Adds all decisions of some touch frames and returns their explanations, including that of the
  /// last touch.
  public mutating func add(_ decisions: [GestureDecision]) -> [InputDecision] {
    completed.removeAll()
    for decision in decisions { note(decision) }
    finishTouch()
    return completed
  }

  /// Continues with another scene; gestures that both scenes have keep running.
  public mutating func follow(_ next: Explanation) {
    var next = next
    for (gesture, run) in zip(gestures, running) {
      guard let run, let place = next.gestures.firstIndex(of: gesture) else { continue }
      next.running[place] = run
    }
    self = next
  }

  private mutating func note(_ decision: GestureDecision) {
    switch decision {
    case .hit(let decision):
      finishTouch()
      touch = (decision.time, hit(decision), text(of: decision))
    case .step(let step): note(step)
    case .follower(let decision): note(decision)
    }
  }

  private mutating func note(_ decision: FollowerDecision) {
    // Gestures that may recognize a touch are reported at the time of the touch.
    if let touch, touch.time < decision.time { finishTouch() }
    completed.append(
      InputDecision(
        time: decision.time,
        subject: .follower(
          InputDecision.Follower(
            binding: decision.binding, view: name(decision.view), isMoving: decision.isMoving)),
        text: "the follower \"\(decision.binding)\" "
          + (decision.isMoving ? "begins to move \(view(decision.view))" : "comes to rest")))
  }

  private mutating func finishTouch() {
    guard let touch else { return }
    self.touch = nil
    let candidates = touch.hit.candidates.map(Self.label).joined(separator: ", ")
    completed.append(
      InputDecision(
        time: touch.time, subject: .hit(touch.hit),
        text: touch.text
          + (candidates.isEmpty ? "; no gesture looks at it" : "; it may become: \(candidates)")))
  }

  private mutating func note(_ step: GestureStep) {
    let index = step.recognizer
    guard gestures.indices.contains(index) else { return }
    if step.outcome == .touched, touch != nil {
      touch?.hit.candidates.append(gestures[index])
      return
    }
    finishTouch()
    switch step.outcome {
    case .touched: add(step, .possible, "gets another finger")
    case .recognized:
      running[index] = Run(start: step.time)
      add(step, .recognized, "is recognized\(followerText(of: index))")
    case .changed: running[index]?.steps += 1
    case .ended: add(step, .ended, "ends\(length(of: index, until: step.time))")
    case .cancelled: add(step, .cancelled, "is cancelled\(length(of: index, until: step.time))")
    case .waits(let other):
      add(step, .waits, "is found, and waits for \(label(other)) to fail", other: other)
    case .failed(let reason):
      add(step, .failed, "fails: \(text(of: reason))", reason: reason.word, other: reason.other)
    }
  }

  private mutating func add(
    _ step: GestureStep, _ state: InputDecision.State, _ text: String, reason: String? = nil,
    other: Int? = nil
  ) {
    let gesture = gestures[step.recognizer]
    let other = other.flatMap { gestures.indices.contains($0) ? gestures[$0] : nil }
    completed.append(
      InputDecision(
        time: step.time,
        subject: .step(.init(gesture: gesture, state: state, reason: reason, other: other)),
        text: "\(Self.label(gesture)) \(text)"))
  }

  /// The end of a sentence that names the bindings that follow a gesture; empty if there are none.
  private func followerText(of index: Int) -> String {
    guard followers.indices.contains(index), !followers[index].isEmpty else { return "" }
    let names = followers[index].map { "\"\($0)\"" }
    if names.count == 1 { return "; the binding \(names[0]) follows it" }
    let rest = names.count - Self.namedFollowers
    let list =
      rest > 1
      ? names.prefix(Self.namedFollowers) + ["\(rest) more"] : names[...]
    return "; the bindings \(list.dropLast().joined(separator: ", ")) and "
      + "\(list.last ?? "") follow it"
  }

  /// The number of bindings that a text names if there are at least two more.
  private static let namedFollowers = 4

  private mutating func length(of index: Int, until end: Instant) -> String {
    guard let run = running[index] else { return "" }
    running[index] = nil
    return " after \(end.seconds(since: run.start).fixedText(3)) s and \(run.steps) steps"
  }
}

/// The names and sentences.
extension Explanation {
  private func view(_ index: Int) -> String {
    views.indices.contains(index) ? "\"\(views[index])\"" : "a view"
  }

  private func name(_ index: Int) -> String { views.indices.contains(index) ? views[index] : "" }

  private func label(_ index: Int) -> String {
    gestures.indices.contains(index) ? Self.label(gestures[index]) : "a gesture"
  }

  private static func label(_ gesture: InputDecision.Gesture) -> String {
    let name = gesture.name.map { "\"\($0)\" " } ?? ""
    return "\(gesture.kind) \(name)on \"\(gesture.view)\""
  }

  private func hit(_ decision: HitDecision) -> InputDecision.Hit {
    return InputDecision.Hit(
      contact: decision.contact, point: decision.point, view: decision.view.map(name),
      misses: decision.misses.map { miss in
        let (word, by): (String, Int?) =
          switch miss.reason {
          case .hidden(let hidden): ("hidden", hidden)
          case .faint(let faint, _): ("faint", faint)
          case .untouchable(let view): ("untouchable", view)
          case .passing: ("passing", nil)
          case .outside(let outer): ("outside", outer)
          case .covered: ("covered", decision.view)
          }
        return InputDecision.Miss(view: name(miss.view), reason: word, by: by.map(name))
      }, candidates: [])
  }

  private func text(of hit: HitDecision) -> String {
    let place = "(\(hit.point.x.fixedText(1)), \(hit.point.y.fixedText(1)))"
    var text = "\(contact(hit.contact)) touches \(hit.view.map(view) ?? "no view") at \(place)"
    for miss in hit.misses { text += "; not \(view(miss.view)), \(self.text(of: miss.reason))" }
    return text
  }

  /// Returns the name of a contact in the texts: its number, and its device if that is not the
  /// first device.
  public func contact(_ id: UInt64) -> String {
    if id >= Contact.firstInjectedID {
      return "injected contact \(id - Contact.firstInjectedID + 1)"
    }
    guard id >= firstContact else { return "contact \(id)" }
    let (device, number) = ((id - firstContact) >> 32, (id - firstContact) & 0xffff_ffff)
    return "contact \(number + 1)" + (device == 0 ? "" : " of device \(device + 1)")
  }

  private func text(of reason: HitDecision.Reason) -> String {
    switch reason {
    case .hidden(let hidden): "because \(view(hidden)) is hidden"
    case .faint(let faint, let alpha):
      "because the alpha of \(view(faint)) is \(alpha.fixedText(3))"
    case .outside(let outer): "because \(view(outer)), which it is in, does not reach there"
    case .untouchable(let off): "because \(view(off)) receives no touches"
    case .passing: "which lets touches through"
    case .covered: "which lies below"
    }
  }

  private func text(of reason: GestureFailure) -> String {
    func points(_ value: Double) -> String { value.fixedText(1) + " pt" }
    switch reason {
    case .moved(let way, let limit):
      return "the finger moved by \(points(way)), more than \(points(limit))"
    case .lifted: return "the fingers lifted before it was found"
    case .taken: return "the fingers were taken away"
    case .tooManyFingers(let count, let limit):
      return "\(count) fingers touch, and it is made with \(limit)"
    case .tooSlow(let limit): return "it took longer than \(limit.fixedText(2)) s"
    case .wrongWay: return "the fingers moved another way"
    case .farFromEdge(let distance, let limit):
      return "the finger touched \(points(distance)) from the edge, farther than \(points(limit))"
    case .prevented(let other): return "\(label(other)) was recognized with the same fingers"
    case .preceded(let other): return "it waits for \(label(other)) to fail, which was recognized"
    case .stoppedContent(let other): return "the touch stopped what \(label(other)) had moved"
    case .refused: return "its condition was not true"
    case .disabled: return "it was switched off, its view was hidden, or its input was cancelled"
    }
  }
}

extension GestureFailure {
  /// The identifier of the reason for programs.
  fileprivate var word: String {
    switch self {
    case .moved: "moved"
    case .lifted: "lifted"
    case .taken: "taken"
    case .tooManyFingers: "too-many-fingers"
    case .tooSlow: "too-slow"
    case .wrongWay: "wrong-way"
    case .farFromEdge: "far-from-edge"
    case .prevented: "prevented"
    case .preceded: "preceded"
    case .stoppedContent: "stopped-content"
    case .refused: "refused"
    case .disabled: "disabled"
    }
  }

  /// The gesture that was recognized instead.
  fileprivate var other: Int? {
    switch self {
    case .prevented(let other), .preceded(let other), .stoppedContent(let other): other
    default: nil
    }
  }
}

extension Explanation {
  /// Creates the timeline of a scene.
  public init(_ scene: SceneBlueprint) {
    let views = scene.views.map(\.appearance.name)
    let bindings = BindingTable(scene, ViewTree(scene))
    self.init(
      views: views,
      gestures: scene.gestures.map { gesture in
        InputDecision.Gesture(
          kind: gesture.recognizer.settings.kind.rawValue, name: gesture.name,
          view: views.indices.contains(gesture.view) ? views[gesture.view] : "")
      },
      followers: scene.gestures.enumerated().map { index, gesture in
        bindings.names(
          followingGesture: index, thatDrives: GestureIdentity.Driven(gesture.binding),
          of: gesture.view,
          scrubbing: scene.progressBindings.filter { $0.number.gesture == index }.map(\.action))
      })
  }
}

extension Engine {
  /// An explanation of the decisions of the running scene. `firstContact` is the id of the first
  /// contact of the first device.
  public func explanation(firstContact: UInt64) -> Explanation {
    let (gestures, bindings) = (loop.parts.interaction.gestures, loop.parts.motion.bindings)
    let scrubs = loop.scrubs
    let names = appearances.map(\.name)
    return Explanation(
      views: names,
      gestures: gestures.map { gesture in
        InputDecision.Gesture(
          kind: gesture.kind.rawValue, name: gesture.name, view: names[gesture.view])
      },
      followers: gestures.enumerated().map { index, gesture in
        bindings.names(
          followingGesture: index, thatDrives: gesture.identity.drives, of: gesture.view,
          scrubbing: scrubs.actions(ofGesture: index))
      }, firstContact: firstContact)
  }
}
