import Glibc

/// The arguments of a call, converted to the types that it takes.
struct Arguments {
  let call: SystemCall
  private let words: UnsafePointer<Int>

  init(_ call: SystemCall, _ words: UnsafePointer<Int>) {
    self.call = call
    self.words = words
  }

  var all: InlineArray<6, Int> { InlineArray { words[$0] } }

  func word(_ index: Int) -> Int { words[index] }

  func int(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: words[index]) }

  func isNull(_ index: Int) -> Bool { words[index] == 0 }

  func pointer<Value>(_ index: Int, to type: Value.Type) -> UnsafeMutablePointer<Value>? {
    UnsafeMutablePointer(bitPattern: words[index])
  }

  /// Unwraps a value that must exist.
  func existing<Value>(
    _ index: Int, _ type: Value.Type
  ) throws(Errno) -> UnsafeMutablePointer<Value> {
    guard let pointer = pointer(index, to: type) else { throw Errno(EFAULT) }
    return pointer
  }

  func text(_ index: Int) throws(Errno) -> String {
    String(cString: try existing(index, CChar.self))
  }

  func input(_ index: Int, count: Int) throws(Errno) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(try output(index, count: count))
  }

  func output(_ index: Int, count: Int) throws(Errno) -> UnsafeMutableRawBufferPointer {
    guard count >= 0 else { throw Errno(EINVAL) }
    guard count == 0 || words[index] != 0 else { throw Errno(EFAULT) }
    return UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: words[index]), count: count)
  }
}
