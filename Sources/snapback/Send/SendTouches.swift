import ArgumentParser
import Glibc
import SnapbackBasics
import SnapbackClient
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol

/// `snapback send tap 100,200`.
struct SendTap: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap", abstract: "Taps on the screen, as in: tap 100,200")

  @Argument(help: "Where: X,Y in points on the screen.") var place: String
  @Option(help: "How long the finger is down, in seconds, 0 to 60.") var duration = 0.06
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let place = try SendNumbers.list(place, 2...2, "tap", "X,Y, as in 100,200")
      try SendFinger(way: [place], duration: duration, hold: 0).play(options)
    }
  }
}

/// `snapback send drag 100,500 300,480`.
struct SendDrag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drag",
    abstract: "Drags a finger over the screen, as in: drag 100,500 300,480 --duration 0.3",
    discussion: """
      The finger moves at constant speed from point to point and lifts at that speed: a short \
      duration flicks. With --hold it rests before it lifts.
      """)

  @Argument(help: "The points of the path: X,Y each, on the screen.")
  var places: [String]
  @Option(help: "How long the finger moves, in seconds, 0 to 60.") var duration = 0.3
  @Option(help: "How long it stays at the end, in seconds, 0 to 60.") var hold = 0.0
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      var way: [[Double]] = []
      for place in places {
        way.append(try SendNumbers.list(place, 2...2, "drag", "X,Y X,Y, as in 100,500 300,480"))
      }
      guard way.count > 1 else {
        throw SendNumbers.fault("expected at least two points, as in 100,500 300,480")
      }
      try SendFinger(way: way, duration: duration, hold: hold).play(options)
    }
  }
}

/// A finger whose touches a client injects.
private struct SendFinger {
  let way: [[Double]]
  let duration: Double
  let hold: Double

  /// Touch frames per second, as from a typical panel.
  private static let rate = 120.0

  func play(_ options: SendOptions) throws(Failure) {
    guard (0...60).contains(duration), (0...60).contains(hold) else {
      throw SendNumbers.fault("a finger moves for 0 to 60 seconds")
    }
    let client = try options.connect()
    let schedule = FrameSchedule(origin: MonotonicClock.now(), rate: Self.rate)
    let moves = UInt64(saturating: (duration * Self.rate).rounded(.up))
    let last = moves + UInt64(saturating: (hold * Self.rate).rounded(.up))
    do throws(ClientError) {
      try touch(client, "began", way[0])
      if last > 0 {
        for index in 1...last {
          wait(until: schedule.time(ofFrame: index))
          guard index < last else { break }
          // While the finger rests, there is nothing to send.
          if index <= moves, way.count > 1 {
            try touch(client, "moved", place(at: Double(index) / Double(moves)))
          }
        }
      }
      options.print(try touch(client, "ended", way[way.count - 1]))
    } catch {
      throw ToolClient.failure(error)
    }
  }

  /// Returns the position after a fraction of the duration, at constant speed along the path.
  private func place(at share: Double) -> [Double] {
    let legs = zip(way, way.dropFirst()).map { (from: $0, to: $1, length: Self.distance($0, $1)) }
    var left = share * legs.reduce(0) { $0 + $1.length }
    for leg in legs {
      if left <= leg.length, leg.length > 0 {
        return zip(leg.from, leg.to).map { $0 + ($1 - $0) * left / leg.length }
      }
      left -= leg.length
    }
    return way[way.count - 1]
  }

  private static func distance(_ from: [Double], _ to: [Double]) -> Double {
    hypot(to[0] - from[0], to[1] - from[1])
  }

  @discardableResult
  private func touch(
    _ client: Client, _ phase: String, _ place: [Double]
  ) throws(ClientError) -> Reply {
    try client.perform("inject") { writer in
      writer.beginArray("touches")
      writer.beginObject()
      writer.integer(1, "id")
      writer.string(phase, "phase")
      writer.factor(place[0], "x")
      writer.factor(place[1], "y")
      writer.endObject()
      writer.endArray()
    }
  }

  private func wait(until time: Instant) {
    let seconds = max(0, time.seconds(since: MonotonicClock.now()))
    usleep(UInt32(saturating: (seconds * 1e6).rounded(.up)))
  }
}
