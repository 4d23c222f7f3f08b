import { Line, type Watch } from "./line.ts";
import { SentStatements } from "./sent-statements.ts";

/** Where a connection is cut: before the database hears of an append, or before the process hears the answer to it. */
export type Cut = "before-commit" | "after-commit";

const APPEND = /\bINSERT\s+INTO\s+(?:"[^"]+"|\w+)\.entry\b/i;

/** `ReadyForQuery` outside of a transaction: what came before it is committed. */
const COMMITTED = Buffer.from("Z\0\0\0\x05I", "latin1");

/** A line to a database that a test can disturb. */
export class DatabaseProxy extends Line {
  #next: { readonly cut: Cut; readonly done: () => void } | undefined;

  static async to(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(await Line.listening());
    proxy.leadTo(databaseUrl);
    return proxy;
  }

  /** Cuts one connection at its next append. Resolves when that has happened. */
  cutNext(cut: Cut): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#next = { cut, done: resolve };
    return promise;
  }

  protected override watch(): Watch {
    const sent = new SentStatements();
    let isAppending = false;
    const isCutNow = (cut: Cut) => {
      if (!isAppending || this.#next?.cut !== cut) return false;
      this.#next.done();
      this.#next = undefined;
      return true;
    };
    return {
      toServer: (data) => {
        const texts = sent.read(data);
        if (texts.length > 0) isAppending = texts.some((text) => APPEND.test(text));
        return isCutNow("before-commit");
      },
      toClient: (data) => data.subarray(-COMMITTED.length).equals(COMMITTED) && isCutNow("after-commit"),
    };
  }
}
