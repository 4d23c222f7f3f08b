/** Imports run one way only (ARCHITECTURE.md, "Layers"):
 *  domain, spec <- store, outbound <- engine <- http <- sandbox.ts <- cli, testing, index */
const onlyMayImport = (layer, allowed) => ({
  name: `${layer}-imports-only-${allowed.join("-") || "itself"}`,
  severity: "error",
  from: { path: `^src/${layer}/`, pathNot: "\\.(test|conformance)\\.ts$|/testing/" },
  to: { path: "^src/", pathNot: `^src/(${[layer, ...allowed].join("|")})(/|\\.ts$)` },
});

/** What tests are made of, and the build leaves out (tsconfig.build.json). `src/testing` is a part of the product. */
const testCode = "\\.(test|conformance)\\.ts$|^(src/.+|contracts|contracts/.+)/testing/|^contracts/defects/";

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    onlyMayImport("domain", []),
    onlyMayImport("spec", []),
    {
      name: "reports-know-the-documents-only",
      severity: "error",
      comment:
        "Scenarios, contracts and the receiver check all report with it; of the program it has the generated types.",
      from: { path: "^src/report/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(src|contracts)/", pathNot: "^src/(report|spec/generated)/" },
    },
    {
      name: "the-client-knows-the-documents-only",
      severity: "error",
      comment: "It speaks to any sandbox, wherever that is; of this one's code it has the generated types.",
      from: { path: "^src/client/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/", pathNot: "^src/(client|spec/generated)/" },
    },
    onlyMayImport("store", ["domain"]),
    onlyMayImport("outbound", ["domain"]),
    onlyMayImport("engine", ["domain", "spec", "store", "outbound", "package-folder"]),
    {
      name: "the-engine-knows-no-particular-store",
      severity: "error",
      from: { path: "^src/engine/", pathNot: testCode },
      to: { path: "^src/store/(lowdb|lock)/" },
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
    onlyMayImport("http", ["domain", "spec", "outbound", "engine"]),
    {
      name: "only-the-entry-points-import-the-composition-root",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(cli|testing)/|^src/index\\.ts$|\\.test\\.ts$" },
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
      name: "no-test-code-in-the-product",
      severity: "error",
      from: { path: "^(src|contracts)/", pathNot: testCode },
      to: { path: testCode },
    },
    {
      name: "the-product-is-src-and-contracts",
      severity: "error",
      comment: "What lies elsewhere is not in the package, or the build would put it there unasked.",
      from: { path: "^(src|contracts)/", pathNot: testCode },
      to: { pathNot: "^(src|contracts)/", dependencyTypes: ["local"] },
    },
    {
      name: "no-orphan",
      severity: "error",
      comment: "Of a contract run, the worker files are what it begins with.",
      from: {
        orphan: true,
        path: "^(src|contracts)/",
        pathNot: "^src/(index|cli/main)\\.ts$|^contracts/areas/[^/]+\\.contract\\.ts$",
      },
      to: {},
    },
    {
      name: "contracts-are-a-black-box",
      severity: "error",
      comment: "They must say the same of a deployment as of this sandbox. Their tests may compare the two.",
      from: { path: "^contracts/", pathNot: "\\.test\\.ts$|^contracts/defects/" },
      to: { pathNot: "^contracts/|^src/(client|report|spec/generated)/", dependencyTypes: ["local"] },
    },
    {
      name: "defects-are-planted-from-outside",
      severity: "error",
      comment: "They start a broken copy of the program as a process, with what all tests start it with.",
      from: { path: "^contracts/defects/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^contracts/|^test/running-", dependencyTypes: ["local"] },
    },
    {
      name: "only-the-command-line-imports-the-contracts",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/" },
      to: { path: "^contracts/" },
    },
    {
      name: "only-two-commands-import-the-contracts",
      severity: "error",
      comment: "Completion reads the names of the clauses; others share the probe of a target.",
      from: { path: "^src/cli/", pathNot: "^src/cli/(contract|receiver|completion)/" },
      to: { path: "^contracts/", pathNot: "^contracts/probe\\.ts$" },
    },
    {
      name: "commands-see-the-front-of-the-contracts",
      severity: "error",
      from: { path: "^src/cli/" },
      to: {
        path: "^contracts/",
        pathNot:
          "^contracts/(suite|suite-options|probe)\\.ts$|^contracts/(clauses|codes|report)/|^contracts/description/(description|json)\\.ts$|^contracts/receiver/(catalogue|check-receiver)\\.ts$",
      },
    },
    {
      name: "dependencies-are-declared",
      severity: "error",
      comment: "Testcontainers is brought by those who use it.",
      from: { path: "^(src|contracts)/", pathNot: testCode },
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
