#if canImport(SwiftUI)
import SwiftUI

/// A screen from a server.
///
/// A list that is sent again changes the rows that changed, because their identities stay.
struct ScreenView: View {
  let model: ScreenModel

  var body: some View {
    List(model.rows) { RowView(content: $0.content) }
  }
}

struct RowView: View {
  let content: ScreenModel.Content

  var body: some View {
    switch content {
    case .headline(let text): Text(text)
    case .product(let name, let price): Text("\(name), \(price)")
    case .images(let images): ForEach(images, id: \.self) { Text($0) }
    case .section(let title, let rows):
      VStack {
        Text(title)
        // A view that contains itself needs an erased type.
        ForEach(rows) { AnyView(RowView(content: $0.content)) }
      }
    }
  }
}
#endif
