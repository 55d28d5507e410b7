import Glibc

/// Functions for file paths.
public enum FilePaths {
  /// The path of the running program, without symbolic links.
  public static var program: String {
    followLinks("/proc/self/exe") { $0 != "/proc/self/exe" }
  }

  /// The directory that contains a path; "/" for the root and "." for a bare name.
  public static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Follows at most eight symbolic links, starting at `path`. Stops at the first path for which
  /// `isGoal` returns true, and returns the last path.
  ///
  /// Links in the directories of the path are not resolved.
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

  /// Resolves `path` relative to the directory of the file `base`. Returns an absolute path
  /// unchanged.
  public static func resolve(_ path: String, besideFile base: String) -> String {
    path.hasPrefix("/") ? path : parent(base) + "/" + path
  }
}
