/// Messages that are encoded once for several clients. Only their sequence numbers differ.
public enum SharedMessage {
  /// The offset of the sequence number in a binary message.
  private static let sequencePlace = 8

  /// Appends a frame or a segment to `bytes`, with a sequence number in place of 0, with which the
  /// message was encoded.
  public static func append(
    _ message: [UInt8], _ encoding: WireEncoder.Encoding, sequence: UInt64,
    to bytes: inout [UInt8]
  ) {
    guard encoding == .ndjson else {
      let start = bytes.count + sequencePlace
      bytes.append(contentsOf: message)
      for place in 0..<8 {
        bytes[start + place] = UInt8(truncatingIfNeeded: sequence >> (8 * place))
      }
      return
    }
    // The sequence number is the first number of the message: {"frame":{"seq":0,…
    var place = 0
    while place < message.count, message[place] != UInt8(ascii: "0") { place += 1 }
    bytes.append(contentsOf: message[..<place])
    bytes.append(contentsOf: String(sequence).utf8)
    bytes.append(contentsOf: message[(place + 1)...])
  }
}
