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
  name: "Medley",
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    .library(name: "Medley", targets: ["Medley"]),
    .library(name: "MedleyComposition", targets: ["MedleyComposition"]),
    .library(name: "MedleyResilience", targets: ["MedleyResilience"]),
    .library(name: "MedleyBeside", targets: ["MedleyBeside"]),
    .library(name: "MedleyFoundation", targets: ["MedleyFoundation"]),
    .library(name: "MedleyEngine", targets: ["MedleyEngine"]),
    .library(name: "MedleyJSON", targets: ["MedleyJSON"]),
    .library(name: "MedleyStreams", targets: ["MedleyStreams"]),
    .library(name: "MedleyTesting", targets: ["MedleyTesting"]),
  ],
  targets: [
    // What the modules above need of each other: `package` alone, in no product.
    .target(name: "MedleyBase"),
    .target(name: "Medley", dependencies: ["MedleyBase"]),
    .target(name: "MedleyComposition", dependencies: ["Medley", "MedleyBase"]),
    .target(name: "MedleyResilience", dependencies: ["Medley", "MedleyBase"]),
    // Foundation's dates, data and numbers as payload values, for MedleyFoundation and MedleyJSON.
    .target(name: "MedleyScalars", dependencies: ["Medley", "MedleyBase"]),
    // The body of an element without its tag, also for MedleyFoundation and MedleyJSON.
    .target(name: "MedleyBeside", dependencies: ["Medley", "MedleyBase"]),
    .target(
      name: "MedleyFoundation",
      dependencies: ["Medley", "MedleyBase", "MedleyBeside", "MedleyResilience", "MedleyScalars"]
    ),
    .target(name: "MedleyEngine", dependencies: ["MedleyBase"]),
    .target(
      name: "MedleyJSON",
      dependencies: ["Medley", "MedleyBase", "MedleyBeside", "MedleyEngine", "MedleyScalars"]
    ),
    .target(
      name: "MedleyStreams",
      dependencies: ["Medley", "MedleyBase", "MedleyEngine", "MedleyJSON"]
    ),
    .target(name: "MedleyTesting", dependencies: ["Medley", "MedleyBase", "MedleyEngine"]),
    .target(name: "ManyMedia", path: "Sources/MedleyBenchmarks/ManyMedia"),
    .executableTarget(
      name: "MedleyBenchmarks",
      dependencies: [
        "ManyMedia", "Medley", "MedleyComposition", "MedleyEngine", "MedleyFoundation",
        "MedleyJSON", "MedleyResilience", "MedleyStreams", "MedleyTesting",
      ],
      exclude: ["ManyMedia", "README.md", "Results"]
    ),

    .target(
      name: "MediaModels",
      dependencies: ["Medley"],
      path: "Examples/MediaFeed/MediaModels"
    ),
    .executableTarget(
      name: "MediaFeed",
      dependencies: ["MediaModels", "Medley", "MedleyFoundation", "MedleyResilience"],
      path: "Examples/MediaFeed",
      exclude: ["MediaModels"],
      resources: [.copy("feed.json")]
    ),
    .executableTarget(
      name: "AppExtension",
      dependencies: ["Medley", "MedleyFoundation"],
      path: "Examples/AppExtension"
    ),
    .executableTarget(
      name: "MainActorApp",
      dependencies: ["Medley", "MedleyFoundation", "MedleyResilience"],
      path: "Examples/MainActorApp",
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),

    .executableTarget(
      name: "ForwardCompatibleEnums",
      dependencies: ["Medley", "MedleyResilience"],
      path: "Examples/ForwardCompatibleEnums"
    ),
    .executableTarget(
      name: "ComposedPayloads",
      dependencies: ["Medley", "MedleyComposition"],
      path: "Examples/ComposedPayloads"
    ),
    .executableTarget(
      name: "VersionedPayloads",
      dependencies: ["Medley"],
      path: "Examples/VersionedPayloads"
    ),
    .executableTarget(
      name: "PartialFailure",
      dependencies: ["Medley", "MedleyResilience"],
      path: "Examples/PartialFailure"
    ),
    .executableTarget(
      name: "PatchBody",
      dependencies: ["Medley", "MedleyResilience"],
      path: "Examples/PatchBody"
    ),
    .target(
      name: "CardModels",
      dependencies: ["Medley", "MedleyResilience"],
      path: "Examples/Screen/CardModels"
    ),
    .executableTarget(
      name: "Screen",
      dependencies: ["CardModels", "Medley", "MedleyFoundation", "MedleyResilience"],
      path: "Examples/Screen",
      exclude: ["CardModels"]
    ),
    .executableTarget(
      name: "SurvivalTable",
      dependencies: [
        "CardModels", "MediaModels", "Medley", "MedleyResilience", "MedleyTesting",
      ],
      path: "Examples/SurvivalTable",
      exclude: ["SurvivalTable.txt"]
    ),
    .executableTarget(
      name: "AssistantEvents",
      dependencies: ["Medley", "MedleyEngine", "MedleyJSON", "MedleyStreams"],
      path: "Examples/AssistantEvents",
      resources: [.copy("answer.txt")]
    ),
    .executableTarget(
      name: "ToolCalls",
      dependencies: ["Medley", "MedleyJSON", "MedleyStreams"],
      path: "Examples/ToolCalls",
      resources: [.copy("calls.txt")]
    ),
    .executableTarget(
      name: "FeedLines",
      dependencies: ["Medley", "MedleyJSON", "MedleyStreams"],
      path: "Examples/FeedLines"
    ),
    .executableTarget(
      name: "FetchChangeSave",
      dependencies: ["Medley", "MedleyComposition", "MedleyJSON"],
      path: "Examples/FetchChangeSave"
    ),

    .target(
      name: "TestSupport",
      dependencies: ["Medley", "MedleyBase", "MedleyEngine", "MedleyFoundation", "MedleyJSON"],
      path: "Tests/Support"
    ),
    .testTarget(
      name: "MedleyTests",
      dependencies: [
        "Medley", "MedleyBase", "MedleyComposition", "MedleyEngine", "MedleyFoundation",
        "MedleyJSON", "MedleyResilience", "MedleyStreams", "MedleyTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "MedleyCompositionTests",
      dependencies: [
        "Medley", "MedleyComposition", "MedleyFoundation", "MedleyResilience", "TestSupport",
      ]
    ),
    .testTarget(
      name: "MedleyResilienceTests",
      dependencies: [
        "Medley", "MedleyComposition", "MedleyFoundation", "MedleyResilience", "TestSupport",
      ]
    ),
    .testTarget(
      name: "MedleyFoundationTests",
      dependencies: [
        "Medley", "MedleyFoundation", "MedleyResilience", "MedleyTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "MedleyEngineTests",
      dependencies: ["Medley", "MedleyEngine", "MedleyJSON", "TestSupport"]
    ),
    .testTarget(
      name: "MedleyJSONTests",
      dependencies: [
        "Medley", "MedleyBase", "MedleyComposition", "MedleyEngine", "MedleyFoundation",
        "MedleyJSON", "MedleyResilience", "MedleyStreams", "TestSupport",
      ]
    ),
    .testTarget(
      name: "MedleyStreamsTests",
      dependencies: [
        "Medley", "MedleyBase", "MedleyComposition", "MedleyEngine", "MedleyFoundation",
        "MedleyJSON", "MedleyResilience", "MedleyStreams", "TestSupport",
      ]
    ),
    .testTarget(
      name: "MedleyTestingTests",
      dependencies: [
        "Medley", "MedleyBase", "MedleyComposition", "MedleyEngine", "MedleyFoundation",
        "MedleyResilience", "MedleyTesting", "TestSupport",
      ],
      exclude: ["Handshake/Tables"]
    ),
    .testTarget(
      name: "StrippedTests",
      dependencies: [
        "Medley", "MedleyComposition", "MedleyResilience", "MedleyTesting", "TestSupport",
      ],
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]
    ),
    .testTarget(
      name: "RecipeTests",
      dependencies: [
        "Medley", "MedleyComposition", "MedleyFoundation", "MedleyJSON", "MedleyResilience",
        "MedleyStreams", "TestSupport",
      ]
    ),
    .testTarget(
      name: "CorporaTests",
      dependencies: [
        "Medley", "MedleyBase", "MedleyComposition", "MedleyEngine", "MedleyFoundation",
        "MedleyJSON", "MedleyResilience", "TestSupport",
      ],
      resources: [.copy("Documents")]
    ),
    .testTarget(
      name: "BesideTests",
      dependencies: [
        "Medley", "MedleyBeside", "MedleyComposition", "MedleyFoundation", "MedleyJSON",
        "MedleyResilience", "MedleyStreams", "TestSupport",
      ]
    ),
    .testTarget(
      name: "CasesTests",
      dependencies: [
        "Medley", "MedleyComposition", "MedleyFoundation", "MedleyResilience", "TestSupport",
      ],
      resources: [.copy("cases.json")]
    ),
    .target(
      name: "OverrideClient",
      dependencies: ["Medley", "MedleyComposition", "MedleyResilience"],
      path: "Tests/OverrideClient"
    ),
    .testTarget(
      name: "OverrideTests",
      dependencies: [
        "Medley", "MedleyComposition", "MedleyResilience", "OverrideClient", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "MediaFeed", "AppExtension", "MainActorApp", "ForwardCompatibleEnums", "ComposedPayloads",
        "VersionedPayloads", "PartialFailure", "PatchBody", "Screen", "FetchChangeSave",
        "AssistantEvents", "ToolCalls", "FeedLines", "SurvivalTable", "Medley",
        "MedleyComposition", "MedleyResilience", "MedleyTesting",
      ],
      exclude: ["Survival/Tables"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = settings + (target.swiftSettings ?? [])
}
