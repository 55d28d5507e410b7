import SnapbackBasics
import SnapbackEngine
import SnapbackGestures

/// The states of a scene's recognizers over time, in seconds.
struct PlotGestures {
  /// A recognizer's states over time.
  struct Row {
    var label: String
    var spans: [Span] = []
  }

  /// The time that a recognizer is in one state: from a touch to recognition or failure, or while
  /// the gesture runs.
  struct Span {
    enum End {
      /// The gesture was recognized and continues in another span.
      case begins
      /// A discrete gesture was recognized, or the fingers of a continuous gesture lifted.
      case good
      case cancelled
      case failed(String)
      /// The recording ended before the state did.
      case open
    }

    var start: Double
    var end: Double
    /// Whether the gesture has been recognized.
    var isActive: Bool
    var closing = End.open
    /// The gesture whose failure the recognizer waited for before it was recognized; nil if it did
    /// not wait.
    var wait: String?
  }

  private(set) var rows: [Row]
  /// The indices of the views whose gestures received a touch.
  private(set) var views: Set<Int> = []
  private let gestures: [SceneGesture]
  private let labels: [String]
  /// The indices of the rows whose last span is open.
  private var open: Set<Int> = []

  init(_ gestures: [SceneGesture], views: [String]) {
    self.gestures = gestures
    labels = gestures.map {
      $0.name ?? "\(views[$0.view]) \($0.recognizer.settings.kind.rawValue)"
    }
    rows = labels.map { Row(label: $0) }
  }

  /// The rows of the recognizers that received a touch.
  var touched: [Row] { rows.filter { !$0.spans.isEmpty } }

  mutating func add(_ step: GestureStep) {
    let index = step.recognizer
    guard rows.indices.contains(index) else { return }
    let time = step.time.seconds(since: .zero)
    views.insert(gestures[index].view)
    switch step.outcome {
    case .touched:
      if !open.contains(index) { begin(index, time, isActive: false) }
    case .recognized:
      let isDiscrete = gestures[index].recognizer.settings.kind.isDiscrete
      if !open.contains(index) { begin(index, time, isActive: isDiscrete) }
      close(index, time, isDiscrete ? .good : .begins)
      if !isDiscrete { begin(index, time, isActive: true) }
    case .changed: break
    case .ended: close(index, time, .good)
    case .cancelled: close(index, time, .cancelled)
    case .failed(let failure):
      if !open.contains(index) { begin(index, time, isActive: false) }
      close(index, time, .failed(text(failure)))
    case .waits(let other):
      guard open.contains(index), let last = rows[index].spans.indices.last else { return }
      rows[index].spans[last].wait = label(other)
    }
  }

  /// Closes the spans that are still open.
  mutating func finish(at time: Double) {
    for index in rows.indices where open.contains(index) {
      close(index, max(time, rows[index].spans.last?.start ?? time), .open)
    }
  }

  private mutating func begin(_ index: Int, _ time: Double, isActive: Bool) {
    rows[index].spans.append(Span(start: time, end: time, isActive: isActive))
    open.insert(index)
  }

  private mutating func close(_ index: Int, _ time: Double, _ end: Span.End) {
    guard open.remove(index) != nil, let last = rows[index].spans.indices.last else { return }
    rows[index].spans[last].end = time
    rows[index].spans[last].closing = end
  }

  private func label(_ index: Int) -> String {
    labels.indices.contains(index) ? labels[index] : "another"
  }

  private func text(_ failure: GestureFailure) -> String {
    switch failure {
    case .moved(let distance, let limit):
      "moved \(PlotInk.number(distance)) pt of \(PlotInk.number(limit))"
    case .lifted: "lifted"
    case .taken: "taken away"
    case .tooManyFingers(let count, let limit): "\(count) fingers of \(limit)"
    case .tooSlow(let limit): "longer than \(PlotInk.number(limit)) s"
    case .wrongWay: "wrong direction"
    case .farFromEdge(let distance, _): "\(PlotInk.number(distance)) pt from the edge"
    case .prevented(let other): "prevented by \(label(other))"
    case .preceded(let other): "\(label(other)) came first"
    case .stoppedContent(let other): "stopped \(label(other))"
    case .refused: "not in this state"
    case .disabled: "switched off"
    }
  }
}
