import CSimulatedKernel

/// The number of a system call's error.
public struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, `errno`.
  public let code: Int32

  /// An error by its number.
  public init(_ code: Int32) { self.code = code }

  /// Its name: `EAGAIN`.
  public var description: String {
    ck_error_name(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes, and rethrows its error.
  func lend<Value>(
    _ body: (UnsafeRawBufferPointer) throws(Errno) -> Value
  ) throws(Errno) -> Value {
    let result = withUnsafeBytes { bytes -> Result<Value, Errno> in
      do throws(Errno) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// At most `limit` bytes that a call fills in; part of the call's result is their count.
  static func filled<Value>(
    limit: Int, _ count: KeyPath<Value, Int>,
    _ body: (UnsafeMutableRawBufferPointer) throws(Errno) -> Value
  ) throws(Errno) -> ([UInt8], Value) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 8)
    defer { buffer.deallocate() }
    let value = try body(buffer)
    return (Array(buffer.prefix(value[keyPath: count])), value)
  }
}
