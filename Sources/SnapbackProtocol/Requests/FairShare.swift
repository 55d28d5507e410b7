/// Divides the processor time of one loop fairly: between users first, then between the clients of
/// each user.
///
/// The method is start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) on two levels. The
/// loop charges each client for the time spent on it, and serves the clients that have used the
/// least time first. So a user with many connections gets as much time as a user with one. A client
/// that sends requests without pause does not delay a client that sends them occasionally.
///
/// Idle time does not accumulate: after a pause, a client is at most ``credit`` ahead of the
/// clients that are being served. The credit lets a client with a due frame go first. A client that
/// connects is charged ``entry`` more than the clients that are being served have used. So if many
/// clients connect at once, they are not all served before an earlier client.
public struct FairShare: Sendable {
  /// The maximum lead over other clients with which a client resumes after a pause, in nanoseconds.
  public static let credit: UInt64 = 4_000_000
  /// The processor time that a new client or user is charged at its start, in addition to the least
  /// time that the present ones have used, in nanoseconds.
  public static let entry: UInt64 = 2_000_000

  private struct User: Sendable {
    let id: UInt32
    var used: UInt64
    /// The least time used by any waiting client of this user.
    var floor: UInt64 = 0
    var members = 0
  }

  private struct Client: Sendable {
    let id: UInt64
    let user: UInt32
    var used: UInt64
  }

  /// The users that have an account of used time, in ascending order of their ids.
  private var users: [User] = []
  /// The clients, in ascending order of their ids.
  private var clients: [Client] = []
  private var floor: UInt64 = 0
  private var keys: [(user: UInt64, client: UInt64, id: UInt64)] = []

  /// Creates a share without clients.
  public init() {}

  /// Adds a client of a user. Users that the kernel cannot identify share one account.
  public mutating func add(_ client: UInt64, user id: UInt32) {
    let place = users.partitioningIndex { $0.id >= id }
    if place == users.count || users[place].id != id {
      users.insert(User(id: id, used: floor &+ Self.entry), at: place)
    }
    users[place].members += 1
    clients.insert(
      Client(id: client, user: id, used: users[place].floor &+ Self.entry),
      at: clients.partitioningIndex { $0.id >= client })
  }

  /// Removes a client.
  ///
  /// The user's account is kept while the user has clients. After that, it is kept until other
  /// users have used as much time, so that reconnecting gains nothing.
  public mutating func remove(_ client: UInt64) {
    guard let (place, user) = places(of: client) else { return }
    clients.remove(at: place)
    users[user].members -= 1
    // Remove the accounts of users without clients whose used time other users have reached.
    users.removeAll { $0.members == 0 && $0.used <= floor }
  }

  /// Charges a client and its user for the time spent on the client. O(log n).
  public mutating func charge(_ client: UInt64, nanoseconds: UInt64) {
    guard let (place, user) = places(of: client) else { return }
    clients[place].used &+= nanoseconds
    users[user].used &+= nanoseconds
  }

  /// Sorts the waiting clients by used time, least first; equal times by id. O(n log n).
  public mutating func sort(_ waiting: inout [UInt64]) {
    if waiting.isEmpty { return }
    keys.removeAll(keepingCapacity: true)
    for id in waiting {
      guard let (place, user) = places(of: id) else { continue }
      users[user].used = resumed(users[user].used, floor)
      clients[place].used = resumed(clients[place].used, users[user].floor)
      keys.append((users[user].used, clients[place].used, id))
    }
    if keys.count > 1 { keys.sort { ($0.user, $0.client, $0.id) < ($1.user, $1.client, $1.id) } }
    waiting.removeAll(keepingCapacity: true)
    for key in keys { waiting.append(key.id) }
    raiseFloors()
  }

  /// The used time with which a client or user resumes after a pause: raised to ``credit`` below
  /// `floor` if it is less. So idle time gains no more than the credit.
  private func resumed(_ used: UInt64, _ floor: UInt64) -> UInt64 {
    max(used, floor > Self.credit ? floor - Self.credit : 0)
  }

  /// Raises the floors to the least used time among waiting users, and for each user, among its
  /// waiting clients.
  private mutating func raiseFloors() {
    guard let first = keys.first else { return }
    floor = max(floor, first.user)
    var seen: Int?
    for key in keys {
      guard let user = places(of: key.id)?.user, user != seen else { continue }
      seen = user
      users[user].floor = max(users[user].floor, key.client)
    }
  }

  /// The indices of a client and of its user.
  private func places(of client: UInt64) -> (client: Int, user: Int)? {
    let place = clients.partitioningIndex { $0.id >= client }
    guard place < clients.count, clients[place].id == client else { return nil }
    return (place, users.partitioningIndex { $0.id >= clients[place].user })
  }
}
