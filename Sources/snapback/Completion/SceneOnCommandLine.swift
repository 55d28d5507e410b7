import SnapbackEngine
import SnapbackFiles
import SnapbackLayout

/// The names in the first scene on an unfinished command line, for completions. If no scene there
/// can be read, there are none.
struct SceneOnCommandLine {
  private let layout: LayoutTree?

  init(_ words: [String]) {
    layout =
      words.lazy.filter { $0.hasSuffix(".json5") }
      .compactMap { try? InputFiles.scene($0).layout }.first
  }

  var views: [String] {
    guard let layout else { return [] }
    return (0..<layout.viewCount).map { layout.name(of: ViewID(index: $0)) }
  }

  /// The names of the constraints, and the places of those that have no name.
  var constraints: [String] {
    guard let layout else { return [] }
    return layout.constraintIdentifiers.map { String($0.prefix { $0 != " " }) }
  }
}
