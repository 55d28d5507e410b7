import Glibc
import SnapbackBasics
import SnapbackClient
import SnapbackDocument
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol

/// The findings of `snapback doctor` about the socket and the daemon that listens at it.
struct DoctorSocket {
  private(set) var findings: [DoctorFinding] = []
  /// The names of the devices that the daemon reads; nil if no daemon reported them.
  private(set) var devices: [String]?

  /// Requests the status of the daemon at `socket`. If `socket` is nil, uses the first default
  /// socket at which a daemon answers.
  init(socket: String?) {
    let places = SocketPath.candidates(explicit: socket)
    let client: Client
    do throws(ClientError) {
      client = try Client(
        to: places, Greeting(name: "snapback doctor", encoding: .lines, features: []))
    } catch {
      explain(error, places)
      return
    }
    findings.append(.ok("socket", "\(client.place) answers"))
    let roles = client.welcome.roles
    findings.append(
      roles.contains(.view)
        ? .ok("roles", "this user may: \(roles.names.joined(separator: ", "))")
        : .fault(
          "roles", "this user may not see the scene",
          remedy: "give it the role \"view\" in \"access\" of the daemon's configuration"))
    do throws(ClientError) {
      look(at: try client.status().body)
    } catch {
      findings.append(.fault("daemon", "it does not answer: \(error.description)"))
    }
  }

  /// Explains why no daemon answered. Adds a finding for each socket that exists, or one finding
  /// for all paths if no socket exists. Any other error becomes one finding.
  private mutating func explain(_ error: ClientError, _ places: [String]) {
    guard case .unreachable = error else {
      findings.append(.fault("socket", error.description))
      return
    }
    let start = "start it: systemctl start snapbackd.socket, or snapbackd --scene FILE"
    var missing: [String] = []
    for place in places {
      switch Self.refusal(at: place) {
      case 0:
        findings.append(
          .fault("socket", "\(place) exists, but no daemon listens on it", remedy: start))
      case ENOENT, ENOTDIR: missing.append(place)
      case let code:
        findings.append(
          .fault(
            "socket", "\(place): \(String(cString: strerror(code)))",
            remedy: "add this user to the group of the socket, usermod -aG snapback USER, "
              + "and log in again"))
      }
    }
    guard missing.count == places.count else { return }
    findings.append(
      .fault(
        "socket", "no daemon: there is no \(missing.joined(separator: ", no "))", remedy: start))
  }

  /// Returns the number of the error that prevents this user from connecting to a socket; 0 if
  /// there is none.
  private static func refusal(at place: String) -> Int32 {
    access(place, R_OK | W_OK) == 0 ? 0 : errno
  }

  private mutating func look(at status: DocumentNode) {
    let version = SendReply.name(status, "version")
    findings.append(
      version == SnapbackVersion.text
        ? .ok("daemon", "snapbackd \(version)")
        : .warning(
          "daemon", "it is snapbackd \(version), and this is snapback \(SnapbackVersion.text)",
          remedy: "start it again: systemctl restart snapbackd"))
    if let scene = SendReply.member(status, "scene") {
      for warning in Self.items(scene, "warnings") {
        findings.append(.warning("daemon", "its scene: \(SendReply.plain(warning))"))
      }
    }
    if let motion = SendReply.member(status, "motion"),
      case .number(let rate)? = SendReply.member(motion, "rate")?.value, rate != 1
    {
      findings.append(
        .warning(
          "daemon", "motions run at \(rate.shortText(3)) times their speed",
          remedy: "snapback send motion --rate 1"))
    }
    for client in Self.items(status, "clients") {
      guard case .number(let dropped)? = SendReply.member(client, "dropped")?.value, dropped > 0
      else { continue }
      let name = SendReply.name(client, "name")
      findings.append(
        .warning(
          "client",
          "\(name.isEmpty ? "an unnamed client" : name) has read too slowly: "
            + "\(dropped.shortText(0)) events were dropped",
          remedy: "read while drawing, or ask for fewer: \"want\", docs/protocol.md"))
    }
    devices = Self.items(status, "devices").map { SendReply.name($0, "name") }
  }

  private static func items(_ node: DocumentNode, _ key: String) -> [DocumentNode] {
    guard case .array(let items)? = SendReply.member(node, key)?.value else { return [] }
    return items
  }
}
