public import SnapbackDocument
import SnapbackProtocol

/// The document of a scene, stored as a text in JSON: its nodes would take many times as much
/// memory as the text.
public struct SceneDocument: Equatable, Sendable {
  /// The document in JSON.
  let text: String
  /// The elements of `bindings`, which inspections read.
  let bindings: [DocumentNode]

  /// Creates the text of a document. O(document).
  public init(_ document: DocumentNode) {
    var writer = JSONWriter(precision: .shortest)
    writer.document(document)
    text = String(decoding: writer.bytes, as: UTF8.self)
    if case .array(let nodes)? = document.member("bindings")?.value {
      bindings = nodes
    } else {
      bindings = []
    }
  }

  /// The nodes of the document. Paths start at the document; positions refer to the text in JSON.
  /// O(document).
  public func parsed() throws(DocumentError) -> DocumentNode {
    try DocumentNode.parse(Array(text.utf8), file: "document", byteLimit: .max)
  }
}
