import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// Checks of ``InterruptionScene/following``.
extension InterruptionWorld {
  private static let beads = ["bead1", "bead2"]
  private static let curve = (try? CubicBezier(0.4, 0.1, 0.6, 0.9)) ?? .linear

  /// Whether the scene is ``InterruptionScene/following``.
  private var hasFollowers: Bool { scene.contains("bead1") }

  /// The drawn states of the followers, and the number of the card's gesture; empty without them.
  mutating func followers() -> [MotionState] {
    guard hasFollowers else { return [] }
    var states: [MotionState] = []
    for bead in Self.beads {
      let view = driver.see(bead, now)
      states.append(
        MotionState(
          value: view.transform.translation.dx, velocity: view.translationVelocity.dx))
    }
    states.append(MotionState(value: driver.see("tint", now).transform.translation.dy))
    return states
  }

  /// The first follower that jumped, or whose velocity did. `factor` is the change of the motion
  /// rate.
  ///
  /// Exception: a finger that moves the card also moves followers, along the line from its previous
  /// report.
  func followerJump(
    _ before: Sight, _ after: Sight, _ jumps: Jumps, factor: Double
  ) -> InterruptionFault? {
    guard !jumps.contains(.card) else { return nil }
    for (index, (old, new)) in zip(before.followers, after.followers).enumerated() {
      let wanted = old.velocity * factor
      guard abs(old.value - new.value) <= 1e-6 * max(1, abs(old.value)),
        abs(wanted - new.velocity) <= 1e-6 * max(1000, abs(wanted))
      else { return "follower \(index) jumps from \(old) to \(new)" }
    }
    return nil
  }

  /// The first value that differs from its formula, or that segments give to a follower although
  /// it is drawn elsewhere, now or later.
  mutating func followingFault() -> InterruptionFault? {
    guard hasFollowers else { return nil }
    let later = EngineDriver.moment(now + generator.number(0...0.9))
    for moment in [moment, later] {
      var frame = driver.engine.makeFrame()
      driver.engine.sample(&frame, at: moment, resampling: .none)
      let fault = formulaFault(frame) ?? toldFault(frame)
      if let fault {
        return InterruptionFault("\(fault), \(moment.seconds(since: self.moment)) s on")
      }
    }
    return nil
  }

  private func formulaFault(_ frame: SceneFrame) -> String? {
    func seen(_ channel: Channel, _ view: String) -> Double {
      driver.seen(channel, of: view, at: frame.time).value
    }
    let gain = frame.views[driver.place(of: "gain")].transform
    let card = (x: seen(.translationX, "card"), y: seen(.translationY, "card"))
    let width = seen(.right, "left") - seen(.left, "left")
    let scale = (1 + card.x / 2000) * (1 + width / 1000)
    let turn = Textbook.bezier(Self.curve, at: (card.y + 4000) / 8000) - 0.5
    let pairs = [
      ("x", gain.scale.dx, scale), ("y", gain.scale.dy, scale),
      ("rotation", gain.rotation, turn * .pi),
    ]
    for (name, value, wanted) in pairs where !(abs(value - wanted) <= 1e-9 * max(1, abs(wanted))) {
      return "product or curve \(name) is \(value) and not \(wanted)"
    }
    guard let color = frame.views[driver.place(of: "tint")].color else { return "no color" }
    let share = min(max(card.x / 400 + 0.5, 0), 1)
    for (part, most) in [(color.red, 255.0), (color.green, 128), (color.blue, 0)]
    where !(abs(Double(part) - most * share) <= 0.5 + 1e-9) {
      return "the color is \(color) for a translation of \(card.x)"
    }
    return nil
  }

  private func toldFault(_ frame: SceneFrame) -> String? {
    for bead in Self.beads {
      let drawn = frame.views[driver.place(of: bead)].transform.translation.dx
      guard let motion = driver.motion(.translationX, of: bead) else { return "no motion" }
      let told = motion.presentation(at: frame.time).value
      let stated = motion.terms.reduce(1e-6) { sum, term in
        guard case .pieces(let pieces) = term.course else { return sum }
        return sum + abs(term.state.value) * pieces.error
      }
      if !(abs(told - drawn) <= stated) {
        return "\(bead) is drawn at \(drawn) and told as \(told) ± \(stated)"
      }
    }
    return nil
  }
}
