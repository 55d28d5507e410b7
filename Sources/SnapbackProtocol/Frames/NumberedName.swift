import SnapbackBasics

/// A value with a name in the text encoding, its raw value, and a number in the binary encoding.
protocol NumberedName: RawRepresentable<String>, CaseIterable {
  /// The number in the binary encoding: the index in the list of the protocol's description. For
  /// kinds of terms, it is the index plus 1.
  var number: UInt8 { get }
}

extension NumberedName {
  /// Creates the value with a number; nil for an unknown number, which a later version may define.
  init?(number: UInt8) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}

// generated: numbered names
extension Welcome.Clock: NumberedName {
  var number: UInt8 {
    switch self {
    case .monotonic: 0
    case .replay: 1
    }
  }
}

extension Pacing: NumberedName {
  var number: UInt8 {
    switch self {
    case .timer: 0
    case .pull: 1
    case .push: 2
    }
  }
}

extension GesturePhase: NumberedName {
  var number: UInt8 {
    switch self {
    case .recognized: 0
    case .began: 1
    case .changed: 2
    case .ended: 3
    case .cancelled: 4
    }
  }
}

extension ContactPhase: NumberedName {
  var number: UInt8 {
    switch self {
    case .began: 0
    case .moved: 1
    case .ended: 2
    case .cancelled: 3
    }
  }
}

extension TransactionEvent.Moment: NumberedName {
  var number: UInt8 {
    switch self {
    case .finished: 0
    case .settled: 1
    }
  }
}

extension SceneEvent.Kind: NumberedName {
  var number: UInt8 {
    switch self {
    case .actionBegan: 0
    case .actionFinished: 1
    case .actionInterrupted: 2
    case .landed: 3
    case .settled: 4
    case .tapped: 5
    case .focused: 6
    case .feedback: 7
    case .crossed: 8
    case .stateChanged: 9
    }
  }
}

extension DeviceChange.Phase: NumberedName {
  var number: UInt8 {
    switch self {
    case .removed: 0
    case .added: 1
    }
  }
}

extension ViewLook.TextAlignment: NumberedName {
  var number: UInt8 {
    switch self {
    case .leading: 0
    case .center: 1
    case .trailing: 2
    case .left: 3
    case .right: 4
    }
  }
}

extension ViewLook.VerticalAlignment: NumberedName {
  var number: UInt8 {
    switch self {
    case .top: 0
    case .center: 1
    case .bottom: 2
    }
  }
}

extension ViewLook.Truncation: NumberedName {
  var number: UInt8 {
    switch self {
    case .tail: 0
    case .middle: 1
    case .head: 2
    case .clip: 3
    }
  }
}
// end of generated
