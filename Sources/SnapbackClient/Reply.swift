public import SnapbackDocument
import SnapbackMessages
import SnapbackTiming

/// The answer to a command.
public struct Reply: Equatable, Sendable {
  /// Why a command was not carried out.
  public struct Failure: Hashable, Sendable {
    /// What kind of fault it is, for programs.
    public var code: String
    /// One line for people.
    public var message: String
  }

  /// The number of the command, if it had one.
  public var id: UInt64?
  /// Why it was not carried out; nil if it was.
  public var failure: Failure?
  /// All that the reply says, `id` and `ok` included.
  public var body: DocumentNode

  /// What a line says; `limit` is the most bytes that it may have.
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
