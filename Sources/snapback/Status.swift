import ArgumentParser
import SnapbackClient
import SnapbackDocument
import SnapbackFiles
import SnapbackProtocol

/// `snapback status`: shows what the running daemon does, and for which clients.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the running daemon's scene, motions, clients and devices.")

  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let client = try ToolClient.connect(options.socket, "snapback status", features: [])
      do throws(ClientError) {
        let reply = try client.status()
        if options.json { return print(SendReply.json(reply)) }
        for line in StatusText(reply.body).lines(place: client.place, roles: client.welcome.roles) {
          print(line)
        }
      } catch {
        throw ToolClient.failure(error)
      }
    }
  }
}
