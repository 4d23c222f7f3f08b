import { once } from "node:events";
import { clauses } from "../../../contracts/clauses/catalogue.ts";
import { TargetUnusable } from "../../../contracts/run/target-unusable.ts";
import type { Finding } from "../../../contracts/run/verdict.ts";
import { harOf } from "../../../contracts/traffic/har-writer.ts";
import { LiveTraffic } from "../../../contracts/traffic/live.ts";
import { harmless } from "../../report/screen.ts";
import { version } from "../../version.ts";
import { descriptionOf, documentOf } from "../account-run/described-interface.ts";
import { chosenClauses, listClauses } from "../contract/chosen-clauses.ts";
import { compared, tell } from "../contract/contract-reports.ts";
import { reportOnTraffic } from "../contract/recorded.ts";
import { endOnSignals } from "../end-on-signals.ts";
import { judged, STATUS } from "../ended.ts";
import { notListening } from "../not-listening.ts";
import type { Output } from "../output.ts";
import { mustBeWritable, writeReports } from "../report-files.ts";
import { UserError } from "../user-error.ts";
import type { ProxyChoice } from "./proxy-choice.ts";
import { type ProxyOptions, ProxyServer } from "./proxy-server.ts";

/** `saldo proxy`. Returns the status to end with. */
export function runProxy(choice: ProxyChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const chosen = chosenClauses(choice, clauses);
    if (choice.list) return listClauses(chosen, output);
    const { target, har, json, junit, html, overlay } = choice;
    if (target === undefined) throw new UserError("say where requests go with --target <address>");
    await mustBeWritable({ "--har": har, "--json": json, "--junit": junit, "--html": html });
    const description = descriptionOf(await documentOf(choice, output), choice);
    const comparison = await compared(choice, clauses);
    const write = (line: string) => void output.stderr.write(`${harmless(line)}\n`);
    const onBroken = ({ clause, reason }: Finding) => write(`broken: ${clause.id}: ${clause.text} ${reason}`);
    const live = new LiveTraffic({ description, clauses: chosen, url: target, onBroken });
    let unkept = 0;
    const onUnkept = () => {
      unkept += 1;
    };
    const told = { onExchange: live.add.bind(live), onUnkept, onFailure: write };
    await passOn({ ...choice, ...told, target }, output);
    if (live.forgotten > 0)
      write(`only the newest exchanges are judged and written; ${live.forgotten} are not kept any more`);
    if (unkept > 0)
      write(`${unkept} exchanges are neither judged nor written: a body was larger than 1 MiB, or unreadable`);
    const traffic = live.recording() ?? { trace: [], url: target, exchanges: [], keys: [] };
    const text = () => harOf(traffic, description, version);
    const unwritten = await writeReports([{ file: har, text }]);
    const status = await tell(reportOnTraffic(traffic, chosen, description, overlay), comparison, choice, output);
    for (const problem of unwritten) output.stderr.write(`error: --har ${problem}\n`);
    return unwritten.length === 0 ? status : STATUS.broken;
  });
}

/** Until a signal comes. */
async function passOn(options: ProxyOptions, { stdout, stderr }: Output): Promise<void> {
  using ending = endOnSignals(STATUS.unusable, (name) => stderr.write(`\n${name}: stopping; the report follows\n`));
  const { host, port, target, webhooks } = options;
  await using proxy = await ProxyServer.listen(options).catch((error: unknown) => {
    throw notListening(error, { host, port, hostNames: "--host", portNames: "--port" });
  });
  stdout.write(`${proxy.url} passes requests on to ${target}; Ctrl-C stops it\n`);
  if (webhooks !== undefined) stdout.write(`and webhooks on to ${webhooks}\n`);
  if (!ending.signal.aborted) await once(ending.signal, "abort");
}
