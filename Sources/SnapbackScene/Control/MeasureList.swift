import SnapbackBasics
import SnapbackEngine
public import SnapbackLayout
public import SnapbackProtocol

/// A request to a renderer with fonts to measure a text.
public struct MeasureRequest: Hashable, Sendable {
  /// The id that the answer must repeat.
  public var id: UInt64
  /// The name of a view that shows the text.
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

/// A renderer's answer to a measure request; lengths are in points.
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
  /// The engine's number of layout passes when the texts were last checked; nil if the texts must
  /// be checked again.
  private var passes: Int?
  /// Whether an answer has arrived since the texts were last checked.
  private var hasAnswer = false
  /// The number of measurement rounds of each view since the last check without a new answer.
  private var rounds: [Int: Int] = [:]

  /// Returns the new requests; none if there was no layout pass since the last call.
  ///
  /// An answer can change the width of its text, which requires another measurement. After
  /// ``ControlLimits/measureRounds`` such rounds the text keeps its estimated size, because two
  /// widths can lead to each other forever.
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
          // Return the remaining requests when there is room again.
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

  /// The question of the request with `id`; nil if the id is unknown or the request already
  /// answered.
  func question(of id: UInt64) -> TextQuestion? {
    open.first { $0.id == id }?.question
  }

  mutating func answered(_ id: UInt64) {
    open.removeAll { $0.id == id }
    hasAnswer = true
  }

  /// Drops all open requests, so that they are sent again to another renderer.
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
