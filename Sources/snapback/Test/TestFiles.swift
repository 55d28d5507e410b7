import Glibc
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay

/// The files that `snapback test` finds, reads and writes.
enum TestFiles {
  private static let ending = ".case"
  /// The maximum depth of folders that a search enters.
  private static let depthLimit = 64

  /// Returns the cases at and below `paths`, sorted within each folder, without duplicates.
  static func cases(in paths: [String], filter: String?) throws(Failure) -> [String] {
    var found: [String] = []
    for path in paths {
      switch kind(of: path) {
      case S_IFDIR: search(path, depth: 0, into: &found)
      case nil: throw Failure(.noInput, "\(path) does not exist")
      default: found.append(path)
      }
    }
    guard !found.isEmpty else {
      throw Failure(.noInput, "there is no *\(ending) in \(paths.joined(separator: ", "))")
    }
    var known: Set<String> = []
    found = found.filter { known.insert($0).inserted }
    guard let filter else { return found }
    let chosen = found.filter { name(of: $0).contains(filter) }
    guard !chosen.isEmpty else {
      throw Failure(.noInput, "none of \(found.count) cases has \"\(filter)\" in its path")
    }
    return chosen
  }

  private static func search(_ folder: String, depth: Int, into found: inout [String]) {
    guard depth < depthLimit else { return }
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    for name in Files.names(in: folder) {
      let path = folder == "/" ? "/" + name : folder + "/" + name
      // Do not enter links to folders, because such links can form cycles.
      if kind(of: path, followsLinks: false) == S_IFDIR {
        search(path, depth: depth + 1, into: &found)
      } else if name.hasSuffix(ending), kind(of: path) == S_IFREG {
        found.append(path)
      }
    }
  }

  private static func kind(of path: String, followsLinks: Bool = true) -> mode_t? {
    var information = stat()
    let result = followsLinks ? stat(path, &information) : lstat(path, &information)
    return result == 0 ? information.st_mode & S_IFMT : nil
  }

  /// A case's path without its extension.
  static func name(of file: String) -> String {
    file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
  }

  static func isThere(_ path: String) -> Bool { kind(of: path) != nil }

  /// Creates a folder unless the folder exists.
  static func make(_ folder: String) throws(Failure) {
    let result = mkdir(folder, 0o755)
    let code = errno
    guard result == 0 || code == EEXIST else {
      throw Failure(.output, SystemError("cannot create \(folder)", code: code).description)
    }
  }

  /// Throws if a file other than a golden exists at `path`, because a case can name any file as its
  /// golden.
  static func requireReplaceable(_ path: String) throws(Failure) {
    guard isThere(path) else { return }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.read(path)
    } catch {
      throw Failure(.output, error.description)
    }
    guard Golden.mayReplace(bytes) else {
      throw Failure(
        .data, "\(path) is not a golden, and is left unchanged; name another file in the case")
    }
  }

  static func write(_ text: String, to path: String) throws(Failure) {
    do throws(SystemError) {
      try Files.write(Array(text.utf8), to: path)
    } catch {
      throw Failure(.output, error.description)
    }
  }
}
