import Glibc
import SnapbackBasics
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Client messages among the protocol vectors, which are independent of this library.
@Suite struct ClientVectorTests {
  private static let folder = Fixture.repository + "/Tests/Fixtures/protocol"

  private static let names: [String] = {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("client-"), name.hasSuffix(".bin") {
        names.append(String(name.dropLast(4)))
      }
    }
    return names.sorted()
  }()

  private func bytes(_ name: String) -> [UInt8] {
    guard let file = fopen(Self.folder + "/" + name, "r") else { return [] }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    return Array(buffer[..<fread(&buffer, 1, buffer.count, file)])
  }

  /// The request in a message, which is sent after a hello unless it is one.
  private func request(_ message: [UInt8], isBinary: Bool, isHello: Bool) -> Heard {
    var said = isBinary ? Bytes.magic : []
    if !isHello { said += isBinary ? Bytes.text("{\"hello\":{}}") : Array("{\"hello\":{}}\n".utf8) }
    return Heard.hear(said + message, ends: true)
  }

  @Test func everyMessageFromAClientMeansTheSameInBothEncodings() {
    let single = Self.names.filter { $0 != "client-stream" }
    #expect(single.count >= 12)
    for name in single {
      let isHello = name.hasPrefix("client-hello")
      let text = request(bytes(name + ".json"), isBinary: false, isHello: isHello)
      let binary = request(bytes(name + ".bin"), isBinary: true, isHello: isHello)
      #expect(text == binary, "\(name)")
      #expect(text.error == nil && text.requests.count == (isHello ? 1 : 2), "\(name)")
      if case .refused(let error, _) = text.requests.last { Issue.record("\(name): \(error)") }
    }
  }

  @Test func theirValuesAreTaken() {
    func asked(_ name: String) -> ClientRequest? {
      request(
        bytes("client-\(name).bin"), isBinary: true, isHello: name.hasPrefix("hello")
      ).requests.last
    }
    let time = Instant(nanoseconds: 4_612_457_405_444)
    #expect(asked("ping") == .ping(id: 7))
    #expect(asked("frame-request") == .frameRequest(time: time, refresh: 16_666_667))
    #expect(
      asked("presented")
        == .presented(sequence: 9, time: time, refresh: 8_333_333, isDiscarded: false))
    #expect(
      asked("discarded") == .presented(sequence: 10, time: time, refresh: 0, isDiscarded: true))
    #expect(asked("rate") == .rate(30))
    #expect(
      asked("hello")
        == .hello(
          HelloRequest(
            name: "example", wants: [.frames, .segments], views: ViewFilter(["card*"]), rate: 60,
            pacing: .pull, acknowledges: true)))
    guard case .hello(let hello)? = asked("hello-parts") else {
      Issue.record("no hello")
      return
    }
    #expect(hello.readsRadii)
  }
}
