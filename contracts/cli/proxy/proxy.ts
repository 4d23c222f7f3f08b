import { once } from "node:events";
import { endOnSignals } from "../../../src/cli/end-on-signals.ts";
import { faultOf, judged, STATUS } from "../../../src/cli/ended.ts";
import { notListening } from "../../../src/cli/not-listening.ts";
import type { Output } from "../../../src/cli/output.ts";
import { mustBeWritable, reportFiles, writeReports } from "../../../src/cli/report-files.ts";
import { UserError } from "../../../src/cli/user-error.ts";
import { harmless } from "../../../src/report/printed-text.ts";
import { version } from "../../../src/version.ts";
import { clauses } from "../../clauses/catalogue.ts";
import type { GivenNames } from "../../judge/description.ts";
import { TargetUnusable } from "../../run/target-unusable.ts";
import type { Finding } from "../../run/verdict.ts";
import { harOf } from "../../traffic/har-writer.ts";
import { LiveTraffic } from "../../traffic/live.ts";
import { descriptionOf, documentOf } from "../account-run/described-interface.ts";
import { chosenClauses, type JudgingChoice, listClauses } from "../contract/chosen-clauses.ts";
import { compared, tell } from "../contract/contract-reports.ts";
import { reportOnTraffic } from "../contract/recorded.ts";
import { type ProxyOptions, ProxyServer } from "./proxy-server.ts";

/** What `saldo proxy` can be told. */
export interface ProxyChoice extends JudgingChoice {
  readonly target?: string;
  readonly webhooks?: string;
  readonly port: number;
  readonly host: string;
  readonly hosts: readonly string[];
  readonly har?: string;
  readonly name: readonly GivenNames[];
}

/** `saldo proxy`. Returns the status to end with. */
export function runProxy(choice: ProxyChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const chosen = chosenClauses(choice, clauses);
    if (choice.list) return listClauses(chosen, choice, output);
    const { target, har, overlay } = choice;
    if (target === undefined) throw new UserError("say where requests go with --target <address>");
    const addresses = Object.entries({ "--target": target, "--webhooks": choice.webhooks });
    const [own] = addresses.find(([, address]) => address !== undefined && isItself(address, choice)) ?? [];
    if (own !== undefined)
      throw new UserError(`${own} is the address of the proxy itself; give the proxy another --port`);
    await mustBeWritable({ "--har": har, ...reportFiles(choice) });
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
    using ending = endOnSignals(STATUS.unusable, (name) =>
      output.stderr.write(`\n${name}: stopping; the report follows; a second signal ends at once, without it\n`),
    );
    const mistake = await passOn(
      { ...choice, ...told, target },
      choice.json ? output.stderr : output.stdout,
      ending.signal,
    );
    const older = `Saldo kept the newest exchanges only; ${live.forgotten} older ones are neither judged nor written.`;
    const unread = `Exchanges that are neither judged nor written: ${unkept}. A body was larger than 1 MiB, or Saldo could not decode it.`;
    const remarks = [...(live.forgotten > 0 ? [older] : []), ...(unkept > 0 ? [unread] : [])];
    const traffic = live.recording() ?? { trace: [], url: target, exchanges: [], keys: [] };
    const text = () => harOf(traffic, description, version);
    const unwritten = await writeReports([{ file: har, text }]);
    for (const problem of unwritten) output.stderr.write(`error: --har ${problem}\n`);
    const report = reportOnTraffic(traffic, chosen, description, overlay, remarks);
    const status = await tell(report, comparison, choice, output);
    return unwritten.length === 0 && mistake === undefined ? status : STATUS.broken;
  });
}

/** Until a signal comes. A mistake of the program ends it, too, and is returned: what was recorded is written first. */
async function passOn(options: ProxyOptions, sink: Output["stdout"], signal: AbortSignal): Promise<unknown> {
  const mistaken = Promise.withResolvers<unknown>();
  const onMistake = (error: unknown) => {
    options.onFailure(`error: ${faultOf(error, TargetUnusable).reason}`);
    mistaken.resolve(error);
  };
  const { host, port, target, webhooks } = options;
  await using proxy = await ProxyServer.listen(options).catch((error: unknown) => {
    throw notListening(error, { host, port, hostNames: "--host", portNames: "--port" });
  });
  process.on("uncaughtException", onMistake);
  sink.write(`${proxy.url} passes requests on to ${target}; Ctrl-C stops it\n`);
  if (webhooks !== undefined) sink.write(`and webhooks on to ${webhooks}\n`);
  const aborted = signal.aborted ? undefined : once(signal, "abort").then(() => undefined);
  const mistake = await Promise.race([aborted, mistaken.promise]);
  process.off("uncaughtException", onMistake);
  return mistake;
}

/** Returns whether requests to an address would come back to this proxy for ever. */
function isItself(address: string, { host, port }: Pick<ProxyChoice, "host" | "port">): boolean {
  const url = new URL(address);
  const isHere = /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(url.hostname) || url.hostname === host;
  return isHere && Number(url.port || (url.protocol === "https:" ? 443 : 80)) === port;
}
