import SnapbackDocument
import SnapbackProtocol
import SnapbackScene
import Testing

/// Texts that a renderer measures. The renderers here are rules whose outcome is known.
@Suite struct MeasureCommandTests {
  private static func scene(_ views: String, _ rules: String) -> String {
    "{ snapback: 1, screen: { width: 400, height: 800, scale: 2 }, views: [\(views)],"
      + " constraints: [\(rules)] }"
  }

  /// Lets a renderer answer until no question is left. Returns the number of questions.
  private static func settle(
    _ controlled: inout Controlled, limit: Int = 1000,
    answer: (MeasureRequest) -> (width: Double, height: Double)
  ) throws -> Int {
    var count = 0
    while count < limit {
      _ = controlled.views()
      let requests = controlled.desk.drainMeasureRequests(of: controlled.engine)
      if requests.isEmpty { break }
      for request in requests {
        let size = answer(request)
        try controlled.send(
          "measured",
          "{request: \(request.id), width: \(size.width), height: \(size.height)}")
        count += 1
      }
    }
    return count
  }

  @Test(arguments: ["load", "patch"])
  func aSceneWithMeasuredTextsIsLaidOutOnce(command: String) throws {
    let rules = "\"a.left = 10\", \"a.top = 10\""
    let scene = Self.scene("{ id: \"a\", text: \"Hello\" }", rules)
    var controlled = try Controlled(scene)
    let requests = controlled.desk.drainMeasureRequests(of: controlled.engine)
    let request = try #require(requests.first)
    try controlled.send("measured", "{request: \(request.id), width: 71, height: 22}")
    _ = controlled.views()
    // The job lays the scene out. After its adoption, the loop needs no further pass.
    try controlled.send(command, "{scene: \(scene)}")
    let passes = controlled.engine.layoutPasses
    #expect(try controlled.frame(of: "a").size.width == 71)
    let passesAfterwards = controlled.engine.layoutPasses
    #expect(passes == 1 && passesAfterwards == 1)
  }

  @Test func aMeasuredTextIsAsLargeAsContentsOfThatSize() throws {
    let rules = "\"a.left = 10\", \"a.top = 10\", \"b.left = a.right\", \"b.top = a.lastBaseline\""
    var controlled = try Controlled(
      Self.scene("{ id: \"a\", text: \"Hello\" }, { id: \"b\" }", rules))
    let requests = controlled.desk.drainMeasureRequests(of: controlled.engine)
    let request = try #require(requests.first)
    #expect(requests.count == 1 && request.view == "a" && request.question.width == nil)
    #expect(controlled.desk.drainMeasureRequests(of: controlled.engine).isEmpty)
    let reply = try controlled.send(
      "measured",
      "{request: \(request.id), width: 71.3, height: 22, firstBaseline: 17, lastBaseline: 4}")
    #expect(reply.needsSnapshot)
    // Widths and heights are rounded up to pixels.
    let twin = Self.scene(
      "{ id: \"a\", contents: { width: 71.5, height: 22 }, baselines: { first: 17, last: 4 } },"
        + " { id: \"b\" }", rules)
    #expect(try controlled.views() == Controlled.views(of: twin))
    #expect(controlled.desk.drainMeasureRequests(of: controlled.engine).isEmpty)
    // The size stays known, also in another version of the scene and after the text has changed
    // back.
    try controlled.send("patch", "{scene: {views: [{id: \"b\", color: \"#ff0000\"}]}}")
    #expect(try controlled.frame(of: "a").size.width == 71.5)
    try controlled.send("change", "{changes: [{view: \"a\", text: \"Bye\"}]}")
    #expect(controlled.desk.drainMeasureRequests(of: controlled.engine).count == 1)
    try controlled.send("change", "{changes: [{view: \"a\", text: \"Hello\"}]}")
    #expect(try controlled.frame(of: "a").size.width == 71.5)
  }

  @Test func theMessageSaysWhatIsToBeMeasured() throws {
    let controlled = try Controlled(
      Self.scene(
        "{ id: \"a\", text: { string: \"One\\ntwo\", style: \"title1\", lines: 3 } }",
        "\"a.width = 123.25\""))
    var desk = controlled.desk
    let requests = desk.drainMeasureRequests(of: controlled.engine)
    #expect(requests.map(\.question.width) == [nil, 123])
    var writer = JSONWriter(precision: .shortest)
    for request in requests { request.write(to: &writer) }
    let text = #""view":"a","text":"One\u000atwo","style":"title1","size":28,"lines":3"#
    let lines =
      "{\"measure\":{\"request\":1,\(text)}}\n{\"measure\":{\"request\":2,\(text),\"width\":123}}\n"
    #expect(String(decoding: writer.bytes, as: UTF8.self) == lines)
  }

  @Test func aTextThatWrapsIsAskedAboutAtTheWidthThatItGets() throws {
    var controlled = try Controlled(
      Self.scene(
        "{ id: \"a\", text: { string: \"some words\", lines: 0 } }, { id: \"b\" }",
        "{ id: \"w\", rule: \"a.width = 200\" }, \"a.left = 0\", \"a.top = 0\","
          + " \"b.top = a.bottom\""
      ))
    func lines(_ width: Double) -> Double { (300 / width).rounded(.up) }
    for width in [200.0, 90, 400] {
      try controlled.send("change", "{changes: [{constraint: \"w\", constant: \(width)}]}")
      _ = try Self.settle(&controlled) { request in
        (min(300, request.question.width ?? 300), 20 * lines(request.question.width ?? 300))
      }
      #expect(try controlled.frame(of: "b").top == 20 * lines(width))
    }
  }

  @Test func answersThatNeverAgreeComeToAnEnd() throws {
    var controlled = try Controlled(
      Self.scene(
        "{ id: \"a\", text: { string: \"words\", lines: 0 } }",
        "\"a.width = 380 - 0.5 * a.height\", \"a.left = 0\", \"a.top = 0\""))
    var height = 20.0
    let count = try Self.settle(&controlled) { request in
      height = (height + 37).truncatingRemainder(dividingBy: 400)
      return (request.question.width ?? 300, height)
    }
    #expect(count <= 2 * ControlLimits.measureRounds)
    // Another change in between, and the question is asked again.
    try controlled.send("change", "{changes: [{screen: {keyboardHeight: 5}}]}")
    _ = controlled.views()
    #expect(controlled.desk.drainMeasureRequests(of: controlled.engine).count <= 2)
  }

  @Test func widthsThatFollowAnswersAreAskedAboutOnlySoOften() throws {
    var controlled = try Controlled(
      Self.scene(
        "{ id: \"a\", text: { string: \"some words\", lines: 0 } }",
        "{ id: \"w\", rule: \"a.width = 100\" }, \"a.left = 0\", \"a.top = 0\""))
    var rounds = 0
    for width in 101...120 {
      let requests = controlled.desk.drainMeasureRequests(of: controlled.engine)
      if requests.isEmpty { break }
      rounds += 1
      for request in requests {
        try controlled.send("measured", "{request: \(request.id), width: 50, height: 20}")
      }
      // Every answer is followed by a width that has not been asked about yet.
      try controlled.send("change", "{changes: [{constraint: \"w\", constant: \(width)}]}")
      _ = controlled.views()
    }
    #expect(rounds == ControlLimits.measureRounds)
    // A new width that does not follow an answer is asked about again.
    try controlled.send("change", "{changes: [{constraint: \"w\", constant: 200}]}")
    _ = controlled.views()
    let again = controlled.desk.drainMeasureRequests(of: controlled.engine)
    #expect(again.map(\.question.width) == [200])
  }

  @Test func onlySoManyAreAskedAtOnceAndTheRestLater() throws {
    let total = ControlLimits.measureRequests + 30
    let views = (0..<total).map { "{ id: \"v\($0)\", text: \"text \($0)\" }" }
    var controlled = try Controlled(Self.scene(views.joined(separator: ","), ""))
    let first = controlled.desk.drainMeasureRequests(of: controlled.engine)
    #expect(first.count == ControlLimits.measureRequests)
    #expect(controlled.desk.drainMeasureRequests(of: controlled.engine).isEmpty)
    try controlled.send("measured", "{request: \(first[3].id), width: 5, height: 5}")
    #expect(controlled.desk.drainMeasureRequests(of: controlled.engine).count == 1)
    controlled.desk.forgetMeasureRequests()
    let again = controlled.desk.drainMeasureRequests(of: controlled.engine)
    #expect(again.count == ControlLimits.measureRequests)
    #expect(again.first?.question == first.first?.question && again.first?.id != first.first?.id)
    for request in again {
      try controlled.send("measured", "{request: \(request.id), width: 8, height: 8}")
    }
    let rest = try Self.settle(&controlled) { _ in (8, 8) }
    #expect(rest == total - ControlLimits.measureRequests - 1)
    let frames = controlled.views().dropFirst().map(\.frame.size.width)
    #expect(frames.filter { $0 == 8 }.count == total - 1 && frames.filter { $0 == 5 }.count == 1)
  }

  @Test func answersThatNobodyWaitsForAreErrors() throws {
    var controlled = try Controlled(
      Self.scene("{ id: \"a\", text: \"Hello\" }", "\"a.left = 0\""))
    let request = try #require(
      controlled.desk.drainMeasureRequests(of: controlled.engine).first)
    let faults: [(String, ControlError.Code)] = [
      ("{request: 99, width: 1, height: 1}", .unknownName),
      ("{request: \(request.id), width: -1, height: 1}", .badMessage),
      ("{request: \(request.id), width: 1}", .badMessage),
      ("{request: \(request.id), width: 1e300, height: 1}", .badMessage),
      ("{request: \(request.id), width: 1, height: 1, firstBaseline: \"x\"}", .badMessage),
      ("{width: 1, height: 1}", .badMessage),
    ]
    for (body, code) in faults {
      #expect(try controlled.refusal("measured", body)?.code == code, "\(body)")
    }
    let good = "{request: \(request.id), width: 33, height: 44}"
    try controlled.send("measured", good)
    #expect(try controlled.refusal("measured", good)?.code == .unknownName)
    #expect(try controlled.frame(of: "a").size.width == 33)
  }
}
