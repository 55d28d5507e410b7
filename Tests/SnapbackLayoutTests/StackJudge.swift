import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout

/// Checks the frames of a stack against the documented distribution and alignment.
///
/// It uses the sizes of contents and frames, and neither constraints nor the solver.
struct StackJudge {
  /// The interval of a rectangle along one axis, measured in reading direction.
  struct Span {
    var start: Double
    var end: Double
    var extent: Double { end - start }
    var middle: Double { (start + end) / 2 }
  }

  private let setting: StackSetting
  private let frames: [Rect]
  /// The visible views, in order.
  private let shown: [Int]
  private let hidden: [Int]
  private(set) var faults: [String] = []

  /// - Parameter frames: The frames of the stack and of its views.
  init(_ setting: StackSetting, hiding mask: Int, frames: [Rect]) {
    self.setting = setting
    self.frames = frames
    shown = (0..<setting.count).filter { mask & 1 << $0 == 0 }
    hidden = (0..<setting.count).filter { mask & 1 << $0 != 0 }
    judgeStack()
    judgeHidden()
    judgeChain()
    judgeDistribution()
    judgeAcross()
  }

  private func horizontal(_ frame: Rect) -> Span {
    setting.direction == .leftToRight
      ? Span(start: frame.left, end: frame.right) : Span(start: -frame.right, end: -frame.left)
  }

  private func vertical(_ frame: Rect) -> Span { Span(start: frame.top, end: frame.bottom) }

  private func along(_ index: Int) -> Span {
    setting.isRow ? horizontal(frames[index + 1]) : vertical(frames[index + 1])
  }

  private func across(_ index: Int) -> Span {
    setting.isRow ? vertical(frames[index + 1]) : horizontal(frames[index + 1])
  }

  /// The stack without its margins.
  private func canvas(along: Bool) -> Span {
    let whole = along == setting.isRow ? horizontal(frames[0]) : vertical(frames[0])
    let inset = setting.isMarginsRelative ? 8.0 : 0
    return Span(start: whole.start + inset, end: whole.end - inset)
  }

  private mutating func expect(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
    if !isTrue { faults.append(fault()) }
  }

  private mutating func expect(_ one: Double, _ other: Double, _ what: @autoclosure () -> String) {
    expect((one - other).magnitude <= 1e-6, "\(what()): \(one) instead of \(other)")
  }

  private var gaps: [Double] {
    zip(shown, shown.dropFirst()).map { along($1).start - along($0).end }
  }

  private var distances: [Double] {
    zip(shown, shown.dropFirst()).map { along($1).middle - along($0).middle }
  }

  /// The extent along the axis that the contents of visible views need, with gaps.
  private var needed: Double {
    shown.reduce(0) { $0 + setting.along($1) } + setting.spacing * Double(max(0, shown.count - 1))
  }

  private mutating func judgeStack() {
    let frame = frames[0]
    expect(frame.top, 30, "stack's top")
    expect(horizontal(frame).start, setting.direction == .leftToRight ? 40 : -960, "stack's start")
    let extents = setting.extents
    let insets = setting.isMarginsRelative ? 16.0 : 0
    if let extents { expect(canvas(along: true).extent, extents.along - insets, "stack along") }
    if let extents { expect(canvas(along: false).extent, extents.across - insets, "stack across") }
  }

  private mutating func judgeHidden() {
    let (line, cross) = (canvas(along: true), canvas(along: false))
    for index in hidden {
      let span = along(index)
      expect(span.extent, 0, "extent of hidden \(index)")
      expect(span.start >= line.start - 1e-6 && span.end <= line.end + 1e-6, "\(index) outside")
      judgeHidden(index, across(index), cross)
      let before = shown.last { $0 < index }
      expect(span.start, before.map { along($0).end } ?? line.start, "place of hidden \(index)")
    }
  }

  /// Across the axis a hidden view is aligned as usual, with the extent of its content.
  private mutating func judgeHidden(_ index: Int, _ span: Span, _ canvas: Span) {
    let name = "hidden \(index) across"
    switch setting.alignment {
    case .center: expect(span.middle, canvas.middle, name)
    case .trailing: expect(span.end, canvas.end, name)
    case .lastBaseline where setting.isRow: expect(span.end, canvas.end, name)
    default: expect(span.start, canvas.start, name)
    }
  }

  private mutating func judgeChain() {
    let canvas = canvas(along: true)
    guard let first = shown.first, let last = shown.last else {
      if setting.room == .free { expect(canvas.extent, 0, "extent of an empty stack") }
      return
    }
    expect(along(first).start, canvas.start, "first edge")
    expect(along(last).end, canvas.end, "last edge")
    let isLoose =
      setting.distribution == .equalSpacing || setting.distribution == .equalCentering
    for (index, gap) in gaps.enumerated() {
      if isLoose {
        expect(gap >= setting.spacing - 1e-6, "gap \(index) is \(gap)")
      } else {
        expect(gap, setting.spacing, "gap \(index)")
      }
    }
  }

  private mutating func judgeDistribution() {
    guard !shown.isEmpty else { return }
    switch setting.distribution {
    case .fill: judgeFill()
    case .fillEqually: judgeEqualExtents()
    case .fillProportionally: judgeProportions()
    case .equalSpacing: judgeEqualGaps()
    case .equalCentering: judgeEqualDistances()
    }
  }

  /// Views of equal priority: only the first one stretches.
  private mutating func judgeFill() {
    for index in shown where setting.room == .free || index != shown.first {
      expect(along(index).extent, setting.along(index), "extent of \(index)")
    }
  }

  private mutating func judgeEqualExtents() {
    let largest = shown.reduce(0) { max($0, setting.along($1)) }
    for index in shown {
      expect(along(index).extent, along(shown[0]).extent, "extent of \(index)")
      if setting.room == .free { expect(along(index).extent, largest, "extent of \(index)") }
    }
  }

  /// Each view has the share of the stack that its content has of the needed extent; the last one
  /// takes the space that the gaps leave.
  private mutating func judgeProportions() {
    let whole = canvas(along: true).extent
    if setting.room == .free { expect(whole, needed, "extent of the stack") }
    for index in shown.dropLast() {
      expect(along(index).extent, whole * setting.along(index) / needed, "extent of \(index)")
    }
    guard setting.spacing == 0 else { return }
    for index in shown {
      let factor = along(index).extent / setting.along(index)
      expect(factor, along(shown[0]).extent / setting.along(shown[0]), "growth of \(index)")
    }
  }

  private mutating func judgeEqualGaps() {
    for gap in gaps { expect(gap, gaps[0], "gap") }
    if setting.room == .free { expect(canvas(along: true).extent, needed, "extent of the stack") }
    judgeContents()
  }

  private mutating func judgeEqualDistances() {
    judgeContents()
    guard let first = shown.first, let last = shown.last, shown.count > 1 else { return }
    let least = zip(shown, shown.dropFirst()).map {
      (setting.along($0) + setting.along($1)) / 2 + setting.spacing
    }
    let count = Double(distances.count)
    let ends = (setting.along(first) + setting.along(last)) / 2
    let largest = least.reduce(0, max)
    let equal =
      setting.room == .free ? largest : (canvas(along: true).extent - ends) / count
    guard equal >= largest - 1e-9 else {
      // They cannot all be equal: a distance greater than the others must be at its minimum.
      for (index, distance) in distances.enumerated() where distance > equal + 1e-6 {
        expect(distance, least[index], "distance \(index)")
      }
      return
    }
    for (index, distance) in distances.enumerated() {
      expect(distance, equal, "distance \(index)")
    }
  }

  /// Every view is as large as its content, unless it is alone and fills the stack.
  private mutating func judgeContents() {
    guard setting.room == .free || shown.count > 1 else { return }
    for index in shown { expect(along(index).extent, setting.along(index), "extent of \(index)") }
  }

  private func baseline(_ index: Int, isFirst: Bool) -> Double {
    let (content, frame) = (StackSetting.contents[index], frames[index + 1])
    return isFirst
      ? content.firstBaseline.map { frame.top + $0 } ?? frame.bottom
      : frame.bottom - (content.lastBaseline ?? 0)
  }

  private mutating func judgeAcross() {
    let canvas = canvas(along: false)
    for index in shown {
      let span = across(index)
      let isWithin = span.start >= canvas.start - 1e-6 && span.end <= canvas.end + 1e-6
      expect(isWithin, "\(index) reaches out across")
      if setting.alignment != .fill {
        expect(span.extent, setting.across(index), "extent of \(index) across")
      }
      judgeAlignment(index, span, canvas)
    }
    guard !shown.isEmpty, setting.room == .free else {
      if shown.isEmpty, setting.room == .free { expect(canvas.extent, 0, "empty across") }
      return
    }
    let spans = shown.map { across($0) }
    expect(spans.reduce(.infinity) { min($0, $1.start) }, canvas.start, "room at the start")
    expect(spans.reduce(-.infinity) { max($0, $1.end) }, canvas.end, "room at the end")
  }

  private mutating func judgeAlignment(_ index: Int, _ span: Span, _ canvas: Span) {
    switch setting.alignment {
    case .fill:
      expect(span.start, canvas.start, "start of \(index) across")
      expect(span.end, canvas.end, "end of \(index) across")
    case .leading:
      expect(span.start, canvas.start, "start of \(index) across")
    case .center:
      expect(span.middle, canvas.middle, "middle of \(index) across")
    case .trailing:
      expect(span.end, canvas.end, "end of \(index) across")
    case .firstBaseline, .lastBaseline:
      guard setting.isRow else {
        // A column has no common baseline.
        expect(span.start, canvas.start, "start of \(index) across")
        return
      }
      let isFirst = setting.alignment == .firstBaseline
      expect(
        baseline(index, isFirst: isFirst), baseline(shown[0], isFirst: isFirst),
        "baseline of \(index)")
    }
  }
}
