/** What a contract run is held against; ends with it, if the run has started it. */
export interface StartedTarget extends AsyncDisposable {
  readonly place: "in process" | "by URL" | "container";
  readonly url: string;
  /** Where the receiver must listen, and by which name the target reaches it, if that is not the same machine. */
  readonly receiverHost?: string;
  readonly receiverName?: string;
}
