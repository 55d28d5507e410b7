import SnapbackBasics
import SnapbackMotion

/// Draws motions as a picture with panels for the value, the velocity and, magnified, the remaining
/// distance.
struct CurvePicture {
  private struct Curve {
    var motion: CurveMotion
    var figures: CurveFigures
    var trace: CurveTrace
    /// The CSS class of the curve's color.
    var color: String
  }

  private let curves: [Curve]
  private let value: ChartPanel
  private let velocity: ChartPanel
  /// The panel with the distance from the end; nil unless a motion comes to rest without a fixed
  /// end time within the picture.
  private let rest: ChartPanel?
  private let threshold: Double
  private let height: Double

  private static let width = 760.0
  /// The maximum number of curves in a picture, one for each color.
  static let curveLimit = 6

  init(_ motions: [CurveMotion], length: Double) {
    let curves = motions.enumerated().map { index, motion in
      Curve(
        motion: motion, figures: CurveFigures(motion),
        trace: CurveTrace(motion: motion, length: length), color: "c\(index)")
    }
    let time = ChartAxis(0...length, ticks: 8)
    // The margins are the space for labels at the highest and lowest points.
    func axis(
      ticks: Int, margin: Double, including numbers: [Double], _ number: (MotionState) -> Double
    ) -> ChartAxis {
      let ranges = curves.compactMap { $0.trace.range(number) }
      let low = (numbers + ranges.map(\.lowerBound)).min() ?? 0
      let high = (numbers + ranges.map(\.upperBound)).max() ?? 1
      let reach = (high - low) * margin
      return ChartAxis((low - reach)...(high + reach), ticks: ticks)
    }
    func panel(top: Double, height: Double, _ axis: ChartAxis) -> ChartPanel {
      ChartPanel(
        box: Rect(left: 76, top: top, right: Self.width - 28, bottom: top + height), time: time,
        value: axis)
    }
    self.curves = curves
    let ends = motions.map(\.end).filter(\.isFinite)
    var top = 40 + 22 * Double(motions.count) + 28
    value = panel(top: top, height: 270, axis(ticks: 6, margin: 0.09, including: ends) { $0.value })
    top = value.box.bottom + 40
    velocity = panel(
      top: top, height: 96, axis(ticks: 3, margin: 0.22, including: [0]) { $0.velocity })
    top = velocity.box.bottom + 40
    threshold = motions.first?.frame.threshold ?? 0
    let reach = 4.2 * threshold
    let rests = motions.contains { $0.restsByItself && $0.settleTime <= length }
    rest = rests ? panel(top: top, height: 96, ChartAxis(-reach...reach, ticks: 4)) : nil
    height = (rest ?? velocity).box.bottom + 40
  }

  var text: String {
    SVG.document(
      Rect(x: 0, y: 0, width: Self.width, height: height),
      title: curves.map(\.motion.timing.title).joined(separator: "; "), style: Self.style,
      legend + valuePanel + velocityPanel + restPanel + (rest ?? velocity).timeLabels)
  }

  // MARK: Legend

  private var legend: [String] {
    curves.enumerated().flatMap { index, curve in
      let y = 36 + 22 * Double(index)
      return [
        SVG.line(28, y - 4, 46, y - 4, "line \(curve.color)"),
        SVG.text(curve.motion.timing.title, 54, y, "ink title"),
        SVG.text(summary(of: curve), Self.width - 28, y, "muted end"),
      ]
    }
  }

  private func summary(of curve: Curve) -> String {
    var parts: [String] = []
    if case .spring(let spring, _) = curve.motion.timing.kind {
      parts.append(CurveText.regime(spring))
    }
    if curves.count > 1, let overshoot = curve.figures.overshoot {
      parts.append("\(ReadableNumber.short(overshoot.value, digits: 3)) pt over")
    }
    let end = curve.figures.settleTime
    let verb = curve.motion.isSimple && curve.motion.timing.takesVelocity ? "settles" : "ends"
    parts.append(end.isFinite ? "\(verb) at \(seconds(end))" : "never \(verb)")
    return parts.joined(separator: " · ")
  }

  private func seconds(_ time: Double) -> String { "\(ReadableNumber.short(time, digits: 3)) s" }

  // MARK: Panels

  private var valuePanel: [String] {
    var lines = value.background(title: "value, pt")
    for end in Set(curves.map(\.motion.end)).sorted() {
      let band = Rect(
        left: value.box.left, top: value.y(end + threshold), right: value.box.right,
        bottom: value.y(end - threshold))
      lines.append(SVG.rect(band, "band"))
      lines.append(SVG.line(value.box.left, value.y(end), value.box.right, value.y(end), "target"))
    }
    for curve in curves { lines += delay(of: curve, in: value) + settleLine(of: curve, in: value) }
    // Drawn in reverse order, so that the first curve is on top.
    for curve in curves.reversed() {
      let pieces = curve.trace.lines(tolerance: value.tolerance) { $0.value }
      lines += value.path(pieces, "line \(curve.color)")
    }
    for curve in curves { lines += marks(of: curve) }
    return lines
  }

  private var velocityPanel: [String] {
    var lines = velocity.background(title: "velocity, pt/s")
    for curve in curves {
      lines += delay(of: curve, in: velocity) + settleLine(of: curve, in: velocity)
    }
    for curve in curves {
      let pieces = curve.trace.lines(tolerance: velocity.tolerance) { $0.velocity }
      if curves.count == 1 { lines += velocity.path(pieces, "area \(curve.color)", base: 0) }
      lines += velocity.path(pieces, "thin \(curve.color)")
      let peak = curve.figures.peakVelocity
      guard peak.value != 0, curves.count == 1 else { continue }
      let (x, y) = (velocity.x(peak.time), velocity.y(peak.value))
      lines.append(SVG.dot(x, y, "mark \(curve.color)"))
      let text = "\(ReadableNumber.signed(peak.value, digits: 3)) pt/s at \(seconds(peak.time))"
      lines.append(label(text, x + 8, y + (peak.value > 0 ? -5 : 14), in: velocity))
    }
    return lines
  }

  private var restPanel: [String] {
    guard let rest else { return [] }
    var lines = rest.background(
      title: "distance from the end, pt; the band is ±\(ReadableNumber.short(threshold))")
    lines.append(
      SVG.rect(
        Rect(
          left: rest.box.left, top: rest.y(threshold), right: rest.box.right,
          bottom: rest.y(-threshold)), "band"))
    for curve in curves where curve.motion.restsByItself {
      lines += delay(of: curve, in: rest) + settleLine(of: curve, in: rest)
    }
    var traces: [String] = []
    for curve in curves where curve.motion.restsByItself {
      let end = curve.motion.end
      let pieces = curve.trace.lines(tolerance: rest.tolerance) { state in
        // Clamp values far outside the panel, so that the trace needs no points for them.
        min(max(state.value - end, 3 * rest.value.low), 3 * rest.value.high)
      }
      traces += rest.path(pieces, "line \(curve.color)")
    }
    return lines + SVG.clipped(traces, to: rest.box, id: "rest")
  }

  // MARK: Marks

  private func delay(of curve: Curve, in panel: ChartPanel) -> [String] {
    let delay = curve.motion.frame.delay
    guard delay > 0, curve.color == "c0" else { return [] }
    let box = Rect(
      left: panel.box.left, top: panel.box.top, right: min(panel.x(delay), panel.box.right),
      bottom: panel.box.bottom)
    return [SVG.rect(box, "delay")]
  }

  private func settleLine(of curve: Curve, in panel: ChartPanel) -> [String] {
    let time = curve.figures.settleTime
    guard time <= panel.time.high else { return [] }
    return [
      SVG.line(
        panel.x(time), panel.box.top, panel.x(time), panel.box.bottom, "settle \(curve.color)")
    ]
  }

  private func marks(of curve: Curve) -> [String] {
    let (motion, figures) = (curve.motion, curve.figures)
    let isAlone = curves.count == 1
    var lines: [String] = []
    if let overshoot = figures.overshoot, overshoot.time <= value.time.high {
      let top = motion.state(at: overshoot.time).value
      let (x, y) = (value.x(overshoot.time), value.y(top))
      lines.append(SVG.dot(x, y, "mark \(curve.color)"))
      let share =
        figures.overshootShare(of: motion)
        .map { ", \(ReadableNumber.short(100 * $0, digits: 3)) %" } ?? ""
      let points = ReadableNumber.signed(top - motion.end, digits: 3)
      let text = "\(points) pt\(share) at \(seconds(overshoot.time))"
      if isAlone { lines.append(label(text, x + 8, y + (top > motion.end ? -8 : 17), in: value)) }
    }
    // Omit the other labels if the motion does not settle within the picture, because the curve
    // would cross them.
    guard isAlone, figures.settleTime <= value.time.high else { return lines }
    if let rise = figures.riseTime, rise <= value.time.high {
      let (x, y) = (value.x(rise), value.y(motion.state(at: rise).value))
      lines.append(SVG.dot(x, y, "hollow \(curve.color)"))
      lines.append(
        label("90 % at \(seconds(rise))", x + 10, y + (motion.goesUp ? 14 : -6), in: value))
    }
    return motion.isSimple ? lines + endMarks(of: curve) : lines
  }

  /// Labels the settle time and the logical end. The labels are at about the height of the start
  /// value, so they do not cover the curve, which is near its end value at those times.
  private func endMarks(of curve: Curve) -> [String] {
    let (motion, figures) = (curve.motion, curve.figures)
    let side: Double = motion.goesUp ? -1 : 1
    let y = value.y(motion.frame.from) + (motion.goesUp ? -8 : 17)
    var lines: [String] = []
    let end = figures.settleTime
    let text = motion.restsByItself ? "settles" : "ends"
    lines.append(SVG.text("\(text) at \(seconds(end))", value.x(end) - 7, y, "ink end halo"))
    let logical = figures.logicalEnd
    if logical < end {
      let x = value.x(logical)
      lines.append(SVG.line(x, value.box.top, x, value.box.bottom, "logical"))
      lines.append(label("logical end \(seconds(logical))", x + 7, y + 18 * side, in: value))
    }
    return lines
  }

  /// Returns a label to the right of `x`, or to the left if the label would extend beyond the
  /// panel.
  private func label(_ text: String, _ x: Double, _ y: Double, in panel: ChartPanel) -> String {
    let sticksOut = x + 6.6 * Double(text.count) > panel.box.right
    return SVG.text(text, sticksOut ? x - 16 : x, y, sticksOut ? "ink end halo" : "ink halo")
  }

  // MARK: Style

  /// The style of this picture and of pictures of failed test cases, which have the same kinds of
  /// lines.
  static let style = PictureStyle(
    light: ["#2563eb", "#ea580c", "#16a34a", "#9333ea", "#db2777", "#0d9488"],
    dark: ["#60a5fa", "#fb923c", "#4ade80", "#c084fc", "#f472b6", "#2dd4bf"],
    rules: [
      ".logical{stroke-width:1.5;stroke-dasharray:1.5 4}",
      ".settle{stroke-width:1.25;stroke-dasharray:4 3}",
      ".band{fill:#22c55e;fill-opacity:.22}.delay{fill-opacity:.08}",
    ],
    inkRules: { ".delay{fill:\($0.muted)}" }
  ).text
}
