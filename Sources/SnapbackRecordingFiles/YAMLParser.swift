import CLibyaml
import SnapbackRecording

/// The tokens of a YAML document, read by libyaml.
struct YAMLParser {
  /// Why a document is no YAML.
  struct Fault: Error {
    /// What libyaml says.
    var message: String
    /// The line that is at fault, from 1; 0 when libyaml only says that some byte is.
    var line: Int
    /// The line at which libyaml saw it; the same or a later one.
    var lastLine: Int
  }

  /// Hands on the tokens of the first document in `bytes`, each with its line, from 1.
  ///
  /// Nil when it could be read to its end; what `handle` throws is thrown.
  static func tokens(
    _ bytes: [UInt8],
    _ handle: (YAMLToken, Int) throws(RecordingError) -> Void
  ) throws(RecordingError) -> Fault? {
    // Freed in this function; libyaml keeps pointers into it and into the bytes meanwhile.
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      return Fault(message: "there is no memory for libyaml", line: 1, lastLine: 1)
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
        // What an alias stands for is nothing that a recording holds.
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
    // Only the place among the bytes is known; the caller turns it into a line.
    if parser.error == YAML_READER_ERROR {
      return Fault(message: context + problem, line: 0, lastLine: 0)
    }
    let last = Int(clamping: parser.problem_mark.line) + 1
    // An unclosed quote or bracket shows itself later, where nothing is wrong. What a block is
    // about may have begun with the file.
    let beginsEarlier = parser.context != nil && !context.hasPrefix("while parsing a block")
    let line = beginsEarlier ? Int(clamping: parser.context_mark.line) + 1 : last
    return Fault(message: context + problem, line: min(line, last), lastLine: last)
  }
}
