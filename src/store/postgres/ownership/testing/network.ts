import type { Peer } from "../../../sharing.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What a client asks of a world: to read it, or to add something. */
export interface Request {
  readonly worldId: string;
  /** What is added; null for a read. */
  readonly adds: string | null;
}

/** What a client is told. */
export type Answer =
  | { readonly kind: "done"; readonly shown: readonly string[] }
  | { readonly kind: "nothing was kept" }
  | { readonly kind: "may have been done" }
  | { readonly kind: "not mine" };

/** A process as the network sees it. */
export interface Host {
  readonly isDead: boolean;
  /** Runs code there after a time, or when it goes on. */
  deliver(ms: number, run: () => void): void;
  /** Answers a request that came over so many processes. */
  serve(request: Request, hops: number): Promise<Answer>;
  /** Tells whether another process lives, as far as this one knows. */
  knows(peer: Peer): boolean;
}

/** How requests reach processes, from clients and from one another. */
export class Network {
  readonly processes = new Map<string, Host>();
  /** The most processes over which one request was passed on. */
  mostHops = 0;
  readonly #time: VirtualTime;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** Sends a request of a client. `done` is not called if the process dies before. */
  ask(to: Host, request: Request, done: (answer: Answer) => void): void {
    to.deliver(this.#time.between(0.1, 2), () => {
      to.serve(request, 0).then((answer) => this.#time.later(this.#time.between(0.1, 2), () => done(answer)));
    });
  }

  /** Passes a request on, and breaks that off when its owner is no living process any more. */
  passOn(from: Host, peer: Peer, request: Request, hops: number): Promise<Answer> {
    this.mostHops = Math.max(this.mostHops, hops);
    return new Promise((resolve) => {
      const to = this.processes.get(peer.token);
      // No process listens there any more.
      if (to === undefined || to.isDead) return from.deliver(1, () => resolve({ kind: "not mine" }));
      const isLost = this.#time.happens(0.01);
      let isOpen = true;
      to.deliver(this.#time.between(0.1, 2), () => {
        to.serve(request, hops).then((answer) => {
          if (isLost) return;
          isOpen = false;
          from.deliver(this.#time.between(0.1, 2), () => resolve(answer));
        });
      });
      const watch = () => {
        if (!isOpen) return;
        // A read is asked for again; what became of an addition is unknown.
        if (to.isDead || isLost || !from.knows(peer)) {
          resolve(request.adds === null ? { kind: "not mine" } : { kind: "may have been done" });
        } else from.deliver(400, watch);
      };
      from.deliver(400, watch);
    });
  }
}
