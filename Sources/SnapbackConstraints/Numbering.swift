/// The ids of the rows and variables of a compiled system. Ids are consecutive: first the rows of
/// constraints, then one home row for each variable, then the variables. The *home row* of a
/// variable measures the distance of the variable from its default value, its home.
struct Numbering: BitwiseCopyable {
  let rowCount: Int32
  let variableCount: Int32

  /// The numbering of an empty system.
  init() {
    rowCount = 0
    variableCount = 0
  }

  init(rowCount: Int32, variableCount: Int32) {
    self.rowCount = rowCount
    self.variableCount = variableCount
  }

  /// The number of rows and home rows.
  var idCount: Int { Int(variableBase) }
  /// The ids of rows and home rows.
  var ids: Range<Int32> { 0..<variableBase }
  /// The id of the first variable.
  var variableBase: Int32 { rowCount &+ variableCount }

  func isHomeRow(_ id: Int32) -> Bool { id >= rowCount }

  func isVariable(_ id: Int32) -> Bool { id >= variableBase }

  func homeRow(of variable: Int32) -> Int32 { rowCount &+ variable }

  /// The variable of a home row.
  func variable(ofHomeRow id: Int32) -> Int32 { id &- rowCount }

  func id(ofVariable variable: Int32) -> Int32 { variableBase &+ variable }

  /// The variable that an id stands for.
  func variable(withID id: Int32) -> Int32 { id &- variableBase }
}
