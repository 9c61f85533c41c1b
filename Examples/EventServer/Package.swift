// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
]

let package = Package(
  name: "EventServer",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .visionOS(.v1)],
  dependencies: [
    .package(name: "Medley", path: "../.."),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird",
      from: "2.28.0",
      traits: []
    ),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    // What the program and the tests share: the server and the client.
    .target(
      name: "Sensors",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Medley", package: "Medley"),
        .product(name: "MedleyJSON", package: "Medley"),
        .product(name: "MedleyStreams", package: "Medley"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]
    ),
    .executableTarget(
      name: "EventServer",
      dependencies: [
        "Sensors",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Medley", package: "Medley"),
        .product(name: "MedleyJSON", package: "Medley"),
        .product(name: "MedleyStreams", package: "Medley"),
      ]
    ),
    .testTarget(
      name: "EventServerTests",
      dependencies: [
        "EventServer", "Sensors",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Medley", package: "Medley"),
        .product(name: "MedleyJSON", package: "Medley"),
        .product(name: "MedleyStreams", package: "Medley"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = settings
}
