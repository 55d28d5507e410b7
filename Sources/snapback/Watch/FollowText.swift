import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The output of `snapback watch --follow`: a line for each event.
struct FollowText {
  private var names: [String] = []
  private var start: Instant?

  /// Returns the lines for a message. The result is empty for a message of a kind that `--follow`
  /// does not print.
  mutating func lines(_ message: ServerMessage) -> [String] {
    switch message {
    case .snapshot(let snapshot):
      names = snapshot.appearances.map(\.name)
      start = start ?? snapshot.time
      return []
    case .gesture(let event): return [gesture(event)]
    case .event(let event): return [self.event(event)]
    case .decision(let decision): return [at(decision.time) + decision.text]
    case .touch(let time, let contacts):
      return contacts.map { contact in
        at(time) + "contact \(contact.id) \(contact.phase.rawValue) at "
          + Self.point(contact.position)
          + (contact.isInjected ? ", injected" : "")
      }
    case .layout(let layout):
      return layout.changes.map { change in
        at(layout.time) + "layout of \(name(change.view)): \(Self.frame(change.from)) to "
          + Self.frame(change.to)
          + (layout.transaction.map { ", transaction \($0)" } ?? "")
      }
    case .done(let end):
      return [
        at(end.time) + "transaction \(end.id) is \(end.moment.rawValue)"
          + (end.isInterrupted ? ", interrupted" : "")
      ]
    case .device(let device):
      let state = device.phase == .added ? "there" : "gone"
      return ["          \(device.kind) \"\(device.name)\" is \(state)"]
    case .segment(let segment):
      return segment.channels.map { told in at(segment.time) + self.segment(told) }
    case .lagged(let dropped): return ["          \(dropped) events were lost"]
    default: return []
    }
  }

  private func gesture(_ event: GestureEvent) -> String {
    var text = at(event.time) + "\(event.kind) on \(name(event.view)) \(event.phase.rawValue)"
    if let name = event.name { text += " (\(name))" }
    text += " at \(Self.point(event.location))"
    if event.translation != .zero {
      text += ", moved \(Self.pair(event.translation.dx, event.translation.dy))"
    }
    if event.velocity != .zero {
      text += ", \(Self.pair(event.velocity.dx, event.velocity.dy)) pt/s"
    }
    if let scale = event.scale { text += ", scale \(ReadableNumber.fixed(scale.value, 3))" }
    if let turn = event.rotation {
      text += ", turned \(ReadableNumber.fixed(turn.value * 180 / .pi, 1))°"
    }
    return text + (event.isInjected ? ", injected" : "")
  }

  private func event(_ event: SceneEvent) -> String {
    let name = event.name.map { "\"\($0)\"" } ?? ""
    let view = event.view.map { "\"\($0)\"" } ?? ""
    let by = event.name == nil ? "" : " by \(name)"
    let place = event.place.map { " at \"\($0)\"" } ?? ""
    var text = at(event.time)
    switch event.kind {
    case .actionBegan: text += "action \(name) began"
    case .actionFinished: text += "action \(name) finished"
    case .actionInterrupted: text += "action \(name) was interrupted"
    case .landed: text += "\(view) lands\(place)\(by)"
    case .settled: text += "\(view) rests\(place)\(by)"
    case .tapped: text += "\(view) is tapped"
    case .focused: text += "\(view) has the focus"
    case .crossed:
      let rate = ReadableNumber.fixed(event.velocity.dx, 1)
      let number = view.isEmpty ? "a constant" : view
      return text + "\(number) crosses a threshold of \(name) at \(rate) per second"
    case .stateChanged: text += "state \(name) is \(event.place ?? "")"
    case .feedback: text += "feedback \(event.feedback ?? "")\(by)"
    }
    guard event.velocity != .zero else { return text }
    return text + ", \(Self.pair(event.velocity.dx, event.velocity.dy)) pt/s"
  }

  private func segment(_ told: ToldMotion) -> String {
    let motion = told.motion
    let head = "\(name(motion.view)).\(motion.channel.name)"
    guard told.isWhole else { return head + " moves by a law of a later version" }
    guard !motion.terms.isEmpty else {
      return head + " is held at \(ReadableNumber.short(motion.held.value, digits: 6))"
    }
    let rest = motion.end == .distantFuture ? "forever" : "until " + at(motion.end).trimmed
    return head + " goes to \(ReadableNumber.short(motion.held.value, digits: 6)) by "
      + "\(motion.terms.count) term\(motion.terms.count == 1 ? "" : "s") \(rest)"
  }

  private func name(_ view: Int) -> String { names.indices.contains(view) ? names[view] : "?" }

  private func at(_ time: Instant) -> String {
    let seconds = ReadableNumber.fixed(time.seconds(since: start ?? time), 3)
    return String(repeating: " ", count: max(0, 7 - seconds.count)) + seconds + " s  "
  }

  private static func point(_ point: Point) -> String { pair(point.x, point.y) }

  private static func pair(_ x: Double, _ y: Double) -> String {
    "(\(ReadableNumber.fixed(x, 1)), \(ReadableNumber.fixed(y, 1)))"
  }

  static func frame(_ rect: Rect) -> String {
    pair(rect.left, rect.top)
      + " \(ReadableNumber.fixed(rect.size.width, 1)) × "
      + ReadableNumber.fixed(rect.size.height, 1)
  }
}

extension String {
  /// The string without leading and trailing spaces.
  fileprivate var trimmed: String {
    let inner = drop { $0 == " " }
    return String(inner.prefix(inner.count - inner.reversed().prefix { $0 == " " }.count))
  }
}
