import SnapbackBasics
import SnapbackMotion

/// A rectangle in a picture that plots a value over time. The value increases upward, the time to
/// the right.
struct ChartPanel {
  let box: Rect
  let time: ChartAxis
  let value: ChartAxis

  func x(_ moment: Double) -> Double {
    box.left + (box.right - box.left) * Self.held(time.share(of: moment))
  }

  func y(_ number: Double) -> Double {
    box.bottom - (box.bottom - box.top) * Self.held(value.share(of: number))
  }

  /// Clamps a fraction to ±1000, so that every viewer can draw the coordinate. NaN becomes 0.
  private static func held(_ share: Double) -> Double {
    share.isNaN ? 0 : min(max(share, -1000), 1000)
  }

  /// The largest difference of values that is invisible: 0.15 pixels.
  var tolerance: Double { 0.15 / (box.bottom - box.top) * (value.high - value.low) }

  /// Returns the grid, the labels on the left and the title above the panel.
  func background(title: String) -> [String] {
    var lines: [String] = []
    for tick in time.ticks {
      lines.append(SVG.line(x(tick), box.top, x(tick), box.bottom, "grid"))
    }
    for tick in value.ticks {
      lines.append(SVG.line(box.left, y(tick), box.right, y(tick), tick == 0 ? "zero" : "grid"))
      lines.append(SVG.text(value.label(tick), box.left - 8, y(tick) + 4, "muted end"))
    }
    lines.append(SVG.text(title, box.left, box.top - 8, "muted"))
    return lines
  }

  /// The time labels below the panel.
  var timeLabels: [String] {
    time.ticks.map {
      SVG.text(
        time.label($0) + ($0 == time.ticks.last ? " s" : ""), x($0), box.bottom + 18,
        "muted middle")
    }
  }

  /// Returns a line over time, drawn in pieces. The area down to `base` is filled if `base` is
  /// given.
  func path(
    _ pieces: [[(time: Double, value: Double)]], _ style: String, base: Double? = nil
  ) -> [String] {
    pieces.compactMap { piece in
      guard let first = piece.first, let last = piece.last, piece.count > 1 else { return nil }
      var points = piece.map { (x($0.time), y($0.value)) }
      if let base {
        points.insert((x(first.time), y(base)), at: 0)
        points.append((x(last.time), y(base)))
      }
      return SVG.path(points, style)
    }
  }
}
