import SnapbackBasics
import SnapbackProtocol
import Testing

@testable import SnapbackWatch

@Suite struct WatchModelTests {
  private func moment(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }

  private func message(_ line: String, _ decoder: inout LineDecoder) throws -> ServerMessage {
    try decoder.message(of: Array(line.utf8))
  }

  private static func view(
    _ name: String, _ parent: String?, _ x: Double, _ translation: Double = 0
  ) -> String {
    let matrix = parent == nil ? "[1,0,0,1,0,0]" : "[1,0,0,1,\(x + translation),20]"
    let frame = parent == nil ? "[0,0,100,200]" : "[\(x),20,40,40]"
    let owner = parent.map { "\"parent\":\"\($0)\"," } ?? ""
    let color = parent == nil ? "#101010" : "#336699"
    return """
      {"id":"\(name)",\(owner)"cornerRadius":0,"anchor":[0.5,0.5],"frame":\(frame),\
      "translation":[\(translation),0],\
      "rotation":0,"scale":[1,1],"alpha":1,"color":"\(color)","toScreen":\(matrix),\
      "velocity":{"translation":[0,0],"rotation":0}}
      """
  }

  private static let snapshot = """
    {"snapshot":{"seq":1,"time":1000000000,"revision":1,"epoch":1,"screen":{"width":100,\
    "height":200,"scale":1,"background":"#101010"},"views":[\(view("screen", nil, 0)),\
    \(view("card", "screen", 10)),\(view("bar", "screen", 60))]}}
    """

  private static let gesture = """
    {"gesture":{"id":1,"time":2000000000,"view":"card","kind":"pan","phase":"began",\
    "location":[1,2],"translation":[0,0],"velocity":[3,4]}}
    """

  private func frame(_ seconds: Double, _ translation: Double) -> String {
    """
    {"frame":{"seq":2,"time":\(moment(seconds).nanoseconds),"revision":2,"views":\
    [\(Self.view("card", "screen", 10, translation))]}}
    """
  }

  /// A live model with a card that moves right by a point every hundredth of a second.
  private func live(frames: Int = 100) throws -> WatchModel {
    var model = WatchModel(.live)
    var decoder = LineDecoder()
    model.advance(to: moment(0))
    model.take(try message(Self.snapshot, &decoder))
    for step in 1...max(frames, 1) where frames > 0 {
      model.take(try message(frame(1 + Double(step) / 100, Double(step)), &decoder))
    }
    return model
  }

  private func recording() throws -> WatchModel {
    var tape = WatchTape(isLive: false)
    let live = try live(frames: 0)
    tape.begin(screen: live.tape.screen, views: live.tape.views, at: .zero)
    for step in 1...200 {
      var state = live.tape.views[1].state
      state.transform.translation.dx = Double(step)
      tape.append([(1, state)], at: moment(Double(step) / 100))
    }
    return WatchModel(.recording("flick.evemu"), tape: tape)
  }

  private func shift(_ model: WatchModel) -> Double? {
    model.tape.state(of: 1, at: model.position)?.transform.translation.dx
  }

  @Test func liveItShowsWhatCameLastAndPausedWhatWas() throws {
    var model = try live()
    #expect(shift(model) == 100)
    #expect(model.grid(columns: 120, rows: 30).lines.last?.contains("► live  moving") == true)
    #expect(model.press(.character(" ")) == nil)
    #expect(model.isPaused)
    var decoder = LineDecoder()
    _ = try message(Self.snapshot, &decoder)
    model.take(try message(frame(3, 555), &decoder))
    #expect(shift(model) == 100)
    #expect(model.press(.left) == nil)
    #expect(shift(model) == 90)
    #expect(model.press(.character("[")) == nil)
    #expect(shift(model) == 89)
    #expect(model.press(.character("]")) == nil)
    #expect(model.press(.right) == nil)
    #expect(shift(model) == 100)
    #expect(model.press(.end) == nil)
    #expect(shift(model) == 555)
    #expect(model.press(.home) == nil)
    #expect(shift(model) == 0)
    #expect(model.press(.character(" ")) == nil)
    #expect(!model.isPaused)
    #expect(shift(model) == 555)
  }

  @Test func aRecordingPlaysAtItsSpeedStopsAtItsEndAndBeginsAgain() throws {
    var model = try recording()
    model.advance(to: moment(10))
    model.advance(to: moment(10.5))
    #expect(shift(model) == 50)
    #expect(model.press(.character("s")) == nil)
    model.advance(to: moment(11.5))
    #expect(shift(model) == 100)
    #expect(model.press(.character("s")) == nil)
    model.advance(to: moment(12.5))
    #expect(shift(model) == 110)
    #expect(model.press(.character("s")) == nil)
    #expect(model.speed == 1)
    model.advance(to: moment(99))
    #expect(shift(model) == 200)
    #expect(model.isPaused)
    #expect(model.wait == nil)
    #expect(model.press(.character(" ")) == nil)
    #expect(model.position == .zero)
    model.advance(to: moment(99.25))
    #expect(shift(model) == 25)
  }

  @Test func slowMotionOfADaemonIsAWishUntilItIsAccepted() throws {
    var model = try live()
    #expect(model.press(.character("s")) == .rate(0.5))
    #expect(model.speed == 1)
    model.accepted(rate: 0.5)
    #expect(model.grid(columns: 120, rows: 30).lines.last?.contains("×0.5") == true)
    #expect(model.press(.character("s")) == .rate(0.1))
    model.report("slow motion: it needs the role \"control\"")
    #expect(model.grid(columns: 120, rows: 30).lines.last?.contains("role \"control\"") == true)
    #expect(model.press(.character("s")) == .rate(0.1))
    #expect(model.notice == nil)
    #expect(model.press(.character("q")) == .quit)
  }

  @Test func tabGoesThroughTheViewsAndEscapeBack() throws {
    var model = try live()
    var names: [String] = []
    for _ in 0..<4 {
      _ = model.press(.tab)
      names.append(model.selection.map { model.tape.views[$0].name } ?? "")
    }
    #expect(names == ["bar", "card", "bar", "card"])
    _ = model.press(.backTab)
    #expect(model.selection == 2)
    #expect(model.grid(columns: 120, rows: 30).lines[0].hasSuffix("selected"))
    _ = model.press(.escape)
    #expect(!model.isChosen)
  }

  @Test func theViewOfTheLastGestureIsShownByItself() throws {
    var model = try live()
    var decoder = LineDecoder()
    _ = try message(Self.snapshot, &decoder)
    model.take(try message(Self.gesture, &decoder))
    #expect(model.selection == 1)
    #expect(model.tape.notes.map(\.text) == ["pan on card began"])
  }

  @Test func decisionsTakeThePlaceOfGestures() throws {
    var model = try live()
    let decision = """
      {"decision":{"time":2000000000,"kind":"step","gesture":"pan","view":"card",\
      "state":"failed","reason":"moved","text":"pan on \\"card\\" fails: too far"}}
      """
    var decoder = LineDecoder()
    model.take(try message(decision, &decoder))
    model.take(try message(decision.replacing("failed", with: "dreams"), &decoder))
    #expect(model.tape.notes.map(\.text) == ["pan on \"card\" fails: too far"])
    #expect(model.tape.notes.map(\.tone) == [.bad])
    _ = try message(Self.snapshot, &decoder)
    model.take(try message(Self.gesture, &decoder))
    #expect(model.tape.notes.count == 1)
    let lines = model.grid(columns: 120, rows: 30).lines
    #expect(lines.contains { $0.contains("fails: too far") })
  }

  @Test func fingersHaveATrailAndAreGoneWhenTheyLift() throws {
    var model = try live()
    func touch(_ phase: ContactPhase, _ x: Double, _ seconds: Double) {
      let contact = TouchContact(id: 1, phase: phase, position: Point(x: x, y: 100))
      model.take(.touch(time: moment(seconds), contacts: [contact]))
    }
    touch(.began, 10, 2.1)
    touch(.moved, 50, 2.2)
    touch(.moved, 90, 2.3)
    var lines = model.grid(columns: 60, rows: 31).lines
    #expect(lines.contains { $0.filter { $0 == "●" }.count == 1 })
    #expect(lines.contains { $0.filter { $0 == "∙" }.count == 2 })
    touch(.ended, 90, 2.4)
    lines = model.grid(columns: 60, rows: 31).lines
    #expect(!lines.contains { $0.contains("●") })
    // It fades without a message, and then there is nothing to wait for.
    #expect(model.wait != nil)
    model.advance(to: moment(5))
    lines = model.grid(columns: 60, rows: 31).lines
    #expect(!lines.contains { $0.contains("∙") })
    #expect(model.wait == nil)
  }

  @Test func theSceneStandsWhereItIsAtEverySize() throws {
    let model = try live()
    for columns in [1, 2, 20, 71, 72, 100, 200] {
      for rows in [1, 2, 5, 24, 60] {
        let grid = model.grid(columns: columns, rows: rows)
        #expect(grid.columns == columns && grid.rows == rows)
        #expect(grid.lines.count == rows)
      }
    }
    // 100 × 200 points on 40 × 30 cells are 30 columns, 5 from the left; 3⅓ points are a column.
    let grid = try live(frames: 0).grid(columns: 40, rows: 31)
    let card = Color(red: 0x33, green: 0x66, blue: 0x99)
    let back = Color(red: 0x10, green: 0x10, blue: 0x10)
    for (column, row) in [(8, 3), (19, 3), (8, 8), (19, 8)] {
      #expect(grid[column, row].foreground == card && grid[column, row].background == card)
    }
    for (column, row) in [(7, 3), (20, 3), (8, 2), (19, 9)] {
      #expect(grid[column, row].foreground == back && grid[column, row].background == back)
    }
    #expect(grid[4, 5].background == WatchColors.background)
  }

  @Test func aLiveTapeForgetsWhatIsOld() throws {
    var model = try live(frames: 1)
    var decoder = LineDecoder()
    _ = try message(Self.snapshot, &decoder)
    for second in 2...200 {
      model.take(try message(frame(Double(second), Double(second)), &decoder))
    }
    let kept = model.tape.end.seconds(since: model.tape.start)
    #expect(kept >= WatchTape.history && kept <= 2 * WatchTape.history + 1)
    #expect(model.tape.state(of: 1, at: .zero)?.transform.translation.dx ?? 0 > 150)
  }

  @Test func oddNumbersAreShownAndTrapNothing() throws {
    var model = try live()
    var state = model.tape.views[1].state
    var random = SeededGenerator(seed: 2)
    let odd: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, .leastNonzeroMagnitude]
    var tape = model.tape
    for step in 0..<20 {
      func any() -> Double { odd.randomElement(using: &random) ?? 0 }
      state.transform.translation = Vector(dx: any(), dy: any())
      state.transform.rotation = any()
      state.frame = Rect(left: any(), top: any(), right: any(), bottom: any())
      state.toScreen = AffineTransform(a: any(), b: any(), c: any(), d: any(), tx: any(), ty: any())
      state.translationVelocity = Vector(dx: any(), dy: any())
      tape.append([(1, state)], at: moment(3 + Double(step)))
      tape.touch(
        [TouchContact(id: UInt64(step), phase: .began, position: Point(x: any(), y: any()))],
        at: Instant(nanoseconds: step.isMultiple(of: 2) ? .max : 5))
      model = WatchModel(.recording("r"), tape: tape)
      for key in [WatchKey.end, .left, .character("["), .tab, .character("]"), .home] {
        _ = model.press(key)
        #expect(model.position >= tape.start && model.position <= tape.end)
      }
      _ = model.press(step.isMultiple(of: 2) ? .end : .left)
      _ = model.grid(columns: 100, rows: 24)
    }
  }
}
