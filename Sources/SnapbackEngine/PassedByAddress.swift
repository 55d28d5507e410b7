import Synchronization

/// Makes a type that stores it pass by address.
///
/// The compiler copies large structs on the stack when it passes them to functions, even those that
/// cannot be copied, unless a stored property pins them to their address. An atomic value does. A
/// report takes 28,140 instructions that way in place of 32,361
/// (`docs/decisions/0020-the-way-of-a-touch.md`).
struct PassedByAddress: ~Copyable {
  private let pin = Atomic<Bool>(false)
}
