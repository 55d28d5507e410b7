import SnapbackBasics

/// Writes the state of a view in JSON: members that are appended to an object that already has a
/// member.
struct StateText: Sendable {
  /// The formats: `length` for lengths and velocities, `factor` for angles, factors and opacities.
  let length: NumberForm
  let factor: NumberForm

  /// The maximum number of bytes that writing a state changes: 31 numbers with a comma each, less
  /// than 400 bytes of other text, and the scratch bytes after the end.
  static let limit = 31 * 25 + 400 + TextChunk.limit

  private let frame = TextChunk(#","frame":["#)
  private let translation = TextChunk(#"],"translation":["#)
  private let rotation = TextChunk(#"],"rotation":"#)
  private let scale = TextChunk(#","scale":["#)
  private let endOfArray = TextChunk("]")
  private let shear = TextChunk(#","shear":"#)
  private let alpha = TextChunk(#","alpha":"#)
  private let hidden = TextChunk(#","visible":false"#)
  private let color = TextChunk(##","color":"#"##)
  private let toScreen = TextChunk(#","toScreen":["#)
  private let box = TextChunk(#"],"box":["#)
  private let velocity = TextChunk(#"],"velocity":{"translation":["#)
  private let frameVelocity = TextChunk(#"],"velocity":{"frame":["#)
  private let endOfObject = TextChunk("}")

  init(_ precision: NumberPrecision) {
    length = precision == .fixed ? .length : .exact
    factor = precision == .fixed ? .factor : .exact
  }

  /// Writes a state at `start` and returns the end offset. O(1).
  func store(_ state: ViewState, at start: Int, in span: inout MutableRawSpan) -> Int {
    let transform = state.transform
    var at = span.put(frame, at: start)
    at = store(state.frame, at: at, in: &span)
    at = span.put(translation, at: at)
    at = store(transform.translation, length, at: at, in: &span)
    at = span.put(rotation, at: at)
    at = span.put(transform.rotation, factor, at: at)
    at = span.put(scale, at: at)
    at = store(transform.scale, factor, at: at, in: &span)
    at = span.put(endOfArray, at: at)
    if transform.shear != 0 {
      at = span.put(shear, at: at)
      at = span.put(transform.shear, factor, at: at)
    }
    at = span.put(alpha, at: at)
    at = span.put(min(max(state.alpha, 0), 1), factor, at: at)
    if !state.isVisible { at = span.put(hidden, at: at) }
    if let color = state.color {
      at = span.put(self.color, at: at)
      at = span.put(color, at: at)
    }
    at = store(state.toScreen, at: at, in: &span)
    at = span.put(box, at: at)
    at = store(state.boundingBox, at: at, in: &span)
    return storeVelocity(state, at: at, in: &span)
  }

  private func storeVelocity(
    _ state: ViewState, at start: Int, in span: inout MutableRawSpan
  ) -> Int {
    var at = start
    let rates = state.frameVelocity
    if rates == .zero {
      at = span.put(velocity, at: at)
    } else {
      at = span.put(frameVelocity, at: at)
      at = store(Vector(dx: rates.x, dy: rates.y), length, at: at, in: &span)
      at = span.comma(at: at)
      at = store(Vector(dx: rates.width, dy: rates.height), length, at: at, in: &span)
      at = span.put(translation, at: at)
    }
    at = store(state.translationVelocity, length, at: at, in: &span)
    at = span.put(rotation, at: at)
    at = span.put(state.rotationVelocity, factor, at: at)
    if state.scaleVelocity != .zero {
      at = span.put(scale, at: at)
      at = store(state.scaleVelocity, factor, at: at, in: &span)
      at = span.put(endOfArray, at: at)
    }
    if state.shearVelocity != 0 {
      at = span.put(shear, at: at)
      at = span.put(state.shearVelocity, factor, at: at)
    }
    return span.put(endOfObject, at: at)
  }

  /// Writes a rectangle as its position and size.
  private func store(_ rect: Rect, at start: Int, in span: inout MutableRawSpan) -> Int {
    var at = store(Vector(dx: rect.left, dy: rect.top), length, at: start, in: &span)
    at = span.comma(at: at)
    at = store(
      Vector(dx: rect.size.width, dy: rect.size.height), length, at: at, in: &span)
    return at
  }

  private func store(
    _ map: AffineTransform, at start: Int, in span: inout MutableRawSpan
  ) -> Int {
    var at = span.put(toScreen, at: start)
    at = store(Vector(dx: map.a, dy: map.b), factor, at: at, in: &span)
    at = span.comma(at: at)
    at = store(Vector(dx: map.c, dy: map.d), factor, at: at, in: &span)
    at = span.comma(at: at)
    return store(Vector(dx: map.tx, dy: map.ty), length, at: at, in: &span)
  }

  private func store(
    _ pair: Vector, _ form: NumberForm, at start: Int, in span: inout MutableRawSpan
  ) -> Int {
    let at = span.comma(at: span.put(pair.dx, form, at: start))
    return span.put(pair.dy, form, at: at)
  }
}

extension MutableRawSpan {
  @inline(__always)
  fileprivate mutating func comma(at offset: Int) -> Int {
    store(UInt8(ascii: ","), at: offset)
    return offset &+ 1
  }

  /// Writes the digits of a color and the closing quote.
  fileprivate mutating func put(_ color: Color, at start: Int) -> Int {
    let (red, green) = (HexadecimalDigits.two(color.red), HexadecimalDigits.two(color.green))
    let blue = HexadecimalDigits.two(color.blue)
    let quote: UInt64 = 0x22
    store(red | green &<< 16 | blue &<< 32 | quote &<< 48, at: start)
    return start &+ 7
  }
}

/// Bytes as hexadecimal text.
enum HexadecimalDigits {
  /// The two digits of a byte; the first digit is in the low byte.
  @inline(__always)
  static func two(_ byte: UInt8) -> UInt64 {
    let number = UInt64(clamping: byte)
    let digits = number &>> 4 | (number & 15) &<< 8
    // Get 1 in each byte whose digit is above 9, because adding 6 to such a digit sets bit 4.
    let letters = (digits &+ 0x0606) &>> 4 & 0x0101
    return digits &+ 0x3030 &+ letters &* 39
  }
}
