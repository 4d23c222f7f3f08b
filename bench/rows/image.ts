import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { freePort } from "../../test/free-port.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { answers } from "../servers/answers.ts";
import { spreadOf } from "../spread.ts";
import { takeTurns } from "../take-turns.ts";

const run = promisify(execFile);
const image = "saldo-bench";
const base = "node:24-bookworm-slim";
const repository = new URL("../..", import.meta.url).pathname;

/** The image, where there is an engine to build and run it with: what it adds to its base, and how fast it starts. */
export async function container({ rounds }: Scale): Promise<readonly Row[]> {
  if (!(await hasEngine())) return [];
  await run("docker", [
    "build",
    "--quiet",
    "--network",
    "host",
    "--build-arg",
    `BASE=${base}`,
    "--tag",
    image,
    repository,
  ]);
  const mebibytes = ((await bytesOf(image)) - (await bytesOf(base))) / 2 ** 20;
  const measured = await takeTurns([{ name: "docker run saldo", measure: started }], rounds);
  return [
    rowOf({
      title: `what the image adds to ${base}`,
      unit: "MiB",
      better: "less",
      figures: [{ name: "Saldo", spread: spreadOf([mebibytes]), ratio: null, failed: 0 }],
    }),
    rowOf({
      title: "docker run to first answer",
      unit: "ms",
      better: "less",
      figures: measured.figures("startMs", null),
    }),
  ];
}

async function hasEngine(): Promise<boolean> {
  return run("docker", ["image", "inspect", base]).then(
    () => true,
    () => false,
  );
}

async function bytesOf(name: string): Promise<number> {
  const { stdout } = await run("docker", ["image", "inspect", "--format", "{{.Size}}", name]);
  return Number(stdout);
}

async function started() {
  const port = await freePort();
  const begun = performance.now();
  const { stdout } = await run("docker", ["run", "--detach", "--rm", "--publish", `127.0.0.1:${port}:4400`, image]);
  await answers(`http://127.0.0.1:${port}`, { path: "/sandbox/health" }, () => null);
  const startMs = performance.now() - begun;
  await run("docker", ["kill", stdout.trim()]);
  return { values: { startMs }, failed: 0 };
}
