import SnapbackBasics
import SnapbackDocument

/// Decodes decisions about input.
extension LineDecoding {
  static func decision(_ value: DocumentNode) throws(DocumentError) -> InputDecision? {
    var reader = try ObjectReader(value, file: MessageLine.file)
    return try decision(&reader)
  }

  /// Decodes a decision. Returns nil for an unknown kind or state, which a later version may
  /// define; this is not an error.
  static func decision(_ reader: inout ObjectReader) throws(DocumentError) -> InputDecision? {
    let subject: InputDecision.Subject
    switch try reader.string("kind") {
    case "hit": subject = .hit(try hit(&reader))
    case "step":
      guard let state = InputDecision.State(rawValue: try reader.string("state")) else {
        return nil
      }
      subject = .step(
        InputDecision.Step(
          gesture: try reference(&reader), state: state,
          reason: try reader.optionalString("reason"),
          other: try reader.optionalNode("other").map(reference)))
    case "follower":
      let states = ["moves": true, "rests": false]
      guard let isMoving = states[try reader.string("state")] else { return nil }
      subject = .follower(
        InputDecision.Follower(
          binding: try reader.string("binding"), view: try reader.string("view"),
          isMoving: isMoving))
    default: return nil
    }
    return InputDecision(
      time: try reader.instant("time"), subject: subject, text: try reader.string("text"))
  }

  private static func hit(_ reader: inout ObjectReader) throws(DocumentError) -> InputDecision.Hit {
    let point = try reader.vector("point")
    var hit = InputDecision.Hit(
      contact: try reader.count("contact"), point: Point(x: point.dx, y: point.dy),
      view: try reader.optionalString("view"), misses: [], candidates: [])
    for node in try reader.array("misses") {
      var miss = try ObjectReader(node, file: MessageLine.file)
      hit.misses.append(
        InputDecision.Miss(
          view: try miss.string("view"), reason: try miss.string("reason"),
          by: try miss.optionalString("by")))
    }
    for node in try reader.array("candidates") { hit.candidates.append(try reference(node)) }
    return hit
  }

  private static func reference(
    _ node: DocumentNode
  ) throws(DocumentError) -> InputDecision.Gesture {
    var reader = try ObjectReader(node, file: MessageLine.file)
    return try reference(&reader)
  }

  private static func reference(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> InputDecision.Gesture {
    InputDecision.Gesture(
      kind: try reader.string("gesture"), name: try reader.optionalString("name"),
      view: try reader.string("view"))
  }
}
