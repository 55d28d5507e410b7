/// A compiled system and its answer, kept optimal as targets and activity change.
///
/// Numbers are named by ids: rows come first, then one *home row* for each variable (its distance
/// from where it falls back to), then the variables themselves. Rows of both kinds have activities;
/// at any time as many rows as there are variables are *nonbasic*: their activities are given, and
/// all other numbers follow from them. Each row also has a *multiplier*, a vector over the priority
/// levels. The answer is optimal when three things hold, which ``invariantViolations()`` checks:
///
/// 1. activities are what the variables make them,
/// 2. for each variable the multipliers of its rows, times its coefficients, sum to zero,
/// 3. each row's multiplier is a subgradient of its penalty at its activity.
///
/// The second always holds. A change of a target breaks the third for basic rows, which the dual
/// simplex mends (`Simplex+Dual`); taking a constraint out or weakening it may leave a multiplier
/// that fits no activity at all, which the primal simplex mends (`Simplex+Primal`). docs/solver.md
/// has the mathematics.
struct Simplex: ~Copyable {
  var rows = Rows()
  var penalties = Penalties()
  var homes = Homes()
  var point = Point()

  var isNonbasic = Column<Bool>()
  /// Whether a basic row has active pieces, so that its activity matters.
  var isWatched = Column<Bool>()
  /// The activities at which a basic row's multiplier is a subgradient.
  var lowers = Column<Double>()
  var uppers = Column<Double>()

  // How variables follow from coordinates, see Simplex+Structure.
  var sequence = Column<Int32>()
  var sequenceOf = Column<Int32>()
  /// The position in `sequence` that a coordinate defines, −1 for rows that are none.
  var definedPosition = Column<Int32>()
  var programStarts = Column<Int32>()
  var programIDs = Column<Int32>()
  var programFactors = Column<Double>()
  /// For each variable who reads it: positions of the program, or `~row`.
  var readerStarts = Column<Int32>()
  var readers = Column<Int32>()
  var exchanges = ExchangeTable()
  /// Nonbasic rows that are no coordinates of the program.
  var guests = OrderedQueue()
  /// While the simplex is renewed: coordinates that have yet to give up their places, then rows
  /// with a new multiplier.
  var departing = OrderedQueue()
  var wear = Wear()

  /// The rows that are no coordinates of the program.
  var dependents = Column<Int32>()
  /// Whether the last evaluation moved most variables.
  var isBroad = false

  // What there is to do.
  var dirtyPositions = OrderedQueue()
  var dirtyRows = OrderedQueue()
  var violatedRows = OrderedQueue()
  var misfits = OrderedQueue()
  var unsettled = OrderedQueue()
  var ambiguous = OrderedQueue()
  var expandQueue = OrderedQueue()

  var tracks = Tracks()
  var tieMarks = OrderedQueue()
  var movedRows = Column<Int32>()
  var movedValues = Column<Double>()

  // Scratch.
  var expansion = SparseSum()
  var combination = SparseSum()
  var slope = LevelVector()
  var candidates = CandidateHeap()
  var step = LevelVector()
  var capacity = LevelVector()
  var renewed = Column<Int32>()
  var direction = Direction()
  var excess = LevelVector()
  var breakpoints = BreakpointHeap()
  var passedKinks = Column<Breakpoint>()

  var conflictLog = ConflictLog()
  var counters = Counters()

  init() {}

  var numbering: Numbering { point.numbering }
  var idCount: Int { point.numbering.idCount }

  /// The largest factor in a row's expansion that doubles can work with.
  static var growthLimit: Double { 1e8 }
  /// What a factor in an expansion has to be, relative to the largest, not to be rounding.
  static var pivotThreshold: Double { 1e-9 }
  /// The largest factor between a coordinate and a variable that the program accepts; beyond it the
  /// simplex, which has a choice, finds a better way.
  static var definitionLimit: Double { 1e4 }

  /// Accepted distance from a kink: 10⁻⁸ points, and more where rounding of large numbers is.
  static func tolerance(at magnitude: Double) -> Double {
    1e-8 + 1e-12 * magnitude
  }
}
