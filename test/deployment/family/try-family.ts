/**
 * Judges members of the family: deployments that keep the document, with choices drawn from a seed. Nothing may be broken, and
 * enough must be judged, of each as it is and with a driver.
 *
 *     node test/deployment/family/try-family.ts                        12 members, drawn by the seed of the tests
 *     node test/deployment/family/try-family.ts 200                    the first 200, which have all pairs of choices
 *     node test/deployment/family/try-family.ts --seed 17              one of them
 *     node test/deployment/family/try-family.ts --set envelope=data    a plain one with this choice
 *     node test/deployment/family/try-family.ts 200 --lost 1000        the same members, which lose other answers
 *     node test/deployment/family/try-family.ts --seed 17 --why fee.simulation-answers    which choices break it
 *     node test/deployment/family/try-family.ts --seed 17 --why judged --mode driven      which keep it below the minimum
 */
import { parseArgs } from "node:util";
import type { Finding } from "../../../contracts/run/verdict.ts";
import type { TraceEntry } from "../../../contracts/trace/trace.ts";
import { testSeed } from "../../seed.ts";
import { type Choices, choices } from "./choices.ts";
import { drawn, plain, random, reduced } from "./draw.ts";
import { type Judged, judged, type Mode, modes } from "./judged.ts";
import { maxAlarms, minJudged } from "./ratchet.ts";
import { simulateTime } from "./simulated-time.ts";

interface Member {
  readonly name: string;
  readonly seed: number;
  readonly choices: Choices;
}

/** They share the time of the process. */
const AT_ONCE = 6;

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", multiple: true },
    set: { type: "string", multiple: true },
    why: { type: "string" },
    mode: { type: "string" },
    lost: { type: "string", default: "0" },
    reasons: { type: "boolean", default: false },
  },
});
simulateTime();
const asked = modes.filter((mode) => given.mode === undefined || mode === given.mode);
const problems: string[] = [];
const counts = new Map<Mode, number[]>(asked.map((mode) => [mode, []]));
const lost = Number(given.lost);
const queue = members();
await Promise.all(Array.from({ length: AT_ONCE }, work));
for (const problem of problems) console.error(`FAILED: ${problem}`);
for (const [mode, judgedOnes] of counts) {
  const sorted = judgedOnes.toSorted((one, other) => one - other);
  console.log(`${mode}: at least ${sorted[0]} clauses judged, median ${sorted[sorted.length >> 1]}`);
}
process.exit(problems.length === 0 ? 0 : 1);

function members(): Member[] {
  if (given.set !== undefined) {
    return [
      { name: given.set.join(", "), seed: 0, choices: { ...plain, ...Object.fromEntries(given.set.map(choiceOf)) } },
    ];
  }
  const seeds =
    given.seed?.map(Number) ?? (positionals[0] === undefined ? sampled(12) : [...Array(Number(positionals[0])).keys()]);
  return seeds.map((seed) => ({ name: `seed ${seed}`, seed, choices: drawn(seed) }));
}

function sampled(count: number): readonly number[] {
  const chance = random(testSeed());
  const seeds = new Set<number>();
  while (seeds.size < count) seeds.add(Math.trunc(chance() * 200));
  return [...seeds];
}

function choiceOf(text: string): readonly [string, string | number] {
  const [name = "", wanted = ""] = text.split(/=(.*)/s);
  const known = Object.entries(choices).find(([one]) => one === name)?.[1] ?? [];
  const value = known.find((one: string | number) => String(one) === wanted);
  if (value === undefined) throw new Error(`${text}: ${name} can be ${known.join(" | ") || "no choice"}`);
  return [name, value];
}

async function work(): Promise<void> {
  for (let member = queue.shift(); member !== undefined; member = queue.shift()) await tried(member);
}

async function tried(member: Member): Promise<void> {
  const { name, seed, choices: own } = member;
  if (given.why !== undefined) return explain(member, given.why);
  const told = [];
  for (const mode of asked) {
    const found = await judged(own, seed + lost, mode);
    counts.get(mode)?.push(found.count);
    told.push(
      `${mode} ${found.count}${found.alarms.length > 0 ? ` (${found.alarms.map(({ clause }) => clause.id).join(", ")})` : ""}`,
    );
    problems.push(...problemsOf(member, mode, found));
    if (given.reasons) console.log([...found.alarms.map(evidence), ...reasonsOf(found)].join("\n"));
  }
  console.log(`${name}: ${told.join(", ")}`);
}

function problemsOf(
  { name, choices: own }: Member,
  mode: Mode,
  { alarms, count, unusable }: Judged,
): readonly string[] {
  const said = alarms.length > maxAlarms[mode] ? alarms.map(evidence) : [];
  if (count < minJudged(mode, own)) said.push(unusable ?? `only ${count} documented clauses were judged`);
  if (said.length === 0) return [];
  const differs = Object.entries(own).filter(([one, value]) => value !== plain[one as keyof Choices]);
  return [`${name}, ${mode}: ${said.join("\n")}\n  choices: ${differs.map((pair) => pair.join("=")).join("; ")}`];
}

/** Which of the choices of a member are enough to break a clause, or to keep the count below the minimum. */
async function explain({ name, seed, choices: own }: Member, clause: string): Promise<void> {
  for (const mode of asked) {
    const fails = async (some: Choices) => {
      const { alarms, count } = await judged(some, seed + lost, mode);
      return clause === "judged" ? count < minJudged(mode, some) : alarms.some((one) => one.clause.id === clause);
    };
    const left = (await fails(own)) ? await reduced(own, fails) : undefined;
    console.log(`${name}, ${mode}: ${clause}: ${left?.map((one) => `${one}=${own[one]}`).join("; ") ?? "not so"}`);
  }
}

/** Why clauses were not judged, most frequent first. */
function reasonsOf({ findings }: Judged): readonly string[] {
  const open = findings.filter(({ clause, kind }) => clause.kind === "documented" && !/^(passed|broken)$/.test(kind));
  const grouped = Object.entries(Object.groupBy(open, ({ reason = "" }) => reason));
  const sorted = grouped.toSorted(([, one = []], [, other = []]) => other.length - one.length);
  return sorted.map(
    ([reason, of = []]) =>
      `  ${of.length} × ${reason} [${of
        .slice(0, 4)
        .map(({ clause }) => clause.id)
        .join(", ")}]`,
  );
}

function evidence({ clause, kind, reason, seen }: Finding): string {
  return [
    `${kind === "broken" ? "" : "suite error: "}${clause.id}: ${reason}`,
    ...seen.slice(0, 6).map(entryText),
  ].join("\n    ");
}

function entryText(entry: TraceEntry): string {
  if (entry.kind === "arrival")
    return `delivery ${entry.path} ${entry.body.toString().slice(0, 300)} -> ${entry.status}`;
  if (entry.kind !== "call") return JSON.stringify(entry).slice(0, 300);
  const { request, response, failure } = entry;
  return `${request.method} ${request.path} ${(request.text ?? "").slice(0, 200)} -> ${response?.status ?? failure} ${response?.text.slice(0, 400) ?? ""}`;
}
