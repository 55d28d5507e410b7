import Glibc
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

@testable import SnapbackDaemon

/// Parts of the daemon, tested without a running daemon.
@Suite struct DaemonPartsTests {
  /// A connection whose other end is read by the test.
  private struct Pair: ~Copyable {
    let daemon: UnixConnection
    let client: UnixConnection

    init() throws {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      let flags = kind | Int32(SOCK_NONBLOCK.rawValue)
      try #require(socketpair(AF_UNIX, flags, 0, &ends) == 0)
      daemon = UnixConnection(owning: ends[0])
      client = UnixConnection(owning: ends[1])
      daemon.limitSendBuffer(to: 4096)
    }

    /// The bytes that have arrived, and the descriptors that came with the first of them.
    func receive() -> (text: String, descriptors: [Int32]) {
      var (buffer, descriptors) = ([UInt8](repeating: 0, count: 1 << 16), [Int32]())
      guard case .bytes(let count) = client.receive(into: &buffer, descriptors: &descriptors)
      else { return ("", []) }
      return (String(decoding: buffer[..<count], as: UTF8.self), descriptors)
    }
  }

  private static func line(_ text: String) -> (inout WireEncoder, UInt64) -> Void {
    { encoder, _ in encoder.text(Array(text.utf8)) }
  }

  @Test func messagesKeepTheirOrderAndEventsWaitForTheirTurn() throws {
    let pair = try Pair()
    var queue = OutboundQueue(.ndjson)
    let size = queue.addEvent { $0.text(Array("event".utf8)) }
    #expect(size == 6)
    queue.compose(Self.line("first"))
    queue.composeEvents()
    queue.compose(Self.line("second"))
    #expect(queue.heldBytes == 19 && queue.hasOutput)
    var written = 0
    let outcome = queue.write(to: pair.daemon) { written += $0 }
    #expect(outcome == .empty)
    #expect(written == 19 && !queue.hasOutput && queue.heldBytes == 0)
    #expect(pair.receive().text == "first\nevent\nsecond\n")
  }

  @Test func descriptorsArriveWithTheMessageThatTheyBelongTo() throws {
    let pair = try Pair()
    var queue = OutboundQueue(.ndjson)
    queue.compose(Self.line("before"))
    let descriptor = SharedDescriptor(Descriptor(owning: dup(pair.daemon.descriptor)))
    queue.attach([descriptor])
    queue.compose(Self.line("memory"))
    let outcome = queue.write(to: pair.daemon) { _ in }
    #expect(outcome == .empty)
    var received = ""
    var places: [Range<Int>] = []
    while case let (text, descriptors) = pair.receive(), !text.isEmpty {
      if !descriptors.isEmpty { places.append(received.count..<received.count + text.count) }
      received += text
      for descriptor in descriptors { close(descriptor) }
    }
    // The read that returns the first byte of the message also returns its descriptors.
    #expect(received == "before\nmemory\n")
    #expect(places.count == 1 && places.allSatisfy { $0.contains(7) })
  }

  @Test func aMessageThatIsPartlyWrittenIsCompletedBeforeTheLastOne() throws {
    let pair = try Pair()
    var queue = OutboundQueue(.ndjson)
    let long = String(repeating: "x", count: 1 << 18)
    queue.compose(Self.line(long))
    queue.compose(Self.line("never sent"))
    let outcome = queue.write(to: pair.daemon) { _ in }
    #expect(outcome == .blocked)
    queue.discard()
    queue.compose(Self.line("the reason"))
    var received = ""
    for _ in 0..<1000 where !received.hasSuffix("the reason\n") {
      received += pair.receive().text
      _ = queue.write(to: pair.daemon) { _ in }
    }
    #expect(received == long + "\nthe reason\n")
  }

  @Test func aClosedPeerIsGone() throws {
    var queue = OutboundQueue(.ndjson)
    queue.compose(Self.line("of a peer that has gone"))
    let pair = try Pair()
    shutdown(pair.client.descriptor, Int32(SHUT_RDWR))
    let outcome = queue.write(to: pair.daemon) { _ in }
    #expect(outcome == .gone)
  }

  @Test func subjectsOfEventsAreTheirTokens() {
    let subjects: [DaemonLoop.Subject] = [
      .signals, .timer, .door, .folders, .worker, .sceneFile, .client(0), .client(1),
      .client((1 << 62) - 1), .device(0), .device(7), .device((1 << 62) - 1),
    ]
    #expect(Set(subjects.map(\.token)).count == subjects.count)
    for subject in subjects { #expect(DaemonLoop.Subject(token: subject.token) == subject) }
    for token in [0, 7, 1000] as [UInt64] { #expect(DaemonLoop.Subject(token: token) == nil) }
  }

  @Test func aSnapshotWaitsWhileOthersHoldTheMemory() {
    var budget = SnapshotBudget()
    budget.note(snapshot: 1 << 20)
    func admits(_ held: Int) -> Bool { budget.admits(held: held) }
    func isShort() -> Bool { budget.consumeShortage() }
    #expect([0, 1000, ProtocolLimits.heldBytes - (1 << 20)].map(admits) == [true, true, true])
    #expect(isShort() == false)
    #expect(admits(ProtocolLimits.heldBytes) == false)
    #expect([isShort(), isShort()] == [true, false])
    budget.note(snapshot: ProtocolLimits.heldBytes + 1)
    // A snapshot larger than the limit is sent alone.
    #expect([0, 1].map(admits) == [true, false])
  }

  @Test func memoryIsOwedOnceForEachSceneToClientsThatRequestIt() throws {
    var share = MemoryShare()
    share.renew()
    #expect(!share.isOwed && !share.isWanted)
    let requests = [share.request(), share.request()]
    #expect(requests == [true, false] && share.isOwed)
    _ = try share.open()
    #expect(share.isWanted && !share.isOwed)
    share.renew()
    #expect(share.isOwed)
  }

  @Test func aSubscriptionToViewsNeedsTheMotionsOfTheirParents() {
    func appearance(_ name: String, _ parent: Int?) -> ViewAppearance {
      ViewAppearance(name: name, parent: parent)
    }
    var hello = HelloRequest()
    hello.views = ViewFilter(["leaf*"])
    var subscription = Subscription(hello, roles: [.view])
    let names = [("screen", nil), ("box", 0), ("leaf1", 1), ("other", 0)] as [(String, Int?)]
    subscription.choose(among: names.map { appearance($0.0, $0.1) })
    #expect((0..<4).map { subscription.wants(view: $0) } == [false, false, true, false])
    #expect((0..<4).map { subscription.needsMotion(ofView: $0) } == [true, true, true, false])
    #expect(subscription.isPartial && !subscription.wants(view: 9))
  }
}
