public import SnapbackBasics
public import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackProtocol

extension ReplayCase {
  /// Returns the expectations that a replay did not meet, in the order of the file.
  ///
  /// `golden` is the content of the case's golden; nil if the file does not exist.
  public func failures(of trace: CaseTrace, golden: Golden?) -> [CaseFailure] {
    if trace.isCutOff {
      return [
        CaseFailure(
          position: .start, expected: "at most \(CaseTrace.sampleLimit) changes of views",
          seen: ["more; lower the rate"], subject: .nothing)
      ]
    }
    var failures = trace.refusals.map { refusal in
      CaseFailure(
        position: refusal.position, expected: "the command at \(refusal.seconds) s to succeed",
        seen: [refusal.message], subject: .nothing)
    }
    failures += expectations.compactMap { CaseJudge(expectation: $0, trace: trace).failure }
    if let failure = failure(of: trace, golden: golden) { failures.append(failure) }
    return failures
  }
}

/// Compares one expectation with a replay.
struct CaseJudge {
  let expectation: CaseExpectation
  let trace: CaseTrace

  /// The failure; nil when the expectation is met.
  var failure: CaseFailure? {
    let window = expectation.window
    guard let origin = trace.time(of: window.origin) else {
      return failed(words, ["the recording has no contact to count from"])
    }
    func moment(_ seconds: Double) -> Instant { origin.advanced(bySeconds: seconds) }
    let (first, last): (Instant, Instant) =
      switch window.span {
      case .whole: (.zero, .distantFuture)
      case .end: (.distantFuture, .distantFuture)
      case .at(let time): (moment(time), moment(time))
      case .between(let first, let last): (moment(first), moment(last))
      case .until(let time): (.zero, moment(time))
      }
    switch expectation.claim {
    case .value(let value, let bounds):
      return valueFailure(value, bounds, first, last)
    case .rests(let view, let inIdentity):
      return restFailure([view], inIdentity, by: window.span == .whole ? nil : last)
    case .settled(let flag):
      guard flag else { return movingFailure }
      return restFailure(trace.views, false, by: window.span == .whole ? nil : last)
    case .gesture(let claim): return gestureFailure(claim, first, last)
    case .done(let claim): return doneFailure(claim, first, last)
    case .event(let claim): return eventFailure(claim, first, last)
    case .state(let claim): return stateFailure(claim, first, last)
    case .layoutPasses(let count):
      guard trace.summary.layoutPasses != UInt64(clamping: count) else { return nil }
      return failed(words, ["seen \(trace.summary.layoutPasses)"])
    }
  }

  private func failed(
    _ expected: String, _ seen: [String], _ subject: CaseFailure.Subject = .nothing
  ) -> CaseFailure {
    CaseFailure(
      position: expectation.position, expected: expected, seen: seen, subject: subject)
  }

  // MARK: Numbers

  private func valueFailure(
    _ value: ViewValue, _ bounds: ValueBounds, _ first: Instant, _ last: Instant
  ) -> CaseFailure? {
    let seen = trace.values(value, from: first, to: last)
    let outside = seen.filter { bounds.excess($0.value) > 0 }
    let worst = outside.max { bounds.excess($0.value) < bounds.excess($1.value) }
    var lines: [String] = []
    if let worst {
      lines.append("seen \(CaseNumber.short(worst.value)) \(place(worst))")
      if let earliest = outside.first, outside.count > 1 {
        let place = trace.place(earliest.time, frame: earliest.index)
        lines.append("out of bounds in \(outside.count) of \(seen.count) frames, first \(place)")
      }
    }
    if let reached = bounds.reached, let line = missLine(reached, seen) { lines.append(line) }
    guard !lines.isEmpty || seen.isEmpty else { return nil }
    return failed(words, lines, .value(value, bounds, from: first, to: last))
  }

  private func place(_ seen: CaseTrace.SeenValue) -> String {
    trace.place(seen.time, frame: seen.index)
  }

  /// The line to report when a number never reaches `reached`; nil when the number reaches that
  /// value or passes it between two frames.
  private func missLine(_ reached: Double, _ seen: [CaseTrace.SeenValue]) -> String? {
    let numbers = seen.filter { !$0.value.isNaN }
    guard let low = numbers.min(by: { $0.value < $1.value }),
      let high = numbers.max(by: { $0.value < $1.value })
    else { return "there is no value" }
    guard reached < low.value || reached > high.value else { return nil }
    let nearest = reached < low.value ? low : high
    return "came to \(CaseNumber.short(nearest.value)) \(place(nearest))"
  }

  // MARK: Rest

  private func restFailure(
    _ views: [String], _ inIdentity: Bool, by limit: Instant?
  ) -> CaseFailure? {
    let changes = views.compactMap { view in trace.lastChange(of: view).map { (view, $0) } }
    let last = changes.max { $0.1.time < $1.1.time }
    // An endless motion is cut off ``CaseTrace/tail`` seconds after the last event. A view that
    // changed in the last second before that time is still moving.
    let end = trace.duration.advanced(bySeconds: CaseTrace.tail - 1)
    var lines: [String] = []
    if let (view, sample) = last {
      let place = trace.place(sample.time, frame: sample.index)
      if !trace.summary.isAtRest, sample.time > end {
        lines.append("\"\(view)\" still moves \(place)")
      } else if let limit, sample.time > limit {
        lines.append("\"\(view)\" moved until then: \(place)")
      }
      if inIdentity, let distance = distanceFromIdentity(sample) { lines.append(distance) }
    }
    if lines.isEmpty, !trace.summary.isAtRest, case .settled = expectation.claim {
      lines.append("a gesture or an action is still active at the end")
    }
    guard !lines.isEmpty else { return nil }
    return failed(words, lines, .rest(views: last.map { [$0.0] } ?? [], by: limit))
  }

  /// The parts of a view's transform that differ from the identity by more than 0.001, as text.
  private func distanceFromIdentity(_ sample: CaseTrace.Sample) -> String? {
    let left = ViewProperty.transform.compactMap { property -> String? in
      let home: Double = property == .scaleX || property == .scaleY ? 1 : 0
      let value = property.value(of: sample.state, after: sample.state)
      guard !((value - home).magnitude <= 0.001) else { return nil }
      return "\(property.rawValue) \(CaseNumber.short(value))"
    }
    return left.isEmpty ? nil : "it rests with " + left.joined(separator: ", ")
  }

  private var movingFailure: CaseFailure? {
    guard trace.summary.isAtRest else { return nil }
    return failed(words, ["everything is at rest"], .rest(views: [], by: nil))
  }

  // MARK: Events

  private func gestureFailure(
    _ claim: GestureClaim, _ first: Instant, _ last: Instant
  ) -> CaseFailure? {
    var known: Set<UInt64> = []
    var counted: Set<UInt64> = []
    var others: [GestureEvent] = []
    for event in trace.gestures where event.kind == claim.kind.rawValue {
      let isFirst = known.insert(event.id).inserted
      guard claim.phase.map({ $0 == event.phase }) ?? isFirst else { continue }
      let isMeant =
        event.time >= first && event.time <= last
        && claim.view.map { $0 == trace.view(of: event) } ?? true
        && claim.name.map { $0 == event.name } ?? true
        && claim.speed.map { $0.contains(event.velocity.length) } ?? true
      if isMeant { counted.insert(event.id) }
      others.append(event)
    }
    guard claim.count.map({ $0 != counted.count }) ?? counted.isEmpty else { return nil }
    var lines = ["seen \(counted.isEmpty ? "none" : "\(counted.count)")"]
    for event in others.prefix(4) {
      let speed = CaseNumber.short(event.velocity.length)
      lines.append(
        "\(event.kind)\(event.name.map { " \"\($0)\"" } ?? "") \(event.id) on "
          + "\"\(trace.view(of: event))\" \(event.phase.rawValue) "
          + "\(trace.place(event.time)) with \(speed) pt/s")
    }
    if others.count > 4 { lines.append("and \(others.count - 4) more") }
    return failed(words, lines, .events(from: first, to: last))
  }

  private func doneFailure(
    _ claim: DoneClaim, _ first: Instant, _ last: Instant
  ) -> CaseFailure? {
    let ends = trace.transactions.filter {
      $0.moment.rawValue == claim.moment && (claim.transaction ?? $0.id) == $0.id
    }
    let counted = ends.filter {
      $0.time >= first && $0.time <= last
        && (claim.isInterrupted ?? $0.isInterrupted) == $0.isInterrupted
    }
    guard claim.count.map({ $0 != counted.count }) ?? counted.isEmpty else { return nil }
    var lines = ["seen \(counted.isEmpty ? "none" : "\(counted.count)")"]
    for event in ends.prefix(4) {
      lines.append(
        "transaction \(event.id) \(event.moment.rawValue) \(trace.place(event.time))"
          + (event.isInterrupted ? ", interrupted" : ""))
    }
    if ends.count > 4 { lines.append("and \(ends.count - 4) more") }
    return failed(words, lines, .events(from: first, to: last))
  }

  private func eventFailure(
    _ claim: EventClaim, _ first: Instant, _ last: Instant
  ) -> CaseFailure? {
    func isInTime(_ event: SceneEvent) -> Bool { event.time >= first && event.time <= last }
    let counted = trace.events.count { claim.differences(from: $0).isEmpty && isInTime($0) }
    guard claim.count.map({ $0 != counted }) ?? (counted == 0) else { return nil }
    var lines = ["seen \(counted == 0 ? "none" : "\(counted)")"]
    let others = trace.events.filter { $0.kind == claim.kind }
    for event in others.prefix(4) {
      var differences = claim.differences(from: event)
      if differences.isEmpty, !isInTime(event) { differences = ["at another time"] }
      lines.append(
        "\(Self.words(event)), \(trace.place(event.time))"
          + (differences.isEmpty ? "" : ": " + differences.joined(separator: ", ")))
    }
    if others.count > 4 { lines.append("and \(others.count - 4) more") }
    if let line = nameLine(claim) { lines.append(line) }
    return failed(words, lines, .events(from: first, to: last))
  }

  private func stateFailure(
    _ claim: StateClaim, _ first: Instant, _ last: Instant
  ) -> CaseFailure? {
    let others = trace.values(ofState: claim.name, from: first, to: last).filter {
      $0.value != claim.value
    }
    guard !others.isEmpty else { return nil }
    var lines = others.prefix(4).map { other in
      let origin = other.time == .zero ? "from the start" : "set \(trace.place(other.time))"
      return "seen \"\(other.value)\", \(origin)"
    }
    if others.count > 4 { lines.append("and \(others.count - 4) more") }
    return failed(words, lines, .events(from: first, to: last))
  }
}

/// An expectation that was not met.
public struct CaseFailure: Sendable {
  /// The position of the expectation in the case's file.
  public var position: SourcePosition
  /// The expectation, as a phrase.
  public var expected: String
  /// The observed values, one phrase per line.
  public var seen: [String]
  /// The subject of a picture that shows the failure.
  public var subject: Subject

  /// The subject of a picture that shows a failure.
  public enum Subject: Sendable {
    /// A number that is out of bounds, and the part of the replay that was checked.
    case value(ViewValue, ValueBounds, from: Instant, to: Instant)
    /// Views that should have stopped by a time.
    case rest(views: [String], by: Instant?)
    /// Gestures or transactions in a part of the replay.
    case events(from: Instant, to: Instant)
    /// Numbers that differ from a golden's.
    case golden(Golden, [GoldenDifference])
    /// No picture is possible.
    case nothing
  }
}
