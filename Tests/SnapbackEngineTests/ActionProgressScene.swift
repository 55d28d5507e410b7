import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackTestSupport

/// A scene in which the scale of a probe is the progress of an action that moves a card by 200
/// points: by a constraint with its first step, and back with its second one.
enum ActionProgressScene {
  /// The distance of the card.
  static let way = 200.0

  /// The scene. A pan without slop scrubs the action over 300 points.
  ///
  /// - Parameters:
  ///   - animation: the value of `animate` of the action; nil for none.
  ///   - more: further actions, each after a comma.
  static func text(_ animation: String? = nil, more: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "card" }, { id: "probe" } ],
      constraints: [ { id: "x", rule: "card.left = 0" }, "card.top = 0", "card.width = 50",
        "card.height = 50", "probe.left = 0", "probe.top = 100", "probe.width = 50",
        "probe.height = 50" ],
      gestures: [ { pan: "screen", name: "swipe", slop: 0, drives: "nothing" } ],
      actions: [
        { name: "toggle", on: [], \(animation.map { "animate: \($0)," } ?? "")
          steps: [ [{ constraint: "x", constant: 200 }], [{ constraint: "x", constant: 0 }] ] }
        \(more) ],
      bindings: [ { name: "probe", from: "toggle.progress", to: "probe.scale" },
        { from: "swipe.translation.x", to: "toggle.progress", map: [[0, 0], [300, 1]] } ] }
    """
  }
}

extension EngineDriver {
  /// An engine on the scene of the probe, which records events.
  init(progress animation: String?, more: String = "") throws {
    try self.init(scene: ActionProgressScene.text(animation, more: more))
    engine.recordsEvents = true
    engine.advance(to: .zero)
  }

  /// The progress of the action, as the probe shows it.
  func progress(_ seconds: Double) -> Double { seen(.scaleX, of: "probe", seconds).value }

  /// The share of its distance at which the card is.
  func share(_ seconds: Double) -> Double {
    seen(.left, of: "card", seconds).value / ActionProgressScene.way
  }

  /// The largest difference between the progress and the share of the card in the milliseconds of a
  /// time.
  func largestGap(_ seconds: ClosedRange<Double>) -> Double {
    let steps = Int(((seconds.upperBound - seconds.lowerBound) * 1000).rounded(.up))
    var gap = 0.0
    for step in 0...steps {
      let time = min(seconds.lowerBound + Double(step) / 1000, seconds.upperBound)
      gap = max(gap, abs(progress(time) - share(time)))
    }
    return gap
  }

  /// Moves the finger of the pan to an offset along x.
  mutating func pull(to offset: Double, _ seconds: Double) {
    finger(at: Point(x: 20 + offset, y: 500), seconds)
  }
}
