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

  /// The time used by a client or a user, and the least time used by a user's clients that wait.
  private struct Account: Sendable {
    var used: UInt64
    var floor: UInt64 = 0
    var members = 0

    /// Discards time that was saved during a pause, except the credit.
    mutating func resume(at floor: UInt64) {
      used = max(used, floor > FairShare.credit ? floor - FairShare.credit : 0)
    }
  }

  private var users: [UInt32: Account] = [:]
  private var clients: [UInt64: (user: UInt32, account: Account)] = [:]
  private var floor: UInt64 = 0
  private var keys: [(user: UInt64, client: UInt64, id: UInt64)] = []

  /// A share without clients.
  public init() {}

  /// Adds a client of a user; users that the kernel cannot identify share one account.
  public mutating func add(_ client: UInt64, user: UInt32) {
    var account = users[user] ?? Account(used: floor &+ Self.entry)
    clients[client] = (user, Account(used: account.floor &+ Self.entry))
    account.members += 1
    users[user] = account
  }

  /// Removes a client.
  ///
  /// The account of its user remains while the user has clients, and after that while the user has
  /// used more time than others, so that reconnecting gains nothing.
  public mutating func remove(_ client: UInt64) {
    guard let user = clients.removeValue(forKey: client)?.user else { return }
    users[user]?.members -= 1
    // The oldest debts are paid when the others have caught up.
    users = users.filter { $0.value.members > 0 || $0.value.used > floor }
  }

  /// Charges a client for the time that serving it took.
  public mutating func charge(_ client: UInt64, nanoseconds: UInt64) {
    guard let user = clients[client]?.user else { return }
    clients[client]?.account.used &+= nanoseconds
    users[user]?.used &+= nanoseconds
  }

  /// Sorts the clients that wait to be served: least time used first, equal ones by id. O(n log n).
  public mutating func sort(_ waiting: inout [UInt64]) {
    keys.removeAll(keepingCapacity: true)
    for id in waiting {
      guard let user = clients[id]?.user, var account = users[user] else { continue }
      account.resume(at: floor)
      users[user]?.used = account.used
      clients[id]?.account.resume(at: account.floor)
      keys.append((account.used, clients[id]?.account.used ?? 0, id))
    }
    keys.sort { ($0.user, $0.client, $0.id) < ($1.user, $1.client, $1.id) }
    waiting.removeAll(keepingCapacity: true)
    for key in keys { waiting.append(key.id) }
    raiseFloors()
  }

  /// Raises the floors to the least time used by those that wait: of all users, and of each user's
  /// clients.
  private mutating func raiseFloors() {
    guard let first = keys.first else { return }
    floor = max(floor, first.user)
    var seen: UInt32?
    for key in keys {
      guard let user = clients[key.id]?.user, user != seen, var account = users[user] else {
        continue
      }
      seen = user
      account.floor = max(account.floor, key.client)
      users[user] = account
    }
  }
}
