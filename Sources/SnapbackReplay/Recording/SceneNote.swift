import SnapbackDocument

/// The note in a recording that names the scene for which it was made.
///
/// In a format with comments, the note is a line of its own near the start of the file, such as
/// `# Scene: card.json5`. In Snapback's own format, it is the key `scene` of the first line.
/// Replays ignore the note.
public enum SceneNote {
  /// The number of bytes at the start of a file in which the note is searched.
  public static let searchLimit = 4096

  private static let mark = "# Scene: "

  /// Adds the note to a recording in a format with comments, after the first line.
  public static func adding(_ scene: String, to text: String) -> String {
    guard let end = text.firstIndex(of: "\n") else { return text }
    return "\(text[...end])\(mark)\(scene)\n\(text[text.index(after: end)...])"
  }

  /// The name of the scene, from the first bytes of a recording; nil if there is no complete line
  /// with a note.
  public static func scene(in start: [UInt8]) -> String? {
    var lines = LineIterator(start)
    while let range = lines.next(), range.upperBound < start.count {
      var cursor = LineCursor(start, range)
      if cursor.begins(with: "{\"recording\"") { return member(of: cursor.text) }
      if cursor.take(mark) { return cursor.rest() }
    }
    return nil
  }

  private static func member(of line: String) -> String? {
    let node = try? DocumentNode.parse(line, file: "")
    guard case .string(let scene)? = node?.member("recording")?.member("scene")?.value else {
      return nil
    }
    return scene
  }
}
