import SnapbackConstraints

/// The constraints of a layout tree, by identifier and in order, with their equations in the
/// solver. Also records which changes the solver rejected ("refused").
///
/// Identifiers are unique. The index of a constraint stays valid until another constraint is
/// removed.
struct ConstraintTable: Sendable {
  /// A constraint and its equation in the solver.
  struct Entry: Sendable {
    fileprivate(set) var constraint: LayoutConstraint
    let variations: VariationTable<ConstraintVariation>
    /// The constant while no variation sets one: the value that a program set last.
    fileprivate(set) var usualConstant: Double
    let source: ConstraintSource
    fileprivate(set) var handle: ConstraintID
    fileprivate(set) var expression: LinearExpression
    /// The position among the constraints of ``ConstraintTable/ordered``, which decides ties. A
    /// constraint that is added in place of a removed one gets its position, but a new index in
    /// ``ConstraintTable/entries``.
    fileprivate(set) var place = 0

    init(
      _ constraint: LayoutConstraint, variations: VariationTable<ConstraintVariation>,
      usualConstant: Double, source: ConstraintSource, handle: ConstraintID,
      expression: LinearExpression
    ) {
      self.constraint = constraint
      self.variations = variations
      self.usualConstant = usualConstant
      self.source = source
      self.handle = handle
      self.expression = expression
    }

    /// The priority in the solver.
    var solverPriority: Priority { source.solverPriority(of: constraint.priority) }
    /// Whether the constraint was generated from a view's properties.
    var isGenerated: Bool { source != .scene }
    /// The constant of the expression without the constraint's own constant.
    var offset: Double { expression.constant + constraint.constant }
  }

  /// The constraints in the order in which they were added; nil in place of a removed constraint.
  private(set) var entries: [Entry?] = []
  /// The index of each constraint in ``entries``, by identifier.
  private var indexes: [String: Int] = [:]
  /// The position of the next constraint that does not get the position of a removed one.
  private var nextPlace = 0
  /// The number of constraints that a program added; generated ones are not included.
  private(set) var programCount = 0
  /// The constraints whose current values the solver rejected.
  private var refused: Set<String> = []
  /// The constraints whose constant in the current variation the solver rejected. They keep the
  /// previous constant.
  private var refusedConstants: Set<String> = []

  // MARK: Reading

  /// The index of a constraint in ``entries``.
  func index(of identifier: String) -> Int? { indexes[identifier] }

  func contains(_ identifier: String) -> Bool { indexes[identifier] != nil }

  func constraint(_ identifier: String) -> LayoutConstraint? {
    indexes[identifier].flatMap { entries[$0]?.constraint }
  }

  func variations(of identifier: String) -> VariationTable<ConstraintVariation>? {
    indexes[identifier].flatMap { entries[$0]?.variations }
  }

  func usualConstant(of identifier: String) -> Double? {
    indexes[identifier].flatMap { entries[$0]?.usualConstant }
  }

  /// The solver's identifier of a constraint.
  func handle(of identifier: String) -> ConstraintID? {
    indexes[identifier].flatMap { entries[$0]?.handle }
  }

  /// Whether the identifier belongs to a constraint that a program added, and not to a generated
  /// one.
  func isProgramsOwn(_ identifier: String) -> Bool {
    indexes[identifier].flatMap { entries[$0]?.isGenerated } == false
  }

  /// Whether a constraint exists and equals the one with the same identifier in another table.
  func has(_ identifier: String, asIn other: ConstraintTable) -> Bool {
    guard let index = indexes[identifier], let place = other.indexes[identifier],
      let entry = entries[index], let twin = other.entries[place]
    else { return false }
    return entry.usualConstant == twin.usualConstant && entry.constraint == twin.constraint
      && entry.variations == twin.variations
  }

  /// Makes `text` unique as an identifier: appends a number if another constraint has this
  /// identifier.
  func uniqueIdentifier(_ text: String) -> String {
    guard contains(text) else { return text }
    var number = 2
    while contains("\(text) #\(number)") { number += 1 }
    return "\(text) #\(number)"
  }

  /// The constraints that programs added, sorted by their positions. O(n log n).
  var ordered: [Entry] {
    entries.compactMap { $0 }.filter { !$0.isGenerated }.sorted { $0.place < $1.place }
  }

  /// The identifiers of the constraints, by the solver's identifiers. O(constraints).
  var identifiersByHandle: [ConstraintID: String] {
    var names: [ConstraintID: String] = [:]
    for case let entry? in entries { names[entry.handle] = entry.constraint.identifier }
    return names
  }

  // MARK: Changing

  /// Adds a constraint whose identifier is not in use. The constraint gets the position after all
  /// others, or the position `place` of a removed constraint.
  mutating func append(_ entry: Entry, at place: Int? = nil) {
    var entry = entry
    entry.place = place ?? nextPlace
    nextPlace = max(nextPlace, entry.place + 1)
    indexes[entry.constraint.identifier] = entries.count
    entries.append(entry)
    if !entry.isGenerated { programCount += 1 }
  }

  /// Removes a constraint. Indices may change if more than half of the entries are empty.
  mutating func remove(at index: Int) {
    guard let entry = entries[index] else { return }
    let identifier = entry.constraint.identifier
    entries[index] = nil
    indexes[identifier] = nil
    refused.remove(identifier)
    refusedConstants.remove(identifier)
    if !entry.isGenerated { programCount -= 1 }
    if entries.count > 32, indexes.count < entries.count / 2 { compact() }
  }

  private mutating func compact() {
    entries.removeAll { $0 == nil }
    indexes.removeAll(keepingCapacity: true)
    for (index, entry) in entries.enumerated() {
      if let entry { indexes[entry.constraint.identifier] = index }
    }
  }

  /// Sets the constant of a constraint, and updates its equation.
  mutating func setConstant(_ constant: Double, at index: Int) {
    guard let offset = entries[index]?.offset else { return }
    entries[index]?.expression.constant = offset - constant
    entries[index]?.constraint.constant = constant
  }

  /// Sets the constant that applies while no variation sets one.
  mutating func setUsualConstant(_ constant: Double, at index: Int) {
    entries[index]?.usualConstant = constant
  }

  /// Sets whether a program has activated the constraint.
  mutating func setActive(_ isActive: Bool, at index: Int) {
    entries[index]?.constraint.isActive = isActive
  }

  mutating func setPriority(_ priority: Priority, at index: Int) {
    entries[index]?.constraint.priority = priority
  }

  /// Sets the equation of a constraint and the solver's identifier for it.
  mutating func setExpression(
    _ expression: LinearExpression, handle: ConstraintID, at index: Int
  ) {
    entries[index]?.expression = expression
    entries[index]?.handle = handle
  }

  // MARK: Refusals

  /// The constraints with rejected values, sorted.
  var refusedIdentifiers: [String] { refused.union(refusedConstants).sorted() }

  /// Records that the solver rejected the current values of a constraint, or the constraint itself
  /// when it was added.
  mutating func refuse(_ identifier: String) {
    refused.insert(identifier)
  }

  /// Records that the solver accepted the current values of a constraint.
  mutating func accept(_ identifier: String) {
    if !refused.isEmpty { refused.remove(identifier) }
  }

  /// Records that the solver rejected the constant of a constraint in the current variation.
  mutating func refuseConstant(_ identifier: String) {
    refusedConstants.insert(identifier)
  }

  /// Records that the solver accepted the constant of a constraint.
  mutating func acceptConstant(_ identifier: String) {
    if !refusedConstants.isEmpty { refusedConstants.remove(identifier) }
  }
}
