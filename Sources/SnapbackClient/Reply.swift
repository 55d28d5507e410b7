import SnapbackBasics
public import SnapbackDocument
import SnapbackProtocol

/// The answer to a command.
public struct Reply: Equatable, Sendable {
  /// The reason for which a command was refused.
  public struct Failure: Hashable, Sendable {
    /// The kind of error, for programs.
    public var code: String
    /// One line for users.
    public var message: String
  }

  /// The identifier of the command; nil if it had none.
  public var id: UInt64?
  /// The reason for a refusal; nil if the command succeeded.
  public var failure: Failure?
  /// The body of the reply, including `id` and `ok`.
  public var body: DocumentNode

  /// Parses the JSON of a reply. `limit` is the maximum length in bytes.
  init(json: [UInt8], limit: Int) throws(ClientError) {
    do throws(DocumentError) {
      let file = "daemon"
      let message = try DocumentNode.parse(json, file: file, byteLimit: limit)
      var outer = try ObjectReader(message, file: file)
      body = try outer.node("reply")
      var reader = try ObjectReader(body, file: file)
      id = try reader.optionalNumber("id").map { UInt64(saturating: $0) }
      guard try reader.boolean("ok") == false else { return }
      failure = Failure(
        code: try reader.string("code"), message: try reader.string("message"))
    } catch {
      throw .unreadable(error.description)
    }
  }
}
