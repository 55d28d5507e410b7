import CLibyaml
import SnapbackReplay

/// Reads the tokens of a YAML document with libyaml.
struct YAMLParser {
  /// A syntax error in a document.
  struct Fault: Error {
    /// libyaml's message.
    var message: String
    /// The faulty line, from 1; 0 if libyaml reports only a byte offset.
    var line: Int
    /// The line in which libyaml detected the fault: `line` or a later line.
    var lastLine: Int
  }

  /// Passes the tokens of the first document in `bytes` to `handle`, each with its line number,
  /// from 1.
  ///
  /// Returns nil if the document was read to its end. Rethrows errors of `handle`.
  static func tokens(
    _ bytes: [UInt8],
    _ handle: (YAMLToken, Int) throws(RecordingError) -> Void
  ) throws(RecordingError) -> Fault? {
    // The parser is freed in this function. Until then, libyaml keeps pointers to the parser and
    // the bytes.
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      return Fault(message: "no memory for libyaml", line: 1, lastLine: 1)
    }
    defer { yaml_parser_delete(&parser) }
    var failure: RecordingError?
    let fault = bytes.withUnsafeBufferPointer { buffer -> Fault? in
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      var documents = 0
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { return Self.fault(parser) }
        defer { yaml_event_delete(&event) }
        let line = Int(clamping: event.start_mark.line) + 1
        let token: YAMLToken
        switch event.type {
        case YAML_STREAM_END_EVENT: return nil
        case YAML_DOCUMENT_START_EVENT:
          documents += 1
          if documents > 1 { return nil }
          continue
        case YAML_MAPPING_START_EVENT: token = .mappingStart
        case YAML_SEQUENCE_START_EVENT: token = .sequenceStart
        case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: token = .end
        case YAML_SCALAR_EVENT: token = .scalar(Self.text(event))
        // Recordings do not contain aliases.
        case YAML_ALIAS_EVENT: token = .scalar("")
        default: continue
        }
        do throws(RecordingError) {
          try handle(token, line)
        } catch {
          failure = error
          return nil
        }
      }
    }
    if let failure { throw failure }
    return fault
  }

  private static func text(_ event: yaml_event_t) -> String {
    let scalar = event.data.scalar
    return String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
  }

  private static func fault(_ parser: yaml_parser_t) -> Fault {
    let problem = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
    let context = parser.context.map { String(cString: $0) + ": " } ?? ""
    // Only the byte offset is known; the caller determines the line.
    if parser.error == YAML_READER_ERROR {
      return Fault(message: context + problem, line: 0, lastLine: 0)
    }
    let last = Int(clamping: parser.problem_mark.line) + 1
    // libyaml detects an unclosed quote or bracket only on a later line, so use the line on which
    // the context begins. Blocks are an exception: their context may begin at the start of the
    // file.
    let beginsEarlier = parser.context != nil && !context.hasPrefix("while parsing a block")
    let line = beginsEarlier ? Int(clamping: parser.context_mark.line) + 1 : last
    return Fault(message: context + problem, line: min(line, last), lastLine: last)
  }
}
