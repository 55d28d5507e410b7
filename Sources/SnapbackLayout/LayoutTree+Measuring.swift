/// Texts by a renderer with fonts, in place of the estimate.
extension LayoutTree {
  /// The size of a text: as it was measured for that width, or else as it is estimated.
  func size(
    of text: TextContent, fitting width: Double?, in category: ContentSizeCategory
  ) -> TextSize {
    if !measuredTexts.isEmpty,
      let known = measuredTexts[question(text, fitting: width, in: category)]
    {
      return known
    }
    return text.size(fitting: width, in: category)
  }

  /// Widths are asked for by whole pixels, so that a width that moves a little is no new question.
  private func question(
    _ text: TextContent, fitting width: Double?, in category: ContentSizeCategory
  ) -> TextQuestion {
    let whole = width.map { environment.downToGrid($0) }
    return TextQuestion(text, fitting: whole, in: category)
  }

  /// What would have to be measured for a view's text to need no estimate, as of the last pass:
  /// its natural size, and if it wraps that at the width it has. Empty without a text, and where
  /// all is known. O(length of the text).
  public func openQuestions(of view: ViewID) -> [TextQuestion] {
    guard views.indices.contains(view.index), let text = views[view.index].current.text,
      !text.string.isEmpty
    else { return [] }
    let category = traits.contentSize
    var questions = [question(text, fitting: nil, in: category)]
    if text.lineLimit != 1, let width = views[view.index].measure?.width {
      let wrapped = question(text, fitting: width, in: category)
      if wrapped.width != nil { questions.append(wrapped) }
    }
    return questions.filter { measuredTexts[$0] == nil }
  }

  /// Keeps the size of a text as a renderer has measured it; the next pass regards it.
  ///
  /// - Parameters:
  ///   - width: the width of the widest line, in points; rounded up to pixels, like the height.
  ///   - height: the height of all lines.
  ///   - firstBaseline: from the top to the first baseline; nil for that of the estimate.
  ///   - lastBaseline: from the bottom to the last one; nil for that of the estimate.
  ///
  /// O(views + questions kept).
  public mutating func setMeasuredSize(
    width: Double, height: Double, firstBaseline: Double? = nil, lastBaseline: Double? = nil,
    of question: TextQuestion
  ) throws(LayoutError) {
    let numbers = [width, height, firstBaseline ?? 0, lastBaseline ?? 0]
    guard width >= 0, height >= 0, numbers.allSatisfy({ $0.magnitude <= 1e6 }) else {
      throw .insets("text")
    }
    let metrics = question.metrics
    let lines = (height / max(1, metrics.leading)).rounded()
    measuredTexts.insert(
      TextSize(
        width: environment.upToGrid(width), height: environment.upToGrid(height),
        lineCount: Self.count(lines),
        firstBaseline: firstBaseline ?? metrics.firstBaseline,
        lastBaseline: lastBaseline ?? metrics.lastBaseline), for: question)
    for index in views.indices where views[index].current.text?.style == question.style {
      views[index].measure = nil
      marks.mark(index, in: views[index].parent.index)
    }
    marks.markEquations()
    marks.markPass()
  }

  /// Goes on with the measured sizes of another tree. A pass is due unless this tree knows the same
  /// sizes already.
  public mutating func takeMeasuredSizes(of other: LayoutTree) {
    guard !other.measuredTexts.isEmpty, measuredTexts != other.measuredTexts else { return }
    measuredTexts = other.measuredTexts
    for index in views.indices where views[index].current.text != nil {
      views[index].measure = nil
      marks.mark(index, in: views[index].parent.index)
    }
    marks.markEquations()
    marks.markPass()
  }

  private static func count(_ lines: Double) -> Int {
    (0...10_000).first { Double($0) >= lines } ?? 0
  }
}
