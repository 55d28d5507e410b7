import CSnapbackPage
import Glibc
import SnapbackLinux

/// The web page, its modules and the JavaScript client that they import. The files are embedded in
/// the program, or read from folders during development.
public struct PageFiles: Sendable {
  /// The maximum size of a file that is read from a folder, in bytes.
  public static let limit = 4 << 20

  /// The group of a file. Its raw value is the first component of the file's path.
  public enum Shelf: String, CaseIterable, Sendable {
    /// The page itself.
    case page
    /// The JavaScript client.
    case client
  }

  private let page: NamedFiles?
  private let client: NamedFiles?

  /// Serves files from the given folders. A group without a folder is served from the embedded
  /// files.
  public init(pageFolder: String? = nil, clientFolder: String? = nil) {
    page = pageFolder.map { NamedFiles(folders: [$0]) }
    client = clientFolder.map { NamedFiles(folders: [$0]) }
  }

  /// The paths of the embedded files, such as `page/index.html`.
  public static var embedded: [String] {
    (0..<snapback_page_count()).compactMap { snapback_page_name($0).map { String(cString: $0) } }
  }

  /// The answer that contains a file; nil if there is no file with this name.
  public func answer(_ shelf: Shelf, _ name: String) -> WebAnswer? {
    let folder =
      switch shelf {
      case .page: page
      case .client: client
      }
    let bytes =
      if let folder {
        folder.path(name).flatMap { try? Files.read($0, limit: Self.limit) }
      } else {
        Self.embedded("\(shelf.rawValue)/\(name)")
      }
    return bytes.map { .document($0, type: Self.type(name)) }
  }

  private static func embedded(_ path: String) -> [UInt8]? {
    for index in 0..<snapback_page_count() {
      guard let name = snapback_page_name(index), String(cString: name) == path,
        let text = snapback_page_text(index)
      else { continue }
      let count = strlen(text)
      return text.withMemoryRebound(to: UInt8.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
    return nil
  }

  /// The content type of a file, from the extension of its name.
  static func type(_ name: String) -> String {
    let types = [
      (".html", "text/html; charset=utf-8"), (".css", "text/css; charset=utf-8"),
      (".js", "text/javascript; charset=utf-8"), (".svg", "image/svg+xml"),
      (".json", "application/json"),
    ]
    return types.first { name.hasSuffix($0.0) }?.1 ?? "text/plain; charset=utf-8"
  }
}
