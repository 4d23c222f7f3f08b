import type { TargetChoice } from "../../../src/cli/target-options.ts";

/** What a run uses; ends with the run that has started it. */
export interface StartedTarget extends AsyncDisposable {
  readonly place: "in process" | "by URL" | "container";
  readonly url: string;
  /** Where the receiver must listen, and by which name the target reaches it, if that is not the same machine. */
  readonly receiverHost?: string;
  readonly receiverName?: string;
}

/** Where the receiver of webhooks listens. */
export interface ReceiverPlace {
  readonly host: string;
  readonly port: number;
  /** The name by which the target reaches this machine, if not by the host. */
  readonly name?: string;
  /** Where the target reaches the receiver, if something stands between. */
  readonly url?: string;
}

/** Returns where the receiver of webhooks for a target listens. */
export function receiverPlace(
  { receiverHost, receiverName }: StartedTarget,
  { receiverHost: host, receiverPort: port, receiverUrl: url }: TargetChoice,
): ReceiverPlace {
  return {
    host: receiverHost ?? host,
    port,
    ...(receiverName !== undefined && { name: receiverName }),
    ...(url !== undefined && { url }),
  };
}
