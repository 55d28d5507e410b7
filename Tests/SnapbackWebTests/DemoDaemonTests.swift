import Glibc
import SnapbackFiles
import SnapbackLinux
import SnapbackTestSupport
import Testing

@testable import SnapbackWeb

/// The daemon that plays a bundled recording.
@Suite struct DemoDaemonTests {
  private static let files = BundledFiles(folder: Fixture.repository)

  private static func demo() throws -> DemoDaemon {
    try DemoDaemon(files, program: Command.path("snapbackd"))
  }

  @Test(.timeLimit(.minutes(1))) func aClientThatConnectsAtOnceSeesTheCardMove() throws {
    let demo = try Self.demo()
    defer { demo.stop() }
    #expect(demo.socket == nil)
    try demo.start()
    let path = try #require(demo.socket)
    let connection = try UnixConnection(connectingTo: path)
    let hello = Array("{\"hello\":{}}\n".utf8)
    let sent = connection.write(hello, from: 0)
    #expect(sent == .bytes(hello.count))
    var buffer = [UInt8](repeating: 0, count: 65536)
    var text = ""
    while !text.contains("{\"frame\":") {
      guard case .bytes(let count) = connection.read(into: &buffer), count > 0 else {
        Issue.record("the daemon has closed the connection: \(text)")
        return
      }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    #expect(text.hasPrefix("{\"welcome\":"))
    #expect(text.contains("\"id\":\"card\""))
  }

  @Test func itRunsOnceAndLeavesNothing() throws {
    let demo = try Self.demo()
    try demo.start()
    let socket = try #require(demo.socket)
    try demo.start()
    #expect(demo.socket == socket)
    demo.stop()
    #expect(demo.socket == nil)
    #expect(access(FilePaths.parent(socket), F_OK) != 0)
    try demo.start()
    #expect(demo.socket != nil && demo.socket != socket)
  }

  @Test func aDaemonThatHasEndedIsNotOffered() throws {
    let demo = try DemoDaemon(Self.files, program: "/bin/true")
    try demo.start()
    for _ in 0..<3000 where demo.socket != nil { usleep(10_000) }
    #expect(demo.socket == nil)
    try demo.start()
  }

  @Test func aMissingPartIsNamed() throws {
    do throws(Failure) {
      _ = try DemoDaemon(Self.files, program: "/nowhere/snapbackd")
      Issue.record("there is no such program")
    } catch {
      #expect(error.code == .noInput)
      #expect(error.description.hasPrefix("cannot run /nowhere/snapbackd: No such file"))
    }
    do throws(Failure) {
      _ = try DemoDaemon(BundledFiles(folder: "/nowhere"), program: "/bin/true")
      Issue.record("there is no such scene")
    } catch {
      #expect(error.code == .noInput)
      #expect(error.description.hasPrefix("there is no scenes/card.json5 in /nowhere"))
    }
  }

  /// The list of scenes and recordings, and the text of the scene.
  @Test func theServiceOffersTheSceneOfTheDemoWhileItRuns() throws {
    let folder = try TemporaryFolder()
    try Files.write(Array("{ mine: 1 }".utf8), to: folder.path + "/card.json5")
    let token = try #require(WebToken("0123456789abcdef"))
    var options = WebOptions(sockets: [], token: token)
    options.scenes = [folder.path]
    func about(_ service: WebService) -> String {
      String(decoding: service.about().body, as: UTF8.self)
    }
    #expect(about(WebService(options)).contains("\"scene\":null,\"edit\":null,\"demo\":null"))
    #expect(WebService(options).startDemo().status == 503)
    let demo = try Self.demo()
    options.demo = demo
    let service = WebService(options)
    #expect(about(service).contains("\"scene\":null,\"edit\":null,\"demo\":\"stopped\""))
    #expect(service.sceneText("card.json5").body == Array("{ mine: 1 }".utf8))
    let answer = service.startDemo()
    #expect(answer.status == 200)
    #expect(String(decoding: answer.body, as: UTF8.self) == about(service))
    #expect(about(service).contains("\"scene\":\"card.json5\",\"edit\":null,\"demo\":\"running\""))
    #expect(service.sceneText("card.json5").body == (try Files.read(demo.scene)))
    demo.stop()
    #expect(about(service).contains("\"demo\":\"stopped\""))
  }
}
