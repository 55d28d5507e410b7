import SnapbackDocument
import SnapbackReplay
import Testing

/// The syntax of cases, and the errors for invalid ones.
@Suite struct CaseReaderTests {
  /// The error of a case, read with the views of the card.
  private func fault(_ text: String) -> String? {
    do throws(DocumentError) {
      _ = try CaseReader.read(Array(text.utf8), file: "a.case") { _, _ in
        SceneNames(
          views: ["screen", "card"], gestures: ["drag"],
          states: [SceneNames.State("sheet", values: ["closed", "open"])])
      }
      return nil
    } catch {
      return error.description
    }
  }

  private func fault(expecting text: String) -> String? {
    fault("{ recording: \"r\", scene: \"s\", expect: [\n\(text)\n] }")
  }

  @Test(arguments: [
    "{ value: \"card.translation.x\", near: 1 }",
    "{ value: \"card.rotation\", near: 1, tolerance: 0.5, at: 0.5, since: \"lift\" }",
    "{ value: \"card.alpha\", min: 0, max: 1, between: [-1, 1], since: \"touch\" }",
    "{ value: \"screen.frame.width\", reaches: 3, by: 2 }",
    "{ value: \"card.step\", max: 3, at: \"end\" }",
    "{ rests: \"card\" }", "{ rests: \"card\", at: \"identity\", by: 1, since: \"lift\" }",
    "{ settled: true, by: 2 }", "{ settled: false }",
    "{ gesture: \"pan\" }", "{ gesture: \"pan\", name: \"drag\" }",
    "{ gesture: \"hover\", count: 0 }",
    "{ gesture: \"pan\", view: \"card\", phase: \"ended\", speed: [1, 2], between: [0, 1] }",
    "{ done: \"settled\", transaction: 1, interrupted: false, count: 2, by: 1 }",
    "{ event: \"landed\", name: \"pull\", view: \"card\", at: \"home\", count: 1, by: 2 }",
    "{ state: \"sheet\", is: \"open\" }", "{ state: \"sheet\", is: \"closed\", at: \"end\" }",
    "{ state: \"sheet\", is: \"open\", between: [-1, 0], since: \"lift\" }",
    "{ layoutPasses: 1 }",
  ])
  func whatIsWellFormedIsRead(text: String) {
    #expect(fault(expecting: text) == nil)
  }

  @Test func devicesHaveRulesAndAConfiguration() throws {
    let text = """
      { recording: "r", scene: "s", config: "c.json5", rotation: 90,
        deviceRules: [{ ghosts: false }], expect: [{ layoutPasses: 1 }] }
      """
    let read = try CaseReader.read(Array(text.utf8), file: "a.case") { _, _ in
      SceneNames(views: [], gestures: [])
    }
    #expect(read.deviceRules.map(\.dropsGhosts) == [false])
    #expect(read.config?.path == "c.json5" && read.rotation == .clockwise90)
    let fault = fault("{ recording: \"r\", scene: \"s\", deviceRules: [{ ghost: 1 }] }")
    #expect(
      fault == "a.case:1:47: deviceRules[0].ghost: unknown key \"ghost\" — did you mean \"ghosts\"?"
    )
  }

  @Test(arguments: [
    ("{ vale: \"card.alpha\", near: 1 }", "2:1: expect[0]: expected one of the keys", "\"value\"?"),
    ("{ near: 1 }", "2:1: expect[0]: expected one of the keys \"value\", \"rests\"", ""),
    ("{ rests: \"card\", settled: true }", "2:27: expect[0].settled: give \"rests\"", ""),
    ("{ value: \"crad.alpha\", near: 1 }", "unknown view \"crad\"", "did you mean \"card\"?"),
    ("{ value: \"card.alhpa\", near: 1 }", "unknown number \"alhpa\"", "did you mean \"alpha\"?"),
    ("{ value: \"card.translation\", near: 1 }", "unknown number \"translation\"", ""),
    (
      "{ value: \"card\", near: 1 }", "expected a number of a view, as in \"card.translation.x\"",
      ""
    ),
    ("{ value: \"card.alpha\" }", "nothing is expected of \"card.alpha\"", "add \"near\""),
    ("{ value: \"card.alpha\", naer: 1 }", "unknown key \"naer\"", "did you mean \"near\"?"),
    ("{ value: \"card.alpha\", max: 1, tolerance: 1 }", "a tolerance needs \"near\"", ""),
    ("{ value: \"card.alpha\", min: 2, max: 1 }", "min is above max", ""),
    ("{ value: \"card.alpha\", max: 1, at: 1, by: 2 }", "give \"by\" or \"at\", not both", ""),
    ("{ value: \"card.alpha\", max: 1, at: -1 }", "a number from 0 to 3600", ""),
    ("{ value: \"card.alpha\", max: 1, at: \"ned\" }", "expected seconds or \"end\"", ""),
    ("{ value: \"card.alpha\", max: 1, between: [2, 1] }", "the earlier time first", ""),
    ("{ value: \"card.alpha\", max: 1, since: \"lift\" }", "\"since\" needs a time", ""),
    ("{ rests: \"card\", at: \"home\" }", "expected \"identity\", found \"home\"", ""),
    ("{ rests: \"card\", between: [0, 1] }", "unknown key \"between\"", ""),
    ("{ settled: false, by: 1 }", "\"by\" needs \"settled\": true", ""),
    ("{ gesture: \"pinhc\", count: 0 }", "expected one of \"tap\", \"longPress\"", "\"pinch\"?"),
    ("{ gesture: \"pan\", view: \"cards\" }", "unknown view \"cards\"", "\"card\"?"),
    ("{ gesture: \"pan\", name: \"darg\" }", "unknown gesture \"darg\"", "\"drag\"?"),
    ("{ gesture: \"pan\", phase: \"end\" }", "expected one of \"recognized\"", "\"ended\"?"),
    ("{ gesture: \"pan\", speed: [1, 2] }", "a speed needs the \"phase\"", ""),
    ("{ gesture: \"pan\", phase: \"ended\", speed: [2, 1] }", "a range [least, most]", ""),
    ("{ gesture: \"pan\", count: 1.5 }", "expected a whole number", ""),
    ("{ done: \"over\" }", "expected one of \"finished\", \"settled\"", ""),
    ("{ event: \"lands\" }", "expected one of \"actionBegan\", \"actionFinished\"", ""),
    ("{ event: \"landed\", phase: \"ended\" }", "unknown key \"phase\"", ""),
    ("{ state: \"shet\", is: \"open\" }", "unknown state \"shet\"", "did you mean \"sheet\"?"),
    ("{ state: \"sheet\", is: \"opne\" }", "unknown value \"opne\"", "did you mean \"open\"?"),
    ("{ state: \"sheet\" }", "missing key \"is\"", ""),
    ("{ state: \"sheet\", at: \"end\", value: \"card.alpha\" }", "give \"value\" or \"state\"", ""),
    ("{ layoutPasses: 1, by: 2 }", "unknown key \"by\"", ""),
  ])
  func whatIsNotIsToldWithItsPlace(text: String, message: String, hint: String) throws {
    let told = try #require(fault(expecting: text))
    #expect(told.hasPrefix("a.case:2:"), "\(told)")
    #expect(told.contains(message) && (hint.isEmpty || told.contains(hint)), "\(told)")
  }

  @Test(arguments: [
    ("{ scene: \"s\", expect: [{ settled: true }] }", "missing key \"recording\""),
    ("{ recording: \"r\", expect: [{ settled: true }] }", "missing key \"scene\""),
    ("{ recording: \"\", scene: \"s\", expect: [{ settled: true }] }", "the path of a file"),
    ("{ recording: \"r\", scene: \"s\" }", "nothing is expected"),
    ("{ recording: \"r\", scene: \"s\", expect: [] }", "nothing is expected"),
    ("{ recording: \"r\", scene: \"s\", expct: [{ settled: true }] }", "did you mean \"expect\"?"),
    ("{ recording: \"r\", scene: \"s\", rate: 0, expect: [{ settled: true }] }", "from 1 to 1000"),
    ("{ recording: \"r\", scene: \"s\", rotation: 45, expect: [{ settled: true }] }", "0, 90, 180"),
    (
      "{ recording: \"r\", scene: \"s\", size: \"4\", expect: [{ settled: true }] }", "WIDTHxHEIGHT"
    ),
    ("{ recording: \"r\", scene: \"s\", golden: {} }", "missing key \"file\""),
    (
      "{ recording: \"r\", scene: \"s\", golden: { file: \"f\", tolerance: -1 } }",
      "expected a number from 0"
    ),
    (
      "{ recording: \"r\", scene: \"s\", golden: { file: \"f\", values: [\"card.x\"] } }",
      "unknown number \"x\""
    ),
    (
      "{ recording: \"r\", scene: \"s\", golden: { file: \"f\", "
        + "values: [\"card.alpha\", \"card.alpha\"] } }", "is listed twice"
    ),
    ("{ recording: \"r\", ", "a.case:1:"),
  ])
  func aCaseHasToBeWhole(text: String, message: String) throws {
    let told = try #require(fault(text))
    #expect(told.hasPrefix("a.case:") && told.contains(message), "\(told)")
  }

  @Test func whatTheSceneIsRefusedForIsPassedOn() {
    let wanted = DocumentError(file: "scene", position: .start, message: "broken")
    #expect(throws: wanted) {
      try CaseReader.read(
        Array("{ recording: \"r\", scene: \"s\", expect: [{ settled: true }] }".utf8), file: "a"
      ) { (reference, size) throws(DocumentError) in
        #expect(reference.path == "s" && size == nil)
        throw wanted
      }
    }
  }
}
