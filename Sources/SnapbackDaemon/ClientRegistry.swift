import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// The clients that are connected, with their rights and the order in which they are served.
struct ClientRegistry: ~Copyable {
  /// A client with its id.
  typealias Entry = (id: UInt64, client: ClientSession)

  /// The clients in the order in which they connected; ids ascend.
  private(set) var roster: [Entry] = []
  private var nextID: UInt64 = 1
  private var access: ClientAccess
  private var fairShare = FairShare()
  /// The clients that are served in a turn; storage that is used again.
  private var waiting: [UInt64] = []
  /// The client that is asked to measure texts.
  private(set) var measurer: UInt64?

  init(_ access: ClientAccess) { self.access = access }

  var count: Int { roster.count }
  /// Whether a client receives messages of the scene.
  var isWatched: Bool { roster.contains { $0.client.stage == .streaming } }
  /// The bytes that wait to be written to all clients.
  var heldBytes: Int { roster.reduce(0) { $0 + $1.client.heldBytes } }

  subscript(id: UInt64) -> ClientSession? { place(of: id).map { roster[$0].client } }

  /// Whether any client gets one of these features.
  func want(_ feature: Feature) -> Bool {
    roster.contains { !$0.client.features.isDisjoint(with: feature) }
  }

  /// The index of a client in the roster. O(log clients).
  private func place(of id: UInt64) -> Int? {
    let place = roster.partitioningIndex { $0.id >= id }
    return place < roster.count && roster[place].id == id ? place : nil
  }

  // MARK: Coming and going

  mutating func setAccess(_ access: ClientAccess) { self.access = access }

  /// A session for a connection; it is refused if the client has no role or there are too many.
  func admit(_ connection: consuming UnixConnection, at now: Instant) -> ClientSession {
    let peer = connection.peer
    let identity = ClientIdentity(
      peer: peer, roles: access.roles(of: peer), isTrusted: access.isTrusted(peer))
    let client = ClientSession(
      connection, identity,
      helloDeadline: now.advanced(byNanoseconds: ProtocolLimits.helloNanoseconds))
    if let refusal = refusal(of: identity) { client.refuse(refusal) }
    return client
  }

  /// The reason for refusing a client; nil if the client is admitted.
  private func refusal(of identity: ClientIdentity) -> ProtocolError? {
    if identity.roles.isEmpty { return .noRole }
    if count >= ProtocolLimits.clients { return .tooManyClients }
    guard !identity.isTrusted else { return nil }
    let others = roster.count { $0.client.identity.peer?.user == identity.peer?.user }
    return others >= ProtocolLimits.clientsPerUser ? .tooManyClientsOfUser : nil
  }

  /// The id for the next client.
  mutating func takeID() -> UInt64 {
    defer { nextID += 1 }
    return nextID
  }

  mutating func add(_ client: ClientSession, id: UInt64) {
    roster.append((id, client))
    fairShare.add(id, user: client.identity.peer?.user ?? AccessPolicy.unknownID)
  }

  /// Removes a client; returns whether it was the one that measures texts.
  mutating func remove(_ id: UInt64) -> Bool {
    roster.removeAll { $0.id == id }
    fairShare.remove(id)
    guard measurer == id else { return false }
    measurer = nil
    return true
  }

  /// Selects the client that is asked to measure texts: the first that can.
  mutating func selectMeasurer() {
    measurer = roster.first { $0.client.features.contains(.measure) }?.id
  }

  // MARK: Order

  /// The clients for which `isDue` holds, those that have used the least time first.
  mutating func order(_ isDue: (ClientSession) -> Bool) -> [UInt64] {
    waiting.removeAll(keepingCapacity: true)
    for (id, client) in roster where isDue(client) { waiting.append(id) }
    if count > 1 { fairShare.sort(&waiting) }
    return waiting
  }

  /// Charges a client for time that it has used, unless it is the only one.
  mutating func charge(_ id: UInt64, nanoseconds: UInt64) {
    if count > 1 { fairShare.charge(id, nanoseconds: nanoseconds) }
  }
}
