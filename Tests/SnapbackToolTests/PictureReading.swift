import Foundation
import Testing

/// A picture of `snapback plot`, parsed into elements and axes.
struct PictureReading {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text: String

    func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
    var style: String { attributes["class"] ?? "" }

    /// The points of a path of straight lines.
    var points: [(x: Double, y: Double)] {
      let numbers = (attributes["d"] ?? "").split { "ML ".contains($0) }.compactMap { Double($0) }
      return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }
  }

  let text: String
  /// The elements in order, each with the group that clips it.
  private(set) var elements: [(group: String, element: Element)] = []
  /// Whether every opened element is closed in the right order.
  private(set) var isWellFormed = true

  init(_ text: String) {
    self.text = text
    var open: [Substring] = []
    var group = ""
    for match in text.matches(of: /<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>([^<]*)/) {
      guard match.1.isEmpty else {
        if open.popLast() != match.2 { isWellFormed = false }
        if match.2 == "g" { group = "" }
        continue
      }
      if match.4.isEmpty { open.append(match.2) }
      var attributes: [String: String] = [:]
      for pair in match.3.matches(of: /([a-z0-9-]+)="([^"]*)"/) {
        attributes[String(pair.1)] = String(pair.2)
      }
      let element = Element(
        name: String(match.2), attributes: attributes, text: String(match.5))
      if match.2 == "g", let clip = attributes["clip-path"] {
        group = String(clip.dropFirst(5).dropLast())
      } else {
        elements.append((group, element))
      }
    }
    if !open.isEmpty { isWellFormed = false }
  }

  /// The elements of a name within a group, with a class.
  func all(_ name: String, in group: String = "", style: String? = nil) -> [Element] {
    elements.filter {
      $0.group == group && $0.element.name == name
        && (style == nil || $0.element.style == style)
    }.map(\.element)
  }

  /// The texts in the picture.
  var words: [String] { elements.filter { $0.element.name == "text" }.map(\.element.text) }

  /// The x position of a time in seconds, from the labels of the time axis.
  func time() throws -> (Double) -> Double {
    let labels = all("text", style: "muted middle").map {
      ($0.number("x"), Double($0.text.replacing(" s", with: "")) ?? .nan)
    }
    return try Self.scale(labels)
  }

  /// The value at a y position of a panel, from the labels at its left.
  func value(below title: String) throws -> (Double) -> Double {
    let found = elements.firstIndex {
      $0.element.name == "text" && $0.element.text.hasPrefix(title)
    }
    let last = try #require(found)
    // The labels of a panel come before its title.
    let labels = elements[..<last].reversed().map(\.element).prefix {
      $0.name == "line" || ($0.name == "text" && $0.style == "muted end")
    }.filter { $0.name == "text" }
    return try Self.scale(labels.map { ($0.number("y") - 4, Double($0.text) ?? .nan) })
  }

  private static func scale(_ labels: [(Double, Double)]) throws -> (Double) -> Double {
    let first = try #require(labels.first)
    let other = try #require(labels.first { $0.0 != first.0 && $0.1 != first.1 })
    let slope = (other.1 - first.1) / (other.0 - first.0)
    return { first.1 + ($0 - first.0) * slope }
  }
}
