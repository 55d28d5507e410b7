/// Shares the processor time of one loop between clients: between their users first, then between
/// the clients of each user.
///
/// It is start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) on two levels. The loop
/// charges each client for the time spent on serving it, and serves the clients that have used the
/// least time first. A user with many connections therefore gets as much time as a user with one,
/// and a client that sends requests without pause cannot delay a client that sends them
/// occasionally.
///
/// A client that was idle does not accumulate time: it resumes at most ``credit`` ahead of the
/// clients that are being served. The credit lets a client that is due a frame go first. A client
/// that connects starts ``entry`` behind them, so that many clients that connect at once are not
/// all served before a client that was connected earlier.
public struct FairShare: Sendable {
  /// How far ahead of the others a client resumes after a pause, in nanoseconds.
  public static let credit: UInt64 = 4_000_000
  /// How far behind the others a new client or user starts, in nanoseconds.
  public static let entry: UInt64 = 2_000_000

  private struct User: Sendable {
    let id: UInt32
    var used: UInt64
    /// The least time used by the clients of this user that wait.
    var floor: UInt64 = 0
    var members = 0
  }

  private struct Client: Sendable {
    let id: UInt64
    let user: UInt32
    var used: UInt64
  }

  /// The users that have an account, in ascending order of their ids.
  private var users: [User] = []
  /// The clients, in ascending order of their ids.
  private var clients: [Client] = []
  private var floor: UInt64 = 0
  private var keys: [(user: UInt64, client: UInt64, id: UInt64)] = []

  /// A share without clients.
  public init() {}

  /// Adds a client of a user; users that the kernel cannot identify share one account.
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
  /// The account of its user remains while the user has clients, and after that while the user has
  /// used more time than others, so that reconnecting gains nothing.
  public mutating func remove(_ client: UInt64) {
    guard let (place, user) = places(of: client) else { return }
    clients.remove(at: place)
    users[user].members -= 1
    // The oldest debts are paid when the others have caught up.
    users.removeAll { $0.members == 0 && $0.used <= floor }
  }

  /// Charges a client for the time that serving it took. O(log n).
  public mutating func charge(_ client: UInt64, nanoseconds: UInt64) {
    guard let (place, user) = places(of: client) else { return }
    clients[place].used &+= nanoseconds
    users[user].used &+= nanoseconds
  }

  /// Sorts the clients that wait to be served: least time used first, equal ones by id. O(n log n).
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

  /// The used time after a pause: raised to at most ``credit`` below `floor`, so that idle time
  /// earns no more than the credit.
  private func resumed(_ used: UInt64, _ floor: UInt64) -> UInt64 {
    max(used, floor > Self.credit ? floor - Self.credit : 0)
  }

  /// Raises the floors to the least time used by those that wait: of all users, and of each user's
  /// clients.
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
