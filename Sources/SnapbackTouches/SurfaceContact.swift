/// A contact in device units, as decoded from a surface's protocol.
struct SurfaceContact: Sendable {
  var id: UInt64
  var phase: Contact.Phase
  var x: Int32
  var y: Int32
  var tool: Contact.Tool = .finger
}

/// Assigns contact ids.
struct ContactNumbers: Sendable {
  private(set) var next: UInt64

  init(first: UInt64) {
    next = max(1, first)
  }

  mutating func assign() -> UInt64 {
    defer { next = max(1, next &+ 1) }
    return next
  }
}
