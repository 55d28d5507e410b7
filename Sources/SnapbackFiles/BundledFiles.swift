import Glibc
import SnapbackLinux

/// The scenes and recordings that come with Snapback.
public struct BundledFiles: Sendable {
  private let folders: [String]

  /// Looks for the files in `folder`. If it is nil, looks in `share/snapback` beside the folder of
  /// the program, where packages install them, and then in the current folder, which may be a clone
  /// of Snapback.
  public init(folder: String? = nil) {
    let prefix = FilePaths.parent(FilePaths.parent(FilePaths.program))
    folders = folder.map { [$0] } ?? ["\(prefix)/share/snapback", "."]
  }

  /// The path of a bundled scene.
  public func scene(_ name: String) throws(Failure) -> String {
    try first(of: ["scenes/\(name)", "configs/scenes/\(name)"])
  }

  /// The path of a bundled recording.
  public func recording(_ name: String) throws(Failure) -> String {
    try first(of: ["recordings/\(name)"])
  }

  /// The folder of the bundled scenes; nil if it is not found.
  public var sceneFolder: String? { (try? scene("card.json5")).map(FilePaths.parent) }

  /// The folder of the bundled recordings; nil if it is not found.
  public var recordingFolder: String? { (try? recording("flick.evemu")).map(FilePaths.parent) }

  private func first(of names: [String]) throws(Failure) -> String {
    for folder in folders {
      for name in names where access("\(folder)/\(name)", R_OK) == 0 { return "\(folder)/\(name)" }
    }
    throw Failure(
      .noInput,
      "there is no \(names[0]) in \(folders.joined(separator: " or ")); name the folder with --data"
    )
  }
}
