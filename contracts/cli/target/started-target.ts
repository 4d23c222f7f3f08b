import type { TargetChoice } from "../../../src/cli/target-options.ts";
import type { SuiteOptions } from "../../run/options.ts";

export type ReceiverPlace = SuiteOptions["receiver"];

/** What a run uses; ends with the run that has started it. */
export interface StartedTarget extends AsyncDisposable {
  readonly place: "in process" | "by URL" | "container";
  readonly url: string;
  /** What it demands of the receiver of its webhooks: another machine needs another host, simulated time its own. */
  readonly receiver?: Pick<Partial<ReceiverPlace>, "host" | "name" | "time">;
}

export function receiverPlace({ receiver }: StartedTarget, choice: TargetChoice): ReceiverPlace {
  return { host: choice.receiverHost, port: choice.receiverPort, url: choice.receiverUrl, ...receiver };
}
