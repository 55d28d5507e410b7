import SnapbackBasics

/// The binary record of a view's state.
enum StateRecord {
  /// The largest size of a record in bytes.
  static let limit = 144
  /// The largest size of a record with a look in bytes.
  static let limitWithLook = 176

  /// The bits of the mask, which tells the parts that the record contains.
  static let frame: UInt16 = 1
  static let transform: UInt16 = 2
  static let toScreen: UInt16 = 4
  static let appearance: UInt16 = 8
  static let box: UInt16 = 16
  static let velocity: UInt16 = 32
  static let cornerRadius: UInt16 = 128
  static let look: UInt16 = 256
  /// All bits except the velocity, the corner radius and the look.
  static let absolute: UInt16 = 31
  /// All bits that have a part. Bit 6 is unassigned.
  static let known: UInt16 = 447

  /// Writes a record at the beginning of `span`, with the corner radius if it can move, and returns
  /// the length of the record. O(1).
  @inline(__always)
  static func storeWithRadius(
    _ state: ViewState, handle: Int, in span: inout MutableRawSpan
  ) -> Int {
    let length = store(state, handle: handle, in: &span)
    guard state.hasMovingRadius else { return length }
    let mask = absolute | cornerRadius | (length > 100 ? velocity : 0)
    span.store(UInt32(mask), at: 4)
    span.store(Float(state.cornerRadius).bitPattern, at: length)
    return length &+ 4
  }

  /// Writes a record with a look, and with the corner radius if it can move, at the beginning of
  /// `span`, and returns the length of the record. O(1).
  static func store(
    _ state: ViewState, _ look: MovingLook, handle: Int, in span: inout MutableRawSpan
  ) -> Int {
    let length = storeWithRadius(state, handle: handle, in: &span)
    let parts = absolute | self.look | (state.hasMovingRadius ? cornerRadius : 0)
    span.store(UInt32(parts | (state.isMoving ? velocity : 0)), at: 4)
    span.store(look.textColor.bits, at: length)
    span.store(look.borderColor.bits, at: length &+ 4)
    span.store(
      look.fillAlpha, look.borderWidth, look.shadowOpacity, look.shadowRadius, at: length &+ 8)
    span.store(look.shadowOffset.dx, look.shadowOffset.dy, at: length &+ 24)
    return length &+ 32
  }

  /// Writes a record without the corner radius at the beginning of `span` and returns its length.
  /// O(1).
  @inline(__always)
  static func store(
    _ state: ViewState, handle: Int, in span: inout MutableRawSpan
  ) -> Int {
    let moves = state.isMoving
    span.store(UInt32(truncatingIfNeeded: handle), at: 0)
    span.store(UInt32(absolute | (moves ? velocity : 0)), at: 4)
    let (frame, transform, toScreen) = (state.frame, state.transform, state.toScreen)
    let (width, height) = (frame.size.width, frame.size.height)
    span.store(frame.left, frame.top, width, height, at: 8)
    span.store(
      transform.translation.dx, transform.translation.dy, transform.rotation, transform.scale.dx,
      at: 24)
    span.store(transform.scale.dy, transform.shear, at: 40)
    span.store(toScreen.a, toScreen.b, toScreen.c, toScreen.d, at: 48)
    span.store(toScreen.tx, toScreen.ty, at: 64)
    span.store(Float(min(max(state.alpha, 0), 1)).bitPattern, at: 72)
    span.store(state.color?.opaqueBits ?? 0, at: 76)
    span.store((state.isVisible ? 1 : 0) as UInt32, at: 80)
    let box = state.boundingBox
    span.store(
      box.left, box.top, box.right - box.left, box.bottom - box.top, at: 84)
    guard moves else { return 100 }
    let rates = state.frameVelocity
    span.store(rates.x, rates.y, rates.width, rates.height, at: 100)
    span.store(
      state.translationVelocity.dx, state.translationVelocity.dy, state.rotationVelocity,
      state.scaleVelocity.dx, at: 116)
    span.store(state.scaleVelocity.dy, state.shearVelocity, at: 132)
    return 140
  }
}

extension ViewState {
  /// Whether any velocity is not 0. Inlined, because the call would copy the state.
  @inline(__always)
  var isMoving: Bool {
    frameVelocity != .zero || translationVelocity != .zero || rotationVelocity != 0
      || scaleVelocity != .zero || shearVelocity != 0
  }
}
