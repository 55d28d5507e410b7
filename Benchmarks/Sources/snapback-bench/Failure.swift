/// What was wrong with the input, in one line that says how to mend it.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
