import SnapbackDocument
import SnapbackProtocol
import SnapbackScene

/// A request with the text of a scene in its body.
enum TextOrder: Hashable {
  /// Checks the text.
  case check
  /// Saves the text in the edited file if the file still has this version.
  case save(replacing: String)
}

/// The text of the edited file: reading, checking and saving it.
extension WebService {
  /// The answer with the name, the text and the version of the edited file.
  func editedText() -> WebAnswer {
    do throws(ServiceFault) {
      let file = try editedFile()
      let contents = try file.read()
      guard let text = String(validating: contents.bytes, as: UTF8.self) else {
        throw ServiceFault(400, "\(file.name) is not UTF-8")
      }
      return Self.object { writer in
        writer.string(file.name, "name")
        writer.string(contents.version, "version")
        writer.string(text, "text")
      }
    } catch {
      return error.answer
    }
  }

  /// Carries out an order with a text. The time is that of reading a scene.
  func answer(_ order: TextOrder, _ text: [UInt8]) -> WebAnswer {
    switch order {
    case .check:
      let fault = Self.fault(in: text)
      return Self.object { writer in
        guard let fault else { return writer.null("fault") }
        writer.beginObject("fault")
        writer.integer(UInt64(clamping: fault.position.line), "line")
        writer.integer(UInt64(clamping: fault.position.column), "column")
        writer.string(Self.message(of: fault), "message")
        writer.endObject()
      }
    case .save(let version):
      do throws(ServiceFault) {
        let file = try editedFile()
        if let fault = Self.fault(in: text) {
          let (line, column) = (fault.position.line, fault.position.column)
          throw ServiceFault(400, "\(file.name):\(line):\(column): \(Self.message(of: fault))")
        }
        let next = try file.write(text, replacing: version)
        return Self.object { $0.string(next, "version") }
      } catch {
        return error.answer
      }
    }
  }

  private func editedFile() throws(ServiceFault) -> EditedFile {
    guard let edited else {
      throw ServiceFault(404, "no file may be edited; start snapback-web with --edit FILE")
    }
    return edited
  }

  /// The first fault of a scene; nil if it can be run.
  private static func fault(in text: [UInt8]) -> DocumentError? {
    do throws(DocumentError) {
      _ = try SceneReader.read(text, file: "scene")
      return nil
    } catch {
      return error
    }
  }

  /// The description of a fault without the file and the position.
  private static func message(of fault: DocumentError) -> String {
    let place = "\(fault.file):\(fault.position.line):\(fault.position.column): "
    return String(fault.description.dropFirst(place.count))
  }

  private static func object(_ write: (inout JSONWriter) -> Void) -> WebAnswer {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    write(&writer)
    writer.endObject()
    writer.endLine()
    return .document(writer.bytes, type: "application/json")
  }
}
