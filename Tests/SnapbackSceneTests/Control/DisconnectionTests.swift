import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import Testing

extension Controlled {
  /// Performs a command of a client.
  @discardableResult
  mutating func send(
    _ command: Command, _ body: String, from client: UInt64, isTrusted: Bool = false,
    at seconds: Double = 0
  ) throws -> ControlReply {
    try desk.perform(
      command, try DocumentNode.parse(body, file: "message"),
      for: Requester(client: client, isTrusted: isTrusted), on: &engine,
      at: Self.moment(seconds))
  }

  /// The transactions of a list that have ended.
  func gone(_ ids: [UInt64]) -> [UInt64] { ids.filter { !engine.transactionIDs.contains($0) } }

  mutating func disconnect(_ client: UInt64, at seconds: Double = 0) {
    desk.clientDisconnected(client, on: &engine, at: Self.moment(seconds))
  }
}

/// The transactions of clients that have disconnected.
@Suite struct DisconnectionTests {
  private static let long = "animate: {curve: \"linear\", duration: 100}"

  /// Begins a transaction that moves a channel of the card.
  private func fade(
    _ controlled: inout Controlled, to alpha: Double, from client: UInt64, _ more: String = "",
    at seconds: Double = 0
  ) throws -> UInt64 {
    let body = "{changes: [{view: \"card\", alpha: \(alpha)}], \(Self.long)\(more)}"
    return try #require(
      try controlled.send(.change, body, from: client, at: seconds).transaction)
  }

  /// Begins transactions of several clients in turn.
  ///
  /// They are controlled by default: uncontrolled curves on one channel replace each other.
  private func fill(
    _ controlled: inout Controlled, _ count: Int, from clients: [UInt64],
    _ more: String = ", controlled: true"
  ) throws -> [UInt64] {
    var ids: [UInt64] = []
    for index in 0..<count {
      let alpha = controlled.engine.transactionCount.isMultiple(of: 2) ? 0.3 : 0.4
      ids.append(
        try fade(&controlled, to: alpha, from: clients[index % clients.count], more))
    }
    return ids
  }

  private func code(_ body: () throws -> Void) throws -> ControlError.Code? {
    do {
      try body()
      return nil
    } catch let error as ControlError {
      return error.code
    }
  }

  @Test func itsPausedTransactionsResumeAndThoseOfOthersDoNot() throws {
    var controlled = try Controlled(barScene)
    func begin(_ change: String, from client: UInt64) throws -> UInt64 {
      let body =
        "{changes: [\(change)], controlled: true, animate: {curve: \"linear\", duration: 1}}"
      return try #require(try controlled.send(.change, body, from: client).transaction)
    }
    let bar = try begin("{constraint: \"barHeight\", constant: 160}", from: 7)
    let card = try begin("{view: \"card\", alpha: 0}", from: 8)
    for (id, client) in [(bar, 7), (card, 8)] as [(UInt64, UInt64)] {
      try controlled.send(
        .animation, "{transaction: \(id), do: \"pause\"}", from: client, at: 0.25)
    }
    var height = try controlled.frame(of: "bar", at: 5).size.height
    let alpha = controlled.views(at: 5)[3].alpha
    #expect(abs(height - 85) < 1e-9 && abs(alpha - 0.375) < 1e-9)
    controlled.disconnect(7, at: 5)
    height = try controlled.frame(of: "bar", at: 5.5).size.height
    #expect(abs(height - 135) < 1e-9 && controlled.views(at: 5.5)[3].alpha == alpha)
    height = try controlled.frame(of: "bar", at: 10).size.height
    #expect(height == 160 && controlled.engine.transactionCount == 1)
    controlled.disconnect(8, at: 20)
    #expect(controlled.views(at: 21)[3].alpha == 0 && controlled.engine.transactionCount == 0)
  }

  @Test func itsRunningTransactionsGoOn() throws {
    var left = try Controlled(barScene)
    var stayed = try Controlled(barScene)
    for more in ["", ", controlled: true"] {
      _ = try fade(&left, to: 0.2, from: 7, more)
      _ = try fade(&stayed, to: 0.2, from: 7, more)
    }
    left.disconnect(7, at: 30)
    for seconds in [30.0, 60, 99, 101] {
      #expect(left.views(at: seconds) == stayed.views(at: seconds))
      #expect(left.engine.transactionCount == stayed.engine.transactionCount)
    }
  }

  @Test(arguments: ["", ", controlled: true"])
  func itsOldestTransactionsMakeRoomForOthers(more: String) throws {
    var controlled = try Controlled(barScene)
    let ids = try fill(&controlled, ControlLimits.transactions, from: [1, 2], more)
    #expect(controlled.engine.transactionCount == ControlLimits.transactions)
    #expect(try code { _ = try fade(&controlled, to: 0.7, from: 3) } == .limit)
    controlled.disconnect(2)
    let orphans = ids.indices.filter { $0 % 2 == 1 }.map { ids[$0] }
    for step in 1...3 {
      let id = try fade(&controlled, to: step.isMultiple(of: 2) ? 0.7 : 0.8, from: 3)
      #expect(controlled.gone([id]) == [])
      #expect(controlled.engine.transactionCount == ControlLimits.transactions)
      #expect(controlled.gone(ids) == Array(orphans.prefix(step)))
    }
  }

  @Test func transactionsOfConnectedClientsAndOfTheSceneStay() throws {
    var controlled = try Controlled(barScene)
    // A transaction that the scene began has no owner.
    let opening = try #require(
      try controlled.engine.start(action: "open", at: Controlled.moment(0)))
    let kept = try fill(&controlled, ControlLimits.transactions - 3, from: [1])
    let orphans = try fill(&controlled, 2, from: [2])
    controlled.disconnect(2)
    // Clients without transactions change nothing.
    for client in [2, 9] as [UInt64] { controlled.disconnect(client) }
    for index in 0..<2 {
      _ = try fade(&controlled, to: 0.6 + 0.1 * Double(index), from: 3)
      #expect(controlled.gone(orphans) == Array(orphans.prefix(index + 1)))
    }
    #expect(try code { _ = try fade(&controlled, to: 0.9, from: 3) } == .limit)
    #expect(try code { try controlled.send(.run, "{action: \"open\"}", from: 3) } == .limit)
    #expect(controlled.gone(kept + [opening]) == [])
  }

  @Test func theDefaultRequesterIsClientZero() throws {
    // The default requester is client 0.
    var controlled = try Controlled(barScene)
    let body = "{changes: [{view: \"card\", alpha: 0}], controlled: true, \(Self.long)}"
    let id = try #require(try controlled.send("change", body).transaction)
    try controlled.send("animation", "{transaction: \(id), do: \"pause\"}", at: 10)
    controlled.disconnect(1, at: 10)
    let paused = controlled.views(at: 10)[3].alpha
    #expect(paused == 0.45 && controlled.views(at: 50)[3].alpha == paused)
    controlled.disconnect(0, at: 50)
    #expect(abs(controlled.views(at: 60)[3].alpha - 0.4) < 1e-9)
  }

  @Test func anAbandonedTransactionMovesOnUnlessItIsControlled() throws {
    var controlled = try Controlled(barScene)
    let body = "{changes: [{constraint: \"barHeight\", constant: 160}]"
    try controlled.send(.change, "\(body), \(Self.long)}", from: 2)
    let title = "{changes: [{constraint: \"titleTop\", constant: 105}], controlled: true"
    try controlled.send(.change, "\(title), \(Self.long)}", from: 2)
    _ = try fill(&controlled, ControlLimits.transactions - 2, from: [1])
    controlled.disconnect(2, at: 50)
    for alpha in [0.6, 0.7] { _ = try fade(&controlled, to: alpha, from: 1, at: 50) }
    // The uncontrolled transaction runs on, and the controlled one is at its end.
    var height = try controlled.frame(of: "bar", at: 50).size.height
    #expect(abs(height - 110) < 1e-9)
    #expect(try abs(controlled.frame(of: "title", at: 50).top - 105) < 1e-9)
    height = try controlled.frame(of: "bar", at: 75).size.height
    #expect(abs(height - 135) < 1e-9)
  }

  @Test func itsMovedChannelsMakeRoom() throws {
    let views = (0..<50).map { "{ id: \"v\($0)\" }" }.joined(separator: ",")
    let rules = (0..<50).map { "\"v\($0).left = bar.left\"" }.joined(separator: ",")
    var controlled = try Controlled(
      "{snapback: 1, screen: {width: 400, height: 800}, views: [{id: \"bar\"}, \(views)],"
        + " constraints: [{id: \"x\", rule: \"bar.left = 0\"}, \(rules)]}")
    let body = "{changes: [{constraint: \"x\", by: 1}], \(Self.long)}"
    var ids: [UInt64] = []
    while controlled.engine.movedChannelCount < ControlLimits.movedChannels {
      ids.append(try #require(try controlled.send(.change, body, from: 1).transaction))
    }
    #expect(ids.count < ControlLimits.transactions)
    #expect(try code { try controlled.send(.change, body, from: 2) } == .limit)
    controlled.disconnect(1)
    for step in 1...3 {
      try controlled.send(.change, body, from: 2)
      #expect(controlled.gone(ids) == Array(ids.prefix(step)))
    }
  }

  @Test func transactionsKeepTheirOwnersAcrossAReload() throws {
    var controlled = try Controlled(barScene)
    let paused = try fade(&controlled, to: 0, from: 7, ", controlled: true")
    try controlled.send(.animation, "{transaction: \(paused), do: \"pause\"}", from: 7, at: 10)
    let orphans = try fill(&controlled, 1, from: [2])
    _ = try fill(&controlled, ControlLimits.transactions - 2, from: [3])
    controlled.disconnect(2, at: 10)
    controlled.desk.restart(
      scene: SceneDocument(try DocumentNode.parse(barScene, file: "again")), file: "again",
      rotation: .none)
    _ = try fade(&controlled, to: 0.9, from: 3, at: 10)
    #expect(controlled.gone(orphans + [paused]) == orphans)
    controlled.disconnect(7, at: 20)
    let before = controlled.engine.fraction(of: paused) ?? .nan
    _ = controlled.views(at: 30)
    let after = controlled.engine.fraction(of: paused) ?? .nan
    #expect(abs(after - before - 0.1) < 1e-9)
    // The transaction is an orphan now and makes room.
    _ = try fade(&controlled, to: 0.8, from: 3, at: 30)
    #expect(controlled.gone([paused]) == [paused])
  }

  /// All commands that begin transactions, not only changes.
  @Test func transactionsOfAllCommandsMakeRoomWhenTheirClientIsGone() throws {
    let commands: [(Command, String)] = [
      (.run, "{action: \"open\"}"),
      (.retarget, "{constraint: \"barHeight\", side: \"first\", view: \"card\", \(Self.long)}"),
      (
        .patch,
        "{scene: {views: [{id: \"bar\", cornerRadius: 3}], constraints: "
          + "[{id: \"barHeight\", rule: \"bar.height = 90\"}]}, \(Self.long)}"
      ),
    ]
    for (command, body) in commands {
      var controlled = try Controlled(barScene)
      let id = try #require(try controlled.send(command, body, from: 1).transaction, "\(command)")
      _ = try fill(&controlled, ControlLimits.transactions - 1, from: [2])
      controlled.disconnect(1)
      #expect(controlled.gone([id]) == [])
      _ = try fade(&controlled, to: 0.7, from: 2)
      #expect(controlled.gone([id]) == [id], "\(command)")
    }
  }

  @Test func aTransactionPausedByAnotherClientResumesWhenThatOneIsGone() throws {
    var controlled = try Controlled(barScene)
    let id = try fade(&controlled, to: 0.7, from: 1, ", controlled: true")
    controlled.disconnect(1)
    try controlled.send(.animation, "{transaction: \(id), do: \"pause\"}", from: 2, at: 1)
    let paused = controlled.views(at: 2)
    #expect(controlled.views(at: 3) == paused)
    controlled.disconnect(2, at: 3)
    #expect(controlled.views(at: 4) != paused)
  }
}
