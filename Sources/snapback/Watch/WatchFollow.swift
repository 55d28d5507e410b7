import ArgumentParser
import SnapbackClient
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol

/// `snapback watch --follow`: prints events as lines instead of drawing a picture.
struct WatchFollow {
  /// The kinds of events that can be followed.
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case gestures, touches, decisions, events, layout, done, devices, segments

    var feature: Feature {
      switch self {
      case .gestures: .gestures
      case .touches: .touches
      case .decisions: .decisions
      case .events: .events
      case .layout: .layout
      case .done: .done
      case .devices: .devices
      case .segments: .segments
      }
    }
  }

  let socket: String?
  let topics: [Topic]

  /// Prints lines until the daemon disconnects or the output is closed.
  func run() throws(Failure) {
    let wanted = topics.reduce(into: Feature()) { $0.formUnion($1.feature) }
    let client = try ToolClient.connect(socket, "snapback watch", features: wanted)
    let missing = topics.filter { !client.welcome.features.contains($0.feature) }
    if let topic = missing.first {
      throw Failure(
        .permission,
        "the daemon does not let you follow \(topic.rawValue); see \"access\" in "
          + "the configuration, docs/protocol.md")
    }
    var text = FollowText()
    do throws(ClientError) {
      while let message = try client.next() {
        for line in text.lines(message) {
          guard Terminal.write(line + "\n") else { return }
        }
      }
    } catch {
      throw ToolClient.failure(error)
    }
    throw Failure(.unavailable, "the daemon has gone")
  }
}
