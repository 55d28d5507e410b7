import ArgumentParser
import SnapbackClient
import SnapbackDocument
import SnapbackFiles
import SnapbackProtocol

/// `snapback send document`.
struct SendDocument: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "document",
    abstract: "Prints the document of the running scene as JSON.",
    discussion: """
      The document is the one that the daemon has read, with the patches that clients have sent; \
      other changes made at run time are not in it. As in: document > scene.json5.
      """)

  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let client = try options.connect()
      do throws(ClientError) {
        let reply = try client.document()
        let text = reply.body.member("document").map(SendReply.plain)
        print(options.json ? SendReply.json(reply) : text ?? "done")
      } catch {
        throw ToolClient.failure(error)
      }
    }
  }
}

/// `snapback send load SCENE.json5`.
struct SendLoad: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Replaces the scene.",
    discussion: "This command reads the file and sends its content; the daemon opens no paths.")

  @Argument(help: "The scene.", completion: .json5) var file: String
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      try options.send(file, as: "load", animation)
    }
  }
}

/// `snapback send patch FILE`.
struct SendPatch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Merges a part of a scene into the running one.",
    discussion: """
      Objects are merged by key, views and other named items by name; null removes a key. \
      docs/control.md has the rules.
      """)

  @Argument(help: "The part to merge, JSON5.", completion: .json5) var file: String
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      try options.send(file, as: "patch", animation)
    }
  }
}

extension SendOptions {
  /// Sends the content of a file as the scene of a message.
  fileprivate func send(
    _ file: String, as command: String, _ animation: AnimationOptions
  ) throws(Failure) {
    let timing = try animation.timing()
    let bytes = try InputFiles.bytes(file)
    let scene: DocumentNode
    do throws(DocumentError) {
      scene = try DocumentNode.parse(bytes, file: file)
      _ = try scene.members(file: file)
    } catch {
      throw Failure(.data, error.description)
    }
    try perform(command) { writer in
      writer.document(scene, "scene")
      timing?.write(&writer)
    }
  }
}

/// `snapback send motion --rate 0.1`.
struct SendMotion: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion", abstract: "Sets how motions run: slowly, reduced, or not at all.")

  @Option(help: "How fast time runs for motions, 0.001 to 1000; 0.1 is slow motion.")
  var rate: Double?
  @Flag(inversion: .prefixedNo, help: "Reduced motion, for users who prefer less motion.")
  var reduced: Bool?
  @Flag(inversion: .prefixedNo, help: "Every animation ends immediately.")
  var instant: Bool?
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      guard rate != nil || reduced != nil || instant != nil else {
        throw SendNumbers.fault("expected at least one of --rate, --reduced and --instant")
      }
      try options.perform("motion") { writer in
        if let rate { writer.factor(rate, "rate") }
        if let reduced { writer.boolean(reduced, "reduced") }
        if let instant { writer.boolean(instant, "instant") }
      }
    }
  }
}
