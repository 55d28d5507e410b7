import SnapbackEngine
public import SnapbackFrames
public import SnapbackLayout
import SnapbackTiming

/// A text that a renderer with fonts is asked to measure.
public struct MeasureRequest: Hashable, Sendable {
  /// What its answer has to name.
  public var id: UInt64
  /// A view that shows the text.
  public var view: String
  /// What is asked.
  public var question: TextQuestion

  /// Writes the message, `{"measure":{…}}`, as one line.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.beginObject("measure")
    writer.integer(id, "request")
    writer.string(view, "view")
    writer.string(question.string, "text")
    writer.string(question.style.rawValue, "style")
    writer.length(question.metrics.pointSize, "size")
    writer.integer(UInt64(clamping: question.lineLimit), "lines")
    if let width = question.width { writer.length(width, "width") }
    writer.endObject()
    writer.endObject()
    writer.endLine()
  }
}

/// An answer of a renderer, lengths in points.
struct MeasuredSize {
  var request: UInt64
  var width: Double
  var height: Double
  var firstBaseline: Double?
  var lastBaseline: Double?
}

/// The texts that a renderer has been asked to measure.
///
/// Asked → measured; asked → forgotten, when the renderer has gone.
struct MeasureList: Sendable {
  private struct Open: Sendable {
    var id: UInt64
    var question: TextQuestion
  }

  private var open: [Open] = []
  private var nextID: UInt64 = 1
  /// The passes of the engine when the texts were last gone through.
  private var passes: Int?
  /// Whether an answer has come since.
  private var hasAnswer = false
  /// How often each view has been asked about since a pass that no answer took part in.
  private var rounds: [Int: Int] = [:]

  /// What is to be asked that has not been: nothing until another layout pass.
  ///
  /// Where an answer makes a text as wide as that another width is to be asked about, so many
  /// times, the estimate stays: two widths may lead to each other for ever.
  mutating func next(of engine: borrowing Engine) -> [MeasureRequest] {
    guard engine.layoutPasses != passes, open.count < ControlLimits.measureRequests else {
      return []
    }
    if !hasAnswer { rounds.removeAll(keepingCapacity: true) }
    hasAnswer = false
    passes = engine.layoutPasses
    var requests: [MeasureRequest] = []
    let layout = engine.layoutTree
    for index in engine.appearances.indices {
      let questions = layout.openQuestions(of: ViewID(index: index)).filter { question in
        !open.contains { $0.question == question }
      }
      guard !questions.isEmpty, rounds[index, default: 0] < ControlLimits.measureRounds else {
        continue
      }
      rounds[index, default: 0] += 1
      for question in questions {
        guard open.count < ControlLimits.measureRequests else {
          // The rest when there is room again.
          passes = nil
          return requests
        }
        open.append(Open(id: nextID, question: question))
        requests.append(
          MeasureRequest(id: nextID, view: engine.appearances[index].name, question: question))
        nextID += 1
      }
    }
    return requests
  }

  /// What an answer is about; nil when that has not been asked, or is answered.
  func question(of id: UInt64) -> TextQuestion? {
    open.first { $0.id == id }?.question
  }

  mutating func answered(_ id: UInt64) {
    open.removeAll { $0.id == id }
    hasAnswer = true
  }

  /// What was asked is asked again, of another renderer.
  mutating func forgetAll() {
    open.removeAll()
    forgetViews()
  }

  /// Views have other places.
  mutating func forgetViews() {
    rounds.removeAll()
    passes = nil
  }
}
