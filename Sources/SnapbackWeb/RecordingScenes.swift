import SnapbackLinux
import SnapbackReplay

/// Finds the scene on which a recording is to be played.
enum RecordingScenes {
  /// The scene of a recording, one of `scenes`; nil if it is unknown.
  ///
  /// A recording may name its scene (``SceneNote``). Otherwise the name of the recording begins
  /// with that of the scene, as in `card-slow-flick.jsonl` or `card.evemu` for `card.json5`; of
  /// several such scenes, the one with the longest name.
  static func scene(of name: String, at path: String, among scenes: [String]) -> String? {
    let start = try? Files.start(of: path, count: SceneNote.searchLimit)
    if let noted = start.flatMap(SceneNote.scene), scenes.contains(noted) { return noted }
    return scene(like: name, among: scenes)
  }

  static func scene(like recording: String, among scenes: [String]) -> String? {
    let words = "\(stem(recording))-"
    return scenes.filter { words.hasPrefix("\(stem($0))-") }.max { $0.count < $1.count }
  }

  /// A name up to its first period.
  private static func stem(_ name: String) -> Substring { name.prefix { $0 != "." } }
}
