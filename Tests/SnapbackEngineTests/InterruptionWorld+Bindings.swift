import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// The check that bound views are where the formulas of their bindings place them.
extension InterruptionWorld {
  /// Whether the scene has the bindings of ``InterruptionScene/bound``.
  private var isBound: Bool { scene.contains("bindings: [") }

  /// The first bound value that differs from its formula, now or later. The present segments give
  /// the values now, too.
  mutating func bindingFault() -> InterruptionFault? {
    guard isBound else { return nil }
    let later = EngineDriver.moment(now + generator.number(0...0.9))
    if let fault = measureFault(later: later) { return fault }
    for moment in [moment, later] {
      var frame = driver.engine.makeFrame()
      driver.engine.sample(&frame, at: moment, resampling: .none)
      let (shade, dial) = (
        frame.views[driver.place(of: "shade")], frame.views[driver.place(of: "dial")]
      )
      let (card, left) = (value(.translationX, "card", moment), value(.left, "left", moment))
      let alpha = min(max(card < 0 ? 0.5 + card / 200 : 0.5 + card / 120, 0), 1)
      // The constant "lw" is the width of the left view.
      let constant = min(max(value(.right, "left", moment) - left, 0), 300)
      let width = min(max(constant, 40), 200)
      let slide = width < 120 ? width - 40 : 80 - 0.75 * (width - 120)
      let rise = min(max(value(.translationY, "card", moment), -80), 50)
      let lift = rise < 0 ? -rise / 8 : 0.8 * rise
      let pairs = [
        ("alpha", shade.alpha, alpha), ("rotation", dial.transform.rotation, alpha * .pi / 2),
        ("y", dial.transform.translation.dy, slide),
        (
          "scale", dial.transform.scale.dy,
          constant < 150 ? 1 + constant / 150 : 4 - constant / 75
        ),
        ("sum", shade.transform.translation.dy, lift - slide / 10),
        ("x", shade.transform.translation.dx, value(.left, "middle", moment)),
      ]
      for (name, seen, wanted) in pairs where !(abs(seen - wanted) <= 1e-9 * max(1, wanted)) {
        return InterruptionFault(
          "bound \(name) is \(seen) and not \(wanted), \(moment.seconds(since: self.moment)) s on")
      }
    }
    let told = driver.seen(.alpha, of: "shade", at: moment).value
    let drawn = driver.see("shade", now).alpha
    return abs(told - drawn) <= 1e-9 ? nil : "bound alpha is told as \(told) and drawn as \(drawn)"
  }

  private func value(_ channel: Channel, _ view: String, _ moment: Instant) -> Double {
    driver.seen(channel, of: view, at: moment).value
  }
}
