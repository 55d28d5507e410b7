/// The path from the root of a document to a node.
///
/// A path is printed as `views[2].card.width`. A key that is not a plain identifier is quoted, as
/// in `views["a b"]`. The root is printed as `document`. Paths share common prefixes, so each node
/// costs one small allocation, independent of the length of the keys above it.
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
  /// Depth is bounded by `DocumentLimits.maximumDepth`, so recursive traversal and release are
  /// safe.
  private indirect enum Link: Hashable, Sendable {
    case root
    case key(String, parent: Link)
    case index(Int, parent: Link)
  }

  private let link: Link

  private init(link: Link) {
    self.link = link
  }

  /// The path of the outermost value.
  public static let root = DocumentPath(link: .root)

  /// Whether this is the path of the outermost value.
  public var isRoot: Bool { link == .root }

  /// The path of a member with a key. Internal, so that only the parser and the merge, which limit
  /// the depth, extend paths.
  func appending(key: String) -> DocumentPath {
    DocumentPath(link: .key(key, parent: link))
  }

  func appending(index: Int) -> DocumentPath {
    DocumentPath(link: .index(index, parent: link))
  }

  /// The path in ECMAScript property access notation, always on one line.
  ///
  /// Keys longer than 60 Unicode scalars are shortened. Complexity: linear in the length of the
  /// result.
  public var description: String {
    var steps: [Link] = []
    var current = link
    walk: while true {
      switch current {
      case .root: break walk
      case .key(_, let parent), .index(_, let parent):
        steps.append(current)
        current = parent
      }
    }
    var text = ""
    for step in steps.reversed() {
      switch step {
      case .root: break
      case .index(let index, _): text += "[\(index)]"
      case .key(let key, _):
        if PrintableText.isPlainIdentifier(key) {
          text += text.isEmpty ? key : ".\(key)"
        } else {
          text += "[\(PrintableText.quoted(key))]"
        }
      }
    }
    return text.isEmpty ? "document" : text
  }
}
