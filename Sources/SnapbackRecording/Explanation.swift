public import SnapbackEngine
import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
public import SnapbackTiming

/// Puts decisions about input into sentences: a timeline that a person can read.
///
/// A line is a moment and what was decided; what a contact may become stands in one line with it.
public struct Explanation {
  /// One line of the timeline.
  public struct Line: Hashable, Sendable {
    /// When it was decided.
    public var time: Instant
    /// What, and why.
    public var text: String
  }

  private let views: [String]
  private let gestures: [String]
  /// A contact that has touched, until all that it may become is known.
  private var touch: (time: Instant, text: String, candidates: [Int])?
  /// When each gesture began, and how often it has moved since.
  private var running: [Int: (start: Instant, steps: Int)] = [:]
  private var lines: [Line] = []

  /// The timeline of a scene's views and gestures by their names, in their places.
  public init(views: [String], gestures: [String]) {
    self.views = views
    self.gestures = gestures
  }

  /// Takes a decision; the lines that are complete with it.
  public mutating func take(_ decision: GestureDecision) -> [Line] {
    lines.removeAll()
    switch decision {
    case .hit(let hit):
      finishTouch()
      touch = (hit.time, text(of: hit), [])
    case .step(let step): take(step)
    }
    return lines
  }

  /// The lines that were held back.
  public mutating func finish() -> [Line] {
    lines.removeAll()
    finishTouch()
    return lines
  }

  private mutating func finishTouch() {
    guard let touch else { return }
    self.touch = nil
    let candidates = touch.candidates.map(gesture).joined(separator: ", ")
    lines.append(
      Line(
        time: touch.time,
        text: touch.text
          + (candidates.isEmpty ? "; no gesture looks at it" : "; it may become: \(candidates)")))
  }

  private mutating func take(_ step: GestureStep) {
    let index = step.recognizer
    if step.outcome == .touched, touch != nil {
      touch?.candidates.append(index)
      return
    }
    finishTouch()
    let name = gesture(index)
    switch step.outcome {
    case .touched: add(step, "\(name) gets another finger")
    case .recognized:
      running[index] = (step.time, 0)
      add(step, "\(name) is recognised")
    case .changed: running[index]?.steps += 1
    case .ended: add(step, "\(name) ends\(length(of: index, until: step.time))")
    case .cancelled: add(step, "\(name) is cancelled\(length(of: index, until: step.time))")
    case .waits(let other): add(step, "\(name) is found, and waits for \(gesture(other)) to fail")
    case .failed(let reason): add(step, "\(name) fails: \(text(of: reason))")
    }
  }

  private mutating func add(_ step: GestureStep, _ text: String) {
    lines.append(Line(time: step.time, text: text))
  }

  private mutating func length(of index: Int, until end: Instant) -> String {
    guard let run = running.removeValue(forKey: index) else { return "" }
    let seconds = end.seconds(since: run.start).fixedText(3)
    return " after \(seconds) s and \(run.steps) steps"
  }

  private func view(_ index: Int) -> String {
    views.indices.contains(index) ? "\"\(views[index])\"" : "a view"
  }

  private func gesture(_ index: Int) -> String {
    gestures.indices.contains(index) ? gestures[index] : "a gesture"
  }

  private func text(of hit: HitDecision) -> String {
    let place = "(\(hit.point.x.fixedText(1)), \(hit.point.y.fixedText(1)))"
    // A device's contacts begin at a round number of its own.
    let (device, number) = (hit.contact >> 32, hit.contact & 0xffff_ffff)
    let owner = device == 0 ? "" : " of device \(device + 1)"
    var text = "contact \(number)\(owner) touches \(hit.view.map(view) ?? "no view") at \(place)"
    for miss in hit.misses { text += "; not \(view(miss.view)), \(self.text(of: miss.reason))" }
    return text
  }

  private func text(of reason: HitDecision.Reason) -> String {
    switch reason {
    case .hidden(let hidden): "because \(view(hidden)) is hidden"
    case .faint(let faint, let alpha):
      "because the alpha of \(view(faint)) is \(alpha.fixedText(3))"
    case .outside(let outer): "because \(view(outer)), which it is in, does not reach there"
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
    case .prevented(let other): return "\(gesture(other)) was recognised with the same fingers"
    case .preceded(let other): return "it waits for \(gesture(other)) to fail, which was recognised"
    case .disabled: return "it was switched off, its view was hidden, or input was taken back"
    }
  }
}

extension Explanation {
  /// The timeline of a scene.
  public init(_ scene: SceneBlueprint) {
    let views = scene.views.map(\.appearance.name)
    self.init(
      views: views,
      gestures: scene.gestures.map { gesture in
        let name = gesture.name.map { "\"\($0)\" " } ?? ""
        let view = views.indices.contains(gesture.view) ? views[gesture.view] : ""
        return "\(gesture.recognizer.settings.kind.rawValue) \(name)on \"\(view)\""
      })
  }
}
