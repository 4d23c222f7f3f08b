/** Imports run one way only (ARCHITECTURE.md, "Layers"):
 *  domain, spec <- store, outbound <- engine <- http <- sandbox.ts <- cli, testing, index */
const onlyMayImport = (layer, allowed) => ({
  name: `${layer}-imports-only-${allowed.join("-") || "itself"}`,
  severity: "error",
  from: { path: `^src/${layer}/`, pathNot: "\\.(test|conformance)\\.ts$|/testing/" },
  to: { path: "^src/", pathNot: `^src/(${[layer, ...allowed].join("|")})(/|\\.ts$)` },
});

/** Who may import what of the contracts; `src` is limited for all of them together. */
const contractsOnlyMayImport = (layer, allowed) => ({
  name: `contracts-${layer}-imports-only-${allowed.join("-")}`,
  severity: "error",
  from: { path: `^contracts/${layer}/`, pathNot: testCode },
  to: { path: "^contracts/", pathNot: `^contracts/(${[layer, ...allowed].join("|")})(/|\\.ts$)` },
});

/** What tests are made of, and the build leaves out (tsconfig.build.json). `src/testing` is a part of the product. */
const testCode =
  "\\.(test|conformance)\\.ts$|^(src/.+|contracts|contracts/.+)/testing/|^contracts/defects/|^contracts/clauses/.+\\.defects\\.ts$";

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    onlyMayImport("domain", ["remembering"]),
    onlyMayImport("spec", ["code-file", "remembering"]),
    {
      name: "reports-know-the-documents-only",
      severity: "error",
      comment:
        "Scenarios, contracts and the receiver check all report with it; of the program it has the generated types.",
      from: { path: "^src/report/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(src|contracts|scenarios|drill)/", pathNot: "^src/(report|spec/generated)/" },
    },
    {
      name: "the-client-knows-the-documents-only",
      severity: "error",
      comment:
        "It speaks to any sandbox, wherever that is; of this one's code it has the generated types, and what names are near.",
      from: { path: "^src/client/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/", pathNot: "^src/(client|spec/generated)/|^src/spec/nearest\\.ts$" },
    },
    {
      name: "the-page-knows-the-client-and-the-documents-only",
      severity: "error",
      from: { path: "^ui/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(src|contracts|scenarios|drill)/", pathNot: "^src/(client|spec/generated)/" },
    },
    {
      name: "nothing-imports-the-page",
      severity: "error",
      from: { path: "^(src|contracts|scenarios|drill)/" },
      to: { path: "^ui/" },
    },
    onlyMayImport("slices", []),
    onlyMayImport("shell", []),
    onlyMayImport("verbs", ["client", "report", "spec"]),
    onlyMayImport("mcp", ["client", "remembering", "report", "spec", "verbs", "package-folder", "version"]),
    onlyMayImport("store", ["domain", "slices"]),
    onlyMayImport("outbound", ["domain", "remembering"]),
    onlyMayImport("engine", [
      "domain",
      "spec",
      "slices",
      "store",
      "outbound",
      "package-folder",
      "code-file",
      "remembering",
      "text-file",
    ]),
    {
      name: "the-engine-knows-no-particular-store",
      severity: "error",
      from: { path: "^src/engine/", pathNot: testCode },
      to: { path: "^src/store/(lowdb|lock|postgres)/" },
    },
    {
      name: "the-engine's-rooms-import-one-way",
      severity: "error",
      comment: "A history knows nothing of the world at work, and that nothing of how worlds begin or of all worlds.",
      from: { path: "^src/engine/(history|world)/", pathNot: testCode },
      to: {
        path: "^src/engine/",
        pathNot: ["^src/engine/$1/", "^src/engine/history/", "^src/engine/unavailable\\.ts$"],
      },
    },
    onlyMayImport("http", ["domain", "spec", "slices", "outbound", "engine", "remembering", "report", "text-file"]),
    {
      name: "only-the-entry-points-import-the-composition-root",
      severity: "error",
      from: {
        path: "^(src|contracts|scenarios|drill)/",
        pathNot: "^src/(cli|testing)/|^src/index\\.ts$|^contracts/cli/target/|\\.test\\.ts$",
      },
      to: { path: "^src/sandbox\\.ts$" },
    },
    {
      name: "the-domain-does-no-input-or-output",
      severity: "error",
      comment: "Derivations and the constant-time comparison are pure; nothing else of Node is.",
      from: { path: "^src/domain/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "the-domain-takes-pure-libraries-only",
      severity: "error",
      from: { path: "^src/domain/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "node_modules", pathNot: "node_modules/(temporal-polyfill|temporal-spec|tinyqueue|ipaddr\\.js)/" },
    },
    {
      name: "only-types-come-from-node-http",
      severity: "error",
      comment: "Its import loads Node's fetch, and node-http.ts does not.",
      from: { path: "^src/", pathNot: testCode },
      to: { path: "^(node:)?http$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-test-code-in-the-product",
      severity: "error",
      from: { path: "^(src|contracts|scenarios|drill)/", pathNot: testCode },
      to: { path: testCode },
    },
    {
      name: "the-product-is-what-the-build-takes",
      severity: "error",
      comment: "What lies elsewhere is not in the package, or the build would put it there unasked.",
      from: { path: "^(src|contracts|scenarios|drill)/", pathNot: testCode },
      to: { pathNot: "^(src|contracts|scenarios|drill)/", dependencyTypes: ["local"] },
    },
    {
      name: "no-orphan",
      severity: "error",
      from: {
        orphan: true,
        path: "^(src|contracts|scenarios|drill)/",
        pathNot: "^src/(index|cli/main)\\.ts$",
      },
      to: {},
    },
    {
      name: "contracts-are-a-black-box",
      severity: "error",
      comment:
        "They must say the same of a deployment as of this sandbox. What tests of others begin with reads a document, and the driver a file.",
      from: { path: "^contracts/", pathNot: ["\\.test\\.ts$", "^contracts/((cli|defects)/|contract-tests\\.ts$)"] },
      to: {
        pathNot: "^contracts/|^src/(client|report|shell|spec/generated)/|^src/spec/(problem|yaml-source)\\.ts$",
        dependencyTypes: ["local"],
      },
    },
    contractsOnlyMayImport("judge", ["trace"]),
    contractsOnlyMayImport("trace", ["judge"]),
    contractsOnlyMayImport("model", ["judge", "trace", "profile/simulation"]),
    contractsOnlyMayImport("target", ["judge", "trace"]),
    contractsOnlyMayImport("profile", ["judge", "trace", "target/account", "stories/story-ended"]),
    contractsOnlyMayImport("stories", ["judge", "trace", "model", "profile", "target"]),
    contractsOnlyMayImport("clauses", ["judge", "trace", "model", "stories"]),
    contractsOnlyMayImport("run", ["judge", "trace", "model", "target", "stories", "clauses"]),
    {
      name: "clauses-ask-for-nothing",
      severity: "error",
      comment: "They name the stories that they need, and judge what a trace shows.",
      from: { path: "^contracts/clauses/", pathNot: testCode },
      to: { path: "^contracts/stories/stage\\.ts$" },
    },
    {
      name: "only-the-target-and-the-receiver-reach-out",
      severity: "error",
      comment: "The gate is the only way to a target: what asks around it would be neither allowed nor counted.",
      from: { path: "^contracts/", pathNot: [testCode, "^contracts/(target|receiver|traffic|cli)/"] },
      to: { path: "^(node:)?(http|https|http2|net|tls|dgram|dns|child_process)(/|$)|node_modules/undici/" },
    },
    {
      name: "judging-does-no-input-or-output",
      severity: "error",
      from: { path: "^contracts/(clauses|model|judge|trace|profile|stories|run)/", pathNot: testCode },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "defects-are-planted-from-outside",
      severity: "error",
      comment: "They load the program with a change in its source, and play the suite on it.",
      from: { path: "^contracts/defects/", pathNot: "\\.test\\.ts$" },
      to: {
        pathNot: "^contracts/|^test/running-|^src/(testing/start-sandbox|spec/document)\\.ts$",
        dependencyTypes: ["local"],
      },
    },
    {
      name: "only-the-list-of-commands-imports-what-stands-beside-the-program",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/program\\.ts$" },
      to: { path: "^(contracts|scenarios|drill)/", pathNot: "^contracts/run/target-unusable\\.ts$" },
    },
    {
      name: "the-suite-knows-no-commands",
      severity: "error",
      from: { path: "^contracts/", pathNot: [testCode, "^contracts/cli/"] },
      to: { path: "^(contracts/cli|scenarios)/" },
    },
    {
      name: "scenarios-know-the-sandbox-from-outside",
      severity: "error",
      from: { path: "^scenarios/", pathNot: testCode },
      to: {
        path: "^(src|contracts)/",
        pathNot:
          "^src/(cli|client|report|spec|verbs)/|^src/[^/]+$|^contracts/cli/target/|^contracts/run/target-unusable\\.ts$",
      },
    },
    {
      name: "drills-know-the-sandbox-from-outside",
      severity: "error",
      comment: "What they say of an application must not come from inside of the program.",
      from: { path: "^drill/", pathNot: [testCode, "^drill/cli/"] },
      to: {
        path: "^(src|contracts|scenarios)/",
        pathNot:
          "^src/(client|report|shell|spec/generated)/|^src/(supported-node|text-file|spec/(problem|yaml-source)|http/passing-on/relayed-headers|testing/start-sandbox)\\.ts$",
      },
    },
    {
      name: "commands-do-not-play",
      severity: "error",
      comment: "They choose who brings codes and does what no key can; what reaches the target is for the suite.",
      from: { path: "^contracts/cli/" },
      to: { path: "^contracts/(stories|profile|target)/", pathNot: "^contracts/target/((codes|driver)/|amount\\.ts$)" },
    },
    {
      name: "dependencies-are-declared",
      severity: "error",
      comment: "Testcontainers is brought by those who use it.",
      from: { path: "^(src|contracts|scenarios|drill)/", pathNot: testCode },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only", "npm-peer"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
