import Foundation
import SnapbackBasics
import SnapbackLinux
import SnapbackProtocol
import SnapbackSharedFrames

/// Writes a frame to shared memory, or reads it there.
final class MemoryPasses {
  private let frame: SceneFrame
  private let reads: Bool
  private var writer: SharedFrameWriter
  private var reader: SharedFrameReader
  private let news: [Int]
  private var views: [ViewState] = []

  /// Creates a memory that holds the frame; exits the program if no memory can be created.
  init(_ frame: SceneFrame, reads: Bool) {
    self.frame = frame
    self.reads = reads
    news = Array(frame.views.indices)
    do {
      writer = try SharedFrameWriter(views: frame.views.count, epoch: 1)
      reader = try SharedFrameReader(owning: dup(writer.descriptor.raw))
    } catch {
      print("\(error)")
      exit(71)
    }
    publish()
  }

  /// Writes or reads once; returns 0 on failure.
  func pass() -> Int {
    guard reads else {
      publish()
      return writer.size
    }
    return reader.read(&views) == nil ? 0 : views.count
  }

  private func publish() {
    writer.publish(frame, views: news, isIdle: false)
  }

  /// The bytes of the memory, or of the numbers that were read, in the order of
  /// Benchmarks/encoding/twin.c.
  var bytes: [UInt8] {
    guard reads else {
      var bytes = [UInt8](repeating: 0, count: writer.size)
      let count = pread(writer.descriptor.raw, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }
    return views.flatMap(Self.bytes)
  }

  private static func bytes(_ state: ViewState) -> [UInt8] {
    let (frame, transform, map) = (state.frame, state.transform, state.toScreen)
    let (rates, move, scale) = (
      state.frameVelocity, state.translationVelocity, state.scaleVelocity
    )
    let shape = [
      frame.left, frame.top, frame.right, frame.bottom, transform.translation.dx,
      transform.translation.dy, transform.rotation, transform.shear, transform.scale.dx,
      transform.scale.dy, state.alpha,
    ]
    let color = state.color
    let look = [color?.red ?? 0, color?.green ?? 0, color?.blue ?? 0]
    let flags: [UInt8] = [color == nil ? 0 : 1, state.isVisible ? 1 : 0]
    let rest = [
      map.a, map.b, map.c, map.d, map.tx, map.ty, rates.x, rates.y, rates.width, rates.height,
      move.dx, move.dy, state.rotationVelocity, scale.dx, scale.dy, state.shearVelocity,
    ]
    return littleEndian(shape) + look + flags + littleEndian(rest)
  }

  private static func littleEndian(_ numbers: [Double]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt64($0))) }
    }
  }
}
