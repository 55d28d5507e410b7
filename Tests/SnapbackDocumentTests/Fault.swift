import SnapbackDocument

/// The description of the error that a body throws, or `accepted`.
func fault(_ body: () throws(DocumentError) -> Void) -> String {
  do throws(DocumentError) {
    try body()
    return "accepted"
  } catch {
    return error.description
  }
}

/// The description of the error of parsing a text as the file `t`, or `accepted`.
func fault(in text: String) -> String {
  fault { () throws(DocumentError) in _ = try DocumentNode.parse(text, file: "t") }
}

func parse(_ text: String) throws(DocumentError) -> DocumentNode {
  try DocumentNode.parse(text, file: "t")
}

func reader(_ text: String) throws(DocumentError) -> ObjectReader {
  try ObjectReader(try parse(text), file: "t")
}
