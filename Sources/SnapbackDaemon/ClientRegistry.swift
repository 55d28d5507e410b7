import SnapbackBasics
import SnapbackLinux
import SnapbackProtocol

/// The connected clients, with their rights and the order in which they are served.
struct ClientRegistry: ~Copyable {
  /// A client with its id.
  typealias Entry = (id: UInt64, client: ClientSession)

  /// The clients in the order in which they connected, so in ascending order of ids.
  private(set) var roster: [Entry] = []
  private var nextID: UInt64 = 1
  private var access: ClientAccess
  private var fairShare = FairShare()
  /// The clients to serve in this turn. A property, to reuse the storage.
  private var waiting: [UInt64] = []
  /// The client to which the daemon sends requests to measure texts; nil if there is none.
  private(set) var measurer: UInt64?
  /// The present round of serving clients.
  var round = ServingRound()

  init(_ access: ClientAccess) { self.access = access }

  var count: Int { roster.count }
  /// Whether any client receives messages about the scene.
  var isWatched: Bool { roster.contains { $0.client.stage == .streaming } }
  /// The number of bytes that wait to be written to all clients.
  var heldBytes: Int { roster.reduce(0) { $0 + $1.client.heldBytes } }

  subscript(id: UInt64) -> ClientSession? { index(of: id).map { roster[$0].client } }

  /// Whether any client receives messages of at least one of these features.
  func want(_ feature: Feature) -> Bool {
    roster.contains { !$0.client.features.isDisjoint(with: feature) }
  }

  /// The index of a client in the roster. O(log clients).
  private func index(of id: UInt64) -> Int? {
    let place = roster.partitioningIndex { $0.id >= id }
    return place < roster.count && roster[place].id == id ? place : nil
  }

  // MARK: Connecting and disconnecting

  mutating func setAccess(_ access: ClientAccess) { self.access = access }

  /// Creates a session for a connection. The session refuses the client if it has no role or if
  /// there are too many clients.
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

  /// The reason for refusing a client; nil if it is admitted.
  private func refusal(of identity: ClientIdentity) -> ProtocolError? {
    if identity.roles.isEmpty { return .noRole }
    if count >= ProtocolLimits.clients { return .tooManyClients }
    guard !identity.isTrusted else { return nil }
    let others = roster.count { $0.client.identity.peer?.user == identity.peer?.user }
    return others >= ProtocolLimits.clientsPerUser ? .tooManyClientsOfUser : nil
  }

  /// Returns a new client id.
  mutating func makeID() -> UInt64 {
    defer { nextID += 1 }
    return nextID
  }

  mutating func add(_ client: ClientSession, id: UInt64) {
    roster.append((id, client))
    fairShare.add(id, user: client.identity.peer?.user ?? AccessPolicy.unknownID)
  }

  /// Removes a client. Returns whether this client measured texts.
  mutating func remove(_ id: UInt64) -> Bool {
    roster.removeAll { $0.id == id }
    fairShare.remove(id)
    guard measurer == id else { return false }
    measurer = nil
    return true
  }

  /// Selects the first client that can measure texts.
  mutating func selectMeasurer() {
    measurer = roster.first { $0.client.features.contains(.measure) }?.id
  }

  // MARK: Order

  /// Returns the clients for which `isDue` is true, in fair order: clients that have used the least
  /// time come first.
  mutating func order(_ isDue: (ClientSession) -> Bool) -> [UInt64] {
    waiting.removeAll(keepingCapacity: true)
    for (id, client) in roster where isDue(client) { waiting.append(id) }
    if count > 1 { fairShare.sort(&waiting) }
    return waiting
  }

  /// Charges a client for the time spent on it. Does nothing if there is only one client.
  mutating func charge(_ id: UInt64, nanoseconds: UInt64) {
    if count > 1 { fairShare.charge(id, nanoseconds: nanoseconds) }
  }
}

/// The user, the roles and the limits of a client.
struct ClientIdentity {
  /// The user, groups and process of the client; nil if the kernel does not report them.
  let peer: PeerCredentials?
  /// The roles of the client.
  let roles: Role
  /// Whether the client has the higher limits that apply to scene files.
  let isTrusted: Bool
}
