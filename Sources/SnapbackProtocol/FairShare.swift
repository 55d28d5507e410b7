/// Shares the processor time of one loop between clients: between their users first, then between
/// the clients of each user.
///
/// It is start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) over two levels. The loop
/// charges each client the time that serving it took, and serves those that have used least first.
/// A user with many connections therefore gets as much as a user with one, and a client that asks
/// without pause cannot delay one that asks now and then.
///
/// A client that was idle does not collect time: it resumes at most ``credit`` before those that
/// are being served. The credit lets a client that is due a frame go first. A client that connects
/// starts ``entry`` behind them, so that a crowd that connects at once cannot be served as a whole
/// before a client that was there.
public struct FairShare: Sendable {
  /// How far before the others a client resumes after a pause, in nanoseconds.
  public static let credit: UInt64 = 4_000_000
  /// How far behind the others a client or user starts, in nanoseconds.
  public static let entry: UInt64 = 2_000_000

  /// The time used by a client or a user, and the least of those below it that want to be served.
  private struct Account: Sendable {
    var used: UInt64
    var floor: UInt64 = 0
    var members = 0

    /// Takes away what was saved up during a pause.
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

  /// Adds a client of a user; users that the kernel cannot name share one account.
  public mutating func add(_ client: UInt64, user: UInt32) {
    var account = users[user] ?? Account(used: floor &+ Self.entry)
    clients[client] = (user, Account(used: account.floor &+ Self.entry))
    account.members += 1
    users[user] = account
  }

  /// Removes a client. The account of its user stays as long as the user has clients, and beyond
  /// that while the user has used more than others, so that connecting anew gains nothing.
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

  /// Puts the clients that want to be served in order: least time used first, equal ones by id.
  /// O(n log n).
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

  /// The floors are the least used of those that wait: of all users, and of each user's clients.
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
