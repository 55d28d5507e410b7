import SnapbackBasics
import SnapbackProtocol

#if _endian(big)
  #error("Shared memory has the machine's own numbers, which are little-endian.")
#endif

/// The offsets in shared memory, in bytes, as in the tables of `docs/shared-memory.md`.
enum SharedFrameLayout {
  static let magic = Array("SNAPSHM1".utf8)
  static let version: UInt32 = 1

  // The header.
  static let versionPlace = 8
  static let firstPlace = 12
  static let stridePlace = 16
  static let countPlace = 20
  static let epochPlace = 24
  static let sequence = 32
  static let time = 40
  static let revision = 48
  static let flags = 56
  static let header = 64

  // The distance from one slot to the next, and the size of the used part of a slot. A slot
  // contains the state of one view.
  static let slot = 128
  static let slotContent = 120

  /// The maximum size of a memory that is mapped.
  static let sizeLimit = 1 << 30
}

extension UnsafeMutableRawBufferPointer {
  /// Writes the state of a view into the slot at `place`, which must be within bounds. O(1).
  @inline(__always)
  func store(_ view: ViewState, at place: Int) {
    let (frame, transform, map) = (view.frame, view.transform, view.toScreen)
    let (size, rates) = (frame.size, view.frameVelocity)
    let (move, scale) = (transform.translation, transform.scale)
    store(frame.left, frame.top, size.width, size.height, at: place)
    store(move.dx, move.dy, transform.rotation, scale.dx, at: place &+ 16)
    store(scale.dy, transform.shear, map.a, map.b, at: place &+ 32)
    store(map.c, map.d, map.tx, map.ty, at: place &+ 48)
    store(rates.x, rates.y, rates.width, rates.height, at: place &+ 64)
    store(
      view.translationVelocity.dx, view.translationVelocity.dy, view.rotationVelocity,
      view.scaleVelocity.dx, at: place &+ 80)
    let rest = SIMD2(Float(view.scaleVelocity.dy), Float(view.shearVelocity))
    storeBytes(of: rest, toByteOffset: place &+ 96, as: SIMD2<Float>.self)
    let look = SIMD2(Float(view.alpha).bitPattern, view.color.map(\.packed) ?? 0)
    storeBytes(of: look, toByteOffset: place &+ 104, as: SIMD2<UInt32>.self)
    let visible: UInt32 = view.isVisible ? 1 : 0
    storeBytes(of: SIMD2(visible, 0), toByteOffset: place &+ 112, as: SIMD2<UInt32>.self)
    guard view.hasMovingRadius else { return }
    let outline = SIMD2(visible | 2, Float(view.cornerRadius).bitPattern)
    storeBytes(of: outline, toByteOffset: place &+ 112, as: SIMD2<UInt32>.self)
  }

  @inline(__always)
  private func store(_ a: Double, _ b: Double, _ c: Double, _ d: Double, at offset: Int) {
    let four = SIMD4(Float(a), Float(b), Float(c), Float(d))
    storeBytes(of: four, toByteOffset: offset, as: SIMD4<Float>.self)
  }
}

extension UnsafeRawBufferPointer {
  /// Reads an integer at an offset, which must be within bounds.
  @inline(__always)
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, _: Number.Type = Number.self
  ) -> Number {
    loadUnaligned(fromByteOffset: offset, as: Number.self)
  }

  /// Reads the state of a view from the slot at `place`, which must be within bounds. O(1).
  @inline(__always)
  func view(at place: Int) -> ViewState {
    let (frame, move) = (four(at: place), four(at: place &+ 16))
    let (shape, map) = (four(at: place &+ 32), four(at: place &+ 48))
    let (frameRate, rates) = (four(at: place &+ 64), four(at: place &+ 80))
    let rest = SIMD2<Double>(loadUnaligned(fromByteOffset: place &+ 96, as: SIMD2<Float>.self))
    let alpha = Float(bitPattern: number(at: place &+ 104))
    let flags = number(at: place &+ 112, UInt32.self)
    return ViewState(
      frame: Rect(x: frame.x, y: frame.y, width: frame.z, height: frame.w),
      transform: TransformComponents(
        translation: Vector(dx: move.x, dy: move.y), rotation: move.z, shear: shape.y,
        scale: Vector(dx: move.w, dy: shape.x)),
      alpha: Double(alpha), color: Color(packed: number(at: place &+ 108)),
      toScreen: AffineTransform(
        a: shape.z, b: shape.w, c: map.x, d: map.y, tx: map.z, ty: map.w),
      isVisible: flags & 1 != 0,
      cornerRadius: Double(Float(bitPattern: number(at: place &+ 116))),
      hasMovingRadius: flags & 2 != 0,
      frameVelocity: FrameVelocity(
        x: frameRate.x, y: frameRate.y, width: frameRate.z, height: frameRate.w),
      translationVelocity: Vector(dx: rates.x, dy: rates.y), rotationVelocity: rates.z,
      scaleVelocity: Vector(dx: rates.w, dy: rest.x), shearVelocity: rest.y)
  }

  @inline(__always)
  private func four(at offset: Int) -> SIMD4<Double> {
    SIMD4<Double>(loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self))
  }
}

extension Color {
  /// An opaque color as 0xAARRGGBB.
  fileprivate var packed: UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// Makes a color from 0xAARRGGBB; nil if AA is 0.
  fileprivate init?(packed: UInt32) {
    guard packed >> 24 != 0 else { return nil }
    self.init(
      red: UInt8(truncatingIfNeeded: packed >> 16), green: UInt8(truncatingIfNeeded: packed >> 8),
      blue: UInt8(truncatingIfNeeded: packed))
  }
}
