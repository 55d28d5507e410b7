import SnapbackBasics
import SnapbackEngine
public import SnapbackLayout
public import SnapbackProtocol

/// A request to a renderer with fonts to measure a text.
public struct MeasureRequest: Hashable, Sendable {
  /// The id that the answer must repeat.
  public var id: UInt64
  /// A view that shows the text.
  public var view: String
  /// The text to measure, with its style, line limit and width.
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

/// A renderer's answer; lengths are in points.
struct MeasuredSize {
  var request: UInt64
  var width: Double
  var height: Double
  var firstBaseline: Double?
  var lastBaseline: Double?
}

/// The measure requests that a renderer has not answered yet.
///
/// A request is removed when it is answered or when the renderer disconnects.
struct MeasureList: Sendable {
  private struct Open: Sendable {
    var id: UInt64
    var question: TextQuestion
  }

  private var open: [Open] = []
  private var nextID: UInt64 = 1
  /// The engine's number of layout passes when the texts were last checked; nil to check them
  /// again.
  private var passes: Int?
  /// Whether an answer has arrived since then.
  private var hasAnswer = false
  /// How often each view was asked about since the last pass that no answer contributed to.
  private var rounds: [Int: Int] = [:]

  /// Returns the new requests; none until another layout pass.
  ///
  /// An answer can change the width of its text, which requires another measurement. After
  /// ``ControlLimits/measureRounds`` of these rounds the estimate is kept, because two widths can
  /// lead to each other forever.
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
          // The rest follows when there is room again.
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

  /// The question with an id; nil if it is unknown or already answered.
  func question(of id: UInt64) -> TextQuestion? {
    open.first { $0.id == id }?.question
  }

  mutating func answered(_ id: UInt64) {
    open.removeAll { $0.id == id }
    hasAnswer = true
  }

  /// Drops all open requests, so that another renderer is asked again.
  mutating func forgetAll() {
    open.removeAll()
    forgetViews()
  }

  /// Drops per-view state after the views were replaced.
  mutating func forgetViews() {
    rounds.removeAll()
    passes = nil
  }
}
