import Glibc

/// Paths as text.
public enum FilePaths {
  /// The directory that a path is in; "/" for the root and "." for a bare name.
  public static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Where a path leads by links, eight at most, up to the first that `isGoal`.
  ///
  /// Links of folders on the way are left as they are.
  public static func followLinks(_ path: String, until isGoal: (String) -> Bool) -> String {
    var current = path
    for _ in 0..<8 where !isGoal(current) {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(current, &target, target.count)
      guard count > 0 else { break }
      let bytes = target[..<count].map(UInt8.init(bitPattern:))
      current = resolve(String(decoding: bytes, as: UTF8.self), besideFile: current)
    }
    return current
  }

  /// `path` as seen from the directory of the file `base`, unless it is absolute.
  public static func resolve(_ path: String, besideFile base: String) -> String {
    path.hasPrefix("/") ? path : parent(base) + "/" + path
  }
}
