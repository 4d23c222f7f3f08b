import type { TargetChoice } from "../target-options.ts";

/** What a run is held against; ends with it, if the run has started it. */
export interface StartedTarget extends AsyncDisposable {
  readonly place: "in process" | "by URL" | "container";
  readonly url: string;
  /** Where the receiver must listen, and by which name the target reaches it, if that is not the same machine. */
  readonly receiverHost?: string;
  readonly receiverName?: string;
}

/** Returns where the receiver of webhooks listens, and by which name the target reaches it. */
export function receiverPlace(
  { receiverHost, receiverName }: StartedTarget,
  { receiverHost: host, receiverPort: port, receiverUrl: url }: TargetChoice,
) {
  return {
    host: receiverHost ?? host,
    port,
    ...(receiverName !== undefined && { name: receiverName }),
    ...(url !== undefined && { url }),
  };
}
