import SnapbackConstraints

/// The constraints of a tree, by identifier and in the order in which they were added, with their
/// equations and with what the solver has refused of them.
///
/// An identifier stands for one constraint at a time. The place of a constraint is the same until
/// another one is removed.
struct ConstraintTable: Sendable {
  /// A constraint and its equation in the solver.
  struct Entry: Sendable {
    fileprivate(set) var constraint: LayoutConstraint
    let variations: SizeClassTable<ConstraintVariation>
    /// The constant where no variation has one: what a program gave last.
    fileprivate(set) var usualConstant: Double
    let source: ConstraintSource
    fileprivate(set) var handle: ConstraintID
    fileprivate(set) var expression: LinearExpression

    init(
      _ constraint: LayoutConstraint, variations: SizeClassTable<ConstraintVariation>,
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

    /// Whether it follows from a view's properties.
    var isGenerated: Bool { source != .scene }
    /// The constant of the expression but for the constraint's own.
    var offset: Double { expression.constant + constraint.constant }
  }

  /// The constraints in the order in which they were added; nil where one was removed.
  private(set) var entries: [Entry?] = []
  /// The places in ``entries`` by identifier.
  private var indexes: [String: Int] = [:]
  /// How many constraints there are, without those that follow from properties.
  private(set) var programCount = 0
  /// Constraints whose present numbers the solver refused.
  private var refused: Set<String> = []
  /// Constraints whose constant for the present size classes the solver refused; they keep the one
  /// that they had.
  private var refusedConstants: Set<String> = []

  // MARK: Reading

  /// The place of a constraint in ``entries``.
  func index(of identifier: String) -> Int? { indexes[identifier] }

  func contains(_ identifier: String) -> Bool { indexes[identifier] != nil }

  func constraint(_ identifier: String) -> LayoutConstraint? {
    indexes[identifier].flatMap { entries[$0]?.constraint }
  }

  func variations(of identifier: String) -> SizeClassTable<ConstraintVariation>? {
    indexes[identifier].flatMap { entries[$0]?.variations }
  }

  func usualConstant(of identifier: String) -> Double? {
    indexes[identifier].flatMap { entries[$0]?.usualConstant }
  }

  /// The solver's name of a constraint.
  func handle(of identifier: String) -> ConstraintID? {
    indexes[identifier].flatMap { entries[$0]?.handle }
  }

  /// Whether a program has given the identifier to a constraint of its own.
  func isProgramsOwn(_ identifier: String) -> Bool {
    indexes[identifier].flatMap { entries[$0]?.isGenerated } == false
  }

  /// Whether a constraint is there and says the same as the one of that name in another table.
  func has(_ identifier: String, asIn other: ConstraintTable) -> Bool {
    guard let index = indexes[identifier], let place = other.indexes[identifier],
      let entry = entries[index], let twin = other.entries[place]
    else { return false }
    return entry.usualConstant == twin.usualConstant && entry.constraint == twin.constraint
      && entry.variations == twin.variations
  }

  /// A text as an identifier that no constraint has yet, with a number behind it where needed.
  func uniqueIdentifier(_ text: String) -> String {
    guard contains(text) else { return text }
    var number = 2
    while contains("\(text) #\(number)") { number += 1 }
    return "\(text) #\(number)"
  }

  /// The identifiers of the constraints by the solver's names of them. O(constraints).
  var identifiersByHandle: [ConstraintID: String] {
    var names: [ConstraintID: String] = [:]
    for case let entry? in entries { names[entry.handle] = entry.constraint.identifier }
    return names
  }

  // MARK: Changing

  /// Adds a constraint whose identifier is not there yet.
  mutating func append(_ entry: Entry) {
    indexes[entry.constraint.identifier] = entries.count
    entries.append(entry)
    if !entry.isGenerated { programCount += 1 }
  }

  /// Takes a constraint out. Places change where that leaves many of them empty.
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

  /// Sets the constant of a constraint, and that of its equation with it.
  mutating func setConstant(_ constant: Double, at index: Int) {
    guard let offset = entries[index]?.offset else { return }
    entries[index]?.expression.constant = offset - constant
    entries[index]?.constraint.constant = constant
  }

  /// Sets the constant that holds where no variation has one.
  mutating func setUsualConstant(_ constant: Double, at index: Int) {
    entries[index]?.usualConstant = constant
  }

  /// Sets what a program says about whether a constraint counts.
  mutating func setActive(_ isActive: Bool, at index: Int) {
    entries[index]?.constraint.isActive = isActive
  }

  mutating func setPriority(_ priority: Priority, at index: Int) {
    entries[index]?.constraint.priority = priority
  }

  /// Sets the equation of a constraint and the solver's name of it.
  mutating func setExpression(
    _ expression: LinearExpression, handle: ConstraintID, at index: Int
  ) {
    entries[index]?.expression = expression
    entries[index]?.handle = handle
  }

  // MARK: Refusals

  /// The constraints of which the solver has refused numbers, sorted.
  var refusedIdentifiers: [String] { refused.union(refusedConstants).sorted() }

  /// Notes that the solver refused the present numbers of a constraint. That a constraint could
  /// not be added at all can be noted too.
  mutating func refuse(_ identifier: String) {
    refused.insert(identifier)
  }

  /// Notes that the solver has the present numbers of a constraint.
  mutating func accept(_ identifier: String) {
    if !refused.isEmpty { refused.remove(identifier) }
  }

  /// Notes that the solver refused the constant of a constraint for the present size classes.
  mutating func refuseConstant(_ identifier: String) {
    refusedConstants.insert(identifier)
  }

  /// Notes that the solver has the constant of a constraint.
  mutating func acceptConstant(_ identifier: String) {
    if !refusedConstants.isEmpty { refusedConstants.remove(identifier) }
  }
}
