import SnapbackBasics

/// The advance widths of the system font SF at one size, in units of 1/2048 em.
///
/// Up to 17 points, the glyphs have the proportions of the text design, and only the tracking
/// depends on the size. From 28 points on, they have the proportions of the display design. Between
/// 17 and 28 points, widths are interpolated linearly. Sources: advances of the system font read in
/// the simulator of iOS 26.1, regular and semibold, at 8, 17 and 28 points
/// (github.com/Vercantez/openuikit, `golden/font_metrics_ios.json`, commit 32cc00a).
struct FontAdvances {
  /// The number of units per em.
  static let em = 2048

  private let text: [Int]
  private let display: [Int]
  /// The share of the display widths in the mix, from 0 to 1.
  private let displayShare: Double
  private let tracking: Double

  /// Makes the widths for a font of `pointSize` points.
  init(pointSize: Double, isSemibold: Bool) {
    text = isSemibold ? Self.semiboldText : Self.regularText
    display = isSemibold ? Self.semiboldDisplay : Self.regularDisplay
    displayShare = min(max((pointSize - 17) / 11, 0), 1)
    tracking = Self.tracking(at: pointSize)
  }

  /// Returns the width of a character and whether it fills an em. A line may break before or after
  /// a character that fills an em.
  ///
  /// Outside ASCII, a letter, digit or punctuation mark is as wide as an ASCII character of its
  /// kind. An ideograph or emoji has a width of one em, and an invisible character has a width of
  /// 0.
  func advance(of character: Character) -> (width: Int, fillsEm: Bool) {
    guard let scalar = character.unicodeScalars.first else { return (0, false) }
    // Variation selector 16 requests the emoji form of a symbol: 1️⃣ or ☀️.
    if character.unicodeScalars.contains("\u{FE0F}") { return (Self.em, true) }
    if scalar.isASCII { return (advance(ofASCII: scalar.value), false) }
    let properties = scalar.properties
    if properties.isEmojiPresentation || Self.isWide(scalar.value) { return (Self.em, true) }
    if scalar == "…" { return (3 * advance(like: "."), false) }
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return (0, false)
    case .spaceSeparator: return (advance(like: " "), false)
    case .uppercaseLetter, .titlecaseLetter: return (advance(like: "N"), false)
    case .decimalNumber: return (advance(like: "0"), false)
    case .initialPunctuation, .finalPunctuation: return (advance(like: "'"), false)
    default: return (advance(like: "n"), false)
    }
  }

  /// The change of the distance between two adjacent characters. It is negative for a pair such as
  /// "To", in which the second letter fits below the overhang of the first.
  ///
  /// With these two values, the widths of "Tap" and "AVAST Wavy To. LT" agree with measurements.
  func kerning(between left: Character, and right: Character) -> Int {
    switch (left, right) {
    case ("T", "a"), ("T", "c"..."e"), ("T", "g"), ("T", "m"..."s"), ("T", "u"..."z"): -200
    case ("A", "T"), ("A", "V"), ("A", "W"), ("A", "Y"), ("L", "T"), ("L", "V"), ("L", "W"),
      ("L", "Y"), ("T", "A"), ("V", "A"), ("W", "A"), ("Y", "A"):
      -220
    default: 0
    }
  }

  private func advance(like scalar: Unicode.Scalar) -> Int { advance(ofASCII: scalar.value) }

  private func advance(ofASCII value: UInt32) -> Int {
    // A tab is as wide as a space; other control characters are invisible.
    let index = value == 0x09 ? 0 : Int(truncatingIfNeeded: value) - 0x20
    guard text.indices.contains(index) else { return 0 }
    let mixed =
      Double(text[index]) * (1 - displayShare) + Double(display[index]) * displayShare + tracking
    return Int(saturating: mixed.rounded())
  }

  /// Whether a character is wide or fullwidth: the blocks with East Asian Width W or F in UAX #11,
  /// without emoji.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}

// The tables.
extension FontAdvances {
  /// The tracking: units added to the width of each character, by font size in points.
  ///
  /// From 11 to 17 points, the iOS simulator and Mac Catalyst differ by about 35 units. The values
  /// here are in the middle, so that widths on both platforms are within 3 % of the estimate.
  private static let trackings: [(pointSize: Double, units: Double)] = [
    (8, 104), (11, 81), (12, 74), (13, 62), (14, 49), (15, 38), (16, 28), (17, 12), (22, -20),
    (28, 0),
  ]

  /// The tracking at any size: interpolates ``trackings`` linearly; below the first size and above
  /// the last, uses the first or last value.
  private static func tracking(at pointSize: Double) -> Double {
    var last = trackings[0]
    for next in trackings {
      if pointSize <= next.pointSize {
        let way = next.pointSize - last.pointSize
        let share = way > 0 ? (pointSize - last.pointSize) / way : 1
        return last.units + (next.units - last.units) * share
      }
      last = next
    }
    return last.units
  }

  // The printable ASCII characters from space to tilde, at 17 points and at 28.

  private static let regularText = [
    524, 585, 926, 1238, 1238, 1843, 1405, 556, 730, 730, 914, 1238, 556, 914, 556, 572, 1238,
    898, 1184, 1232, 1266, 1214, 1252, 1114, 1256, 1252, 556, 556, 1238, 1238, 1238, 998, 1828,
    1328, 1294, 1414, 1436, 1168, 1120, 1477, 1468, 496, 1050, 1297, 1111, 1738, 1468, 1528, 1249,
    1528, 1286, 1253, 1246, 1458, 1328, 1930, 1338, 1290, 1303, 730, 572, 730, 1238, 1143, 972,
    1078, 1206, 1094, 1206, 1118, 689, 1196, 1153, 454, 453, 1060, 466, 1730, 1143, 1158, 1198,
    1196, 728, 1020, 692, 1143, 1058, 1534, 1022, 1060, 1052, 730, 478, 730, 1238,
  ]

  private static let regularDisplay = [
    448, 574, 854, 1266, 1266, 1683, 1398, 548, 688, 688, 848, 1266, 468, 906, 468, 600, 1270,
    936, 1187, 1240, 1266, 1226, 1292, 1148, 1256, 1292, 468, 468, 1266, 1266, 1266, 1030, 1819,
    1329, 1266, 1433, 1418, 1159, 1109, 1475, 1460, 488, 1042, 1258, 1102, 1730, 1460, 1526, 1211,
    1526, 1255, 1243, 1218, 1454, 1320, 1920, 1328, 1282, 1291, 688, 600, 688, 1266, 1107, 1052,
    1056, 1162, 1054, 1162, 1077, 650, 1152, 1132, 450, 448, 1022, 446, 1673, 1107, 1115, 1153,
    1152, 659, 981, 645, 1107, 1017, 1493, 987, 1024, 986, 688, 470, 688, 1266,
  ]

  private static let semiboldText = [
    494, 644, 1044, 1292, 1292, 1986, 1448, 622, 791, 791, 930, 1292, 622, 930, 622, 611, 1309,
    960, 1235, 1286, 1322, 1273, 1313, 1160, 1328, 1313, 622, 622, 1292, 1292, 1292, 1056, 1840,
    1404, 1341, 1447, 1463, 1202, 1153, 1495, 1521, 562, 1132, 1363, 1146, 1780, 1502, 1547, 1299,
    1547, 1339, 1302, 1280, 1488, 1389, 1984, 1404, 1358, 1321, 791, 611, 791, 1292, 1200, 972,
    1127, 1254, 1130, 1254, 1156, 749, 1243, 1210, 506, 505, 1136, 520, 1810, 1200, 1195, 1245,
    1245, 798, 1076, 756, 1200, 1111, 1628, 1095, 1130, 1087, 791, 531, 791, 1292,
  ]

  private static let semiboldDisplay = [
    439, 638, 922, 1310, 1321, 1789, 1440, 569, 765, 765, 911, 1321, 502, 922, 502, 630, 1334,
    983, 1235, 1289, 1322, 1278, 1337, 1181, 1320, 1337, 502, 502, 1321, 1321, 1321, 1088, 1836,
    1403, 1312, 1467, 1446, 1186, 1135, 1501, 1499, 540, 1123, 1326, 1126, 1769, 1480, 1553, 1263,
    1553, 1308, 1292, 1245, 1469, 1381, 1974, 1394, 1350, 1309, 765, 630, 765, 1321, 1171, 1052,
    1115, 1218, 1111, 1216, 1132, 717, 1209, 1191, 495, 494, 1090, 495, 1751, 1171, 1169, 1210,
    1209, 731, 1045, 715, 1171, 1076, 1590, 1064, 1092, 1034, 765, 504, 765, 1321,
  ]
}
