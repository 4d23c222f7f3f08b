/**
 * Runs the suite against something that looks like a real deployment: a sandbox in a process of its own, behind a facade
 * that hides its control plane, with a running clock, codes of a few seconds, and answers of another shape. Every
 * documented clause that can be seen there must hold by really waiting, what differs must be observed, and the overlay
 * written from that must make a sandbox which differs in nothing.
 *
 *     npm run contracts:stand-in
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOverlay } from "../report/overlay-writer.ts";
import { deploymentChanges } from "./deployment-overlay.ts";
import { Facade } from "./facade.ts";
import { runContracts, startSaldo } from "./running-process.ts";
import { readVerdicts } from "./verdicts.ts";

const apiKey = "stand-in-key";

/** What a deployment does not let anybody make: its money, its people, its time. */
const onlyInSandboxes: readonly (string | undefined)[] = ["control-plane", "clock", "charges", "not-seen"];

/** Codes live for seconds, and money is there in a second, so that waiting for it is no hour's work. */
const fixture = {
  settings: { otpLifetime: "PT4S", settlement: { delay: "PT1S", outcome: "CONFIRMED" } },
  companies: [
    {
      name: "Padaria Bela Vista LTDA",
      document: "40271593000145",
      pixKey: "financeiro@padaria-bela-vista.example.com",
      responsible: { name: "Ana Carolina Souza", email: "ana.souza@example.com" },
      balance: 1_000_000,
      holds: [{ amountCents: 25_000, releaseIn: "PT5M30S" }],
    },
  ],
};

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
  await using sandbox = await startSaldo([...flags, "--overlay", file("deployment.yaml")]);
  await using deployment = await Facade.before(sandbox.url);
  const receiver = ["--receiver-port", String(port), "--receiver-url", "https://hooks.acme.dev"];
  const allowed = ["--allow", "open,settle,webhooks", "--budget", "100000", "--patience", "3m"];
  const reports = ["--json", file("report.json"), "--write-overlay", file("written.yaml")];
  const otp = ["--otp", `command:${newestCode(sandbox.url)}`];
  await runContracts(["--url", deployment.url, "--api-key", apiKey, ...receiver, ...allowed, ...otp, ...reports]);

  const { of, observations, waited } = await readVerdicts(file("report.json"));
  expect(of("suite-error").length === 0, `the suite failed at ${of("suite-error").join(", ")}`);
  expect(of("broken").length === 0, `the stand-in is said to break ${of("broken").join(", ")}`);
  expect(waited > 0, "nothing was waited for");
  expect(observations > deploymentChanges(document).length / 2, `only ${observations} differences were observed`);
  const unseen = of("could-not-run").filter(({ needs }) => !onlyInSandboxes.includes(needs));
  expect(unseen.length === 0, `could not run: ${unseen.map(({ clause, needs }) => `${clause} (${needs})`).join(", ")}`);
}

async function withItsOverlay(): Promise<void> {
  await using sandbox = await startSaldo(["--overlay", file("written.yaml")]);
  const flags = ["--url", sandbox.url, "--overlay", file("written.yaml"), "--json", file("again.json")];
  const status = await runContracts(flags);
  expect(status === 0, `with the written overlay the suite ends with ${status}`);
  const { observations } = await readVerdicts(file("again.json"));
  expect(observations === 0, `with the written overlay ${observations} differences are left`);
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port is free");
  return address.port;
}
