import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol
import Testing

@Suite struct RequestTests {
  private static let hello = "{\"hello\":{}}\n"

  /// The request in a line after the hello.
  private func ask(_ line: String) -> ClientRequest? {
    Heard.hear(Self.hello + line + "\n").requests.dropFirst().first
  }

  private func fault(_ line: String) -> String {
    Heard.hear(Self.hello + line + "\n").error?.description ?? "none"
  }

  private func moment(_ nanoseconds: UInt64) -> Instant { Instant(nanoseconds: nanoseconds) }

  @Test func everyMessageIsRead() throws {
    #expect(ask("{\"resync\":{}}") == .resync)
    #expect(ask("{\"resync\":null}") == .resync)
    #expect(ask("{\"ping\":{\"id\":7,\"more\":1}}") == .ping(id: 7))
    #expect(ask("{\"rate\":{\"rate\":29.97}}") == .rate(29.97))
    #expect(
      ask("{\"frame_request\":{\"time\":12345,\"refresh\":16666667}}")
        == .frameRequest(time: moment(12345), refresh: 16_666_667))
    #expect(
      ask("{\"frame_request\":{\"time\":1.9e3}}") == .frameRequest(time: moment(1900), refresh: 0))
    #expect(
      ask("{\"presented\":{\"seq\":4,\"time\":5,\"refresh\":6}}")
        == .presented(sequence: 4, time: moment(5), refresh: 6, isDiscarded: false))
    #expect(
      ask("{\"presented\":{\"seq\":4,\"discarded\":true}}")
        == .presented(sequence: 4, time: .zero, refresh: 0, isDiscarded: true))
    #expect(ask("{\"shm_attach\":{}}") == .shmAttach)
    #expect(ask("{\"status\":{}}") == .status(id: nil))
    #expect(ask("{\"status\":{\"id\":1}}") == .status(id: 1))
    for command in Command.allCases {
      let request = ask("{\"\(command.rawValue)\":{\"a\":[1],\"id\":3,\"b\":2}}")
      guard case .command(let name, let id, let body) = request else {
        Issue.record("\(command) is \(String(describing: request))")
        continue
      }
      #expect(name == command && id == 3)
      #expect(try body.members(file: "t").map(\.key) == ["a", "b"])
    }
  }

  @Test func momentsBeyondWhatADoubleIsExactForAreTaken() {
    // 200 days after the machine's start, and the end of the range.
    for nanoseconds: UInt64 in [17_280_000_123_456_789, .max] {
      guard
        case .frameRequest(let time, _) = ask("{\"frame_request\":{\"time\":\(nanoseconds)}}")
      else {
        Issue.record("\(nanoseconds) is no moment")
        continue
      }
      #expect(abs(time.seconds(since: moment(nanoseconds))) < 1e-8)
    }
  }

  @Test func aHelloSaysWhatItSays() {
    let all = Heard.hear(
      "{\"hello\":{\"versions\":[2,1],\"name\":\"x\",\"want\":[\"segments\",\"touches\",\"new\"],"
        + "\"views\":[\"card*\"],\"rate\":30,\"pacing\":\"pull\",\"ack\":true,"
        + "\"parts\":[\"glow\",\"cornerRadius\"],\"later\":{}}}\n")
    #expect(
      all.requests == [
        .hello(
          HelloRequest(
            name: "x", wants: [.segments, .touches], views: ViewFilter(["card*"]), rate: 30,
            pacing: .pull, acknowledges: true, readsRadii: true))
      ])
    let none = Heard.hear(Self.hello).requests
    #expect(none == [.hello(HelloRequest())])
    #expect(HelloRequest().wants.names == ["frames", "gestures", "done", "devices"])
    #expect(HelloRequest(acknowledges: true).features(for: .view).names.last == "ack")
    #expect(HelloRequest(acknowledges: true).features(for: .viewTouches) == .gestures)
    let long = String(repeating: "n", count: 1000)
    guard case .hello(let hello) = Heard.hear("{\"hello\":{\"name\":\"\(long)\"}}\n").requests.first
    else {
      Issue.record("a long name is no reason to refuse")
      return
    }
    #expect(hello.name?.count == ProtocolLimits.nameScalars)
  }

  @Test func aHelloThatNamesNoViewsHearsOfNone() {
    func views(_ text: String) -> ViewFilter? {
      guard case .hello(let hello) = Heard.hear("{\"hello\":{\(text)}}\n").requests.first else {
        return nil
      }
      return hello.views
    }
    #expect(views("") == .all && views("\"views\":[\"*\"]") == .all)
    let none = views("\"views\":[]")
    #expect(none == ViewFilter([]) && none != .all)
    #expect(none?.isAll == false && none?.matches("card") == false && none?.matches("") == false)
    let two = views("\"views\":[\"card\",\"list*\"]")
    #expect(two?.matches("card") == true && two?.matches("listed") == true)
    #expect(two?.matches("cards") == false && two?.matches("lis") == false)
  }

  @Test(
    arguments: [
      ("{\"hello\":{\"versions\":[2]}}", "version: this daemon speaks version 1 only"),
      (
        "{\"hello\":{\"versions\":1}}",
        "bad-message: hello:1:22: hello.versions: expected an array, found a number"
      ),
      (
        "{\"hello\":{\"rate\":0}}",
        "bad-message: hello:1:18: hello.rate: expected a number from 1 to 1000, found 0"
      ),
      (
        "{\"hello\":{\"pacing\":\"pul\"}}",
        "bad-message: hello:1:20: hello.pacing: expected one of \"timer\", \"pull\", \"push\", "
          + "found \"pul\" — did you mean \"pull\"?"
      ),
      (
        "{\"hello\":{\"want\":[1]}}",
        "bad-message: hello:1:19: hello.want[0]: expected a string, found a number"
      ),
      ("{\"resync\":{}}", "no-hello: the first message has to be {\"hello\":{}}"),
      ("{\"helo\":{}}", "no-hello: the first message has to be {\"hello\":{}}"),
      (
        "{}",
        "bad-message: message:1:1: a message is an object with one key, such as {\"hello\":{}}; "
          + "this one has 0"
      ),
    ])
  func aHelloThatCannotBeAnsweredIsRefused(line: String, expected: String) {
    #expect(Heard.hear(line + "\n").error?.description == expected)
  }

  @Test(
    arguments: [
      ("{\"hello\":{}}", "bad-message: hello was already sent"),
      (
        "{\"resyn\":{}}",
        "unknown-message: no message is called \"resyn\" - did you mean \"resync\"?"
      ),
      (
        "{\"chnage\":{}}",
        "unknown-message: no message is called \"chnage\" - did you mean \"change\"?"
      ),
      ("{\"zzzzzz\":{}}", "unknown-message: no message is called \"zzzzzz\""),
      (
        "{\"ping\":{\"id\":-1}}",
        "bad-message: message:1:15: ping.id: expected a whole number of at least 0, found -1"
      ),
      ("{\"rate\":{}}", "bad-message: message:1:9: rate: missing key \"rate\""),
      ("{\"frame_request\":{}}", "bad-message: message:1:18: frame_request: missing key \"time\""),
      ("{\"presented\":{\"seq\":1}}", "bad-message: message:1:14: presented: missing key \"time\""),
      (
        "{\"a\":1,\"b\":2}",
        "bad-message: message:1:1: a message is an object with one key, such as {\"hello\":{}}; "
          + "this one has 2"
      ),
      (
        "nonsense",
        "bad-message: message:1:1: expected a value, found \"nonsense\" — text needs quotes"
      ),
    ])
  func whatCannotBeReadEndsTheConnection(line: String, expected: String) {
    #expect(fault(line) == expected)
  }

  @Test(
    arguments: [
      ("{\"run\":5}", nil, ProtocolError.Code.badMessage),
      ("{\"run\":{\"id\":\"x\"}}", nil, .badMessage),
      ("{\"status\":{\"id\":1.5}}", nil, .badMessage),
      ("{\"future\":{\"id\":9}}", 9, .unknownMessage),
      ("{\"chnage\":{\"id\":0,\"changes\":[]}}", 0, .unknownMessage),
    ] as [(String, UInt64?, ProtocolError.Code)])
  func aCommandThatCannotBeReadIsAnsweredAndTheConnectionGoesOn(
    line: String, id: UInt64?, code: ProtocolError.Code
  ) {
    let heard = Heard.hear(Self.hello + line + "\n{\"ping\":{}}\n")
    guard heard.requests.count == 3, case .refused(let error, let replyID) = heard.requests[1]
    else {
      Issue.record("\(heard)")
      return
    }
    #expect(error.code == code && replyID == id)
    #expect(heard.requests[1].replyID == id)
    #expect(heard.requests[2] == .ping(id: 0))
  }

  @Test func rolesAreAskedForByWhatARequestDoes() {
    #expect(ask("{\"change\":{}}")?.requiredRole == .control)
    #expect(ask("{\"inject\":{}}")?.requiredRole == .inject)
    #expect(ask("{\"resync\":{}}")?.requiredRole == .view)
    #expect(ask("{\"ping\":{}}")?.requiredRole == nil)
    #expect(Command.allCases.filter { $0.requiredRole == .inject } == [.inject])
    #expect(
      ask("{\"inject\":{}}")?.forbidden.message
        == "\"inject\" needs the role inject; \"access\" in the daemon's configuration grants it")
  }

  @Test func momentsHaveToBeNearNow() {
    let now = moment(20_000_000_000)
    func code(_ request: ClientRequest, _ now: Instant) -> ProtocolError.Code? {
      do throws(ProtocolError) {
        try request.checkTime(at: now)
        return nil
      } catch {
        return error.code
      }
    }
    func asked(_ time: UInt64) -> ClientRequest { .frameRequest(time: moment(time), refresh: 0) }
    #expect(code(asked(21_000_000_000), now) == nil)
    #expect(code(asked(21_000_000_001), now) == .time)
    #expect(code(asked(10_000_000_000), now) == nil)
    #expect(code(asked(9_999_999_999), now) == .time)
    #expect(code(asked(0), .zero) == nil && code(asked(.max), .zero) == .time)
    #expect(code(asked(.max), .distantFuture) == nil && code(asked(0), .distantFuture) == .time)
    #expect(code(asked(.max), moment(.max - 1)) == nil)
    let seen = ClientRequest.presented(sequence: 1, time: .zero, refresh: 0, isDiscarded: false)
    let unseen = ClientRequest.presented(sequence: 1, time: .zero, refresh: 0, isDiscarded: true)
    #expect(code(seen, now) == .time && code(unseen, now) == nil)
    #expect(code(.ping(id: .max), now) == nil)
  }

  @Test func limitsAgreeWithTheReaderOfDocuments() {
    #expect(ProtocolLimits.nesting == DocumentLimits.maximumDepth)
    #expect(ProtocolLimits.message <= DocumentLimits.maximumByteCount)
    #expect(ProtocolLimits.trustedMessage == DocumentLimits.maximumByteCount)
    #expect(ProtocolLimits.rates == FrameSchedule.rates)
    let deep = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
    #expect(ask("{\"resync\":\(deep)}") == .resync)
    #expect(Heard.hear(Self.hello + "{\"resync\":[\(deep)]}\n").code == .badMessage)
  }
}
