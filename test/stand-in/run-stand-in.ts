/**
 * Runs the suite against something that looks like a real deployment: a sandbox in a process of its own, behind a facade
 * that hides its control plane, with a running clock, codes of a few seconds, and answers of another shape. Every
 * documented clause that can be seen there must hold by really waiting, what differs must be observed, and the overlay
 * written from that must make a sandbox which differs in nothing.
 *
 *     npm run contracts:stand-in
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOverlay } from "../../contracts-old/report/overlay-writer.ts";
import { freePort } from "../free-port.ts";
import { quickDeployment } from "../quick-deployment.ts";
import { clausesThat, readReport, runContract } from "../running-contract.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { deploymentChanges } from "./deployment-overlay.ts";
import { Facade } from "./facade.ts";

const apiKey = "stand-in-key";

/** What a deployment does not let anybody make: its money, its people, its time. */
const onlyInSandboxes: readonly (string | undefined)[] = ["control-plane", "clock", "charges", "not-seen"];

const fixture = quickDeployment({ otpLifetime: "PT4S", releaseIn: "PT5M30S" });

const folder = await mkdtemp(join(tmpdir(), "saldo-stand-in-"));
const file = (name: string) => join(folder, name);
const problems: string[] = [];

try {
  await againstTheStandIn();
  await withItsOverlay();
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`FAILED: ${problem}`);
console.log(problems.length === 0 ? "\nthe stand-in was told from the sandbox, and the sandbox made like it" : "");
process.exitCode = problems.length === 0 ? 0 : 1;

async function againstTheStandIn(): Promise<void> {
  await writeFile(file("fixture.json"), JSON.stringify(fixture));
  const document = JSON.parse(
    await readFile(new URL("../../src/spec/generated/interface.json", import.meta.url), "utf8"),
  );
  await writeFile(
    file("deployment.yaml"),
    writeOverlay(document, deploymentChanges(document), { title: "Stand-in" }).text,
  );
  const port = await freePort();
  const routes = ["--routes", `hooks.acme.dev=http://127.0.0.1:${port}`, "--egress", "routes"];
  const flags = ["--api-key", apiKey, ...routes, "--fixture", file("fixture.json")];
  await using saldo = new RunningSaldo([...flags, "--overlay", file("deployment.yaml")]);
  const sandboxUrl = await saldo.address();
  await using deployment = await Facade.before(sandboxUrl);
  const receiver = ["--receiver-port", String(port), "--receiver-url", "https://hooks.acme.dev"];
  const allowed = ["--allow", "open,settle,webhooks", "--budget", "100000", "--patience", "3m"];
  const reports = ["--json", file("report.json"), "--write-overlay", file("written.yaml")];
  const otp = ["--otp", `command:${newestCode(sandboxUrl)}`];
  await told(["--url", deployment.url, "--api-key", apiKey, ...receiver, ...allowed, ...otp, ...reports]);

  const report = await readReport(file("report.json"));
  const [failed, broken] = [clausesThat(report, "suite-error"), clausesThat(report, "broken")];
  expect(failed.length === 0, `the suite failed at ${failed.join(", ")}`);
  expect(broken.length === 0, `the stand-in is said to break ${broken.join(", ")}`);
  expect(
    report.results.some(({ verdict }) => verdict.time === "waited"),
    "nothing was waited for",
  );
  const seen = report.observations.length;
  expect(seen > deploymentChanges(document).length / 2, `only ${seen} differences were observed`);
  const unseen = report.results
    .filter(({ verdict }) => verdict.kind === "could-not-run" && !onlyInSandboxes.includes(verdict.needs))
    .map(({ clause, verdict }) => `${clause.id} (${verdict.needs})`);
  expect(unseen.length === 0, `could not run: ${unseen.join(", ")}`);
}

async function withItsOverlay(): Promise<void> {
  await using saldo = new RunningSaldo(["--overlay", file("written.yaml")]);
  const flags = ["--url", await saldo.address(), "--overlay", file("written.yaml"), "--json", file("again.json")];
  const status = await told(flags);
  expect(status === 0, `with the written overlay the suite ends with ${status}`);
  const { length } = (await readReport(file("again.json"))).observations;
  expect(length === 0, `with the written overlay ${length} differences are left`);
}

/** Runs the suite, and shows what it tells. @returns its status. */
async function told(args: readonly string[]): Promise<number | null> {
  const { code, stdout, stderr } = await runContract(args);
  console.log(stderr + stdout);
  return code;
}

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) problems.push(otherwise);
}

/** A shell command that prints the newest code of the withdrawal that the suite asks for. */
function newestCode(url: string): string {
  const script =
    `fetch("${url}/sandbox/inbox?withdrawId=" + process.env.SALDO_WITHDRAW_ID, { headers: { "x-api-key": "${apiKey}" } })` +
    ".then((answer) => answer.json()).then(({ messages }) => console.log(messages[0].otpCode))";
  return `'${process.execPath}' -e '${script}'`;
}
