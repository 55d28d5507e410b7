import SnapbackFiles

/// The folder for pictures of failed cases.
struct TestPictureFolder {
  /// Nil if no pictures are drawn.
  let path: String?
  private var taken: Set<String> = []

  init(path: String?) {
    self.path = path
  }

  /// Draws a failed case; returns the path of the picture, or nil if no pictures are drawn.
  mutating func write(_ result: TestResult) throws(Failure) -> String? {
    guard let path else { return nil }
    if taken.isEmpty { try TestFiles.make(path) }
    let parts = result.test.name.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let name = parts.joined(separator: "-")
    var file = name
    var number = 2
    while !taken.insert(file).inserted {
      file = "\(name)-\(number)"
      number += 1
    }
    try TestFiles.write(TestPicture(result).text, to: "\(path)/\(file).svg")
    return "\(path)/\(file).svg"
  }
}
