import type { TargetChoice } from "../../../src/cli/target-options.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** What a run uses; ends with the run that has started it. */
export interface StartedTarget extends AsyncDisposable {
  readonly place: "in process" | "by URL" | "container";
  readonly url: string;
  /** Where the receiver must listen, and by which name the target reaches it, if that is not the same machine. */
  readonly receiverHost?: string;
  readonly receiverName?: string;
  /** The time of its deliveries and their receiver, if it is simulated. */
  readonly time?: SimulatedTime;
}

/** Where the receiver of webhooks listens. */
export interface ReceiverHost {
  readonly host: string;
  readonly port: number;
  /** The name by which the target reaches this machine, if not by the host. */
  readonly name?: string;
  /** Where the target reaches the receiver, if something stands between. */
  readonly url?: string;
  readonly time?: SimulatedTime;
}

/** Returns where the receiver of webhooks for a target listens. */
export function receiverPlace(
  { receiverHost, receiverName, time }: StartedTarget,
  { receiverHost: host, receiverPort: port, receiverUrl: url }: TargetChoice,
): ReceiverHost {
  return {
    host: receiverHost ?? host,
    port,
    ...(receiverName !== undefined && { name: receiverName }),
    ...(url !== undefined && { url }),
    ...(time !== undefined && { time }),
  };
}
