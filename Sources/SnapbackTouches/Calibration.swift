public import SnapbackBasics

/// A correction of a panel's coordinates, so that they match the position of the finger.
///
/// The transform applies to coordinates from 0 to 1 along each of the panel's axes, before any
/// rotation: x′ = a·x + b·y + c and y′ = d·x + e·y + f, like udev's `LIBINPUT_CALIBRATION_MATRIX`
/// (libinput, `libinput_device_config_calibration_set_matrix`).
public struct Calibration: Hashable, Sendable {
  /// The transform of normalized coordinates; the identity changes nothing.
  public let transform: AffineTransform

  /// No correction: the identity.
  public static let none = Calibration(unchecked: .identity)

  /// The largest accepted absolute value of a matrix element. No panel is off by a thousand times
  /// its size.
  public static let greatestNumber = 1000.0
  /// The smallest accepted determinant, as a fraction of the panel's area, so that the matrix can
  /// be inverted.
  public static let leastArea = 1e-6

  private init(unchecked transform: AffineTransform) {
    self.transform = transform
  }

  /// Creates a calibration from the matrix rows: six numbers a b c d e f, or nine with a last row
  /// of 0 0 1.
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

  /// Parses six or nine numbers separated by white space or commas.
  public init(parsing text: String) throws(CalibrationError) {
    var numbers: [Double] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      guard let number = Double(word) else { throw .number(String(word)) }
      numbers.append(number)
    }
    try self.init(numbers)
  }

  /// Creates a calibration from the first seven integers of tslib's `pointercal` file.
  ///
  /// tslib maps device units to screen pixels: x′ = (a₂ + a₀·x + a₁·y) / a₆ and y′ = (a₅ + a₃·x +
  /// a₄·y) / a₆. `screen` is the size of that screen in pixels; `x` and `y` are the device's axes.
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

/// An error in the numbers of a calibration.
public enum CalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of values is neither six nor nine.
  case count(Int)
  /// The number of values from tslib's `pointercal` is not seven.
  case tslibCount(Int)
  /// A value is not a number or is out of range.
  case number(String)
  /// The last row is not 0 0 1.
  case lastRow([Double])
  /// The matrix maps the whole panel onto a line or a point.
  case flat

  /// A one-line message with the expected and the actual value.
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
