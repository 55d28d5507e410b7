import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// A scene whose layout follows the card.
extension InterruptionScene {
  /// ``bound`` with a gauge whose height is a constant bound to the card, and a needle below it and
  /// below 64 points. They come last, so that all other views keep their places.
  static let measuring =
    bound
    .replacing("scale: 16", with: "scale: \(finestScale)")
    .replacing(
      "{ id: \"dial\" } ]",
      with: "{ id: \"dial\" }, { id: \"gauge\" }, { id: \"needle\" } ]"
    )
    .replacing(
      "\"dial.height = 80\"",
      with: """
        "dial.height = 80", "gauge.left = 600", "gauge.width = 20", "gauge.top = 0",
        { id: "gh", rule: "gauge.height = 40" }, "needle.left = 600", "needle.width = 20",
        "needle.height = 8", "needle.top >= gauge.bottom + 4", "needle.top >= 64",
        "needle.top = 0 @low"
        """
    )
    .replacing(
      "bindings: [",
      with: """
        bindings: [
          { name: "rise", from: "card.translation.y", to: "gh.constant",
            map: [[-100, 120], [0, 40], [60, 16]] },
        """)

  /// The views whose frames jump when the card does.
  static let measured = ["gauge", "needle"]
}

extension InterruptionWorld {
  /// The first frame of a view that follows the card and is not where the layout places it. The
  /// needle is only compared now: its inequality may divide the time until later into pieces.
  mutating func measureFault(later: Instant) -> InterruptionFault? {
    guard scene.contains("\"gauge\"") else { return nil }
    for moment in [moment, later] {
      var frame = driver.engine.makeFrame()
      driver.engine.sample(&frame, at: moment, resampling: .none)
      let card = min(max(driver.seen(.translationY, of: "card", at: moment).value, -100), 60)
      let height = card < 0 ? 40 - 0.8 * card : 40 - 0.4 * card
      let gauge = frame.views[driver.place(of: "gauge")].frame
      let needle = frame.views[driver.place(of: "needle")].frame
      let wanted = max(64, height + 4)
      // At rest, both are on the pixel grid.
      guard abs(gauge.size.height - height) <= 1e-6,
        moment != self.moment || abs(needle.top - wanted) <= 1e-6
      else {
        return InterruptionFault(
          "gauge \(gauge.size.height) and needle \(needle.top), not \(height) and \(wanted), "
            + "\(moment.seconds(since: self.moment)) s on")
      }
    }
    return nil
  }
}
