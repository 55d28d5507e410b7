public import SnapbackGeometry

/// How a panel's own coordinates have to be bent to lie under the finger.
///
/// The map is on coordinates that run from 0 to 1 along each of the panel's axes, before any turn:
/// x′ = a·x + b·y + c and y′ = d·x + e·y + f, as of udev's `LIBINPUT_CALIBRATION_MATRIX`
/// (libinput, `libinput_device_config_calibration_set_matrix`).
public struct Calibration: Hashable, Sendable {
  /// The map; what is the identity changes nothing.
  public let transform: AffineTransform

  /// The panel's coordinates as they are.
  public static let none = Calibration(unchecked: .identity)

  /// The greatest number that is accepted: a panel is not off by a thousand times its size.
  public static let greatestNumber = 1000.0
  /// The least share of the panel's area that may be left, so that a matrix can be undone.
  public static let leastArea = 1e-6

  private init(unchecked transform: AffineTransform) {
    self.transform = transform
  }

  /// The matrix by its rows: the six numbers a b c d e f, or nine with a last row of 0 0 1.
  public init(_ numbers: [Double]) throws(CalibrationError) {
    guard numbers.count == 6 || numbers.count == 9 else { throw .count(numbers.count) }
    for number in numbers where !(abs(number) <= Self.greatestNumber) {
      throw .number(String(number))
    }
    guard numbers.count == 6 || numbers[6...] == [0, 0, 1] else {
      throw .lastRow(Array(numbers[6...]))
    }
    let transform = AffineTransform(
      a: numbers[0], b: numbers[3], c: numbers[1], d: numbers[4], tx: numbers[2], ty: numbers[5])
    guard abs(transform.determinant) >= Self.leastArea else { throw .flat }
    self.transform = transform
  }

  /// The matrix of a text: six or nine numbers with white space or commas between them.
  public init(parsing text: String) throws(CalibrationError) {
    var numbers: [Double] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      guard let number = Double(word) else { throw .number(String(word)) }
      numbers.append(number)
    }
    try self.init(numbers)
  }

  /// The calibration of tslib's `pointercal`: the first seven integers of that file.
  ///
  /// tslib maps device units to pixels of a screen: x′ = (a₂ + a₀·x + a₁·y) / a₆ and
  /// y′ = (a₅ + a₃·x + a₄·y) / a₆. `screen` is that screen's size in pixels, `x` and `y` are the
  /// device's axes.
  public init(
    tslib numbers: [Double], screen: Size, x: AxisRange, y: AxisRange
  ) throws(CalibrationError) {
    guard numbers.count == 7 else { throw .tslibCount(numbers.count) }
    guard numbers[6] != 0, screen.width > 0, screen.height > 0 else { throw .flat }
    let across = 1 / (numbers[6] * screen.width)
    let down = 1 / (numbers[6] * screen.height)
    func offset(_ constant: Double, _ alongX: Double, _ alongY: Double) -> Double {
      constant + alongX * Double(x.minimum) + alongY * Double(y.minimum)
    }
    try self.init([
      across * numbers[0] * x.count, across * numbers[1] * y.count,
      across * offset(numbers[2], numbers[0], numbers[1]),
      down * numbers[3] * x.count, down * numbers[4] * y.count,
      down * offset(numbers[5], numbers[3], numbers[4]),
    ])
  }
}

/// Why numbers are no calibration.
public enum CalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither six nor nine numbers.
  case count(Int)
  /// Not the seven numbers of tslib.
  case tslibCount(Int)
  /// Not a number, or one that no panel needs.
  case number(String)
  /// A last row other than 0 0 1.
  case lastRow([Double])
  /// The whole panel would be a line or a point.
  case flat

  /// One line: what was expected, and what was found.
  public var description: String {
    switch self {
    case .count(let count):
      "expected the 6 numbers of a calibration matrix, or 9 with a last row of 0 0 1, "
        + "found \(count)"
    case .tslibCount(let count):
      "expected the first 7 numbers of tslib's pointercal, found \(count)"
    case .number(let text):
      "expected numbers from -1000 to 1000 in a calibration matrix, found \(text)"
    case .lastRow(let row):
      "the last row of a calibration matrix is 0 0 1, found "
        + row.map { "\($0)" }.joined(separator: " ")
    case .flat:
      "the calibration matrix maps the whole panel onto a line; its rows have to differ"
    }
  }
}
