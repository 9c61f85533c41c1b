public import Hummingbird
import Medley
public import MedleyJSON
import NIOCore

// An app may conform a type of one package to a protocol of another; a library leaves it to its apps.

// swift-format-ignore: AvoidRetroactiveConformances
extension PolymorphicJSONDecoder: @retroactive RequestDecoder {
  /// Decodes the body of a request, without copying it.
  ///
  /// A body that can't be decoded is answered with status 400, and with the path and the fact of the
  /// error: what was expected there, and what was found.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from request: Request,
    context: some RequestContext
  ) async throws -> Value {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    do {
      // Sound: the decoder doesn't keep the bytes after the call.
      return try unsafe body.withUnsafeReadableBytes { try unsafe decode(type, from: $0) }
    } catch let error as DecodingError {
      throw HTTPError(.badRequest, message: error.summary)
    }
  }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension PolymorphicJSONEncoder: @retroactive ResponseEncoder {
  /// Encodes a value as the body of a response.
  public func encode(
    _ value: some Encodable,
    from request: Request,
    context: some RequestContext
  ) throws -> Response {
    let body = ByteBuffer(bytes: try encode(value))
    return Response(
      status: .ok,
      headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: body)
    )
  }
}

/// The context of a request, whose bodies Medley decodes and encodes.
package struct SensorContext: RequestContext {
  package var coreContext: CoreRequestContextStorage

  // One of each for all requests.
  package var requestDecoder: PolymorphicJSONDecoder { Self.decoder }
  package var responseEncoder: PolymorphicJSONEncoder { Self.encoder }
  private static let decoder = PolymorphicJSONDecoder(allReadings)
  private static let encoder = PolymorphicJSONEncoder(allReadings)

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
