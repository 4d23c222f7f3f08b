/** Imports run one way only (ARCHITECTURE.md, "Layers"):
 *  domain, spec <- store, outbound <- engine <- http <- sandbox.ts <- cli, testing, index */
const onlyMayImport = (layer, allowed) => ({
  name: `${layer}-imports-only-${allowed.join("-") || "itself"}`,
  severity: "error",
  from: { path: `^src/${layer}/`, pathNot: "\\.(test|conformance)\\.ts$|/testing/" },
  to: { path: "^src/", pathNot: `^src/(${[layer, ...allowed].join("|")})/` },
});

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    onlyMayImport("domain", []),
    onlyMayImport("spec", []),
    onlyMayImport("store", ["domain"]),
    onlyMayImport("outbound", ["domain"]),
    onlyMayImport("engine", ["domain", "spec", "store", "outbound"]),
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
      from: {
        path: "^src/",
        pathNot: "\\.(test|conformance)\\.ts$|^src/(domain|engine|outbound|store|store/lowdb)/testing/",
      },
      to: { path: "\\.(test|conformance)\\.ts$|^src/(domain|engine|outbound|store|store/lowdb)/testing/" },
    },
    {
      name: "no-orphan",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: "^src/(index|cli/main)\\.ts$" },
      to: {},
    },
    {
      name: "contracts-are-a-black-box",
      severity: "error",
      from: { path: "^contracts/" },
      to: { path: "^src/", pathNot: "^src/spec/generated/" },
    },
    {
      name: "dependencies-are-declared",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.(test|conformance)\\.ts$|/testing/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
