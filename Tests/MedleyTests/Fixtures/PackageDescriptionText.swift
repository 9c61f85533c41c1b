/// What `swift package dump-package` prints of this package, with three of its targets.
///
/// SwiftPM writes its settings with synthesised `Codable`.
enum PackageDescriptionText {
  static let json = #"""
    {
      "cLanguageStandard" : null,
      "cxxLanguageStandard" : null,
      "defaultLocalization" : null,
      "dependencies" : [

      ],
      "name" : "Medley",
      "packageKind" : {
        "root" : [
          "/packages/Medley"
        ]
      },
      "pkgConfig" : null,
      "platforms" : [
        {
          "options" : [

          ],
          "platformName" : "macos",
          "version" : "10.15"
        },
        {
          "options" : [

          ],
          "platformName" : "ios",
          "version" : "13.0"
        },
        {
          "options" : [

          ],
          "platformName" : "tvos",
          "version" : "13.0"
        },
        {
          "options" : [

          ],
          "platformName" : "watchos",
          "version" : "6.0"
        },
        {
          "options" : [

          ],
          "platformName" : "visionos",
          "version" : "1.0"
        }
      ],
      "products" : [
        {
          "name" : "Medley",
          "settings" : [

          ],
          "targets" : [
            "Medley"
          ],
          "type" : {
            "library" : [
              "automatic"
            ]
          }
        }
      ],
      "providers" : null,
      "swiftLanguageVersions" : [
        "6"
      ],
      "targets" : [
        {
          "dependencies" : [
            {
              "byName" : [
                "Medley",
                null
              ]
            },
            {
              "byName" : [
                "MedleyBase",
                null
              ]
            }
          ],
          "exclude" : [

          ],
          "name" : "MedleyScalars",
          "packageAccess" : true,
          "resources" : [

          ],
          "settings" : [
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "ExistentialAny"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "InferIsolatedConformances"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "InternalImportsByDefault"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "MemberImportVisibility"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "NonisolatedNonsendingByDefault"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "strictMemorySafety" : {

                }
              },
              "tool" : "swift"
            }
          ],
          "type" : "regular"
        },
        {
          "dependencies" : [
            {
              "byName" : [
                "Medley",
                null
              ]
            },
            {
              "byName" : [
                "MedleyFoundation",
                null
              ]
            },
            {
              "byName" : [
                "MedleyResilience",
                null
              ]
            }
          ],
          "exclude" : [

          ],
          "name" : "MainActorApp",
          "packageAccess" : true,
          "path" : "Examples/MainActorApp",
          "resources" : [

          ],
          "settings" : [
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "ExistentialAny"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "InferIsolatedConformances"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "InternalImportsByDefault"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "MemberImportVisibility"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "NonisolatedNonsendingByDefault"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "strictMemorySafety" : {

                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "defaultIsolation" : {
                  "_0" : "MainActor"
                }
              },
              "tool" : "swift"
            }
          ],
          "type" : "executable"
        },
        {
          "dependencies" : [
            {
              "byName" : [
                "Medley",
                null
              ]
            },
            {
              "byName" : [
                "MedleyComposition",
                null
              ]
            },
            {
              "byName" : [
                "MedleyResilience",
                null
              ]
            },
            {
              "byName" : [
                "MedleyTesting",
                null
              ]
            },
            {
              "byName" : [
                "TestSupport",
                null
              ]
            }
          ],
          "exclude" : [

          ],
          "name" : "StrippedTests",
          "packageAccess" : true,
          "resources" : [

          ],
          "settings" : [
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "ExistentialAny"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "InferIsolatedConformances"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "InternalImportsByDefault"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "MemberImportVisibility"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "enableUpcomingFeature" : {
                  "_0" : "NonisolatedNonsendingByDefault"
                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "strictMemorySafety" : {

                }
              },
              "tool" : "swift"
            },
            {
              "kind" : {
                "unsafeFlags" : {
                  "_0" : [
                    "-Xfrontend",
                    "-disable-reflection-metadata"
                  ]
                }
              },
              "tool" : "swift"
            }
          ],
          "type" : "test"
        }
      ],
      "toolsVersion" : {
        "_version" : "6.2.0",
        "experimentalFeatures" : [

        ]
      },
      "traits" : [

      ]
    }
    """#
}
