/// Text sizes that a renderer with fonts measures. They replace the estimates.
extension LayoutTree {
  /// The size of a text at most `width` points wide: the measured size if there is one, otherwise
  /// the estimate.
  func size(
    of text: TextContent, fitting width: Double?, in category: ContentSizeCategory
  ) -> TextSize {
    if !measuredTexts.isEmpty,
      let known = measuredTexts[question(text, fitting: width, in: category)]
    {
      return known
    }
    return text.size(fitting: width, in: category, scale: environment.grid.scale)
  }

  /// Makes the question for a text and a width. Rounds the width down to whole pixels, so that
  /// slightly different widths give the same question.
  private func question(
    _ text: TextContent, fitting width: Double?, in category: ContentSizeCategory
  ) -> TextQuestion {
    let whole = width.map { environment.grid.down($0) }
    return TextQuestion(text, fitting: whole, in: category)
  }

  /// The measurements that would replace the estimates of a view's text, as of the last pass: the
  /// size without a width limit and, if the text wraps, the size at the current width. Empty if the
  /// view has no text, or if all sizes are known. O(length of the text).
  public func openQuestions(of view: ViewID) -> [TextQuestion] {
    guard views.indices.contains(view.index), let text = views[view.index].current.text,
      !text.string.isEmpty
    else { return [] }
    let category = traits.contentSize
    var questions = [question(text, fitting: nil, in: category)]
    if text.wraps, let width = views[view.index].measure?.width {
      let wrapped = question(text, fitting: width, in: category)
      if wrapped.width != nil { questions.append(wrapped) }
    }
    return questions.filter { measuredTexts[$0] == nil }
  }

  /// Stores the size of a text as measured by a renderer. The size takes effect in the next pass.
  ///
  /// - Parameters:
  ///   - width: the width of the widest line in points. The tree rounds width and height up to
  ///     pixels.
  ///   - height: the height of all lines.
  ///   - firstBaseline: the distance from the top to the first baseline; nil for the estimate.
  ///   - lastBaseline: the distance from the bottom to the last baseline; nil for the estimate.
  ///
  /// O(views + stored questions).
  public mutating func setMeasuredSize(
    width: Double, height: Double, firstBaseline: Double? = nil, lastBaseline: Double? = nil,
    of question: TextQuestion
  ) throws(LayoutError) {
    let numbers = [width, height, firstBaseline ?? 0, lastBaseline ?? 0]
    guard width >= 0, height >= 0, numbers.allSatisfy({ $0.magnitude <= 1e6 }) else {
      throw .insets("text")
    }
    let metrics = question.metrics
    let lines = (height / max(1, metrics.lineHeight)).rounded()
    measuredTexts.insert(
      TextSize(
        width: environment.grid.up(width), height: environment.grid.up(height),
        lineCount: Self.count(lines),
        firstBaseline: firstBaseline ?? metrics.ascent,
        lastBaseline: lastBaseline ?? metrics.descent), for: question)
    for index in views.indices where views[index].current.text?.style == question.style {
      views[index].measure = nil
      marks.mark(index, in: views[index].parent.index)
    }
    marks.markEquations()
    marks.markPass()
  }

  /// Adopts the measured sizes of another tree. Requests a pass unless the sizes are the same.
  public mutating func copyMeasuredSizes(of other: LayoutTree) {
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
