/**
 * Reads both served documents with foreign tools: a linter, generators of clients and schemas, tsc on what they write,
 * the generated zod schemas and python-jsonschema on the documents' examples. Prints what they find and exits 1 on anything.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const here = new URL("./", import.meta.url);
const bin = new URL("node_modules/.bin/", here).pathname;
const names = ["interface", "control"] as const;
let failures = 0;

function found(what: string, problem: string): void {
  failures += problem === "" ? 0 : 1;
  console.log(problem === "" ? `ok      ${what}` : `FAILED  ${what}\n${problem}`);
}

function run(what: string, command: string, args: readonly string[], input?: string): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: here, input, encoding: "utf8" });
  found(what, status === 0 ? "" : `${stdout}${stderr}${error ?? ""}`.trim() || `status ${status}`);
}

function tool(what: string, ...[name = "", ...args]: readonly string[]): void {
  run(what, `${bin}${name}`, args);
}

type Schema = { safeParse(value: unknown): { success: boolean; error?: unknown } };

/** The request bodies that a document gives as examples, by the name of the operation. */
function bodiesOf(name: string): { operationId: string; example: string; value: unknown }[] {
  const { paths } = JSON.parse(readFileSync(new URL(`out/${name}.dereferenced.json`, here), "utf8"));
  const operations: { operationId: string; requestBody?: { content: Record<string, { examples?: object }> } }[] =
    Object.values<object>(paths).flatMap((item) => Object.values(item).filter((node) => node?.operationId));
  return operations.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ examples }) =>
      Object.entries(examples ?? {}).map(([example, { value }]) => ({ operationId, example, value })),
    ),
  );
}

async function accept(name: string, file: string, schemaOf: (module: object, id: string) => Schema | undefined) {
  const module: object = await import(new URL(file, here).href);
  const wrong = bodiesOf(name).flatMap(({ operationId, example, value }) => {
    const result = schemaOf(module, operationId)?.safeParse(value);
    if (result === undefined) return [`${operationId}: no schema`];
    return result.success ? [] : [`${operationId} ${example}: ${result.error}`];
  });
  found(`${file} takes the examples of requests`, wrong.join("\n"));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const python = `
import json, sys
from jsonschema import Draft202012Validator
def walk(node, path):
    if isinstance(node, dict):
        if "schema" in node and isinstance(node.get("examples"), dict):
            validator = Draft202012Validator(node["schema"])
            for name, example in node["examples"].items():
                for error in validator.iter_errors(example["value"]):
                    yield f"{path} {name}: {error.message[:200]}"
        for key, child in node.items(): yield from walk(child, f"{path}/{key}")
    elif isinstance(node, list):
        for index, child in enumerate(node): yield from walk(child, f"{path}/{index}")
found = list(walk(json.load(sys.stdin), ""))
print("\\n".join(found))
sys.exit(1 if found else 0)
`;

rmSync(new URL("out", here), { recursive: true, force: true });
mkdirSync(new URL("out", here));
for (const name of names) {
  for (const file of [`${name}.json`, `${name}.dereferenced.json`]) {
    copyFileSync(new URL(`../../src/spec/generated/${file}`, here), new URL(`out/${file}`, here));
  }
  const document = `out/${name}.json`;
  tool(`spectral, ${name}`, "spectral", "lint", "--fail-severity", "warn", "-r", "spectral.yaml", document);
  const hey = ["-p", "@hey-api/typescript", "@hey-api/sdk", "zod", "@hey-api/client-fetch"];
  tool(`hey-api, ${name}`, "openapi-ts", "-i", `./${document}`, "-o", `out/hey-${name}`, ...hey);
  tool(`openapi-typescript, ${name}`, "openapi-typescript", document, "-o", `out/types-${name}.ts`);
  tool(
    `swagger-typescript-api, ${name}`,
    "swagger-typescript-api",
    "generate",
    "-p",
    document,
    "-o",
    "out",
    "-n",
    `swagger-${name}.ts`,
  );
  const template = "node_modules/openapi-zod-client/src/templates/schemas-only.hbs";
  const zodClient = `out/zod-client-${name}.ts`;
  tool(
    `openapi-zod-client, ${name}`,
    "openapi-zod-client",
    document,
    "-o",
    zodClient,
    "-t",
    template,
    "--export-schemas",
  );
  // It writes for the zod before this one, which the package still has.
  const written = readFileSync(new URL(zodClient, here), "utf8");
  writeFileSync(new URL(zodClient, here), written.replace('from "zod"', 'from "zod/v3"'));
  for (const client of ["fetch", "zod"]) {
    tool(
      `orval ${client}, ${name}`,
      "orval",
      "--input",
      document,
      "--output",
      `out/orval-${client}-${name}.ts`,
      "--client",
      client,
    );
  }
}
tool("kubb", "kubb", "generate");
tool("tsc --strict on what they wrote", "tsc", "-p", "tsconfig.json");
for (const name of names) {
  await accept(name, `out/orval-zod-${name}.ts`, (module, id) => Reflect.get(module, `${id}Body`));
  await accept(name, `out/hey-${name}/zod.gen.ts`, (module, id) => Reflect.get(module, `z${capitalized(id)}Body`));
}
if (spawnSync("python3", ["-c", "import jsonschema"]).status === 0) {
  for (const name of names) {
    const document = readFileSync(new URL(`out/${name}.dereferenced.json`, here), "utf8");
    run(`python-jsonschema on the examples, ${name}`, "python3", ["-c", python], document);
  }
} else console.log("skipped python-jsonschema: install python3-jsonschema");
console.log(failures === 0 ? "The tools find nothing." : `${failures} of the tools' runs failed.`);
process.exitCode = failures === 0 ? 0 : 1;
