import Glibc
import SnapbackLinux

/// The files of the user's own web site: those in a folder and in the folders below it.
///
/// Hidden files and folders, whose names begin with a period, are not served, and symbolic links
/// are not followed.
public struct SiteFiles: Sendable {
  /// The maximum size of a file, in bytes.
  public static let limit = 16 << 20

  /// The content security policy of the pages. They may load from and connect to this server only,
  /// and have styles, but no scripts, in their text.
  static let policy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    + "font-src 'self' data:; media-src 'self' data: blob:; object-src 'none'; "
    + "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

  private let folder: String

  /// Serves the files in a folder. The folder is opened for each request.
  public init(folder: String) {
    self.folder = folder
  }

  /// The answer with a file. `path` has the names of the folders on the way and of the file.
  public func answer(_ path: [String]) -> WebAnswer {
    let text = path.joined(separator: "/")
    let missing = WebAnswer.error(404, "there is no file \"\(text)\" in the site")
    guard let name = path.last, !path.contains(where: { $0.hasPrefix(".") }) else {
      return missing
    }
    do throws(SystemError) {
      let bytes = try Files.read(path, below: folder, limit: Self.limit)
      var answer = WebAnswer.document(bytes, type: Self.type(name))
      answer.headers.append(.init(name: WebAnswer.policyName, value: Self.policy))
      return answer
    } catch {
      guard error.code == EFBIG else { return missing }
      return .error(403, "\"\(text)\" has more than \(Self.limit) bytes")
    }
  }

  /// The content type of a file, from the extension of its name. Browsers run and show only what is
  /// declared as such.
  static func type(_ name: String) -> String {
    let types = [
      ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
      ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
      ".json": "application/json", ".txt": "text/plain; charset=utf-8",
      ".webmanifest": "application/manifest+json", ".wasm": "application/wasm",
      ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
      ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
      ".woff2": "font/woff2", ".woff": "font/woff", ".ttf": "font/ttf", ".otf": "font/otf",
      ".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wav": "audio/wav", ".mp4": "video/mp4",
      ".webm": "video/webm",
    ]
    let ending = name.lastIndex(of: ".").map { name[$0...].lowercased() }
    return ending.flatMap { types[$0] } ?? "application/octet-stream"
  }
}
