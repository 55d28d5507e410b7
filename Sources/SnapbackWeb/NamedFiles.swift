import Glibc
import SnapbackLinux

/// The files that a browser may request by name.
///
/// A name is looked up among the files in the folders before it becomes part of a path. So no name
/// can refer to a file outside the folders.
public struct NamedFiles: Sendable {
  private let folders: [String]
  private let single: String?
  private let endings: [String]?

  /// Offers the regular files in `folders` and the file `single`. Hidden files and Markdown files
  /// (`.md`) in folders are not offered, nor, if `endings` is given, files with other endings. If
  /// several files have the same name, `single` has precedence, then the earlier folder.
  public init(folders: [String], single: String? = nil, endings: [String]? = nil) {
    self.folders = folders
    self.single = single
    self.endings = endings
  }

  /// The last component of a path.
  public static func baseName(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// The current names in the folders, sorted.
  public func names() -> [String] {
    paths().keys.sorted()
  }

  /// The current names, sorted, with the paths of the files.
  func entries() -> [(name: String, path: String)] {
    paths().sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The path of the file with a name; nil if there is no such file.
  public func path(_ name: String) -> String? {
    paths()[name]
  }

  private func paths() -> [String: String] {
    var paths: [String: String] = [:]
    if let single { paths[Self.baseName(single)] = single }
    for folder in folders {
      for name in Files.names(in: folder) where isOffered(name) {
        let path = folder + "/" + name
        if paths[name] == nil, Self.isOrdinary(path) { paths[name] = path }
      }
    }
    return paths
  }

  private func isOffered(_ name: String) -> Bool {
    guard !name.hasPrefix("."), !name.hasSuffix(".md") else { return false }
    return endings.map { $0.contains { name.hasSuffix($0) } } ?? true
  }

  private static func isOrdinary(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }
}
