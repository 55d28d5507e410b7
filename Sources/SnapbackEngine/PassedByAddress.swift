import Synchronization

/// A field that makes the compiler pass the struct that stores it by address.
///
/// Without this field the compiler copies the bytes of a large struct, even of a noncopyable one,
/// to the stack at each call. An atomic value has a fixed address, which prevents the copies: a
/// report takes 28,140 instructions with the field and 32,361 without it
/// (`docs/decisions/0020-the-way-of-a-touch.md`).
struct PassedByAddress: ~Copyable {
  private let pin = Atomic<Bool>(false)
}
