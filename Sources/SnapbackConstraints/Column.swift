import Synchronization

/// A growable array of plain values without bounds checks in release builds.
///
/// The solver's inner loops read and write millions of cells; an `Array` would check bounds and
/// ownership at each access. Indexes never come from a caller of the solver, because the solver's
/// public methods check all handles. Debug builds check every subscript of a column.
@safe
struct Column<Element: BitwiseCopyable>: ~Copyable {
  private(set) var cells: Cells<Element>
  private(set) var count = 0
  private var capacity = 0
  /// Makes the compiler pass the address of a struct with columns to functions that borrow it,
  /// instead of a copy (decision 67).
  private let pin = Atomic<Bool>(false)

  /// An empty column, without memory.
  init() {
    unsafe cells = Cells(base: Self.nowhere)
  }

  /// A placeholder address that is never read: aligned, and not null.
  private static var nowhere: UnsafeMutablePointer<Element> {
    unsafe UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped
  }

  init(copying other: borrowing Column) {
    capacity = other.count
    guard capacity > 0 else {
      unsafe cells = Cells(base: Self.nowhere)
      return
    }
    unsafe cells = Cells(base: UnsafeMutablePointer<Element>.allocate(capacity: capacity))
    unsafe cells.base.initialize(from: other.cells.base, count: capacity)
    count = other.count
    cells.length = count
  }

  deinit {
    if capacity > 0 { unsafe cells.base.deallocate() }
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    get { cells[index] }
    nonmutating set { cells[index] = newValue }
  }

  subscript(index: Int32) -> Element {
    get { cells[Int(index)] }
    nonmutating set { cells[Int(index)] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count >= capacity { grow(to: count + 1) }
    unsafe (cells.base + count).initialize(to: element)
    setCount(count + 1)
  }

  mutating func removeLast() -> Element {
    let last = cells[count - 1]
    setCount(count - 1)
    return last
  }

  /// Makes room for `size` cells in total, so that growing to that size allocates nothing.
  mutating func reserve(_ size: Int) {
    if size > capacity { grow(to: size) }
  }

  /// Removes the cells and keeps the memory.
  mutating func removeAll() {
    setCount(0)
  }

  /// Sets the count to `newCount` and every cell to `element`.
  mutating func fill(_ newCount: Int, with element: Element) {
    if newCount > capacity { grow(to: newCount) }
    unsafe cells.base.initialize(repeating: element, count: newCount)
    setCount(newCount)
  }

  /// Drops the cells from index `newCount` on, or appends `element` up to that count.
  mutating func resize(_ newCount: Int, with element: Element) {
    if newCount > capacity { grow(to: newCount) }
    if newCount > count {
      unsafe (cells.base + count).initialize(repeating: element, count: newCount - count)
    }
    setCount(newCount)
  }

  private mutating func setCount(_ newCount: Int) {
    count = newCount
    cells.length = newCount
  }

  private mutating func grow(to needed: Int) {
    let oldCapacity = capacity
    capacity = max(needed, 2 * capacity, 64)
    let wider = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if count > 0 { unsafe wider.initialize(from: cells.base, count: count) }
    if oldCapacity > 0 { unsafe cells.base.deallocate() }
    unsafe cells = Cells(base: wider)
    cells.length = count
  }
}

/// The cells of a ``Column`` for use in a loop. They are valid until the column grows.
@safe
struct Cells<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>
  #if DEBUG
    var length = 0
  #else
    var length: Int {
      get { 0 }
      nonmutating set {}
    }
  #endif

  init(base: UnsafeMutablePointer<Element>) {
    unsafe self.base = base
  }

  subscript(index: Int) -> Element {
    get {
      check(index)
      return unsafe base[index]
    }
    nonmutating set {
      check(index)
      unsafe base[index] = newValue
    }
  }

  subscript(index: Int32) -> Element {
    get { self[Int(index)] }
    nonmutating set { self[Int(index)] = newValue }
  }

  private func check(_ index: Int) {
    #if DEBUG
      precondition(index >= 0 && index < length, "cell \(index) of \(length)")
    #endif
  }
}
