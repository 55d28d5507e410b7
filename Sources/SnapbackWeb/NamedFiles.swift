import Glibc
import SnapbackLinux

/// The files that a browser may ask for, by their names alone.
///
/// A name is looked up in what the folders hold and never made part of a path before that, so no
/// name leads out of them.
public struct NamedFiles: Sendable {
  private let folders: [String]
  private let single: String?
  private let endings: [String]?

  /// The ordinary files of `folders` and the file `single`, of those `endings` if given, without
  /// hidden ones and pages of text (`.md`). Of two of one name the earlier folder's counts, and
  /// `single` before all.
  public init(folders: [String], single: String? = nil, endings: [String]? = nil) {
    self.folders = folders
    self.single = single
    self.endings = endings
  }

  /// The last part of a path.
  public static func baseName(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// The names, sorted, as the folders are now.
  public func names() -> [String] {
    paths().keys.sorted()
  }

  /// The path of the file of that name; nil if there is none.
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
