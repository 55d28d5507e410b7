import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackReplay

/// A value over time in the picture of a failed case.
struct TestChannel {
  typealias Point = (time: Double, value: Double)

  let title: String
  /// The observed values in words, one per line.
  private(set) var notes: [String] = []
  /// The observed values.
  private let seen: [Point]
  /// The events that are drawn if there is no number: gestures as bars, transaction ends as dots.
  private var bars: [TestBar] = []
  private var dots: [Double] = []
  /// The values of a golden.
  private var wanted: [Point] = []
  private var bounds = ValueBounds()
  /// The part of the replay that was checked, in seconds.
  private var window: ClosedRange<Double>?
  /// The point of the largest deviation, or of the last movement if the view should have stopped.
  private var worst: Point?
  /// Whether the motion continues after the end of the drawn line.
  private var isCutOff = false
  /// The times that a picture must include.
  private(set) var times: [Instant] = []

  /// The maximum number of golden columns, or of views, that are drawn.
  private static let columnLimit = 3
  /// How long after the last event an endless motion is drawn, in seconds.
  private static let tail = 5.0

  /// Returns the channels that show a failure.
  static func channels(of failure: CaseFailure, in trace: CaseTrace) -> [TestChannel] {
    var channels = numbers(of: failure, in: trace)
    for index in channels.indices where channels[index].notes.isEmpty {
      channels[index].notes = Array(failure.seen.prefix(2))
    }
    return channels
  }

  private static func numbers(of failure: CaseFailure, in trace: CaseTrace) -> [TestChannel] {
    switch failure.subject {
    case .nothing: return []
    case .value(let value, let bounds, let first, let last):
      var channel = TestChannel("expected \(failure.expected)", value, in: trace)
      channel.bounds = bounds
      channel.look(from: first, to: last)
      let parts = trace.values(value, from: first, to: last)
      channel.worst = parts.max { bounds.excess($0.value) < bounds.excess($1.value) }
        .flatMap { bounds.excess($0.value) > 0 ? Self.point($0) : nil }
      return [channel]
    case .rest(let views, let limit):
      return views.prefix(Self.columnLimit).map { view in
        var channel = TestChannel(
          "expected \(failure.expected); points that it moves in a frame",
          ViewValue(view: view, property: .step), in: trace)
        if let limit { channel.look(from: .zero, to: limit) }
        channel.worst = trace.lastChange(of: view).flatMap { change in
          let time = change.time.seconds(since: .zero)
          return channel.seen.last { $0.time <= time }.map { (time, $0.value) }
        }
        return channel
      }
    case .events(let first, let last):
      var channel = TestChannel("expected \(failure.expected)", [], in: trace)
      channel.bars = TestBar.gestures(of: trace)
      channel.dots = trace.transactions.map { $0.time.seconds(since: .zero) }
      channel.times = [trace.duration] + trace.transactions.map(\.time)
      channel.look(from: first, to: last)
      return [channel]
    case .golden(let golden, let differences):
      return zip(differences, failure.seen).prefix(Self.columnLimit).map { difference, note in
        var channel = TestChannel(difference, of: golden, in: trace)
        channel.notes = [note]
        return channel
      }
    }
  }

  private init(
    _ title: String, _ seen: [CaseTrace.SeenValue], of property: ViewProperty? = nil,
    in trace: CaseTrace
  ) {
    self.title = title
    // Draw a motion that never stops only for ``tail`` seconds after the last event.
    let end =
      trace.summary.isAtRest ? .distantFuture : trace.duration.advanced(bySeconds: Self.tail)
    let seen = seen.filter { $0.time <= end }
    isCutOff = end != .distantFuture
    var line = Self.line(seen.map(Self.point), rate: trace.rate, holds: property != .step)
    if property == .step, !isCutOff, let last = line.last {
      line.append((last.time + 1 / trace.rate, 0))
    }
    self.seen = line
    times = seen.map(\.time)
  }

  private init(_ title: String, _ value: ViewValue, in trace: CaseTrace) {
    let seen = trace.values(value, from: .zero, to: .distantFuture)
    self.init(title, seen, of: value.property, in: trace)
  }

  private init(_ difference: GoldenDifference, of golden: Golden, in trace: CaseTrace) {
    let value = ViewValue(difference.column)
    let seen = value.map { trace.values($0, from: .zero, to: .distantFuture) } ?? []
    self.init(
      "expected \(difference.column) of the golden", seen, of: value?.property, in: trace)
    let place = golden.columns.firstIndex(of: difference.column)
    let rows = golden.rows.map { row in
      (golden.time(of: row.index).seconds(since: .zero), place.map { row.numbers[$0] } ?? 0)
    }
    wanted = place == nil ? [] : Self.line(rows, rate: golden.rate, holds: true)
    worst = (golden.time(of: difference.worst).seconds(since: .zero), difference.seen)
    times += golden.rows.last.map { [golden.time(of: $0.index)] } ?? []
  }

  private static func point(_ seen: CaseTrace.SeenValue) -> Point {
    (seen.time.seconds(since: .zero), seen.value)
  }

  /// Connects the values of neighboring frames with straight lines. In a gap between frames, the
  /// value remains constant until the frame before the next change if `holds` is true; otherwise it
  /// is zero.
  private static func line(_ points: [Point], rate: Double, holds: Bool) -> [Point] {
    var line: [Point] = []
    func rest(from last: Point, to time: Double) {
      if !holds { line.append((last.time + 1 / rate, 0)) }
      line.append((time, holds ? last.value : 0))
    }
    for point in points where point.value.isFinite {
      if let last = line.last, point.time - last.time > 1.5 / rate {
        rest(from: last, to: max(point.time - 1 / rate, last.time + 1 / rate))
      }
      line.append(point)
    }
    return line
  }

  private mutating func look(from first: Instant, to last: Instant) {
    let end = times.max() ?? .zero
    let first = min(first, end)
    times += [first, last].filter { $0 != .distantFuture }
    // A window without an end extends to the edge of the picture.
    let seconds = last == .distantFuture ? 1e6 : max(first, last).seconds(since: .zero)
    window = first.seconds(since: .zero)...seconds
  }

  // MARK: Drawing

  /// Whether there are numbers to draw; if not, there are only events.
  var hasNumbers: Bool { !seen.isEmpty || !wanted.isEmpty }

  /// The range of values that must be visible.
  var range: ClosedRange<Double> {
    let given = [bounds.minimum, bounds.maximum, bounds.reached].compactMap { $0 }
    let near = bounds.near.map { [$0 - bounds.tolerance, $0 + bounds.tolerance] } ?? []
    let numbers = (seen + wanted).map(\.value) + given + near
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 1)
    return low...max(low, high)
  }

  /// Draws the channel. The caller must clip the lines to the panel.
  func lines(in panel: ChartPanel) -> [String] {
    var lines: [String] = []
    if let window { lines += allowed(in: panel, window) }
    for (place, bar) in bars.enumerated() {
      let rows = min(bars.count, 3)
      let share = (Double(place % rows) + 0.5) / Double(rows)
      let y = panel.box.top + share * (panel.box.bottom - panel.box.top)
      lines.append(bar.rect(in: panel, middle: y))
    }
    let middle = (panel.box.top + panel.box.bottom) / 2
    lines += dots.map { SVG.dot(panel.x($0), middle, "gesture") }
    lines += panel.path([seen + last(of: seen, in: panel)], "line c0")
    lines += panel.path([wanted + last(of: wanted, in: panel)], "wanted")
    return lines
  }

  /// Extends the last value to the end of the panel, unless the motion is cut off.
  private func last(of points: [Point], in panel: ChartPanel) -> [Point] {
    guard !isCutOff, let last = points.last else { return [] }
    return [(max(last.time, panel.time.high), last.value)]
  }

  private func allowed(in panel: ChartPanel, _ window: ClosedRange<Double>) -> [String] {
    let (first, last) = (panel.x(window.lowerBound), panel.x(window.upperBound))
    // Make a window of a single moment wide enough to be visible.
    let (left, right) = (min(first, last - 5), max(last, first + 5))
    func box(_ low: Double, _ high: Double) -> Rect {
      Rect(left: left, top: panel.y(high), right: right, bottom: panel.y(low))
    }
    func edge(_ value: Double, _ style: String) -> String {
      SVG.line(left, panel.y(value), right, panel.y(value), style)
    }
    let (low, high) = (panel.value.low, panel.value.high)
    var lines = [SVG.rect(box(low, high), "looked")]
    if let near = bounds.near {
      lines.append(SVG.rect(box(near - bounds.tolerance, near + bounds.tolerance), "allowed"))
      lines.append(edge(near, "edge"))
    } else if bounds.minimum != nil || bounds.maximum != nil {
      lines.append(SVG.rect(box(bounds.minimum ?? low, bounds.maximum ?? high), "allowed"))
      for value in [bounds.minimum, bounds.maximum].compactMap({ $0 }) {
        lines.append(edge(value, "edge"))
      }
    }
    if let reached = bounds.reached { lines.append(edge(reached, "wanted")) }
    return lines
  }

  /// The worst point and its value, drawn on top.
  func marks(in panel: ChartPanel) -> [String] {
    guard let worst, worst.value.isFinite, worst.time <= panel.time.high else { return [] }
    let (x, y) = (panel.x(worst.time), panel.y(worst.value))
    let text = "\(ReadableNumber.short(worst.value)) at \(ReadableNumber.fixed(worst.time, 3)) s"
    let sticksOut = x + 6.6 * Double(text.count) + 8 > panel.box.right
    return [
      SVG.dot(x, y, "wrong"),
      SVG.text(
        text, sticksOut ? x - 10 : x + 10, max(panel.box.top + 12, y - 8),
        sticksOut ? "ink end halo" : "ink halo"),
    ]
  }
}
