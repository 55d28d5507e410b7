import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackProtocol

/// Reads the expectations of a case. Each expectation has one key that names its subject.
extension CaseReader {
  /// The keys that name the subject of an expectation.
  private enum Subject: String, CaseIterable {
    case value, rests, settled, gesture, done, event, state, layoutPasses
  }

  /// The kinds of time spans that an expectation may have.
  private enum Spans {
    case none, until, events, values
  }

  func expectation(_ node: DocumentNode) throws(DocumentError) -> CaseExpectation {
    var reader = try ObjectReader(node, file: file)
    let subjects = Subject.allCases.filter { reader.keys.contains($0.rawValue) }
    guard let subject = subjects.first else { throw noSubject(reader) }
    guard subjects.count == 1 else {
      throw reader.error(
        "give \"\(subjects[0].rawValue)\" or \"\(subjects[1].rawValue)\", not both",
        atKey: subjects[1].rawValue)
    }
    let claim: CaseExpectation.Claim
    let spans: Spans
    switch subject {
    case .value: (claim, spans) = (try valueClaim(&reader), .values)
    case .rests: (claim, spans) = (try restClaim(&reader), .until)
    case .settled: (claim, spans) = (.settled(try reader.boolean("settled")), .until)
    case .gesture: (claim, spans) = (.gesture(try gestureClaim(&reader)), .events)
    case .done: (claim, spans) = (.done(try doneClaim(&reader)), .events)
    case .event: (claim, spans) = (.event(try eventClaim(&reader)), .events)
    case .state: (claim, spans) = (.state(try stateClaim(&reader)), .values)
    case .layoutPasses:
      (claim, spans) = (.layoutPasses(try reader.integer("layoutPasses", in: 1...1_000_000)), .none)
    }
    let window = try window(&reader, spans)
    try reader.finish()
    if case .settled(false) = claim, window.span != .whole {
      throw reader.error("\"by\" needs \"settled\": true", atKey: "by")
    }
    return CaseExpectation(claim: claim, window: window, position: node.position)
  }

  private func noSubject(_ reader: ObjectReader) -> DocumentError {
    let names = Subject.allCases.map(\.rawValue)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    // Suggest the nearest key that is present, in case it is misspelled.
    let hint = reader.keys.lazy.compactMap { Spelling.hint(for: $0, in: names) }.first
    return reader.error("expected one of the keys \(list)", at: reader.node, hint: hint)
  }

  // MARK: Claims

  private func valueClaim(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> CaseExpectation.Claim {
    let value = try viewValue(try reader.node("value"))
    let range = -Self.numberLimit...Self.numberLimit
    var bounds = ValueBounds()
    bounds.near = try reader.optionalNumber("near", in: range)
    let tolerance = try reader.optionalNumber("tolerance", in: 0...Self.numberLimit)
    bounds.tolerance = tolerance ?? ValueBounds.defaultTolerance
    bounds.minimum = try reader.optionalNumber("min", in: range)
    bounds.maximum = try reader.optionalNumber("max", in: range)
    bounds.reached = try reader.optionalNumber("reaches", in: range)
    guard tolerance == nil || bounds.near != nil else {
      throw reader.error("a tolerance needs \"near\"", atKey: "tolerance")
    }
    if let minimum = bounds.minimum, let maximum = bounds.maximum, minimum > maximum {
      throw reader.error("min is above max", atKey: "min")
    }
    if bounds.isEmpty {
      // Report a misspelled bound first, because that error is more helpful.
      _ = try window(&reader, .values)
      try reader.finish()
      throw reader.error(
        "nothing is expected of \"\(value)\": add \"near\", \"min\", \"max\" or \"reaches\"",
        atKey: "value")
    }
    return .value(value, bounds)
  }

  private func restClaim(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> CaseExpectation.Claim {
    let view = try viewName(try reader.node("rests"))
    guard let place = reader.optionalNode("at") else {
      return .rests(view: view, inIdentity: false)
    }
    let text = try place.string(file: file)
    guard text == "identity" else {
      throw place.error(
        "expected \"identity\", found \(DocumentError.quoted(text))", file: file,
        hint: Spelling.hint(for: text, in: ["identity"]))
    }
    return .rests(view: view, inIdentity: true)
  }

  private func gestureClaim(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> GestureClaim {
    var claim = GestureClaim(kind: try reader.oneOf("gesture", GestureKind.self))
    if let node = reader.optionalNode("name") {
      let name = try node.string(file: file)
      guard names.gestures.contains(name) else {
        throw node.unknownName(name, of: "gesture", in: names.gestures, file: file)
      }
      claim.name = name
    }
    if let node = reader.optionalNode("view") { claim.view = try viewName(node) }
    claim.phase = try reader.optionalOneOf("phase", GesturePhase.self)
    claim.speed = try speed(&reader)
    claim.count = try reader.optionalInteger("count", in: 0...1_000_000)
    if claim.speed != nil, claim.phase == nil {
      throw reader.error("a speed needs the \"phase\" at which it is measured", atKey: "speed")
    }
    return claim
  }

  private func speed(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> ClosedRange<Double>? {
    guard let node = reader.optionalNode("speed") else { return nil }
    let range = try node.point(in: 0...Self.numberLimit, file: file)
    guard range.x <= range.y else {
      throw node.error("expected a range [least, most]", file: file)
    }
    return range.x...range.y
  }

  private func doneClaim(_ reader: inout ObjectReader) throws(DocumentError) -> DoneClaim {
    let moment = try reader.oneOf("done", TransactionEvent.Moment.self)
    let transaction = try reader.optionalInteger("transaction", in: 1...1_000_000)
    return DoneClaim(
      moment: moment.rawValue, transaction: transaction.map { UInt64(clamping: $0) },
      isInterrupted: try reader.optionalBoolean("interrupted"),
      count: try reader.optionalInteger("count", in: 0...1_000_000))
  }

  private func eventClaim(_ reader: inout ObjectReader) throws(DocumentError) -> EventClaim {
    var claim = EventClaim(kind: try reader.oneOf("event", SceneEvent.Kind.self))
    claim.name = try reader.optionalString("name")
    if let node = reader.optionalNode("view") { claim.view = try viewName(node) }
    claim.place = try reader.optionalString("at")
    claim.count = try reader.optionalInteger("count", in: 0...1_000_000)
    return claim
  }

  private func stateClaim(_ reader: inout ObjectReader) throws(DocumentError) -> StateClaim {
    let (node, wanted) = (try reader.node("state"), try reader.node("is"))
    let (name, value) = (try node.string(file: file), try wanted.string(file: file))
    guard let state = names.states.first(where: { $0.name == name }) else {
      throw node.unknownChoice(name, of: "state", in: names.states.map(\.name), file: file)
    }
    guard state.values.contains(value) else {
      throw wanted.unknownChoice(value, of: "value", in: state.values, file: file)
    }
    return StateClaim(name: name, value: value)
  }

  // MARK: Time

  private func window(
    _ reader: inout ObjectReader, _ spans: Spans
  ) throws(DocumentError) -> CaseWindow {
    guard spans != .none else { return CaseWindow(.whole) }
    let origin = try reader.optionalOneOf("since", CaseWindow.Origin.self)
    let range = (origin ?? .start) == .start ? 0...Self.timeLimit : -Self.timeLimit...Self.timeLimit
    var found: [(key: String, span: CaseWindow.Span)] = []
    if let time = try reader.optionalNumber("by", in: range) { found.append(("by", .until(time))) }
    if spans != .until, let node = reader.optionalNode("between") {
      let times = try node.point(in: range, file: file)
      guard times.x <= times.y else {
        throw node.error("expected the earlier time first", file: file)
      }
      found.append(("between", .between(times.x, times.y)))
    }
    if spans == .values, let node = reader.optionalNode("at") {
      found.append(("at", try moment(node, in: range)))
    }
    guard found.count < 2 else {
      throw reader.error(
        "give \"\(found[0].key)\" or \"\(found[1].key)\", not both", atKey: found[1].key)
    }
    let span = found.first?.span ?? .whole
    guard origin == nil || span != .whole && span != .end else {
      throw reader.error("\"since\" needs a time relative to it", atKey: "since")
    }
    return CaseWindow(span, since: origin ?? .start)
  }

  /// Reads a moment: seconds, or `"end"`.
  private func moment(
    _ node: DocumentNode, in range: ClosedRange<Double>
  ) throws(DocumentError) -> CaseWindow.Span {
    guard case .string(let text) = node.value else {
      return .at(try node.number(in: range, file: file))
    }
    guard text == "end" else {
      throw node.error(
        "expected seconds or \"end\", found \(DocumentError.quoted(text))", file: file)
    }
    return .end
  }
}
