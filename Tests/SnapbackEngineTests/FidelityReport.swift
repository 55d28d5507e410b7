import SnapbackBasics

/// The text of docs/fidelity.md.
enum FidelityReport {
  static func text(
    _ agreements: [FidelityTrace.Agreement], _ thresholds: [FidelityTests.Threshold],
    springs: String, layout: String
  ) -> String {
    let traces = agreements.map { agreement in
      let isFree = agreement.endDifference != nil
      let end = agreement.endDifference.map { fixed($0 * 1000, 1) + " ms" } ?? "-"
      return "| `\(agreement.name)` | \(fixed(agreement.dragError, 2)) | "
        + (isFree
          ? "\(fixed(agreement.freeError, 2)) | \(fixed(agreement.shift * 1000, 1)) ms | "
          : "- | - | ")
        + "\(end) |"
    }
    let cases = thresholds.map { threshold in
      let travel = "\(fixed(threshold.travel.dx, 1)), \(fixed(threshold.travel.dy, 1))"
      let wanted =
        threshold.begins
        ? threshold.translation.map { "begins, translation \(fixed($0, 0))" } ?? "begins"
        : "does not begin"
      return "| \(threshold.name) | \(travel) | \(wanted) | \(threshold.agrees ? "yes" : "no") |"
    }
    return [
      opening, traces.joined(separator: "\n"), middle, cases.joined(separator: "\n"), ending,
      springs, layout,
    ].joined(separator: "\n")
  }

  /// A number with a fixed count of decimals.
  static func fixed(_ number: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int(exactly: (number.magnitude * scale).rounded()) ?? 0
    let digits = String(whole)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = number < 0 && whole != 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  private static let opening = """
    # Fidelity

    How close scrolling, pans, springs and layout are to UIKit. `FidelityTests` plays the fingers of
    recorded traces, evaluates recorded springs, lays out recorded layouts, and writes this page;
    `SNAPBACK_UPDATE_GOLDEN=1 scripts/test unit` writes it again.

    ## Scrolling

    The traces are seven recordings of `UIScrollView` in the simulator of the iPhone 16 (iOS 26.1,
    60 Hz, 3 pixels a point), made by others; [the fixtures](../Tests/Fixtures/uikit/README.md)
    name the source. A synthetic finger drags, rests or not, and lifts; the offset is known after
    each movement and in each frame after the release. The tests require that each sample is within
    a point after the motion is delayed by one constant shift of at most 2 ms, that the motion ends
    within 16.7 ms of UIKit's, and that it ends at the same pixel.

    | Trace | Worst error in the drag, points | After the release, points | Shift | End |
    |---|---|---|---|---|
    """

  private static let middle = """

    The shift is the delay of UIKit's motion after the time stamp of the lift. A positive end is
    later than UIKit's.

    ### What differs, and why

    - **An offset is not rounded while it moves.** UIKit rounds it to thirds of a point on this
      device, which is up to 0.17 points of each error. Both come to rest at the same pixel.
    - **Momentum** is 0.499 v (1 - e^(-2.002 t)), with v the velocity of the finger, and stops
      where it falls to 10 points a second, after (v - 10) 0.499 points. UIKit's momentum is the
      same within 0.2 to 0.3 points.
    - **The bounce** is (x0 + (v + x0) t) e^(-w t) with w = 2 pi / 0.575 s, x0 the distance beyond
      the end and v the velocity of the finger, not that of the band. UIKit's is the same within
      0.4 points after a release beyond the end, and within 0.7 after momentum has met it. UIKit
      cuts the bounce off in the first frame below 0.5 points. Here the spring would rest 0.4 points
      past the end of the content, and stops when it reaches the end: at the same time, without a
      jump. That is up to 0.4 points of the error.
    - **A finger that rests has no velocity.** In `rubberband_top` the synthetic finger reports its
      last position for 304 ms, and UIKit still releases the content at 625 points a second. Here a
      finger has no velocity after 40 ms without movement. The release is therefore compared
      without the rest. In `touch_calib` UIKit also finds no velocity after a rest.

    ## Where a pan begins

    A pan begins when its travel reaches 10 points along either axis, and its translation is the
    travel less these 10 points.

    | Case | Travel, points | UIKit | Agrees |
    |---|---|---|---|
    """

  private static let ending = """

    Not measured: the translation along an axis whose travel has not reached 10 points when the
    other axis begins the pan. Here that axis keeps its whole travel.

    """
}
